/**
 * Test reports as a report file may hold them: without the output of failed tests, which stays where the runner masks
 * secrets.
 */
import * as z from 'zod/mini'
import { number, sentence, text, time } from './shapes.ts'

/** The members that identify a test; a test report and the list of quarantined tests share them. */
export const testIdentity = z.object({
  name: z.string().check(z.describe('Empty if the report gives none: then it is no test, and nothing excuses it.')),
  classname: text,
  file: text,
  parent: text.check(z.describe('Name of the outermost `testsuite` that holds the test case.')),
})

/** A test with its outcome. Its tries are one test; equal tests of several suites count by their worst outcome. */
export const reportedTest = z.extend(testIdentity, {
  outcome: z.enum(['passed', 'failed', 'skipped']),
  flaky: z.boolean().check(z.describe('It passed after a failed try.')),
})

export const failedTest = z.extend(testIdentity, {
  line: number.check(z.describe('Its line in `file`, from 1, as the report gives it; null if the report gives none.')),
  report: z.string().check(z.describe('Path of its report, relative to the workspace.')),
})

const testCounts = z
  .object({ ran: z.number(), passed: z.number(), failed: z.number(), skipped: z.number(), flaky: z.number() })
  .check(z.describe('Each test counts once. Skipped tests did not run; flaky tests are among those that passed.'))

/** Why the reports can't be trusted fully, by file, line and column, never with their content. */
export const reportProblem = z.object({
  kind: z
    .enum(['missing', 'empty', 'malformed', 'truncated', 'outdated', 'outside', 'unsearched'])
    .check(
      z.describe(
        '`missing`: a glob matched nothing. `empty`: no test ran in any report. `malformed`: not a well-formed test report. `truncated`: fewer cases, or fewer failures, than a suite counts; or more tests than are read. `outdated`: older than the job. `outside`: a glob leads out of the workspace and the temp folder of the runner. `unsearched`: a folder, link or name under a glob cannot be read.',
      ),
    ),
  message: sentence.check(
    z.describe('One line that names the file (or the glob), line and column where they are known, and what is wrong.'),
  ),
})

export const testReports = z.object({
  files: z.array(z.string()).check(z.describe('Relative to the workspace, each once.')),
  counts: testCounts,
  failed: z.array(failedTest),
  problems: z.array(reportProblem),
})

export const quarantinedTest = z.object({
  name: z.string(),
  parent: text,
  file: text,
  classname: text,
  variant: text,
  codeowners: z.array(z.string()),
  quarantinedAt: time,
  statusLastUpdatedAt: time,
  testCaseId: text,
})

/** The list of quarantined tests, as far as its pages were read. */
export const quarantinedTests = z.object({
  tests: z.array(quarantinedTest),
  pages: z.number(),
  totalRows: number.check(z.describe('Number of rows, as the service counts them.')),
  leftOut: z.number().check(z.describe('Number of rows left out: of another repository, or not what was asked for.')),
  partial: text.check(z.describe('Why this is not the whole list; null where it is.')),
  isUnknown: z.boolean().check(z.describe('This may be the list of another collection, so it proves nothing.')),
})
