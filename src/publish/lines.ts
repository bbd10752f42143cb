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
import { gapInRequiredChecks, summaryOfChecks } from '../gate/merge-group-checks.ts'
import { causeText } from '../gate/reasons.ts'
import { pullRequestIn, queueIn, shownRun, stateInWords } from '../gate/subject.ts'
import type { Result } from '../result.ts'
import { formatAge } from '../text/duration.ts'
import { asWords, code, count, grouped, link, type Message, plain, say, shortList } from '../text/message.ts'

/** A line on each thing that was read, the most important first, without what the headline of the step says. */
export function factLines(result: Result): Message[] {
  const { facts, context, verdict } = result
  const requiresNothing = verdict.conclusion === 'reported'
  const checks = valueIn(facts.mergeGroupChecks)
  // If something is required, the headline tells of a missing queue, and of a pull request that is not in the queue.
  const headlineSaysNoQueue = !requiresNothing && verdict.reasons[0]?.code === 'queue-not-found'
  const isInQueue = !headlineSaysNoQueue && pullRequestIn(facts, context)?.submitted === true
  const doubt = verdict.doubts.find(({ headline }) => headline !== undefined)
  return [
    requiresNothing || isInQueue ? pullRequestLine(result) : null,
    requiresNothing ? (doubt?.headline ?? null) : null,
    testRunLine(result),
    headlineSaysNoQueue ? null : queueLine(result),
    quarantinedLine(result),
    requiresNothing && checks ? summaryOfChecks(checks) : null,
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
  const place = placeInQueue(result)
  const outside = pr.submitted || isEndState(pr.state) ? '' : ', and is not in the queue'
  return `#${number} ${stateInWords(pr, context.source)}${outside}${place === null ? '' : `, ${place}`}`
}

/** `place 3 of 9`, ended entries of the list included; without a list, `place 3 in the queue`; null without a place. */
export function placeInQueue({ context, facts }: Result): string | null {
  const queue = queueIn(facts, context)
  const pr = pullRequestIn(facts, context)
  const listed = queue && pr ? positionOf(queue, pr.number) : null
  if (listed !== null) return `place ${grouped(listed)} of ${grouped(queue?.entries?.length ?? 0)}`
  return pr?.position ? `place ${grouped(pr.position)} in the queue` : null
}

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
  const numbers = shortList(run.pullRequests ?? [], 5, ({ number, url }) => link(`#${number}`, url))
  const name = run.pullRequests?.length ? say`test run of ${numbers}` : 'test run'
  if (run.whyUndecided) return say`The outcome of the ${name} is not known`
  return say`The ${name} ${statusInWords(run, result)}`
}

function statusInWords({ status }: TestRun, { facts, context }: Result): string {
  if (status === null) return 'has no status'
  if (status === 'succeeded' || status === 'failed') return status
  if (status === 'cancelled') return 'was cancelled'
  if (status !== 'in_progress') return `is ${inWords(status)}`
  // A merge group's run counts as in progress until the group is merged or fails.
  const isOut = pullRequestIn(facts, context)?.submitted === false
  return isOut && context?.source.testsOn === 'merge-group' ? 'did not finish' : 'is still in progress'
}

/** One line on the quarantined tests; null if no part of their list was read. */
export function quarantinedLine({ facts }: Result): string | null {
  const list = valueIn(facts.quarantinedTests)
  if (!list || (list.whyPartial !== null && list.tests.length === 0)) return null
  return `${list.whyPartial === null ? '' : 'At least '}${count(list.tests.length, 'quarantined test', 'quarantined tests')}`
}

/** The cause, unless a reason already tells it, and how old the facts are after an outage. */
export function alsoKnownLines({ verdict, cause, outageAtEnd, context }: Result): Message[] {
  // The cause stands under the headline of a step that requires nothing.
  const isSaid = verdict.conclusion === 'reported' || verdict.reasons.some(each => each.cause === cause)
  const source = context?.source.name ?? 'the service'
  return [
    ...(cause && !isSaid ? [causeText(cause)] : []),
    ...(outageAtEnd ? [`The last complete answer of ${source} is ${formatAge(outageAtEnd.answerAgeMs)} old`] : []),
  ]
}

/** Warnings about the required checks. No warning decides anything. */
export function groupCheckWarnings({ facts, verdict }: Result): Message[] {
  const read = valueIn(facts.mergeGroupChecks)
  if (!read) return []
  // The reason of an unknown condition already names the gap.
  const isSaid = verdict.conditions.some(each => each.condition === 'merge-group-checks' && each.verdict === 'unknown')
  const gap = isSaid ? null : gapInRequiredChecks(read)
  const requiresNone = read.checks.length === 0 && read.whyMoreMayBeRequired === undefined
  return [
    ...(gap ? [gap] : []),
    ...(requiresNone ? ['The branch requires no check, so its queue would merge whatever is in it.'] : []),
    ...read.brokenFiles.map(file => say`${code(file)} can't be read as YAML, so no job of it counts.`),
    ...read.checks.flatMap(({ warnings }) => warnings),
  ]
}

/** One line on the tests: `20 tests ran, 2 failed, 1 excused`; null if no report was read. */
export function testsLine({ judgedTests }: Result): string | null {
  if (!judgedTests) return null
  const { ran, failed } = judgedTests.reports.counts
  if (ran === 0 && failed === 0) return 'No test ran'
  const ranTests = `${count(ran, 'test', 'tests')} ran`
  if (failed === 0) return `${ranTests}, none failed`
  const excused = judgedTests.failures.excused.length
  return `${ranTests}, ${grouped(failed)} failed, ${excused === 0 ? 'none' : grouped(excused)} excused`
}

/** True if one of these parts of the source's answers is in doubt. */
export function isDoubted({ verdict }: Pick<Result, 'verdict'>, ...parts: AnswerPart[]): boolean {
  return findDoubt(verdict.doubts, ...parts) !== null
}
