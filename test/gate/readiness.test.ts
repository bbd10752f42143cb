import { describe, expect, test } from 'vitest'
import type { RunContext } from '../../src/facts/context.ts'
import {
  type Facts,
  type GitHubPullRequest,
  MERGEABILITIES,
  type PullRequest,
  type Readiness,
} from '../../src/facts/facts.ts'
import { doubtsIn } from '../../src/gate/doubts.ts'
import { needsGitHubMergeability, readiness as ruleOf } from '../../src/gate/readiness.ts'
import type { ReasonCode } from '../../src/gate/reasons.ts'
import type { Snapshot } from '../../src/gate/snapshot.ts'
import { context, facts, gitHubView, HEAD, OTHER, pullRequest, read, readiness, silent } from '../builders.ts'
import { byOutage, type Digest, digest, forGood, MET, unknown, unmet } from './digest.ts'

const undefined: Facts['github'] = undefined
const SPOILT = readiness({ baseBranchMatches: false, mergeability: 'not_mergeable', hasImpactedTargets: false })

function snapshot(pr: PullRequest, github: Facts['github'], about: RunContext): Snapshot {
  const given = facts({ pullRequest: read(pr), github })
  return { facts: given, context: about, doubts: doubtsIn(given, about) }
}

/** The rule for a pull request, beside what GitHub says. */
function rule(pr: PullRequest, github: Facts['github'], about = context()) {
  return ruleOf(pr, snapshot(pr, github, about))
}

/** A part of the rule: whether it holds, and the code where it doesn't. */
type Part = ['met', null] | ['unmet' | 'unknown', ReasonCode]

describe('the order of the rule', () => {
  test.each<[string, Partial<PullRequest>, Digest]>([
    ['merged comes before all', { state: 'merged', submitted: false, readiness: SPOILT }, MET],
    ['failed comes before readiness', { state: 'failed' }, forGood(unmet('state-failed'))],
    ['cancelled comes before readiness', { state: 'cancelled' }, forGood(unmet('state-cancelled'))],
    ['not submitted comes before readiness', { submitted: false, state: 'not_ready' }, unmet('not-submitted')],
    ['a state of the future is not met', { state: 'hibernating' }, unknown('state-unknown')],
    ['readiness comes before not_ready', { state: 'not_ready' }, MET],
    [
      'readiness comes before testing',
      { state: 'testing', readiness: SPOILT },
      unmet('base-branch-mismatch', 'not-mergeable', 'impacted-targets-missing'),
    ],
    ['readiness without a state', { state: null }, MET],
  ])('%s', (_, over, expected) => {
    expect(digest(rule(pullRequest(over), undefined))).toEqual(expected)
  })
})

test.each<[string, Partial<PullRequest>, string | null, string]>([
  [
    'both branches are known',
    { baseBranch: 'develop' },
    'main',
    'The base branch of #42, "develop", is not the branch of the queue, "main".',
  ],
  [
    'the service does not name the base',
    { baseBranch: null },
    'main',
    'The base branch of #42 is not the branch of the queue, "main".',
  ],
  [
    "the queue's branch is unknown",
    { baseBranch: 'develop' },
    null,
    'The base branch of #42, "develop", is not the branch of the queue.',
  ],
  ['nobody names any', { baseBranch: null }, null, 'The base branch of #42 is not the branch of the queue.'],
  [
    'both are the same, one as a ref',
    { baseBranch: 'refs/heads/main' },
    'main',
    'The service says that the base branch of #42 does not match that of the queue, though both are "main".',
  ],
])('a base that does not match: %s', (_, over, branch, sentence) => {
  const about = context({ targetBranch: branch === null ? null : { value: branch, from: 'input' } })
  const pr = pullRequest({ ...over, readiness: readiness({ baseBranchMatches: false }) })
  const { verdict, evidence, reasons } = ruleOf(pr, { ...snapshot(pr, NOT_ASKED, about), doubts: [] })
  expect([verdict, evidence, reasons.map(({ message }) => message)]).toEqual(['unmet', sentence, [sentence]])
})

