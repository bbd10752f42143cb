import { plain } from '../../escape.ts'
import { shortApart } from '../../facts/commit.ts'
import type { Read } from '../../facts/conditions.ts'
import type { Doubt, Facts, PullRequest, Queue, Removal, Repository, TestRun } from '../../facts/facts.ts'
import { UNASKED } from '../../facts/reading.ts'
import type { FactSource, SourceRequest } from '../../facts/source.ts'
import { code, quoted, say } from '../../message.ts'
import { FAILURES, ServiceError } from '../errors.ts'
import { isNotFound, notKnown, orNull, type Reader, readAnswer, readingOf } from '../reading.ts'
import { createTransport, encoded, type ServiceApi, type TransportOptions } from '../transport.ts'
import {
  doubtIf,
  isOfQueue,
  lastRemoval,
  namedRun,
  type Place,
  pullRequestOf,
  queueOf,
  readHistory,
  readOrder,
  readPullRequest,
  readQueue,
  readQueueOfBranch,
  readVerificationRun,
  repositoryReader,
  testedCommits,
  testRunOf,
  type WireOrder,
  type WirePullRequest,
  type WireQueue,
  type WireRun,
} from './answers.ts'
import { quarantinedTests } from './tests.ts'

/** The v2 API's transport: GET, and errors as JSON. An error without a code comes from a server in front of the API. */
export const V2: ServiceApi = {
  version: 'v2',
  headers: token => ({ authorization: `Bearer ${token}` }),
  isOwnNotFound: body => errorIn(body) !== null,
  refusesKey: body => errorIn(body)?.code === 'INSUFFICIENT_PERMISSIONS',
  textOf(body) {
    const error = errorIn(body)
    return error === null ? body : `${error.code}: ${error.message}`
  },
}

function errorIn(body: string): { code: string; message: string } | null {
  try {
    const { code, message } = JSON.parse(body).error
    return typeof code === 'string' && code !== '' ? { code, message: String(message ?? '') } : null
  } catch {
    return null
  }
}

/** Stands for the answer to an id that the service has forgotten. */
const GONE = 'gone'

