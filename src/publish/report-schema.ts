/**
 * The schema of the report file, version 2; its facts are described in `facts/schema/`. `scripts/schema.ts` makes
 * `docs/report.schema.json` of it. The bundle uses only the types: the compiler checks the code that makes a report,
 * and the tests check reports with the JSON Schema.
 */
import * as z from 'zod/mini'
import { CONDITION_NAMES, READS } from '../facts/facts.ts'
import { SOURCES, type SourceId } from '../facts/profile.ts'
import * as github from '../facts/schema/github.ts'
import * as service from '../facts/schema/service.ts'
import { number, sentence, text } from '../facts/schema/service.ts'
import * as tests from '../facts/schema/tests.ts'
import { SCHEMA_VERSION, TEST_OUTCOMES } from '../facts/test-report.ts'
import { CAUSES } from '../gate/causes/codes.ts'
import { REASONS, type ReasonCode } from '../gate/reason-codes.ts'
import type { CauseCode } from '../gate/reasons.ts'

const timestamp = z.iso.datetime()

const reasonCode = z.enum(Object.keys(REASONS) as ReasonCode[])
const condition = z.enum(CONDITION_NAMES)
const read = z.enum(READS)
const source = z.enum(['input', 'event', 'default', 'GitHub'])
const verdict = z.enum(['met', 'unmet', 'unknown'])

const reason = z.object({
  code: reasonCode,
  condition: z.nullable(condition),
  message: sentence,
  remedy: sentence,
})

const blocks = z
  .nullable(z.enum(['not-quarantined', 'ambiguous', 'no-test', 'list-incomplete', 'too-many-excused']))
  .check(z.describe('Why the test blocks; null if it is excused.'))
const failedTest = z.extend(tests.failedTest, { blocks })

const testReports = z.extend(tests.testReports, {
  failed: z.array(failedTest).check(z.describe('Without the output of the tests.')),
})

const quarantinedTests = z.extend(tests.quarantinedTests, {
  tests: z
    .array(tests.quarantinedTest)
    .check(z.describe('If test reports were read, only those seen in them and those with the name of a failed test.')),
  count: z.number().check(z.describe('The length of the list as it was read.')),
})

const facts = z.object({
  pullRequest: service.readingOf(service.pullRequest),
  queue: service.readingOf(service.queue),
  testRun: service.readingOf(service.testRun),
  github: service.readingOf(github.gitHubPullRequest),
  mergeGroupChecks: service.readingOf(github.mergeGroupChecks),
  testReports: service.readingOf(testReports),
  quarantinedTests: service.readingOf(quarantinedTests),
})

function sourced<Value extends z.ZodMiniType>(value: Value) {
  return z.object({ value, from: source })
}

const context = z.object({
  kind: z.enum(['pull-request', 'test-branch', 'branch', 'merge-group', 'other']),
  repository: sourced(service.repository),
  pullRequest: z.nullable(sourced(z.number())),
  targetBranch: z.nullable(sourced(z.string())),
  headSha: text.check(z.describe('The commit of the event.')),
  testRunId: z.nullable(sourced(z.string())),
})

export const reportSchema = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  conclusion: z.enum(['passed', 'failed', 'unknown', 'reported', 'skipped', 'cancelled']),
  succeeds: z.boolean().check(z.describe('True if the step succeeded.')),
  reasons: z.array(reason).check(z.describe('The main reason first.')),
  conditions: z.array(
    z.object({
      condition,
      verdict,
      evidence: sentence,
      reasons: z.array(reason),
      final: z.boolean().check(z.describe('True if waiting could not have made it met.')),
      outage: z.boolean().check(z.describe('True if it is unknown only because of an outage.')),
    }),
  ),
  ready: z.nullable(verdict),
  cause: z.nullable(
    z.object({
      code: z.enum([...Object.keys(CAUSES), ...Object.keys(REASONS)] as CauseCode[]),
      certain: z.boolean().check(z.describe('True if a fact names it; else it is only possible.')),
      message: sentence,
      evidence: z.array(sentence).check(z.describe('What else is known and helps to act.')),
      remedy: sentence,
    }),
  ),
  source: z
    .nullable(z.enum(Object.keys(SOURCES) as SourceId[]))
    .check(z.describe('The source that was asked about the queue; null if none was.')),
  context: z.nullable(context),
  plan: z.nullable(z.object({ reads: z.array(read), needed: z.array(read), from: z.enum(['auto', 'input']) })),
  run: z.object({
    id: z.string(),
    attempt: z.string(),
    commit: z.string(),
    workflow: z.string(),
    job: z.string(),
    repository: z.string(),
    serverUrl: z.string(),
  }),
  testInputs: z
    .nullable(
      z.object({
        testOutcome: z.nullable(z.enum(TEST_OUTCOMES)),
        variant: text,
        maxExcused: number,
        minTests: number,
      }),
    )
    .check(z.describe('The inputs by which tests were judged; null if none were judged.')),
  startedAt: timestamp,
  endedAt: timestamp,
  calls: z.array(service.call),
  polls: z.number().check(z.describe('The number of polls that ended; 0 if there was none.')),
  timedOut: z.boolean().check(z.describe('True if the wait ran out.')),
  timeline: z
    .array(z.object({ elapsedMs: z.number(), what: sentence }))
    .check(z.describe('The changes during the wait.')),
  notices: z.array(sentence),
  explanation: github.explanation,
  facts,
})

export type Report = z.output<typeof reportSchema>
