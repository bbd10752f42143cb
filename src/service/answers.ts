import { type Description, readDocument } from '../document.ts'
import type { PullRequest, Queue, TestRun } from '../facts/facts.ts'
import type { QuarantinedTest } from '../facts/test-list.ts'
import { pullRequestOf, quarantinedTestOf, queueOf, testRunOf } from './mapping.ts'
import { WIRE } from './wire.ts'

/** Makes facts of an answer's JSON; rejects with a DocumentError where it is no answer. */
export type Reader<T> = (json: unknown) => Promise<T>

/** One page of quarantined tests. */
export interface Page {
  tests: QuarantinedTest[]
  totalRows: number | null
  totalPages: number | null
}

/** getSubmittedPullRequest. */
export const readPullRequest: Reader<PullRequest> = reader(WIRE.submittedPullRequest, pullRequestOf)

/** getQueue. */
export const readQueue: Reader<Queue> = reader(WIRE.queue, queueOf)

/** getMergeQueueTestingDetails; the answer does not repeat the id that was asked for. */
export function testRunReader(id: string): Reader<TestRun> {
  return reader(WIRE.testingDetails, wire => testRunOf(id, wire))
}

/** list-quarantined-tests; the token of the next page is empty where there is none. */
export const readPage: Reader<{ page: Page; nextToken: string }> = reader(
  WIRE.quarantinedTestsPage,
  ({ quarantined_tests, page }) => ({
    page: {
      tests: quarantined_tests.map(quarantinedTestOf),
      totalRows: page.total_rows ?? null,
      totalPages: page.total_pages ?? null,
    },
    nextToken: page.next_page_token ?? '',
  }),
)

function reader<Wire, Facts>(description: Description<Wire>, factsOf: (wire: Wire) => Facts): Reader<Facts> {
  return async json => factsOf(await readDocument(description, json))
}