/** The v2 API of the service as a source of facts, about one repository. */
export function createV2Source(options: Omit<TransportOptions, 'api'>, repo: Repository): FactSource {
  const { clock, requestTimeoutMs } = options
  const send = createTransport({ ...options, api: V2 })
  let repository: Promise<string> | null = null
  /** Its ids are valid for the whole step, unless the service forgets them. */
  let place: Place | null = null
  /** The row of the pull request, from the latest poll that found one. */
  let latestRow: WirePullRequest | null = null

  return {
    read(request, signal) {
      const poll = beginPoll(request, signal)
      const { reads, number, targetBranch, list } = request
      const asks = (read: Read) => reads.includes(read) && targetBranch !== null
      const ofTests = reads.includes('quarantined-tests') && list !== null
      const asksRow = asks('pull-request') && number !== null
      return {
        pullRequest: asksRow ? readingOf(poll.pullRequest()) : UNASKED,
        queue: asks('queue') ? readingOf(poll.queue()) : asksRow ? poll.noQueue() : UNASKED,
        testRun: asks('test-run') ? readingOf(poll.testRun()) : UNASKED,
        quarantinedTests: ofTests ? quarantinedTests(send, clock, repositoryId(signal), list, signal) : UNASKED,
      }
    },
    removal: (pr, signal) => readingOf(removal(pr, signal)),
  }

  async function get<T>(operation: string, path: string, reader: Reader<T>, signal?: AbortSignal, latest?: number) {
    return readAnswer(await send({ operation, method: 'GET', path: `/v2/${path}` }, signal, latest), reader)
  }

  function repositoryId(signal?: AbortSignal): Promise<string> {
    repository ??= findRepository(signal).catch(error => {
      repository = null
      throw error
    })
    return repository
  }

  async function findRepository(signal?: AbortSignal): Promise<string> {
    const page = `https://${repo.host}/${repo.owner}/${repo.name}`
    const remedy = say`Check ${code('repository')}, and that the key in ${code('api-token')} belongs to the organization that owns it.`
    const whole = `The service knows no repository ${plain(page, 200)}.`
    const answered = await send(
      { operation: 'repositories', method: 'GET', path: `/v2/repositories?providerUrl=${encoded(page)}` },
      signal,
    ).catch(notKnown(whole, remedy))
    const id = await readAnswer(answered, repositoryReader(repo))
    if (id === null) throw new ServiceError('not-found', { whole }, answered.details, { remedy })
    return id
  }

  async function findPlace(targetBranch: string, signal?: AbortSignal): Promise<Place> {
    const id = await repositoryId(signal)
    const path = `merge-queues?repositoryId=${encoded(id)}&targetBranch=${encoded(targetBranch)}`
    const queue = await get('merge-queues', path, readQueueOfBranch, signal)
    const found = { repositoryId: id, targetBranch, queue }
    // A branch without a queue may get one, so it is asked about again in the next poll.
    if (queue) place = found
    return found
  }

  /** The reads of one poll. Requests that several of them need are sent once. */
  function beginPoll({ number, targetBranch, testRunId, reads }: SourceRequest, signal?: AbortSignal) {
    const branch = targetBranch ?? ''
    // The target branch can change during a wait, if the pull request gets another base branch.
    if (place?.targetBranch !== branch) place = null
    // If this poll resolves the ids itself, they are not resolved again.
    const isFresh = place === null
    const hadRow = latestRow !== null
    const resolved = once(async () => place ?? (await findPlace(branch, signal)))
    const renewed = once(() => {
      repository = null
      place = null
      return findPlace(branch, signal)
    })
    const needsRow =
      number !== null && (reads.includes('pull-request') || (reads.includes('test-run') && testRunId === null))

    /** The row of the pull request, and the queue that was searched. */
    const standing = once(async (): Promise<{ at: Place; row: WirePullRequest | null }> => {
      const at = await resolved()
      const row = await rowAt(at).catch(orGone)
      const isLost = row === GONE || (row === null ? hadRow : row.queueEntry != null && !isOfQueue(row, at))
      const now = isLost && !isFresh ? await renewed() : at
      const found = row === GONE || !isSamePlace(now, at) ? await rowAt(now) : row
      latestRow = found ?? latestRow
      return { at: now, row: found }
    })

    /** The queue and its order; null if the branch has none. */
    const queued = once(async (): Promise<{ at: Place; queue: WireQueue; order: WireOrder } | null> => {
      const at = await resolved()
      const [first, seen] = await Promise.all([
        queueAt(at, isFresh).catch(orGone),
        // If the pull request is in another queue, that queue is read. `pullRequest` reports a failure of this search.
        needsRow ? standing().catch(() => null) : null,
      ])
      if (seen && !isSamePlace(seen.at, at)) return queueAt(seen.at, true)
      return first === GONE ? queueAt(await renewed(), true) : first
    })

    return {
      async pullRequest(): Promise<PullRequest | null> {
        const { at, row } = await standing()
        return row && pullRequestOf(row, at, number)
      },
      async queue(): Promise<Queue | null> {
        const found = await queued()
        if (!found) return null
        const queue = queueOf(found.queue, found.order, found.at)
        const seen = needsRow ? await standing().catch(() => null) : null
        const isAnew = seen !== null && !isSamePlace(seen.at, found.at)
        const anew = `The queue of ${quoted(branch)} was created again while it was read.`
        return { ...queue, doubts: [...queue.doubts, ...doubtIf(isAnew, ['submitted', 'state', 'queue-list'], anew)] }
      },
      /** `absent` if the search for the pull request has shown that the branch has no queue. */
      async noQueue(): Promise<Facts['queue']> {
        const seen = await standing().catch(() => null)
        return seen?.at.queue === null ? { kind: 'absent' } : UNASKED
      },
      async testRun(): Promise<TestRun | null> {
        if (testRunId !== null) return testRun(testRunId, signal)
        if (number === null) return null
        const { at, row } = await standing()
        if (row?.number !== number || !isOfQueue(row, at)) return null
        const id =
          row.queueEntry?.state === 'merged' ? row.queueEntry.verifiedByVerificationRunId : await nameOfRun(number)
        return id ? testRun(id, signal, row) : null
      },
    }

    async function nameOfRun(of: number): Promise<string | null> {
      const found = await queued()
      return found && namedRun(found.order, of)
    }

    /** Lets a 404 on ids of an earlier poll pass, because they are resolved again; any other error is thrown. */
    function orGone(error: unknown): typeof GONE {
      if (isFresh || !isNotFound(error)) throw error
      return GONE
    }

    function rowAt({ repositoryId: id }: Place): Promise<WirePullRequest | null> {
      const path = `pull-requests?repositoryId=${encoded(id)}&number=${number}`
      return get('pull-requests', path, readPullRequest, signal)
    }

    /** @param isNew true if the queue's record came in this poll */
    async function queueAt(at: Place, isNew: boolean) {
      if (at.queue === null) return null
      const path = `merge-queues/${encoded(at.queue.id)}`
      const queue = isNew ? Promise.resolve(at.queue) : get('merge-queues/{id}', path, readQueue, signal)
      const order = get('merge-queues/{id}/order', `${path}/order`, readOrder, signal)
      // If only one of the two failures is an outage, the other one is thrown, whichever comes first.
      await Promise.all([queue.catch(orOutage), order.catch(orOutage)])
      return { at, queue: await queue, order: await order }
    }
  }

  /** @param row the pull request for which the queue names the run; the run must have tested the commit in this row */
  async function testRun(id: string, signal: AbortSignal | undefined, row?: WirePullRequest): Promise<TestRun | null> {
    const path = `merge-queue-verification-runs/${encoded(id)}`
    const wire = await get('merge-queue-verification-runs/{id}', path, readVerificationRun, signal).catch(orNull)
    if (!wire) return null
    const found = testRunOf(id, wire)
    if (!row) return found
    const tested = testedCommits(wire, row.number)
    return { ...found, doubts: [...found.doubts, ...ofAnotherCommit(found, tested, row), ...ofBisection(wire, row)] }
  }

  /** The deadline of a read that only explains. It must be short, so all tries share the time of one exchange. */
  function soon(): number {
    return clock.monotonic() + requestTimeoutMs
  }

  async function removal({ number, state }: PullRequest, signal?: AbortSignal): Promise<Removal | null> {
    if (latestRow?.number !== number) return null
    const { id } = latestRow
    const path = `pull-requests/${encoded(id)}/queue-entry-history?direction=newest`
    const history = await get('pull-requests/{id}/queue-entry-history', path, readHistory, signal, soon())
    const own = history.filter(({ pullRequestId }) => pullRequestId == null || pullRequestId === id)
    return lastRemoval(own, state)
  }
}

