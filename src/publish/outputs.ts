import { isAbsent, isLive, type PullRequest, positionOf, valueIn } from '../facts/facts.ts'
import { judge } from '../gate/conditions.ts'
import { namesInState, type Status, shownStatuses } from '../gate/statuses.ts'
import { pullRequestIn, queueIn, shownRun } from '../gate/subject.ts'
import type { Result } from '../result.ts'
import { asText, plain } from '../text/message.ts'
import { isDoubted } from './lines.ts'

export type Output = keyof ReturnType<typeof outputValues> | 'report-file'

/** A list is written as JSON; null and undefined: not determined. */
type Value = string | number | boolean | readonly unknown[] | null | undefined

/** The most UTF-16 units of one list: GitHub takes 1 MB of outputs from a job, and counts two bytes for a unit. */
const LIST_LIMIT = 80_000
/** The most UTF-16 units of any other value. */
const TEXT_LIMIT = 1000

/** The texts of all outputs, and the names of the lists that are too long for one. What was not determined is empty. */
export function outputsOf(result: Result, reportFile: string | null) {
  const texts: Record<string, string> = {}
  const tooLong: string[] = []
  const values: Record<string, Value> = outputValues(result)
  for (const [name, value] of Object.entries(values)) {
    const text = Array.isArray(value) ? JSON.stringify(value) : plain(String(value ?? ''), TEXT_LIMIT)
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
    source: result.source,
    context: context?.kind,
    'target-branch': context?.targetBranch,
    'head-sha': context?.eventSha,
    ...placeOutputs(result),
    ...runOutputs(result),
    diagnosis: result.cause?.code,
    ...testOutputs(result),
    'uncovered-checks': uncoveredChecks(result),
    'comment-url': result.comments?.[0],
  }
}

/** The pull request, its place in the queue, and how it left; a doubt about its place leaves the reason open. */
function placeOutputs(result: Result) {
  const { context, facts, explanation } = result
  const number = context?.pullRequest ?? null
  const read = pullRequestIn(facts, context)
  const pr = isDoubted(result, 'pull-request') ? null : read
  const isPlaceOpen = isDoubted(result, 'pull-request-state')
  const queue = queueIn(facts, context)
  const listing = isDoubted(result, 'queue-list') ? null : queue
  // Some sources name the place themselves; otherwise the place in the list counts.
  const named = isPlaceOpen ? null : (pr?.position ?? null)
  const listed = number !== null && listing ? positionOf(listing, number) : null
  const removal = valueIn(explanation.removal) ?? read?.removal
  const isRemovalOpen = isDoubted(result, 'pull-request') || (isPlaceOpen && read?.state !== 'merged')
  return {
    'pull-request': number,
    'pull-request-state': stateOf(result, pr),
    'queue-state': isDoubted(result, 'queue-state') ? null : isAbsent(facts.queue) ? 'none' : queue?.state,
    'queue-length': listing?.entries?.filter(isLive).length,
    'queue-position': listing && (named ?? listed),
    'removal-reason': isRemovalOpen ? null : removal?.reason,
    'removal-count': valueIn(explanation.removalCount),
  }
}

/**
 * The state of the pull request. `not_submitted` takes answers that agree and a branch with a queue: a misspelt branch
 * must not look safe.
 */
function stateOf(result: Result, pr: PullRequest | null): string | null {
  const { context, facts, verdict } = result
  // A merge is final, whatever else is said of the pull request.
  if (pr?.state) return pr.state !== 'merged' && isDoubted(result, 'pull-request-state') ? null : pr.state
  const isOut = isAbsent(facts.pullRequest) || pr?.submitted === false
  if (!isOut || context === null || isDoubted(result, 'pull-request', 'pull-request-state', 'queue-list')) return null
  const isConfirmed =
    facts.queue === undefined
      ? !context.source.mayHaveOtherQueue
      : judge('not-submitted', { facts, context, doubts: verdict.doubts }).verdict === 'met'
  return isConfirmed ? 'not_submitted' : null
}

/** The test run under report; the required statuses that failed or are missing, as far as they are known. */
function runOutputs(result: Result) {
  const { context, facts, explanation } = result
  const run = shownRun(facts, explanation, context)
  const statuses = run && shownStatuses(run, explanation.checks)
  // The reports on GitHub that stand in for those of the run may not have been read whole.
  const isCut = valueIn(explanation.checks)?.incomplete.length
  const named = (state: Status['state']) =>
    run && statuses && namesInState(state, statuses, isCut ? { reportedIsWhole: false } : run)
  return {
    'test-run-id': context?.testRunId ?? run?.id,
    'test-run-status': isDoubted(result, 'test-run') ? null : run?.status,
    'test-branch': run?.testBranch,
    'pull-requests': run?.pullRequests?.map(({ number }) => number),
    'failed-statuses': named('failed'),
    'missing-statuses': named('missing'),
  }
}

/** A count of 0 would look good, so it is empty unless every report was read to its end; failures found are counted. */
function testOutputs({ judged, facts, debt }: Result) {
  const isWhole = judged?.reports.problems.every(({ kind }) => kind === 'empty') === true
  const known = <T>(tests: readonly T[] = []) => (isWhole || tests.length > 0 ? tests : null)
  const blocking = known(judged?.excuses.blocking)
  const all = valueIn(facts.quarantinedTests)?.partial === null ? debt : null
  return {
    'quarantined-count': all?.tests.length,
    'overdue-count': all?.ageUnknown === 0 ? all.overdue : null,
    'test-count': isWhole ? judged?.reports.counts.ran : null,
    'blocking-failures': blocking?.length,
    'excused-failures': known(judged?.excuses.excused)?.length,
    'blocking-tests': blocking?.map(({ test }) => test.name),
    'flaky-tests': known(judged?.reports.flaky)?.map(({ name }) => name),
  }
}

/** The required checks that are known to be uncovered; null if they are not known. */
function uncoveredChecks({ facts }: Result): string[] | null {
  const read = valueIn(facts.mergeGroupChecks)
  const uncovered = read?.checks.filter(({ verdict }) => verdict === 'uncovered') ?? []
  // An app's check can be open, but no name may be missing from the list.
  const isWhole = read !== null && read.requiredUnread !== true
  return uncovered.length > 0 || isWhole ? [...new Set(uncovered.map(({ name }) => name))] : null
}
