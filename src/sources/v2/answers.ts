import { BISECTION, branchName, parseTestBranch } from '../../facts/branch.ts'
import {
  type Doubt,
  doubtOn,
  isOver,
  MERGEABILITIES,
  type Member,
  NO_DETAILS,
  PULL_REQUEST_STATES,
  type PullRequest,
  QUEUE_STATES,
  type Queue,
  type QueueEntry,
  type Removal,
  type ReportedStatus,
  type Repository,
  TEST_RUN_STATUSES,
  type TestRun,
} from '../../facts/facts.ts'
import type { QuarantinedTest } from '../../facts/test-report.ts'
import { flag, list, namesIn, number, readinessOf, settingsOf, statusNames, text } from '../../http/shown.ts'
import { DocumentError } from '../../text/document.ts'
import { code, type Message, quoted, say } from '../../text/message.ts'
import type { Page } from '../list.ts'
import { MOST_ROWS, type Reader, reader } from '../reading.ts'
import { PARTS, WIRE, type Wire, type WireRow } from './wire.ts'
import { CONCLUSIONS, inFacts, modeOf, PROVIDER_CONCLUSIONS, removalOf, SHOWN } from './words.ts'

export type WireQueue = WireRow<'queues'>
export type WireOrder = Wire['order']
export type WirePullRequest = WireRow<'pullRequests'>
export type WireRun = Wire['verificationRun']

/** The id of the repository asked for; null if the service doesn't know it. */
export function repositoryReader({ host, owner, name }: Repository): Reader<string | null> {
  return reader(WIRE.repositories, rows => {
    const row = onlyRow(rows)
    if (row === null) return null
    const isSame = row.path.toLowerCase() === `${owner}/${name}`.toLowerCase()
    if (!isSame || (row.host != null && row.host.toLowerCase() !== host.toLowerCase())) {
      throw new DocumentError(say`${code('path')} or ${code('host')} is that of another repository`)
    }
    return row.id
  })
}

/** The queue of a branch; null if it has none. */
export const readQueueOfBranch: Reader<WireQueue | null> = reader(WIRE.queues, onlyRow)
export const readOrder: Reader<WireOrder> = reader(WIRE.order, wire => {
  const { awaitingAdmission, awaitingAdmissionTotal: total } = wire
  // Entries that are counted but not listed become entries without a number.
  if ((total ?? 0) - (awaitingAdmission?.length ?? 0) > MOST_ROWS) {
    throw new DocumentError(say`member ${code('awaitingAdmissionTotal')} is out of range`)
  }
  return wire
})
/** The row of a pull request; null if the service knows none. */
export const readPullRequest: Reader<WirePullRequest | null> = reader(WIRE.pullRequests, onlyRow)
export const readVerificationRun: Reader<WireRun> = reader(WIRE.verificationRun, wire => wire)
export const readHistory: Reader<WireRow<'history'>[]> = reader(WIRE.history, ({ data }) => data)
/** This repository's quarantined tests in a collection. All other rows are left out, and their ids kept. */
export function testsReader(collection: string, repositoryId: string): Reader<{ page: Page; nextToken: string }> {
  return reader(WIRE.tests, wire => {
    const isOwn = (row: WireRow<'tests'>) =>
      row.repoId === repositoryId &&
      row.quarantineState === 'quarantined' &&
      (row.testCollectionId == null || row.testCollectionId === collection)
    return {
      page: {
        tests: wire.data.filter(isOwn).map(quarantinedTestOf),
        leftOut: wire.data.filter(row => !isOwn(row)).map(({ id }) => id),
        totalRows: wire.total ?? null,
      },
      nextToken: cursorOf(wire),
    }
  })
}

function cursorOf({ hasMore, nextCursor }: { hasMore: boolean; nextCursor?: string | null | undefined }): string {
  if (!hasMore) return ''
  if (nextCursor == null || nextCursor === '') throw new DocumentError(say`member ${code('nextCursor')} is missing`)
  return nextCursor
}

/** The only row of an answer; null if it has none. Several rows would be ambiguous. */
function onlyRow<Row>({ data, hasMore }: { data: readonly Row[]; hasMore: boolean }): Row | null {
  if (data.length > 1 || hasMore) throw new DocumentError('more than one row came where one was asked for')
  return data[0] ?? null
}

/** The repository, branch and queue that are asked about. Answers are compared with them. */
export interface Place {
  repositoryId: string
  targetBranch: string
  /** The answer that the queue's id is from; null if the branch has no queue. */
  queue: WireQueue | null
}

