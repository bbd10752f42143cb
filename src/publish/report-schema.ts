/**
 * The schema of the report file; its facts are described in `facts/schema/`. `scripts/docs.ts` makes
 * `docs/report.schema.json` of it. The bundle uses only the types.
 */
import * as z from 'zod/mini'
import { CONDITION_NAMES, READS } from '../facts/facts.ts'
import { SOURCES, type SourceId } from '../facts/profile.ts'
import * as github from '../facts/schema/github.ts'
import * as service from '../facts/schema/service.ts'
import { reading, says, sentence, textOrNull } from '../facts/schema/service.ts'
import * as tests from '../facts/schema/tests.ts'
import { CAUSES } from '../gate/causes/codes.ts'
import { REASONS, type ReasonCode } from '../gate/reason-codes.ts'
import type { CauseCode } from '../gate/reasons.ts'

const condition = z.enum(CONDITION_NAMES)
const verdict = z.enum(['met', 'unmet', 'unknown'])

const cause = z.object({
  code: z.enum([...Object.keys(CAUSES), ...Object.keys(REASONS)] as CauseCode[]),
  certain: z.boolean().check(says('True if a fact names the cause; else the cause is only possible.')),
  message: sentence,
  evidence: z.array(sentence).check(says('What else is known and helps to act.')),
  remedy: sentence,
})

const reason = z.object({
  code: z.enum(Object.keys(REASONS) as ReasonCode[]),
  condition: z.nullable(condition),
  message: sentence,
  remedy: sentence,
  headline: z.exactOptional(sentence).check(says('What happened, in at most eight words; absent if the code says it.')),
  cause: z.exactOptional(cause).check(says('What explains this reason.')),
})

const whyBlocking = z.enum(['not-quarantined', 'ambiguous', 'no-test', 'list-incomplete', 'too-many-excused'])
const failedTest = z.extend(tests.failedTest, {
  blocks: z.nullable(whyBlocking).check(says('Why the test blocks; null if it is excused.')),
})
const testReports = z.extend(tests.testReports, { failed: z.array(failedTest) })

const facts = z.object({
  pullRequest: reading(service.pullRequest),
  queue: reading(service.queue),
  testRun: reading(service.testRun),
  github: reading(github.gitHubPullRequest),
  mergeGroupChecks: reading(github.mergeGroupChecks),
  testReports: reading(testReports),
  quarantinedTests: reading(tests.quarantinedTests),
})

const context = z.object({
  kind: z.enum(['pull-request', 'test-branch', 'branch', 'merge-group', 'other']),
  repository: service.repository,
  pullRequest: z.nullable(z.number()),
  targetBranch: z.nullable(z.string()),
  eventSha: textOrNull.check(says('The commit of the event.')),
  testRunId: z.nullable(z.string()),
})

export const reportSchema = z.object({
  schemaVersion: z.literal(2),
  conclusion: z.enum(['passed', 'failed', 'unknown', 'reported', 'skipped', 'cancelled']),
  succeeds: z.boolean().check(says('True if the step succeeded.')),
  reasons: z.array(reason).check(says('The main reason first.')),
  conditions: z.array(
    z.object({
      condition,
      verdict,
      evidence: sentence,
      reasons: z.array(reason),
      final: z.boolean().check(says('True if waiting could not have made it met.')),
      outage: z.boolean().check(says('True if it is unknown only because of an outage.')),
    }),
  ),
  ready: z.nullable(verdict),
  cause: z.nullable(cause),
  doubts: z.array(service.doubt),
  source: z.nullable(z.enum(Object.keys(SOURCES) as SourceId[])).check(says('Null if nobody was asked.')),
  context: z.nullable(context),
  plan: z.nullable(
    z.object({
      reads: z.array(z.enum(READS)),
      decisiveReads: z.array(z.enum(READS)).check(says('The reads whose failure can decide the verdict.')),
      isAuto: z.boolean().check(says('True with `read: auto`.')),
    }),
  ),
  run: z.object({
    id: z.string(),
    attempt: z.string(),
    commit: z.string(),
    workflow: z.string(),
    job: z.string(),
    repository: z.string(),
    serverUrl: z.string(),
  }),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  calls: z.array(service.call),
  polls: z.number().check(says('The number of polls that ended; 0 if there was none.')),
  timedOut: z.boolean().check(says('True if the wait ran out.')),
  timeline: z.array(z.object({ elapsedMs: z.number(), what: sentence })).check(says('The changes during the wait.')),
  notices: z.array(sentence),
  explanation: github.explanation,
  facts,
})

export type Report = z.output<typeof reportSchema>
