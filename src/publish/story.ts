import type { Condition } from '../facts/facts.ts'
import { isAbsent, valueIn } from '../facts/facts.ts'
import { CONDITIONS } from '../gate/conditions.ts'
import type { ReasonCode } from '../gate/reason-codes.ts'
import { headlineOf, namesIn, type Reason } from '../gate/reasons.ts'
import type { Result } from '../result.ts'
import { formatDuration } from '../text/duration.ts'
import { asWords, capitalised, code, type Message, say, sentences } from '../text/message.ts'
import { contents, digestOf, knownLines } from './known.ts'
import { groupCheckWarnings } from './merge-group-checks.ts'
import { adviceOf, createFilter, outageOf, remedyOf, type Section, sectionsOf, sideReasons } from './sections.ts'

/** A message with its title, as an annotation has it. */
export interface Annotation {
  title: string
  text: Message
}

/** The last annotations of the log. */
export interface Ending extends Annotation {
  kind: 'error' | 'warning' | 'notice'
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
  notices: Annotation[]
  endings: Ending[]
  /** The page that explains the main reason; null if nothing needs explaining, or the page is unknown. */
  page: string | null
}

/** The story with further notices, of what could not be written. */
export function withNotices(story: Story, notices: readonly Message[]): Story {
  return { ...story, notices: [...story.notices, ...notices.map(text => ({ title: TITLE, text }))] }
}

type Outlook = Pick<Story, 'headline' | 'cause' | 'remedy'>

const TITLE = 'Merge Queue Gate'
const ICONS = { passed: '✅', failed: '⛔', unknown: '❓', reported: '📋', skipped: '⏭️', cancelled: '🚫' }

export function storyOf(result: Result): Story {
  const { verdict, warnings, notices, codesPage = null } = result
  const { conclusion, reasons } = verdict
  const isGood = conclusion === 'passed' || conclusion === 'reported'
  // The main reason stands under the headline, and nowhere else.
  const main = isGood ? null : (reasons[0] ?? null)
  const outlook = outlookOf(result, main)
  const isNew = createFilter(result, main)
  const sections = sectionsOf(result, isNew)
  const beside = sideReasons(result, isNew).map(each =>
    annotation(headlineOf(each, result.context), adviceOf(each, result)),
  )
  return {
    icon: ICONS[conclusion],
    ...outlook,
    digest: digestOf(result),
    known: knownLines(result),
    sections,
    warnings: [...[...warnings, ...groupCheckWarnings(result)].map(text => ({ title: TITLE, text })), ...beside],
    notices: notices.map(text => ({ title: TITLE, text })),
    endings: endingsOf(result, outlook),
    page: main === null || codesPage === null ? null : `${codesPage}#${main.code}`,
  }
}

function outlookOf(result: Result, main: Reason | null): Outlook {
  const { conclusion, succeeds, reasons } = result.verdict
  if (conclusion === 'passed') return { headline: metHeadline(result), cause: '', remedy: '' }
  if (conclusion === 'reported') return reportOutlook(result)
  if (!main) return { headline: 'The step failed', cause: '', remedy: '' }
  const headline = failureHeadline(main, result)
  if (conclusion === 'skipped') return { headline, cause: main.message, remedy: '' }
  // The message of each wrong input says what to do.
  if (result.plan === null) return { headline, cause: sentences(...reasons.map(each => each.message)), remedy: '' }
  const outlook = { headline, ...explained(main, result) }
  if (conclusion !== 'unknown' || !succeeds) return outlook
  const onward = say`The step succeeds unchecked, because ${code('on-unavailable')} is ${code('warn')}.`
  return { ...outlook, headline: say`${headline}; continuing`, remedy: sentences(outlook.remedy, onward) }
}

/** A step that requires nothing tells its most important finding, and the cause if there is one. */
function reportOutlook(result: Result): Outlook {
  const { cause } = result
  const headline = contentHeadline(result)
  if (cause === null) return { headline, cause: '', remedy: '' }
  return { headline, cause: sentences(cause.message, ...cause.evidence), remedy: remedyOf(cause, result) }
}

/** Codes whose headline says all that their message does. */
const SAID_BY_HEADLINE: readonly Reason['code'][] = [
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
  const found = cause ? sentences(cause.message, ...cause.evidence) : main.message
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
  const whole = annotation(headline, sentences(cause, remedy) || say`${headline}.`)
  if (!succeeds && plan === null) {
    return reasons.map(each => ({ kind: 'error', ...annotation(headlineOf(each, context), each.message) }))
  }
  if (!succeeds) return [{ kind: 'error', ...whole }]
  if (conclusion === 'unknown') return [{ kind: 'warning', ...whole }]
  if (conclusion === 'skipped' || (conclusion === 'reported' && found)) return [{ kind: 'notice', ...whole }]
  return []
}

function annotation(headline: Message, text: Message): Annotation {
  return { title: `${TITLE}: ${asWords(headline)}`, text }
}

// What happened, in at most eight words.

/** The headline of a step that failed, by its main reason. */
export function failureHeadline(main: Reason, result: Result): Message {
  const { source } = namesIn(result.context)
  if (outageOf(main, result)) return capitalised(`${source} stopped answering during the wait`)
  const { code, condition, headline } = main
  if (headline !== undefined || condition === null || !OPEN.includes(code)) return headlineOf(main, result.context)
  const asked = condition === 'not-submitted' ? 'submitted' : condition
  return `Not known whether ${lowered(CONDITIONS[asked].met(namesIn(result.context)))}`
}

/** Codes that only say that the condition is open. */
const OPEN: readonly ReasonCode[] = ['contradictory-answer', 'not-known', 'state-unknown']

/** Words for the middle of a sentence. */
function lowered(words: string): string {
  return words.replace(/^(?:The|No)\b/, first => first.toLowerCase())
}

/** Conditions whose headline names the merge, if the pull request is merged. */
const ENDED_BY_MERGE: readonly Condition[] = ['ready', 'tests-passed', 'settled', 'not-submitted']

/** The headline of a step whose conditions are met. */
export function metHeadline({ verdict: { conditions }, context, facts }: Result): Message {
  const [first, ...others] = conditions
  if (!first) return 'Nothing was required'
  const names = namesIn(context)
  if (others.length > 0) {
    const all = conditions.length === 2 ? 'both' : `all ${conditions.length}`
    return capitalised(`${context?.pullRequest ? `${names.pr}: ` : ''}${all} conditions are met`)
  }
  const { condition } = first
  if (condition === 'settled' && isAbsent(facts.pullRequest)) {
    const isArmed = valueIn(facts.github)?.autoMerge
    return capitalised(`${names.pr} ${isArmed ? 'is not in the queue yet' : 'was never in the queue'}`)
  }
  const isMerged = valueIn(facts.pullRequest)?.state === 'merged'
  return capitalised(CONDITIONS[isMerged && ENDED_BY_MERGE.includes(condition) ? 'merged' : condition].met(names))
}

/** The headline of a step that requires nothing: its most important finding. */
export function contentHeadline(result: Result): Message {
  return contents(result)[0] ?? 'Nothing was read'
}
