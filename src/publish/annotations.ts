import { failedOf } from '../gate/quarantine/blocking.ts'
import { headlineOf, type Reason } from '../gate/reasons.ts'
import type { Result } from '../result.ts'
import { asText, asWords, type Message, say, sentences } from '../text/message.ts'
import { isAlreadySaid, remedyOf, storyOf } from './story.ts'

/** A message with its title. */
export interface Annotation {
  title: string
  text: Message
}

const TITLE = 'Merge Queue Gate'

/** The errors of a failed step: one for each wrong input, else a single one with cause and remedy. */
export function failuresOf(result: Result): Annotation[] {
  const { reasons } = result.verdict
  if (result.plan === null && reasons.length > 0) {
    return reasons.map(each => ({ title: titleOf(each, result), text: each.message }))
  }
  const { headline, cause, remedy } = storyOf(result)
  // The title already says the headline, so the text repeats it only if there is nothing else to say.
  const told = cause === '' && asText(remedy) === '' ? say`${headline}.` : cause
  return [{ title: titled(headline), text: sentences(told, remedy, unlistedTests(result)) }]
}

/** The names of the blocking tests, if the cause lacks them because the list of quarantined tests is not known. */
function unlistedTests({ judged, verdict }: Result): Message {
  if (verdict.reasons[0]?.code !== 'blocking-failures' || !judged || judged.entries !== null) return ''
  return failedOf(judged.excuses.blocking)
}

/** The notices of the step; if it was skipped, the reason comes first. */
export function noticesOf({ verdict, notices }: Result): Annotation[] {
  const skipped = verdict.conclusion === 'skipped' ? verdict.reasons.map(({ message }) => message) : []
  return [...skipped, ...notices].map(text => ({ title: TITLE, text }))
}

/** The warning of a step that succeeds although its verdict is unknown; null for any other step. */
export function continuedOf(result: Result): Annotation | null {
  const { conclusion, succeeds } = result.verdict
  if (!succeeds || conclusion !== 'unknown') return null
  const { headline, cause, remedy } = storyOf(result)
  return { title: titled(headline), text: sentences(cause, remedy) }
}

/** The result's own warnings, then the reasons of no condition, unless the step's error tells them. */
export function warningsOf(result: Result): Annotation[] {
  const { conclusion, succeeds, reasons } = result.verdict
  const given = result.warnings.map(text => ({ title: TITLE, text }))
  const [first, ...others] = reasons
  if (!first || conclusion === 'skipped' || result.plan === null) return given
  if (succeeds && conclusion === 'unknown') return given
  // The error of a failed step tells the first reason.
  const left = succeeds ? reasons : others.filter(each => !isAlreadySaid(each, result))
  const beside = left.filter(({ condition }) => condition === null)
  const told = beside.map(each => ({
    title: titleOf(each, result),
    text: sentences(each.message, remedyOf(each, result)),
  }))
  return [...given, ...new Map(told.map(each => [asText(each.text), each])).values()]
}

function titleOf(reason: Reason, { context }: Result): string {
  return titled(headlineOf(reason, context))
}

function titled(headline: Message): string {
  return `${TITLE}: ${asWords(headline)}`
}
