import { BISECTION_SUFFIX } from '../../facts/context.ts'
import {
  type Facts,
  hasValue,
  isFailed,
  NOT_ASKED,
  PULL_REQUEST_STATES,
  type QuarantinedTests,
  type Read,
  type Reading,
  type Repository,
  valueIn,
} from '../../facts/facts.ts'
import { SOURCES } from '../../facts/profile.ts'
import type { Blocker, Explanation, ExplanationRead, Question, Source } from '../../facts/source.ts'
import type { ServiceApi } from '../../http/answer.ts'
import { createTransport, encoded, type TransportOptions } from '../../http/transport.ts'
import { code, plain, quoted, say } from '../../text/message.ts'
import { factsOf, membersOf, mustExist, once, readingOf, readPages, text } from '../reading.ts'
import { blockersIn, explainHistory, type Transition } from '../removal.ts'
import { doubtsAbout, inFacts, isOfQueue, namedRun, pullRequestOf, queueOf, testOf, testRunOf } from './answers.ts'
import {
  type Address,
  type Get,
  pullRequestReader,
  queueReader,
  readHistory,
  readNewestRun,
  readOrder,
  repositoryReader,
  runReader,
  testsReader,
  type WireOrder,
  type WirePullRequest,
  type WireTransition,
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

/** What the last poll has read that an explanation is looked up by. */
interface Seen {
  row: WirePullRequest | null
  order: WireOrder | null
}

/** The v2 API of the service as a source of facts, about one repository. */
export function createV2Source(options: Omit<TransportOptions, 'api'>, repo: Repository): Source {
  const profile = SOURCES['service-v2']
  const send = createTransport({ ...options, api: V2 })
  const getUntil = (signal: AbortSignal): Get => {
    return (address, reader) => send({ operation: address.operation, path: pathOf(address) }, reader, signal)
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
    explain: (_, needs, signal) => explain(getUntil(signal), needs, seen),
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
  const { reads, number, targetBranch, testRunId, listOwner } = question
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
  const asksTests = reads.includes('quarantined-tests') && listOwner !== null
  return {
    pullRequest: asksRow ? readingOf(pullRequest()) : NOT_ASKED,
    queue: asks('queue') ? readingOf(wholeQueue()) : asksRow ? noQueue() : NOT_ASKED,
    testRun: asks('test-run') ? readingOf(testRun()) : NOT_ASKED,
    quarantinedTests: asksTests ? quarantinedTests(get, repositoryId(), listOwner) : NOT_ASKED,
  }
}

/** @param row the pull request for which the queue names the run */
async function askRun(get: Get, id: string, row?: WirePullRequest) {
  // The name of a bisection's branch does not hold the id of its run.
  if (BISECTION_SUFFIX.test(id)) return null
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
  if (!hasValue(id)) return id
  const reader = testsReader(
    ({ repoId, quarantineState, testCollectionId }) =>
      repoId === id.value && quarantineState === 'quarantined' && (testCollectionId ?? collection) === collection,
    testOf,
  )
  const asked = { testCollectionId: collection, quarantineState: 'quarantined', limit: '100', includeTotal: 'true' }
  const unknown = `The service knows no test collection ${quoted(collection)}.`
  const remedy = say`Set ${code('test-collection')} to the id that the service shows.`
  const reading = await readPages({ needsTotal: true }, cursor => {
    const query = { ...asked, ...(cursor !== '' && { cursor }) }
    return mustExist(get({ operation: 'tests', query }, reader), unknown, remedy)
  })
  if (!hasValue(reading) || reading.value.partial !== null || reading.value.tests.length > 0) return reading
  // An empty list may be that of a misspelt collection.
  const isEmpty = reading.value.leftOut === 0
  const known = isEmpty && (await readingOf(get({ operation: 'test-collections/{id}', id: collection }, () => true)))
  if (known !== false && hasValue(known)) return reading
  const partial = `collection ${collection} holds no test of this repository, or is not known`
  return { value: { ...reading.value, partial, isUnknown: true } }
}

/** The history says how it left and whom it waits for; the newest run is shown where the queue names none. */
async function explain(get: Get, needs: readonly ExplanationRead[], { row, order }: Seen): Promise<Explanation> {
  if (row === null) return {}
  const { id } = row
  const [history, run] = await Promise.all([
    needs.includes('history') ? readingOf(get(historyOf(id), readHistory)) : NOT_ASKED,
    needs.includes('run') ? readingOf(newestRun(get, id)) : NOT_ASKED,
  ])
  if (history === undefined) return { run }
  const transitions = (valueIn(history) ?? []).filter(({ pullRequestId }) => (pullRequestId ?? id) === id)
  const found = explainHistory(transitions.map(transitionOf), inFacts(PULL_REQUEST_STATES, row.queueEntry?.state), null)
  const blockers = [...holdersOf(order, row.number), ...(valueIn(found.blockers) ?? [])]
  return {
    ...(isFailed(history) ? { removal: history, removalCount: history } : found),
    blockers: { value: [...new Map(blockers.map(each => [each.number, each])).values()] },
    run,
  }
}

function historyOf(id: string) {
  return { operation: 'pull-requests/{id}/queue-entry-history', id, query: { direction: 'newest', limit: '100' } }
}

async function newestRun(get: Get, id: string) {
  const wire = await get({ operation: 'pull-requests/{id}/verification-runs', id }, readNewestRun)
  return wire && testRunOf(wire.id, wire)
}

function transitionOf({ state, reason, actor, changedAt, ...parts }: WireTransition): Transition {
  const [failed, held, passed] = [parts['failed'], parts['pendingFailure'], parts['testsPassed']].map(membersOf)
  return {
    state: inFacts(PULL_REQUEST_STATES, state),
    at: text(changedAt),
    details: { ...passed, ...held, ...failed, reason, actor },
  }
}

/** The failing entries that hold a pending pull request. */
function holdersOf(order: WireOrder | null, number: number): Blocker[] {
  const entry = order?.pending?.map(membersOf).find(item => membersOf(item['pullRequest'])['number'] === number)
  return blockersIn(entry?.['heldBy'])
}
