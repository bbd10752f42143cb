/** The v1 API in memory: an answer for each operation, and the requests that were sent. */
import type { Facts } from '../../../src/facts/facts.ts'
import type { Question } from '../../../src/facts/source.ts'
import type { HttpAnswer } from '../../../src/http/exchange.ts'
import { createV1Source } from '../../../src/sources/v1/source.ts'
import { quarantinedTests, queue, submittedPullRequest, testingDetails } from '../../faults/answers.js'
import { answered, setUp } from '../doubles.ts'

export const RUN = testingDetails.testBranch.split('/').at(-1) ?? ''

/** A body, or a whole answer; a function gets the body of the request and the number of the request, from 1. */
export type Reply = object | ((asked: Record<string, never>, nth: number) => object | HttpAnswer)
export type World = Partial<Record<keyof typeof USUAL, Reply>>

/** #42 waits in the queue of main. */
const USUAL = {
  getSubmittedPullRequest: submittedPullRequest as Reply,
  getQueue: queue as Reply,
  getMergeQueueTestingDetails: testingDetails as Reply,
  'flaky-tests/list-quarantined-tests': quarantinedTests as Reply,
}

export const NOT_FOUND = () => answered(404, 'Not Found')
export const DOWN = () => answered(503, 'down', { 'retry-after': '3600' })

const REPO = { host: 'github.com', owner: 'acme', name: 'rocket' }

export function play(world: World = {}) {
  const sent: { operation: string; body: Record<string, never> }[] = []
  const { options } = setUp({
    turns: [],
    exchange: async ({ url, body: text }) => {
      const operation = url.pathname.replace('/v1/', '') as keyof typeof USUAL
      const body = JSON.parse(text ?? '')
      sent.push({ operation, body })
      const reply = world[operation] ?? USUAL[operation]
      const nth = sent.filter(each => each.operation === operation).length
      const given = typeof reply === 'function' ? reply(body, nth) : reply
      return 'headers' in given ? (given as HttpAnswer) : answered(200, given)
    },
  })
  return { source: createV1Source(options, REPO), sent }
}

const ALL: Question = {
  reads: ['pull-request', 'queue', 'test-run', 'quarantined-tests'],
  number: 42,
  targetBranch: 'main',
  testRunId: RUN,
  quarantineListOwner: 'acme',
}

/** One poll of everything, or of what is asked for. */
export async function poll(world: World = {}, over: Partial<Question> = {}): Promise<Facts & { sent: string[] }> {
  const { source, sent } = play(world)
  const facts = await source.poll({ ...ALL, ...over }, new AbortController().signal)
  return { ...facts, sent: sent.map(({ operation }) => operation) }
}
