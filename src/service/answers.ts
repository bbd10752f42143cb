import type { PullRequest, Queue, TestRun } from '../facts/facts.ts'
import type { QuarantinedTest } from '../facts/test-list.ts'
import { GUARDS } from './guards.ts'
import { pullRequestOf, quarantinedTestOf, queueOf, testRunOf } from './mapping.ts'
import type { Wire } from './wire.ts'

/** Makes facts of an answer's JSON; rejects with a ShapeError where it is no answer. */
export type Reader<T> = (json: unknown) => Promise<T>

/** One page of quarantined tests. */
export interface Page {
  tests: QuarantinedTest[]
  totalRows: number | null
}

/** getSubmittedPullRequest. */
export const readPullRequest: Reader<PullRequest> = reader('submittedPullRequest', pullRequestOf)

/** getQueue. */
export const readQueue: Reader<Queue> = reader('queue', queueOf)

/** getMergeQueueTestingDetails; the answer does not repeat the id that was asked for. */
export function testRunReader(id: string): Reader<TestRun> {
  return reader('testingDetails', wire => testRunOf(id, wire))
}

/** list-quarantined-tests; the token of the next page is empty where there is none. */
export const readPage: Reader<{ page: Page; nextToken: string }> = reader(
  'quarantinedTestsPage',
  ({ quarantined_tests, page }) => ({
    page: { tests: quarantined_tests.map(quarantinedTestOf), totalRows: page.total_rows ?? null },
    nextToken: page.next_page_token ?? '',
  }),
)

/**
 * The token of the next page as the text of an answer has it, before anybody has parsed it; empty where none is found.
 * A guess, to be held against {@link readPage}: a member of that name can stand anywhere.
 */
export function nextTokenIn(text: string): string {
  const at = text.lastIndexOf(NEXT_TOKEN)
  const value = /\s*:\s*("[^"\\]*")/y
  value.lastIndex = at + NEXT_TOKEN.length
  const found = at < 0 ? null : value.exec(text)
  return found?.[1]?.slice(1, -1) ?? ''
}

const NEXT_TOKEN = '"next_page_token"'

function reader<Name extends keyof Wire, Facts>(name: Name, factsOf: (wire: Wire[Name]) => Facts): Reader<Facts> {
  return async json => {
    if (GUARDS[name](json) === true) return factsOf(json as Wire[Name])
    // Only what is refused needs zod, which tells why.
    const { problemOf } = await import('./problem.ts')
    throw problemOf(name, json)
  }
}
