import { isAbsent, isLive, type PullRequest, positionOf, valueIn } from '../facts/facts.ts'
import { judge } from '../gate/conditions.ts'
import { namesInState, type Status, statusesOf } from '../gate/statuses.ts'
import { pullRequestIn, queueIn, shownRun } from '../gate/subject.ts'
import type { Result } from '../result.ts'
import { asText, plain } from '../text/message.ts'
import { isDoubted } from './lines.ts'
import { uncoveredChecks } from './merge-group-checks.ts'

export type Output = keyof ReturnType<typeof outputsOf>['values']

/** The most UTF-16 units of one list: GitHub takes 1 MB of outputs from a job, and counts two bytes for a unit. */
const LIST_LIMIT = 80_000
/** The most UTF-16 units of any other value from outside. */
const TEXT_LIMIT = 1000

/** The values of all outputs, and the names of the lists that are too long for one. What was not determined is empty. */
export function outputsOf(result: Result, reportFile: string | null) {
  const { context, verdict } = result
  const tooLong: string[] = []
  const list: WriteList = (name, items) => {
    const written = items ? JSON.stringify(items) : ''
    if (written.length <= LIST_LIMIT) return written
    tooLong.push(name)
    return ''
  }
  const reasons = verdict.reasons.map(({ code, condition, message }) => ({ code, condition, message: asText(message) }))
  const values = {
    conclusion: verdict.conclusion,
    reason: verdict.reasons[0]?.code ?? '',
    reasons: list('reasons', reasons),
    ready: verdict.ready === null ? '' : { met: 'true', unmet: 'false', unknown: 'unknown' }[verdict.ready],
    'timed-out': result.polls === 0 ? '' : String(result.timedOut),
    source: result.source ?? '',
    context: context?.kind ?? '',
    'target-branch': text(context?.targetBranch?.value),
    'head-sha': text(context?.headSha),
    ...placeOutputs(result),
    ...runOutputs(result, list),
    diagnosis: result.cause?.code ?? '',
    ...testOutputs(result, list),
    'uncovered-checks': list('uncovered-checks', uncoveredChecks(result)),
    'comment-url': result.comments?.[0] ?? '',
    'report-file': reportFile ?? '',
  }
  return { values, tooLong }
}

/** A list as JSON; empty if it is not determined, or too long. */
type WriteList = (name: string, items: readonly unknown[] | null | undefined) => string

/** The pull request, its place in the queue, and how it left; a doubt about its place leaves the reason open. */
function placeOutputs(result: Result) {
  const { context, facts, explanation } = result
  const number = context?.pullRequest?.value ?? null
  const read = pullRequestIn(facts, context)
  const pr = isDoubted(result, 'pull-request') ? null : read
  const isPlaceOpen = isDoubted(result, 'place')
  const queue = queueIn(facts, context)
  const listing = isDoubted(result, 'queue-list') ? null : queue
  // Some sources name the place themselves; otherwise the place in the list counts.
  const named = isPlaceOpen ? null : (pr?.position ?? null)
  const listed = number !== null && listing ? positionOf(listing, number) : null
  const removal = valueIn(explanation.removal) ?? read?.removal
  const isRemovalOpen = isDoubted(result, 'pull-request') || (isPlaceOpen && read?.state !== 'merged')
  return {
    'pull-request': text(number),
    'pull-request-state': stateOf(result, pr),
    'queue-state': isDoubted(result, 'queue-state') ? '' : isAbsent(facts.queue) ? 'none' : text(queue?.state),
    'queue-length': text(listing?.entries?.filter(isLive).length),
    'queue-position': listing ? text(named ?? listed) : '',
    'removal-reason': isRemovalOpen ? '' : text(removal?.reason),
    'removal-count': text(valueIn(explanation.removalCount)),
  }
}

/**
 * The state of the pull request. `not_submitted` takes answers that agree and a branch with a queue: a misspelt branch
 * must not look safe.
 */
function stateOf(result: Result, pr: PullRequest | null): string {
  const { context, facts, verdict } = result
  // A merge is final, whatever else is said of the pull request.
  if (pr?.state) return pr.state !== 'merged' && isDoubted(result, 'place') ? '' : text(pr.state)
  const isOut = isAbsent(facts.pullRequest) || pr?.submitted === false
  if (!isOut || context === null || isDoubted(result, 'pull-request', 'place', 'queue-list')) return ''
  const isConfirmed =
    facts.queue === undefined
      ? !context.source.mayHaveOtherQueue
      : judge('not-submitted', { facts, context, doubts: verdict.doubts }).verdict === 'met'
  return isConfirmed ? 'not_submitted' : ''
}

/** The test run under report; the required statuses that failed or are missing, as far as they are known. */
function runOutputs(result: Result, list: WriteList) {
  const { context, facts, explanation } = result
  const run = shownRun(facts, explanation, context)
  const statuses = run && statusesOf(run, explanation.checks)
  // The reports on GitHub that stand in for those of the run may not have been read whole.
  const isCut = valueIn(explanation.checks)?.incomplete.length
  const named = (state: Status['state']) =>
    run && statuses && namesInState(state, statuses, isCut ? { reportedIsWhole: false } : run)
  return {
    'test-run-id': text(context?.testRunId?.value ?? run?.id),
    'test-run-status': isDoubted(result, 'test-run') ? '' : text(run?.status),
    'test-branch': text(run?.testBranch),
    'pull-requests': list(
      'pull-requests',
      run?.pullRequests?.map(each => each.number),
    ),
    'failed-statuses': list('failed-statuses', named('failed')),
    'missing-statuses': list('missing-statuses', named('missing')),
  }
}

/** A count of 0 would look good, so it is empty unless every report was read to its end; failures found are counted. */
function testOutputs({ judged, facts, debt }: Result, list: WriteList) {
  const isWhole = judged?.reports.problems.every(({ kind }) => kind === 'empty') === true
  const known = <T>(tests: readonly T[] = []) => (isWhole || tests.length > 0 ? tests : null)
  const blocking = known(judged?.excuses.blocking)
  const all = valueIn(facts.quarantinedTests)?.partial === null ? debt : null
  return {
    'quarantined-count': text(all?.tests.length),
    'overdue-count': text(all?.ageUnknown === 0 ? all.overdue : null),
    'test-count': isWhole ? text(judged?.reports.counts.ran) : '',
    'blocking-failures': text(blocking?.length),
    'excused-failures': text(known(judged?.excuses.excused)?.length),
    'blocking-tests': list(
      'blocking-tests',
      blocking?.map(({ test }) => test.name),
    ),
    'flaky-tests': list(
      'flaky-tests',
      known(judged?.reports.flaky)?.map(({ name }) => name),
    ),
  }
}

/** A value from outside as one harmless line, empty if there is none. */
function text(value: string | number | null | undefined): string {
  return value == null ? '' : plain(String(value), TEXT_LIMIT)
}
