import { describe, expect, test } from 'vitest'
import { CONDITIONS, type Condition } from '../../src/facts/conditions.ts'
import type { Plan, RunContext } from '../../src/facts/context.ts'
import { diagnosis } from '../../src/gate/diagnosis/codes.ts'
import { type ReasonCode, reason } from '../../src/gate/reasons.ts'
import { aboutLine, callLine, contextLines, verdictLines } from '../../src/publish/lines.ts'
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
  expect(aboutLine(about, plan(), [...CONDITIONS]).length).toBeLessThanOrEqual(120)
})

test.each<[status: number | null, attempts: number, elapsedMs: number, requestId: string | null, string]>([
  [200, 1, 120, 'abc', 'getQueue: 200 in 0.1 s, request abc'],
  [503, 5, 12_000, null, 'getQueue: 503 in 12 s after 5 tries'],
  [null, 2, 20_000, null, 'getQueue: no answer in 20 s after 2 tries'],
])('the line of a call: status %j, %d tries', (status, attempts, elapsedMs, requestId, expected) => {
  expect(callLine({ operation: 'getQueue', status, attempts, elapsedMs, requestId })).toBe(expected)
})

describe('the end of the log', () => {
  const passing = knowing({ ...ofPullRequest(), ...ofQueue() })

  test('facts, each condition, the outcome; the cause is left to the error', () => {
    const reasons = [reason('state-pending', 'merged', '#42 waits to be tested.')]
    const given = result({
      ...passing,
      diagnoses: [diagnosis('waiting-for-capacity', 'certain', 'The queue is full.', { evidence: ['4 are tested.'] })],
      verdict: verdict({
        conclusion: 'failed',
        succeeds: false,
        conditions: [
          conditionVerdict('ready', { evidence: '#42 is mergeable.' }),
          conditionVerdict('merged', { verdict: 'unmet', evidence: '#42 waits to be tested.', reasons }),
          conditionVerdict('test-run-succeeded', { verdict: 'unknown', evidence: 'No such run.' }),
        ],
        reasons,
      }),
    })
    expect(verdictLines(given)).toEqual([
      '#42: ✓ submitted → ● ready for 12 m → testing → passed → merged (1st of 1)',
      'The queue of main is running with 1 entry',
      'Facts: 4 are tested.',
      '✓ ready is met. #42 is mergeable.',
      '✗ merged is not met.',
      '? test-run-succeeded is unknown. No such run.',
      '⛔ #42 waits to be tested',
    ])
  })

  test('a diagnosis beside the main reason is a line of its own', () => {
    const diagnoses = [diagnosis('evicted-by-push', 'possible', '#42 may have been ejected by a push.')]
    const reasons = [reason('blocking-failures', 'no-blocking-failures', '1 failed test: "a".')]
    const given = result({ diagnoses, verdict: verdict({ conclusion: 'failed', succeeds: false, reasons }) })
    expect(verdictLines(given)).toEqual(['#42 may have been ejected by a push.', '⛔ Failed tests are not excused'])
  })

  test('further reasons of a condition stand beside the one that the error tells', () => {
    const reasons = [
      reason('blocking-failures', 'no-blocking-failures', '1 failed test: "a".'),
      reason('report-malformed', 'no-blocking-failures', 'b.xml: the file ends too early.'),
    ]
    const conditions = [conditionVerdict('no-blocking-failures', { verdict: 'unmet', reasons })]
    const given = result({ verdict: verdict({ conclusion: 'failed', succeeds: false, conditions, reasons }) })
    expect(verdictLines(given)[0]).toBe('✗ no-blocking-failures is not met. Besides: b.xml: the file ends too early.')
  })

  test.each<[ReasonCode, ReasonCode]>([
    ['report-missing', 'test-crash'],
    ['report-malformed', 'report-empty'],
    ['legs-missing', 'test-crash'],
  ])('for %s, mere consequences are left out: %s', (code, next) => {
    const reasons = [reason(code, 'no-blocking-failures', 'One.'), reason(next, 'no-blocking-failures', 'Two.')]
    const conditions = [conditionVerdict('no-blocking-failures', { verdict: 'unmet', reasons })]
    const given = result({ verdict: verdict({ conclusion: 'failed', succeeds: false, conditions, reasons }) })
    expect(verdictLines(given)[0]).toBe('✗ no-blocking-failures is not met.')
  })

  test('a report has no error, so its end tells cause and remedy', () => {
    const diagnoses = [diagnosis('waiting-for-batch', 'certain', 'The queue collects a batch.')]
    expect(verdictLines(result({ ...passing, diagnoses })).slice(-2)).toEqual([
      '📋 #42 waits to be tested, 1st of 1',
      "The queue collects a batch. Wait: testing starts when the batch is full, or when the queue's longest wait for a batch is over.",
    ])
  })

  test('nothing known', () => {
    expect(verdictLines(result())).toEqual(['📋 Nothing was read'])
  })
})
