import { describe, expect, test } from 'vitest'
import type { Condition } from '../../src/facts/conditions.ts'
import type { Plan, RunContext } from '../../src/facts/context.ts'
import { aboutLine, callLine, verdictLines } from '../../src/publish/lines.ts'
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
      'pull request #42 (event); branch main (event); head a7f3772 (event); repository github.com/acme/rocket (default); ' +
        'reads pull-request, queue (default); requires nothing (default)',
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
      'pull request #7 (input); branch next (input); head none; test run given (input); ' +
        'repository git.acme.example/group/sub/rocket (input); reads queue (input); requires ready, queue-running (input)',
    ],
    [
      'a test branch',
      testBranchContext(),
      plan({ reads: ['queue', 'test-run'] }),
      [],
      `no pull request; branch main (event); head baebb6f (event); test run ${TEST_RUN_ID} (event); ` +
        'repository github.com/acme/rocket (default); reads queue, test-run (default); requires nothing (default)',
    ],
    [
      'a comment, whose branch GitHub has to say',
      context({ targetBranch: null, headSha: null, askForBranch: true }),
      plan(),
      [],
      'pull request #42 (event); branch not known (GitHub); head none; repository github.com/acme/rocket (default); ' +
        'reads pull-request, queue (default); requires nothing (default)',
    ],
    [
      'nothing',
      context({ kind: 'other', pullRequest: null, targetBranch: null, headSha: null }),
      plan({ reads: [] }),
      [],
      'no pull request; branch none; head none; repository github.com/acme/rocket (default); ' +
        'reads nothing (default); requires nothing (default)',
    ],
  ])('%s', (_, about, given, require, expected) => {
    expect(aboutLine(about, given, require)).toBe(`About this run: ${expected}`)
  })

  test('a branch that would start a command is told inert', () => {
    const about = context({ targetBranch: { value: '##[error]x', from: 'event' }, headSha: HEAD })
    expect(aboutLine(about, plan(), [])).toContain('branch ## [error]x (event)')
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
      '✓ ready is met: It is mergeable.',
      '✗ merged is unmet: Its state is pending.',
      '? test-run-succeeded is unknown: No such run.',
      '⛔ Held back: merged does not hold',
    ])
  })

  test('nothing known', () => {
    expect(verdictLines(result())).toEqual(['📋 Report only: nothing was required'])
  })
})
