import { describe, expect, test } from 'vitest'
import { isSameCommit, short } from '../../src/facts/commit.ts'
import type { Facts } from '../../src/facts/facts.ts'
import { staleness } from '../../src/gate/freshness.ts'
import { judge } from '../../src/gate/judge.ts'
import { isForeignRun } from '../../src/gate/subject.ts'
import {
  context,
  facts,
  gitHubView,
  HEAD,
  OTHER,
  pullRequest,
  read,
  silent,
  TIP,
  testBranchContext,
  testRun,
} from '../builders.ts'
import { type Digest, digest, forGood, MET, unknown } from './digest.ts'

const NOT_ASKED: Facts['github'] = { kind: 'not-asked' }
const NO_ANSWER = silent('GitHub gave no answer within 10 s')
const THIRD = 'c3f8c761fbd7dd851dcd49b7e1830486689fe7e4'

function stalenessOf(sha: string, head: string | null, github: Facts['github']) {
  const pr = pullRequest({ sha })
  const about = context({ pullRequestHead: head })
  return staleness(pr, { facts: facts({ pullRequest: read(pr), github }), context: about, contradictions: [] })
}

test.each<[string, sha: string, head: string | null, Facts['github'], Digest | null]>([
  ['the same commit', HEAD, HEAD, NOT_ASKED, null],
  ['the same commit in capitals', HEAD.toUpperCase(), HEAD, NOT_ASKED, null],
  ['the same commit, which is the head', HEAD, HEAD, gitHubView(), null],
  ['an event without a head', OTHER, null, NOT_ASKED, null],
  ['an event without a head, GitHub asked for another reason', OTHER, null, gitHubView({ headSha: THIRD }), null],
  ['the service lags behind', OTHER, HEAD, gitHubView(), unknown('service-behind')],
  ['this run lags behind', OTHER, HEAD, gitHubView({ headSha: OTHER }), forGood(unknown('stale-head'))],
  ['both lag behind', OTHER, HEAD, gitHubView({ headSha: THIRD }), forGood(unknown('stale-head'))],
  [
    'both agree on what is no longer the head',
    HEAD,
    HEAD,
    gitHubView({ headSha: THIRD }),
    forGood(unknown('stale-head')),
  ],
  [
    'GitHub speaks of another pull request',
    OTHER,
    HEAD,
    gitHubView({ number: 43, headSha: OTHER }),
    unknown('head-unknown'),
  ],
  ['GitHub was not asked', OTHER, HEAD, NOT_ASKED, unknown('head-unknown')],
  ['GitHub gave no answer', OTHER, HEAD, NO_ANSWER, unknown('head-unknown')],
  ['GitHub gave no answer, and none is needed', HEAD, HEAD, NO_ANSWER, null],
])('%s', (_, sha, head, view, expected) => {
  const finding = stalenessOf(sha, head, view)
  expect(finding && digest(finding)).toEqual(expected)
})

describe('a condition on a commit that the run is not about', () => {
  test.each(['ready', 'tests-passed'] as const)('%s is not met', condition => {
    const pr = read(pullRequest({ sha: OTHER, state: 'merged' }))
    expect(digest(judge(condition, facts({ pullRequest: pr, github: gitHubView() }), context()))).toEqual(
      unknown('service-behind'),
    )
  })

  test.each(['ready', 'tests-passed'] as const)('%s is met where the event has no head', condition => {
    const pr = read(pullRequest({ sha: OTHER, state: 'tests_passed' }))
    const about = context({ headSha: null, pullRequestHead: null })
    expect(digest(judge(condition, facts({ pullRequest: pr }), about))).toEqual(MET)
  })
})

test('GitHub gave no answer: why, and what to do about it', () => {
  const finding = stalenessOf(OTHER, HEAD, NO_ANSWER)
  expect(finding?.reasons.map(({ remedy }) => remedy)).toEqual(['Give `github-token`.'])
  expect(finding?.evidence).toContain('GitHub gave no answer within 10 s')
})

test('GitHub was not asked: the mismatch alone', () => {
  expect(stalenessOf(OTHER, HEAD, NOT_ASKED)?.evidence).toBe(
    'The service has commit 8b02421 of #42; this run is for a7f3772.',
  )
})

test.each([
  ['its own commit', testRun(), testBranchContext(), false],
  ['another commit', testRun({ testBranchSha: OTHER }), testBranchContext(), true],
  ['no commit', testRun(), testBranchContext({ testRunHead: null }), true],
  ['another commit, not on a test branch', testRun({ testBranchSha: OTHER }), context(), false],
])('isForeignRun: %s', (_, run, about, expected) => {
  expect(isForeignRun(run, about)).toBe(expected)
})

test.each([
  [HEAD, HEAD, true],
  [HEAD, HEAD.toUpperCase(), true],
  [HEAD, OTHER, false],
  [TIP, '', false],
])('isSameCommit(%s, %s)', (a, b, expected) => {
  expect(isSameCommit(a, b)).toBe(expected)
})

test('short', () => {
  expect(short(HEAD)).toBe('a7f3772')
})
