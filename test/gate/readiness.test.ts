import { describe, expect, test } from 'vitest'
import {
  type Facts,
  type GitHubPullRequest,
  MERGEABILITIES,
  type PullRequest,
  type Readiness,
} from '../../src/facts/facts.ts'
import { judge } from '../../src/gate/conditions.ts'
import { snapshotOf } from '../../src/gate/doubts.ts'
import { needsGitHubView } from '../../src/gate/pull-request.ts'
import { asText } from '../../src/text/message.ts'
import {
  ABSENT,
  context,
  facts,
  failed,
  gitHubView,
  HEAD,
  OTHER,
  ofPullRequest,
  outage,
  readiness,
} from '../builders.ts'
import { byOutage, type Digest, digest, forGood, MET, unknown, unmet } from './digest.ts'

const SPOILT = readiness({ baseBranchMatches: false, mergeability: 'not_mergeable', hasImpactedTargets: false })
const NOT_KNOWN = unknown('not-known')

const ready = (pr: Partial<PullRequest>, github?: Facts['github']) =>
  judge('ready', snapshotOf(facts({ ...ofPullRequest(pr), github }), context()))

describe('the order of the rule', () => {
  test.each<[string, Partial<PullRequest>, Digest]>([
    ['merged comes before all', { state: 'merged', submitted: false, readiness: SPOILT }, MET],
    ['failed comes before readiness', { state: 'failed', submitted: false }, forGood(unmet('state-failed'))],
    ['cancelled comes before readiness', { state: 'cancelled', submitted: false }, forGood(unmet('state-cancelled'))],
    ['not submitted comes before readiness', { submitted: false, state: 'not_ready' }, unmet('not-submitted')],
    ['a state of the future is not met', { state: 'hibernating' }, unknown('state-unknown')],
    ['readiness comes before not_ready', { state: 'not_ready' }, MET],
    [
      'readiness comes before testing',
      { state: 'testing', readiness: SPOILT },
      unmet('base-branch-mismatch', 'not-mergeable', 'impacted-targets-missing'),
    ],
    ['readiness without a state', { state: null }, MET],
    ['put in past the rule, and past it', { state: 'testing', readiness: SPOILT, forceEnqueued: true }, MET],
    [
      'put in past the rule, and not past it',
      { state: 'not_ready', readiness: readiness({ mergeability: 'not_mergeable' }), forceEnqueued: true },
      unmet('not-mergeable'),
    ],
    [
      'put in past the rule, in no known state',
      { state: null, readiness: null, forceEnqueued: true },
      unknown('state-unknown'),
    ],
  ])('%s', (_, over, expected) => {
    expect(digest(ready(over))).toEqual(expected)
  })
})

describe('each member, and what the others say beside it', () => {
  const NOT_MERGEABLE = { mergeability: 'not_mergeable' }
  const ELSEWHERE = { baseBranchMatches: false }
  const needs = (requiresImpactedTargets: boolean | null, hasImpactedTargets: boolean | null) => ({
    requiresImpactedTargets,
    hasImpactedTargets,
  })
  test.each<[Partial<Readiness>, Digest]>([
    [{}, MET],
    [ELSEWHERE, unmet('base-branch-mismatch')],
    [{ baseBranchMatches: null }, NOT_KNOWN],
    [NOT_MERGEABLE, unmet('not-mergeable')],
    [{ mergeability: 'in_progress' }, NOT_KNOWN],
    [{ mergeability: 'unspecified' }, NOT_KNOWN],
    [{ mergeability: 'maybe' }, NOT_KNOWN],
    [needs(true, true), MET],
    [needs(true, false), unmet('impacted-targets-missing')],
    [needs(true, null), NOT_KNOWN],
    [needs(false, false), MET],
    [needs(false, null), MET],
    // Once they are there, it does not matter if they are required.
    [needs(null, true), MET],
    [needs(null, false), NOT_KNOWN],
    [needs(null, null), NOT_KNOWN],
    [{ ...ELSEWHERE, ...NOT_MERGEABLE, ...needs(null, null) }, unmet('base-branch-mismatch', 'not-mergeable')],
    [{ ...needs(null, null), mergeability: 'maybe' }, unknown('not-known', 'not-known')],
    [{ ...needs(true, false), baseBranchMatches: null }, unmet('impacted-targets-missing')],
  ])('%o', (over, expected) => {
    expect(digest(ready({ readiness: readiness(over) }))).toEqual(expected)
  })
})

const WITHOUT = { readiness: readiness({ mergeability: null }) }