export function isOfQueue({ queueEntry }: WirePullRequest, { queue }: Place): boolean {
  return queueEntry != null && queueEntry.mergeQueueId === queue?.id
}

/**
 * The facts of a row; null if the pull request `wanted` was never submitted to this queue. The row of another pull
 * request does not say that.
 */
export function pullRequestOf(row: WirePullRequest, asked: Place, wanted: number | null): PullRequest | null {
  const entry = isOfQueue(row, asked) ? row.queueEntry : null
  const submitted = row.isCurrentlySubmittedToQueue
  const isAsked = row.number === wanted && row.repositoryId === asked.repositoryId
  if (!entry && !submitted && isAsked) return null
  const state = inFacts(PULL_REQUEST_STATES, entry?.state)
  const atHost = row['state'] === 'closed' || row['state'] === 'merged' ? row['state'] : null
  const itself = `The service's response about #${row.number} contradicts itself`
  const { repositoryId, targetBranch, queue } = asked
  const members: Member[] = ['submitted', 'state']
  const elsewhere = `Asked for #${row.number}, the service answered with a pull request of another repository.`
  const unqueued = `${itself}: it is submitted, but not to the queue of ${quoted(targetBranch)}.`
  const ended = say`${itself}: its state is ${code(state ?? 'none')}, but its host calls it ${code(atHost ?? '')}.`
  const readiness = PARTS.readiness.is(entry?.['readiness']) ? entry['readiness'] : null
  const mergeability = inFacts(MERGEABILITIES, readiness?.mergeability)
  return {
    number: row.number,
    sha: row.sha,
    title: text(row['title']),
    baseBranch: row.baseBranch ?? null,
    author: text(row['author']),
    id: text(entry?.['id']),
    state,
    stateChangedAt: text(entry?.['stateChangedAt']),
    priorityValue: number(entry?.['priorityValue']),
    priorityName: text(entry?.['priorityName']),
    usedDefaultPriorityName: text(entry?.['usedDefaultPriorityName']),
    skipTheLine: flag(entry?.['skipsTheLine']),
    // An unreadable readiness does not count as absent, because then the state alone would decide.
    readiness: entry?.['readiness'] == null ? null : readinessOf(readiness ?? {}, mergeability),
    forceEnqueued: flag(entry?.['direct']),
    submitted,
    mergeabilityDetails: detailsOf(readiness?.['mergeabilityDetails']),
    page: text(row['htmlUrl']),
    estimatedSeconds: null,
    // The state shows a merge; the history shows every other way out.
    removal: state === 'merged' && !submitted ? mergeOf(text(entry?.['stateChangedAt'])) : null,
    doubts: [
      ...doubtIf(row.repositoryId !== repositoryId, ['number'], elsewhere),
      ...(queue === null ? [] : misplaced(queue, asked, ['number'])),
      ...doubtIf(!entry && submitted, members, unqueued),
      ...doubtIf(entry != null && !isOver(state) && atHost !== null, members, ended),
    ],
  }
}

function mergeOf(at: string | null): Removal {
  return { reason: 'merged', text: null, actor: null, at, failedChecks: [], certainty: 'certain' }
}

/** GitHub's reasons not to merge the pull request, as far as they can be shown. */
function detailsOf(details: unknown): PullRequest['mergeabilityDetails'] {
  return list(membersOf(details)['reasons'], reason => {
    const { code, message, have, need, check, ontoPrNumber } = membersOf(reason)
    return typeof code !== 'string'
      ? null
      : {
          code,
          message: text(message),
          have: number(have),
          need: number(need),
          check: text(check),
          number: number(ontoPrNumber),
        }
  })
}

