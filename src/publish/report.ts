import { json } from '../inert.ts'
import type { Report } from './report-schema.ts'
import type { Result } from './result.ts'

/** The report file's document. */
export function reportOf(result: Result): Report {
  const { verdict, context, plan, facts } = result
  return {
    schemaVersion: 1,
    conclusion: verdict.conclusion,
    succeeds: verdict.succeeds,
    reasons: verdict.reasons,
    conditions: verdict.conditions,
    ready: verdict.ready,
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
    startedAt: new Date(result.startedAt).toISOString(),
    endedAt: new Date(result.endedAt).toISOString(),
    calls: result.calls,
    askings: result.askings,
    timedOut: result.timedOut,
    timeline: result.timeline,
    notices: result.notices,
    facts,
  }
}

/**
 * The document as JSON, a member a line, in pieces: a list of a hundred thousand tests never stands in memory as one
 * text.
 */
export function* reportPieces(report: Report): Generator<string> {
  const { facts, ...rest } = report
  yield '{\n'
  for (const [name, value] of Object.entries(rest)) yield `${json(name)}: ${json(value)},\n`
  const { quarantinedTests, ...others } = facts
  yield '"facts": {\n'
  for (const [name, value] of Object.entries(others)) yield `${json(name)}: ${json(value)},\n`
  yield '"quarantinedTests": '
  if (quarantinedTests.kind === 'read') {
    const { value, ...reading } = quarantinedTests
    const { tests, ...about } = value
    yield `{${members(reading)}, "value": {${members(about)}, "tests": [`
    for (let at = 0; at < tests.length; at += PIECE) {
      const rows = tests.slice(at, at + PIECE).map(test => json(test))
      yield `${at === 0 ? '' : ','}\n${rows.join(',\n')}`
    }
    yield ']}}'
  } else yield json(quarantinedTests)
  yield '\n}\n}\n'
}

/** Tests of one piece. */
const PIECE = 500

function members(value: object): string {
  return json(value).slice(1, -1)
}
