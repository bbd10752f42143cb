import { describe, expect, test } from 'vitest'
import type { RunContext } from '../../../src/facts/context.ts'
import type { Facts, RequiredCheck } from '../../../src/facts/facts.ts'
import { gitHubFailure } from '../../../src/facts/reading.ts'
import type { Diagnosis } from '../../../src/gate/diagnosis/codes.ts'
import { context, gitHubView, OTHER } from '../../builders.ts'
import {
  ABOUT_42,
  cause,
  causesOf,
  certain,
  check,
  headChecks,
  inState,
  minutesAgo,
  notReady,
  possible,
  read,
  timeline,
} from './cases.ts'

const BLOCKED = notReady({ mergeability: 'not_mergeable' })
/** The service does not say whether it is mergeable. */
const SILENT = notReady({ mergeability: null })

const seen = (view?: Parameters<typeof gitHubView>[0]) => ({ github: gitHubView(view) })
const OWN = check('gate', 'pending', { id: 7 })

const GENERIC = '#42 is not mergeable: it has conflicts, or a required check or review is missing.'
const CONFLICTS = {
  message: '#42 is not mergeable: GitHub says `dirty`, which means that it has conflicts with its base.',
  remedy: 'Resolve the conflicts and push.',
}
const DIRTY = { mergeable: false, mergeableState: 'dirty' }
const RULE =
  '#42 is not mergeable: GitHub says `blocked`, which means that a rule of the branch blocks it, such as a missing required review or check.'

const notMergeable = (message: string, evidence: string[] = []) => certain('not-mergeable', message, { evidence })
const UNEXPLAINED = notMergeable(GENERIC)
const saying = (word: string) => notMergeable(`${GENERIC} GitHub says \`${word}\`.`)
/** The service says no, and GitHub yes. */
const older = (state: string) =>
  certain(
    'not-mergeable',
    `The service says that #42 is not mergeable, but GitHub says \`${state}\`: the service may be out of date.`,
    { remedy: 'Wait some minutes, or submit it again.' },
  )
const waitsForItself = (certainty: Diagnosis['certainty'], evidence: string[] = []) =>
  cause(
    'waiting-on-own-check',
    certainty,
    '#42 is not mergeable, and its only pending check is `gate`, in which this step runs: the step waits for itself.',
    { evidence },
  )
const hasConflicts = certain('not-mergeable', CONFLICTS.message, { remedy: CONFLICTS.remedy })
const maybeNotMergeable = (message: string, remedy?: string) =>
  possible('not-mergeable', message, remedy === undefined ? {} : { remedy })
const unexplained = (missing: string) => possible('cause-unknown', `#42 is not ready to be tested; ${missing}.`)
const MERGEABILITY_UNKNOWN = unexplained('the service does not say whether it is mergeable')
const NOTHING_FAILS = unexplained('no part of the rule is known to fail, so the service may not have caught up')
const computing = certain('mergeability-pending', 'GitHub is still computing whether #42 is mergeable.')

const targetsMissing = certain(
  'impacted-targets-missing',
  'The queue needs the impacted targets of #42, but they were not uploaded for `a7f3772`.',
)

const requires = (...rules: RequiredCheck[]) => read(rules)
const byAnybody = (...names: string[]) => requires(...names.map(name => ({ name, appId: null })))
const INCOMPLETE = [gitHubFailure('too-many', 'there are too many checks', 'None.')]

describe("GitHub's reason, where the service says that it is not mergeable", () => {
  test.each<[string, Parameters<typeof gitHubView>[0], Diagnosis]>([
    ['conflicts', DIRTY, hasConflicts],
    ['in capitals, as GraphQL has it', { mergeable: false, mergeableState: 'DIRTY' }, hasConflicts],
    ['a rule of the branch', { mergeableState: 'blocked' }, notMergeable(RULE)],
    [
      'behind the base',
      { mergeableState: 'behind' },
      certain(
        'not-mergeable',
        '#42 is not mergeable: GitHub says `behind`, which means that its branch is behind the base.',
        {
          remedy: 'Update the branch of the pull request.',
        },
      ),
    ],
    [
      'a draft',
      { mergeableState: 'draft' },
      certain('not-mergeable', '#42 is not mergeable: GitHub says `draft`, which means that it is a draft.', {
        remedy: 'Mark it as ready for review.',
      }),
    ],
    ['none, all is fine', { mergeableState: 'clean' }, older('clean')],
    ['none, all is fine with hooks', { mergeableState: 'has_hooks' }, older('has_hooks')],
    ['a check that is not required', { mergeableState: 'unstable' }, saying('unstable')],
    ['not known yet', { mergeable: null, mergeableState: 'unknown' }, UNEXPLAINED],
    ['none', { mergeableState: null }, UNEXPLAINED],
    ['a word of the future', { mergeableState: 'constructor' }, saying('constructor')],
    ['conflicts of another commit', { headSha: OTHER, mergeableState: 'dirty' }, UNEXPLAINED],
    ['conflicts of another pull request', { number: 43, mergeableState: 'dirty' }, UNEXPLAINED],
    ['conflicts with another base', { baseBranch: 'develop', mergeableState: 'dirty' }, UNEXPLAINED],
  ])('%s', (_, view, expected) => {
    expect(causesOf({ ...BLOCKED, github: gitHubView(view) })).toEqual([expected])
  })

  test('conflicts with a base that is not the target branch, and the service names no base', () => {
    const given = {
      ...notReady({ mergeability: 'not_mergeable' }, { baseBranch: null }),
      github: gitHubView({ baseBranch: 'develop', mergeableState: 'dirty' }),
    }
    expect(causesOf(given)).toEqual([UNEXPLAINED])
  })
})

