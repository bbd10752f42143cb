import { describe, expect, test } from 'vitest'
import { CONDITIONS, type Condition, READS } from '../../src/facts/conditions.ts'
import type { Plan, RunContext } from '../../src/facts/context.ts'
import { aboutLine, callLine, contextLines, verdictLines } from '../../src/publish/lines.ts'
import {
  conditionVerdict,
  context,
  facts,
  HEAD,
  plan,
  pullRequest,
  queue,
  read,
  result,
  TEST_RUN_ID,
  testBranchContext,
  verdict,
} from '../builders.ts'

describe('the first line of the log', () => {
  test.each<[string, RunContext, Plan, Condition[], string]>([
    [
      'a pull request event',
      context(),
      plan(),
      [],
      '#42 → main at a7f3772 · reads pull-request, queue · requires nothing',
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
      plan({ reads: ['queue'], from: 'input' }),
      ['ready', 'queue-running'],
      '#7 → next · reads queue · requires ready, queue-running',
    ],
    [
      'a test branch',
      testBranchContext(),
      plan({ reads: ['queue', 'test-run'] }),
      [],
      `Test run ${TEST_RUN_ID} → main at baebb6f · reads queue, test-run · requires nothing`,
    ],
    [
      'a comment, whose branch GitHub has to say',
      context({ targetBranch: null, headSha: null, askForBranch: true }),
      plan(),
      [],
      '#42 → unknown branch · reads pull-request, queue · requires nothing',
    ],
    [
      'nothing',
      context({ kind: 'other', pullRequest: null, targetBranch: null, headSha: null }),
      plan({ reads: [] }),
      [],
      'no branch · reads nothing · requires nothing',
    ],
  ])('%s', (_, about, given, require, expected) => {
    expect(aboutLine(about, given, require)).toBe(expected)
  })

  test('a branch that would start a command is told as text', () => {
    const about = context({ targetBranch: { value: '##[error]x', from: 'event' }, headSha: HEAD })
    expect(aboutLine(about, plan(), [])).toBe(
      '#42 → ## [error]x at a7f3772 · reads pull-request, queue · requires nothing',
    )
  })

  test('a long one is cut, so that no view of the log wraps it', () => {
    const about = context({ targetBranch: { value: 'b'.repeat(300), from: 'input' } })
    const line = aboutLine(about, plan({ reads: [...READS] }), [...CONDITIONS])
    expect([...line].length).toBeLessThanOrEqual(120)
    expect(line.startsWith(`#42 → ${'b'.repeat(39)}… at a7f3772 · reads pull-request, queue, test-run`)).toBe(true)
  })
})

describe('the details behind it', () => {
  test.each<[string, RunContext, Plan, Condition[], string[]]>([
    [
      'a pull request event',
      context(),
      plan(),
      [],
      [
        'Repository: github.com/acme/rocket (default)',
        'Pull request: #42 (event)',
        'Target branch: main (event)',
        'Commit: a7f3772 (event)',
        'Test run: none',
        'Reads: pull-request, queue (default)',
        'Requires: nothing (default)',
      ],
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
      plan({ reads: ['queue'], from: 'input' }),
      ['ready', 'queue-running'],
      [
        'Repository: git.acme.example/group/sub/rocket (input)',
        'Pull request: #7 (input)',
        'Target branch: next (input)',
        'Commit: none',
        'Test run: given (input)',
        'Reads: queue (input)',
        'Requires: ready, queue-running (input)',
      ],
    ],
    [
      'a comment, whose branch GitHub has to say',
      context({ targetBranch: null, headSha: null, askForBranch: true }),
      plan(),
      [],
      [
        'Repository: github.com/acme/rocket (default)',
        'Pull request: #42 (event)',
        'Target branch: not known (GitHub)',
        'Commit: none',
        'Test run: none',
        'Reads: pull-request, queue (default)',
        'Requires: nothing (default)',
      ],
    ],
    [
      'nothing',
      context({ kind: 'other', pullRequest: null, targetBranch: null, headSha: null }),
      plan({ reads: [] }),
      [],
      [
        'Repository: github.com/acme/rocket (default)',
        'Pull request: none',
        'Target branch: none',
        'Commit: none',
        'Test run: none',
        'Reads: nothing (default)',
        'Requires: nothing (default)',
      ],
    ],
  ])('%s', (_, about, given, require, expected) => {
    expect(contextLines(about, given, require)).toEqual(expected)
  })
})

test.each<[string, Parameters<typeof callLine>[0], string]>([
  [
    'answered',
    { operation: 'getQueue', status: 200, attempts: 1, elapsedMs: 120, requestId: 'abc' },
    'getQueue: 200 in 0.1 s, request abc',
  ],
  [
    'after tries',
    { operation: 'getQueue', status: 503, attempts: 5, elapsedMs: 12_000, requestId: null },
    'getQueue: 503 in 12 s after 5 tries',
  ],
  [
    'no answer',
    { operation: 'getSubmittedPullRequest', status: null, attempts: 2, elapsedMs: 20_000, requestId: null },
    'getSubmittedPullRequest: no answer in 20 s after 2 tries',
  ],
])('callLine: %s', (_, record, expected) => {
  expect(callLine(record)).toBe(expected)
})

describe('verdictLines', () => {
  test('a whole run', () => {
    const given = result({
      facts: facts({ pullRequest: read(pullRequest()), queue: read(queue()) }),
      verdict: verdict({
        conclusion: 'failed',
        succeeds: false,
        conditions: [
          conditionVerdict('ready', { evidence: 'It is mergeable.' }),
          conditionVerdict('merged', { verdict: 'unmet', evidence: 'Its state is pending.' }),
          conditionVerdict('test-run-succeeded', { verdict: 'unknown', evidence: 'No such run.' }),
        ],
      }),
    })
    expect(verdictLines(given)).toEqual([
      '#42 is pending for 12 m, 1st of 1',
      'The queue of main is running with 1 entry',
      '✓ ready is met. It is mergeable.',
      '✗ merged is unmet. Its state is pending.',
      '? test-run-succeeded is unknown. No such run.',
      '⛔ Blocked: merged is not met',
    ])
  })

  test('nothing known', () => {
    expect(verdictLines(result())).toEqual(['📋 Nothing was read'])
  })
})
