import type { Read } from '../../facts/conditions.ts'
import type { PullRequest, QuarantinedTests, Queue, Repository, TestRun } from '../../facts/facts.ts'
import { SOURCES } from '../../facts/profile.ts'
import { type Reading, UNASKED } from '../../facts/reading.ts'
import type { Source } from '../../facts/source.ts'
import { createTransport, type Send, type ServiceApi, type TransportOptions } from '../../http/transport.ts'
import { code, quoted, say } from '../../text/message.ts'
import { readList } from '../list.ts'
import { factsOf, notKnown, orNull, type Reader, readAnswer, readingOf } from '../reading.ts'
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
export function createServiceSource(options: Omit<TransportOptions, 'api'>, repo: Repository): Source {
  return sourceOf(createServiceClient(createTransport({ ...options, api: V1 }), repo))
}

/** The four operations. Each throws a ServiceError; null stands for a 404 that is an answer. */
export interface ServiceClient {
  pullRequest(number: number, targetBranch: string, signal?: AbortSignal): Promise<PullRequest | null>
  queue(targetBranch: string, signal?: AbortSignal): Promise<Queue | null>
  testRun(id: string, targetBranch: string, signal?: AbortSignal): Promise<TestRun | null>
  quarantinedTests(organization: string, signal?: AbortSignal): Promise<Reading<QuarantinedTests>>
}

/** Rows of a page; the service accepts 1 to 100. */
const PAGE_SIZE = 100

/** Makes the client for one repository. */
export function createServiceClient(send: Send, repo: Repository): ServiceClient {
  const call = (operation: string, body: object, signal?: AbortSignal) =>
    send({ operation, method: 'POST', path: `/v1/${operation}`, body }, signal)
  /** The facts of an answer; null if the service says that there is none. */
  const read = <T>(operation: string, body: object, reader: Reader<T>, signal?: AbortSignal) =>
    call(operation, body, signal).then(answered => readAnswer(answered, reader), orNull)
  return {
    pullRequest: (number, targetBranch, signal) =>
      read('getSubmittedPullRequest', { repo, pr: { number }, targetBranch }, readPullRequest, signal),
    queue: (targetBranch, signal) => read('getQueue', { repo, targetBranch }, readQueue, signal),
    testRun: (id, targetBranch, signal) =>
      read('getMergeQueueTestingDetails', { repo, testRunId: id, targetBranch }, testRunReader(id), signal),
    quarantinedTests(organization, signal) {
      const unknownSlug = notKnown(
        `The service knows no organization ${quoted(organization)}.`,
        say`Correct ${code('organization')}: the organization's settings at the service show its slug.`,
      )
      const ask = (token: string) => {
        const page_query = { page_size: PAGE_SIZE, page_token: token }
        const body = { repo, org_url_slug: organization, page_query }
        return call('flaky-tests/list-quarantined-tests', body, signal).catch(unknownSlug)
      }
      return readList(ask, readPage)
    },
  }
}

/** A client of the service as a source: its errors and nulls become readings. */
export function sourceOf(client: ServiceClient): Source {
  const profile = SOURCES['service-v1']
  return {
    profile,
    poll({ reads, number, targetBranch: branch, testRunId: id, list }, signal) {
      const asks = (read: Read) => reads.includes(read)
      const ofPullRequest = asks('pull-request') && branch !== null && number !== null
      const readings = {
        pullRequest: ofPullRequest ? readingOf(client.pullRequest(number, branch, signal)) : UNASKED,
        queue: asks('queue') && branch !== null ? readingOf(client.queue(branch, signal)) : UNASKED,
        testRun: asks('test-run') && branch !== null ? runOf(id, branch, signal) : UNASKED,
        quarantinedTests: asks('quarantined-tests') && list !== null ? client.quarantinedTests(list, signal) : UNASKED,
      }
      return factsOf(readings, profile.name, signal)
    },
  }

  /** Without an id no run counts: a run that is found by its branch is only shown. */
  function runOf(id: string | null, branch: string, signal?: AbortSignal) {
    return readingOf(id === null ? null : client.testRun(id, branch, signal))
  }
}
