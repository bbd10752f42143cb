import { isAbsent, isLive, type PullRequest, positionOf, valueIn } from '../facts/facts.ts'
import { judge } from '../gate/conditions.ts'
import { namesInState, type Status, shownStatuses } from '../gate/statuses.ts'
import { pullRequestIn, queueIn, shownRun } from '../gate/subject.ts'
import type { Result } from '../result.ts'
import { asText, plain } from '../text/message.ts'
import { isDoubted } from './lines.ts'

export type Output = keyof ReturnType<typeof outputValues> | 'report-file'

/** A list is written as JSON; null and undefined stand for what was not determined. */
type OutputValue = string | number | boolean | readonly unknown[] | null | undefined

/** In UTF-16 units of two bytes; all outputs of a job may have 1 MB together. */
const LIST_LIMIT = 80_000
/** For any other value, in UTF-16 units. */
const VALUE_LIMIT = 1000

/** The texts of all outputs, empty for what was not determined. `tooLong` names those whose list does not fit. */
export function outputsOf(result: Result, reportFile: string | null) {
  const texts: Record<string, string> = {}
  const tooLong: string[] = []
  const values: Record<string, OutputValue> = outputValues(result)
  for (const [name, value] of Object.entries(values)) {
    const text = Array.isArray(value) ? JSON.stringify(value) : plain(String(value ?? ''), VALUE_LIMIT)
    const isTooLong = text.length > LIST_LIMIT
    if (isTooLong) tooLong.push(name)
    texts[name] = isTooLong ? '' : text
  }
  return { values: { ...texts, 'report-file': reportFile ?? '' } as Record<Output, string>, tooLong }
}

function outputValues(result: Result) {
  const { context, verdict } = result
  return {
    conclusion: verdict.conclusion,
    reason: verdict.reasons[0]?.code,
    reasons: verdict.reasons.map(({ code, condition, message }) => ({ code, condition, message: asText(message) })),
    ready: verdict.ready && { met: true, unmet: false, unknown: 'unknown' }[verdict.ready],
    'timed-out': result.polls === 0 ? null : result.timedOut,
    source: result.askedSource,
    context: context?.kind,
    'target-branch': context?.targetBranch,
    'head-sha': context?.eventSha,
    ...placeOutputs(result),
    ...runOutputs(result),
    diagnosis: result.cause?.code,
    ...testOutputs(result),
    'uncovered-checks': uncoveredChecks(result),
    'comment-url': result.comments[0],
  }
}

/** The pull request, its place in the queue, and how it left the queue. What is in doubt is null. */
function placeOutputs(result: Result) {
  const { context, facts, explanation } = result
  const number = context?.pullRequest ?? null
  const read = pullRequestIn(facts, context)
  // A doubt about the pull request covers all that is said of it; one about its state does not apply to a merge.
  const pr = isDoubted(result, 'pull-request') ? null : read
  const isStateDoubted = isDoubted(result, 'pull-request-state')
  const queue = queueIn(facts, context)
  const listing = isDoubted(result, 'queue-list') ? null : queue
  // Some sources name the position themselves. It, too, counts only beside a known queue whose list is not in doubt.
  const ownPosition = isStateDoubted ? null : (pr?.position ?? null)
  const listPosition = number !== null && listing ? positionOf(listing, number) : null
  const removal = valueIn(explanation.removal) ?? read?.removal
  const isRemovalDoubted = isDoubted(result, 'pull-request') || (isStateDoubted && read?.state !== 'merged')
  return {
    'pull-request': number,
    'pull-request-state': pullRequestState(result, pr),
    'queue-state': isDoubted(result, 'queue-state') ? null : isAbsent(facts.queue) ? 'none' : queue?.state,
    'queue-length': listing?.entries?.filter(isLive).length,
    'queue-position': listing && (ownPosition ?? listPosition),
    'removal-reason': isRemovalDoubted ? null : removal?.reason,
    'removal-count': valueIn(explanation.removalCount),
  }
}

/**
 * The state of the pull request. `not_submitted` needs answers without doubt, and a queue that was read has to confirm
 * it: a misspelt branch must not look safe.
 */
function pullRequestState(result: Result, pr: PullRequest | null): string | null {
  const { context, facts, verdict } = result
  // A merge is final, whatever else is said of the pull request.
  if (pr?.state) return pr.state !== 'merged' && isDoubted(result, 'pull-request-state') ? null : pr.state
  const isOut = isAbsent(facts.pullRequest) || pr?.submitted === false
  if (!isOut || context === null || isDoubted(result, 'pull-request', 'pull-request-state', 'queue-list')) return null
  // A queue that was not read can't confirm it. Then the source has to see all queues that may hold the pull request.
  const isConfirmed =
    facts.queue === undefined
      ? !context.source.mayHaveOtherQueue
      : judge('not-submitted', { facts, context, doubts: verdict.doubts }).verdict === 'met'
  return isConfirmed ? 'not_submitted' : null
}

/** The test run to show; the required statuses that failed or are missing, as far as they are known. */
function runOutputs(result: Result) {
  const { context, facts, explanation } = result
  const run = shownRun(facts, explanation, context)
  const statuses = run && shownStatuses(run, explanation.runChecks)
  // Checks on GitHub stand in for outcomes that the source does not give; their list may have been cut off.
  const isCut = valueIn(explanation.runChecks)?.incomplete.length
  const names = (state: Status['state']) =>
    run && statuses && namesInState(state, statuses, isCut ? { reportedIsWhole: false } : run)
  return {
    'test-run-id': context?.testRunId ?? run?.id,
    'test-run-status': isDoubted(result, 'test-run') ? null : run?.status,
    'test-branch': run?.testBranch,
    'pull-requests': run?.pullRequests?.map(({ number }) => number),
    'failed-statuses': names('failed'),
    'missing-statuses': names('missing'),
  }
}

/** A count of 0 would look good, so it is null unless every report was read to its end. A higher count is a fact. */
function testOutputs({ judgedTests, facts, quarantineDebt }: Result) {
  // A report in which no test ran (`empty`) was read to its end.
  const isWhole = judgedTests?.reports.problems.every(({ kind }) => kind === 'empty') === true
  const ifKnown = <T>(tests: readonly T[] = []) => (isWhole || tests.length > 0 ? tests : null)
  const blocking = ifKnown(judgedTests?.failures.blocking)
  const wholeDebt = valueIn(facts.quarantinedTests)?.whyPartial === null ? quarantineDebt : null
  return {
    'quarantined-count': wholeDebt?.tests.length,
    'overdue-count': wholeDebt?.ageUnknown === 0 ? wholeDebt.overdue : null,
    'test-count': isWhole ? judgedTests?.reports.counts.ran : null,
    'blocking-failures': blocking?.length,
    'excused-failures': ifKnown(judgedTests?.failures.excused)?.length,
    'blocking-tests': blocking?.map(({ test }) => test.name),
    'flaky-tests': ifKnown(judgedTests?.reports.flaky)?.map(({ name }) => name),
  }
}

/** The required checks that are known to be uncovered; null if none is known, but the list is not whole. */
function uncoveredChecks({ facts }: Result): string[] | null {
  const read = valueIn(facts.mergeGroupChecks)
  const uncovered = read?.checks.filter(({ verdict }) => verdict === 'uncovered') ?? []
  const isListWhole = read !== null && read.isRequiredListPartial !== true
  return uncovered.length > 0 || isListWhole ? [...new Set(uncovered.map(({ name }) => name))] : null
}
