import { describe, expect, test, vi } from 'vitest'
import { HEAD, OTHER } from '../builders.ts'
import { startService, TOKEN } from '../stand-in/service/server.js'
import { changePullRequest, type ScriptStep, type State } from '../stand-in/service/state.js'
import { type GateOptions, progressOf, type Report, type Result, reportOf, runGate } from './gate.ts'

vi.setConfig({ maxConcurrency: 12 })

/** Well before the wait of 30 s is over: what ends at once, on a busy machine. */
const AT_ONCE = 20_000
const SECOND = 1000
const NUMBER = 42
const MAIN = 'main'

/** Pull request 42 in the queue of main, being tested, second in line. */
function stateWith(members: Record<string, unknown> = {}): State {
  const others = { prNumber: 7, prSha: OTHER, state: 'testing', isCurrentlySubmittedToQueue: true }
  const own = {
    prNumber: NUMBER,
    prSha: HEAD,
    state: 'testing',
    isCurrentlySubmittedToQueue: true,
    readiness: {
      requiresImpactedTargets: false,
      doesBaseBranchMatch: true,
      gitHubMergeability: 'mergeable',
    },
    ...members,
  }
  return {
    repositories: [
      {
        repo: { host: 'github.com', owner: 'acme', name: 'rocket' },
        organization: 'acme',
        queues: [
          {
            settings: { branch: MAIN, state: 'running', mode: 'single' },
            enqueued: [7, NUMBER],
            pullRequests: [others, own],
            testRuns: {},
          },
        ],
        quarantinedTests: [],
      },
    ],
  }
}

const own = (at: number, members: Record<string, unknown>): ScriptStep => ({
  at: at * SECOND,
  change: changePullRequest(NUMBER, members),
})
const isIn = (at: number, state: string) => own(at, { state })
const left = (at: number, state: string) => own(at, { state, isCurrentlySubmittedToQueue: false })

interface Ran {
  result: Result
  report: Report
  /** The reads of the pull request and of the queue. */
  requests: [number, number]
}

async function waitFor(
  require: string,
  script: ScriptStep[],
  { inputs, members, ...options }: GateOptions & { members?: Record<string, unknown> } = {},
): Promise<Ran> {
  const service = await startService({ state: stateWith(members), script, token: TOKEN })
  try {
    const result = await runGate(service.url, {
      ...options,
      inputs: { require, 'wait-timeout': '30s', ...inputs },
    })
    const count = (name: string) => service.requests.filter(({ path }) => path === `/v1/${name}`).length
    return { result, report: reportOf(result), requests: [count('getSubmittedPullRequest'), count('getQueue')] }
  } finally {
    await service.close()
  }
}

function expectEnd({ result, report }: Ran, conclusion: string, timedOut = false): void {
  expect({
    exit: result.exitCode,
    signal: result.signal,
    stderr: result.stderr,
    conclusion: result.outputs['conclusion'],
    timedOut: result.outputs['timed-out'],
  }).toEqual({
    exit: conclusion === 'passed' || conclusion === 'reported' ? 0 : 1,
    signal: null,
    stderr: '',
    conclusion,
    timedOut: String(timedOut),
  })
  expect(report).toMatchObject({ conclusion, timedOut })
  // The summary shows the timeline that the log told.
  expect(report.timeline.map(({ what }) => what)).toEqual(
    progressOf(result).filter(line => !line.startsWith('still waiting for ')),
  )
  const told = result.summary.replaceAll('&#8203;', '')
  for (const { what } of report.timeline) expect(told).toContain(what)
}

describe.concurrent('the bundle waits', () => {
  test('the script of the issue, three times as fast', async () => {
    const ran = await waitFor(
      'merged',
      [
        isIn(1.7, 'testing'),
        isIn(3, 'pending_failure'),
        isIn(4, 'testing'),
        isIn(5, 'tests_passed'),
        left(5.4, 'merged'),
      ],
      { members: { state: 'pending' } },
    )
    expectEnd(ran, 'passed')
    expect(progressOf(ran.result)[0]).toBe('waiting for merged (#42: pending, 1 ahead, queue: running)')
    expect(progressOf(ran.result).at(-1)).toMatch(/^#42: .* → merged \(not in the queue\)$/)
    expect(ran.result.duration).toBeGreaterThan(5.4 * SECOND)
    expect(ran.result.duration).toBeLessThan(25 * SECOND)
    // Each poll is one picture: both reads.
    expect(ran.requests).toEqual([ran.report.polls, ran.report.polls])
  })

  test('the wait runs out', async () => {
    const ran = await waitFor('merged', [], { inputs: { 'wait-timeout': '4s' } })
    expectEnd(ran, 'failed', true)
    expect(ran.result.duration).toBeGreaterThan(1.5 * SECOND)
    expect(ran.result.duration).toBeLessThan(AT_ONCE)
    expect(ran.result.stdout).toMatch(
      /^::error title=Merge Queue Gate%3A #42 is still being tested::The wait ran out after 4 s\. Raise `wait-timeout`, or run the job again later\.$/m,
    )
    expect(ran.result.summary).toContain('The wait ran out after 4 s.')
  })
})
