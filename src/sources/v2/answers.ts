import { isSameCommit, shortApart } from '../../facts/commit.ts'
import {
  type Doubt,
  isEndState,
  MERGEABILITIES,
  makeDoubt,
  PULL_REQUEST_STATES,
  type PullRequest,
  QUEUE_STATES,
  type Queue,
  type QueueEntry,
  TEST_RUN_STATUSES,
  type TestRun,
} from '../../facts/facts.ts'
import type { QuarantinedTest } from '../../facts/test-report.ts'
import { code, quoted, say } from '../../text/message.ts'
import { flag, type Members, membersOf, number, readableItems, readinessOf, text, wholeList } from '../reading.ts'
import { blockReasonsIn, removalByMerge } from '../removal.ts'
import { type Report, serviceTestRun, testedIn } from '../test-run.ts'
import { isBatch, type WireOrder, type WirePullRequest, type WireQueue, type WireRun, type WireTest } from './wire.ts'

/** Most often the pull request is in the queue of its own base. */
const OTHER_QUEUE = say`Check ${code('target-branch')}; if it is right, run the job again in a minute.`

/** The facts of a row; null if the pull request was never submitted to this queue. */
export function pullRequestOf(row: WirePullRequest, queue: WireQueue | null, branch: string): PullRequest | null {
  const isHere = isOfQueue(row, queue)
  const submitted = row.isCurrentlySubmittedToQueue
  if (!isHere && !submitted) return null
  const entry = membersOf(isHere ? row.queueEntry : null)
  const state = inFacts(PULL_REQUEST_STATES, entry['state'])
  const { mergeability, mergeabilityDetails } = membersOf(entry['readiness'])
  const blockReasons = blockReasonsIn(membersOf(mergeabilityDetails)['reasons'])
  const elsewhere = `What the service says of #${row.number} contradicts itself: it is submitted, but not to the queue of ${quoted(branch)}.`
  return {
    number: row.number,
    sha: row.sha || null,
    title: text(row['title']),
    baseBranch: text(row['baseBranch']),
    state,
    stateChangedAt: text(entry['stateChangedAt']),
    readiness: readinessOf(entry['readiness'], inFacts(MERGEABILITIES, mergeability)),
    forceEnqueued: flag(entry['direct']),
    submitted,
    ...(blockReasons.length > 0 && { blockReasons }),
    page: text(row['htmlUrl']),
    // The state shows a merge; the history shows every other way out.
    removal: state === 'merged' ? removalByMerge(text(entry['stateChangedAt'])) : null,
    doubts: isHere ? [] : [{ ...makeDoubt(['pull-request-state'], elsewhere), remedy: OTHER_QUEUE }],
  }
}

/** True if the entry of a pull request is in this queue. */
export function isOfQueue({ queueEntry }: WirePullRequest, queue: WireQueue | null): boolean {
  return queue !== null && queueEntry?.mergeQueueId === queue.id
}

/** The queue with its list, as one read, so that no verdict rests on one without the other. */
export function queueOf(queue: WireQueue, order: WireOrder): Queue {
  const state = inFacts(QUEUE_STATES, queue.state) ?? ''
  const inOrder = inFacts(QUEUE_STATES, order.queueState) ?? ''
  const name = `the queue of ${quoted(queue.targetBranch)}`
  const states = say`What the service says of ${name} contradicts itself: it is ${code(state)}, but its order says ${code(inOrder)}.`
  return {
    state,
    branch: queue.targetBranch,
    ordered: queue['mode'] === 'queue',
    requiredStatuses: wholeList(membersOf(queue['config'])['requiredStatuses'], text),
    entries: entriesOf(order),
    doubts: state === inOrder ? [] : [makeDoubt(['queue-state'], states)],
  }
}

/** Batches, then pending entries, then those awaiting admission, each number once; null if a part is not known. */
function entriesOf({ batches, pending, awaitingAdmission, awaitingAdmissionTotal: total }: WireOrder) {
  if (!batches?.every(isBatch) || !pending || !awaitingAdmission || total == null) return null
  return eachOnce([
    // A batch that lists no pull request still holds one.
    ...batches.flatMap(({ pullRequests, state }) =>
      (pullRequests.length > 0 ? pullRequests : [null]).map(item => entryOf(item, inFacts(PULL_REQUEST_STATES, state))),
    ),
    ...pending.map(item => entryOf(membersOf(item)['pullRequest'], 'pending')),
    ...awaitingAdmission.map(item => entryOf(item, 'pending')),
    // Entries that are counted but not listed may be any pull request's.
    ...Array.from({ length: Math.max(0, total - awaitingAdmission.length) }, () => entryOf(null, 'pending')),
  ])
}

/** An unreadable entry still counts as enqueued. */
function entryOf(item: unknown, state: string | null): QueueEntry {
  const { number: named, title } = membersOf(item)
  return { number: number(named), title: text(title), state, stateChangedAt: null }
}

