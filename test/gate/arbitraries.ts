import fc from 'fast-check'
import { CONDITIONS, READS } from '../../src/facts/conditions.ts'
import type { RunContext } from '../../src/facts/context.ts'
import {
  type Check,
  type Facts,
  MERGEABILITIES,
  PULL_REQUEST_STATES,
  type PullRequest,
  QUEUE_MODES,
  QUEUE_STATES,
  type QuarantinedTests,
  type Queue,
  type QueueEntry,
  type Readiness,
  type ReportedStatus,
  TEST_RUN_STATUSES,
  type TestRun,
  type Timeline,
  type TimelineEvent,
} from '../../src/facts/facts.ts'
import { type Failure, failedBy, type GitHubFailure, gitHubFailure, type Reading } from '../../src/facts/reading.ts'
import type { Requirements } from '../../src/gate/conclusion.ts'
import {
  ago,
  context,
  entry,
  HEAD,
  OTHER,
  pullRequest,
  quarantinedTest,
  queue,
  TEST_RUN_ID,
  TIP,
  testRun,
} from '../builders.ts'

/** Names of built-in members of objects, and texts with a meaning where they are shown. */
const PITFALLS = [
  '',
  ' ',
  'constructor',
  '__proto__',
  'hasownproperty',
  '::error::gone',
  '\n##[error]gone',
  '<img src=x onerror=alert(1)>',
  '@acme/everyone closes #1',
  '\u202egnp.exe',
  '\ud800',
]

/** Any text, with those that trip programs up among them. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(...PITFALLS),
)

/** Text that is none of the known values. */
export function foreign(known: readonly string[]): fc.Arbitrary<string> {
  return text.filter(value => !known.includes(value))
}

/** A known value mostly, else any text or none. */
function word(known: readonly string[]): fc.Arbitrary<string | null> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: text },
    { weight: 1, arbitrary: fc.constant(null) },
  )
}

const flag = fc.constantFrom(true, false, null)
const sha = fc.constantFrom(HEAD, HEAD.toUpperCase(), OTHER, TIP)
const maybeSha = fc.oneof({ weight: 4, arbitrary: sha }, { weight: 1, arbitrary: fc.constant(null) })
/** Mostly the one under report. */
const number = fc.constantFrom(42, 42, 42, 43)
const branch = fc.constantFrom('main', 'main', 'main', 'refs/heads/main', 'next', '')

export const failure: fc.Arbitrary<Failure> = fc
  .record({
    code: fc.constantFrom<Failure['code']>('service-unavailable', 'token-refused', 'contract-broken', 'not-found'),
    message: text,
    remedy: text,
  })
  .map(given => ({ ...given, outage: given.code === 'service-unavailable' }))

function reading<T>(value: fc.Arbitrary<T>): fc.Arbitrary<Reading<T>> {
  return fc.oneof(
    { weight: 6, arbitrary: value.map((given): Reading<T> => ({ value: given })) },
    { weight: 1, arbitrary: fc.constant<Reading<T>>({ absent: true }) },
    { weight: 1, arbitrary: failure.map((given): Reading<T> => ({ failure: given })) },
    { weight: 1, arbitrary: fc.constant<Reading<T>>(undefined) },
  )
}

const readiness: fc.Arbitrary<Readiness> = fc.record({
  requiresImpactedTargets: flag,
  hasImpactedTargets: flag,
  baseBranchMatches: fc.constantFrom(true, true, false, null),
  mergeability: word(MERGEABILITIES),
})

const pullRequests: fc.Arbitrary<PullRequest> = fc
  .record({
    number,
    sha,
    state: word(PULL_REQUEST_STATES),
    submitted: fc.boolean(),
    readiness: fc.option(readiness),
    title: fc.option(text),
    baseBranch: fc.option(branch),
    stateChangedAt: fc.option(fc.nat(240).map(minutes => ago(minutes * 60_000))),
  })
  .map(pullRequest)

export const entries: fc.Arbitrary<QueueEntry[]> = fc.array(
  fc
    .record({ number: fc.constantFrom(42, 43, 44, 45, null), state: word(PULL_REQUEST_STATES), title: fc.option(text) })
    .map(entry),
  { maxLength: 5 },
)

export const queues: fc.Arbitrary<Queue> = fc
  .record({
    state: word(QUEUE_STATES).map(state => state ?? ''),
    branch,
    mode: word(QUEUE_MODES),
    ordered: fc.boolean(),
    entries: fc.option(entries, { freq: 9 }),
    concurrency: fc.constantFrom(null, 0, 1, 3),
    batch: fc.constantFrom(true, false, false, null),
  })
  .map(queue)

const time = fc.option(fc.nat(240).map(minutes => ago(minutes * 60_000)))

const reports: fc.Arbitrary<ReportedStatus[]> = fc.array(
  fc.record({
    name: fc.constantFrom('unit', 'e2e', 'docs'),
    url: fc.option(text),
    outcome: fc.constantFrom<ReportedStatus['outcome']>('passed', 'failed', 'pending', 'unknown', null),
  }),
  { maxLength: 4 },
)

const testRuns: fc.Arbitrary<TestRun> = fc
  .record({
    status: word(TEST_RUN_STATUSES),
    testBranchSha: fc.constantFrom(TIP, TIP, OTHER),
    requiredStatuses: fc.option(fc.subarray(['unit', 'e2e', '__proto__']), { freq: 6 }),
    reported: reports,
    reportedIsWhole: fc.boolean(),
    createdAt: time,
    pullRequests: fc
      .constantFrom([42], [42], [41, 42], [41], [], null)
      .map(numbers => numbers?.map(number => ({ number, url: null, title: null })) ?? null),
    dependentPullRequests: fc.option(fc.subarray([43, 44, 45], { minLength: 1 })),
  })
  .map(testRun)

