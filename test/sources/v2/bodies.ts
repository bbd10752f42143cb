/** Answers of the v2 API about #42 of acme/rocket in the queue of main, all in agreement. A case names its own part. */

import { HEAD, TEST_RUN_ID, TIP } from '../../builders.ts'
import type { Json } from '../../scenarios/bodies.ts'

export const REPOSITORY = '6f2b4b0e-58d6-4c0c-9d1c-6a5f4a3f0001'
export const QUEUE = 'Qu3u3Id1'
export const PULL_REQUEST = '6f2b4b0e-58d6-4c0c-9d1c-6a5f4a3f0042'
export const COLLECTION = 'aB3dE6gH'
export const RUN = TEST_RUN_ID
const SINCE = '2025-03-01T11:48:00.000Z'

/** A list in its envelope, whole. */
export function listOf(rows: unknown[], over: Json = {}): Json {
  return { data: rows, nextCursor: null, hasMore: false, ...over }
}

export function repository(over: Json = {}): Json {
  return {
    id: REPOSITORY,
    provider: 'github',
    path: 'acme/rocket',
    host: null,
    url: 'https://github.com/acme/rocket',
    ...over,
  }
}

export function queue(over: Json = {}): Json {
  return {
    id: QUEUE,
    repositoryId: REPOSITORY,
    targetBranch: 'main',
    state: 'running',
    mode: 'queue',
    config: { concurrency: 3, testingTimeoutMinutes: 90, requiredStatuses: ['unit'], allowBatching: false },
    ...over,
  }
}

export function listed(number: number, over: Json = {}): Json {
  return { id: `id-of-${number}`, number, sha: HEAD, title: 'More thrust', ...over }
}

export function batch(state: string, numbers: number[], over: Json = {}): Json {
  return {
    verificationRunId: TEST_RUN_ID,
    state,
    isBisection: false,
    pullRequests: numbers.map(number => listed(number)),
    ...over,
  }
}

export function pendingEntry(number: number): Json {
  return { pullRequest: listed(number), schedulability: 'schedulable', directlyAhead: [], heldBy: [] }
}

export function order(over: Json = {}): Json {
  return {
    mode: 'queue',
    queueState: 'running',
    batchingEnabled: false,
    isolationResolved: true,
    hasCycle: false,
    batches: [batch('testing', [42])],
    pending: [],
    awaitingAdmission: [],
    awaitingAdmissionTotal: 0,
    ...over,
  }
}

export function readiness(over: Json = {}): Json {
  return {
    requiresImpactedTargets: false,
    doesBaseBranchMatch: true,
    mergeability: 'mergeable',
    hasImpactedTargets: false,
    ...over,
  }
}

export function queueEntry(over: Json = {}): Json {
  return {
    id: 'entry-42',
    mergeQueueId: QUEUE,
    state: 'testing',
    stateChangedAt: SINCE,
    skipsTheLine: false,
    allowBatching: true,
    direct: false,
    readiness: readiness(),
    priorityValue: 100,
    priorityName: 'medium',
    ...over,
  }
}

/** @param entry members of its place in the queue; null for none */
export function pullRequest(over: Json = {}, entry: Json | null = {}): Json {
  return {
    id: PULL_REQUEST,
    repositoryId: REPOSITORY,
    number: 42,
    title: 'More thrust',
    branch: 'more-thrust',
    sha: HEAD,
    baseBranch: 'main',
    author: 'mona',
    isCurrentlySubmittedToQueue: true,
    state: 'open',
    ...(entry && { queueEntry: queueEntry(entry) }),
    ...over,
  }
}

export function check(name: string, over: Json = {}): Json {
  return {
    id: `check-${name}`,
    name,
    kind: 'checkRun',
    status: 'completed',
    conclusion: 'success',
    providerConclusion: 'SUCCESS',
    url: `https://ci.example/${name}`,
    provider: 'github',
    ...over,
  }
}

export function run(over: Json = {}): Json {
  return {
    id: TEST_RUN_ID,
    isBisection: false,
    testBranch: `queue-merge/pr-42/${TEST_RUN_ID}`,
    testBranchSha: TIP,
    createdAt: SINCE,
    status: 'succeeded',
    requiredStatuses: ['unit'],
    requiredStatusesSource: 'mergeInstance',
    checks: [check('unit')],
    testedPullRequests: [{ ...listed(42), url: 'https://github.com/acme/rocket/pull/42' }],
    dependentPullRequests: [],
    ...over,
  }
}

export function transition(state: string, reason: string | null, over: Json = {}): Json {
  return { pullRequestId: PULL_REQUEST, state, changedAt: SINCE, reason, ...over }
}

export function test(name: string, over: Json = {}): Json {
  return {
    id: `test-${name}`,
    testCollectionId: COLLECTION,
    repoId: REPOSITORY,
    name,
    parentName: 'Engine',
    className: 'Engine',
    file: 'test/engine.test.ts',
    variant: '',
    codeowners: ['@acme/propulsion'],
    status: 'flaky',
    statusSince: SINCE,
    quarantineState: 'quarantined',
    quarantinedSince: SINCE,
    ...over,
  }
}

export function error(code: string): Json {
  return { error: { code, message: 'It is as it is.' } }
}
