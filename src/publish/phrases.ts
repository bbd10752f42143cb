import { formatDuration } from '../duration.ts'
import { plain } from '../escape.ts'
import type { Condition } from '../facts/conditions.ts'
import type { PullRequest, Queue } from '../facts/facts.ts'
import { isLive, positionOf } from '../facts/position.ts'
import { since } from '../facts/time.ts'
import type { Reason } from '../gate/reasons.ts'
import { pullRequestIn, queueIn } from '../gate/subject.ts'
import type { ConditionVerdict } from '../gate/verdict.ts'
import type { Result } from './result.ts'

/** What came out, in the words of the log, the summary and the failure message. Plain text, already inert. */
export interface Headline {
  icon: string
  text: string
}

export function headlineOf({ verdict }: Result): Headline {
  const open = (wanted: ConditionVerdict['verdict']) =>
    verdict.conditions.filter(each => each.verdict === wanted).map(({ condition }) => condition)
  switch (verdict.conclusion) {
    case 'passed':
      return { icon: '✅', text: `May go on: ${listed(open('met'))}` }
    case 'failed':
      return open('unmet').length > 0
        ? { icon: '⛔', text: `Held back: ${notYet(open('unmet'))}` }
        : { icon: '⛔', text: 'Could not start' }
    case 'unknown':
      return open('unknown').length > 0
        ? {
            icon: '❔',
            text: `Not known: ${listed(open('unknown'))}${verdict.succeeds ? ', and the step goes on' : ''}`,
          }
        : { icon: '❔', text: 'The service gave no usable answer' }
    case 'reported':
      return { icon: '📋', text: 'Report only: nothing was required' }
    case 'skipped':
      return { icon: '⏭️', text: 'Skipped: this event has no secrets' }
    case 'cancelled':
      return { icon: '🚫', text: 'Cancelled' }
  }
}

/** What fails the step, a line each: every bad input, else the most telling reason with what to do. */
export function failuresOf(result: Result): string[] {
  const { reasons } = result.verdict
  const [first, ...others] = reasons
  if (!first) return ['The step failed.']
  if (result.plan === null) return reasons.map(({ message }) => message)
  const more = others.length === 0 ? '' : ` (${count(others.length, 'more reason', 'more reasons')} in the job summary)`
  const waited = result.timedOut ? ` The wait ran out after ${formatDuration(result.endedAt - result.startedAt)}.` : ''
  return [`${sentence(first, result)}${waited} ${first.remedy}${more}`]
}

/** What people should know, a line each; that the step was skipped among it. */
export function noticesOf({ verdict, notices }: Result): string[] {
  const skipped = verdict.conclusion === 'skipped' ? verdict.reasons.map(({ message }) => message) : []
  return [...skipped, ...notices]
}

/** What is wrong and does not decide, a line each; an outage that is allowed is one line. */
export function warningsOf(result: Result): string[] {
  const { conclusion, succeeds, reasons } = result.verdict
  const [first, ...others] = reasons
  if (!first || conclusion === 'skipped' || result.plan === null) return result.warnings
  if (succeeds && conclusion === 'unknown') {
    return [
      ...result.warnings,
      `${sentence(first, result)} The step continues, because \`on-unavailable\` is \`warn\`.`,
    ]
  }
  const beside = (succeeds ? reasons : others).filter(({ condition }) => condition === null)
  return [...result.warnings, ...new Set(beside.map(({ message, remedy }) => `${message} ${remedy}`))]
}

/** A reason with the condition and the pull request that it is about: `ready is unmet for #42: …`. */
export function sentence(reason: Reason, { verdict, context }: Result): string {
  const condition = verdict.conditions.find(each => each.condition === reason.condition)
  if (!condition) return reason.message
  const subject =
    aboutPullRequest(condition.condition) && context?.pullRequest ? ` for #${context.pullRequest.value}` : ''
  return `${condition.condition} is ${condition.verdict}${subject}: ${reason.message}`
}

/** The state of a pull request with how long it has been in it: `testing for 12 m`. */
export function stateFor(submission: Pick<PullRequest, 'state' | 'stateChangedAt'>, now: number): string {
  const state = submission.state === null ? 'in no known state' : plain(submission.state, 60)
  const time = since(submission.stateChangedAt, now)
  return time === null ? state : `${state} for ${formatDuration(time)}`
}

/** One line on the pull request and its place; null where it was not read. */
export function pullRequestLine(result: Result): string | null {
  const number = result.context?.pullRequest?.value
  if (number === undefined) return null
  const { pullRequest } = result.facts
  if (pullRequest.kind === 'absent') return `#${number} was never submitted to the queue`
  const pr = pullRequestIn(result.facts, result.context)
  if (!pr) return null
  const queue = queueIn(result.facts, result.context)
  const place = queue ? placeOf(queue, number) : ''
  return `#${number} is ${stateFor(pr, result.endedAt)}${pr.submitted ? '' : ', not in the queue'}${place}`
}

/** One line on the queue; null where it was not read. */
export function queueLine({ facts, context }: Result): string | null {
  const branch = plain(context?.targetBranch?.value ?? '', 120)
  if (facts.queue.kind === 'absent') return `${branch} has no queue`
  const queue = queueIn(facts, context)
  return (
    queue &&
    `The queue of ${branch} is ${plain(queue.state, 60)} with ${count(queue.entries.filter(isLive).length, 'entry', 'entries')}`
  )
}

/** A number with its noun: `1 entry`, `4,312 entries`. */
export function count(amount: number, one: string, many: string): string {
  return `${grouped(amount)} ${amount === 1 ? one : many}`
}

/** Thousands set apart. Intl would do it too, and take longer to load than all the rest of a run. */
export function grouped(amount: number): string {
  return String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** `1st`, `2nd`, `3rd`, `4th`, `11th`. */
export function ordinal(place: number): string {
  const teen = Math.floor(place / 10) % 10 === 1
  return `${place}${(teen ? undefined : ['th', 'st', 'nd', 'rd'][place % 10]) ?? 'th'}`
}

function placeOf(queue: Queue, number: number): string {
  const position = positionOf(queue, number)
  return position === null ? '' : `, ${ordinal(position)} of ${queue.entries.length}`
}

function aboutPullRequest(condition: Condition): boolean {
  return !condition.startsWith('queue-') && condition !== 'test-run-succeeded'
}

/** `a`, `a and b`, `a, b and c`. */
function listed(conditions: Condition[]): string {
  return conditions.join(', ').replace(/, ([^,]*)$/, ' and $1')
}

function notYet(conditions: Condition[]): string {
  return `${listed(conditions)} ${conditions.length === 1 ? 'does' : 'do'} not hold`
}
