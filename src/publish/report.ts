import { json } from '../escape.ts'
import type { Facts } from '../facts/facts.ts'
import { SCHEMA_VERSION } from '../facts/leg-report.ts'
import type { GitHubFailure, Reading } from '../facts/reading.ts'
import type { QuarantinedTest, TestList } from '../facts/test-list.ts'
import type { Report } from './report-schema.ts'
import type { Result } from './result.ts'

/** The report with its long list still as the JSON that it is kept as; the rest is held against the schema. */
export type ReportData = WithTestList<Report>
type WithTestList<T> = T extends QuarantinedTest[]
  ? TestList
  : T extends object
    ? { [Name in keyof T]: WithTestList<T[Name]> }
    : T

/** The report file's document. */
export function reportOf(result: Result): ReportData {
  const { verdict, context, plan, facts, tests } = result
  return {
    schemaVersion: SCHEMA_VERSION,
    conclusion: verdict.conclusion,
    succeeds: verdict.succeeds,
    reasons: verdict.reasons,
    conditions: verdict.conditions,
    ready: verdict.ready,
    diagnoses: result.diagnoses,
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
    leg: result.leg ?? result.run.job,
    testInputs: tests?.report.testInputs ?? null,
    startedAt: new Date(result.startedAt).toISOString(),
    endedAt: new Date(result.endedAt).toISOString(),
    calls: result.calls,
    polls: result.polls,
    timedOut: result.timedOut,
    timeline: result.timeline,
    notices: result.notices,
    facts: {
      pullRequest: facts.pullRequest,
      queue: facts.queue,
      testRun: facts.testRun,
      github: ofGitHub(facts.github),
      foundRun: ofGitHub(facts.foundRun),
      checks: ofGitHub(facts.checks),
      headChecks: ofGitHub(facts.headChecks),
      rules: ofGitHub(facts.rules),
      timeline: ofGitHub(facts.timeline),
      // What tests said goes where the runner masks it, and so not here.
      testReports: tests?.report.testReports ?? { kind: 'not-asked' },
      legReports: tests?.report.legReports ?? { kind: 'not-asked' },
      quarantinedTests: listOf(facts.quarantinedTests, tests?.report.quarantined ?? null),
    },
  }
}

/** Version 1 of the report has a failure of GitHub's side beside its kind, and that of a service inside `failure`. */
function ofGitHub<T>(reading: Reading<T, GitHubFailure>) {
  return reading.kind === 'failed' ? { kind: reading.kind, ...reading.failure } : reading
}

/** @param kept what is kept of the list; null for all of it */
function listOf(reading: Facts['quarantinedTests'], kept: TestList | null): ReportData['facts']['quarantinedTests'] {
  if (reading.kind !== 'read') return reading
  const { tests, ...about } = reading.value
  return { ...reading, value: { ...about, count: tests.count, tests: kept ?? tests } }
}

/**
 * The document as JSON, a member a line, in pieces: a list of a hundred thousand tests never stands in memory as one
 * text.
 */
export function* reportPieces(report: ReportData): Generator<string | Uint8Array> {
  const { facts, ...rest } = report
  const { quarantinedTests, ...others } = facts
  yield `{\n${lines(rest)}"facts": {\n${lines(others)}"quarantinedTests": `
  if (quarantinedTests.kind === 'read') {
    const { value, ...reading } = quarantinedTests
    const { tests, ...about } = value
    yield `{${members(reading)}, "value": {${members(about)}, "tests": [`
    yield* tests.json()
    yield ']}}'
  } else yield json(quarantinedTests)
  yield '\n}\n}\n'
}

/** A member a line. */
function lines(value: object): string {
  return Object.entries(value)
    .map(([name, member]) => `${json(name)}: ${json(member)},\n`)
    .join('')
}

function members(value: object): string {
  return json(value).slice(1, -1)
}
