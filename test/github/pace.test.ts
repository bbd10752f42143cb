import { describe, expect, test } from 'vitest'
import { failedBy } from '../../src/facts/reading.ts'
import { requestBudget } from '../../src/github/bounds.ts'
import type { GitHubClient } from '../../src/github/client.ts'
import { rateLimited, unavailable } from '../../src/github/failure.ts'
import { pacedClient } from '../../src/github/pace.ts'

const TOPIC = { task: 'write', permission: 'statuses: write' }
const DONE = { kind: 'read', value: { status: 201, data: {}, errors: [], lastPage: null, hasNext: false } } as const

/** A client that answers with these limits (milliseconds), one after the other, and then well. */
function limited(...limits: (number | 'outage')[]) {
  const waits: number[] = []
  let now = 0
  let asked = 0
  const answer = async () => {
    const limit = limits[asked++]
    if (limit === undefined) return DONE
    return failedBy(limit === 'outage' ? unavailable(TOPIC, 502) : rateLimited(TOPIC, limit))
  }
  const client: GitHubClient = { request: answer, graphql: answer }
  const clock = {
    now: () => now,
    monotonic: () => now,
    sleep: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted()
      waits.push(ms)
      now += ms
    },
  }
  return { paced: pacedClient(client, clock, 60_000), waits, asked: () => asked }
}

const POLL = { budget: requestBudget(), signal: undefined }

describe('pacedClient', () => {
  test.each<[string, (number | 'outage')[], number[], 'read' | 'failed', number]>([
    ['no limit', [], [], 'read', 1],
    ['half a minute', [30_000], [30_000], 'read', 2],
    ['a limit that says nothing is a minute', [60_000], [60_000], 'read', 2],
    ['two that fit', [20_000, 40_000], [20_000, 40_000], 'read', 3],
    ['a second one that does not fit', [40_000, 30_000], [40_000], 'failed', 2],
    ['one that does not fit', [60_001], [], 'failed', 1],
    ['an hour', [3_600_000], [], 'failed', 1],
    [
      'no time at all ends too',
      Array.from({ length: 100 }, () => 0),
      Array.from({ length: 60 }, () => 1000),
      'failed',
      61,
    ],
    ['an outage is not waited for', ['outage'], [], 'failed', 1],
  ])('%s', async (_, limits, waits, kind, asked) => {
    for (const way of ['request', 'graphql'] as const) {
      const run = limited(...limits)
      expect(await run.paced[way]('x', {}, TOPIC, POLL)).toMatchObject({ kind })
      expect({ waits: run.waits, asked: run.asked() }).toEqual({ waits, asked })
    }
  })

  test('the budget is that of all requests together', async () => {
    const { paced, waits } = limited(40_000)
    await paced.request('x', {}, TOPIC, POLL)
    expect(await paced.request('y', {}, TOPIC, POLL)).toMatchObject({ kind: 'read' })
    const second = limited(40_000, 40_000)
    expect(await second.paced.request('x', {}, TOPIC, POLL)).toMatchObject({ kind: 'failed' })
    expect([waits, second.waits]).toEqual([[40_000], [40_000]])
  })

  test('requests that are limited together wait together', async () => {
    let now = 0
    const waking: (() => void)[] = []
    let asked = 0
    const answer = async () => (asked++ < 3 ? failedBy(rateLimited(TOPIC, 50_000)) : DONE)
    const clock = {
      now: () => now,
      monotonic: () => now,
      sleep: () => new Promise<void>(resolve => waking.push(resolve)),
    }
    const paced = pacedClient({ request: answer, graphql: answer }, clock, 60_000)
    const all = Promise.all(['a', 'b', 'c'].map(each => paced.request(each, {}, TOPIC, POLL)))
    await new Promise(resolve => setImmediate(resolve))
    expect(waking).toHaveLength(3)
    now = 50_000
    for (const wake of waking) wake()
    expect((await all).map(({ kind }) => kind)).toEqual(['read', 'read', 'read'])
  })

  test('cancellation ends a wait', async () => {
    const { paced } = limited(30_000)
    const signal = AbortSignal.abort(new Error('cancelled'))
    await expect(paced.request('x', {}, TOPIC, { ...POLL, signal })).rejects.toThrow('cancelled')
  })
})