/** The queue with its list, as one read, so that no verdict rests on one without the other. */
export function queueOf(queue: WireQueue, order: WireOrder, asked: Place): Queue {
  const config = membersOf(queue['config'])
  const mode = modeOf(queue['mode'])
  const state = inFacts(QUEUE_STATES, queue.state) ?? ''
  const inOrder = inFacts(QUEUE_STATES, order.queueState)
  const name = `the queue of ${quoted(asked.targetBranch)}`
  const { awaitingAdmission, awaitingAdmissionTotal: total } = order
  const entries = entriesOf(order)
  const isShort = awaitingAdmission != null && total != null && total < awaitingAdmission.length
  const another = `Asked for ${name}, the service answered with a queue that has another id.`
  const states = say`The service's responses about ${name} contradict each other: it is ${code(state)}, but its order says ${code(inOrder ?? '')}.`
  const short = `The order of ${name} contradicts itself: it lists ${awaitingAdmission?.length} entries that await admission, but counts ${total}.`
  return {
    state,
    branch: queue.targetBranch,
    mode,
    ordered: mode === 'single',
    ...settingsOf(config),
    batch: flag(config['allowBatching']),
    createPrsForTestingBranches: flag(config['createsPrsForTestingBranches']),
    commentsEnabled: flag(config['areCommentsEnabled']),
    commandsEnabled: flag(config['areCommandsEnabled']),
    statusCheckEnabled: flag(config['isStatusCheckEnabled']),
    requiredStatuses: namesIn(config['requiredStatuses']),
    directMergeMode: inFacts(SHOWN, config['directMergeMode']),
    optimizationMode: inFacts(SHOWN, config['optimizationMode']),
    mergeMethod: inFacts(SHOWN, config['mergeMethod']),
    entries,
    doubts: [
      ...doubtIf(queue.id !== asked.queue?.id, ['queue'], another),
      ...misplaced(queue, asked, ['queue']),
      ...doubtIf(state !== inOrder, ['queue-state'], states),
      ...doubtIf(isShort, ['queue-list'], short),
    ],
  }
}

/** The doubt about a queue of another repository or branch than was asked for. */
function misplaced(queue: WireQueue, { repositoryId, targetBranch }: Place, members: Member[]): Doubt[] {
  const isElsewhere = queue.repositoryId !== repositoryId
  const other = isElsewhere ? 'that of another repository' : `the queue of ${quoted(queue.targetBranch)}`
  const message = `Asked for the queue of ${quoted(targetBranch)}, the service answered with ${other}.`
  return doubtIf(isElsewhere || queue.targetBranch !== targetBranch, members, message)
}

