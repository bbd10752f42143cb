import type { RunContext } from '../facts/context.ts'
import type { JudgedTests } from '../gate/quarantine/tests.ts'
import type { Result } from '../result.ts'
import { rendered } from '../text/message.ts'
import type { Report } from './report-schema.ts'

/** The document of the report file, with every message as text. */
export function reportDocument(result: Result): Report {
  const { verdict, context, judgedTests } = result
  return rendered<Report>({
    schemaVersion: 2,
    ...verdict,
    doubts: [...verdict.doubts],
    cause: result.cause,
    source: result.askedSource,
    context: context && contextInReport(context),
    plan: result.plan,
    run: result.workflowRun,
    startedAt: new Date(result.startedAt).toISOString(),
    endedAt: new Date(result.endedAt).toISOString(),
    calls: result.calls,
    polls: result.polls,
    timedOut: result.timedOut,
    timeline: result.timeline,
    notices: result.notices,
    explanation: result.explanation,
    facts: { ...result.facts, testReports: judgedTests ? { value: testsInReport(judgedTests) } : undefined },
  })
}

function contextInReport(context: RunContext): Report['context'] {
  const { kind, repository, pullRequest, targetBranch, eventSha, testRunId } = context
  return { kind, repository, pullRequest, targetBranch, eventSha, testRunId }
}

/** The tests without their output, because the runner masks no secrets in files. */
function testsInReport({ reports, failures }: JudgedTests) {
  const { files, counts, problems } = reports
  const whyBlocking = new Map(failures.blocking.map(({ test, why }) => [test, why]))
  const failed = reports.failed.map(test => {
    const { name, classname, file, parent, report } = test
    return { name, classname, file, parent, report, blocks: whyBlocking.get(test) ?? null }
  })
  return { files, counts, failed, problems }
}
