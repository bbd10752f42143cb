import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { OTHER } from '../builders.ts'
import { GITHUB_TOKEN, startGitHub } from '../stand-in/github/server.js'
import { type GateOptions, type Result, reportOf, startGate } from './gate.ts'
import { comeBackLater, fullBacklog, halfBody, manyTests, type Place, silentTls, testing } from './places.ts'

vi.setConfig({ maxConcurrency: 4 })

const SECOND = 1000
/** A cancelled step has this long to end. */
const MOST = 3 * SECOND

type Run = ReturnType<typeof startGate>

/** The places of a run that a signal can hit. */
interface Situation {
  place: () => Promise<Place>
  options?: GateOptions
  /** Resolves at the moment of the signal, if the place alone can't tell it. */
  moment: (run: Run, there: Place) => Promise<unknown>
  known: 'nothing' | 'testing' | 'merged'
}

const WAITS = { require: 'merged', read: 'pull-request', 'wait-timeout': '10m' }

const SITUATIONS: Record<string, Situation> = {
  'connecting, TLS is never answered': { place: silentTls, moment: () => sleep(100), known: 'nothing' },
  'connecting, nobody accepts': {
    place: fullBacklog,
    moment: run =>
      told(run, /^#42 → main at a7f3772 · service v1 · reads pull-request · requires merged$/m).then(() => sleep(300)),
    known: 'nothing',
  },
  'reading a body': { place: halfBody, moment: () => sleep(100), known: 'nothing' },
  'sleeping between two tries': {
    place: comeBackLater,
    moment: (_, there) => there.reached.then(() => sleep(300)),
    options: { inputs: { 'request-timeout': '10s' } },
    known: 'nothing',
  },
  'sleeping between two polls': { place: testing, moment: run => told(run, /^After 0/m), known: 'testing' },
  'asking GitHub': {
    place: () => testing({ prSha: OTHER }),
    options: { inputs: { require: 'ready', 'github-token': GITHUB_TOKEN } },
    moment: () => sleep(500),
    known: 'nothing',
  },
  'writing report and summary of a large list': {
    place: () => manyTests(40_000),
    options: { inputs: { read: 'pull-request, quarantined-tests', organization: 'acme' } },
    moment: run => draft(run),
    known: 'merged',
  },
}

describe.skipIf(process.platform === 'win32').concurrent('a cancelled step', () => {
  const cases = Object.keys(SITUATIONS).flatMap(name =>
    (['SIGINT', 'SIGTERM'] as const).map(signal => [signal, name] as const),
  )

  test.for(cases)('%s while %s: told, written and over within 3 s', async ([signal, name]) => {
    const { result, took, known } = await cancelled(name, [signal])
    expect(result.outputs['conclusion']).toBe('cancelled')
    expect({ exitCode: result.exitCode, signal: result.signal, stderr: result.stderr }).toEqual({
      exitCode: 1,
      signal: null,
      stderr: '',
    })
    expect(took).toBeLessThan(MOST)
    expect(result.report).toBeDefined()
    expect(result.summary).toContain('<h2>')
    if (known === 'merged') return
    expect(result.outputs['reason']).toBe('cancelled')
    expect(reportOf(result).conclusion).toBe('cancelled')
    expect(result.summary).toContain('The step was cancelled')
    expect(result.outputs['pull-request-state']).toBe(known === 'nothing' ? '' : known)
    expect(result.stdout).toMatch(/::error[^\n]*cancelled/)
  })

  test.for(Object.keys(SITUATIONS))('a second signal while %s ends it at once', async name => {
    const { result, took } = await cancelled(name, ['SIGINT', 'SIGTERM'])
    expect(result.exitCode === 0).toBe(false)
    // One write is never cut in the middle.
    expect(took).toBeLessThan(name.startsWith('writing') ? MOST : MOST / 2)
  })
})

/** Runs into the situation and sends the signals; on a busy machine they can come too late, so it tries again. */
async function cancelled(name: string, signals: NodeJS.Signals[]) {
  for (let left = 4; ; left--) {
    const ran = await tried(name, signals)
    if (ran.result.exitCode !== 0 || left === 0) return ran
  }
}

/** Sends the signals 50 ms apart; `took` counts from the last one that met the process. */
async function tried(name: string, signals: NodeJS.Signals[]) {
  const { place, options, moment, known } = SITUATIONS[name] as Situation
  const github = await startGitHub({ pullRequests: { 'acme/rocket#42': { status: 200, body: '', silent: true } } })
  const there = await place()
  try {
    const run = startGate(there.url, {
      ...options,
      inputs: { ...WAITS, ...options?.inputs },
      env: { GITHUB_API_URL: github.url },
    })
    const ended = new Promise<number>(resolve => run.child.once('exit', () => resolve(performance.now())))
    await Promise.race([Promise.all([there.reached, moment(run, there)]), ended])
    let last = performance.now()
    for (const [at, signal] of signals.entries()) {
      if (at > 0) await sleep(50)
      if (run.child.exitCode !== null) break
      last = performance.now()
      run.child.kill(signal)
    }
    const took = Math.round((await ended) - last)
    const result: Result = await run.done
    return { result, took, known }
  } finally {
    await Promise.all([there.close(), github.close()])
  }
}

/** The log says it. */
function told({ child }: Run, line: RegExp): Promise<void> {
  let text = ''
  return new Promise(resolve => {
    child.stdout.on('data', chunk => {
      text += chunk
      if (line.test(text)) resolve()
    })
  })
}

/** The report is being written: its draft is there. */
async function draft({ folder, child }: Run): Promise<void> {
  while (child.exitCode === null) {
    if (readdirSync(join(folder, 'temp')).some(file => file.endsWith('.tmp'))) return
    await sleep(1)
  }
}
