import type { Clock } from '../../clock.ts'
import type { PullRequest, Queue, Repository, TestRun } from '../../facts/facts.ts'
import { code, quoted, say } from '../../message.ts'
import { ServiceError } from '../errors.ts'
import { type Pages, pagesOf, type Spent } from '../list.ts'
import { type Reader, readAnswer } from '../read-answer.ts'
import type { Answered, Send, ServiceApi } from '../transport.ts'
import { readPage, readPullRequest, readQueue, testRunReader } from './answers.ts'

/** How the v1 API speaks: JSON in a POST, and errors in plain text. */
export const V1: ServiceApi = {
  headers: token => ({ 'content-type': 'application/json', 'x-api-token': token }),
  isOwnNotFound: () => true,
  textOf: body => body,
}

/** Calls an operation of the v1 API. */
export type Call = (operation: string, body: object, signal?: AbortSignal, latest?: number) => Promise<Answered>

export function callBy(send: Send): Call {
  return (operation, body, signal, latest) =>
    send({ operation, method: 'POST', path: `/v1/${operation}`, body }, signal, latest)
}

/** The four operations. Each throws a ServiceError; null stands for a 404 that is an answer. */
export interface ServiceClient {
  pullRequest(number: number, targetBranch: string, signal?: AbortSignal): Promise<PullRequest | null>
  queue(targetBranch: string, signal?: AbortSignal): Promise<Queue | null>
  testRun(id: string, targetBranch: string, signal?: AbortSignal): Promise<TestRun | null>
  /** The pages as they arrive; the returned value says whether they were all. */
  quarantinedTests(organization: string, signal?: AbortSignal, spent?: Spent): Pages
}

/** Rows of a page; the service takes 1 to 100. */
const PAGE_SIZE = 100
/** The client of one repository. */
export function createServiceClient(call: Call, repo: Repository, clock: Clock): ServiceClient {
  return {
    pullRequest(number, targetBranch, signal) {
      const answer = call('getSubmittedPullRequest', { repo, pr: { number }, targetBranch }, signal)
      return factsOf(answer, readPullRequest)
    },
    queue(targetBranch, signal) {
      const answer = call('getQueue', { repo, targetBranch }, signal)
      return factsOf(answer, readQueue)
    },
    testRun(id, targetBranch, signal) {
      const answer = call('getMergeQueueTestingDetails', { repo, testRunId: id, targetBranch }, signal)
      return factsOf(answer, testRunReader(id))
    },
    quarantinedTests(organization, signal, spent = { bytes: 0, latest: null }) {
      const unknownSlug = (error: unknown): never => {
        if (!(error instanceof ServiceError && error.kind === 'not-found')) throw error
        const told = `The service knows no organization ${quoted(organization)}.`
        const remedy = say`Set ${code('organization')} to the organization's slug.`
        throw new ServiceError('not-found', { whole: told }, error.details, { cause: error, remedy })
      }
      const ask = (token: string, latest: number) => {
        const page_query = { page_size: PAGE_SIZE, page_token: token }
        const body = { repo, org_url_slug: organization, page_query }
        return call('flaky-tests/list-quarantined-tests', body, signal, latest).catch(unknownSlug)
      }
      return pagesOf(ask, readPage, clock, spent)
    },
  }
}

/** The facts of an answer; null where the service says that there is none. */
async function factsOf<T>(answer: Promise<Answered>, reader: Reader<T>): Promise<T | null> {
  try {
    return await readAnswer(await answer, reader)
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'not-found') return null
    throw error
  }
}
