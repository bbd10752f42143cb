import {
  type AnswerPart,
  findDoubt,
  inWords,
  isAbsent,
  isEndState,
  isLive,
  positionOf,
  type TestRun,
  valueIn,
} from '../facts/facts.ts'
import { gapInRequiredChecks, summaryOfChecks } from '../gate/queue.ts'
import { wholeCause } from '../gate/reasons.ts'
import { pullRequestIn, queueIn, shownRun, stateInWords } from '../gate/subject.ts'
import type { Result } from '../result.ts'
import { formatAge } from '../text/duration.ts'
import { asWords, code, count, firstOf, grouped, link, type Message, plain, say } from '../text/message.ts'

/** What was read, a line each, the most important first; of a step with conditions, what its headline does not say. */
export function factLines(result: Result): Message[] {
  const { facts, context, verdict } = result
  const isReport = verdict.conclusion === 'reported'
  const checks = valueIn(facts.mergeGroupChecks)
  // Of a step with conditions, the headline tells a missing queue, and how a stay ended.
  const hasNoQueue = !isReport && verdict.reasons[0]?.code === 'queue-not-found'
  const isNews = isReport || (!hasNoQueue && pullRequestIn(facts, context)?.submitted === true)
  const doubt = verdict.doubts.find(({ headline }) => headline !== undefined)
  return [
    isNews ? pullRequestLine(result) : null,
    isReport ? (doubt?.headline ?? null) : null,
    testRunLine(result),
    hasNoQueue ? null : queueLine(result),
    quarantinedLine(result),
    isReport && checks ? summaryOfChecks(checks) : null,
  ].filter(line => line !== null)
}

/** The state of the pull request, without ages: `#42 is being tested, place 3 of 9`; null if it is not known. */
export function pullRequestLine(result: Result): string | null {
  const { context, facts } = result
  if (!context?.pullRequest) return null
  const number = context.pullRequest
  if (isAbsent(facts.pullRequest)) {
    return isAbsent(facts.queue) ? null : `#${number} was never submitted to the queue`
  }
  const pr = pullRequestIn(facts, context)
  if (!pr || isDoubted(result, 'pull-request', 'pull-request-state')) return null
  // Outside the queue, it makes no difference whether a pull request is ready.
  if (pr.state === 'not_ready' && !pr.submitted) return `#${number} is not in the queue`
  const place = placeIn(result)
  const where = pr.submitted || isEndState(pr.state) ? '' : ', and is not in the queue'
  return `#${number} ${stateInWords(pr, context.source)}${where}${place === null ? '' : `, ${place}`}`
}

/** The place of the pull request in the queue: `place 3 of 9`, or `place 3 in the queue`; null if it has none. */
export function placeIn({ context, facts }: Result): string | null {
  const queue = queueIn(facts, context)
  const pr = pullRequestIn(facts, context)
  const listed = queue && pr ? positionOf(queue, pr.number) : null
  if (listed !== null) return `place ${grouped(listed)} of ${grouped(queue?.entries?.length ?? 0)}`
  return pr?.position ? `place ${grouped(pr.position)} in the queue` : null
}

/** One line on the queue; null if it was not read. */
export function queueLine({ facts, context }: Result): string | null {
  const branch = plain(context?.targetBranch ?? '', 120)
  if (isAbsent(facts.queue)) return `${branch} has no queue`
  const queue = queueIn(facts, context)
  // Of some queues nothing is known but that they exist.
  if (!queue?.state) return null
  const entries = queue.entries && ` with ${count(queue.entries.filter(isLive).length, 'entry', 'entries')}`
  return `The queue of ${branch} is ${inWords(queue.state)}${entries ?? ''}`
}

/** One line on the test run; null if none was read for this commit, or its status is contradictory. */
export function testRunLine(result: Result): string | null {
  const { facts, explanation, context } = result
  if (isAbsent(facts.testRun) && context?.testRunId) return 'The test run was not found'
  const run = shownRun(facts, explanation, context)
  return run && !isDoubted(result, 'test-run') ? asWords(runInWords(run, result)) : null
}

/** A test run and its status: `The test run of #42 succeeded`. */
export function runInWords(run: TestRun, result: Result): Message {
  const numbers = firstOf(run.pullRequests ?? [], 5, ({ number, url }) => link(`#${number}`, url))
  const of = run.pullRequests?.length ? say` of ${numbers}` : ''
  if (run.undecided) return say`The outcome of the test run${of} is not known`
  return say`The test run${of} ${statusInWords(run, result)}`
}

/** The status of a run, worded to follow its name. */
function statusInWords({ status }: TestRun, { facts, context }: Result): string {
  if (status === null) return 'has no status'
  if (status === 'succeeded' || status === 'failed') return status
  if (status === 'cancelled') return 'was cancelled'
  if (status !== 'in_progress') return `is ${inWords(status)}`
  // A merge group's run counts as in progress until the group is merged or fails.
  const isOut = pullRequestIn(facts, context)?.submitted === false
  return isOut && context?.source.testsOn === 'merge-group' ? 'did not finish' : 'is still in progress'
}

/** One line on the quarantined tests; null if none of their list was read. */
export function quarantinedLine({ facts }: Result): string | null {
  const list = valueIn(facts.quarantinedTests)
  if (!list || (list.partial !== null && list.tests.length === 0)) return null
  return `${list.partial === null ? '' : 'At least '}${count(list.tests.length, 'quarantined test', 'quarantined tests')}`
}

/** A cause that explains no reason, and how old the facts are after an outage. */
export function alsoKnownLines({ verdict, cause, outageAtEnd, context }: Result): Message[] {
  const isTold = verdict.conclusion === 'reported' || verdict.reasons.some(each => each.cause === cause)
  const source = context?.source.name ?? 'the service'
  return [
    ...(cause && !isTold ? [wholeCause(cause)] : []),
    ...(outageAtEnd ? [`The last complete answer of ${source} is ${formatAge(outageAtEnd.lastsMs)} old`] : []),
  ]
}

/** What is odd about the required checks, though it decides nothing. */
export function groupCheckWarnings({ facts, verdict }: Result): Message[] {
  const read = valueIn(facts.mergeGroupChecks)
  if (!read) return []
  // A condition that is unknown says so itself.
  const isTold = verdict.conditions.some(each => each.condition === 'merge-group-checks' && each.verdict === 'unknown')
  const gap = isTold ? null : gapInRequiredChecks(read)
  const isNone = read.checks.length === 0 && read.moreRequired === undefined
  return [
    ...(gap ? [gap] : []),
    ...(isNone ? ['The branch requires no check, so its queue would merge whatever is in it.'] : []),
    ...read.brokenFiles.map(file => say`${code(file)} can't be read as YAML, so no job of it counts.`),
    ...read.checks.flatMap(({ warnings }) => warnings),
  ]
}

/** One line on the tests: `20 tests ran, 2 failed, 1 excused`; null if no report was read. */
export function testsLine({ judged }: Result): string | null {
  if (!judged) return null
  const { ran, failed } = judged.reports.counts
  if (ran === 0 && failed === 0) return 'No test ran'
  const excused = judged.excuses.excused.length
  const how =
    failed === 0 ? 'none failed' : `${grouped(failed)} failed, ${excused === 0 ? 'none' : grouped(excused)} excused`
  return `${count(ran, 'test', 'tests')} ran, ${how}`
}

/** True if one of these parts of the answers is in doubt. */
export function isDoubted({ verdict }: Pick<Result, 'verdict'>, ...parts: AnswerPart[]): boolean {
  return findDoubt(verdict.doubts, ...parts) !== null
}
