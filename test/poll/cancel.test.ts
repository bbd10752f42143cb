/** A step that gets a signal: what it was doing ends, and all is told and written. */
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { HEAD } from '../builders.ts'
import { startGate } from '../faults/gate.ts'
import { answer, type Step, startFaults } from '../faults/server.js'
import { listen } from '../stand-in/listen.js'

/** A server at which a run gets stuck. */
interface Place {
  url: string
  /** Settles when a run has got there. */
  reached: Promise<unknown>
  close: () => Promise<void>
}

/** Takes the connection and never says a word: TLS is never negotiated. */
async function silentTls(): Promise<Place> {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  const server = createServer(socket => socket.on('error', () => {}).once('data', () => resolve()))
  const url = `https://127.0.0.1:${await listen(server)}`
  return { url, reached, close: () => new Promise(done => server.close(() => done())) }
}

/** Says this of the pull request, and nothing more. */
async function answering(fault: Step[]): Promise<Place> {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  const getSubmittedPullRequest = () => {
    resolve()
    return fault
  }
  const { url, close } = await startFaults({ script: { getSubmittedPullRequest } })
  return { url, reached, close }
}

const half = () => answering([{ send: 'HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n{"prNumber":' }])

/** The pull request is being tested, for ever. */
const testing = () =>
  answering(answer({ body: { prNumber: 42, prSha: HEAD, state: 'testing', isCurrentlySubmittedToQueue: true } }))

type Run = ReturnType<typeof startGate>

/** The log tells the state of the wait. */
function waits({ child }: Run): Promise<void> {
  let text = ''
  return new Promise(resolve => {
    child.stdout.on('data', chunk => {
      text += chunk
      if (/^After /m.test(text)) resolve()
    })
  })
}

const SITUATIONS: Record<string, { place: () => Promise<Place>; moment?: (run: Run) => Promise<void>; state: string }> =
  {
    'connecting, TLS is never answered': { place: silentTls, state: '' },
    'reading a body': { place: half, state: '' },
    'sleeping between two polls': { place: testing, moment: waits, state: 'testing' },
  }
const CASES = Object.keys(SITUATIONS).flatMap(name =>
  [['SIGINT'], ['SIGTERM'], ['SIGINT', 'SIGTERM']].map(signals => [signals, name] as [NodeJS.Signals[], string]),
)

describe.skipIf(process.platform === 'win32').concurrent('a cancelled step', () => {
  test.for(CASES)('%s while %s', async ([signals, name]) => {
    const { place, moment, state } = SITUATIONS[name] ?? { place: testing, state: '' }
    const there = await place()
    const run = startGate(there.url, {
      inputs: { require: 'merged', 'wait-timeout': '10m' },
    })
    await Promise.all([there.reached, moment?.(run)])
    for (const signal of signals) run.child.kill(signal)
    const result = await run.done
    await there.close()
    expect(result.exitCode).not.toBe(0)
    // The second signal ends it at once, even in the middle of writing.
    if (signals.length > 1) return
    expect(result).toMatchObject({ exitCode: 1, signal: null, stderr: '' })
    expect(result.outputs).toMatchObject({
      conclusion: 'cancelled',
      reason: 'cancelled',
      'pull-request-state': state,
    })
    expect(result.report).toMatchObject({ conclusion: 'cancelled' })
    expect(result.summary).toContain('The step was cancelled')
    expect(result.stdout).toMatch(/::error[^\n]*cancelled/)
  })
})