describe('all combinations of the members', () => {
  const bases: [boolean | null, Part][] = [
    [true, ['met', null]],
    [false, ['unmet', 'base-branch-mismatch']],
    [null, ['unknown', 'base-branch-unknown']],
  ]
  const mergeabilities: [string, Part][] = [
    ['mergeable', ['met', null]],
    ['not_mergeable', ['unmet', 'not-mergeable']],
    ['in_progress', ['unknown', 'mergeability-in-progress']],
    ['unspecified', ['unknown', 'mergeability-unspecified']],
    ['maybe', ['unknown', 'mergeability-unknown']],
  ]
  const targets: [requires: boolean | null, has: boolean | null, Part][] = [
    [true, true, ['met', null]],
    [true, false, ['unmet', 'impacted-targets-missing']],
    [true, null, ['unknown', 'impacted-targets-unknown']],
    [false, true, ['met', null]],
    [false, false, ['met', null]],
    [false, null, ['met', null]],
    // Once they are there, it does not matter if they are required.
    [null, true, ['met', null]],
    [null, false, ['unknown', 'impacted-targets-unknown']],
    [null, null, ['unknown', 'impacted-targets-unknown']],
  ]
  const combinations = bases.flatMap(([baseBranchMatches, base]) =>
    mergeabilities.flatMap(([mergeability, merge]) =>
      targets.map(([requiresImpactedTargets, hasImpactedTargets, target]) => ({
        members: { requiresImpactedTargets, hasImpactedTargets, baseBranchMatches, mergeability },
        parts: [base, merge, target],
      })),
    ),
  )

  test('the mergeabilities are those that are known, and one of the future', () => {
    expect(mergeabilities.map(([value]) => value).toSorted()).toEqual([...MERGEABILITIES, 'maybe'].toSorted())
  })

  test.each(combinations.map(({ members, parts }) => [JSON.stringify(members), members, parts] as const))(
    '%s',
    (_, members, parts) => {
      // One unmet part outweighs unknown ones.
      const decisive = (['unmet', 'unknown'] as const).find(each => parts.some(([verdict]) => verdict === each))
      const codes = parts.flatMap(([verdict, code]) => (verdict === decisive && code !== null ? [code] : []))
      const expected = decisive ? { ...MET, verdict: decisive, codes } : MET
      expect(digest(rule(pullRequest({ readiness: members }), undefined))).toEqual(expected)
    },
  )
})

