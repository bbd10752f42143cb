import { describe, expect, test } from 'vitest'
import { isSameCommit, short } from '../../src/facts/commit.ts'
import type { Facts } from '../../src/facts/facts.ts'
import { failedBy } from '../../src/facts/reading.ts'
import { judge } from '../../src/gate/judge.ts'
import { snapshotOf } from '../../src/gate/snapshot.ts'
import { staleness } from '../../src/gate/stale.ts'
import { asText } from '../../src/text/message.ts'
import {
  context,
  facts,
  gitHubFailure,
  gitHubView,
  HEAD,
  OTHER,
  ofPullRequest,
  ofRun,
  pullRequest,
  read,
  silent,
  TIP,
  testBranchContext,
} from '../builders.ts'
import { type Digest, digest, forGood, MET, unknown } from './digest.ts'

const undefined: Facts['github'] = undefined
const NO_ANSWER = silent('GitHub gave no answer within 10 s')
const REFUSED = failedBy(gitHubFailure('github-forbidden', 'no', 'Ask.'))
const UNASKED = failedBy(gitHubFailure('token-refused', 'no', 'Ask.'))
const THIRD = 'c3f8c761fbd7dd851dcd49b7e1830486689fe7e4'
const PREVIOUS = '9f2c1a4be0d35c7781f6a2b94cde01237a5b6c8d'

function stalenessOf(sha: string | null, head: string | null, github: Facts['github'], before: Facts | null = null) {
  const pr = pullRequest({ sha })
  const about = context({ pullRequestHead: head, previousHead: PREVIOUS })
  return staleness(pr, { facts: facts({ pullRequest: read(pr), github }), context: about, before, doubts: [] })
}

test.each<[string, sha: string | null, head: string | null, Facts['github'], Digest | null]>([
  ['the same commit', HEAD, HEAD, NOT_ASKED, null],
  ['the same commit in capitals', HEAD.toUpperCase(), HEAD, NOT_ASKED, null],
  ['the same commit, which is the head', HEAD, HEAD, gitHubView(), null],
  ['an event without a head', OTHER, null, NOT_ASKED, null],
  ['an event without a head, GitHub asked for another reason', OTHER, null, gitHubView({ headSha: THIRD }), null],
  ['the service lags behind', OTHER, HEAD, gitHubView(), unknown('service-behind')],
  [
    'the service lags behind, and a replica of GitHub too',
    OTHER,
    HEAD,
    gitHubView({ headSha: PREVIOUS }),
    unknown('service-behind'),
  ],
  ['its commit is not known', null, HEAD, gitHubView({ headSha: null }), unknown('head-unknown')],
  ['this run lags behind', OTHER, HEAD, gitHubView({ headSha: OTHER }), unknown('stale-head')],
  ['both lag behind', OTHER, HEAD, gitHubView({ headSha: THIRD }), unknown('stale-head')],
  ['both agree, whatever GitHub says', HEAD, HEAD, gitHubView({ headSha: THIRD }), null],
  [
    'GitHub speaks of another pull request',
    OTHER,
    HEAD,
    gitHubView({ number: 43, headSha: OTHER }),
    unknown('head-unknown'),
  ],
  ['GitHub was not asked', OTHER, HEAD, NOT_ASKED, unknown('head-unknown')],
  ['GitHub gave no answer', OTHER, HEAD, NO_ANSWER, unknown('head-unknown')],
  ['GitHub refused to answer', OTHER, HEAD, REFUSED, forGood(unknown('head-unknown'))],
  ['GitHub was not asked, for want of a token', OTHER, HEAD, UNASKED, unknown('head-unknown')],
  ['GitHub gave no answer, and none is needed', HEAD, HEAD, NO_ANSWER, null],
])('%s', (_, sha, head, view, expected) => {
  const finding = stalenessOf(sha, head, view)
  expect(finding && digest(finding)).toEqual(expected)
})

test.each<[string, before: Facts | null, final: boolean]>([
  ['the first poll', null, true],
  ['said so, too', facts({ ...ofPullRequest({ sha: OTHER }), github: gitHubView({ headSha: OTHER }) }), false],
  ['said another head', facts({ ...ofPullRequest({ sha: OTHER }), github: gitHubView({ headSha: THIRD }) }), false],
  ['had the old head of GitHub', facts({ ...ofPullRequest({ sha: OTHER }), github: gitHubView() }), true],
  ['had no mismatch', facts({ ...ofPullRequest(), github: gitHubView({ headSha: OTHER }) }), true],
  ['knew no commit', facts({ ...ofPullRequest({ sha: null }), github: gitHubView({ headSha: OTHER }) }), true],
  ['read nothing', facts(), true],
])('another head is one for good once the poll before said so: it %s', (_, before, final) => {
  expect(stalenessOf(OTHER, HEAD, gitHubView({ headSha: OTHER }), before)?.final).toBe(final)
})

test.each<[string, before: Facts | null, final: boolean]>([
  ['the first poll', null, true],
  ['had it, too', facts(ofRun({ testBranchSha: OTHER })), false],
  ['had the commit of this run', facts(ofRun()), true],
])('so is another commit of a test branch: the poll before %s', (_, before, final) => {
  const given = facts(ofRun({ testBranchSha: OTHER }))
  const found = judge('test-run-succeeded', snapshotOf(given, testBranchContext(), before))
  expect(found).toMatchObject({ verdict: 'unknown', final, reasons: [{ code: 'stale-head' }] })
})

describe('a condition on a commit that the run is not about', () => {
  test.each(['ready', 'tests-passed'] as const)('%s is not met', condition => {
    const pr = read(pullRequest({ sha: OTHER, state: 'merged' }))
    expect(digest(judge(condition, snapshotOf(facts({ pullRequest: pr, github: gitHubView() }), context())))).toEqual(
      unknown('service-behind'),
    )
  })

  test.each(['ready', 'tests-passed'] as const)('%s is met where the event has no head', condition => {
    const pr = read(pullRequest({ sha: OTHER, state: 'tests_passed' }))
    const about = context({ headSha: null, pullRequestHead: null })
    expect(digest(judge(condition, snapshotOf(facts({ pullRequest: pr }), about)))).toEqual(MET)
  })
})

test('GitHub gave no answer: why, and what to do about it', () => {
  const finding = stalenessOf(OTHER, HEAD, NO_ANSWER)
  expect(finding?.reasons.map(({ remedy }) => remedy)).toEqual(['Give `github-token`.'])
  expect(asText(finding?.evidence ?? '')).toContain('GitHub gave no answer within 10 s')
})

test.each([
  [OTHER, 'The service has commit `8b02421` of #42; this run is for `a7f3772`.'],
  [HEAD.slice(0, 7), `The service has commit \`a7f3772\` of #42; this run is for \`${HEAD}\`.`],
])('GitHub was not asked: the mismatch alone, of %s', (sha, evidence) => {
  expect(asText(stalenessOf(sha, HEAD, undefined)?.evidence ?? '')).toBe(evidence)
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
