import { type Condition, failureIn, isAbsent, valueIn } from '../facts/facts.ts'
import { CONDITIONS } from '../gate/conditions.ts'
import type { ReasonCode } from '../gate/reason-codes.ts'
import { type ConditionVerdict, causeText, dedupeKey, fillNames, headlineOf, type Reason } from '../gate/reasons.ts'
import type { Result } from '../result.ts'
import type { Annotation } from '../runner/log.ts'
import { formatDuration } from '../text/duration.ts'
import { asWords, capitalised, code, JUST_WAIT, type Message, say, sentences } from '../text/message.ts'
import { alsoKnownLines, factLines, groupCheckWarnings, testsLine } from './lines.ts'

/** An annotation at the end of the log, where people look first. */
interface FinalAnnotation extends Annotation {
  kind: 'error' | 'warning' | 'notice'
}

export interface Section {
  condition: Condition
  verdict: ConditionVerdict['verdict']
  /** Sentences that no other part of the story has. */
  remarks: Message[]
}

/** What the step says. Log, annotations, summary, comment and status take their sentences from it. */
export interface Story {
  icon: string
  /** At most eight words. */
  headline: Message
  /** Why it happened; empty if the headline says it. */
  cause: Message
  /** What to do; empty if there is nothing to do. */
  remedy: Message
  /** What was read, a line each; the summary has tables of it. */
  digest: Message[]
  /** What else is known, a line each. */
  alsoKnown: Message[]
  sections: Section[]
  warnings: Annotation[]
  finalAnnotations: FinalAnnotation[]
  /** The page that explains the main reason; null if nothing needs explaining, or the page is unknown. */
  explanationPage: string | null
}

type MainMessage = Pick<Story, 'headline' | 'cause' | 'remedy'>

export const TITLE = 'Merge Queue Gate'
const ICONS = { passed: '✅', failed: '⛔', unknown: '❓', reported: '📋', skipped: '⏭️', cancelled: '🚫' }

export function storyOf(result: Result): Story {
  const { verdict, plan, context, warnings, codesPage } = result
  const { conclusion, conditions, reasons } = verdict
  const requiresNothing = conclusion === 'reported'
  // The main reason stands under the headline, and nowhere else.
  const main = conclusion === 'passed' || requiresNothing ? null : (reasons[0] ?? null)
  const tests = [testsLine(result)].filter(line => line !== null)
  const facts = factLines(result)
  // The headline of a step that requires nothing is its most important fact.
  const [mainFact = 'Nothing was read', ...otherFacts] = [...tests, ...facts]
  const mainMessage = mainMessageOf(result, main, requiresNothing ? mainFact : null)
  const others = otherReasons(result, main)
  const sections = conditions.map(({ condition, verdict, evidence, reasons }) => {
    const advice = reasons.filter(each => others.has(each)).map(each => adviceOf(each, result))
    return { condition, verdict, remarks: verdict === 'met' ? [evidence] : advice }
  })
  // Without a plan, the inputs or the event are wrong, so nothing was judged.
  const isJudged = conclusion !== 'skipped' && plan !== null
  // A reason of no condition, such as a failed read that decides nothing, has no section: it becomes a warning.
  const ofNoCondition = reasons.filter(each => isJudged && each.condition === null && others.has(each))
  return {
    icon: ICONS[conclusion],
    ...mainMessage,
    digest: requiresNothing ? otherFacts : facts,
    alsoKnown: [...(requiresNothing ? [] : tests), ...alsoKnownLines(result)],
    sections,
    warnings: [
      ...[...warnings, ...groupCheckWarnings(result)].map(text => ({ title: TITLE, text })),
      ...ofNoCondition.map(each => annotation(headlineOf(each, context), adviceOf(each, result))),
    ],
    finalAnnotations: finalAnnotationsOf(result, mainMessage),
    explanationPage: main === null || codesPage === null ? null : `${codesPage}#${main.code}`,
  }
}

/** @param mainFact the headline of a step that requires nothing; null for any other step */
function mainMessageOf(result: Result, main: Reason | null, mainFact: Message | null): MainMessage {
  const { cause: found, plan, verdict } = result
  const { conclusion, succeeds, reasons } = verdict
  if (mainFact !== null) {
    return { headline: mainFact, cause: found ? causeText(found) : '', remedy: found ? remedyOf(found, result) : '' }
  }
  if (conclusion === 'passed') return { headline: metHeadline(result), cause: '', remedy: '' }
  if (!main) return { headline: 'The step failed', cause: '', remedy: '' }
  const headline = failureHeadline(main, result)
  if (conclusion === 'skipped') return { headline, cause: main.message, remedy: '' }
  // Without a plan, each reason is a wrong input or event, and its message says what to do.
  if (plan === null) return { headline, cause: sentences(...reasons.map(each => each.message)), remedy: '' }
  const message = { headline, ...causeAndRemedy(main, result) }
  if (conclusion !== 'unknown' || !succeeds) return message
  const unchecked = say`The step succeeds unchecked, because ${code('on-unavailable')} is ${code('warn')}.`
  return { ...message, headline: say`${headline}; continuing`, remedy: sentences(message.remedy, unchecked) }
}

/** Codes whose message says no more than their headline. */
const SAID_BY_HEADLINE: readonly ReasonCode[] = [
  'cancelled',
  'queue-not-found',
  'queue-paused',
  'queue-draining',
  'queue-switching-modes',
]