describe("GitHub's own view, where the mergeability is not a member", () => {
  const pr = pullRequest({ readiness: readiness({ mergeability: null }) })

  test.each<[mergeable: boolean | null, state: string | null, Digest]>([
    [true, 'clean', MET],
    [true, 'has_hooks', MET],
    [true, 'unstable', MET],
    [true, 'CLEAN', MET],
    [null, 'clean', MET],
    [true, 'blocked', unknown('mergeability-unknown')],
    [true, 'behind', unknown('mergeability-unknown')],
    [true, 'draft', unknown('mergeability-unknown')],
    [true, 'dirty', unknown('mergeability-unknown')],
    [true, 'unknown', unknown('mergeability-unknown')],
    [true, 'hibernating', unknown('mergeability-unknown')],
    // `mergeable` alone only means that there are no conflicts.
    [true, null, unknown('mergeability-unknown')],
    [null, 'unknown', unknown('mergeability-in-progress')],
    [null, null, unknown('mergeability-in-progress')],
    [false, 'clean', unmet('not-mergeable')],
    [false, 'dirty', unmet('not-mergeable')],
    [false, null, unmet('not-mergeable')],
  ])('mergeable %s, state %s', (mergeable, mergeableState, expected) => {
    expect(digest(rule(pr, gitHubView({ mergeable, mergeableState })))).toEqual(expected)
  })

  const OTHER_BASE = 'it shows the base branch "develop", not "main"'
  test.each<[string, Partial<GitHubPullRequest>, Partial<PullRequest>, string]>([
    ['of another number', { number: 43 }, {}, 'it is of #43'],
    ['of a closed pull request', { open: false }, {}, 'it shows the pull request as closed'],
    ['of another base than the service says', { baseBranch: 'develop' }, {}, OTHER_BASE],
    ['of another base than asked for', { baseBranch: 'develop' }, { baseBranch: null }, OTHER_BASE],
    ['of another base, the whole ref', { baseBranch: 'develop' }, { baseBranch: 'refs/heads/main' }, OTHER_BASE],
    ['of another commit', { headSha: OTHER }, {}, 'it is of commit `8b02421`, but the service has `a7f3772`'],
  ])('does not count where it is %s: neither for nor against', (_, view, over, why) => {
    const told = `The service does not say whether #42 is mergeable, and GitHub's view does not count, because ${why}.`
    for (const mergeable of [true, false]) {
      const finding = rule({ ...pr, ...over }, gitHubView({ ...view, mergeable }))
      expect(digest(finding)).toEqual(unknown('mergeability-unknown'))
      expect(finding.evidence).toEqual(told)
    }
  })

  test('does not count where its base is the one of the service alone, and another one was asked for', () => {
    const finding = rule({ ...pr, baseBranch: 'develop' }, gitHubView({ baseBranch: 'develop' }))
    expect(digest(finding)).toEqual(unknown('contradictory-answer', 'mergeability-unknown'))
  })

  test.each<[string, Partial<GitHubPullRequest>, Partial<PullRequest>]>([
    ['the base of which the service says nothing', {}, { baseBranch: null }],
    ['the base that the service names by its whole ref', {}, { baseBranch: 'refs/heads/main' }],
    ['the commit in capitals', { headSha: HEAD.toUpperCase() }, {}],
  ])('counts for %s', (_, view, over) => {
    expect(digest(rule({ ...pr, ...over }, gitHubView(view)))).toEqual(MET)
  })

  test('not asked', () => {
    expect(digest(rule(pr, undefined))).toEqual(unknown('github-unavailable'))
  })

  test('not to be had, and says why', () => {
    const finding = rule(pr, silent('`github-token` is empty'))
    expect(digest(finding)).toEqual(byOutage(unknown('github-unavailable')))
    expect(finding.evidence).toContain('`github-token` is empty')
    expect(finding.reasons.map(({ remedy }) => remedy)).toEqual(['Give `github-token`.'])
  })

  test.each(['met', 'unmet'])('says so where it makes the condition %s', verdict => {
    const finding = rule(pr, gitHubView({ mergeable: verdict === 'met' }))
    expect(finding.verdict).toBe(verdict)
    expect(finding.evidence).toContain('GitHub')
  })

  test.each(MERGEABILITIES)('has no say where the service says %s', mergeability => {
    const known = pullRequest({ readiness: readiness({ mergeability }) })
    expect(rule(known, gitHubView({ mergeable: false }))).toEqual(rule(known, undefined))
    expect(rule(known, gitHubView())).toEqual(rule(known, undefined))
  })

  test('has no say where there is no readiness at all', () => {
    expect(digest(rule(pullRequest({ readiness: null }), gitHubView({ mergeable: false })))).toEqual(MET)
  })
})

describe('needsGitHubMergeability', () => {
  const without = (over: Partial<Readiness> = {}) => readiness({ mergeability: null, ...over })
  test.each<[string, Partial<PullRequest>, boolean]>([
    ['the only member that is missing', { readiness: without() }, true],
    ['targets that are not required', { readiness: without({ requiresImpactedTargets: false }) }, true],
    ['the service says it', {}, false],
    ['the service says a word of the future', { readiness: readiness({ mergeability: 'maybe' }) }, false],
    ['the base does not match anyway', { readiness: without({ baseBranchMatches: false }) }, false],
    // GitHub can still say no.
    ['it is unknown if the base matches', { readiness: without({ baseBranchMatches: null }) }, true],
    ['targets are missing anyway', { readiness: without({ hasImpactedTargets: false }) }, false],
    ['no readiness', { readiness: null }, false],
    ['merged', { readiness: without(), state: 'merged' }, false],
  ])('%s', (_, over, expected) => {
    const pr = pullRequest(over)
    expect(needsGitHubMergeability(pr, snapshot(pr, NOT_ASKED, context()))).toBe(expected)
  })
})

test('GitHub is not needed for a state that this version does not know', () => {
  const pr = pullRequest({ state: 'hibernating', readiness: readiness({ mergeability: null }) })
  expect(needsGitHubMergeability(pr, snapshot(pr, NOT_ASKED, context()))).toBe(false)
})

test("a base branch contradicts nothing if the queue's branch is unknown", () => {
  const pr = pullRequest({ baseBranch: 'develop', readiness: readiness({ baseBranchMatches: true }) })
  expect(doubtsIn(facts({ pullRequest: read(pr) }), context({ targetBranch: null }))).toEqual([])
})