/** The doubt about a run of another commit: the pull request may have got a new one since the queue named the run. */
function ofAnotherCommit(run: TestRun, tested: (string | null)[], { number, sha }: WirePullRequest): Doubt[] {
  const other = tested.find(each => each?.toLowerCase() !== sha.toLowerCase())
  const [theirs, own] = shortApart(other ?? '', sha)
  const found = other
    ? say`tested commit ${theirs} of #${number}, but the service has ${own}`
    : `does not say that it tested #${number}`
  const message = say`Test run ${code(run.id)} ${found}.`
  const isDoubtful = tested.length === 0 || other !== undefined
  return doubtIf(isDoubtful, ['test-run-status'], message, other ? 'stale-head' : 'contradictory-answer')
}

/** The doubt about a bisection: the order never names one. But any run can have verified a merged pull request. */
function ofBisection({ id, isBisection }: WireRun, { number, queueEntry }: WirePullRequest): Doubt[] {
  const message = say`Test run ${code(id)} is a bisection, but the queue names it as the run of #${number}.`
  return doubtIf(isBisection === true && queueEntry?.state !== 'merged', ['test-run-status'], message)
}

function isSamePlace(a: Place, b: Place): boolean {
  return a.repositoryId === b.repositoryId && a.queue?.id === b.queue?.id
}

/** Lets an outage pass; any other error is thrown. */
function orOutage(error: unknown): void {
  if (!(error instanceof ServiceError) || !FAILURES[error.kind].outage) throw error
}

/** Asks on the first call; later calls get the same answer. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null
  return () => {
    answer ??= ask()
    return answer
  }
}