/** Why it happened and what to do: by the cause that explains the main reason, else by the main reason. */
function causeAndRemedy(main: Reason, result: Result): Pick<Story, 'cause' | 'remedy'> {
  const { timedOut, waitTimeoutMs, context } = result
  const { cause: found } = main
  const explanation = found ? causeText(found) : main.message
  const outage = outageOf(main, result)
  if (outage) {
    // `warn` allows only a verdict that an outage made unknown. Here the conditions were not met before it, either.
    const despite = outage.isAllowed
      ? say`Even with ${code('on-unavailable: warn')} the step fails: its conditions were not met before the outage.`
      : ''
    return {
      cause: sentences(say`${outage.failure.message} The last complete answer: ${explanation}`, despite),
      remedy: `Run the job again when ${context?.source.name ?? 'the service'} is back.`,
    }
  }
  const ranOut = timedOut ? `The wait ran out after ${formatDuration(waitTimeoutMs)}.` : ''
  const isSaid = SAID_BY_HEADLINE.includes(main.code) && !found
  return { cause: sentences(isSaid ? '' : explanation, ranOut), remedy: remedyOf(found ?? main, result) }
}

function finalAnnotationsOf(result: Result, { headline, cause, remedy }: MainMessage): FinalAnnotation[] {
  const { verdict, plan, context } = result
  const { conclusion, succeeds, reasons } = verdict
  if (!succeeds && plan === null) {
    return reasons.map(each => ({ kind: 'error', ...annotation(headlineOf(each, context), each.message) }))
  }
  const whole = annotation(headline, sentences(cause, remedy) || say`${headline}.`)
  if (!succeeds) return [{ kind: 'error', ...whole }]
  if (conclusion === 'unknown') return [{ kind: 'warning', ...whole }]
  if (conclusion === 'skipped' || (conclusion === 'reported' && result.cause)) return [{ kind: 'notice', ...whole }]
  return []
}

function annotation(headline: Message, text: Message): Annotation {
  return { title: `${TITLE}: ${asWords(headline)}`, text }
}

/** Codes that say no more than that the verdict on a condition is unknown. */
const NOT_KNOWN_CODES: readonly ReasonCode[] = ['contradictory-answer', 'not-known', 'state-unknown']

function failureHeadline(main: Reason, result: Result): Message {
  const { context } = result
  if (outageOf(main, result)) return capitalised(fillNames('{source} stopped answering during the wait', context))
  const { code, condition, headline } = main
  if (headline !== undefined || condition === null || !NOT_KNOWN_CODES.includes(code)) return headlineOf(main, context)
  const words = fillNames(CONDITIONS[condition === 'not-submitted' ? 'submitted' : condition].headlineIfMet, context)
  return `Not known whether ${words.replace(/^(?:The|No)\b/, first => first.toLowerCase())}`
}

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
  const wasNeverSubmitted = condition === 'settled' && isAbsent(facts.pullRequest)
  const { headlineIfMet } = CONDITIONS[isMerged ? 'merged' : wasNeverSubmitted ? 'not-submitted' : condition]
  return capitalised(fillNames(headlineIfMet, context))
}

/** The verdict as a sentence, such as `ready is not met.`, then the remarks. */
export function sectionLine({ condition, verdict, remarks }: Section): Message {
  return sentences(`${condition} is ${verdict === 'unmet' ? 'not met' : verdict}.`, ...remarks)
}

/** A reason with its remedy, for a reader who sees nothing else. */
function adviceOf(reason: Reason, result: Result): Message {
  const { cause, message } = reason
  return sentences(cause ? causeText(cause) : message, remedyOf(cause ?? reason, result))
}

const SET_TIMEOUT = say`Set ${code('wait-timeout')} to wait for it, or run the job again later.`
const RAISE_TIMEOUT = say`Raise ${code('wait-timeout')}, or run the job again later.`

/** The remedy as a sentence. After the source stopped answering, waiting for longer is no remedy. */
function remedyOf({ remedy }: Pick<Reason, 'remedy'>, { waitTimeoutMs, outageAtEnd }: Result): Message {
  if (remedy !== JUST_WAIT) return remedy
  if (outageAtEnd) return ''
  return waitTimeoutMs > 0 ? RAISE_TIMEOUT : SET_TIMEOUT
}

/** The outage at the end of the wait; undefined for a reason on tests, because later polls read nothing about tests. */
function outageOf({ condition }: Reason, { outageAtEnd }: Result) {
  const isOfTests = condition === 'no-blocking-failures' || condition === 'quarantine-within-limits'
  return isOfTests ? undefined : outageAtEnd
}

/** By main reason: the reasons that are no news beside it. */
const IMPLIED: Partial<Record<ReasonCode, readonly ReasonCode[]>> = {
  'queue-not-found': ['contradictory-answer', 'queue-not-found'],
  'report-missing': ['test-crash', 'report-empty'],
  'report-malformed': ['test-crash', 'report-empty'],
  'required-status-failed': ['test-run-failed'],
}

/** The reasons to say beside the main one: each once, and none that says the same as the main one. */
function otherReasons({ facts, verdict: { conditions, reasons } }: Result, main: Reason | null): Set<Reason> {
  const said = new Set<unknown>(main ? [dedupeKey(main), ...(IMPLIED[main.code] ?? [])] : [])
  // The message of `blocking-failures` already says why the list of quarantined tests could not be read.
  if (main?.code === 'blocking-failures') said.add(failureIn(facts.quarantinedTests)?.code)
  const others = new Set<Reason>()
  for (const each of [...conditions.flatMap(({ reasons }) => reasons), ...reasons]) {
    const key = dedupeKey(each)
    if (said.has(key) || said.has(each.code)) continue
    said.add(key)
    others.add(each)
  }
  return others
}
