import { type Condition, failureIn, isAbsent, valueIn } from '../facts/facts.ts'
import { CONDITIONS } from '../gate/conditions.ts'
import type { ReasonCode } from '../gate/reason-codes.ts'
import { type ConditionVerdict, fillNames, headlineOf, type Reason, SHARED_CODES, wholeCause } from '../gate/reasons.ts'
import type { Result } from '../result.ts'
import type { Annotation } from '../runner/log.ts'
import { formatDuration } from '../text/duration.ts'
import { asWords, capitalised, code, JUST_WAIT, type Message, say, sentences } from '../text/message.ts'
import { factLines, groupCheckWarnings, knownLines, testsLine } from './lines.ts'

/** The last annotations of the log. */
interface Ending extends Annotation {
  kind: 'error' | 'warning' | 'notice'
}

/** One condition, and what is said of it nowhere else. */
export interface Section {
  condition: Condition
  verdict: ConditionVerdict['verdict']
  says: Message[]
}

/** What the step tells, made once; log, annotations, summary, comment and status say the same sentences. */
export interface Story {
  icon: string
  /** At most eight words. */
  headline: Message
  /** Why; empty if the headline says it. */
  cause: Message
  /** What to do; empty if there is nothing to do. */
  remedy: Message
  /** What was read, a line each; the summary has tables of it. */
  digest: Message[]
  /** What else is known, a line each. */
  known: Message[]
  sections: Section[]
  warnings: Annotation[]
  endings: Ending[]
  /** The page that explains the main reason; null if nothing needs explaining, or the page is unknown. */
  page: string | null
}

type Outlook = Pick<Story, 'headline' | 'cause' | 'remedy'>

export const TITLE = 'Merge Queue Gate'
const ICONS = { passed: '✅', failed: '⛔', unknown: '❓', reported: '📋', skipped: '⏭️', cancelled: '🚫' }

export function storyOf(result: Result): Story {
  const { verdict, plan, context, warnings, codesPage = null } = result
  const { conclusion, conditions, reasons } = verdict
  const isReport = conclusion === 'reported'
  // The main reason stands under the headline, and nowhere else.
  const main = conclusion === 'passed' || isReport ? null : (reasons[0] ?? null)
  const tests = testsLine(result)
  const lines = factLines(result)
  // The headline of a step that requires nothing is its most important finding.
  const finding = isReport ? (tests ?? lines.shift() ?? 'Nothing was read') : null
  const outlook = outlookOf(result, main, finding)
  const further = furtherReasons(result, main)
  const sections = conditions.map(({ condition, verdict, evidence, reasons }) => {
    const others = reasons.filter(each => further.has(each))
    return { condition, verdict, says: verdict === 'met' ? [evidence] : others.map(each => adviceOf(each, result)) }
  })
  // What people should know, whichever conditions are required.
  const isJudged = conclusion !== 'skipped' && plan !== null
  const beside = reasons.filter(each => isJudged && each.condition === null && further.has(each))
  return {
    icon: ICONS[conclusion],
    ...outlook,
    digest: lines,
    known: [...(isReport || tests === null ? [] : [tests]), ...knownLines(result)],
    sections,
    warnings: [
      ...[...warnings, ...groupCheckWarnings(result)].map(text => ({ title: TITLE, text })),
      ...beside.map(each => annotation(headlineOf(each, context), adviceOf(each, result))),
    ],
    endings: endingsOf(result, outlook),
    page: main === null || codesPage === null ? null : `${codesPage}#${main.code}`,
  }
}

function outlookOf(result: Result, main: Reason | null, finding: Message | null): Outlook {
  const { cause, plan, verdict } = result
  const { conclusion, succeeds, reasons } = verdict
  if (finding !== null) {
    return { headline: finding, cause: cause ? wholeCause(cause) : '', remedy: cause ? remedyOf(cause, result) : '' }
  }
  if (conclusion === 'passed') return { headline: metHeadline(result), cause: '', remedy: '' }
  if (!main) return { headline: 'The step failed', cause: '', remedy: '' }
  const headline = failureHeadline(main, result)
  if (conclusion === 'skipped') return { headline, cause: main.message, remedy: '' }
  // The message of each wrong input says what to do.
  if (plan === null) return { headline, cause: sentences(...reasons.map(each => each.message)), remedy: '' }
  const outlook = { headline, ...explained(main, result) }
  if (conclusion !== 'unknown' || !succeeds) return outlook
  const onward = say`The step succeeds unchecked, because ${code('on-unavailable')} is ${code('warn')}.`
  return { ...outlook, headline: say`${headline}; continuing`, remedy: sentences(outlook.remedy, onward) }
}

/** Codes whose headline says all that their message does. */
const SAID_BY_HEADLINE: readonly ReasonCode[] = [
  'cancelled',
  'queue-not-found',
  'queue-paused',
  'queue-draining',
  'queue-switching-modes',
]

/** The main reason with its remedy, or the cause that explains it. */
function explained(main: Reason, result: Result): Pick<Story, 'cause' | 'remedy'> {
  const { timedOut, waitTimeoutMs, context } = result
  const { cause } = main
  const found = cause ? wholeCause(cause) : main.message
  const outage = outageOf(main, result)
  if (outage) {
    const despite = outage.isAllowed
      ? say`The step fails although ${code('on-unavailable')} is ${code('warn')}, because that answer does not pass.`
      : ''
    return {
      cause: sentences(say`${outage.failure.message} The last complete answer: ${found}`, despite),
      remedy: `Run the job again when ${context?.source.name ?? 'the service'} is back.`,
    }
  }
  const ranOut = timedOut ? `The wait ran out after ${formatDuration(waitTimeoutMs)}.` : ''
  const why = SAID_BY_HEADLINE.includes(main.code) && !cause ? '' : found
  return { cause: sentences(why, ranOut), remedy: remedyOf(cause ?? main, result) }
}

