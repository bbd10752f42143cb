import { formatDuration } from '../duration.ts'
import type { Condition } from '../facts/conditions.ts'
import type { RunContext } from '../facts/context.ts'
import type { Diagnosis, DiagnosisCode } from '../gate/diagnosis/codes.ts'
import { headlineOf, LONGER, MORE_TIME, namesIn, type Reason, type ReasonCode } from '../gate/reasons.ts'
import type { ConditionVerdict } from '../gate/verdict.ts'
import { asText, capitalised, code, type Message, say, sentences } from '../message.ts'
import { pullRequestLine, quarantinedLine, queueLine, testRunLine } from './content.ts'
import type { Result } from './result.ts'

/** The headline, cause and remedy for the end of the log, the summary, the comment and the status. */
export interface Telling {
  icon: string
  /** At most eight words. */
  headline: Message
  /** The cause; empty if the headline says it. */
  cause: Message
  /** The remedy; empty if there is nothing to do. */
  remedy: Message
  /** The diagnosis that this already covers; null if none is about the main reason. */
  diagnosis: Diagnosis | null
}

const NOTHING_MORE = { cause: '', remedy: '', diagnosis: null }

const ICONS = { passed: '✅', failed: '⛔', unknown: '❓', reported: '📋', skipped: '⏭️', cancelled: '🚫' }

export function tellingOf(result: Result): Telling {
  const { verdict, context } = result
  const { conclusion, succeeds, reasons } = verdict
  const icon = ICONS[conclusion]
  const [main] = reasons
  switch (conclusion) {
    case 'passed':
      return { icon, headline: metHeadline(verdict.conditions, context), ...NOTHING_MORE }
    case 'reported': {
      const diagnosis = causeOf(result)
      const { message = '', remedy = '' } = diagnosis ?? {}
      const restates = diagnosis !== null && RESTATES.includes(diagnosis.code)
      return { icon, headline: contentOf(result), cause: restates ? '' : message, remedy, diagnosis }
    }
    case 'skipped':
      return { icon, headline: main ? headlineOf(main, context) : '', ...NOTHING_MORE, cause: main?.message ?? '' }
    default: {
      if (!main) return { icon, headline: 'The step failed', ...NOTHING_MORE }
      const why = explained(main, headlineOf(main, context), result)
      const headline = why.diagnosis?.headline ?? headlineOf(main, context)
      // Such a cause begins with the headline and adds what follows from it.
      const isSaid = asText(why.cause) === `${asText(headline)}.` || main.code === 'queue-not-found'
      const told = { icon, headline, ...why, cause: isSaid ? '' : why.cause }
      if (conclusion !== 'unknown' || !succeeds) return told
      const onward = say`The step succeeds unchecked, because ${code('on-unavailable')} is ${code('warn')}.`
      return { ...told, headline: say`${headline}; continuing`, remedy: sentences(why.remedy, onward) }
    }
  }
}

/** The page that explains the main reason; null if nothing needs explaining, or the page is unknown. */
export function explainedAt({ verdict, codesPage = null }: Result): string | null {
  const [main] = verdict.reasons
  const isGood = verdict.conclusion === 'passed' || verdict.conclusion === 'reported'
  return codesPage === null || isGood || !main ? null : `${codesPage}#${main.code}`
}

/** Said of a condition that is met. */
const MET: Record<Condition, (names: ReturnType<typeof namesIn>) => string> = {
  submitted: ({ pr }) => `${pr} is in the queue`,
  'not-submitted': ({ pr }) => `${pr} is not in the queue`,
  ready: ({ pr }) => `${pr} is ready`,
  'tests-passed': ({ pr }) => `${pr} passed its tests`,
  merged: ({ pr }) => `${pr} is merged`,
  settled: ({ pr }) => `The queue is done with ${pr}`,
  'queue-running': ({ queue }) => `${queue} is running`,
  'queue-empty': ({ queue }) => `${queue} is empty`,
  'test-run-succeeded': () => 'The test run succeeded',
  'no-blocking-failures': () => 'No failed test blocks',
  'quarantine-within-limits': () => 'The quarantined tests are within the limits',
}

function metHeadline(conditions: readonly ConditionVerdict[], context: RunContext | null): string {
  const [first, ...others] = conditions
  if (!first) return 'Nothing was required'
  const names = namesIn(context)
  if (others.length === 0) return capitalised(MET[first.condition](names))
  const of = context?.pullRequest ? `${names.pr}: all` : 'All'
  return `${of} ${conditions.length} conditions are met`
}

/** With nothing required, the findings are the news. */
function contentOf(result: Result): Message {
  return (
    result.tests?.line ??
    pullRequestLine(result) ??
    testRunLine(result) ??
    queueLine(result) ??
    quarantinedLine(result) ??
    'Nothing was read'
  )
}

