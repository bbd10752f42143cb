import { shortApart } from '../../facts/commit.ts'
import type { Read } from '../../facts/conditions.ts'
import type { Doubt, Facts, PullRequest, Queue, Removal, Repository, TestRun } from '../../facts/facts.ts'
import { SOURCES } from '../../facts/profile.ts'
import { UNASKED } from '../../facts/reading.ts'
import type { Question, Source } from '../../facts/source.ts'
import { ServiceError } from '../../http/errors.ts'
import { createTransport, encoded, type ServiceApi, type TransportOptions } from '../../http/transport.ts'
import { plain } from '../../text/escape.ts'
import { code, say } from '../../text/message.ts'
import { factsOf, notKnown, orNull, type Reader, readAnswer, readingOf } from '../reading.ts'
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
  readQueueOfBranch,
  readVerificationRun,
  repositoryReader,
  testedCommits,
  testRunOf,
  type WireOrder,
  type WirePullRequest,
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

/** The v2 API of the service as a source of facts, about one repository. */
export function createV2Source(options: Omit<TransportOptions, 'api'>, repo: Repository): Source {
  const { clock, requestTimeoutMs } = options
  const profile = SOURCES['service-v2']
  const send = createTransport({ ...options, api: V2 })
  let repository: Promise<string> | null = null
  /** The row of the pull request, from the latest poll that found one. */
  let latestRow: WirePullRequest | null = null

  return {
    profile,
    poll(question, signal) {
      const poll = beginPoll(question, signal)
      const { reads, number, targetBranch, list } = question
      const asks = (read: Read) => reads.includes(read) && targetBranch !== null
      const ofTests = reads.includes('quarantined-tests') && list !== null
      const asksRow = asks('pull-request') && number !== null
      const readings = {
        pullRequest: asksRow ? readingOf(poll.pullRequest()) : UNASKED,
        queue: asks('queue') ? readingOf(poll.queue()) : asksRow ? poll.noQueue() : UNASKED,
        testRun: asks('test-run') ? readingOf(poll.testRun()) : UNASKED,
        quarantinedTests: ofTests ? quarantinedTests(send, repositoryId(signal), list, signal) : UNASKED,
      }
      return factsOf(readings, profile.name, signal)
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
    const id = readAnswer(answered, repositoryReader(repo))
    if (id === null) throw new ServiceError('not-found', { whole }, answered.details, { remedy })
    return id
  }

  async function findPlace(targetBranch: string, signal?: AbortSignal): Promise<Place> {
    const id = await repositoryId(signal)
    const path = `merge-queues?repositoryId=${encoded(id)}&targetBranch=${encoded(targetBranch)}`
    return { repositoryId: id, targetBranch, queue: await get('merge-queues', path, readQueueOfBranch, signal) }
  }

  /** The reads of one poll. Requests that several of them need are sent once. */
  function beginPoll({ number, targetBranch, testRunId }: Question, signal?: AbortSignal) {
    const place = once(() => findPlace(targetBranch ?? '', signal))
    const row = once(async (): Promise<WirePullRequest | null> => {
      const path = `pull-requests?repositoryId=${encoded((await place()).repositoryId)}&number=${number}`
      const found = await get('pull-requests', path, readPullRequest, signal)
      latestRow = found ?? latestRow
      return found
    })
    const order = once(async (): Promise<WireOrder | null> => {
      const { queue } = await place()
      if (queue === null) return null
      return get('merge-queues/{id}/order', `merge-queues/${encoded(queue.id)}/order`, readOrder, signal)
    })
    return {
      async pullRequest(): Promise<PullRequest | null> {
        const found = await row()
        return found && pullRequestOf(found, await place(), number)
      },
      async queue(): Promise<Queue | null> {
        const [at, listed] = await Promise.all([place(), order()])
        return at.queue && listed && queueOf(at.queue, listed, at)
      },
      /** `absent` if the search for the pull request has shown that the branch has no queue. */
      async noQueue(): Promise<Facts['queue']> {
        const at = await place().catch(() => null)
        return at?.queue === null ? { absent: true } : UNASKED
      },
      async testRun(): Promise<TestRun | null> {
        if (testRunId !== null) return testRun(testRunId, signal)
        const [at, found] = number === null ? [null, null] : await Promise.all([place(), row()])
        if (!at || number === null || found?.number !== number || !isOfQueue(found, at)) return null
        const isMerged = found.queueEntry?.state === 'merged'
        const listed = isMerged ? null : await order()
        const id = isMerged ? found.queueEntry?.verifiedByVerificationRunId : listed && namedRun(listed, number)
        return id ? testRun(id, signal, found) : null
      },
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

/** Asks on the first call; later calls get the same answer. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null
  return () => {
    answer ??= ask()
    return answer
  }
}
