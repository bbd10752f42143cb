import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { close, listen } from '../stand-in/listen.js'
import { type Limiter, pullRequest, queue, tokenBucket, unlimited } from './crowd.ts'
import { figure, spread } from './figures.ts'
import { reportOf, runGate } from './gate.ts'

const SECOND = 1000

describe('20 real processes, 10 requests a second for all of them', () => {
  test('every verdict, nobody starves, at most 1.3 times the requests', async () => {
    let turnedAway = 0
    const bucket = tokenBucket(10)
    // Every other 429 says when to come back.
    const limiter: Limiter = now => (bucket(now) === null ? null : turnedAway++ % 2)
    const [limited, free] = await Promise.all([runProcesses(20, limiter), runProcesses(20, unlimited)])
    const ratio = limited.requests.length / free.requests.length
    figure('20 real processes, 10 requests a second', {
      requests: limited.requests.length,
      'without limit': free.requests.length,
      ratio: ratio.toFixed(3),
      429: turnedAway,
      'merge to end, mean (s)': spread(limited.latencies).mean,
      'worst (s)': spread(limited.latencies).max,
      'the same without limit, mean (s)': spread(free.latencies).mean,
      'worst of those (s)': spread(free.latencies).max,
    })
    expect(turnedAway).toBeGreaterThan(0)
    expect(limited.conclusions).toEqual(Array(20).fill('passed'))
    expect(free.conclusions).toEqual(Array(20).fill('passed'))
    expect(limited.early).toBe(0)
    // Eight times the first interval with its jitter, the retries of a call, and the end of a process.
    expect(Math.max(...limited.latencies)).toBeLessThan(8 * 1.2 * SECOND + 8 * SECOND + 2 * SECOND)
    expect(ratio).toBeLessThanOrEqual(1.3)
  })
})

/** Runs the bundle so many times at once, each for a pull request of its own that merges some seconds later. */
async function runProcesses(count: number, limiter: Limiter) {
  const requests: { key: string; at: number; turnedAway: number | null }[] = []
  const mergesAt = (index: number) => 3 * SECOND + index * 500
  let start: number | null = null
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    start ??= Date.now()
    const at = Date.now() - start
    const operation = request.url ?? ''
    const { pr } = JSON.parse(text) as { pr?: { number: number } }
    const turnedAway = limiter(at)
    // The queue's requests do not say whose they are: they are counted, not followed.
    requests.push({ key: pr ? `${operation} ${pr.number}` : '', at, turnedAway })
    const index = (pr?.number ?? 1) - 1
    const body = pr ? pullRequest(index, at >= mergesAt(index)) : queue(index)
    if (turnedAway === null) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    else response.writeHead(429, turnedAway > 0 ? { 'retry-after': String(turnedAway) } : {}).end('too many requests')
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  try {
    const ends = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const result = await runGate(url, {
          inputs: {
            require: 'merged',
            'wait-timeout': '50s',
            'pull-request': String(index + 1),
            'target-branch': 'main',
          },
        })
        return { conclusion: reportOf(result).conclusion, latency: Date.now() - (start ?? 0) - mergesAt(index) }
      }),
    )
    return {
      requests,
      conclusions: ends.map(({ conclusion }) => conclusion),
      latencies: ends.map(({ latency }) => latency),
      early: earlyOnes(requests),
    }
  } finally {
    await close(server)
  }
}

/** Requests that came before the time that a 429 to the same one had asked for. */
function earlyOnes(requests: readonly { key: string; at: number; turnedAway: number | null }[]): number {
  const notBefore = new Map<string, number>()
  let count = 0
  for (const { key, at, turnedAway } of requests) {
    if (key === '') continue
    if (at < (notBefore.get(key) ?? 0)) count++
    if (turnedAway !== null) notBefore.set(key, at + turnedAway * SECOND)
  }
  return count
}