/** The likeliest cause; null while nothing is wrong. A merge is no cause: the state shows it. */
export function causeOf({ diagnoses }: Result): Diagnosis | null {
  const [likeliest] = diagnoses
  return likeliest && likeliest.code !== 'merged' ? likeliest : null
}

/** Diagnoses that only restate a reason about a pull request. */
const RESTATES: readonly DiagnosisCode[] = [
  'never-submitted',
  'state-cancelled',
  'test-run-cancelled',
  'pending-failure',
]
/** Reasons that give the state of a pull request or a test run, not the cause. */
const EXPLAINED: readonly ReasonCode[] = [
  'state-failed',
  'state-cancelled',
  'state-not-ready',
  'state-pending',
  'state-testing',
  'state-tests-passed',
  'state-pending-failure',
  'not-mergeable',
  'not-submitted',
  'test-run-failed',
  'required-status-failed',
  'test-run-in-progress',
]

const NOTHING_READ: readonly ReasonCode[] = ['test-crash', 'report-empty']
/** Reasons that only follow from the main one. */
const FOLLOWS: Partial<Record<ReasonCode, readonly ReasonCode[]>> = {
  'queue-not-found': ['contradictory-answer', 'queue-not-found'],
  'report-missing': NOTHING_READ,
  'report-malformed': NOTHING_READ,
  'legs-missing': NOTHING_READ,
  'required-status-failed': ['test-run-failed'],
}

/** A reason that would only repeat the sentence on the run. */
export function isTold(each: Pick<Reason, 'code' | 'message'>, result: Result): boolean {
  const [main] = result.verdict.reasons
  if (!main) return false
  if (asText(main.message) === asText(each.message)) return true
  if (FOLLOWS[main.code]?.includes(each.code)) return true
  // The reason itself says why none can be excused.
  const { quarantinedTests } = result.facts
  const kept = 'failure' in quarantinedTests ? quarantinedTests.failure : undefined
  if (main.code === 'blocking-failures' && kept && asText(kept.message) === asText(each.message)) return true
  // One outage, however many reads it spoilt.
  if (main.code === 'service-unavailable' && each.code === main.code) return true
  return tellingOf(result).diagnosis?.certainty === 'certain' && EXPLAINED.includes(each.code)
}

/** The likeliest cause, if it is about something else than the main reason and not shown yet; else null. */
export function besideOf(result: Result): Diagnosis | null {
  const cause = causeOf(result)
  const [main] = result.verdict.reasons
  const isSaid =
    tellingOf(result).diagnosis === cause || (main && cause && asText(main.message) === asText(cause.message))
  return isSaid ? null : cause
}

/** The main reason with its remedy, or the diagnosis if that says it better. */
function explained(main: Reason, headline: Message, result: Result): Omit<Telling, 'icon' | 'headline'> {
  const { timedOut, waitTimeoutMs } = result
  const cause = causeOf(result)
  const speaksOf = cause && (EXPLAINED.includes(main.code) || cause.code === main.code) ? cause : null
  const diagnosis = speaksOf && !RESTATES.includes(speaksOf.code) ? speaksOf : null
  // A diagnosis without a cause says what is missing, and has no better remedy.
  const isOpen = diagnosis?.code === 'cause-unknown'
  // The diagnosis also says that the run failed.
  const repeats = main.code === 'test-run-failed' && diagnosis?.code === 'required-status-failed'
  const isWhole =
    diagnosis?.certainty === 'certain' || diagnosis?.code === main.code || diagnosis?.headline || isOpen || repeats
  const remedy = diagnosis && !(isOpen && main.remedy === MORE_TIME) ? diagnosis.remedy : remedyOf(main, result)
  const found = diagnosis && isWhole ? diagnosis.message : main.message
  const guess = diagnosis && !isWhole ? say`Possible cause: ${diagnosis.message}` : ''
  if (!timedOut) return { cause: sentences(found, guess), remedy, diagnosis: speaksOf }
  // The last poll may end long before it, and the comment must not change with each run.
  const ranOut = `the wait of ${formatDuration(waitTimeoutMs)} ran out.`
  // Such a reason says no more than its headline.
  const isState = found === main.message && main.remedy === MORE_TIME
  const whole = isState ? say`${headline}, and ${ranOut}` : sentences(found, capitalised(ranOut))
  return { cause: sentences(whole, guess), remedy, diagnosis: speaksOf }
}

/** The list of blocking tests names each of them, so it repeats the cause. */
export function tellsTests({ judged, verdict }: Result): boolean {
  const isWhole = judged?.groups.every(({ entries }) => entries !== null) ?? false
  return isWhole && verdict.reasons[0]?.code === 'blocking-failures'
}

/** If a wait is set, the only remedy is a longer one. */
export function remedyOf({ remedy }: Pick<Reason, 'remedy'>, { waitTimeoutMs }: Result): Message {
  return remedy === MORE_TIME && waitTimeoutMs > 0 ? LONGER : remedy
}
