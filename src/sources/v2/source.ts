import { type Facts, isFailed, NOT_ASKED, type Read, type Repository, valueIn } from '../../facts/facts.ts'
import { SOURCES } from '../../facts/profile.ts'
import type { Explanation, ExplanationRead, Question, Source } from '../../facts/source.ts'
import type { ServiceApi } from '../../http/answer.ts'
import { createTransport, encodePathPart, type TransportOptions } from '../../http/transport.ts'
import { code, plain, say } from '../../text/message.ts'
import { factsOf, mustExist, once, readingOf } from '../reading.ts'
import { explainHistory, type Transition } from '../removal.ts'
import {
  blockersOf,
  doubtsAboutRun,
  hasEntryIn,
  pullRequestOf,
  pullRequestState,
  queueOf,
  runIdIn,
  testRunOf,
  transitionOf,
} from './answers.ts'
import { quarantinedTests } from './tests.ts'
import {
  type Address,
  type Get,
  pullRequestReader,
  queueReader,
  readNewestRun,
  readOrder,
  readTransitions,
  repositoryReader,
  runReader,
  type WireOrder,
  type WirePullRequest,
} from './wire.ts'

/** The v2 API's transport: GET, and errors as JSON. An error without a code comes from a server in front of the API. */
export const V2: ServiceApi = {
  headers: token => ({ authorization: `Bearer ${token}` }),
  errorIn(body) {
    try {
      const { code, message } = JSON.parse(body).error
      return typeof code === 'string' && code !== '' ? { code, text: `${code}: ${message ?? ''}` } : null
    } catch {
      return null
    }
  },
}

/** What the last poll got that an explanation needs; null for what it did not ask for, or did not get. */
interface LastPoll {
  row: WirePullRequest | null
  order: WireOrder | null
}

/** The v2 API of the service as a source of facts, about one repository. */
export function createV2Source(options: Omit<TransportOptions, 'api'>, repository: Repository): Source {
  const profile = SOURCES['service-v2']
  const send = createTransport({ ...options, api: V2 })
  const getUntil = (signal: AbortSignal): Get => {
    return (address, reader) => send({ operation: address.operation, path: pathOf(address) }, reader, signal)
  }
  let idOfRepository: Promise<string> | null = null
  let lastPoll: LastPoll = { row: null, order: null }

  /** Asks for the id of the repository once; after a failure, again. */
  function repositoryId(get: Get): Promise<string> {
    idOfRepository ??= findRepository(get, repository).catch(error => {
      idOfRepository = null
      throw error
    })
    return idOfRepository
  }

  return {
    profile,
    poll(question, signal) {
      const get = getUntil(signal)
      lastPoll = { row: null, order: null }
      const readings = readingsOf(get, question, () => repositoryId(get), lastPoll)
      return factsOf(readings, profile.name, signal)
    },
    explain: (_, needs, signal) => explain(getUntil(signal), needs, lastPoll),
  }
}

function pathOf({ operation, id = '', query = {} }: Address): string {
  const values = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
  const path = `/v2/${operation.replace('{id}', () => encodePathPart(id))}`
  return values.length === 0 ? path : `${path}?${values.join('&')}`
}

function findRepository(get: Get, repository: Repository): Promise<string> {
  const page = `https://${repository.host}/${repository.owner}/${repository.name}`
  const unknown = `The service knows no repository ${plain(page, 200)}.`
  const remedy = say`Check ${code('repository')}, and that the key in ${code('api-token')} belongs to the organization that owns it.`
  const found = get({ operation: 'repositories', query: { providerUrl: page } }, repositoryReader(repository))
  return mustExist(found, unknown, remedy).then(({ id }) => id)
}

/**
 * Begins the reads of one poll, all at once. Requests that several of them need are sent once.
 *
 * @param answers gets each answer that an explanation needs, as it comes
 */
