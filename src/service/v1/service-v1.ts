import type { Clock } from '../../clock.ts'
import type { Read } from '../../facts/conditions.ts'
import type { PullRequest, Queue, Repository, TestRun } from '../../facts/facts.ts'
import { UNASKED } from '../../facts/reading.ts'
import type { FactSource } from '../../facts/source.ts'
import { code, quoted, say } from '../../message.ts'
import { type Pages, pagesOf, readList, type Spent } from '../list.ts'
import { notKnown, orNull, type Reader, readAnswer, readingOf } from '../reading.ts'
import { type Answered, createTransport, type Send, type ServiceApi, type TransportOptions } from '../transport.ts'
import { readPage, readPullRequest, readQueue, testRunReader } from './answers.ts'

/** The v1 API's transport: JSON in a POST, and errors in plain text. */
export const V1: ServiceApi = {
  version: 'v1',
  headers: token => ({ 'content-type': 'application/json', 'x-api-token': token }),
  isOwnNotFound: () => true,
  refusesKey: () => false,
  textOf: body => body,
}

/** The v1 API of the service as a source of facts, about one repository. */
export function createServiceSource(options: Omit<TransportOptions, 'api'>, repo: Repository): FactSource {
  return sourceOf(createServiceClient(createTransport({ ...options, api: V1 }), repo, options.clock))
}

/** The four operations. Each throws a ServiceError; null stands for a 404 that is an answer. */
export interface ServiceClient {
  pullRequest(number: number, targetBranch: string, signal?: AbortSignal): Promise<PullRequest | null>
  queue(targetBranch: string, signal?: AbortSignal): Promise<Queue | null>
  testRun(id: string, targetBranch: string, signal?: AbortSignal): Promise<TestRun | null>
  quarantinedTests(organization: string, signal?: AbortSignal, spent?: Spent): Pages
}

/** Rows of a page; the service accepts 1 to 100. */
const PAGE_SIZE = 100

/** Makes the client for one repository. */
export function createServiceClient(send: Send, repo: Repository, clock: Clock): ServiceClient {
  const call = (operation: string, body: object, signal?: AbortSignal, latest?: number) =>
    send({ operation, method: 'POST', path: `/v1/${operation}`, body }, signal, latest)
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
      const unknownSlug = notKnown(
        `The service knows no organization ${quoted(organization)}.`,
        say`Correct ${code('organization')}: the organization's settings at the service show its slug.`,
      )
      const ask = (token: string, latest: number) => {
        const page_query = { page_size: PAGE_SIZE, page_token: token }
        const body = { repo, org_url_slug: organization, page_query }
        return call('flaky-tests/list-quarantined-tests', body, signal, latest).catch(unknownSlug)
      }
      return pagesOf(ask, readPage, clock, spent)
    },
  }
}

/** The facts of an answer; null if the service says that there is none. */
function factsOf<T>(answer: Promise<Answered>, reader: Reader<T>): Promise<T | null> {
  return answer.then(answered => readAnswer(answered, reader)).catch(orNull)
}

/** A client of the service as a source: its errors and nulls become readings. */
export function sourceOf(client: ServiceClient): FactSource {
  return {
    read({ reads, number, targetBranch: branch, testRunId, list }, signal) {
      const asks = (read: Read) => reads.includes(read)
      const ofPullRequest = asks('pull-request') && branch !== null && number !== null
      // Without an id no run counts: a run that is found by its branch is only shown.
      const run = (to: string) => (testRunId === null ? null : client.testRun(testRunId, to, signal))
      return {
        pullRequest: ofPullRequest ? readingOf(client.pullRequest(number, branch, signal)) : UNASKED,
        queue: asks('queue') && branch !== null ? readingOf(client.queue(branch, signal)) : UNASKED,
        testRun: asks('test-run') && branch !== null ? readingOf(run(branch)) : UNASKED,
        quarantinedTests: asks('quarantined-tests') && list !== null ? listOf(list, signal) : UNASKED,
      }
    },
    testRun: (id, targetBranch, signal) => readingOf(client.testRun(id, targetBranch, signal)),
  }

  function listOf(organization: string, signal?: AbortSignal) {
    const spent: Spent = { bytes: 0, latest: null }
    return readList(() => client.quarantinedTests(organization, signal, spent))
  }
}
