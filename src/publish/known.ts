import { short } from '../facts/commit.ts'
import type { Plan, RunContext } from '../facts/context.ts'
import {
  type CallRecord,
  type Condition,
  inWords,
  isAbsent,
  isLive,
  isOver,
  positionOf,
  type TestRun,
  valueIn,
} from '../facts/facts.ts'
import { pullRequestIn, queueIn, says, shownRun } from '../gate/subject.ts'
import { isDoubted, type Result } from '../result.ts'
import { formatAge, formatDuration } from '../text/duration.ts'
import { plain } from '../text/escape.ts'
import { count, firstOf, type Message, say, sentences } from '../text/message.ts'
import { groupChecksLine } from './merge-group-checks.ts'

/** What was read, a line each, but for what the headline says. */
export function digestOf(result: Result): Message[] {
  return result.verdict.conclusion === 'reported' ? contents(result).slice(1) : linesBeside(result)
}

/** What else is known: the tests, a cause that explains no reason, how old the facts are after an outage. */
export function knownLines(result: Result): Message[] {
  const { verdict, cause, tests } = result
  const isTold = verdict.conclusion === 'reported' || verdict.reasons.some(each => each.cause === cause)
  const isHeadline = verdict.conclusion === 'reported' && tests?.line != null
  return [
    ...(tests?.line == null || isHeadline ? [] : [tests.line]),
    ...(cause && !isTold ? [sentences(cause.message, ...cause.evidence)] : []),
    ...outageLine(result),
  ]
}

/** All that was read, a line each, the most important first: it is the headline of a step that requires nothing. */
export function contents(result: Result): Message[] {
  const headline = result.verdict.doubts.find(doubt => doubt.headline !== undefined)?.headline
  return [
    result.tests?.line ?? null,
    pullRequestLine(result),
    headline ?? null,
    testRunLine(result),
    queueLine(result),
    quarantinedLine(result),
    groupChecksLine(result),
  ].filter(line => line !== null)
}

/** What the headline of a step with conditions does not say: it tells a missing queue, and how a stay ended. */
function linesBeside(result: Result): Message[] {
  const { facts, context, verdict } = result
  const hasNoQueue = verdict.reasons[0]?.code === 'queue-not-found'
  const isIn = pullRequestIn(facts, context)?.submitted === true
  return [
    isIn && !hasNoQueue ? pullRequestLine(result) : null,
    hasNoQueue ? null : queueLine(result),
    testRunLine(result),
    quarantinedLine(result),
  ].filter(line => line !== null)
}

/** The state of the pull request, without ages: `#42 is being tested, place 3 of 9`; null if it is not known. */
export function pullRequestLine(result: Result): string | null {
  const { context, facts } = result
  const number = context?.pullRequest?.value
  if (!context || number === undefined) return null
  if (isAbsent(facts.pullRequest)) {
    return isAbsent(facts.queue) ? null : `#${number} was never submitted to the queue`
  }
  const pr = pullRequestIn(facts, context)
  if (!pr || isDoubted(result, 'pull-request', 'place')) return null
  // Outside the queue, it makes no difference whether a pull request is ready.
  if (pr.state === 'not_ready' && !pr.submitted) return `#${number} is not in the queue`
  return `#${number} ${says(pr, context.source)}${pr.submitted || isOver(pr.state) ? '' : ', and is not in the queue'}${placeOf(result)}`
}

/** The place of the pull request in the queue, after a comma; empty if it has none. */
function placeOf({ context, facts }: Result): string {
  const queue = queueIn(facts, context)
  const pr = pullRequestIn(facts, context)
  const listed = queue && pr ? positionOf(queue, pr.number) : null
  if (listed !== null) return `, place ${listed} of ${queue?.entries?.length}`
  return pr?.position ? `, place ${pr.position} in the queue` : ''
}

/** The age of the facts if the wait ended in an outage. */
function outageLine({ outageAtEnd, context }: Result): string[] {
  if (!outageAtEnd) return []
  return [
    `The last complete answer of ${context?.source.name ?? 'the service'} is ${formatAge(outageAtEnd.lastsMs)} old`,
  ]
}

/** One line on the queue; null if it was not read. */
export function queueLine({ facts, context }: Result): string | null {
  const branch = plain(context?.targetBranch?.value ?? '', 120)
  if (isAbsent(facts.queue)) return `${branch} has no queue`
  const queue = queueIn(facts, context)
  // Of some queues nothing is known but that they exist.
  if (!queue || (queue.state === null && queue.entries === null)) return null
  const entries = queue.entries && ` with ${count(queue.entries.filter(isLive).length, 'entry', 'entries')}`
  if (queue.state === null) return `${branch} has a queue${entries ?? ''}`
  return `The queue of ${branch} is ${inWords(queue.state)}${entries ?? ''}`
}