describe("GitHub's view, where the service does not say whether it is mergeable", () => {
  test.each<[string, Partial<Facts>, Diagnosis[]]>([
    ['conflicts', seen(DIRTY), [hasConflicts]],
    [
      'conflicts by its reason alone',
      seen({ mergeableState: 'dirty' }),
      [maybeNotMergeable(CONFLICTS.message, CONFLICTS.remedy)],
    ],
    [
      'not mergeable, and a rule of the branch',
      { github: gitHubView({ mergeable: false, mergeableState: 'blocked' }), headChecks: headChecks(7, OWN) },
      [notMergeable(RULE)],
    ],
    ['a rule of the branch', seen({ mergeableState: 'blocked' }), [maybeNotMergeable(RULE)]],
    [
      'a rule of the branch, and its own check is pending',
      { github: gitHubView({ mergeableState: 'blocked' }), headChecks: headChecks(7, OWN) },
      [waitsForItself('possible'), maybeNotMergeable(RULE)],
    ],
    ['it still computes', seen({ mergeable: null, mergeableState: 'unknown' }), [computing]],
    [
      'it is not mergeable, and no reason comes with that',
      seen({ mergeable: false, mergeableState: null }),
      [UNEXPLAINED],
    ],
    ['it says neither whether nor why', seen({ mergeable: null, mergeableState: null }), [computing]],
    ['it says yes, and its reason is unknown', seen({ mergeableState: 'unknown' }), [MERGEABILITY_UNKNOWN]],
    [
      'it tells of another commit',
      seen({ headSha: OTHER, mergeable: false, mergeableState: 'dirty' }),
      [MERGEABILITY_UNKNOWN],
    ],
    ['all is fine', seen(), [MERGEABILITY_UNKNOWN]],
    ['it was not asked', {}, [MERGEABILITY_UNKNOWN]],
  ])('%s', (_, given, expected) => {
    expect(causesOf({ ...SILENT, ...given })).toEqual(expected)
  })
})

describe("the service's mergeability comes before GitHub's", () => {
  const dirty = gitHubView({ mergeable: false, mergeableState: 'dirty' })

  test.each<[string, mergeability: string, Diagnosis]>([
    ['still being computed', 'in_progress', computing],
    ['not known yet', 'unspecified', possible('mergeability-pending', 'It is not known yet whether #42 is mergeable.')],
    ['mergeable', 'mergeable', NOTHING_FAILS],
  ])('%s', (_, mergeability, expected) => {
    const given = { ...notReady({ mergeability }), github: dirty }
    expect(causesOf(given)).toEqual([expected])
  })
})

