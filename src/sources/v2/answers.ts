import { isSameCommit, outcomeInWord, shortApart } from '../../facts/commit.ts'
import {
  type Doubt,
  doubtOn,
  isOver,
  MERGEABILITIES,
  NO_DETAILS,
  PULL_REQUEST_STATES,
  type PullRequest,
  QUEUE_STATES,
  type Queue,
  type QueueEntry,
  TEST_RUN_STATUSES,
  type TestRun,
} from '../../facts/facts.ts'
import { code, quoted, say } from '../../text/message.ts'
import {
  eachNumberOnce,
  flag,
  list,
  type Members,
  membersOf,
  namesIn,
  number,
  readinessOf,
  requiredIn,
  statusNames,
  testedIn,
  text,
} from '../members.ts'
import { mergeAt } from '../removal.ts'
import { inFacts, isBatch, type WireOrder, type WirePullRequest, type WireQueue, type WireRun, wordOf } from './wire.ts'

/** Most often the pull request is in the queue of its own base. */
const OTHER_QUEUE = say`Check ${code('target-branch')}; if it is right, run the job again in a minute.`

/** True if the entry of a pull request is in this queue. */
export function isOfQueue({ queueEntry }: WirePullRequest, queue: WireQueue | null): boolean {
  return queue !== null && queueEntry?.mergeQueueId === queue.id
}

/** The facts of a row; null if the pull request was never submitted to this queue. */
export function pullRequestOf(row: WirePullRequest, queue: WireQueue | null, targetBranch: string): PullRequest | null {
  const isHere = isOfQueue(row, queue)
  const submitted = row.isCurrentlySubmittedToQueue
  if (!isHere && !submitted) return null
  const entry = membersOf(isHere ? row.queueEntry : null)
  const state = inFacts(PULL_REQUEST_STATES, entry['state'])
  const readiness = membersOf(entry['readiness'])
  const elsewhere = `The service's response about #${row.number} contradicts itself: it is submitted, but not to the queue of ${quoted(targetBranch)}.`
  return {
    number: row.number,
    sha: row.sha || null,
    title: text(row['title']),
    baseBranch: text(row['baseBranch']),
    state,
    stateChangedAt: text(entry['stateChangedAt']),
    priorityName: text(entry['priorityName']),
    // An unreadable readiness does not count as absent, because then the state alone would decide.
    readiness:
      entry['readiness'] == null ? null : readinessOf(readiness, inFacts(MERGEABILITIES, readiness['mergeability'])),
    forceEnqueued: flag(entry['direct']),
    submitted,
    mergeabilityDetails: detailsOf(readiness['mergeabilityDetails']),
    page: text(row['htmlUrl']),
    // The state shows a merge; the history shows every other way out.
    removal: state === 'merged' ? mergeAt(text(entry['stateChangedAt'])) : null,
    doubts: isHere ? [] : [{ ...doubtOn(['place'], elsewhere), remedy: OTHER_QUEUE }],
  }
}

/** GitHub's reasons not to merge the pull request, as far as they can be shown. */
function detailsOf(details: unknown): PullRequest['mergeabilityDetails'] {
  return list(membersOf(details)['reasons'], reason => {
    const { code, message, have, need, check, ontoPrNumber } = membersOf(reason)
    if (typeof code !== 'string') return null
    const numbers = { have: number(have), need: number(need), number: number(ontoPrNumber) }
    return { code, message: text(message), check: text(check), ...numbers }
  })
}

/** The queue with its list, as one read, so that no verdict rests on one without the other. */
export function queueOf(queue: WireQueue, order: WireOrder): Queue {
  const config = membersOf(queue['config'])
  const state = inFacts(QUEUE_STATES, queue.state) ?? ''
  const inOrder = inFacts(QUEUE_STATES, order.queueState) ?? ''
  const name = `the queue of ${quoted(queue.targetBranch)}`
  const states = say`The service's responses about ${name} contradict each other: it is ${code(state)}, but its order says ${code(inOrder)}.`
  return {
    state,
    branch: queue.targetBranch,
    ordered: queue['mode'] === 'queue',
    requiredStatuses: namesIn(config['requiredStatuses']),
    entries: entriesOf(order),
    doubts: state === inOrder ? [] : [doubtOn(['queue-state'], states)],
  }
}

