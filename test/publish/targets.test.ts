import { describe, expect, test } from 'vitest'
import type { RunContext } from '../../src/facts/context.ts'
import { requiredStatusVerdict } from '../../src/gate/conclusion.ts'
import { commitOfStatus, pullRequestsToComment } from '../../src/publish/comment-and-status.ts'
import { storyOf } from '../../src/publish/story.ts'
import type { Result } from '../../src/result.ts'
import {
  context,
  covered,
  facts,
  HEAD,
  knowing,
  OTHER,
  ofGroupChecks,
  ofPullRequest,
  ofQueue,
  ofRun,
  read,
  result,
  TIP,
  testBranchContext,
  testRun,
} from '../builders.ts'

const under = (over: Partial<RunContext>): Partial<Result> => ({ context: context(over) })
const group = { kind: 'merge-group', eventSha: OTHER, pullRequestHead: null } as const
const tested = (...numbers: number[]) => numbers.map(number => ({ number, url: null, title: null }))
const onTestBranch = (over = {}) => ({ context: testBranchContext(), ...knowing(ofRun(over)) })
const twelve = Array.from({ length: 12 }, (_, at) => 50 + at)

describe('which pull requests get the comment', () => {
  test.each<[string, Partial<Result>, number[]]>([
    ['the one under report', {}, [42]],
    ['of a merge group, where it is known', under(group), [42]],
    ['of a merge group, where it is not', under({ ...group, pullRequest: null }), []],
    ['those under test', onTestBranch({ pullRequests: tested(9, 10) }), [9, 10]],
    ['ten of those under test', onTestBranch({ pullRequests: tested(...twelve) }), twelve.slice(0, 10)],
    ["a test branch that bears another's name", onTestBranch({ testBranchSha: OTHER }), []],
  ])('%s', (_, given, numbers) => {
    expect(pullRequestsToComment(result(given))).toEqual(numbers)
  })
})

describe('which commit gets the status', () => {
  const headless = { eventSha: null, pullRequestHead: null }
  test.each<[string, Partial<Result>, string | null]>([
    ['the head of the pull request', {}, HEAD],
    ['the tip of the test branch', onTestBranch(), TIP],
    ['the commit of the merge group', under(group), OTHER],
    ['the one that the source names', { ...under(headless), ...knowing(ofPullRequest()) }, HEAD],
    ['none is known', under(headless), null],
    ['no pull request and no commit', under({ ...headless, kind: 'branch', pullRequest: null }), null],
  ])('%s', (_, given, commit) => {
    expect(commitOfStatus(result(given))).toBe(commit)
  })
})

describe('a status that the queue requires is not set, and fails the step', () => {
  const requires = { requiredStatuses: ['Gate'] }
  const check = { name: 'Gate', url: null, word: 'missing', since: null }
  const open = { kind: 'check-missing', check } as const
  test.each<[string, Partial<Result>]>([
    ['by the queue', knowing(ofQueue(requires))],
    ['by the test run', knowing(ofRun(requires))],
    ['as the check that this step runs in', knowing(ofRun({ ownCheck: 'Gate' }))],
    ['by the branch, whose checks were read', knowing(ofGroupChecks([covered('Gate')]))],
    ['by a requirement that is open', { facts: facts(), explanation: { unmetRequirements: read([open]) } }],
    ['by the run that explains', { facts: facts(), explanation: { testRun: read(testRun(requires)) } }],
  ])('%s', (_, given) => {
    const whole = result(given)
    const verdict = requiredStatusVerdict(whole.verdict, 'gate', whole)
    expect(verdict).toMatchObject({ conclusion: 'failed', succeeds: false })
    const { headline, cause, remedy } = storyOf(result({ ...given, ...(verdict && { verdict }) }))
    expect([headline, cause, remedy]).toEqual([
      '`status-context` names a required status',
      'The status `gate` was not set: the queue requires it, and would merge on it.',
      'Set `status-context` to a name that nothing requires.',
    ])
  })

  test.each<[string, Partial<Result>, string]>([
    ['another name', knowing(ofQueue(requires)), 'gates'],
    ['nothing was read', {}, 'gate'],
  ])('else nothing changes: %s', (_, given, name) => {
    const whole = result(given)
    expect(requiredStatusVerdict(whole.verdict, name, whole)).toBeNull()
  })
})
