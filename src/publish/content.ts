import { formatAge } from '../duration.ts'
import { plain } from '../escape.ts'
import type { Queue } from '../facts/facts.ts'
import { isLive, positionOf } from '../facts/position.ts'
import { valueIn } from '../facts/reading.ts'
import { since } from '../facts/time.ts'
import { firstOf, inWords } from '../facts/words.ts'
import { pullRequestIn, queueIn, shownRun } from '../gate/subject.ts'
import type { Result } from './result.ts'
import { count, ordinal, stateFor } from './wording.ts'

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
export function testRunLine({ facts, context, endedAt }: Result): string | null {
  const testRun = shownRun(facts, context)
  const id = plain(context?.testRunId?.value ?? testRun?.id ?? '', 60)
  if (facts.testRun.kind === 'absent' && context?.testRunId) return `The service knows no test run ${id}`
  if (!testRun) return null
  const pullRequests = testRun.pullRequests ?? []
  const tested = pullRequests.length === 0 ? '' : ` of ${firstOf(pullRequests, 5, ({ number }) => `#${number}`)}`
  const running = since(testRun.createdAt, endedAt)
  const age = running === null ? '' : `, started ${formatAge(running)} ago`
  return `Test run ${id}${tested}: ${testRun.status === null ? 'no status' : inWords(testRun.status)}${age}`
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
