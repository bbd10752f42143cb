import type { PullRequest, Queue } from '../facts/facts.ts'
import { isLive, positionOf } from '../facts/position.ts'
import { isAbsent, isFailed, isRead, valueIn } from '../facts/reading.ts'
import { namesInState, type Status, statusesOf } from '../gate/statuses.ts'
import { pullRequestIn, queueIn, shownRun } from '../gate/subject.ts'
import { blockingTests, type Result } from '../result.ts'
import { json, plain } from '../text/escape.ts'
import { asText, code, type Message, say } from '../text/message.ts'
import { contradicts } from './content.ts'

export type Output = keyof ReturnType<typeof outputsOf>

/** The most UTF-16 units of one list: GitHub takes 1 MB of outputs from a job, and counts two bytes for a unit. */
const LIST_LIMIT = 80_000
/** The most UTF-16 units of any other value from outside. */
const TEXT_LIMIT = 1000

/** The values of all outputs; one that was not determined is empty. */
export function outputsOf(result: Result, reportFile: string | null) {
  const { context, facts, explanation, verdict } = result
  const pr = contradicts(result, 'pull-request') ? null : pullRequestIn(facts, context)
  const queue = queueIn(facts, context)
  const listing = contradicts(result, 'queue-list') ? null : queue
  const tests = valueIn(facts.quarantinedTests)
  const testRun = shownRun(facts, explanation, context)
  const lists = listsOf(result)
  const number = context?.pullRequest?.value ?? null
  const isPlaced = !contradicts(result, 'place')
  // Some sources name the place themselves; otherwise the place in the list counts.
  const named = pr?.position ?? null
  const listed = number !== null && listing ? positionOf(listing, number) : null
  const place = named === null ? listed : isPlaced ? named : null
  return {
    conclusion: verdict.conclusion,
    reason: verdict.reasons[0]?.code ?? '',
    reasons: list(lists.reasons),
    ready: verdict.ready === null ? '' : { met: 'true', unmet: 'false', unknown: 'unknown' }[verdict.ready],
    'timed-out': result.polls === 0 ? '' : String(result.timedOut),
    source: result.source ?? '',
    context: context?.kind ?? '',
    'target-branch': text(context?.targetBranch?.value),
    'head-sha': text(context?.headSha),
    'pull-request': text(number),
    'pull-requests': list(lists['pull-requests']),
    'pull-request-state': stateOf(result, pr, queue),
    'queue-state': contradicts(result, 'queue-state') ? '' : isAbsent(facts.queue) ? 'none' : text(queue?.state),
    'queue-length': text(listing?.entries?.filter(isLive).length),
    'queue-position': listing ? text(place) : '',
    'test-run-id': text(context?.testRunId?.value ?? testRun?.id),
    'test-run-status': contradicts(result, 'test-run') ? '' : text(testRun?.status),
    'test-branch': text(testRun?.testBranch),
    'missing-statuses': list(lists['missing-statuses']),
    'failed-statuses': list(lists['failed-statuses']),
    'quarantined-count': tests && tests.partial === null ? text(tests.tests.length) : '',
    diagnosis: result.cause?.code ?? '',
    'removal-reason':
      isPlaced || pr?.state === 'merged' ? ((pr?.removal ?? valueIn(explanation.removal))?.reason ?? '') : '',
    'estimated-seconds': isPlaced ? text(pr?.estimatedSeconds) : '',
    'overdue-count': '',
    'test-count': '',
    'blocking-failures': '',
    'excused-failures': '',
    'blocking-tests': '',
    ...result.tests?.outputs,
    'comment-url': result.comments?.[0]?.url ?? '',
    'report-file': reportFile ?? '',
  }
}

/** The lists of the outputs before they are cut, except that of the tests; null if not determined. */
function listsOf({ context, facts, explanation, verdict }: Result) {
  const testRun = shownRun(facts, explanation, context)
  const statuses = testRun && statusesOf(testRun, explanation.checks)
  const isCut = isRead(explanation.checks) && explanation.checks.value.incomplete.length > 0
  const named = (state: Status['state']) => statuses && namesInState(state, statuses, isCut ? CUT : testRun)
  return {
    reasons: verdict.reasons.map(({ code, condition, message }) => ({ code, condition, message: asText(message) })),
    'pull-requests': testRun?.pullRequests?.map(each => each.number) ?? null,
    'missing-statuses': named('missing'),
    'failed-statuses': named('failed'),
  }
}

/** The reports on GitHub that stand in for those of the run were not read whole. */
const CUT = { reportedIsWhole: false }

/**
 * The state of the pull request. `not_submitted` takes answers that agree and a branch with a queue: a misspelt branch
 * must not look safe.
 */
function stateOf(result: Result, pr: PullRequest | null, queue: Queue | null): string {
  const { context, facts, verdict } = result
  // A merge is final, whatever else is said of the pull request.
  const isDenied = pr?.state !== 'merged' && contradicts(result, 'place')
  if (pr?.state) return isDenied ? '' : text(pr.state)
  const isOut = isAbsent(facts.pullRequest) || pr?.submitted === false
  const mayHaveOtherQueue = context?.source.mayHaveOtherQueue === true
  const isOpen =
    isAbsent(facts.queue) ||
    isFailed(facts.queue) ||
    (context?.source.confirmsByList === true && queue?.entries === null) ||
    // Another queue, which this source does not know, may hold the pull request.
    (mayHaveOtherQueue && !isRead(facts.queue)) ||
    verdict.doubts.some(({ members }) => members.some(member => member !== 'test-run')) ||
    // An entry without a number may be this pull request.
    (queue?.entries ?? []).some(({ number }) => number === null || number === context?.pullRequest?.value)
  return isOut && !isOpen ? 'not_submitted' : ''
}

/** A value from outside as one harmless line, empty if there is none. */
function text(value: string | number | null | undefined): string {
  return value == null ? '' : plain(String(value), TEXT_LIMIT)
}

/** A message for each list that did not fit into its output as a whole. */
export function shortened(result: Result, outputs: Record<Output, string>): Message[] {
  const lengths = {
    ...Object.fromEntries(Object.entries(listsOf(result)).map(([name, items]) => [name, items?.length ?? 0])),
    'blocking-tests': blockingTests(result).length,
  }
  return Object.entries(lengths).flatMap(([name, length]) => {
    const value = outputs[name as Output]
    const more = value === '' ? 0 : length - JSON.parse(value).length
    return more > 0 ? [say`The output ${code(name)} is cut: ${more} more items are in the report file.`] : []
  })
}

/** Compact JSON of as many items as fit; empty if there is no list. */
export function list(items: readonly (string | number | object)[] | null): string {
  if (items === null) return ''
  const whole = json(items)
  if (whole.length <= LIST_LIMIT) return whole
  const kept: string[] = []
  let used = 1
  for (const item of items) {
    const piece = json(item)
    used += piece.length + 1
    if (used > LIST_LIMIT) break
    kept.push(piece)
  }
  return `[${kept.join(',')}]`
}
