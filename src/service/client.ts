import type { Clock } from '../clock.ts'
import { DocumentError } from '../document.ts'
import type { PullRequest, Queue, Repository, TestRun } from '../facts/facts.ts'
import { quoted, say } from '../message.ts'
import { type Page, type Reader, readPage, readPullRequest, readQueue, testRunReader } from './answers.ts'
import { ServiceError } from './errors.ts'
import type { Answered, Call } from './transport.ts'

/** How the pages ended. */
export type PagesEnd = 'complete' | 'repeated-token' | 'too-many-pages'

/** The four operations. Each throws a ServiceError; null stands for a 404 that is an answer. */
export interface ServiceClient {
  pullRequest(number: number, targetBranch: string, signal?: AbortSignal): Promise<PullRequest | null>
  queue(targetBranch: string, signal?: AbortSignal): Promise<Queue | null>
  testRun(id: string, targetBranch: string, signal?: AbortSignal): Promise<TestRun | null>
  /** The pages as they arrive; the returned value says whether they were all. */
  quarantinedTests(organization: string, signal?: AbortSignal, spent?: Spent): AsyncGenerator<Page, PagesEnd>
}

/** What reading a list has taken so far, however often it was begun. */
export interface Spent {
  bytes: number
  /** When the last page has to be there, by the monotonic clock; null before the first. */
  latest: number | null
}

/** Rows of a page; the service takes 1 to 100. */
const PAGE_SIZE = 100
/** More pages than any repository has: a million tests. */
const MOST_PAGES = 10_000

/** Rows of any list in an answer. */
const MOST_ROWS = 100_000
/** Bytes of all pages together. */
const PAGES_LIMIT = 256 * 1024 * 1024
/** Milliseconds for all pages together. */
const PAGES_TIME = 10 * 60 * 1000

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
        throw new ServiceError('not-found', { whole: told }, error.details, { cause: error })
      }
      const ask = (token: string, latest: number) => {
        const page_query = { page_size: PAGE_SIZE, page_token: token }
        const body = { repo, org_url_slug: organization, page_query }
        return call('flaky-tests/list-quarantined-tests', body, signal, latest).catch(unknownSlug)
      }
      return pagesOf(ask, clock, spent)
    },
  }
}

/** Asks for the page of a token, until an instant at the latest. */
type Ask = (token: string, latest: number) => Promise<Answered>

/** The pages one after the other, of which each names the next one; all of them share one budget of time and bytes. */
async function* pagesOf(ask: Ask, clock: Clock, spent: Spent): AsyncGenerator<Page, PagesEnd> {
  const seen = new Set<string>()
  spent.latest ??= clock.monotonic() + PAGES_TIME
  let token = ''
  for (let pages = 1; ; pages++) {
    const answered = await ask(token, spent.latest)
    spent.bytes += answered.bytes
    if (spent.bytes > PAGES_LIMIT)
      throw new ServiceError('too-large', ': the list is too large, over 256 MiB', answered.details)
    const { page, nextToken } = await read(answered, readPage)
    yield page
    if (nextToken === '') return 'complete'
    if (seen.has(nextToken)) return 'repeated-token'
    if (pages === MOST_PAGES) return 'too-many-pages'
    if (clock.monotonic() >= spent.latest)
      throw new ServiceError('time-out', ': no whole list within 10 m', answered.details)
    seen.add(nextToken)
    token = nextToken
  }
}

/** The facts of an answer; null where the service says that there is none. */
async function factsOf<T>(answer: Promise<Answered>, reader: Reader<T>): Promise<T | null> {
  try {
    return await read(await answer, reader)
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'not-found') return null
    throw error
  }
}

async function read<T>({ json, bytes, details }: Answered, reader: Reader<T>): Promise<T> {
  // A row takes two characters at least, so most answers need not be searched.
  if (bytes > 2 * MOST_ROWS && hasTooManyRows(json)) {
    throw new ServiceError('too-large', ': response too large, a list of over 100,000 rows', details)
  }
  try {
    return await reader(json)
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw new ServiceError('contract', say`: unexpected response, ${error.sentence}`, details)
  }
}

/** Objects in the lists of several rows count together: the check runs of all suites are one list. */
function hasTooManyRows(json: unknown): boolean {
  // A document can be nested deeper than calls can.
  const open = [json]
  while (open.length > 0) {
    const value = open.pop()
    const members = membersOf(value)
    if (Array.isArray(value)) {
      const inner = members.flatMap(membersOf).filter(Array.isArray).flat()
      const rows = inner.filter(each => typeof each === 'object' && each !== null)
      if (value.length > MOST_ROWS || rows.length > MOST_ROWS) return true
    }
    for (const member of members) open.push(member)
  }
  return false
}

/** Empty where the value is neither a list nor an object. */
function membersOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}