/** One line on the test run; null if none was read for this commit, or its status is contradictory. */
export function testRunLine(result: Result): Message | null {
  const { facts, explanation, context } = result
  if (isAbsent(facts.testRun) && context?.testRunId) return 'The test run was not found'
  const testRun = shownRun(facts, explanation, context)
  if (!testRun || isDoubted(result, 'test-run')) return null
  const pullRequests = testRun.pullRequests ?? []
  const tested = pullRequests.length === 0 ? '' : say` of ${firstOf(pullRequests, 5, ({ number }) => `#${number}`)}`
  if (testRun.undecided) return say`The outcome of the test run${tested} is not known`
  return say`The test run${tested} ${statusInWords(testRun, result)}`
}

/** The status of a run, worded to follow its name. */
export function statusInWords(run: TestRun, result: Result): string {
  const { status } = run
  if (status === null) return 'has no status'
  if (status === 'succeeded' || status === 'failed') return status
  if (status === 'cancelled') return 'was cancelled'
  return stallOf(run, result) ?? (status === 'in_progress' ? 'is still in progress' : `is ${inWords(status)}`)
}

/** What holds up a merge group's run that counts as in progress; null if unknown. */
function stallOf(run: TestRun, { facts, context, cause }: Result): string | null {
  if (context?.source.testsOn !== 'merge-group' || run.status !== 'in_progress') return null
  const isOut = pullRequestIn(facts, context)?.submitted === false
  if (run.reportedIsWhole && run.reported.length === 0) return isOut ? 'had no check' : 'has no check yet'
  if (isOut) return 'did not finish'
  return cause?.code === 'required-status-missing' ? 'waits for a check that nothing reports' : null
}

/** One line on the quarantined tests; null if none of their list was read. */
export function quarantinedLine({ facts }: Result): string | null {
  const list = valueIn(facts.quarantinedTests)
  if (!list || (list.partial !== null && list.tests.length === 0)) return null
  return `${list.partial === null ? '' : 'At least '}${count(list.tests.length, 'quarantined test', 'quarantined tests')}`
}

/** The most columns of the first line; GitHub's view of the log wraps a longer one. */
const WIDTH = 120

/** The first line of the log: what this run is about, what it reads (first the `files`), what it requires. */
export function aboutLine(
  context: RunContext,
  plan: Plan,
  require: readonly Condition[],
  files: readonly string[] = [],
): string {
  const { pullRequest, targetBranch, testRunId, headSha, branchNumbers } = context
  const tested = branchNumbers.length === 0 ? '' : ` of ${branchNumbers.map(number => `#${number}`).join(', ')}`
  const branch = targetBranch ? plain(targetBranch.value, 40) : context.askForBranch ? 'unknown branch' : 'no branch'
  const subject = pullRequest
    ? `#${pullRequest.value} → ${branch}`
    : testRunId && context.kind === 'test-branch'
      ? `Test run${tested} → ${branch}`
      : branch
  const head = headSha ? ` at ${short(headSha)}` : ''
  const source = plan.reads.length > 0 ? ` · ${context.source.label}` : ''
  const line = `${subject}${head}${source} · reads ${[...files, ...plan.reads].join(', ') || 'nothing'} · requires ${require.join(', ') || 'nothing'}`
  return plain(line, WIDTH)
}

/** The details of the first line; each says where it comes from. */
export function contextLines(context: RunContext, plan: Plan, require: readonly Condition[]): string[] {
  const { pullRequest, targetBranch, repository, testRunId, headSha } = context
  const { host, owner, name } = repository.value
  const branch = targetBranch ? `${plain(targetBranch.value, 200)} (${targetBranch.from})` : 'none'
  return [
    `Repository: ${host}/${owner}/${name} (${repository.from})`,
    `Pull request: ${pullRequest ? `#${pullRequest.value} (${pullRequest.from})` : 'none'}`,
    `Target branch: ${targetBranch === null && context.askForBranch ? 'not known (GitHub)' : branch}`,
    `Commit: ${headSha ? `${short(headSha)} (event)` : 'none'}`,
    `Test run: ${testRunId ? `${plain(testRunId.value, 200)} (${testRunId.from})` : 'none'}`,
    `Reads: ${plan.reads.join(', ') || 'nothing'} (${plan.from === 'auto' ? 'default' : 'input'})`,
    `Requires: ${require.join(', ') || 'nothing'} (${require.length > 0 ? 'input' : 'default'})`,
  ]
}

/** One line on a call: `getQueue: 200 in 0.1 s, request abc`. */
export function callLine({ operation, status, attempts, elapsedMs, requestId }: CallRecord): string {
  const tries = attempts === 1 ? '' : ` after ${attempts} tries`
  const request = requestId === null ? '' : `, request ${requestId}`
  return `${operation}: ${status ?? 'no answer'} in ${formatDuration(elapsedMs)}${tries}${request}`
}
