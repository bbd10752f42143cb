/**
 * Facts, contexts, inputs and results with a default for every member: pull request 42 of acme/rocket, ready and
 * pending in the queue of main, all of it in agreement. A test names only what it is about.
 */

import type { Plan, RunContext } from '../src/facts/context.ts'
import type {
  Condition,
  Coverage,
  Facts,
  GitHubPullRequest,
  MergeGroupChecks,
  PullRequest,
  Queue,
  QueueEntry,
  Readiness,
  Removal,
  TestRun,
} from '../src/facts/facts.ts'
import { type Failure, valueIn } from '../src/facts/facts.ts'
import { SOURCES } from '../src/facts/profile.ts'
import type { QuarantinedTest, QuarantinedTests } from '../src/facts/test-report.ts'
import type { Requirements, Verdict } from '../src/gate/conclusion.ts'
import { debtOf } from '../src/gate/quarantine/debt.ts'
import type { ConditionVerdict } from '../src/gate/reasons.ts'
import type { Result } from '../src/result.ts'
import type { Inputs } from '../src/setup/inputs.ts'
import {
  pullRequestOf,
  queueOf,
  testRunOf,
  type WirePullRequest,
  type WireQueue,
  type WireRun,
} from '../src/sources/v1/answers.ts'
import { code, say } from '../src/text/message.ts'
import * as bodies from './scenarios/bodies.ts'

/** Head of the pull request, on which all that is said agrees. */
export const HEAD = 'a7f3772c30eb0c79b2472e1777c5bbdae1355ab7'
/** Some other commit. */
export const OTHER = '8b0242134888a623a47e7aa197e18db103302dba'
/** Tip of the test branch. */
export const TIP = 'baebb6f69a2c9c07aae7277ae3730430230626d0'
export const TEST_RUN_ID = '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6'
/** The time at which every run of these tests ended. */
export const NOW = Date.parse('2025-03-01T12:00:00Z')

/** An ISO 8601 time stamp that lies so long before {@link NOW}. */
export function ago(ms: number): string {
  return new Date(NOW - ms).toISOString()
}

export function read<T>(value: T): { value: T } {
  return { value }
}

export const ABSENT = { absent: true } as const

export function failed(given: Failure): { failure: Failure } {
  return { failure: given }
}

export function outage(over: Partial<Failure> = {}): Failure {
  return {
    code: 'service-unavailable',
    message: 'getQueue is not available (503)',
    remedy: 'Wait.',
    outage: true,
    ...over,
  }
}

/** A failure that no input excuses. */
export function hardFailure(over: Partial<Failure> = {}): Failure {
  return {
    code: 'token-refused',
    message: 'The service refused `api-token` (401).',
    remedy: 'Check it.',
    outage: false,
    ...over,
  }
}

export function readiness(over: Partial<Readiness> = {}): Readiness {
  return {
    requiresImpactedTargets: true,
    hasImpactedTargets: true,
    baseBranchMatches: true,
    mergeability: 'mergeable',
    ...over,
  }
}

// The facts of the answers that the scenarios give: a new member of an answer is written there once.

export function pullRequest(over: Partial<PullRequest> = {}): PullRequest {
  const answer = bodies.pullRequest({ id: 'pr_1', stateChangedAt: ago(12 * 60_000) })
  return { ...pullRequestOf(answer as WirePullRequest), ...over }
}

export function queue(over: Partial<Queue> = {}): Queue {
  const answer = bodies.queue({
    testingTimeoutMinutes: 90,
    pendingFailureDepth: 2,
    batch: true,
    bisectionConcurrency: 1,
    requiredStatuses: ['unit', 'e2e'],
    enqueuedPullRequests: [
      bodies.entry(42, {
        id: 'pr_1',
        prTitle: 'More thrust',
        prSha: HEAD,
        stateChangedAt: ago(12 * 60_000),
        readiness: undefined,
      }),
    ],
  })
  return { ...queueOf(answer as WireQueue), ...over }
}

export function entry(over: Partial<QueueEntry> = {}): QueueEntry {
  const [listed] = queue().entries ?? []
  if (!listed) throw new Error('the queue lists nothing')
  return { ...listed, ...over }
}

