import { describe, expect, test } from 'vitest'
import type { Plan, RunContext } from '../../src/facts/context.ts'
import { CONDITION_NAMES, type Condition } from '../../src/facts/facts.ts'
import { aboutLine } from '../../src/poll/decide.ts'
import { context, HEAD, inputs, plan, testBranchContext } from '../builders.ts'

function lineOn(
  about: RunContext,
  require: readonly Condition[] = [],
  given: Partial<Plan> = {},
  junitPaths: string[] = [],
): string {
  return aboutLine(inputs({ require: [...require], junitPaths }), { context: about, plan: plan(given) })
}

describe('the first line of the log', () => {
  test.each<[string, RunContext, string, Partial<Plan>?, Condition[]?, string[]?]>([
    [
      'a pull request event',
      context(),
      '#42 → main at a7f3772 · service-v1 · reads pull-request, queue · requires nothing',
    ],
    [
      'all from inputs',
      context({
        repository: { host: 'git.acme.example', owner: 'group/sub', name: 'rocket' },
        pullRequest: 7,
        targetBranch: 'next',
        testRunId: 'given',
        eventSha: null,
      }),
      '#7 → next · service-v1 · reads queue · requires ready, queue-running',
      { reads: ['queue'], isAuto: false },
      ['ready', 'queue-running'],
    ],
    [
      'a test branch',
      testBranchContext(),
      `Test run of #42 → main at baebb6f · service-v1 · reads queue, test-run · requires nothing`,
      { reads: ['queue', 'test-run'] },
    ],
    [
      'a comment, whose branch GitHub has to say',
      context({ targetBranch: null, eventSha: null, mustAskForBranch: true }),
      '#42 → unknown branch · service-v1 · reads pull-request, queue · requires nothing',
    ],
    [
      'nothing',
      context({ kind: 'other', pullRequest: null, targetBranch: null, eventSha: null }),
      'no branch · reads nothing · requires nothing',
      { reads: [] },
    ],
    [
      'test reports',
      context(),
      '#42 → main at a7f3772 · reads test reports · requires no-blocking-failures',
      { reads: [] },
      ['no-blocking-failures'],
      ['report.xml'],
    ],
  ])('%s', (_, about, expected, given = {}, require = [], files = []) => {
    expect(lineOn(about, require, given, files)).toBe(expected)
  })

  test('a branch that would start a command is made harmless', () => {
    const about = context({ targetBranch: '##[error]x', eventSha: HEAD })
    expect(lineOn(about)).toContain('→ ## [error]x at a7f3772')
  })
})

test('the first line is one line, however much is required', () => {
  const about = context({ targetBranch: 'a-branch/'.repeat(100) })
  expect(lineOn(about, CONDITION_NAMES).length).toBeLessThanOrEqual(120)
})
