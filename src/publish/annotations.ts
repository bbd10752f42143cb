import { failedOf } from '../gate/quarantine/tests.ts'
import { headlineOf, type Reason } from '../gate/reasons.ts'
import { asText, asWords, type Message, say, sentences } from '../message.ts'
import type { Result } from './result.ts'
import { isTold, remedyOf, tellingOf } from './telling.ts'

/** One message, under a title of its own. */
export interface Annotation {
  title: string
  text: Message
}

const TITLE = 'Merge Queue Gate'

/** The errors: every bad input, or else the cause and its remedy. */
export function failuresOf(result: Result): Annotation[] {
  const { reasons } = result.verdict
  if (result.plan === null && reasons.length > 0) {
    return reasons.map(each => ({ title: titleOf(each, result), text: each.message }))
  }
  const { headline, cause, remedy } = tellingOf(result)
  // The title has the headline.
  const told = cause === '' && asText(remedy) === '' ? say`${headline}.` : cause
  return [{ title: titled(headline), text: sentences(told, remedy, unlistedTests(result)) }]
}

/** The failed tests that the cause does not name, because the list of quarantined tests is not known. */
function unlistedTests({ judged, verdict }: Result): Message {
  if (verdict.reasons[0]?.code !== 'blocking-failures') return ''
  const groups = judged?.groups.filter(({ entries }) => entries === null) ?? []
  return failedOf(groups.flatMap(({ excuses }) => excuses.blocking))
}

/** A skipped step is one of them. */
export function noticesOf({ verdict, notices }: Result): Annotation[] {
  const skipped = verdict.conclusion === 'skipped' ? verdict.reasons.map(({ message }) => message) : []
  return [...skipped, ...notices].map(text => ({ title: TITLE, text }))
}

/** Why a step goes on although it found nothing out, or null. */
export function continuedOf(result: Result): Annotation | null {
  const { conclusion, succeeds } = result.verdict
  if (!succeeds || conclusion !== 'unknown') return null
  const { headline, cause, remedy } = tellingOf(result)
  return { title: titled(headline), text: sentences(cause, remedy) }
}

/** Title of problems that don't decide. */
export function warningsOf(result: Result): Annotation[] {
  const { conclusion, succeeds, reasons } = result.verdict
  const given = result.warnings.map(text => ({ title: TITLE, text }))
  const [first, ...others] = reasons
  if (!first || conclusion === 'skipped' || result.plan === null) return given
  if (succeeds && conclusion === 'unknown') return given
  // The reason that fails the step is its error.
  const left = succeeds ? reasons : others.filter(each => !isTold(each, result))
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