/** Batches, then pending entries, then those awaiting admission, each number once; null if a part is not known. */
function entriesOf({
  batches,
  pending,
  awaitingAdmission,
  awaitingAdmissionTotal: total,
}: WireOrder): QueueEntry[] | null {
  if (!batches?.every(PARTS.batch.is) || !pending || !awaitingAdmission || total == null) return null
  const more = Math.max(0, total - awaitingAdmission.length)
  return eachOnce([
    ...batches.flatMap(batch => entriesOfBatch(batch.pullRequests, inFacts(PULL_REQUEST_STATES, batch.state))),
    ...pending.map(item => entryOf(PARTS.pending.is(item) ? item.pullRequest : item, 'pending')),
    ...awaitingAdmission.map(item => entryOf(item, 'pending')),
    ...Array.from({ length: more }, () => entryOf(null, 'pending')),
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
  const listed = PARTS.listed.is(item) ? item : null
  return {
    number: listed?.number ?? null,
    sha: text(listed?.['sha']),
    title: text(listed?.['title']),
    ...NO_DETAILS,
    state,
    stateChangedAt: null,
  }
}

/**
 * The run that the order names for a pull request: that of the first batch that holds it and is no bisection. Null also
 * if an earlier batch can't be read to its end, because that batch could hold the pull request as well.
 */
export function namedRun({ batches }: WireOrder, number: number): string | null {
  for (const batch of batches ?? []) {
    if (!PARTS.batch.is(batch)) return null
    const { isBisection, pullRequests, verificationRunId } = batch
    if (isBisection === true) continue
    if (pullRequests.some(item => PARTS.listed.is(item) && item.number === number)) {
      return isBisection === false ? (verificationRunId ?? null) : null
    }
    if (pullRequests.length === 0 || !pullRequests.every(PARTS.listed.is)) return null
  }
  return null
}

export function testRunOf(id: string, wire: WireRun): TestRun {
  const { requiredStatuses, testedPullRequests, impactedTargets } = wire
  const targets = membersOf(impactedTargets)
  const targetsIn = (member: unknown) => list(membersOf(member)['impactedTargets'], text)
  return {
    id,
    status: inFacts(TEST_RUN_STATUSES, wire.status),
    createdAt: text(wire['createdAt']),
    testBranch: wire.testBranch,
    testBranchSha: wire.testBranchSha,
    requiredStatuses: requiredStatuses ?? null,
    requiredStatusesSource: inFacts(SHOWN, wire['requiredStatusesSource']),
    ...reportedOf(wire),
    pullRequests: testedPullRequests
      ? [...Map.groupBy(testedPullRequests, each => each.number)].map(([each, [first]]) => ({
          number: each,
          url: text(first?.['url']),
          title: text(first?.['title']),
        }))
      : null,
    impactedTargets: targetsIn(targets['all']),
    impactedTargetsForTestedPullRequests: targetsIn(targets['testedPullRequestsOnly']),
    dependentPullRequests: list(wire['dependentPullRequests'], each => number(membersOf(each)['number'])),
    doubts: [
      ...doubtIf(
        wire.id.toLowerCase() !== id.toLowerCase(),
        ['test-run-status'],
        say`Asked for test run ${code(id)}, the service answered with ${code(wire.id)}.`,
      ),
      // Only the branch of a bisection names another run: the one that it splits.
      ...doubtIf(
        wire.isBisection !== true && BISECTION.test(wire.testBranch) && !namesRun(wire.testBranch, id),
        ['test-run-status'],
        say`Test run ${code(id)} is no bisection, but it is on the branch of one.`,
      ),
    ],
  }
}

function namesRun(branch: string, id: string): boolean {
  return parseTestBranch(branchName(branch))?.testRunId.toLowerCase() === id.toLowerCase()
}

/** The commits of a pull request that a run has tested. */
export function testedCommits({ testedPullRequests }: WireRun, number: number): (string | null)[] {
  return (testedPullRequests ?? []).filter(each => each.number === number).map(({ sha }) => sha ?? null)
}

function reportedOf({ checks, requiredStatuses }: WireRun): Pick<TestRun, 'reported' | 'reportedIsWhole'> {
  const nameOf = statusNames(requiredStatuses)
  const named = (checks ?? []).filter(({ name }) => name != null && name !== '')
  return {
    reported: named.map(check => ({
      name: check.kind === 'statusCheck' ? nameOf(check.name) : (check.name ?? ''),
      url: text(check['url']),
      outcome: outcomeOf(check),
    })),
    // A report without a name may be that of any status.
    reportedIsWhole: checks != null && named.length === checks.length,
  }
}

/** A conclusion counts only if the check is `completed`. The provider's goes before the service's, which is coarser. */
function outcomeOf({
  status,
  conclusion,
  providerConclusion,
}: NonNullable<WireRun['checks']>[number]): ReportedStatus['outcome'] {
  if (status !== 'completed') return 'pending'
  if (providerConclusion != null) return PROVIDER_CONCLUSIONS.get(providerConclusion) ?? 'unknown'
  return CONCLUSIONS.get(conclusion ?? '') ?? 'unknown'
}

/**
 * How a pull request left the queue: the newest transition out of it. Null if that transition did not lead to the state
 * that the pull request has now.
 */
export function lastRemoval(history: readonly WireRow<'history'>[], state: string | null): Removal | null {
  const last = history.find(each => isOver(inFacts(PULL_REQUEST_STATES, each.state)))
  if (!last || inFacts(PULL_REQUEST_STATES, last.state) !== state) return null
  const failed = membersOf(last['failed'])
  const { gitHubLogin, trunkUserId } = membersOf(last['actor'])
  return {
    reason: removalOf(last.reason ?? null),
    text: last.reason ?? null,
    actor: text(gitHubLogin) ?? text(trunkUserId),
    at: text(last['changedAt']),
    failedChecks:
      list(failed['failureCausingChecks'], each => {
        const { name, url } = membersOf(each)
        return typeof name === 'string' ? { name, url: text(url) } : null
      }) ?? [],
    certainty: 'certain',
  }
}

/** Empty texts say nothing, so they count as absent. */
function quarantinedTestOf(row: WireRow<'tests'>): QuarantinedTest {
  return {
    name: row.name,
    parent: row.parentName || null,
    file: row.file || null,
    classname: row.className || null,
    variant: row.variant || null,
    codeowners: list(row['codeowners'], text) ?? [],
    quarantinedAt: row.quarantinedSince || null,
    statusLastUpdatedAt: row.statusSince || null,
    testCaseId: row.id,
  }
}

export function doubtIf(isDoubtful: boolean, members: Member[], message: Message, code?: Doubt['code']): Doubt[] {
  return isDoubtful ? [doubtOn(members, message, code)] : []
}

/** The members of a part that is only shown; none if the part is no object. */
function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