describe('its own check', () => {
  const REQUIRED = 'A ruleset of the branch requires `gate`.'
  const OPEN = 'The branch requires `gate`, which is pending.'

  const MAYBE_OWN = [waitsForItself('possible'), UNEXPLAINED]
  const OWN_IS_REQUIRED = [waitsForItself('certain', [REQUIRED]), notMergeable(GENERIC, [OPEN])]
  test.each<[string, Partial<Facts>, Diagnosis[]]>([
    ['not known to be required', {}, MAYBE_OWN],
    ['it is required', { rules: byAnybody('gate') }, OWN_IS_REQUIRED],
    ['it is required beside another one', { rules: byAnybody('unit', 'gate') }, OWN_IS_REQUIRED],
    ['it is required of its app', { rules: requires({ name: 'gate', appId: 15368 }) }, OWN_IS_REQUIRED],
    [
      'it is required of another app',
      { rules: requires({ name: 'gate', appId: 1 }) },
      [waitsForItself('possible'), notMergeable(GENERIC, ['The branch requires `gate`, which nothing has reported.'])],
    ],
    ['another one is required', { rules: byAnybody('unit') }, MAYBE_OWN],
    ['no check is required', { rules: requires() }, MAYBE_OWN],
    ['GitHub names a rule', seen({ mergeableState: 'blocked' }), [waitsForItself('possible'), notMergeable(RULE)]],
    [
      'GitHub names a check that is not required',
      seen({ mergeableState: 'unstable' }),
      [waitsForItself('possible'), saying('unstable')],
    ],
    ['GitHub does not know yet', seen({ mergeableState: 'unknown' }), MAYBE_OWN],
    ['GitHub names conflicts', seen(DIRTY), [hasConflicts]],
  ])('%s', (_, over, expected) => {
    const given = { ...BLOCKED, headChecks: headChecks(7, OWN, check('unit', 'passed', { id: 8 })), ...over }
    expect(causesOf(given)).toEqual(expected)
  })

  test.each<[string, Facts['headChecks']]>([
    ['it has failed', headChecks(7, check('gate', 'failed', { id: 7 }))],
    ['another one failed', headChecks(7, OWN, check('unit', 'failed', { id: 8 }))],
    ['another one is pending, too', headChecks(7, OWN, check('unit', 'pending', { id: 8 }))],
    ['its outcome is unknown', headChecks(7, check('gate', 'unknown', { id: 7 }))],
    [
      'it has passed, and another one is pending',
      headChecks(7, check('gate', 'passed', { id: 7 }), check('unit', 'pending', { id: 8 })),
    ],
    ['its own check is not known', headChecks(null, OWN)],
    ['its own check is not known, and a status is pending', headChecks(null, check('gate', 'pending', { id: null }))],
    ['all checks have passed', headChecks(7, check('gate', 'passed', { id: 7 }))],
    ['the list of the checks is not whole', read({ ...headChecks(7, OWN).value, incomplete: INCOMPLETE })],
    ['the checks are of another commit', read({ ...headChecks(7, OWN).value, sha: OTHER })],
  ])('the step does not wait for its own check: %s', (_, given) => {
    expect(causesOf({ ...BLOCKED, headChecks: given })).toEqual([UNEXPLAINED])
  })
})

describe('the checks that the branch requires and that have not passed', () => {
  const OTHER_APP = { appId: 1, id: 2 }
  const needs = (name: string, what = 'nothing has reported') => `The branch requires \`${name}\`, which ${what}.`
  const FAILED = needs('unit', 'failed')
  const MISSING = needs('unit')
  const failed = check('unit', 'failed')

  test.each<[string, Facts['rules'], Facts['headChecks'], evidence: string[]]>([
    ['one that failed', byAnybody('unit'), headChecks(null, failed), [FAILED]],
    ['one that passed', byAnybody('unit'), headChecks(null, check('unit', 'passed')), []],
    [
      'a status that failed, in another letter case',
      byAnybody('Unit'),
      headChecks(null, check('unit', 'failed', { source: 'status' })),
      ['The branch requires `Unit`, which failed.'],
    ],
    ['one that is unknown', byAnybody('unit'), headChecks(null, check('unit', 'unknown')), []],
    ['one that is not required', byAnybody(), headChecks(null, failed), []],
    ['one that nothing has reported', byAnybody('unit'), headChecks(null), [MISSING]],
    [
      'one missing from an incomplete list',
      byAnybody('unit'),
      read({ ...headChecks(null).value, incomplete: INCOMPLETE }),
      [],
    ],
    ['of another commit', byAnybody('unit'), read({ ...headChecks(null).value, sha: OTHER }), []],
    [
      'of the app that is required',
      requires({ name: 'unit', appId: 15368 }),
      headChecks(null, failed, check('unit', 'passed', OTHER_APP)),
      [FAILED],
    ],
    [
      'of another app than the one that is required',
      requires({ name: 'unit', appId: 15368 }),
      headChecks(null, check('unit', 'failed', OTHER_APP)),
      [MISSING],
    ],
    ['failed twice', byAnybody('unit'), headChecks(null, failed, check('unit', 'failed', OTHER_APP)), [FAILED]],
    [
      'one report passed, and one failed',
      byAnybody('unit'),
      headChecks(null, check('unit', 'passed'), check('unit', 'failed', OTHER_APP)),
      [],
    ],
    [
      'one report failed, and one is pending',
      byAnybody('unit'),
      headChecks(null, failed, check('unit', 'pending', OTHER_APP)),
      [],
    ],
    [
      'five at most, each once',
      byAnybody('f', 'e', 'd', 'c', 'b', 'a', 'a'),
      headChecks(null),
      [...'abcde'].map(name => needs(name)),
    ],
  ])('%s', (_, rules, given, evidence) => {
    expect(causesOf({ ...BLOCKED, rules, headChecks: given })).toEqual([notMergeable(GENERIC, evidence)])
  })

  test.each([
    ['a rule of the branch', 'blocked', RULE],
    ['a check that is not required', 'unstable', `${GENERIC} GitHub says \`unstable\`.`],
  ])('told where GitHub names %s', (_, mergeableState, message) => {
    const given = {
      ...BLOCKED,
      github: gitHubView({ mergeableState }),
      rules: byAnybody('unit'),
      headChecks: headChecks(null, failed),
    }
    expect(causesOf(given)).toEqual([notMergeable(message, [FAILED])])
  })
})