/** The step's own annotations, at the end of the log, where people look first. */
function endingsOf({ verdict, plan, context, cause: found }: Result, { headline, cause, remedy }: Outlook): Ending[] {
  const { conclusion, succeeds, reasons } = verdict
  if (!succeeds && plan === null) {
    return reasons.map(each => ({ kind: 'error', ...annotation(headlineOf(each, context), each.message) }))
  }
  const whole = annotation(headline, sentences(cause, remedy) || say`${headline}.`)
  if (!succeeds) return [{ kind: 'error', ...whole }]
  if (conclusion === 'unknown') return [{ kind: 'warning', ...whole }]
  if (conclusion === 'skipped' || (conclusion === 'reported' && found)) return [{ kind: 'notice', ...whole }]
  return []
}

function annotation(headline: Message, text: Message): Annotation {
  return { title: `${TITLE}: ${asWords(headline)}`, text }
}

// What happened, in at most eight words.

/** Codes that only say that the condition is open. */
const OPEN: readonly ReasonCode[] = ['contradictory-answer', 'not-known', 'state-unknown']

/** The headline of a step that failed, by its main reason. */
function failureHeadline(main: Reason, result: Result): Message {
  const { context } = result
  if (outageOf(main, result)) return capitalised(fillNames('{source} stopped answering during the wait', context))
  const { code, condition, headline } = main
  if (headline !== undefined || condition === null || !OPEN.includes(code)) return headlineOf(main, context)
  const words = fillNames(CONDITIONS[condition === 'not-submitted' ? 'submitted' : condition].met, context)
  return `Not known whether ${words.replace(/^(?:The|No)\b/, first => first.toLowerCase())}`
}

/** The headline of a step whose conditions are met. */
function metHeadline({ verdict: { conditions }, context, facts }: Result): Message {
  const [first, ...others] = conditions
  if (!first) return 'Nothing was required'
  if (others.length > 0) {
    const all = conditions.length === 2 ? 'both' : `all ${conditions.length}`
    return capitalised(fillNames(`${context?.pullRequest ? '{pr}: ' : ''}${all} conditions are met`, context))
  }
  const { condition } = first
  const isMerged =
    valueIn(facts.pullRequest)?.state === 'merged' && CONDITIONS[condition].needs.includes('pull-request')
  // The queue is not "done" with a pull request that was never in it.
  const isOut = condition === 'settled' && isAbsent(facts.pullRequest)
  const { met } = CONDITIONS[isMerged ? 'merged' : isOut ? 'not-submitted' : condition]
  return capitalised(fillNames(met, context))
}

// Which reasons are told, and how.

/** A condition in a line, with what is said of it. */
export function sectionLine({ condition, verdict, says }: Section): Message {
  return sentences(`${condition} is ${verdict === 'unmet' ? 'not met' : verdict}.`, ...says)
}

/** A reason with its remedy, for a reader who sees nothing else. */
function adviceOf(reason: Reason, result: Result): Message {
  const { cause, message } = reason
  return sentences(cause ? wholeCause(cause) : message, remedyOf(cause ?? reason, result))
}

const WAIT = say`Set ${code('wait-timeout')} to wait for it, or run the job again later.`
const WAIT_LONGER = say`Raise ${code('wait-timeout')}, or run the job again later.`

/** The remedy as a sentence. More time is none if the source stopped answering. */
function remedyOf({ remedy }: Pick<Reason, 'remedy'>, { waitTimeoutMs, outageAtEnd }: Result): Message {
  if (remedy !== JUST_WAIT) return remedy
  if (outageAtEnd) return ''
  return waitTimeoutMs > 0 ? WAIT_LONGER : WAIT
}

/** The outage that ended the wait, where this reason rests on an older answer; tests are read without the source. */
function outageOf({ condition }: Reason, { outageAtEnd }: Result) {
  const isOfTests = condition === 'no-blocking-failures' || condition === 'quarantine-within-limits'
  return isOfTests ? undefined : outageAtEnd
}

/** By main reason: the reasons that only follow from it. */
const FOLLOWS: Partial<Record<ReasonCode, readonly ReasonCode[]>> = {
  'queue-not-found': ['contradictory-answer', 'queue-not-found'],
  'report-missing': ['test-crash', 'report-empty'],
  'report-malformed': ['test-crash', 'report-empty'],
  'required-status-failed': ['test-run-failed'],
}

/** The reasons that are told beside the main one: each once, and none that says what the main one does. */
function furtherReasons({ facts, verdict: { conditions, reasons } }: Result, main: Reason | null): Set<Reason> {
  const said = new Set<unknown>(main ? [keyOf(main), ...(FOLLOWS[main.code] ?? [])] : [])
  // The main reason says why no test can be excused.
  if (main?.code === 'blocking-failures') said.add(failureIn(facts.quarantinedTests)?.code)
  const further = new Set<Reason>()
  for (const each of [...conditions.flatMap(({ reasons }) => reasons), ...reasons]) {
    const key = keyOf(each)
    if (said.has(key) || said.has(each.code)) continue
    said.add(key)
    further.add(each)
  }
  return further
}

/** What two reasons have in common that say the same: the cause, else the code, else the very finding. */
function keyOf({ cause, code, message }: Reason): unknown {
  return cause ?? (SHARED_CODES.includes(code) ? message : code)
}
