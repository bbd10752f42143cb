/** Random facts of one poll, and what this run is about: every value that an answer can have, and some of the future. */

import fc from 'fast-check'
import type { RunContext } from '../../src/facts/context.ts'
import type {
  Facts,
  GitHubPullRequest,
  PullRequest,
  Queue,
  QueueEntry,
  Reading,
  TestRun,
} from '../../src/facts/facts.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import {
  ABSENT,
  context,
  covered,
  entry,
  failed,
  gitHubView,
  HEAD,
  hardFailure,
  OTHER,
  ofGroupChecks,
  open,
  outage,
  pullRequest,
  queue,
  TIP,
  testRun,
  uncovered,
} from '../builders.ts'

const STATES = ['not_ready', 'pending', 'testing', 'tests_passed', 'pending_failure', 'merged', 'failed', 'cancelled']
const state = fc.constantFrom(...STATES, 'hibernating', null)
const flag = fc.constantFrom(true, false, null)
const base = fc.constantFrom('main', 'refs/heads/main', 'next', null)
/** Mostly this value, so that most worlds are about something. */
const mostly = <T>(value: T, ...others: T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, fc.constantFrom(...others))

const readiness = fc.record({
  requiresImpactedTargets: flag,
  hasImpactedTargets: flag,
  baseBranchMatches: mostly<boolean | null>(true, false, null),
  mergeability: mostly<string | null>('mergeable', 'not_mergeable', 'in_progress', 'unspecified', 'maybe', null),
})

const pullRequests: fc.Arbitrary<PullRequest> = fc
  .record({
    number: mostly(42, 43),
    sha: mostly<string | null>(HEAD, OTHER, null),
    baseBranch: base,
    state,
    submitted: fc.boolean(),
    forceEnqueued: mostly<boolean | null>(false, true, null),
    readiness: fc.option(readiness),
  })
  .map(over => pullRequest(over))

const entries: fc.Arbitrary<QueueEntry> = fc
  .record({ number: fc.constantFrom(42, 43, 44, null), state })
  .map(over => entry(over))

const queues: fc.Arbitrary<Queue> = fc
  .record({
    state: fc.constantFrom('running', 'paused', 'draining', 'switching_modes', 'hibernating', null),
    branch: mostly('main', 'refs/heads/main', 'next'),
    entries: fc.option(fc.array(entries, { maxLength: 3 }), { freq: 6 }),
  })
  .map(over => queue(over))

const reports = fc.record({
  name: fc.constantFrom('unit', 'e2e', 'docs'),
  url: fc.constant(null),
  outcome: fc.constantFrom('passed', 'failed', 'pending', 'unknown', null),
})

const testRuns: fc.Arbitrary<TestRun> = fc
  .record({
    status: fc.constantFrom('in_progress', 'succeeded', 'succeeded', 'failed', 'cancelled', 'paused', null),
    testBranchSha: mostly(TIP, OTHER, ''),
    requiredStatuses: fc.option(fc.subarray(['unit', 'e2e'])),
    reported: fc.array(reports, { maxLength: 5 }),
    reportedIsWhole: fc.boolean(),
  })
  .map(over => testRun(over))

const views: fc.Arbitrary<GitHubPullRequest> = fc
  .record({
    number: mostly(42, 43),
    open: mostly(true, false),
    headSha: mostly<string | null>(HEAD, OTHER, null),
    baseBranch: mostly('main', 'next'),
    mergeable: flag,
    mergeableState: fc.constantFrom('clean', 'has_hooks', 'unstable', 'blocked', 'unknown', null),
  })
  .map(over => gitHubView(over).value)

const coverages = fc
  .array(fc.constantFrom(covered('a'), uncovered('b'), open('c')), { maxLength: 3 })
  .chain(checks =>
    fc
      .constantFrom({}, {}, { whyMoreMayBeRequired: 'no' })
      .map(over => ofGroupChecks(checks, over).mergeGroupChecks.value),
  )

function readings<T>(values: fc.Arbitrary<T>): fc.Arbitrary<Reading<T> | undefined> {
  return fc.oneof(
    { weight: 10, arbitrary: values.map(value => ({ value })) },
    { weight: 2, arbitrary: fc.constant(ABSENT) },
    { weight: 1, arbitrary: fc.constant(failed(outage())) },
    { weight: 1, arbitrary: fc.constant(failed(hardFailure())) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

const facts: fc.Arbitrary<Facts> = fc.record({
  pullRequest: readings(pullRequests),
  queue: readings(queues),
  testRun: readings(testRuns),
  github: readings(views),
  mergeGroupChecks: readings(coverages),
})

const contexts: fc.Arbitrary<RunContext> = fc
  .record({
    source: fc.constantFrom(...Object.values(SOURCES)),
    kind: fc.constantFrom('pull-request', 'test-branch', 'merge-group', 'branch'),
    pullRequestHead: fc.constantFrom(HEAD, null),
    eventSha: fc.constantFrom(TIP, null),
    testRunId: fc.option(fc.constant('given')),
  })
  .map(over => context(over))

export interface World {
  facts: Facts
  context: RunContext
}

export const worlds: fc.Arbitrary<World> = fc.record({ facts, context: contexts })