export function testRun(over: Partial<TestRun> = {}): TestRun {
  const answer = bodies.testRun({
    createdAt: ago(30 * 60_000),
    requiredStatuses: ['unit', 'e2e'],
    checkSuites: [],
    statusChecks: ['unit', 'e2e'].map(context => ({ context, url: `https://ci.example/${context}`, state: 'success' })),
  })
  return { ...testRunOf(TEST_RUN_ID, answer as WireRun), ...over }
}

export function removal(over: Partial<Removal> = {}): Removal {
  return { reason: 'other', sourceText: null, actor: null, at: null, failedChecks: [], ...over }
}

export function quarantinedTest(over: Partial<QuarantinedTest> = {}): QuarantinedTest {
  return {
    name: 'ignites',
    parent: 'Engine',
    file: 'test/engine.test.ts',
    classname: 'Engine',
    variant: null,
    codeowners: ['@acme/propulsion'],
    quarantinedAt: ago(3 * 86_400_000),
    statusLastUpdatedAt: ago(86_400_000),
    testCaseId: 'case-1',
    ...over,
  }
}

export function quarantinedTests(over: Partial<QuarantinedTests> = {}): QuarantinedTests {
  const { tests = [quarantinedTest()], ...rest } = over
  return { tests, leftOutCount: 0, whyPartial: null, mayBeOtherList: false, ...rest }
}

/** GitHub's view, in agreement with the service. */
export function gitHubView(over: Partial<GitHubPullRequest> = {}): { value: GitHubPullRequest } {
  return {
    value: {
      number: 42,
      open: true,
      headSha: HEAD,
      baseBranch: 'main',
      mergeable: true,
      mergeableState: 'clean',
      ...over,
    },
  }
}

/** GitHub could not be asked. */
export function silent(message: string): { failure: Failure } {
  return failed({ code: 'github-unavailable', message, remedy: 'Give `github-token`.', outage: true })
}

/** Nothing was asked but what is given. */
export function facts(over: Partial<Facts> = {}): Facts {
  return { ...over }
}

// Readings, to be put together.

export function ofPullRequest(over: Partial<PullRequest> = {}) {
  return { pullRequest: read(pullRequest(over)) }
}

export function ofQueue(over: Partial<Queue> = {}) {
  return { queue: read(queue(over)) }
}

/** A queue that lists these, each by what it has of its own. */
export function listing(...entries: Partial<QueueEntry>[]) {
  return ofQueue({ entries: entries.map(entry) })
}

export function ofRun(over: Partial<TestRun> = {}) {
  return { testRun: read(testRun(over)) }
}

export function ofQuarantined(over: Partial<QuarantinedTests> = {}) {
  return { quarantinedTests: read(quarantinedTests(over)) }
}

/** A required check that no group gets: its workflow lacks the trigger. */
export function uncovered(name: string, over: Partial<Coverage> = {}): Coverage {
  return {
    name,
    verdict: 'uncovered',
    job: { file: '.github/workflows/ci.yml', workflow: 'CI', id: name, line: 7 },
    triggerLine: 3,
    whyNotCovered: say`${code('on:')} in ${code('ci.yml')}, line 3 has no ${code('merge_group')}`,
    remedy: say`Add ${code('merge_group:')} below ${code('on:')} in ${code('ci.yml')}, line 3.`,
    warnings: [],
    ...over,
  }
}

export function covered(name: string, over: Partial<Coverage> = {}): Coverage {
  return uncovered(name, { verdict: 'covered', triggerLine: null, whyNotCovered: null, remedy: null, ...over })
}

export function open(name: string): Coverage {
  return uncovered(name, {
    verdict: 'unknown',
    job: null,
    triggerLine: null,
    whyNotCovered: 'it is of an app',
    remedy: 'Wait.',
  })
}

export function ofGroupChecks(checks: Coverage[], over: Partial<MergeGroupChecks> = {}) {
  return { mergeGroupChecks: read<MergeGroupChecks>({ workflowRef: HEAD, checks, brokenFiles: [], ...over }) }
}

