import { expect, test } from 'vitest'
import { type Facts, NOTHING_ASKED, type TestRun } from '../../src/facts/facts.ts'
import type { Reading } from '../../src/facts/reading.ts'
import { ABSENT, ago, failed, gitHubView, HEAD, OTHER, outage } from '../builders.ts'
import { facts, inState, minutesAgo, notReady, queued, withEntries } from '../gate/diagnosis/cases.ts'
import { requiresChecks, sha } from '../stand-in/github/state.js'
import { branchOf, id, runOf, useExplained } from './explained.ts'

const explained = useExplained()

const TESTING = facts(inState('testing'))

/** Branches of test runs, by the first digit of their ids. */
const branches = (digits: string) => Object.fromEntries([...digits].map(digit => [branchOf(digit), sha(digit)]))
const branch = (digit: string, numbers?: string) => ({ [branchOf(digit, numbers)]: sha(digit) })
const run = (digit: string, over?: Parameters<typeof runOf>[1]) => ({ [id(digit)]: runOf(digit, over) })

test.each<[string, branches: Record<string, string>, runs: Record<string, Reading<TestRun>>, found: string | null]>([
  ['one that the service confirms', branch('a'), run('a'), id('a')],
  [
    'the newest of two',
    branches('ab'),
    { ...run('a', { createdAt: ago(1000) }), ...run('b', { createdAt: ago(2000) }) },
    id('a'),
  ],
  ['a batch names several', branch('a', '41-42'), run('a', { testBranch: branchOf('a', '41-42') }), id('a')],
  ['the service has another branch', branch('a'), run('a', { testBranch: branchOf('b') }), null],
  ['the service has another commit', branch('a'), run('a', { testBranchSha: OTHER }), null],
  [
    'the newer of two comes last',
    branches('ab'),
    { ...run('a', { createdAt: ago(2000) }), ...run('b', { createdAt: ago(1000) }) },
    id('b'),
  ],
  ['one alone needs no time', branch('a'), run('a', { createdAt: null }), id('a')],
  ['as many as are asked about', branches('0123456789'), run('9'), id('9')],
  [
    'the run tests another',
    branch('a'),
    run('a', { pullRequests: [{ number: 41, url: 'https://github.com/acme/rocket/pull/41', title: 'x' }] }),
    null,
  ],
  ['the run tests none', branch('a'), run('a', { pullRequests: [] }), null],
  ['the service does not say what it tests', branch('a'), run('a', { pullRequests: null }), null],
  [
    'beside a forged one of the same run',
    {
      [`a-merge/pr-42/${id('a').toUpperCase()}`]: OTHER,
      [branchOf('a')]: sha('a'),
      [`z-merge/pr-42/${id('a')}`]: OTHER,
    },
    run('a'),
    id('a'),
  ],
  ['the service knows no such run', branch('a'), {}, null],
  ['the number is part of another', branch('a', '421'), run('a'), null],
  ['no branch', {}, {}, null],
])('the test run by its branch: %s', async (_, named, runs, expected) => {
  const { found } = await explained(TESTING, { branches: named }, runs)
  expect(found.foundRun.kind === 'read' ? found.foundRun.value.id : found.foundRun).toEqual(expected ?? ABSENT)
})

test.each<[string, Record<string, string>, Record<string, Reading<TestRun>>, string]>([
  [
    'two, and one has no time',
    branches('ab'),
    { ...run('a', { createdAt: null }), ...run('b') },
    'Several test runs test #42, and the service does not say which is the newest',
  ],
  ['the service is out', branch('a'), { [id('a')]: failed(outage()) }, 'The service did not confirm a test run of #42'],
  [
    'more than are asked about',
    branches('0123456789a'),
    {},
    'Branches of 11 test runs bear the number #42, so it is not known which run tests it',
  ],
])('the test run is not known: %s', async (_, named, runs, message) => {
  const { found } = await explained(TESTING, { branches: named }, runs)
  expect(found.foundRun).toMatchObject({ kind: 'failed', failure: { message } })
})

