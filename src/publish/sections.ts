import type { Condition } from '../facts/facts.ts'
import { failureIn } from '../facts/facts.ts'
import type { ReasonCode } from '../gate/reason-codes.ts'
import { type ConditionVerdict, isOfTests, type Reason, VARYING } from '../gate/reasons.ts'
import type { Result } from '../result.ts'
import { code, type Message, say, sentences } from '../text/message.ts'

/** One condition, and what is said of it nowhere else. */
export interface Section {
  condition: Condition
  verdict: ConditionVerdict['verdict']
  says: Message[]
}

/** The conditions: of a met one its evidence, of another one the reasons that are new. */
export function sectionsOf(result: Result, isNew: (each: Reason) => boolean): Section[] {
  return result.verdict.conditions.map(({ condition, verdict, evidence, reasons }) => ({
    condition,
    verdict,
    says: verdict === 'met' ? [evidence] : reasons.filter(isNew).map(each => adviceOf(each, result)),
  }))
}

/** A condition in a line, with the first of what is said of it. */
export function sectionLine({ condition, verdict, says }: Section, most: number): Message {
  return sentences(`${condition} is ${VERDICT_WORDS[verdict]}.`, ...says.slice(0, most))
}

const VERDICT_WORDS = { met: 'met', unmet: 'not met', unknown: 'unknown' }

/** Reasons that people should know, whichever conditions are required, as far as they are new. */
export function sideReasons(result: Result, isNew: (each: Reason) => boolean): Reason[] {
  const { conclusion, reasons } = result.verdict
  if (conclusion === 'skipped' || result.plan === null) return []
  return reasons.filter(each => each.condition === null && isNew(each))
}

/** A reason with its remedy, for a reader who sees nothing else. */
export function adviceOf({ message, remedy, cause }: Reason, result: Result): Message {
  if (cause) return sentences(cause.message, ...cause.evidence, remedyOf(cause, result))
  return sentences(message, remedyOf({ remedy }, result))
}

const WAIT = say`Set ${code('wait-timeout')} to wait for it, or run the job again later.`
const WAIT_LONGER = say`Raise ${code('wait-timeout')}, or run the job again later.`

/** The remedy as a sentence. More time is none if the source stopped answering. */
export function remedyOf({ remedy }: Pick<Reason, 'remedy'>, { waitTimeoutMs, outageAtEnd }: Result): Message {
  if (remedy !== 'wait') return remedy
  if (outageAtEnd) return ''
  return waitTimeoutMs > 0 ? WAIT_LONGER : WAIT
}

/** The outage that ended the wait, where this reason rests on an older answer; tests are read without the source. */
export function outageOf(reason: Reason, { outageAtEnd }: Result) {
  return isOfTests(reason) ? undefined : outageAtEnd
}

const NOTHING_READ: readonly ReasonCode[] = ['test-crash', 'report-empty']
/** By main reason: the reasons that only follow from it. */
const FOLLOWS: Partial<Record<ReasonCode, readonly ReasonCode[]>> = {
  'queue-not-found': ['contradictory-answer', 'queue-not-found'],
  'report-missing': NOTHING_READ,
  'report-malformed': NOTHING_READ,
  'required-status-failed': ['test-run-failed'],
  'quarantine-overdue': ['quarantine-over-limit'],
}

/** Makes a test that is true for each reason once, and never for what the main reason says. */
export function createFilter({ facts }: Result, main: Reason | null): (each: Reason) => boolean {
  const known = new Set<unknown>()
  if (main) {
    known.add(keyOf(main))
    for (const code of FOLLOWS[main.code] ?? []) known.add(code)
    // The main reason says why no test can be excused.
    if (main.code === 'blocking-failures') known.add(failureIn(facts.quarantinedTests)?.code)
  }
  return each => {
    const key = keyOf(each)
    if (known.has(key) || known.has(each.code)) return false
    known.add(key)
    return true
  }
}

/** What two reasons have in common that say the same: the cause, else the code, else the very finding. */
function keyOf({ cause, code, message }: Reason): unknown {
  return cause ?? (VARYING.includes(code) ? message : code)
}