describe("GitHub's own view, where the mergeability is not a member", () => {
  test.each<[mergeable: boolean | null, state: string | null, Digest]>([
    [true, 'clean', MET],
    [true, 'has_hooks', MET],
    [true, 'unstable', MET],
    [null, 'clean', MET],
    [true, 'CLEAN', NOT_KNOWN],
    [true, 'blocked', NOT_KNOWN],
    [true, 'behind', NOT_KNOWN],
    [true, 'draft', NOT_KNOWN],
    [true, 'dirty', NOT_KNOWN],
    [true, 'unknown', NOT_KNOWN],
    [true, 'hibernating', NOT_KNOWN],
    // `mergeable` alone only means that there are no conflicts.
    [true, null, NOT_KNOWN],
    [null, 'unknown', NOT_KNOWN],
    [null, null, NOT_KNOWN],
    [false, 'clean', unmet('not-mergeable')],
    [false, 'dirty', unmet('not-mergeable')],
    [false, null, unmet('not-mergeable')],
  ])('mergeable %s, state %s', (mergeable, mergeableState, expected) => {
    expect(digest(ready(WITHOUT, gitHubView({ mergeable, mergeableState })))).toEqual(expected)
  })

  test.each<[string, Partial<GitHubPullRequest>]>([
    ['of another number', { number: 43 }],
    ['of a closed pull request', { open: false }],
    ['of another base', { baseBranch: 'develop' }],
    ['of another commit', { headSha: OTHER }],
    ['of no commit', { headSha: null }],
  ])('does not count where it is %s: neither for nor against', (_, view) => {
    for (const mergeable of [true, false]) {
      expect(digest(ready(WITHOUT, gitHubView({ ...view, mergeable })))).toEqual(NOT_KNOWN)
    }
  })

  test.each<[string, Partial<GitHubPullRequest>, Partial<PullRequest>]>([
    ['a base of which the service says nothing', {}, { baseBranch: null }],
    ['a base that lags at the service', {}, { baseBranch: 'next' }],
    ['the base as a whole ref', { baseBranch: 'refs/heads/main' }, {}],
    ['the commit in capitals', { headSha: HEAD.toUpperCase() }, {}],
  ])('counts for %s', (_, view, over) => {
    expect(digest(ready({ ...WITHOUT, ...over }, gitHubView(view)))).toEqual(MET)
  })

  test.each<[string, Facts['github'], Digest]>([
    ['not asked', undefined, NOT_KNOWN],
    ['no such pull request', ABSENT, NOT_KNOWN],
    ['an outage', failed(outage({ code: 'github-unavailable' })), byOutage(unknown('github-unavailable'))],
    ['a refusal', failed(outage({ code: 'github-forbidden', outage: false })), forGood(unknown('github-forbidden'))],
  ])('not to be had: %s', (_, github, expected) => {
    expect(digest(ready(WITHOUT, github))).toEqual(expected)
  })

  test.each<[Partial<GitHubPullRequest>, evidence: string]>([
    [
      {},
      'The base branch of #42 matches. GitHub calls #42 mergeable (`clean`); the service does not say. Its impacted targets are uploaded.',
    ],
    [{ mergeable: false }, "GitHub says that #42 can't be merged; the service does not say."],
    [
      { mergeableState: 'blocked' },
      'The service does not say whether #42 can be merged, and GitHub says `blocked`, which does not settle it.',
    ],
    [
      { open: false },
      'The service does not say whether #42 can be merged, and GitHub shows it closed, or with another base or commit, so its view does not count.',
    ],
  ])('the message says that it stands in: %o', (view, evidence) => {
    expect(asText(ready(WITHOUT, gitHubView(view)).evidence)).toBe(evidence)
  })

  test.each(MERGEABILITIES)('has no say where the service says %s', mergeability => {
    const known = { readiness: readiness({ mergeability }) }
    expect(ready(known, gitHubView({ mergeable: false }))).toEqual(ready(known))
    expect(ready(known, gitHubView())).toEqual(ready(known))
  })

  test('has no say where there is no readiness at all', () => {
    expect(digest(ready({ readiness: null }, gitHubView({ mergeable: false })))).toEqual(MET)
  })
})

describe('GitHub is asked only for what it can still decide', () => {
  const without = readiness({ mergeability: null })
  test.each<[string, Partial<PullRequest>, boolean]>([
    ['the only member that is missing', { readiness: without }, true],
    ['the service says it', {}, false],
    ['the service says a word of the future', { readiness: readiness({ mergeability: 'maybe' }) }, false],
    ['no readiness', { readiness: null }, false],
    ['merged', { readiness: without, state: 'merged' }, false],
    ['not submitted', { readiness: without, submitted: false, state: 'not_ready' }, false],
  ])('%s', (_, over, expected) => {
    expect(needsGitHubView(facts(ofPullRequest(over)))).toBe(expected)
  })

  test.each([{}, { pullRequest: ABSENT }, { pullRequest: failed(outage()) }])('%o', given => {
    expect(needsGitHubView(facts(given))).toBe(false)
  })
})

test.each<[blockReasons: string[], told: string]>([
  [[], ''],
  [['it needs a review'], ': it needs a review'],
  [['a', 'b', 'c', 'd'], ': a, b, c and 1 more'],
])('why GitHub would not merge it: %j', (blockReasons, told) => {
  const { evidence } = ready({ readiness: readiness({ mergeability: 'not_mergeable' }), blockReasons })
  expect(asText(evidence)).toBe(`The service says that #42 can't be merged${told}.`)
})

test.each<[string, Partial<PullRequest>, sentence: string]>([
  [
    'both branches are known',
    { baseBranch: 'develop' },
    'The service says that the base branch of #42, "develop", does not match that of the queue, "main".',
  ],
  [
    'the service does not name the base',
    { baseBranch: null },
    'The service says that the base branch of #42 does not match that of the queue, "main".',
  ],
  [
    'both are the same, one as a ref',
    { baseBranch: 'refs/heads/main' },
    'The service says that the base branch of #42 does not match that of the queue, "main".',
  ],
])('a base that does not match: %s', (_, over, sentence) => {
  expect(ready({ ...over, readiness: readiness({ baseBranchMatches: false }) }).evidence).toBe(sentence)
})