const lists: fc.Arbitrary<QuarantinedTests> = fc.record({
  tests: fc.array(
    fc.record({ name: text, file: fc.option(text), codeowners: fc.array(text, { maxLength: 2 }) }).map(quarantinedTest),
    { maxLength: 5 },
  ),
  pages: fc.nat(3),
  totalRows: fc.option(fc.nat(9)),
  leftOut: fc.nat(2),
  partial: fc.option(text),
  isUnknown: fc.boolean(),
})

const githubs: fc.Arbitrary<Facts['github']> = fc.oneof(
  fc.constant<Facts['github']>(undefined),
  fc
    .record({ cause: fc.constantFrom('silent', 'token-missing', 'forbidden'), message: text })
    .map(({ cause, message }): Facts['github'] => failedBy(gitHubFailure(cause, message, message))),
  fc
    .record({
      number,
      open: fc.constantFrom(true, true, true, false),
      headSha: sha,
      baseBranch: branch,
      mergeable: flag,
      mergeableState: fc.oneof(
        fc.constantFrom('clean', 'has_hooks', 'unstable', 'CLEAN', 'blocked', 'dirty', null),
        text,
      ),
    })
    .map((value): Facts['github'] => ({ value })),
)

function ofGitHub<T>(value: fc.Arbitrary<T>): fc.Arbitrary<Reading<T, GitHubFailure>> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant<Reading<T, GitHubFailure>>(undefined) },
    { weight: 1, arbitrary: text.map((message): Reading<T, GitHubFailure> => failedBy(lost(message))) },
    { weight: 5, arbitrary: value.map((given): Reading<T, GitHubFailure> => ({ value: given })) },
  )
}

function lost(message: string): GitHubFailure {
  return gitHubFailure('unavailable', message, message)
}

const checks: fc.Arbitrary<Check[]> = fc.uniqueArray(
  fc.record({
    source: fc.constantFrom<Check['source']>('check-run', 'status'),
    name: fc.constantFrom('unit', 'e2e', 'gate'),
    appId: fc.constantFrom(15368, null),
    id: fc.constantFrom(7, 8, null),
    outcome: fc.constantFrom<Check['outcome']>('passed', 'failed', 'pending', 'unknown'),
    url: fc.option(text),
    detailsUrl: fc.option(text),
    startedAt: time,
    completedAt: time,
  }),
  { maxLength: 3, selector: ({ source, name }) => `${source} ${name}` },
)
const failures = fc.array(text.map(lost), { maxLength: 1 })

const foundRuns: fc.Arbitrary<Facts['foundRun']> = fc.oneof(
  fc.constantFrom<Facts['foundRun']>(undefined, { absent: true }),
  text.map((message): Facts['foundRun'] => failedBy(lost(message))),
  testRuns.map((value): Facts['foundRun'] => ({ value })),
)

const timelines: fc.Arbitrary<Timeline> = fc.record({
  events: fc.array(
    fc.record({
      kind: fc.constantFrom<TimelineEvent['kind']>('head-force-pushed', 'committed', 'closed', 'merged'),
      at: time,
      sha: maybeSha,
    }),
    { maxLength: 3 },
  ),
  incomplete: fc.option(text.map(lost)),
})

/** Facts of which many agree, and any can be strange. */
export const anyFacts: fc.Arbitrary<Facts> = fc.record({
  pullRequest: reading(pullRequests),
  queue: reading(queues),
  testRun: reading(testRuns),
  quarantinedTests: reading(lists),
  github: githubs,
  foundRun: foundRuns,
  checks: ofGitHub(fc.record({ sha: fc.constantFrom(TIP, TIP, OTHER), checks, incomplete: failures })),
  headChecks: ofGitHub(fc.record({ sha, checks, incomplete: failures, ownCheckId: fc.constantFrom(7, 8, null) })),
  rules: ofGitHub(
    fc.array(fc.record({ name: fc.constantFrom('unit', 'gate'), appId: fc.constantFrom(15368, null) }), {
      maxLength: 2,
    }),
  ),
  timeline: ofGitHub(timelines),
  testReports: fc.constant(undefined),
  legReports: fc.constant(undefined),
})

export const anyContext: fc.Arbitrary<RunContext> = fc
  .record({
    kind: fc.constantFrom<RunContext['kind']>('pull-request', 'test-branch', 'branch', 'merge-group', 'other'),
    pullRequest: fc.constantFrom<RunContext['pullRequest']>(
      { value: 42, from: 'event' },
      { value: 42, from: 'input' },
      null,
    ),
    targetBranch: fc.constantFrom<RunContext['targetBranch']>({ value: 'main', from: 'event' }, null),
    headSha: fc.constantFrom(TIP, OTHER, HEAD, null),
    pullRequestHead: maybeSha,
    testRunId: fc.constantFrom<RunContext['testRunId']>({ value: TEST_RUN_ID, from: 'event' }, null),
  })
  .map(context)

export const anyRequirements: fc.Arbitrary<Requirements> = fc.record({
  require: fc.subarray(CONDITIONS),
  onUnavailable: fc.constantFrom('fail', 'warn'),
  plan: fc.record({
    reads: fc.subarray([...READS]),
    needed: fc.constant([]),
    from: fc.constantFrom('auto', 'input'),
  }),
})
