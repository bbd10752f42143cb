import type { Condition } from '../facts/conditions.ts'
import { failureIn, isAbsent, valueIn } from '../facts/reading.ts'
import { CONDITIONS } from '../gate/conditions.ts'
import { type Cause, headlineOf, isOfTests, namesIn, type Reason, type ReasonCode } from '../gate/reasons.ts'
import type { Result } from '../result.ts'
import { formatDuration } from '../text/duration.ts'
import { asText, capitalised, code, type Message, say, sentences } from '../text/message.ts'
import { pullRequestLine, quarantinedLine, queueLine, testRunLine } from './content.ts'

/** The headline, cause and remedy for the end of the log, the summary, the comment and the status. */
export interface Story {
  icon: string
  /** At most eight words. */
  headline: Message
  /** The cause; empty if the headline says it. */
  cause: Message
  /** The remedy; empty if there is nothing to do. */
  remedy: Message
  /** The cause that these texts already tell; null if none is about the main reason. */
  explains: Cause | null
}

/** The remedy if time alone may help, in a step that polls once and in one that waits. */
export const WAIT = say`Set ${code('wait-timeout')} to wait for it, or run the job again later.`
export const WAIT_LONGER = say`Raise ${code('wait-timeout')}, or run the job again later.`

const NOTHING_MORE = { cause: '', remedy: '', explains: null }

const ICONS = { passed: '✅', failed: '⛔', unknown: '❓', reported: '📋', skipped: '⏭️', cancelled: '🚫' }

export function storyOf(result: Result): Story {
  const { verdict, context } = result
  const { conclusion, succeeds, reasons } = verdict
  const icon = ICONS[conclusion]
  const [main] = reasons
  switch (conclusion) {
    case 'passed':
      return { icon, headline: metHeadline(result), ...NOTHING_MORE }
    case 'reported': {
      const { cause } = result
      const headline = contentOf(result)
      if (!cause) return { icon, headline, ...NOTHING_MORE }
      return { icon, headline, cause: toldCause(cause), remedy: remedyOf(cause, result), explains: cause }
    }
    case 'skipped':
      return { icon, headline: main ? headlineOf(main, context) : '', ...NOTHING_MORE, cause: main?.message ?? '' }
    default: {
      if (!main) return { icon, headline: 'The step failed', ...NOTHING_MORE }
      const why = explained(main, result)
      const headline = headlineFor(main, result)
      // The headline of a missing queue needs no cause.
      const isSaid = main.code === 'queue-not-found' || asText(why.cause) === asText(say`${headline}.`)
      const cause = isSaid ? '' : why.cause
      const told = { icon, headline, ...why, cause }
      if (conclusion !== 'unknown' || !succeeds) return told
      const onward = say`The step succeeds unchecked, because ${code('on-unavailable')} is ${code('warn')}.`
      return { ...told, headline: say`${headline}; continuing`, remedy: sentences(why.remedy, onward) }
    }
  }
}

function headlineFor(main: Reason, { context, outageAtEnd }: Result): Message {
  const { source } = namesIn(context)
  if (outageAtEnd && !isOfTests(main)) return capitalised(`${source} stopped answering during the wait`)
  return headlineOf(main, context)
}

/** The page that explains the main reason; null if nothing needs explaining, or the page is unknown. */
export function explainedAt({ verdict, codesPage = null }: Result): string | null {
  const [main] = verdict.reasons
  const isGood = verdict.conclusion === 'passed' || verdict.conclusion === 'reported'
  return codesPage === null || isGood || !main ? null : `${codesPage}#${main.code}`
}

/** Conditions whose headline names the merge, if the pull request is merged. */
const ENDED_BY_MERGE: readonly Condition[] = ['ready', 'tests-passed', 'settled', 'not-submitted']

function metHeadline({ verdict: { conditions }, context, facts }: Result): string {
  const [first, ...others] = conditions
  if (!first) return 'Nothing was required'
  const names = namesIn(context)
  if (others.length === 0) {
    const { condition } = first
    if (condition === 'settled' && isAbsent(facts.pullRequest)) {
      const isArmed = valueIn(facts.github)?.autoMerge
      return capitalised(`${names.pr} ${isArmed ? 'is not in the queue yet' : 'was never in the queue'}`)
    }
    const isMerged = valueIn(facts.pullRequest)?.state === 'merged'
    return capitalised(CONDITIONS[isMerged && ENDED_BY_MERGE.includes(condition) ? 'merged' : condition].met(names))
  }
  const all = conditions.length === 2 ? 'both' : `all ${conditions.length}`
  return capitalised(`${context?.pullRequest ? `${names.pr}: ` : ''}${all} conditions are met`)
}

/** The headline of a step that requires nothing: its most important finding. */
function contentOf(result: Result): Message {
  return (
    result.tests?.line ??
    pullRequestLine(result) ??
    result.verdict.doubts.find(({ headline }) => headline !== undefined)?.headline ??
    testRunLine(result) ??
    queueLine(result) ??
    quarantinedLine(result) ??
    'Nothing was read'
  )
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

/** True if this reason would only repeat what the error or warning of the step says. */
export function isAlreadySaid(each: Pick<Reason, 'code' | 'message' | 'cause'>, result: Result): boolean {
  const [main] = result.verdict.reasons
  if (!main) return false
  if (asText(main.message) === asText(each.message)) return true
  if (FOLLOWS[main.code]?.includes(each.code)) return true
  // The main reason already says why no test can be excused.
  const kept = failureIn(result.facts.quarantinedTests)
  if (main.code === 'blocking-failures' && kept && asText(kept.message) === asText(each.message)) return true
  // An outage is told once, even if it made several reads fail.
  if (main.code === 'service-unavailable' && each.code === main.code) return true
  return each.cause !== undefined
}

function toldCause({ message, evidence }: Cause): Message {
  return sentences(message, ...evidence)
}

/** The main reason with its remedy, or the cause that explains it. */
function explained(main: Reason, result: Result): Omit<Story, 'icon' | 'headline'> {
  const { timedOut, waitTimeoutMs, outageAtEnd, context } = result
  const found = main.cause ? toldCause(main.cause) : main.message
  const explains = main.cause ?? null
  if (outageAtEnd && !isOfTests(main)) {
    const despite = outageAtEnd.isAllowed
      ? say`The step fails although ${code('on-unavailable')} is ${code('warn')}, because that answer does not pass.`
      : ''
    const told = sentences(say`${outageAtEnd.failure.message} The last complete answer: ${found}`, despite)
    return {
      cause: told,
      remedy: `Run the job again when ${context?.source.name ?? 'the service'} is back.`,
      explains,
    }
  }
  const ranOut = timedOut ? `The wait ran out after ${formatDuration(waitTimeoutMs)}.` : ''
  return { cause: sentences(found, ranOut), remedy: remedyOf(main.cause ?? main, result), explains }
}

/** True if the list of blocking tests says all that the cause says. */
export function tellsTests({ judged, verdict }: Result): boolean {
  return Boolean(judged?.entries) && verdict.reasons[0]?.code === 'blocking-failures'
}

/** The remedy of a reason; if more time is the remedy and a wait is set already, a longer wait. */
export function remedyOf({ remedy }: Pick<Reason, 'remedy'>, { waitTimeoutMs }: Result): Message {
  if (remedy !== 'wait') return remedy
  return waitTimeoutMs > 0 ? WAIT_LONGER : WAIT
}