function readingsOf(get: Get, question: Question, repositoryId: () => Promise<string>, answers: LastPoll) {
  const { reads, number, targetBranch, testRunId, listOwner: collection } = question
  const isAsked = (read: Read) => reads.includes(read) && targetBranch !== null
  const branch = targetBranch ?? ''
  const asksPullRequest = isAsked('pull-request') && number !== null

  const getQueue = once(async () => {
    const id = await repositoryId()
    const query = { repositoryId: id, targetBranch: branch }
    return get({ operation: 'merge-queues', query }, queueReader(id, branch))
  })
  const getRow = once(async () => {
    if (number === null) return null
    const id = await repositoryId()
    const query = { repositoryId: id, number: String(number) }
    answers.row = await get({ operation: 'pull-requests', query }, pullRequestReader(id, number))
    return answers.row
  })
  const getOrder = once(async () => {
    const queue = await getQueue()
    answers.order = queue && (await get({ operation: 'merge-queues/{id}/order', id: queue.id }, readOrder))
    return answers.order
  })

  const readPullRequest = async () => {
    const [row, queue] = await Promise.all([getRow(), getQueue()])
    return row && pullRequestOf(row, queue, branch)
  }
  const readQueue = async () => {
    const [queue, order] = await Promise.all([getQueue(), getOrder()])
    return queue && order && queueOf(queue, order)
  }
  /** `absent` if the read of the pull request has shown that the branch has no queue. */
  const readMissingQueue = async (): Promise<Facts['queue']> => {
    const queue = asksPullRequest ? await getQueue().catch(() => undefined) : undefined
    return queue === null ? { absent: true } : undefined
  }
  /** Without an id, the run that the queue names; of a merged pull request, the run that verified it. */
  const readTestRun = async () => {
    if (testRunId !== null) return getRun(get, testRunId)
    const [row, queue] = await Promise.all([getRow(), getQueue()])
    if (!row || !hasEntryIn(queue, row)) return null
    const isMerged = row.queueEntry?.state === 'merged'
    const id = isMerged ? row.queueEntry?.['verifiedByVerificationRunId'] : runIdIn(await getOrder(), row.number)
    return typeof id === 'string' && id !== '' ? getRun(get, id, row) : null
  }
  const asksTests = reads.includes('quarantined-tests') && collection !== null
  return {
    pullRequest: asksPullRequest ? readingOf(readPullRequest()) : NOT_ASKED,
    queue: isAsked('queue') ? readingOf(readQueue()) : readMissingQueue(),
    testRun: isAsked('test-run') ? readingOf(readTestRun()) : NOT_ASKED,
    quarantinedTests: asksTests ? quarantinedTests(get, repositoryId(), collection) : NOT_ASKED,
  }
}

/** @param row the pull request that the run has to be about; without it, the run has no doubts */
async function getRun(get: Get, id: string, row?: WirePullRequest) {
  // In this API, a bisection's id is not the end of its branch's name, so no run has this one.
  if (/-bisection[^/]*$/.test(id)) return null
  const wire = await get({ operation: 'merge-queue-verification-runs/{id}', id }, runReader(id))
  return wire && { ...testRunOf(id, wire), doubts: row ? doubtsAboutRun(wire, row) : [] }
}

/** Of the history: how the pull request left the queue, and whom it waits for. Also its newest run. */
export async function explain(
  get: Get,
  needs: readonly ExplanationRead[],
  { row, order }: LastPoll,
): Promise<Explanation> {
  if (row === null) return {}
  const [history, run] = await Promise.all([
    needs.includes('history') ? readingOf(getHistory(get, row.id)) : NOT_ASKED,
    needs.includes('test-run') ? readingOf(getNewestRun(get, row.id)) : NOT_ASKED,
  ])
  if (history === undefined) return { testRun: run }
  const found = explainHistory(valueIn(history) ?? [], pullRequestState(row.queueEntry?.state), null)
  const blockers = [...blockersOf(row.number, order), ...(valueIn(found.blockers) ?? [])]
  return {
    ...(isFailed(history) ? { removal: history, removalCount: history } : found),
    blockers: { value: [...new Map(blockers.map(each => [each.number, each])).values()] },
    testRun: run,
  }
}

/** The transitions of a pull request's entry, newest first. */
async function getHistory(get: Get, id: string): Promise<Transition[] | null> {
  const query = { direction: 'newest', limit: '100' }
  const rows = await get({ operation: 'pull-requests/{id}/queue-entry-history', id, query }, readTransitions)
  return rows?.filter(({ pullRequestId }) => (pullRequestId ?? id) === id).map(transitionOf) ?? null
}

async function getNewestRun(get: Get, id: string) {
  const wire = await get({ operation: 'pull-requests/{id}/verification-runs', id }, readNewestRun)
  return wire && testRunOf(wire.id, wire)
}
