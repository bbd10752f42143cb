/**
 * The same stories on both APIs of the service, in one world: a key of the v2 API, swapped in the secret alone, gives
 * the same verdict, outputs and sentences.
 */
import { expect, test } from 'vitest'
import { loadEvent } from '../events/index.js'
import { type RunResult, runAction } from '../launcher/runner.js'
import { startService, TOKEN, V2_TOKEN } from '../stand-in/service/server.js'
import type { State } from '../stand-in/service/state.js'
import { ago, type Json, pullRequest, quarantinedTest, queue, RUN, testRun } from './bodies.ts'
import { fails, junit } from './junit.ts'
import { normalised } from './scenario.ts'

interface World {
  /** Members of #42; null where it was never submitted. */
  pr?: Json | null
  /** Numbers in the queue's list. */
  enqueued?: number[]
  settings?: Json
  run?: Json | null
  /** Transitions of #42 in the words of v2, the oldest first. */
  history?: Json[]
  tests?: Json[]
}

function worldOf({
  pr = {},
  enqueued = pr === null ? [] : [42],
  settings = {},
  run = {},
  history,
  tests = [],
}: World): State {
  const { enqueuedPullRequests: _, ...usual } = queue()
  return {
    repositories: [
      {
        repo: { host: 'github.com', owner: 'acme', name: 'rocket' },
        organization: 'acme-org',
        testCollection: 'aB3dE6gH',
        queues: [
          {
            settings: { ...usual, ...settings, branch: 'main' },
            enqueued,
            pullRequests: pr === null ? [] : [{ ...pullRequest(pr), prNumber: 42 }],
            testRuns: run === null ? {} : { [RUN]: testRun(run) },
            ...(history && { histories: { 42: history } }),
          },
        ],
        quarantinedTests: tests,
      },
    ],
  }
}

interface Story {
  world: World
  inputs: Record<string, string>
  workspace?: Record<string, string>
  /** The outputs on both APIs. */
  exit: 0 | 1
  outputs: Record<string, string>
}

const out = (state: string) => ({ state, isCurrentlySubmittedToQueue: false })
const passed = ['build', 'unit'].map(context => ({ context, url: `https://ci.example/${context}`, state: 'success' }))
const REPORTED = { checkSuites: [], statusChecks: passed }
const BY_ID = { 'test-run-id': RUN }
const RUN_OUTPUTS = { 'test-run-id': RUN, 'test-branch': `rocketq-merge/pr-42/${RUN}`, 'pull-requests': '[42]' }
const ON_RUN = { 'missing-statuses': '[]', 'failed-statuses': '[]', 'test-run-status': 'succeeded' }

const STORIES: Record<string, Story> = {
  tested: {
    world: { pr: { state: 'testing' }, run: { ...REPORTED, status: 'succeeded' } },
    inputs: { require: 'test-run-succeeded', ...BY_ID },
    exit: 0,
    outputs: { conclusion: 'passed', 'pull-request-state': 'testing', ...RUN_OUTPUTS, ...ON_RUN },
  },
  merged: {
    world: { pr: out('merged'), enqueued: [], run: null },
    inputs: { require: 'merged' },
    exit: 0,
    outputs: { conclusion: 'passed', 'pull-request-state': 'merged', 'removal-reason': 'merged' },
  },
  failed: {
    world: {
      pr: out('failed'),
      enqueued: [],
      run: { status: 'failed', checkSuites: [], statusChecks: [passed[0], { ...passed[1], state: 'failure' }] },
      history: [
        {
          state: 'failed',
          reason: 'TEST_RUN_REQUIRED_STATUS_FAILED',
          changedAt: ago({ hours: 1 }),
          failed: { failureCausingChecks: [{ name: 'unit', url: 'https://ci.example/unit' }] },
        },
      ],
    },
    inputs: { require: 'merged', ...BY_ID },
    exit: 1,
    outputs: {
      conclusion: 'failed',
      reason: 'state-failed',
      'pull-request-state': 'failed',
      diagnosis: 'required-status-failed',
      'failed-statuses': '["unit"]',
      'removal-reason': 'checks-failed',
      'removal-count': '1',
    },
  },
  'thrown out by a push': {
    world: {
      pr: out('cancelled'),
      enqueued: [],
      run: null,
      history: [{ state: 'cancelled', reason: 'PR_PUSHED_TO', changedAt: ago({ hours: 1 }) }],
    },
    inputs: { require: 'merged' },
    exit: 1,
    outputs: {
      conclusion: 'failed',
      reason: 'state-cancelled',
      'removal-reason': 'pushed-to',
      diagnosis: 'evicted-by-push',
    },
  },
  paused: {
    world: { pr: { state: 'pending' }, settings: { state: 'paused' }, run: null },
    inputs: { require: 'tests-passed, queue-running' },
    exit: 1,
    outputs: { conclusion: 'failed', 'queue-state': 'paused', diagnosis: 'queue-paused' },
  },
  'never submitted': {
    world: { pr: null, run: null },
    inputs: { require: 'submitted' },
    exit: 1,
    outputs: {
      conclusion: 'failed',
      reason: 'not-submitted',
      'pull-request-state': 'not_submitted',
    },
  },
  'quarantined tests': {
    world: { pr: { state: 'testing' }, run: null, tests: [quarantinedTest('ignites')] },
    inputs: {
      require: 'no-blocking-failures',
      'junit-paths': 'a.xml',
      'test-outcome': 'failure',
      organization: 'acme-org',
      'test-collection': 'aB3dE6gH',
    },
    workspace: { 'a.xml': junit([fails('ignites', { file: 'src/engine/engine.test.ts', classname: 'engine.Test' })]) },
    exit: 0,
    outputs: { conclusion: 'passed', 'excused-failures': '1', 'quarantined-count': '1' },
  },
}

async function played({ world, inputs, workspace }: Story, token: string): Promise<RunResult> {
  const service = await startService({ state: worldOf(world) })
  try {
    return await runAction({
      event: loadEvent('pull-request'),
      inputs: { endpoint: service.url, 'api-token': token, ...inputs },
      ...(workspace && { workspace }),
    })
  } finally {
    await service.close()
  }
}

/** The sentences, without times, without who was asked, and without annotations, of which one source has more. */
function sentencesOf(result: RunResult): string[] {
  const lines = normalised(result.stdout, result).split('\n')
  const start = lines.lastIndexOf('::endgroup::')
  return lines
    .slice(start + 1)
    .filter(line => !/^::(?:notice|warning)/.test(line))
    .map(line => line.replace(/\d+(?:\.\d+)? (?:ms|s)\b/g, 'T').replace(/T ago/g, 'T'))
}

test.concurrent.each(Object.entries(STORIES))('%s', async (_, story) => {
  const { exit, outputs } = story
  const [first, second] = await Promise.all([played(story, TOKEN), played(story, V2_TOKEN)])
  expect([first.exitCode, second.exitCode]).toEqual([exit, exit])
  expect(first.outputs).toMatchObject({ source: 'service-v1', ...outputs })
  const { 'report-file': _1, reasons: _2, ...told } = first.outputs
  const { 'report-file': _3, reasons: _4, ...toldByV2 } = second.outputs
  expect(toldByV2).toEqual({ ...told, source: 'service-v2' })
  expect(sentencesOf(second)).toEqual(sentencesOf(first))
})
