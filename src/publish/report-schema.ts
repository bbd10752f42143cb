/**
 * The report file, version 1. `docs/report.schema.json` is made from here. The bundle uses only the types: what it
 * writes is held against this by the compiler, and against the JSON Schema by the tests.
 */
import * as z from 'zod'
import { CONDITIONS, READS } from '../facts/conditions.ts'
import { SCHEMA_VERSION, TEST_OUTCOMES } from '../facts/leg-report.ts'
import { DIAGNOSES, type DiagnosisCode } from '../gate/diagnosis/codes.ts'
import { REASONS, type ReasonCode } from '../gate/reasons.ts'
import { githubFacts } from './report-schema-github.ts'

const text = z.string().nullable()
const number = z.number().nullable()
const flag = z.boolean().nullable()
const timestamp = z.iso.datetime()

const reasonCode = z.enum(Object.keys(REASONS) as [ReasonCode, ...ReasonCode[]])
const condition = z.enum(CONDITIONS as [(typeof CONDITIONS)[number], ...typeof CONDITIONS])
const read = z.enum(READS)
const source = z.enum(['input', 'event', 'default', 'GitHub'])

const reason = z.strictObject({
  code: reasonCode,
  condition: condition.nullable(),
  message: z.string(),
  remedy: z.string(),
})

const readiness = z.strictObject({
  requiresImpactedTargets: flag,
  hasImpactedTargets: flag,
  baseBranchMatches: flag,
  mergeability: text,
})

const submission = {
  title: text,
  baseBranch: text,
  author: text,
  id: text,
  state: text.describe('Lower case; can be one that this version does not know.'),
  stateChangedAt: text,
  priorityValue: number,
  priorityName: text,
  usedDefaultPriorityName: text,
  skipTheLine: flag,
  readiness: readiness.nullable(),
}

const pullRequest = z.strictObject({
  number: z.number(),
  sha: z.string(),
  ...submission,
  forceEnqueued: flag,
  submitted: z.boolean(),
})

const queue = z.strictObject({
  state: z.string(),
  branch: z.string(),
  mode: text,
  ordered: z.boolean().describe('Whether the entries stand in one line, so that each has a place in it.'),
  concurrency: number,
  testingTimeoutMinutes: number,
  canOptimisticallyMerge: flag,
  pendingFailureDepth: number,
  batch: flag,
  batchingMaxWaitTimeMinutes: number,
  batchingMinSize: number,
  createPrsForTestingBranches: flag,
  commentsEnabled: flag,
  commandsEnabled: flag,
  statusCheckEnabled: flag,
  bisectionConcurrency: number,
  requiredStatuses: z.array(z.string()).nullable(),
  directMergeMode: text,
  optimizationMode: text,
  mergeMethod: text,
  entries: z.array(z.strictObject({ number, sha: text, ...submission, noBatch: flag })),
})

const testRun = z.strictObject({
  id: z.string(),
  status: text,
  createdAt: text,
  testBranch: z.string(),
  testBranchSha: z.string(),
  requiredStatuses: z.array(z.string()).nullable().describe('Null where the service does not say which.'),
  requiredStatusesSource: text,
  reported: z.array(
    z.strictObject({
      name: z.string(),
      url: text,
      outcome: z.enum(['passed', 'failed', 'pending', 'unknown']).nullable(),
    }),
  ),
  reportedIsWhole: z.boolean().describe('Whether `reported` is all there is.'),
  pullRequests: z.array(z.strictObject({ number: z.number(), url: text, title: text })),
  impactedTargets: z.array(z.string()).nullable(),
  impactedTargetsForTestedPullRequests: z.array(z.string()).nullable(),
  dependentPullRequests: z.array(z.number()).nullable(),
})

const quarantinedTest = z.strictObject({
  name: z.string(),
  parent: text,
  file: text,
  classname: text,
  variant: text,
  codeowners: z.array(z.string()),
  quarantinedAt: text,
  statusLastUpdatedAt: text,
  testCaseId: text,
})

const quarantinedTests = z.strictObject({
  tests: z
    .array(quarantinedTest)
    .describe('Where test reports were read, those seen in them and all that share the name of a failed test.'),
  count: z.number().describe('Of the list as it was read.'),
  pages: z.number(),
  totalRows: number.describe('As the service counts them.'),
  partial: text.describe('Why this is not the whole list; null where it is.'),
})

const github = z.strictObject({
  number: z.number(),
  open: z.boolean(),
  headSha: z.string(),
  baseBranch: z.string(),
  mergeable: flag,
  mergeableState: text,
})

const failure = z.strictObject({
  code: reasonCode,
  message: z.string(),
  remedy: z.string(),
  outage: z.boolean(),
})

const identity = { name: z.string(), classname: text, file: text, parent: text }
const counts = z
  .strictObject({ ran: z.number(), passed: z.number(), failed: z.number(), skipped: z.number(), flaky: z.number() })
  .describe('Tests, each once; those that ran were not skipped.')
const blocks = z
  .enum(['not-quarantined', 'ambiguous', 'nameless', 'list-incomplete', 'too-many-excused'])
  .nullable()
  .describe('Why it blocks; null where it is excused.')
const failedTest = z.strictObject({ ...identity, line: number, report: z.string(), blocks })

