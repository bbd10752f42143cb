import type { Facts } from '../facts/facts.ts'
import { isRead } from '../facts/facts.ts'
import { type QuarantinedTest, SCHEMA_VERSION } from '../facts/test-report.ts'
import type { Reason } from '../gate/reasons.ts'
import type { Result } from '../result.ts'
import { rendered } from '../text/message.ts'
import type { Report } from './report-schema.ts'

/** The document of the report file, with every message as text. */
export function reportOf(result: Result): Report {
  const { facts, ...rest } = documentOf(result)
  const { quarantinedTests, ...others } = facts
  return { ...rendered(rest), facts: { ...rendered(others), quarantinedTests: withoutCopy(quarantinedTests) } }
}

/** The list of tests can be long and holds no messages, so it is not copied. */
function withoutCopy(reading: Report['facts']['quarantinedTests']): Report['facts']['quarantinedTests'] {
  if (!isRead(reading)) return rendered(reading)
  const { value, ...about } = reading
  return { ...rendered(about), value }
}

function documentOf(result: Result): Report {
  const { verdict, context, plan, facts, tests } = result
  return {
    schemaVersion: SCHEMA_VERSION,
    conclusion: verdict.conclusion,
    succeeds: verdict.succeeds,
    reasons: verdict.reasons.map(reasonOf),
    conditions: verdict.conditions.map(each => ({ ...each, reasons: each.reasons.map(reasonOf) })),
    ready: verdict.ready,
    cause: result.cause,
    source: result.source,
    context: context && {
      kind: context.kind,
      repository: context.repository,
      pullRequest: context.pullRequest,
      targetBranch: context.targetBranch,
      headSha: context.headSha,
      testRunId: context.testRunId,
    },
    plan,
    run: result.run,
    testInputs: tests?.report.testInputs ?? null,
    startedAt: new Date(result.startedAt).toISOString(),
    endedAt: new Date(result.endedAt).toISOString(),
    calls: result.calls,
    polls: result.polls,
    timedOut: result.timedOut,
    timeline: result.timeline,
    notices: result.notices,
    explanation: result.explanation,
    facts: {
      pullRequest: facts.pullRequest,
      queue: facts.queue,
      testRun: facts.testRun,
      github: facts.github,
      mergeGroupChecks: facts.mergeGroupChecks,
      // The runner masks no secrets in the report, so it must not hold the output of tests.
      testReports: tests?.report.testReports,
      quarantinedTests: listOf(facts.quarantinedTests, tests?.report.quarantined ?? null),
    },
  }
}

function reasonOf({ code, condition, message, remedy }: Reason): Report['reasons'][number] {
  return { code, condition, message, remedy }
}

/** @param kept the part of the list that is kept; null for all of it */
function listOf(
  reading: Facts['quarantinedTests'],
  kept: QuarantinedTest[] | null,
): Report['facts']['quarantinedTests'] {
  if (!isRead(reading)) return reading
  const { tests, ...about } = reading.value
  return { ...reading, value: { ...about, count: tests.length, tests: kept ?? tests } }
}
