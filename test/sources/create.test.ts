import { describe, expect, test } from 'vitest'
import type { CallRecord } from '../../src/facts/facts.ts'
import { SOURCES, type SourceId } from '../../src/facts/profile.ts'
import type { GitHubClient } from '../../src/github/client.ts'
import type { HttpRequest } from '../../src/http/exchange.ts'
import { callLine, createSource } from '../../src/sources/create.ts'
import { cleanerOf } from '../../src/text/outside.ts'
import { context, inputs } from '../builders.ts'
import { answered, fakeClock } from './doubles.ts'

/** Polls once for the pull request, and tells what was sent to the service, and noted. */
async function polled(id: SourceId, statuses: number[]) {
  const requests: HttpRequest[] = []
  const log = { calls: [] as CallRecord[], requestLines: [] as string[] }
  const step = {
    inputs: inputs({ endpoint: new URL('https://queue.example/prefix/') }),
    context: context({ source: SOURCES[id] }),
    secrets: { service: 'a-token-0123456789', github: '', clean: cleanerOf() },
  }
  const world = {
    environment: {},
    clock: fakeClock(),
    random: () => 0.5,
    signal: new AbortController().signal,
    createExchange: (endpoint: URL) => async (request: HttpRequest) => {
      expect(endpoint.href).toBe('https://queue.example/prefix/')
      requests.push(request)
      return answered(statuses.shift() ?? 400)
    },
  }
  // biome-ignore lint/suspicious/noExplicitAny: what these sources don't use
  const source = createSource({ step, client: {} as GitHubClient, world: world as any }, log)
  const question = {
    reads: ['pull-request' as const],
    number: 42,
    targetBranch: 'main',
    testRunId: null,
    quarantineListOwner: null,
  }
  await source.poll(question, world.signal)
  return { source, requests, log }
}

describe.each<[SourceId, path: string, header: object]>([
  ['service-v1', '/prefix/v1/getSubmittedPullRequest', { 'x-api-token': 'a-token-0123456789' }],
  ['service-v2', '/prefix/v2/repositories', { authorization: 'Bearer a-token-0123456789' }],
])('%s', (id, path, header) => {
  test('asks the endpoint with its key', async () => {
    const { source, requests } = await polled(id, [])
    expect(source.profile).toBe(SOURCES[id])
    expect(requests.map(({ url, headers }) => [url.pathname, headers])).toEqual([
      [path, expect.objectContaining(header)],
    ])
  })

  test('notes each call and each new try, in a line', async () => {
    const { log } = await polled(id, [503, 400])
    expect(log.calls).toMatchObject([{ status: 400, attempts: 2 }])
    expect(log.requestLines).toEqual([
      expect.stringMatching(/^Trying again .*503/),
      expect.stringMatching(/: 400 in .* after 2 tries$/),
    ])
  })
})

test.each<[status: number | null, attempts: number, elapsedMs: number, requestId: string | null, string]>([
  [200, 1, 120, 'abc', 'getQueue: 200 in 0.1 s, request abc'],
  [503, 5, 12_000, null, 'getQueue: 503 in 12 s after 5 tries'],
  [null, 2, 20_000, null, 'getQueue: no answer in 20 s after 2 tries'],
])('the line of a call: status %j, %d tries', (status, attempts, elapsedMs, requestId, expected) => {
  expect(callLine({ operation: 'getQueue', status, attempts, elapsedMs, requestId })).toBe(expected)
})
