import { DocumentError } from '../document.ts'
import type { PullRequest, Queue, Repository, TestRun } from '../facts/facts.ts'
import { nextTokenIn, type Page, type Reader, readPage, readPullRequest, readQueue, testRunReader } from './answers.ts'
import { ContractError, NotFoundError, noJson } from './errors.ts'
import type { Answered, Call } from './transport.ts'

/** How the pages ended. */
export type PagesEnd = 'complete' | 'repeated-token' | 'too-many-pages'

/** The four operations. Each throws a ServiceError; null stands for a 404 that is an answer. */
export interface ServiceClient {
  pullRequest(number: number, targetBranch: string, signal?: AbortSignal): Promise<PullRequest | null>
  queue(targetBranch: string, signal?: AbortSignal): Promise<Queue | null>
  testRun(id: string, targetBranch: string, signal?: AbortSignal): Promise<TestRun | null>
  /**
   * The pages as they arrive; the returned value says whether they were all. What is done with a page is done while
   * the service is at work on the next one.
   */
  quarantinedTests(organization: string, signal?: AbortSignal): AsyncGenerator<Page, PagesEnd>
}

/** Rows of a page; the service takes 1 to 100. */
const PAGE_SIZE = 100
/** More pages than any repository has: a million tests. */
const MOST_PAGES = 10_000

/** The client of one repository. */
export function createServiceClient(call: Call, repo: Repository): ServiceClient {
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
    quarantinedTests(organization, signal) {
      return pagesOf(unwanted => {
        const either = signal ? AbortSignal.any([signal, unwanted]) : unwanted
        return token => {
          const page_query = { page_size: PAGE_SIZE, page_token: token }
          const body = { repo, org_url_slug: organization, page_query }
          return call('flaky-tests/list-quarantined-tests', body, either)
        }
      })
    },
  }
}

/** Asks for the page of a token. */
type Ask = (token: string) => Promise<Answered>

/**
 * The pages one after the other, of which each names the next one.
 *
 * @param askUntil gives what asks for pages until they are unwanted
 */
async function* pagesOf(askUntil: (unwanted: AbortSignal) => Ask): AsyncGenerator<Page, PagesEnd> {
  const seen = new Set<string>()
  let wanted = new AbortController()
  let ask = askUntil(wanted.signal)
  try {
    let answer = ask('')
    for (let pages = 1; ; pages++) {
      const answered = await answer
      // The service is at work on the next page while this one is looked at.
      const guess = nextTokenIn(answered.text)
      const ahead = endOf(pages, guess, seen) === null ? ask(guess) : null
      if (ahead !== null) {
        // It may fail before this page is done with: that is told when it is waited for.
        ahead.catch(() => {})
        // Node hands a request to its socket a tick later, which the work on this page would put off.
        await new Promise(resolve => setImmediate(resolve))
      }
      const { page, nextToken } = await read(answered, readPage)
      const end = endOf(pages, nextToken, seen)
      if (ahead !== null && nextToken !== guess) {
        wanted.abort()
        wanted = new AbortController()
        ask = askUntil(wanted.signal)
      }
      yield page
      if (end !== null) return end
      seen.add(nextToken)
      answer = ahead !== null && nextToken === guess ? ahead : ask(nextToken)
    }
  } finally {
    wanted.abort()
  }
}

/** Whether the pages end here; null where there is a next one. */
function endOf(pages: number, nextToken: string, seen: ReadonlySet<string>): PagesEnd | null {
  if (nextToken === '') return 'complete'
  if (seen.has(nextToken)) return 'repeated-token'
  return pages === MOST_PAGES ? 'too-many-pages' : null
}

/** The facts of an answer; null where the service says that there is none. */
async function factsOf<T>(answer: Promise<Answered>, reader: Reader<T>): Promise<T | null> {
  try {
    return await read(await answer, reader)
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}

async function read<T>({ text, details }: Answered, reader: Reader<T>): Promise<T> {
  const json = parsed(text)
  if (json === undefined) throw noJson(details, text)
  try {
    return await reader(json)
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw new ContractError(`answered with what is no answer: ${error.message}`, details)
  }
}

/** Undefined where it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