/** An entry both in a batch and in its bisection counts once, and as live if either of them is live. */
function eachOnce(entries: readonly QueueEntry[]): QueueEntry[] {
  const kept = new Map<number | QueueEntry, QueueEntry>()
  for (const entry of entries) {
    // An entry without a number is like no other.
    const key = entry.number ?? entry
    const before = kept.get(key)
    if (!before || (isEndState(before.state) && !isEndState(entry.state))) kept.set(key, entry)
  }
  return [...kept.values()]
}

/** The run that the order names for a pull request: that of the first batch that holds it and is no bisection. */
export function namedRun({ batches }: WireOrder, number: number): string | null {
  // In a batch that can't be read, it may stand as well.
  if (!batches?.every(isBatch)) return null
  const holds = (items: readonly unknown[]) => items.some(item => membersOf(item)['number'] === number)
  const batch = batches.find(each => each.isBisection !== true && holds(each.pullRequests))
  return batch?.isBisection === false ? (batch.verificationRunId ?? null) : null
}

export function testRunOf(id: string, wire: WireRun): TestRun {
  const checks = readableItems(wire['checks'], membersOf)
  return serviceTestRun(wire, {
    id,
    status: inFacts(TEST_RUN_STATUSES, wire.status),
    reports: checks?.map(reportOf) ?? ['unreadable'],
    dependentPullRequests: testedIn(wire['dependentPullRequests'])?.map(each => each.number) ?? null,
  })
}

function reportOf(check: Members): Report | 'unreadable' {
  const { name, kind, url } = check
  if (typeof name !== 'string' || name === '') return 'unreadable'
  return { name, source: kind === 'statusCheck' ? 'status' : 'check-run', url: text(url), word: wordOf(check) }
}

/**
 * The doubt about a run that the queue names for a pull request, unless it tested the commit that the service has of it,
 * itself or among those that it is built on. A run that ended before it began has tested nothing: its status decides.
 */
export function doubtsAbout(wire: WireRun, { number, sha }: WirePullRequest): Doubt[] {
  if (!wire.testBranchSha && (wire.status === 'cancelled' || wire.status === 'failed')) return []
  const rows = [wire['testedPullRequests'], wire['dependentPullRequests']].flatMap(each => testedIn(each) ?? [])
  const commits = rows.filter(row => row.number === number).map(row => row.sha)
  const other = commits.find(commit => !isSameCommit(commit, sha ?? null))
  if (commits.length > 0 && other === undefined) return []
  const [tested, current] = shortApart(other ?? '', sha ?? '')
  const found = other
    ? say`tested commit ${tested} of #${number}, but the service has ${current}`
    : `does not say that it tested the commit of #${number}`
  return [makeDoubt(['test-run'], say`Test run ${code(wire.id)} ${found}.`, 'stale-head')]
}

/** Empty texts say nothing, so they count as absent. */
export function testOf(row: WireTest): QuarantinedTest {
  return {
    name: row.name,
    parent: row.parentName || null,
    file: row.file || null,
    classname: row.className || null,
    variant: row.variant || null,
    codeowners: readableItems(row['codeowners'], text) ?? [],
    quarantinedAt: row.quarantinedSince || null,
    statusLastUpdatedAt: row.statusSince || null,
    testCaseId: row.id,
  }
}

/**
 * A value of an enumeration in the words of the facts: the v2 API writes `testsPassed` for `tests_passed`. A value in
 * another spelling, or one that is not in `words`, is shown unchanged and counts as unknown.
 */
export function inFacts(words: readonly string[], value: unknown): string | null {
  if (typeof value !== 'string') return null
  const word = value.replace(/[A-Z]/g, capital => `_${capital.toLowerCase()}`)
  return !value.includes('_') && words.includes(word) ? word : `unknown:${value}`
}

/** The service's own conclusions; `neutral` says nothing: it can be a placeholder, or stand for other conclusions. */
const CONCLUSIONS: ReadonlyMap<unknown, string> = new Map([
  ['success', 'success'],
  ['skipped', 'skipped'],
  ['failure', 'failure'],
  ['cancelled', 'cancelled'],
  ['timeout', 'timed_out'],
])

/**
 * How a check went, in GitHub's words. A conclusion counts only if the check is `completed`. The provider's goes before
 * the service's, which is coarser.
 */
function wordOf({ status, conclusion, providerStatus, providerConclusion }: Members): string {
  if (status !== 'completed') return inGitHubsWords(providerStatus) ?? (status === 'queued' ? 'queued' : 'in_progress')
  if (providerConclusion != null) return inGitHubsWords(providerConclusion) ?? 'unknown'
  return CONCLUSIONS.get(conclusion) ?? 'unknown'
}

function inGitHubsWords(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Z_]+$/.test(value) ? value.toLowerCase() : null
}