describe('impacted targets', () => {
  const LACKING = notReady({ hasImpactedTargets: false })
  const older = (evidence: string) =>
    possible(
      'impacted-targets-of-another-commit',
      'The queue needs the impacted targets of #42; those that were uploaded may be of an older commit, because its head has moved.',
      { evidence: [evidence] },
    )
  const forced = { kind: 'head-force-pushed', at: minutesAgo(5), sha: OTHER } as const

  test.each<[string, Partial<Facts>, Diagnosis[], RunContext?]>([
    ['missing', {}, [targetsMissing]],
    [
      'missing, and GitHub has another head',
      seen({ headSha: OTHER }),
      [older('GitHub has `8b02421` as the head of #42, but the service has `a7f3772`.'), targetsMissing],
    ],
    ['missing, and GitHub tells of another pull request', seen({ number: 43, headSha: OTHER }), [targetsMissing]],
    [
      'missing, and this run is for another head',
      {},
      [older('This run is for `8b02421`, but the service has `a7f3772`.'), targetsMissing],
      context({ pullRequestHead: OTHER }),
    ],
    ['missing, and this run is for no head', {}, [targetsMissing], context({ pullRequestHead: null })],
    [
      'missing, and a push after its state changed',
      { timeline: timeline(forced) },
      [older('A forced push (`8b02421`) has moved the head of #42 since its state last changed.'), targetsMissing],
    ],
    [
      'missing, and a push before its state changed',
      { timeline: timeline({ ...forced, at: minutesAgo(40) }) },
      [targetsMissing],
    ],
    [
      'missing, since an unknown time',
      { ...notReady({ hasImpactedTargets: false }, { stateChangedAt: null }), timeline: timeline(forced) },
      [targetsMissing],
    ],
    [
      'missing, and not required',
      notReady({ requiresImpactedTargets: false, hasImpactedTargets: false }),
      [NOTHING_FAILS],
    ],
    [
      'missing, and not known to be required',
      notReady({ requiresImpactedTargets: null, hasImpactedTargets: false }),
      [unexplained('the service does not say whether it needs impacted targets')],
    ],
  ])('%s', (_, given, expected, about = ABOUT_42) => {
    expect(causesOf({ ...LACKING, ...given }, about)).toEqual(expected)
  })
})

test('all unmet parts are named, root causes first', () => {
  const given = notReady(
    { baseBranchMatches: false, mergeability: 'not_mergeable', hasImpactedTargets: false },
    { baseBranch: 'develop' },
  )
  expect(causesOf(given)).toEqual([
    certain('base-branch-mismatch', 'The base branch of #42, "develop", is not the branch of the queue, "main".'),
    UNEXPLAINED,
    targetsMissing,
  ])
})

describe('not ready, and nothing of the rule is known to fail', () => {
  test.each<[string, Partial<Facts>, Diagnosis]>([
    [
      'the service sends no rule',
      inState('not_ready'),
      unexplained('the service does not say which part of the rule fails'),
    ],
    ['all of it holds', notReady({}), NOTHING_FAILS],
    [
      'the base is not known',
      notReady({ baseBranchMatches: null }),
      unexplained('the service does not say whether its base branch matches'),
    ],
    ['the mergeability is not known', SILENT, MERGEABILITY_UNKNOWN],
    [
      'the need of impacted targets is not known',
      notReady({ requiresImpactedTargets: null }),
      unexplained('the service does not say whether it needs impacted targets'),
    ],
    [
      'it is unknown if the impacted targets are there',
      notReady({ hasImpactedTargets: null }),
      unexplained('the service does not say whether its impacted targets were uploaded'),
    ],
    [
      'impacted targets are not required',
      notReady({ requiresImpactedTargets: false, hasImpactedTargets: null }),
      NOTHING_FAILS,
    ],
    [
      'nothing is known',
      notReady({
        baseBranchMatches: null,
        mergeability: null,
        requiresImpactedTargets: null,
        hasImpactedTargets: null,
      }),
      unexplained(
        'the service does not say whether its base branch matches, or whether it is mergeable, or whether it needs impacted targets',
      ),
    ],
  ])('%s', (_, given, expected) => {
    expect(causesOf(given)).toEqual([expected])
  })
})
