import { BISECTION } from '../../facts/context.ts'
import type { Facts, PullRequest, Queue, Read, Repository, TestRun } from '../../facts/facts.ts'
import { UNASKED } from '../../facts/facts.ts'
import { SOURCES } from '../../facts/profile.ts'
import type { Question, Source } from '../../facts/source.ts'
import type { ServiceApi } from '../../http/answer.ts'
import { ServiceError } from '../../http/errors.ts'
import { createTransport, encoded, type Send, type TransportOptions } from '../../http/transport.ts'
import { plain } from '../../text/escape.ts'
import { code, say } from '../../text/message.ts'
import { factsOf, notKnown, once, readAnswer, readingOf } from '../reading.ts'
import { doubtsAbout, isOfQueue, namedRun, pullRequestOf, queueOf, testRunOf } from './answers.ts'
import { explain } from './explain.ts'
import { quarantinedTests } from './tests.ts'
import {
  type Get,
  getter,
  pullRequestReader,
  queueReader,
  readOrder,
  repositoryReader,
  runReader,
  type Seen,
  type WireOrder,
  type WirePullRequest,
  type WireQueue,
} from './wire.ts'

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
  const get = getter(send)
  let repository: Promise<string> | null = null
  let seen: Seen = { row: null, order: null }

  return {
    profile,
    poll(question, signal) {
      seen = { row: null, order: null }
      const poll = beginPoll(get, question, repositoryId, seen, signal)
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
    // It must be short: all tries of a request share the time of one exchange.
    explain: (_, needs, signal) => explain(getter(send, clock.monotonic() + requestTimeoutMs), needs, seen, signal),
  }

  /** The id of the repository, which is found once; after a failure it is looked for again. */
  function repositoryId(signal: AbortSignal): Promise<string> {
    repository ??= findRepository(send, repo, signal).catch(error => {
      repository = null
      throw error
    })
    return repository
  }
}

async function findRepository(send: Send, repo: Repository, signal: AbortSignal): Promise<string> {
  const page = `https://${repo.host}/${repo.owner}/${repo.name}`
  const remedy = say`Check ${code('repository')}, and that the key in ${code('api-token')} belongs to the organization that owns it.`
  const whole = `The service knows no repository ${plain(page, 200)}.`
  const path = `/v2/repositories?providerUrl=${encoded(page)}`
  const answered = await send({ operation: 'repositories', method: 'GET', path }, signal).catch(notKnown(whole, remedy))
  const id = readAnswer(answered, repositoryReader(repo))
  if (id === null) throw new ServiceError('not-found', '', answered.details, { whole, remedy })
  return id
}

/** The reads of one poll. Requests that several of them need are sent once. */
function beginPoll(
  get: Get,
  { number, targetBranch, testRunId }: Question,
  repositoryId: (signal: AbortSignal) => Promise<string>,
  seen: Seen,
  signal: AbortSignal,
) {
  const branch = targetBranch ?? ''
  const queue = once(async (): Promise<WireQueue | null> => {
    const id = await repositoryId(signal)
    const path = `merge-queues?repositoryId=${encoded(id)}&targetBranch=${encoded(branch)}`
    return get('merge-queues', path, queueReader(id, branch), signal)
  })
  const row = once(async (): Promise<WirePullRequest | null> => {
    if (number === null) return null
    const id = await repositoryId(signal)
    const path = `pull-requests?repositoryId=${encoded(id)}&number=${number}`
    seen.row = await get('pull-requests', path, pullRequestReader(id, number), signal)
    return seen.row
  })
  const order = once(async (): Promise<WireOrder | null> => {
    const found = await queue()
    if (found === null) return null
    seen.order = await get('merge-queues/{id}/order', `merge-queues/${encoded(found.id)}/order`, readOrder, signal)
    return seen.order
  })
  return {
    async pullRequest(): Promise<PullRequest | null> {
      const [found, of] = await Promise.all([row(), queue()])
      return found && pullRequestOf(found, of, branch)
    },
    async queue(): Promise<Queue | null> {
      const [found, listed] = await Promise.all([queue(), order()])
      return found && listed && queueOf(found, listed)
    },
    /** `absent` if the search for the pull request has shown that the branch has no queue. */
    async noQueue(): Promise<Facts['queue']> {
      const found = await queue().catch(() => undefined)
      return found === null ? { absent: true } : undefined
    },
    /** Without an id, the run that the queue names; of a merged pull request the one that verified it. */
    async testRun(): Promise<TestRun | null> {
      if (testRunId !== null) return askRun(get, testRunId, signal)
      const [found, of] = await Promise.all([row(), queue()])
      if (!found || !isOfQueue(found, of)) return null
      const isMerged = found.queueEntry?.state === 'merged'
      const listed = isMerged ? null : await order()
      const verified = found.queueEntry?.['verifiedByVerificationRunId']
      const id = isMerged ? verified : listed && namedRun(listed, found.number)
      return typeof id === 'string' && id !== '' ? askRun(get, id, signal, found) : null
    },
  }
}

/** @param row the pull request for which the queue names the run */
async function askRun(get: Get, id: string, signal: AbortSignal, row?: WirePullRequest): Promise<TestRun | null> {
  // The name of a bisection's branch does not hold the id of its run.
  if (BISECTION.test(id)) return null
  const path = `merge-queue-verification-runs/${encoded(id)}`
  const wire = await get('merge-queue-verification-runs/{id}', path, runReader(id), signal)
  return wire && { ...testRunOf(id, wire), doubts: row ? doubtsAbout(wire, row) : [] }
}