/** Batches, then pending entries, then those awaiting admission, each number once; null if a part is not known. */
function entriesOf(order: WireOrder): QueueEntry[] | null {
  const { batches, pending, awaitingAdmission, awaitingAdmissionTotal: total } = order
  if (!batches?.every(isBatch) || !pending || !awaitingAdmission || total == null) return null
  const uncounted = Math.max(0, total - awaitingAdmission.length)
  return eachOnce([
    ...batches.flatMap(batch => entriesOfBatch(batch.pullRequests, inFacts(PULL_REQUEST_STATES, batch.state))),
    ...pending.map(item => entryOf(membersOf(item)['pullRequest'], 'pending')),
    ...awaitingAdmission.map(item => entryOf(item, 'pending')),
    // Entries that are counted but not listed may be any pull request's.
    ...Array.from({ length: uncounted }, () => entryOf(null, 'pending')),
  ])
}

/** A batch that lists no pull request still holds one. */
function entriesOfBatch(items: readonly unknown[], state: string | null): QueueEntry[] {
  return (items.length > 0 ? items : [null]).map(item => entryOf(item, state))
}

/** An entry both in a batch and in its bisection counts once, and as live if either of them is live. */
function eachOnce(entries: readonly QueueEntry[]): QueueEntry[] {
  const kept = new Map<number | QueueEntry, QueueEntry>()
  for (const entry of entries) {
    // An entry without a number is like no other.
    const key = entry.number ?? entry
    const before = kept.get(key)
    if (!before || (isOver(before.state) && !isOver(entry.state))) kept.set(key, entry)
  }
  return [...kept.values()]
}

/** An unreadable entry still counts as enqueued. */
function entryOf(item: unknown, state: string | null): QueueEntry {
  const listed = membersOf(item)
  const { sha, title } = listed
  return { ...NO_DETAILS, number: number(listed['number']), sha: text(sha), title: text(title), state }
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
  const requiredStatuses = requiredIn(wire['requiredStatuses'])
  const tested = testedIn(wire['testedPullRequests'])
  const dependent = testedIn(wire['dependentPullRequests'])
  return {
    id,
    status: inFacts(TEST_RUN_STATUSES, wire.status),
    createdAt: text(wire['createdAt']),
    testBranch: wire.testBranch ?? '',
    testBranchSha: wire.testBranchSha ?? '',
    requiredStatuses,
    ...reportedOf(wire, requiredStatuses),
    pullRequests: tested && eachNumberOnce(tested),
    dependentPullRequests: dependent?.map(({ number }) => number) ?? null,
    doubts: [],
  }
}

function reportedOf(wire: Members, required: string[] | null): Pick<TestRun, 'reported' | 'reportedIsWhole'> {
  const nameOf = statusNames(required)
  const checks = list(wire['checks'], membersOf)
  const named = (checks ?? []).filter(({ name }) => typeof name === 'string' && name !== '')
  return {
    reported: named.map(check => {
      const name = String(check['name'])
      const [isStatus, word] = [check['kind'] === 'statusCheck', wordOf(check)]
      return {
        name: isStatus ? nameOf(name) : name,
        source: isStatus ? 'status' : 'check-run',
        url: text(check['url']),
        outcome: outcomeInWord(word),
        word,
      }
    }),
    // A report without a name may be that of any status.
    reportedIsWhole: checks !== null && named.length === checks.length,
  }
}

/**
 * The doubt about a run that the queue names for a pull request, unless it tested the commit that the service has of it,
 * itself or among those that it is built on. A run that ended before it began has tested nothing: its status decides.
 */
export function doubtsAbout(wire: WireRun, { number, sha }: WirePullRequest): Doubt[] {
  const hasBegun = Boolean(wire.testBranchSha)
  if (!hasBegun && (wire.status === 'cancelled' || wire.status === 'failed')) return []
  const rows = [wire['testedPullRequests'], wire['dependentPullRequests']].flatMap(each => testedIn(each) ?? [])
  const commits = rows.filter(row => row.number === number).map(row => row.sha)
  const other = commits.find(commit => !isSameCommit(commit, sha ?? null))
  if (commits.length > 0 && other === undefined) return []
  const [tested, current] = shortApart(other ?? '', sha ?? '')
  const found = other
    ? say`tested commit ${tested} of #${number}, but the service has ${current}`
    : `does not say that it tested the commit of #${number}`
  return [doubtOn(['test-run'], say`Test run ${code(wire.id)} ${found}.`, 'stale-head')]
}
