import path from 'node:path'
import type { ReportProblem, TestOutcome, TestReports } from '../facts/test-report.ts'
import { plain } from '../text/escape.ts'
import type { Clean } from '../text/secret.ts'
import { feedReport, globReports, type ReportPlaces } from './files.ts'
import { createReportReader } from './reader.ts'
import type { Shortage } from './suite.ts'
import { createTally, summarize, type Tally } from './tally.ts'
import { ReportError } from './xml.ts'

interface ReadOptions extends ReportPlaces {
  clean: Clean
  /** Aborts reading, between two chunks of a file. */
  signal?: AbortSignal
  /** Outcome of the step that ran the tests; null if not given. */
  testOutcome?: TestOutcome | null
  /** When the job started, in milliseconds since 1970; reports that were written before are left over. */
  jobStart?: number
}

export interface ReadReports {
  reports: TestReports
  /** On suites that show fewer tests than they count, although the step that ran them succeeded. */
  notices: string[]
}

/** Finds the test reports of the workspace by `junit-paths` and reads them. Throws only on cancellation. */
export async function readWorkspace(globs: readonly string[], options: ReadOptions): Promise<ReadReports> {
  const { paths, problems } = await globReports(globs, options)
  const { reports, notices } = await readTestReports(paths, options)
  return { reports: { ...reports, problems: [...problems, ...reports.problems] }, notices }
}

/**
 * Reads JUnit XML files. A file that can't be read or believed is a problem; tests before the fault count. An outcome
 * `success` beside a failed test is not true, so the files are read again as those of a step that failed. Throws only
 * on cancellation.
 */
export async function readTestReports(paths: readonly string[], options: ReadOptions): Promise<ReadReports> {
  const tally = createTally()
  const problems: ReportProblem[] = []
  const notices: string[] = []
  const shown = paths.map(file => shownPath(file, options))
  for (const [at, file] of paths.entries()) {
    const report = shown[at] ?? file
    const read = await readReport(path.resolve(options.workspace, file), report, tally, options)
    problems.push(...read.problems.map(each => ({ ...each, message: `${plain(report)}: ${each.message}` })))
    notices.push(...read.notices.map(({ message }) => `${plain(report)}: ${message}`))
  }
  const { counts, failed, ...others } = summarize(tally)
  if (options.testOutcome === 'success' && failed.length > 0) {
    return readTestReports(paths, { ...options, testOutcome: 'failure' })
  }
  if (counts.ran === 0 && paths.length > 0) {
    const skipped = counts.skipped > 0 ? ` (${counts.skipped} skipped)` : ''
    const where = paths.length === 1 ? 'the report' : `${paths.length} reports`
    problems.push({ kind: 'empty', message: `No test ran in ${where}${skipped}` })
  }
  return { reports: { files: shown, counts, failed, ...others, problems }, notices }
}

/** Clocks of file systems are coarse. */
const TOLERANCE_MS = 2000
const OUTDATED = 'it is older than this job (left over from an earlier one, or unpacked, which can keep old times)'

async function readReport(file: string, report: string, tally: Tally, options: ReadOptions) {
  const { testOutcome = null, jobStart = 0, workspace, clean, signal } = options
  const problems: { kind: ReportProblem['kind']; message: string }[] = []
  const reader = createReportReader({ tally, report, outcome: testOutcome, workspace, clean })
  try {
    const writtenAt = await feedReport(file, reader, signal)
    if (writtenAt < jobStart - TOLERANCE_MS) problems.push({ kind: 'outdated', message: OUTDATED })
  } catch (error) {
    if (!(error instanceof ReportError)) throw error
    reader.abandon()
    problems.push({ kind: error.kind, message: error.message })
  }
  const isForgiven = ({ isOfCases }: Shortage) => isOfCases && testOutcome === 'success'
  // The outer suites lack the same tests, so they are not told as well.
  const short = reader.shortages.find(each => !isForgiven(each))
  if (short) problems.push({ kind: 'truncated', message: short.message })
  return { problems, notices: reader.shortages.filter(isForgiven) }
}

/** Relative to the workspace, with slashes; unchanged for a file elsewhere. */
function shownPath(file: string, { workspace, clean }: ReadOptions): string {
  const relative = path.relative(workspace, path.resolve(workspace, file))
  const isElsewhere = relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)
  return clean((isElsewhere ? file : relative).replaceAll(path.sep, '/'))
}