const testReports = z.strictObject({
  files: z.array(z.string()),
  counts,
  failed: z.array(failedTest).describe('Without what they said.'),
  namesakes: z
    .array(z.strictObject({ ...identity, outcome: z.enum(['passed', 'failed', 'skipped']), flaky: z.boolean() }))
    .describe('The other tests that bear the name of a failed one.'),
  singleParent: z.boolean(),
  problems: z.array(
    z.strictObject({ kind: z.enum(['missing', 'empty', 'malformed', 'truncated', 'outside']), message: z.string() }),
  ),
})

const legReports = z.strictObject({
  files: z.array(z.string()),
  legs: z.array(z.strictObject({ leg: z.string(), variant: text, counts, failed: z.array(failedTest) })),
  outdated: z
    .array(z.strictObject({ leg: z.string(), attempt: z.number() }))
    .describe('Reports of an earlier attempt that do not count.'),
  problems: z.array(z.string()).describe('Files that are no report of a leg.'),
})

/** What was read of the workspace. */
function files<Value extends z.ZodType>(value: Value) {
  return z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('not-asked') }),
    z.strictObject({ kind: z.literal('read'), value }),
  ])
}

/** A fact as it was read: `absent` is the service's own "there is none". */
function reading<Value extends z.ZodType>(value: Value) {
  return z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('not-asked'),
      because: z.strictObject({ code: reasonCode, message: z.string() }).optional(),
    }),
    z.strictObject({ kind: z.literal('read'), value, failure: failure.optional() }),
    z.strictObject({ kind: z.literal('absent') }),
    z.strictObject({ kind: z.literal('failed'), failure }),
  ])
}

const sourced = <Value extends z.ZodType>(value: Value) => z.strictObject({ value, from: source }).nullable()

const context = z.strictObject({
  kind: z.enum(['pull-request', 'test-branch', 'branch', 'merge-group', 'other']),
  repository: z.strictObject({
    value: z.strictObject({ host: z.string(), owner: z.string(), name: z.string() }),
    from: source,
  }),
  pullRequest: sourced(z.number()),
  targetBranch: sourced(z.string()),
  headSha: text.describe('Commit of the event.'),
  testRunId: sourced(z.string()),
})

const call = z.strictObject({
  operation: z.string(),
  status: number.describe('HTTP status of the last try; null where none came.'),
  attempts: z.number(),
  elapsedMs: z.number(),
  requestId: text,
})

export const reportSchema = z.strictObject({
  schemaVersion: z.literal(SCHEMA_VERSION),
  conclusion: z.enum(['passed', 'failed', 'unknown', 'reported', 'skipped', 'cancelled']),
  succeeds: z.boolean().describe('Whether the step succeeded.'),
  reasons: z.array(reason).describe('The main reason first.'),
  conditions: z.array(
    z.strictObject({
      condition,
      verdict: z.enum(['met', 'unmet', 'unknown']),
      evidence: z.string(),
      reasons: z.array(reason),
      canChange: z.boolean().describe('Whether waiting could still have made it met.'),
      outage: z.boolean().describe('Unknown because of an outage of the service alone.'),
    }),
  ),
  ready: z.enum(['met', 'unmet', 'unknown']).nullable(),
  diagnoses: z
    .array(
      z.strictObject({
        code: z.enum(Object.keys(DIAGNOSES) as [DiagnosisCode, ...DiagnosisCode[]]),
        certainty: z.enum(['certain', 'possible']),
        message: z.string(),
        evidence: z.array(z.string()),
        remedy: z.string(),
        advice: z.enum(['submit again', 'fix first']).nullable(),
      }),
    )
    .describe('Why the pull request is stuck or out, the likeliest first; empty while nothing is wrong.'),
  context: context.nullable(),
  plan: z.strictObject({ reads: z.array(read), needed: z.array(read), from: z.enum(['auto', 'input']) }).nullable(),
  run: z.strictObject({
    id: z.string(),
    attempt: z.string(),
    commit: z.string(),
    workflow: z.string(),
    job: z.string(),
    repository: z.string(),
    serverUrl: z.string(),
  }),
  leg: z.string().describe('Tells apart the reports of one run.'),
  testInputs: z
    .strictObject({
      testOutcome: z.enum(TEST_OUTCOMES).nullable(),
      variant: text,
      maxExcused: number,
      minTests: number,
    })
    .nullable()
    .describe('By which the tests were judged; null where the step is not about tests.'),
  startedAt: timestamp,
  endedAt: timestamp,
  calls: z.array(call),
  polls: z.number().describe('Polls that ended, 0 where there was none.'),
  timedOut: z.boolean().describe('Whether the wait ran out.'),
  timeline: z
    .array(z.strictObject({ elapsedMs: z.number(), what: z.string() }))
    .describe('What changed during the wait.'),
  notices: z.array(z.string()),
  facts: z.strictObject({
    pullRequest: reading(pullRequest),
    queue: reading(queue),
    testRun: reading(testRun),
    github: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('not-asked') }),
      z.strictObject({ kind: z.literal('read'), value: github }),
      z.strictObject({ kind: z.literal('failed'), message: z.string(), remedy: z.string() }),
    ]),
    foundRun: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('not-asked') }),
      z.strictObject({ kind: z.literal('read'), value: testRun }),
      z.strictObject({ kind: z.literal('absent') }),
      z.strictObject({ kind: z.literal('failed'), message: z.string(), remedy: z.string() }),
    ]),
    ...githubFacts,
    testReports: files(testReports),
    legReports: files(legReports),
    quarantinedTests: reading(quarantinedTests),
  }),
})

export type Report = z.infer<typeof reportSchema>
