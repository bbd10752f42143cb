import { type Facts, NOT_ASKED, type Read, type Repository } from '../../facts/facts.ts'
import { SOURCES } from '../../facts/profile.ts'
import type { Question, Source } from '../../facts/source.ts'
import type { ServiceApi } from '../../http/answer.ts'
import { createTransport, encodePathPart, type TransportOptions } from '../../http/transport.ts'
import { code, plain, say } from '../../text/message.ts'
import { awaitFacts, mustExist, once, readingOf } from '../reading.ts'
import { hasEntryIn, pullRequestOf, queueOf, runIdIn } from './answers.ts'
import { explain, type PollAnswers } from './explain.ts'
import { getTestRun } from './test-run.ts'
import { quarantinedTests } from './tests.ts'
import { type Address, type Get, pullRequestReader, queueReader, readOrder, repositoryReader } from './wire.ts'

/** How the v2 API wants its key, and writes its errors: as JSON. An error without a code comes from another server. */
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
export function createV2Source(options: Omit<TransportOptions, 'api'>, repository: Repository): Source {
  const profile = SOURCES['service-v2']
  const send = createTransport({ ...options, api: V2 })
  const getUntil = (signal: AbortSignal): Get => {
    return (address, reader) => send({ operation: address.operation, path: pathOf(address) }, reader, signal)
  }
  let repositoryId: Promise<string> | null = null
  let answers: PollAnswers = { pullRequest: null, order: null }

  /** Asks for the id of the repository once; after a failure, again. */
  function getRepositoryId(get: Get): Promise<string> {
    repositoryId ??= findRepository(get, repository).catch(error => {
      repositoryId = null
      throw error
    })
    return repositoryId
  }

  return {
    profile,
    poll(question, signal) {
      const get = getUntil(signal)
      answers = { pullRequest: null, order: null }
      const readings = readingsOf(get, question, () => getRepositoryId(get), answers)
      return awaitFacts(readings, profile.name, signal)
    },
    explain: (_, needs, signal) => explain(getUntil(signal), needs, answers),
  }
}

function pathOf({ operation, id = '', query = {} }: Address): string {
  const values = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
  const path = `/v2/${operation.replace('{id}', () => encodePathPart(id))}`
  return values.length === 0 ? path : `${path}?${values.join('&')}`
}

function findRepository(get: Get, repository: Repository): Promise<string> {
  const page = `https://${repository.host}/${repository.owner}/${repository.name}`
  const notFound = `The service knows no repository ${plain(page, 200)}.`
  const found = get({ operation: 'repositories', query: { providerUrl: page } }, repositoryReader(repository))
  const only = found.then(rows => rows?.[0] ?? null)
  return mustExist(only, notFound, CHECK_REPOSITORY).then(({ id }) => id)
}

const CHECK_REPOSITORY = say`Check ${code('repository')}, and that the key in ${code('api-token')} belongs to the organization that owns it.`

/**
 * Begins the reads of one poll, all at once. Requests that several of them need are sent once.
 *
 * @param answers are filled in as they come
 */
function readingsOf(get: Get, question: Question, getRepositoryId: () => Promise<string>, answers: PollAnswers) {
  const { reads, number, targetBranch, testRunId, quarantineListOwner: collection } = question
  const isAsked = (read: Read) => reads.includes(read) && targetBranch !== null
  const branch = targetBranch ?? ''
  const asksPullRequest = isAsked('pull-request') && number !== null

  const getQueue = once(async () => {
    const id = await getRepositoryId()
    const query = { repositoryId: id, targetBranch: branch }
    const rows = await get({ operation: 'merge-queues', query }, queueReader(id, branch))
    return rows?.[0] ?? null
  })
  const getPullRequest = once(async () => {
    if (number === null) return null
    const id = await getRepositoryId()
    const query = { repositoryId: id, number: String(number) }
    // A list answers 404 only for a repository that the service does not find, so that is no "never submitted".
    const found = get({ operation: 'pull-requests', query }, pullRequestReader(id, number))
    const rows = await mustExist(
      found,
      `The service does not find the repository of #${number} (404).`,
      CHECK_REPOSITORY,
    )
    answers.pullRequest = rows[0] ?? null
    return answers.pullRequest
  })
  const getOrder = once(async () => {
    const queue = await getQueue()
    answers.order = queue && (await get({ operation: 'merge-queues/{id}/order', id: queue.id }, readOrder))
    return answers.order
  })

  const readPullRequest = async () => {
    const [pullRequest, queue] = await Promise.all([getPullRequest(), getQueue()])
    return pullRequest && pullRequestOf(pullRequest, queue, branch)
  }
  const readQueue = async () => {
    const [queue, order] = await Promise.all([getQueue(), getOrder()])
    return queue && order && queueOf(queue, order)
  }
  /** For a poll that does not ask for the queue: `absent` if the read of the pull request finds no queue. */
  const readMissingQueue = async (): Promise<Facts['queue']> => {
    const queue = asksPullRequest ? await getQueue().catch(() => undefined) : undefined
    return queue === null ? { absent: true } : undefined
  }
  /** Without an id: the run that verified the pull request if it is merged, else the run that the queue names. */
  const readTestRun = async () => {
    if (testRunId !== null) return getTestRun(get, testRunId)
    const [pullRequest, queue] = await Promise.all([getPullRequest(), getQueue()])
    if (!pullRequest || !hasEntryIn(queue, pullRequest)) return null
    const { queueEntry: entry, number } = pullRequest
    const id = entry?.state === 'merged' ? entry['verifiedByVerificationRunId'] : runIdIn(await getOrder(), number)
    return typeof id === 'string' && id !== '' ? getTestRun(get, id, pullRequest) : null
  }
  const asksTests = reads.includes('quarantined-tests') && collection !== null
  return {
    pullRequest: asksPullRequest ? readingOf(readPullRequest()) : NOT_ASKED,
    queue: isAsked('queue') ? readingOf(readQueue()) : readMissingQueue(),
    testRun: isAsked('test-run') ? readingOf(readTestRun()) : NOT_ASKED,
    quarantinedTests: asksTests ? quarantinedTests(get, getRepositoryId(), collection) : NOT_ASKED,
  }
}
