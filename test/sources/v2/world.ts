/** The v2 API in memory: an answer for each operation, and the requests that were sent. */
import type { CallRecord, Facts } from '../../../src/facts/facts.ts'
import type { Question, Source } from '../../../src/facts/source.ts'
import type { Exchange, HttpAnswer } from '../../../src/http/exchange.ts'
import { createV2Source } from '../../../src/sources/v2/source.ts'
import { cleanerOf } from '../../../src/text/outside.ts'
import { answered, fakeClock } from '../doubles.ts'
import * as bodies from './bodies.ts'

export type Operation =
  | 'repositories'
  | 'queues'
  | 'order'
  | 'pullRequests'
  | 'runs'
  | 'history'
  | 'run'
  | 'collection'
  | 'tests'

/**
 * A body, the rows of a whole list, or a whole answer; a function gets the number of the request to this operation,
 * from 1, and its query.
 */
export type Reply = object | ((nth: number, query: URLSearchParams) => object | HttpAnswer)
export type World = Partial<Record<Operation, Reply>>

const PATHS: [RegExp, Operation][] = [
  [/^repositories$/, 'repositories'],
  [/^merge-queues$/, 'queues'],
  [/^merge-queues\/[^/]+\/order$/, 'order'],
  [/^pull-requests$/, 'pullRequests'],
  [/^pull-requests\/[^/]+\/verification-runs$/, 'runs'],
  [/^pull-requests\/[^/]+\/queue-entry-history$/, 'history'],
  [/^merge-queue-verification-runs\/[^/]+$/, 'run'],
  [/^test-collections\/[^/]+$/, 'collection'],
  [/^tests$/, 'tests'],
]

/** #42 is being tested in the queue of main; two tests are quarantined. */
const USUAL: Record<Operation, Reply> = {
  repositories: [bodies.repository()],
  queues: (_, query) => [bodies.queue({ targetBranch: query.get('targetBranch') })],
  order: bodies.order(),
  pullRequests: [bodies.pullRequest()],
  runs: [bodies.run()],
  history: [],
  run: bodies.run(),
  collection: { id: bodies.COLLECTION },
  tests: bodies.listOf([bodies.test('ignites'), bodies.test('lands')], { total: 2 }),
}

/** An error of the service in its own shape. */
export function refused(status: number, code: string): HttpAnswer {
  return answered(status, bodies.error(code))
}

/** @param held called with each request before it is answered */
export function play(world: World = {}, held: (operation: Operation) => Promise<void> = async () => {}) {
  const sent: string[] = []
  const calls: CallRecord[] = []
  const counts = new Map<Operation, number>()
  const exchange: Exchange = async ({ method, url, headers, body }) => {
    const path = url.pathname.replace('/v2/', '')
    const operation = PATHS.find(([pattern]) => pattern.test(path))?.[1]
    if (!operation || method !== 'GET' || body !== null || headers['authorization'] !== 'Bearer acme_v2_key') {
      throw new Error(`an odd request: ${method} ${url}`)
    }
    sent.push(`${operation}${url.search}`)
    const nth = (counts.get(operation) ?? 0) + 1
    counts.set(operation, nth)
    await held(operation)
    const reply = world[operation] ?? USUAL[operation]
    const given = typeof reply === 'function' ? reply(nth, url.searchParams) : reply
    if ('status' in given && 'headers' in given) return given as HttpAnswer
    return answered(200, Array.isArray(given) ? bodies.listOf(given) : given)
  }
  const source = createV2Source(
    {
      endpoint: new URL('https://queue.example'),
      token: 'acme_v2_key',
      clean: cleanerOf('acme_v2_key'),
      requestTimeoutMs: 10_000,
      exchange,
      clock: fakeClock(),
      random: () => 0,
      onCall: record => calls.push(record),
      onRetry: () => {},
    },
    { host: 'github.com', owner: 'acme', name: 'rocket' },
  )
  return { source, sent, calls }
}

const ALL: Question = {
  reads: ['pull-request', 'queue', 'test-run', 'quarantined-tests'],
  number: 42,
  targetBranch: 'main',
  testRunId: null,
  quarantineListOwner: bodies.COLLECTION,
}

/** One poll of everything, or of what is asked for. */
export function poll(source: Source, over: Partial<Question> = {}): Promise<Facts> {
  return source.poll({ ...ALL, ...over }, new AbortController().signal)
}
