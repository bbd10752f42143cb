import {
  type Facts,
  isAbsent,
  isFailed,
  isLive,
  isRead,
  type PullRequest,
  positionOf,
  type Queue,
  valueIn,
} from '../facts/facts.ts'
import { namesInState, type Status, statusesOf } from '../gate/statuses.ts'
import { pullRequestIn, queueIn, shownRun } from '../gate/subject.ts'
import { isDoubted, type Result } from '../result.ts'
import { plain } from '../text/escape.ts'
import { asText } from '../text/message.ts'
import { uncoveredChecks } from './merge-group-checks.ts'

export type Output = keyof ReturnType<typeof outputsOf>['values']

/** The most UTF-16 units of one list: GitHub takes 1 MB of outputs from a job, and counts two bytes for a unit. */
const LIST_LIMIT = 80_000
/** The most UTF-16 units of any other value from outside. */
const TEXT_LIMIT = 1000

/** The values of all outputs, and the names of the lists that are too long for one. What was not determined is empty. */
export function outputsOf(result: Result, reportFile: string | null) {
  const { context, verdict } = result
  const lists = listsOf(result)
  const tooLong = Object.entries(lists).flatMap(([name, items]) => (items && isTooLong(items) ? [name] : []))
  const values = {
    conclusion: verdict.conclusion,
    reason: verdict.reasons[0]?.code ?? '',
    ready: verdict.ready === null ? '' : { met: 'true', unmet: 'false', unknown: 'unknown' }[verdict.ready],
    'timed-out': result.polls === 0 ? '' : String(result.timedOut),
    source: result.source ?? '',
    context: context?.kind ?? '',
    'target-branch': text(context?.targetBranch?.value),
    'head-sha': text(context?.headSha),
    ...placeOutputs(result),
    ...runOutputs(result),
    diagnosis: result.cause?.code ?? '',
    ...removalOutputs(result),
    'quarantined-count': '',
    'overdue-count': '',
    'test-count': '',
    'blocking-failures': '',
    'excused-failures': '',
    ...result.tests?.outputs,
    'comment-url': result.comments?.[0]?.url ?? '',
    'report-file': reportFile ?? '',
    ...mapped(lists, items => (items === null || isTooLong(items) ? '' : JSON.stringify(items))),
  }
  return { values, tooLong }
}

type Items = readonly (string | number | object)[]

function isTooLong(items: Items): boolean {
  return JSON.stringify(items).length > LIST_LIMIT
}

function mapped<Name extends string>(lists: Record<Name, Items | null>, write: (items: Items | null) => string) {
  return Object.fromEntries(
    Object.entries(lists).map(([name, items]) => [name, write(items as Items | null)]),
  ) as Record<Name, string>
}

/** The lists among the outputs; null if not determined. */
function listsOf(result: Result) {
  const { context, facts, explanation, verdict, tests } = result
  const run = shownRun(facts, explanation, context)
  const statuses = run && statusesOf(run, explanation.checks)
  const isCut = isRead(explanation.checks) && explanation.checks.value.incomplete.length > 0
  const named = (state: Status['state']) => statuses && namesInState(state, statuses, isCut ? CUT : run)
  return {
    reasons: verdict.reasons.map(({ code, condition, message }) => ({ code, condition, message: asText(message) })),
    'pull-requests': run?.pullRequests?.map(each => each.number) ?? null,
    'failed-statuses': named('failed'),
    'missing-statuses': named('missing'),
    'uncovered-checks': uncoveredChecks(result),
    'blocking-tests': tests?.names.blocking ?? null,
    'flaky-tests': tests?.names.flaky ?? null,
  } satisfies Record<string, Items | null>
}

/** The reports on GitHub that stand in for those of the run were not read whole. */
const CUT = { reportedIsWhole: false }

/** The pull request and its place in the queue. */
function placeOutputs(result: Result) {
  const { context, facts } = result
  const number = context?.pullRequest?.value ?? null
  const pr = isDoubted(result, 'pull-request') ? null : pullRequestIn(facts, context)
  const queue = queueIn(facts, context)
  const listing = isDoubted(result, 'queue-list') ? null : queue
  // Some sources name the place themselves; otherwise the place in the list counts.
  const named = isDoubted(result, 'place') ? null : (pr?.position ?? null)
  const listed = number !== null && listing ? positionOf(listing, number) : null
  const state = isAbsent(facts.queue) ? 'none' : text(queue?.state)
  return {
    'pull-request': text(number),
    'pull-request-state': stateOf(result, pr, queue),
    'queue-state': isDoubted(result, 'queue-state') ? '' : state,
    'queue-length': text(listing?.entries?.filter(isLive).length),
    'queue-position': listing ? text(named ?? listed) : '',
  }
}

function runOutputs(result: Result) {
  const { context, facts, explanation } = result
  const run = shownRun(facts, explanation, context)
  return {
    'test-run-id': text(context?.testRunId?.value ?? run?.id),
    'test-run-status': isDoubted(result, 'test-run') ? '' : text(run?.status),
    'test-branch': text(run?.testBranch),
  }
}

/** Why and how often the pull request left the queue; a doubt about its place leaves the reason open. */
function removalOutputs(result: Result) {
  const { context, facts, explanation } = result
  const pr = pullRequestIn(facts, context)
  const removal = valueIn(explanation.removal) ?? pr?.removal
  const isKnown = !isDoubted(result, 'pull-request') && (pr?.state === 'merged' || !isDoubted(result, 'place'))
  return {
    'removal-reason': isKnown ? text(removal?.reason) : '',
    'removal-count': text(valueIn(explanation.removalCount)),
  }
}

/**
 * The state of the pull request. `not_submitted` takes answers that agree and a branch with a queue: a misspelt branch
 * must not look safe.
 */
function stateOf(result: Result, pr: PullRequest | null, queue: Queue | null): string {
  const { context, facts, verdict } = result
  // A merge is final, whatever else is said of the pull request.
  const isDenied = pr?.state !== 'merged' && isDoubted(result, 'place')
  if (pr?.state) return isDenied ? '' : text(pr.state)
  const isOut = isAbsent(facts.pullRequest) || pr?.submitted === false
  const isInDoubt = verdict.doubts.some(({ members }) => members.some(member => member !== 'test-run'))
  return isOut && !isInDoubt && isKnownQueue(result, facts, queue, context?.pullRequest?.value) ? 'not_submitted' : ''
}

/** The branch has a queue, and nothing says that the queue, or another one, may hold the pull request. */
function isKnownQueue({ context }: Result, { queue: reading }: Facts, queue: Queue | null, number?: number): boolean {
  if (isAbsent(reading) || isFailed(reading)) return false
  if (context?.source.confirmsByList === true && queue?.entries === null) return false
  if (context?.source.mayHaveOtherQueue === true && !isRead(reading)) return false
  // An entry without a number may be this pull request.
  return (queue?.entries ?? []).every(entry => entry.number !== null && entry.number !== number)
}

/** A value from outside as one harmless line, empty if there is none. */
function text(value: string | number | null | undefined): string {
  return value == null ? '' : plain(String(value), TEXT_LIMIT)
}
