import { describe, expect, test } from 'vitest'
import type { RunContext } from '../../src/facts/context.ts'
import { CONDITION_NAMES, type Read } from '../../src/facts/facts.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import { CONDITIONS } from '../../src/gate/conditions.ts'
import { missingInputs, planReads } from '../../src/setup/context.ts'
import type { Inputs } from '../../src/setup/inputs.ts'
import { context, HEAD, inputs, testBranchContext } from '../builders.ts'

const BRANCH = context({ kind: 'branch', pullRequest: null })
const BARE = context({ kind: 'other', pullRequest: null, targetBranch: null })
const BY_V2 = context({ source: SOURCES['service-v2'] })
const GITHUB = context({ source: SOURCES.github })
const WITH_ID = context({ testRunId: 'given' })
const group = (claimedPullRequest: number | null) => ({
  sha: HEAD,
  branch: 'gh-readonly-queue/main',
  claimedPullRequest,
})
const ON_GROUP = { ...GITHUB, kind: 'merge-group', pullRequest: null, mergeGroup: group(42) } as const
const ON_GROUP_OF_SERVICE = { ...ON_GROUP, source: SOURCES['service-v1'] }
const V2_BISECTION = testBranchContext({ source: SOURCES['service-v2'], testRunId: null })
const LIST = { organization: 'acme' }

describe('read: auto', () => {
  test.each<[string, Partial<Inputs>, RunContext, Read[]]>([
    ['on a pull request', {}, context(), ['pull-request', 'queue']],
    ['on a branch', {}, BRANCH, ['queue']],
    ['on a test branch', {}, testBranchContext(), ['queue', 'test-run']],
    ['on the test branch of a bisection of v2', {}, V2_BISECTION, ['queue', 'test-run']],
    ['on a tag', {}, BARE, []],
    ['where the queue names the run', {}, BY_V2, ['pull-request', 'queue', 'test-run']],
    ['with an id', {}, WITH_ID, ['pull-request', 'queue', 'test-run']],
    ["of GitHub's own queue", {}, GITHUB, ['pull-request', 'queue']],
    ['on a merge group', {}, ON_GROUP, ['pull-request', 'queue', 'test-run']],
    ['on a merge group that names no number', {}, { ...ON_GROUP, mergeGroup: group(null) }, ['queue', 'test-run']],
    [
      'where GitHub knows the branch',
      {},
      { ...BARE, ...context({ targetBranch: null, mustAskForBranch: true }) },
      ['pull-request', 'queue'],
    ],
    ['where only a list is given', LIST, BRANCH, ['queue', 'quarantined-tests']],
    ['where a condition is required beside the list', { ...LIST, require: ['queue-running'] }, BRANCH, ['queue']],
    ['where test reports are given beside the list', { ...LIST, junitPaths: ['a.xml'] }, BRANCH, ['queue']],
    [
      'where a limit is given',
      { ...LIST, require: ['queue-running'], maxQuarantined: 3 },
      BRANCH,
      ['queue', 'quarantined-tests'],
    ],
    ['where a limit is given without the list', { maxQuarantined: 3 }, BRANCH, ['queue']],
    ['where only tests are judged', { require: ['no-blocking-failures'], comment: 'always' }, WITH_ID, []],
    [
      'where only the list is judged',
      { ...LIST, require: ['quarantine-within-limits'], maxQuarantined: 3 },
      context(),
      ['quarantined-tests'],
    ],
  ])('%s', (_, given, about, reads) => {
    const plan = planReads(inputs(given), about)
    expect([plan.reads, plan.isAuto]).toEqual([reads, true])
  })
})

describe('what is named or required', () => {
  test.each<[string, Partial<Inputs>, RunContext, reads: Read[], needed: Read[]]>([
    ['what is named', { read: ['queue'] }, context(), ['queue'], ['queue']],
    [
      'what is required, too',
      { read: ['queue'], require: ['ready'] },
      context(),
      ['pull-request', 'queue'],
      ['pull-request'],
    ],
    [
      'the run that the queue of v2 names rests on the pull request and the queue',
      { read: [], require: ['test-run-succeeded'] },
      BY_V2,
      ['pull-request', 'queue', 'test-run'],
      ['pull-request', 'queue', 'test-run'],
    ],
    [
      'the run of a merged pull request of v1 rests on the pull request',
      { read: [], require: ['test-run-succeeded'] },
      context(),
      ['pull-request', 'test-run'],
      ['pull-request', 'test-run'],
    ],
    [
      'a run with an id rests on nothing else',
      { read: [], require: ['test-run-succeeded'] },
      WITH_ID,
      ['test-run'],
      ['test-run'],
    ],
    [
      "the run of the event's group rests on nothing else",
      { read: [], require: ['test-run-succeeded'] },
      ON_GROUP,
      ['test-run'],
      ['test-run'],
    ],
    [
      'the run on a test branch tells the pull requests that get a comment',
      { read: ['queue'], comment: 'on-failure' },
      testBranchContext(),
      ['queue', 'test-run'],
      ['queue'],
    ],
    [
      'so it does where only tests are judged',
      { require: ['no-blocking-failures'], comment: 'always' },
      testBranchContext(),
      ['test-run'],
      [],
    ],
  ])('%s', (_, given, about, reads, needed) => {
    const plan = planReads(inputs(given), about)
    expect([plan.reads, plan.decisiveReads.toSorted()]).toEqual([reads, needed.toSorted()])
  })

  test.each(CONDITION_NAMES)('%s is read what decides it', condition => {
    const reads = CONDITIONS[condition].needs
    const plan = planReads(inputs({ require: [condition], read: [] }), WITH_ID)
    expect(plan).toEqual({ reads, decisiveReads: reads, isAuto: false })
  })
})

test.each<[Read, string, RunContext, ReturnType<typeof missingInputs>]>([
  ['pull-request', 'on a branch', BRANCH, ['pull-request']],
  ['pull-request', 'where there is nothing', BARE, ['pull-request', 'target-branch']],
  ['pull-request', "on a merge group of GitHub's own queue", ON_GROUP, []],
  ['pull-request', 'on a merge group of the service', ON_GROUP_OF_SERVICE, ['pull-request']],
  ['queue', 'where there is nothing', BARE, ['target-branch']],
  ['test-run', 'that nothing names', BRANCH, ['test-run-id']],
  ['test-run', 'on a merge group', ON_GROUP, []],
  ['quarantined-tests', 'where there is nothing', BARE, []],
])('%s lacks, %s', (read, _, about, lacks) => {
  expect(missingInputs(read, about)).toEqual(lacks)
})
