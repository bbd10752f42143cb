/**
 * Bodies written by hand from the service's description and from what is known of its gaps
 * Each function gives a usual answer, `members` replace parts of it; `undefined` takes a member away.
 */

import * as answers from '../faults/answers.js'

export type Json = Record<string, unknown>

/** Head of pull request 42 in the event fixtures. */
export const HEAD = answers.HEAD
/** An earlier commit than {@link HEAD}. */
export const OLDER = '0123456789abcdef0123456789abcdef01234567'

/** The test run of the fixture `pull-request-test-branch`, and its head. */
export const RUN = answers.TEST_RUN_ID
export const RUN_HEAD = 'baebb6f69a2c9c07aae7277ae3730430230626d0'

const HOUR = 3_600_000

/** A past time stamp, half-way between two displayed ages, so that a slow run changes none. */
export function ago({ days = 0, hours = 0 }: { days?: number; hours?: number }): string {
  return new Date(Date.now() - (days * 24 + hours + 0.5) * HOUR).toISOString()
}

/** `readiness` of a pull request that meets the rule. */
export function readiness(members: Json = {}): Json {
  return { ...answers.readiness, ...members }
}

/** Answer of getSubmittedPullRequest. */
export function pullRequest(members: Json = {}): Json {
  return { ...answers.submittedPullRequest, stateChangedAt: ago({ days: 1, hours: 3 }), ...members }
}

/** The pull request after its episode. */
export function left(state: string | undefined, members: Json = {}): Json {
  return pullRequest({ state, isCurrentlySubmittedToQueue: false, ...members })
}

/** Item of `enqueuedPullRequests`. */
export function entry(prNumber: number, members: Json = {}): Json {
  return pullRequest({
    id: `entry-${prNumber}`,
    prNumber,
    prTitle: `Part ${prNumber}`,
    prSha: OLDER,
    noBatch: false,
    forceEnqueued: undefined,
    isCurrentlySubmittedToQueue: undefined,
    ...members,
  })
}

/** Answer of getQueue. */
export function queue(members: Json = {}): Json {
  return { ...answers.queue, enqueuedPullRequests: [], ...members }
}

/** Answer of getMergeQueueTestingDetails. */
export function testRun(members: Json = {}): Json {
  return {
    ...answers.testingDetails,
    requiredStatuses: ['build', 'unit'],
    testBranchSha: RUN_HEAD,
    checkSuites: [{ checkRuns: [{ name: 'build', url: 'https://github.com/acme/rocket/runs/1' }] }],
    statusChecks: [{ context: 'unit', url: 'https://ci.example/2' }],
    createdAt: ago({ days: 1, hours: 2 }),
    status: 'succeeded',
    impactedTargets: undefined,
    impactedTargetsForTestedPrs: undefined,
    dependentPrs: undefined,
    ...members,
  }
}

/** Item of `quarantined_tests`. */
export function quarantinedTest(name: string, members: Json = {}): Json {
  return {
    ...answers.quarantinedTest,
    name,
    file: 'src/engine/engine.test.ts',
    classname: 'engine.Test',
    quarantined_at: ago({ days: 10 }),
    status_last_updated_at: ago({ days: 2 }),
    test_case_id: `id of ${name}`,
    variant: '',
    ...members,
  }
}

/** Answer of list-quarantined-tests. */
export function page(tests: Json[], members: Json = {}): Json {
  return { quarantined_tests: tests, page: { ...answers.quarantinedTests.page, total_rows: tests.length, ...members } }
}
