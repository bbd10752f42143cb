import { formatDuration } from '../duration.ts'
import type { Reason, ReasonCode } from '../gate/reasons.ts'
import { asText, code, distinct, type Message, say, sentences } from '../message.ts'
import { explanationOf, isExplained } from './diagnosis.ts'
import type { Result } from './result.ts'
import { count } from './wording.ts'

/** What becomes an annotation: one message, under a title that tells it apart from the others of the step. */
export interface Annotation {
  title: string
  text: Message
}

/** What fails the step: every bad input, else the main reason with what to do. */
export function failuresOf(result: Result): Annotation[] {
  const { reasons } = result.verdict
  const [first] = reasons
  if (!first) return [{ title: TITLE, text: 'The step failed.' }]
  if (result.plan === null) return reasons.map(each => ({ title: titleOf(each), text: each.message }))
  // What the same cause explains is no further reason.
  const own = reasons.filter(({ code }) => !(isExplained(code, result) && isExplained(first.code, result)))
  const others = distinct([first, ...own].map(({ message }) => message)).length - 1
  const more = others === 0 ? '' : ` (${count(others, 'more reason', 'more reasons')} in the job summary)`
  return [{ title: titleOf(first), text: say`${told(first, result)}${more}` }]
}

/** What people should know; that the step was skipped among it. */
export function noticesOf({ verdict, notices }: Result): Annotation[] {
  const skipped = verdict.conclusion === 'skipped' ? verdict.reasons.map(({ message }) => message) : []
  return [...skipped, ...notices].map(text => ({ title: TITLE, text }))
}

/** What is wrong and does not decide; an outage that is allowed is one message. */
export function warningsOf(result: Result): Annotation[] {
  const { conclusion, succeeds, reasons } = result.verdict
  const given = result.warnings.map(text => ({ title: TITLE, text }))
  const [first, ...others] = reasons
  if (!first || conclusion === 'skipped' || result.plan === null) return given
  if (succeeds && conclusion === 'unknown') {
    const text = say`${first.message} The step continues, because ${code('on-unavailable')} is ${code('warn')}.`
    return [...given, { title: titleOf(first), text }]
  }
  // What fails the step is told as its error.
  const left = succeeds ? reasons : others.filter(({ message }) => asText(message) !== asText(first.message))
  const beside = left.filter(({ condition }) => condition === null)
  const told = beside.map(each => ({ title: titleOf(each), text: sentences(each.message, each.remedy) }))
  return [...given, ...new Map(told.map(each => [asText(each.text), each])).values()]
}

const TITLE = 'Merge Queue Gate'

function titleOf({ code }: Reason): string {
  return `${TITLE}: ${code.replaceAll('-', ' ')}`
}

/** The reason with what to do, or the cause where that is known better. Where the wait ran out, that is what it says. */
function told(reason: Reason, result: Result): Message {
  const { timedOut, context, facts, startedAt, endedAt } = result
  const cause = explanationOf(reason.code, result)
  const because =
    cause && say`${cause.certainty === 'certain' ? '' : 'Possible cause: '}${sentences(cause.message, cause.remedy)}`
  if (!timedOut) {
    if (cause === null) return sentences(reason.message, reason.remedy)
    return cause.certainty === 'certain' ? (because ?? '') : say`${reason.message} ${because ?? ''}`
  }
  const after = formatDuration(endedAt - startedAt)
  const still = STILL[reason.code]
  const number = context?.pullRequest?.value
  if (still === undefined || number === undefined) {
    const ranOut = `The wait ran out after ${after}.`
    // A certain cause says what the reason says, and more.
    if (cause?.certainty === 'certain') return sentences(cause.message, ranOut, cause.remedy)
    return sentences(reason.message, ranOut, because ?? reason.remedy)
  }
  const isAbsent = reason.code === 'not-submitted' && facts.pullRequest.kind === 'absent'
  const remedy = isAbsent
    ? 'Submit it to the queue, and run the job again.'
    : say`Raise ${code('wait-timeout')}, or run the job again later.`
  return say`#${number} was still ${still} after ${after}. ${because ?? remedy}`
}

/** What a pull request was at the end of the wait, by the reason. */
const STILL: Partial<Record<ReasonCode, string>> = {
  'state-not-ready': 'not ready',
  'state-pending': 'waiting for a free place to be tested',
  'state-testing': 'testing',
  'state-tests-passed': 'waiting to be merged',
  'state-pending-failure': 'held after a failure whose cause may lie ahead of it',
  'still-submitted': 'in the queue',
  'not-submitted': 'not in the queue',
}
