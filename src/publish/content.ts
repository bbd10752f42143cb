import { formatAge } from '../duration.ts'
import { plain } from '../escape.ts'
import type { Condition } from '../facts/conditions.ts'
import type { Queue } from '../facts/facts.ts'
import { isLive, positionOf } from '../facts/position.ts'
import { valueIn } from '../facts/reading.ts'
import { since } from '../facts/time.ts'
import { inWords } from '../facts/words.ts'
import { pullRequestIn, queueIn, shownRun } from '../gate/subject.ts'
import type { ConditionVerdict } from '../gate/verdict.ts'
import { code, firstOf, listOf, type Message, say } from '../message.ts'
import type { Result } from './result.ts'
import { count, ordinal, stateFor } from './wording.ts'

/** What came out, in the words of the log and of the summary.  */
export interface Headline {
  icon: string
  text: Message
}

export function headlineOf(result: Result): Headline {
  const { verdict } = result
  const open = (wanted: ConditionVerdict['verdict']) =>
    verdict.conditions.filter(each => each.verdict === wanted).map(({ condition }) => condition)
  switch (verdict.conclusion) {
    case 'passed':
      return { icon: '✅', text: say`Passed: ${names(open('met'))}` }
    case 'failed':
      return open('unmet').length > 0
        ? {
            icon: '⛔',
            text: say`Blocked: ${names(open('unmet'))} ${open('unmet').length === 1 ? 'is' : 'are'} not met`,
          }
        : { icon: '⛔', text: 'Could not start' }
    case 'unknown':
      return open('unknown').length > 0
        ? { icon: '❓', text: say`Unknown: ${names(open('unknown'))}${verdict.succeeds ? '; continuing' : ''}` }
        : { icon: '❓', text: `The service gave no usable answer${verdict.succeeds ? '; continuing' : ''}` }
    case 'reported':
      return { icon: '📋', text: contentOf(result) }
    case 'skipped':
      return { icon: '⏭️', text: 'Skipped: this event gets no secrets' }
    case 'cancelled':
      return { icon: '🚫', text: 'Cancelled' }
  }
}

/** With nothing required, what was found is the news. */
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

function names(conditions: readonly Condition[]): Message {
  return listOf(conditions.map(condition => code(condition)))
}

/** One line on the pull request and its place; null where it was not read. */
export function pullRequestLine({ context, facts, endedAt }: Result): string | null {
  const number = context?.pullRequest?.value
  if (number === undefined) return null
  if (facts.pullRequest.kind === 'absent') return `#${number} was never submitted to the queue`
  const pr = pullRequestIn(facts, context)
  if (!pr) return null
  const queue = queueIn(facts, context)
  return `#${number}: ${stateFor(pr, endedAt)}${pr.submitted ? '' : ', not in the queue'}${queue ? placeOf(queue, number) : ''}`
}

/** One line on the queue; null where it was not read. */
export function queueLine({ facts, context }: Result): string | null {
  const branch = plain(context?.targetBranch?.value ?? '', 120)
  if (facts.queue.kind === 'absent') return `${branch} has no queue`
  const queue = queueIn(facts, context)
  if (!queue) return null
  const entries = queue.entries && ` with ${count(queue.entries.filter(isLive).length, 'entry', 'entries')}`
  return `The queue of ${branch} is ${inWords(queue.state)}${entries ?? ''}`
}

/** One line on the test run; null where it was not read, or is that of another commit. */
export function testRunLine({ facts, context, endedAt }: Result): Message | null {
  const testRun = shownRun(facts, context)
  const id = plain(context?.testRunId?.value ?? testRun?.id ?? '', 60)
  if (facts.testRun.kind === 'absent' && context?.testRunId) return `The service knows no test run ${id}`
  if (!testRun) return null
  const pullRequests = testRun.pullRequests ?? []
  const tested = pullRequests.length === 0 ? '' : say` of ${firstOf(pullRequests, 5, ({ number }) => `#${number}`)}`
  const running = since(testRun.createdAt, endedAt)
  const age = running === null ? '' : `, started ${formatAge(running)} ago`
  return say`Test run ${id}${tested}: ${testRun.status === null ? 'no status' : inWords(testRun.status)}${age}`
}

/** One line on the quarantined tests; null where they were not read. */
export function quarantinedLine({ facts }: Result): string | null {
  const list = valueIn(facts.quarantinedTests)
  if (!list) return null
  return `${list.partial === null ? '' : 'At least '}${count(list.tests.length, 'quarantined test', 'quarantined tests')}`
}

function placeOf(queue: Queue, number: number): string {
  const position = positionOf(queue, number)
  return position === null ? '' : `, ${ordinal(position)} of ${queue.entries?.length}`
}