/** A pull request event of pull request 42. */
export function context(over: Partial<RunContext> = {}): RunContext {
  return {
    kind: 'pull-request',
    source: SOURCES['service-v1'],
    repository: { host: 'github.com', owner: 'acme', name: 'rocket' },
    pullRequest: 42,
    targetBranch: 'main',
    eventSha: HEAD,
    pullRequestHead: HEAD,
    testRunId: null,
    pullRequestActivity: null,
    mergeGroup: null,
    testBranchPullRequests: [],
    mustAskForBranch: false,
    stackBase: null,
    overriddenBase: null,
    isFromFork: false,
    notices: [],
    ...over,
  }
}

/** A run on a test branch of the queue. */
export function testBranchContext(over: Partial<RunContext> = {}): RunContext {
  return context({
    kind: 'test-branch',
    pullRequest: null,
    eventSha: TIP,
    pullRequestHead: null,
    testRunId: TEST_RUN_ID,
    testBranchPullRequests: [42],
    ...over,
  })
}

/** The inputs of a step that gives `endpoint` alone. */
export function inputs(over: Partial<Inputs> = {}): Inputs {
  return {
    source: 'service',
    endpoint: new URL('https://queue.example'),
    onMissingToken: 'fail',
    organization: null,
    testCollection: null,
    repository: null,
    targetBranch: null,
    pullRequest: null,
    testRunId: null,
    read: null,
    require: [],
    waitTimeoutMs: 0,
    pollIntervalMs: 15_000,
    requestTimeoutMs: 10_000,
    onUnavailable: 'fail',
    junitPaths: [],
    minTests: null,
    testOutcome: null,
    variant: null,
    maxQuarantined: null,
    maxQuarantineAgeMs: null,
    maxExcused: null,
    summary: 'always',
    annotations: true,
    comment: 'never',
    commentKey: null,
    statusContext: null,
    checkRunId: null,
    ...over,
  }
}

export function plan(over: Partial<Plan> = {}): Plan {
  return { reads: ['pull-request', 'queue'], decisiveReads: [], isAuto: true, ...over }
}

/** By default nothing is required, and `read` is left to the action. */
export function requirements(over: Partial<Requirements> = {}): Requirements {
  return { require: [], onUnavailable: 'fail', plan: plan(), ...over }
}

export function conditionVerdict(condition: Condition, over: Partial<ConditionVerdict> = {}): ConditionVerdict {
  return { condition, verdict: 'met', evidence: 'It holds.', reasons: [], final: false, outage: false, ...over }
}

export function verdict(over: Partial<Verdict> = {}): Verdict {
  return {
    conclusion: 'reported',
    succeeds: true,
    conditions: [],
    reasons: [],
    ready: null,
    doubts: [],
    ...over,
  }
}

export function runInfo(over: Partial<Result['workflowRun']> = {}): Result['workflowRun'] {
  return {
    id: '1001',
    attempt: '1',
    commit: '3504bb85b7f5ced998891323f07fb60ecf7bb483',
    workflow: 'gate',
    job: 'merge',
    repository: 'acme/rocket',
    serverUrl: 'https://github.com',
    ...over,
  }
}

/** A run that polled once, about nothing yet. */
export function result(over: Partial<Result> = {}): Result {
  const limits = over.quarantineLimits ?? { count: null, ageMs: null }
  const list = valueIn(over.facts?.quarantinedTests)
  return {
    verdict: verdict(),
    facts: facts(),
    explanation: {},
    cause: null,
    waitTimeoutMs: 0,
    context: context(),
    codesPage: null,
    askedSource: null,
    plan: plan(),
    calls: [],
    requestLines: [],
    warnings: [],
    workflowRun: runInfo(),
    judgedTests: null,
    quarantineLimits: limits,
    quarantineDebt: list && debtOf(list.tests, limits.ageMs, NOW),
    startedAt: NOW - 400,
    endedAt: NOW,
    notices: [],
    comments: [],
    isStatusRequired: false,
    timeline: [],
    polls: 1,
    timedOut: false,
    ...over,
  }
}

export function knowing(known: Partial<Facts>): { facts: Facts } {
  return { facts: facts(known) }
}
