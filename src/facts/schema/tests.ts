/** Tests as the action's report file holds them: without their output, because the runner masks no secrets in files. */
import * as z from 'zod/mini'
import { says, sentence, textOrNull, timeOrNull } from './service.ts'

/** The members that identify a test; a test report and the list of quarantined tests share them. */
export const testIdentity = z.object({
  name: z.string().check(says('Empty if the test report gives none; nothing excuses such an entry.')),
  classname: textOrNull,
  file: textOrNull,
  parent: textOrNull.check(says('Name of the outermost `testsuite` that holds the test case.')),
})

/** All tries of a test count as one test. Equal tests of several suites also count as one, with the worst outcome. */
export const reportedTest = z.extend(testIdentity, {
  outcome: z.enum(['passed', 'failed', 'skipped']),
  flaky: z.boolean().check(says('It passed after a failed try.')),
})

export const failedTest = z.extend(testIdentity, {
  report: z.string().check(says('Path of its report, relative to the workspace.')),
})

/** Why the test reports can't be trusted fully. A problem names the place and never quotes the file. */
export const reportProblem = z.object({
  kind: z.enum(['missing', 'empty', 'malformed', 'truncated', 'outdated', 'unsearched']),
  message: sentence.check(says('One line: the file or the glob, line and column where known, and what is wrong.')),
})

export const testReports = z.object({
  files: z.array(z.string()).check(says('Relative to the workspace, each once.')),
  counts: z
    .object({ ran: z.number(), passed: z.number(), failed: z.number(), skipped: z.number(), flaky: z.number() })
    .check(says('Each test counts once. Skipped tests did not run; flaky tests are among those that passed.')),
  failed: z.array(failedTest),
  problems: z.array(reportProblem),
})

export const quarantinedTest = z.object({
  name: z.string(),
  parent: textOrNull,
  file: textOrNull,
  classname: textOrNull,
  variant: textOrNull,
  codeowners: z.array(z.string()),
  quarantinedAt: timeOrNull,
  statusLastUpdatedAt: timeOrNull,
  testCaseId: textOrNull,
})

/** The list of quarantined tests, as far as its pages were read. */
export const quarantinedTests = z.object({
  tests: z.array(quarantinedTest),
  leftOutCount: z.number().check(says('Number of rows left out: of another repository, or not quarantined.')),
  whyPartial: textOrNull.check(says('Why tests may be missing from the list; null if it is whole.')),
  mayBeOtherList: z.boolean().check(says('The list may be of a wrong collection, so it says nothing.')),
})