test('checks are asked for where the service carries no outcomes, and not elsewhere', async () => {
  const mute = [{ name: 'unit', url: null, outcome: null }]
  const branches = { [branchOf('a')]: sha('a') }
  const checkRuns = { [sha('a')]: [{ name: 'unit', conclusion: 'failure' }] }
  const silent = await explained(TESTING, { branches, checkRuns }, { [id('a')]: runOf('a', { reported: mute }) })
  expect(silent.found.checks).toMatchObject({ kind: 'read', value: { checks: [{ name: 'unit', outcome: 'failed' }] } })
  const told = await explained(TESTING, { branches, checkRuns }, { [id('a')]: runOf('a') })
  expect([told.found.checks, told.requests]).toEqual([{ kind: 'not-asked' }, silent.requests - 2])
})

test('a source that names the last run is believed, with the reports that it has', async () => {
  const mute = runOf('b', { reported: [{ name: 'unit', url: null, outcome: null }] })
  const lastRun = async () => mute as Facts['foundRun']
  const { found, requests } = await explained(TESTING, { branches: branch('a') }, run('a'), {}, {}, lastRun)
  expect([found, requests]).toEqual([{ ...TESTING, foundRun: mute, rules: { kind: 'read', value: [] } }, 1])
})

test('the obstacle of an unmergeable pull request, within the requests of a poll', async () => {
  const given = facts(notReady({ mergeability: 'not_mergeable' }))
  const { found, requests } = await explained(given, {
    pullRequests: {
      42: { head: { sha: HEAD }, views: [{ mergeable: null }, { mergeable: true, mergeable_state: 'blocked' }] },
    },
    checkRuns: { [HEAD]: [{ name: 'unit', conclusion: 'success' }] },
    rules: { main: [requiresChecks('unit')] },
  })
  expect(found.github).toMatchObject({ kind: 'read', value: { mergeableState: 'blocked' } })
  expect(found.headChecks).toMatchObject({ kind: 'read', value: { ownCheckId: null } })
  expect(found.rules).toEqual({ kind: 'read', value: [{ name: 'unit', appId: null }] })
  expect(requests).toBeLessThanOrEqual(10)
})

test('facts of the poll are not asked for again', async () => {
  const github = gitHubView({ mergeableState: 'blocked' })
  const given = facts({ ...notReady({ mergeability: 'not_mergeable' }), github })
  const { found } = await explained(given, {})
  expect(found.github).toBe(github)
})

test('a possible obstacle to merging the first in line: only the rules of the branch', async () => {
  const given = facts({
    ...inState('tests_passed', { stateChangedAt: minutesAgo(60) }),
    ...withEntries(queued(40, 'merged'), queued(42, 'tests_passed')),
  })
  const { found, requests } = await explained(given, { rules: { main: [requiresChecks('lint')] } })
  expect(found).toEqual({ ...given, rules: { kind: 'read', value: [{ name: 'lint', appId: null }] } })
  expect(requests).toBe(1)
})

test.each<[string, Facts]>([
  ['nothing was read', NOTHING_ASKED],
  ['it waits for capacity', facts(inState('pending'))],
  ['it passed its tests', facts(inState('tests_passed'))],
  [
    'it passed its tests a moment ago, and is the first of the line',
    facts({ ...inState('tests_passed'), ...withEntries(queued(42, 'tests_passed')) }),
  ],
  [
    'it passed its tests long ago, behind another',
    facts({
      ...inState('tests_passed', { stateChangedAt: minutesAgo(60) }),
      ...withEntries(queued(41, 'testing'), queued(42, 'tests_passed')),
    }),
  ],
  ['it is merged', facts(inState('merged'))],
  ['another base', facts(notReady({ baseBranchMatches: false }))],
])('asks GitHub nothing: %s', async (_, given) => {
  const { found, requests } = await explained(given, {})
  expect([found, requests]).toEqual([given, 0])
})
