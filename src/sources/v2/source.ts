import { BISECTION } from '../../facts/context.ts'
import {
  type Facts,
  isRead,
  type QuarantinedTests,
  type Read,
  type Reading,
  type Repository,
  UNASKED,
} from '../../facts/facts.ts'
import { SOURCES } from '../../facts/profile.ts'
import type { Question, Source } from '../../facts/source.ts'
import type { ServiceApi } from '../../http/answer.ts'
import { createTransport, encoded, type TransportOptions } from '../../http/transport.ts'
import { code, plain, quoted, say } from '../../text/message.ts'
import { factsOf, mustExist, once, readingOf, readList } from '../reading.ts'
import { doubtsAbout, isOfQueue, namedRun, pullRequestOf, quarantinedTestOf, queueOf, testRunOf } from './answers.ts'
import { explain, type Seen } from './explain.ts'
import {
  type Address,
  type Get,
  pullRequestReader,
  queueReader,
  readOrder,
  repositoryReader,
  runReader,
  testsReader,
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

/** The v2 API of the service as a source of facts, about one repository. */
export function createV2Source(options: Omit<TransportOptions, 'api'>, repo: Repository): Source {
  const { clock, requestTimeoutMs } = options
  const profile = SOURCES['service-v2']
  const send = createTransport({ ...options, api: V2 })
  const getUntil = (signal: AbortSignal, latest?: number): Get => {
    return (address, reader) => send({ operation: address.operation, path: pathOf(address) }, reader, signal, latest)
  }
  let repository: Promise<string> | null = null
  let seen: Seen = { row: null, order: null }

  /** The id of the repository, which is found once; after a failure it is looked for again. */
  function repositoryId(get: Get): Promise<string> {
    repository ??= findRepository(get, repo).catch(error => {
      repository = null
      throw error
    })
    return repository
  }

  return {
    profile,
    poll(question, signal) {
      const get = getUntil(signal)
      seen = { row: null, order: null }
      return factsOf(
        readingsOf(get, question, () => repositoryId(get), seen),
        profile.name,
        signal,
      )
    },
    // It must be short: all tries of a request share the time of one exchange.
    explain: (_, needs, signal) => explain(getUntil(signal, clock.monotonic() + requestTimeoutMs), needs, seen),
  }
}

function pathOf({ operation, id = '', query = {} }: Address): string {
  const values = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
  const path = `/v2/${operation.replace('{id}', () => encoded(id))}`
  return values.length === 0 ? path : `${path}?${values.join('&')}`
}

function findRepository(get: Get, repo: Repository): Promise<string> {
  const page = `https://${repo.host}/${repo.owner}/${repo.name}`
  const unknown = `The service knows no repository ${plain(page, 200)}.`
  const remedy = say`Check ${code('repository')}, and that the key in ${code('api-token')} belongs to the organization that owns it.`
  const found = get({ operation: 'repositories', query: { providerUrl: page } }, repositoryReader(repo))
  return mustExist(found, unknown, remedy).then(({ id }) => id)
}

/** Begins the reads of one poll, all at once. Requests that several of them need are sent once. */
function readingsOf(get: Get, question: Question, repositoryId: () => Promise<string>, seen: Seen) {
  const { reads, number, targetBranch, testRunId, list } = question
  const asks = (read: Read) => reads.includes(read) && targetBranch !== null
  const branch = targetBranch ?? ''
  const queue = once(async () => {
    const id = await repositoryId()
    const query = { repositoryId: id, targetBranch: branch }
    return get({ operation: 'merge-queues', query }, queueReader(id, branch))
  })
  const row = once(async () => {
    if (number === null) return null
    const id = await repositoryId()
    const query = { repositoryId: id, number: String(number) }
    seen.row = await get({ operation: 'pull-requests', query }, pullRequestReader(id, number))
    return seen.row
  })
  const order = once(async () => {
    const found = await queue()
    seen.order = found && (await get({ operation: 'merge-queues/{id}/order', id: found.id }, readOrder))
    return seen.order
  })

  const pullRequest = async () => {
    const [found, of] = await Promise.all([row(), queue()])
    return found && pullRequestOf(found, of, branch)
  }
  const wholeQueue = async () => {
    const [found, listed] = await Promise.all([queue(), order()])
    return found && listed && queueOf(found, listed)
  }
  /** `absent` if the search for the pull request has shown that the branch has no queue. */
  const noQueue = async (): Promise<Facts['queue']> => {
    const found = await queue().catch(() => undefined)
    return found === null ? { absent: true } : undefined
  }
  /** Without an id, the run that the queue names; of a merged pull request the one that verified it. */
  const testRun = async () => {
    if (testRunId !== null) return askRun(get, testRunId)
    const [found, of] = await Promise.all([row(), queue()])
    if (!found || !isOfQueue(found, of)) return null
    const isMerged = found.queueEntry?.state === 'merged'
    const listed = isMerged ? null : await order()
    const id = isMerged ? found.queueEntry?.['verifiedByVerificationRunId'] : listed && namedRun(listed, found.number)
    return typeof id === 'string' && id !== '' ? askRun(get, id, found) : null
  }
  const asksRow = asks('pull-request') && number !== null
  const asksTests = reads.includes('quarantined-tests') && list !== null
  return {
    pullRequest: asksRow ? readingOf(pullRequest()) : UNASKED,
    queue: asks('queue') ? readingOf(wholeQueue()) : asksRow ? noQueue() : UNASKED,
    testRun: asks('test-run') ? readingOf(testRun()) : UNASKED,
    quarantinedTests: asksTests ? quarantinedTests(get, repositoryId(), list) : UNASKED,
  }
}

/** @param row the pull request for which the queue names the run */
async function askRun(get: Get, id: string, row?: WirePullRequest) {
  // The name of a bisection's branch does not hold the id of its run.
  if (BISECTION.test(id)) return null
  const wire = await get({ operation: 'merge-queue-verification-runs/{id}', id }, runReader(id))
  return wire && { ...testRunOf(id, wire), doubts: row ? doubtsAbout(wire, row) : [] }
}

/** This repository's quarantined tests in a collection. A list that may be another repository's counts as unknown. */
async function quarantinedTests(
  get: Get,
  repositoryId: Promise<string>,
  collection: string,
): Promise<Reading<QuarantinedTests>> {
  const id = await readingOf(repositoryId)
  if (!isRead(id)) return id
  const reader = testsReader(
    ({ repoId, quarantineState, testCollectionId }) =>
      repoId === id.value && quarantineState === 'quarantined' && (testCollectionId ?? collection) === collection,
    quarantinedTestOf,
  )
  const asked = { testCollectionId: collection, quarantineState: 'quarantined', limit: '100', includeTotal: 'true' }
  const unknown = `The service knows no test collection ${quoted(collection)}.`
  const remedy = say`Set ${code('test-collection')} to the id that the service shows.`
  const reading = await readList(cursor => {
    const query = { ...asked, ...(cursor !== '' && { cursor }) }
    return mustExist(get({ operation: 'tests', query }, reader), unknown, remedy)
  }, true)
  if (!isRead(reading) || reading.value.partial !== null || reading.value.tests.length > 0) return reading
  // An empty list may be that of a misspelt collection.
  const isEmpty = reading.value.leftOut === 0
  const known = isEmpty && (await readingOf(get({ operation: 'test-collections/{id}', id: collection }, () => true)))
  if (known !== false && isRead(known)) return reading
  const partial = `collection ${collection} holds no test of this repository, or is not known`
  return { value: { ...reading.value, partial, isUnknown: true } }
}
