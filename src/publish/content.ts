import { doubtAbout, inWords, isOver, type Member, type TestRun } from '../facts/facts.ts'
import { isLive, positionOf } from '../facts/position.ts'
import { isAbsent, valueIn } from '../facts/reading.ts'
import { says } from '../gate/states.ts'
import { pullRequestIn, queueIn, shownRun } from '../gate/subject.ts'
import type { Result } from '../result.ts'
import { formatAge } from '../text/duration.ts'
import { plain } from '../text/escape.ts'
import { firstOf, type Message, say } from '../text/message.ts'
import { count, ordinal } from './wording.ts'

/** The state of the pull request, without ages: `#42 is being tested, 3rd of 9`; null if it is not known. */
export function pullRequestLine(result: Result): string | null {
  const { context, facts } = result
  const number = context?.pullRequest?.value
  if (!context || number === undefined) return null
  if (isAbsent(facts.pullRequest)) {
    return isAbsent(facts.queue) ? null : `#${number} was never submitted to the queue`
  }
  const pr = pullRequestIn(facts, context)
  if (!pr || contradicts(result, 'pull-request', 'place')) return null
  // Outside the queue, it makes no difference whether a pull request is ready.
  if (pr.state === 'not_ready' && !pr.submitted) return `#${number} is not in the queue`
  return `#${number} ${says(pr, context.source)}${pr.submitted || isOver(pr.state) ? '' : ', and is not in the queue'}${placeOf(result)}`
}

/** True if the answers contradict each other about one of these parts. */
export function contradicts({ verdict }: Pick<Result, 'verdict'>, ...members: Member[]): boolean {
  return doubtAbout(verdict.doubts, ...members) !== null
}

/** The place of the pull request and GitHub's estimate; null unless the answer about it has both. */
export function placeLine({ facts, context }: Result): string | null {
  const { number, position, estimatedSeconds } = pullRequestIn(facts, context) ?? {}
  if (!position || !estimatedSeconds) return null
  return `#${number} is ${ordinal(position)} in the queue; GitHub estimates ${formatAge(estimatedSeconds * 1000)} until it merges`
}

/** The age of the facts if the wait ended in an outage; else null. */
export function outageLine({ outageAtEnd, context }: Result): string | null {
  if (!outageAtEnd) return null
  return `The last complete answer of ${context?.source.name ?? 'the service'} is ${formatAge(outageAtEnd.lastsMs)} old`
}

/** The pull request's position, between `before` and `after`; empty if it has no position. */
function placeOf({ context, facts }: Result, before = ', ', after = ''): string {
  const queue = queueIn(facts, context)
  const number = context?.pullRequest?.value
  const position = queue && number !== undefined ? positionOf(queue, number) : null
  return position === null ? '' : `${before}${ordinal(position)} of ${queue?.entries?.length}${after}`
}

/** One line on the queue; null if it was not read. */
export function queueLine({ facts, context }: Result): string | null {
  const branch = plain(context?.targetBranch?.value ?? '', 120)
  if (isAbsent(facts.queue)) return `${branch} has no queue`
  const queue = queueIn(facts, context)
  if (!queue) return null
  const entries = queue.entries && ` with ${count(queue.entries.filter(isLive).length, 'entry', 'entries')}`
  if (queue.state === null) return `${branch} has a queue${entries ?? ''}`
  return `The queue of ${branch} is ${inWords(queue.state)}${entries ?? ''}`
}

/** One line on the test run; null if none was read for this commit, or its status is contradictory. */
export function testRunLine(result: Result): Message | null {
  const { facts, explanation, context } = result
  if (isAbsent(facts.testRun) && context?.testRunId) return 'The test run was not found'
  const testRun = shownRun(facts, explanation, context)
  if (!testRun || contradicts(result, 'test-run')) return null
  const pullRequests = testRun.pullRequests ?? []
  const tested = pullRequests.length === 0 ? '' : say` of ${firstOf(pullRequests, 5, ({ number }) => `#${number}`)}`
  if (testRun.undecided) return say`The outcome of the test run${tested} is not known`
  return say`The test run${tested} ${stallOf(testRun, result) ?? statusInWords(testRun.status)}`
}

/** What holds up a merge group's run that counts as in progress, worded to follow its name; null if unknown. */
export function stallOf(testRun: TestRun, { facts, context, cause }: Result): string | null {
  if (context?.source.testsOn !== 'merge-group' || testRun.status !== 'in_progress') return null
  const isOut = pullRequestIn(facts, context)?.submitted === false
  if (testRun.reportedIsWhole && testRun.reported.length === 0) return isOut ? 'had no check' : 'has no check yet'
  if (isOut) return 'did not finish'
  const isMissing = cause?.code === 'required-status-missing'
  return isMissing ? 'waits for a check that nothing reports' : null
}

function statusInWords(status: string | null): string {
  if (status === null) return 'has no status'
  if (status === 'succeeded' || status === 'failed') return status
  if (status === 'cancelled') return 'was cancelled'
  return status === 'in_progress' ? 'is still in progress' : `is ${inWords(status)}`
}

/** One line on the quarantined tests; null if none of their list was read. */
export function quarantinedLine({ facts }: Result): string | null {
  const list = valueIn(facts.quarantinedTests)
  if (!list || (list.partial !== null && list.tests.length === 0)) return null
  return `${list.partial === null ? '' : 'At least '}${count(list.tests.length, 'quarantined test', 'quarantined tests')}`
}
