import type * as z from 'zod/mini'
import type { PullRequest, QuarantinedTest, Queue, Repository, TestRun } from '../facts.ts'
import { firstProblem } from '../shape.ts'
import { ContractError, NotFoundError, type Operation } from './errors.ts'
import { pullRequestOf, quarantinedTestOf, queueOf, testRunOf } from './mapping.ts'
import type { Call } from './transport.ts'
import { quarantinedTestsPage, queue, submittedPullRequest, testingDetails } from './wire.ts'

/** One page of quarantined tests. */
export interface Page {
  tests: QuarantinedTest[]
  totalRows: number | null
}

/** How the pages ended. */
export type PagesEnd = 'complete' | 'repeated-token' | 'too-many-pages'

/** The four operations. Each throws a ServiceError; null stands for a 404 that is an answer. */
export interface ServiceClient {
  pullRequest(number: number, targetBranch: string, signal?: AbortSignal): Promise<PullRequest | null>
  queue(targetBranch: string, signal?: AbortSignal): Promise<Queue | null>
  testRun(id: string, targetBranch: string, signal?: AbortSignal): Promise<TestRun | null>
  /** The pages as they arrive; the returned value says whether they were all. */
  quarantinedTests(organization: string, signal?: AbortSignal): AsyncGenerator<Page, PagesEnd>
}

/** Rows of a page; the service takes 1 to 100. */
const PAGE_SIZE = 100
/** More pages than any repository has: a million tests. */
const MOST_PAGES = 10_000

/** The client of one repository. */
export function createServiceClient(call: Call, repo: Repository): ServiceClient {
  return {
    async pullRequest(number, targetBranch, signal) {
      const body = { repo, pr: { number }, targetBranch }
      const wire = await orNull(read(call, 'getSubmittedPullRequest', body, submittedPullRequest(), signal))
      return wire && pullRequestOf(wire)
    },
    async queue(targetBranch, signal) {
      const wire = await orNull(read(call, 'getQueue', { repo, targetBranch }, queue(), signal))
      return wire && queueOf(wire)
    },
    async testRun(id, targetBranch, signal) {
      const body = { repo, testRunId: id, targetBranch }
      const wire = await orNull(read(call, 'getMergeQueueTestingDetails', body, testingDetails(), signal))
      return wire && testRunOf(id, wire)
    },
    async *quarantinedTests(organization, signal) {
      const shape = quarantinedTestsPage()
      const seen = new Set<string>()
      let token = ''
      for (let pages = 0; pages < MOST_PAGES; pages++) {
        const body = { repo, org_url_slug: organization, page_query: { page_size: PAGE_SIZE, page_token: token } }
        const wire = await read(call, 'flaky-tests/list-quarantined-tests', body, shape, signal)
        yield { tests: wire.quarantined_tests.map(quarantinedTestOf), totalRows: wire.page.total_rows ?? null }
        token = wire.page.next_page_token ?? ''
        if (token === '') return 'complete'
        if (seen.has(token)) return 'repeated-token'
        seen.add(token)
      }
      return 'too-many-pages'
    },
  }
}

async function read<Schema extends z.ZodMiniType>(
  call: Call,
  operation: Operation,
  body: object,
  schema: Schema,
  signal: AbortSignal | undefined,
): Promise<z.infer<Schema>> {
  const { json, details } = await call(operation, body, signal)
  const parsed = schema.safeParse(json)
  if (!parsed.success)
    throw new ContractError(`answered with what is no answer: ${firstProblem(parsed.error)}`, details)
  return parsed.data
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}
