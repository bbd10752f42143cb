import { describe, expect, test } from 'vitest'
import type { Plan, RunContext } from '../../src/facts/context.ts'
import { CONDITION_NAMES, type Condition } from '../../src/facts/facts.ts'
import { reason } from '../../src/gate/reasons.ts'
import { aboutLine, callLine, contextLines } from '../../src/publish/known.ts'
import { closingLines } from '../../src/publish/log.ts'
import { storyOf } from '../../src/publish/story.ts'
import {
  conditionVerdict,
  context,
  HEAD,
  knowing,
  ofPullRequest,
  ofQueue,
  plan,
  result,
  testBranchContext,
  verdict,
} from '../builders.ts'

describe('the first line of the log', () => {
  test.each<[string, RunContext, string, Partial<Plan>?, Condition[]?]>([
    [
      'a pull request event',
      context(),
      '#42 → main at a7f3772 · service v1 · reads pull-request, queue · requires nothing',
    ],
    [
      'all from inputs',
      context({
        repository: { value: { host: 'git.acme.example', owner: 'group/sub', name: 'rocket' }, from: 'input' },
        pullRequest: { value: 7, from: 'input' },
        targetBranch: { value: 'next', from: 'input' },
        testRunId: { value: 'given', from: 'input' },
        headSha: null,
      }),
      '#7 → next · service v1 · reads queue · requires ready, queue-running',
      { reads: ['queue'], from: 'input' },
      ['ready', 'queue-running'],
    ],
    [
      'a test branch',
      testBranchContext(),
      `Test run of #42 → main at baebb6f · service v1 · reads queue, test-run · requires nothing`,
      { reads: ['queue', 'test-run'] },
    ],
    [
      'a comment, whose branch GitHub has to say',
      context({ targetBranch: null, headSha: null, askForBranch: true }),
      '#42 → unknown branch · service v1 · reads pull-request, queue · requires nothing',
    ],
    [
      'nothing',
      context({ kind: 'other', pullRequest: null, targetBranch: null, headSha: null }),
      'no branch · reads nothing · requires nothing',
      { reads: [] },
    ],
  ])('%s', (_, about, expected, given = {}, require = []) => {
    expect(aboutLine(about, plan(given), require)).toBe(expected)
  })

  test('a branch that would start a command is made harmless', () => {
    const about = context({ targetBranch: { value: '##[error]x', from: 'event' }, headSha: HEAD })
    expect(aboutLine(about, plan(), [])).toContain('→ ## [error]x at a7f3772')
  })
})

test('the details behind it: each with the place that it came from', () => {
  const about = context({ testRunId: { value: 'given', from: 'input' } })
  expect(contextLines(about, plan(), ['ready'])).toEqual([
    'Repository: github.com/acme/rocket (default)',
    'Pull request: #42 (event)',
    'Target branch: main (event)',
    'Commit: a7f3772 (event)',
    'Test run: given (input)',
    'Reads: pull-request, queue (default)',
    'Requires: ready (input)',
  ])
})

test('the first line is one line, however much is required', () => {
  const about = context({ targetBranch: { value: 'a-branch/'.repeat(100), from: 'event' } })
  expect(aboutLine(about, plan(), [...CONDITION_NAMES]).length).toBeLessThanOrEqual(120)
})

test.each<[status: number | null, attempts: number, elapsedMs: number, requestId: string | null, string]>([
  [200, 1, 120, 'abc', 'getQueue: 200 in 0.1 s, request abc'],
  [503, 5, 12_000, null, 'getQueue: 503 in 12 s after 5 tries'],
  [null, 2, 20_000, null, 'getQueue: no answer in 20 s after 2 tries'],
])('the line of a call: status %j, %d tries', (status, attempts, elapsedMs, requestId, expected) => {
  expect(callLine({ operation: 'getQueue', status, attempts, elapsedMs, requestId })).toBe(expected)
})

test('the end of the log: facts, each condition, the outcome; the cause is left to the error', () => {
  const reasons = [reason('state-pending', 'merged', '#42 waits to be tested.')]
  const given = result({
    ...knowing({ ...ofPullRequest(), ...ofQueue() }),
    verdict: verdict({
      conclusion: 'failed',
      succeeds: false,
      conditions: [
        conditionVerdict('ready', { evidence: '#42 is mergeable.' }),
        conditionVerdict('merged', { verdict: 'unmet', reasons }),
        conditionVerdict('test-run-succeeded', {
          verdict: 'unknown',
          reasons: [reason('test-run-not-found', 'test-run-succeeded', 'No such run.', 'Look.')],
        }),
      ],
      reasons,
    }),
  })
  expect(closingLines(storyOf(given))).toEqual([
    '#42 waits to be tested, place 1 of 1',
    'The queue of main is running with 1 entry',
    '✓ ready is met. #42 is mergeable.',
    '✗ merged is not met.',
    '? test-run-succeeded is unknown. No such run. Look.',
    '⛔ #42 waits to be tested',
  ])
})
