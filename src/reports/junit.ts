import path from 'node:path'
import type { ReportProblem, TestOutcome, TestReports } from '../facts/test-report.ts'
import { plain } from '../text/escape.ts'
import type { Clean } from '../text/secret.ts'
import type { Shortage } from './counts.ts'
import { feedReport, globReports, type ReportPlaces } from './files.ts'
import { createReportReader } from './reader.ts'
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
  const found = await globReports(globs, options)
  const read = await readTestReports(found.paths, options)
  return { ...read, reports: { ...read.reports, problems: [...found.problems, ...read.reports.problems] } }
}

/**
 * Reads JUnit XML files. A file that can't be read or believed is a problem; tests before the fault count. An outcome
 * `success` beside a failed test is not true, so the files are read again as those of a step that failed. Throws only
 * on cancellation.
 */
export async function readTestReports(paths: readonly string[], options: ReadOptions): Promise<ReadReports> {
  const read = await readAll(paths, options)
  const isUntrue = options.testOutcome === 'success' && read.reports.failed.length > 0
  return isUntrue ? readAll(paths, { ...options, testOutcome: 'failure' }) : read
}

async function readAll(paths: readonly string[], options: ReadOptions): Promise<ReadReports> {
  const tally = createTally()
  const problems: ReportProblem[] = []
  const notices: string[] = []
  for (const file of paths) await readReport(file, { tally, problems, notices }, options)
  const summary = summarize(tally)
  if (summary.counts.ran === 0 && paths.length > 0) problems.push(emptyProblem(paths.length, summary.counts.skipped))
  return { reports: { files: paths.map(file => shownPath(file, options)), ...summary, problems }, notices }
}

/** Clocks of file systems are coarse. */
const TOLERANCE_MS = 2000
const OUTDATED = 'it is older than this job (left over from an earlier one, or unpacked, which can keep old times)'

async function readReport(
  file: string,
  { tally, problems, notices }: { tally: Tally; problems: ReportProblem[]; notices: string[] },
  options: ReadOptions,
): Promise<void> {
  const { testOutcome = null, jobStart = 0, workspace, clean, signal } = options
  const report = shownPath(file, options)
  const problem = (kind: ReportProblem['kind'], message: string) => {
    problems.push({ kind, message: `${plain(report)}: ${message}` })
  }
  let isShort = false
  const short = ({ place: { line, column }, message, isOfCases }: Shortage) => {
    const sentence = `line ${line}, column ${column}: ${message}`
    const isForgiven = isOfCases && testOutcome === 'success'
    if (isForgiven) notices.push(`${plain(report)}: ${sentence}`)
    // The outer suites lack the same tests, so they are not told as well.
    else if (!isShort) problem('truncated', sentence)
    isShort ||= !isForgiven
  }
  const reader = createReportReader({ tally, report, outcome: testOutcome, workspace, clean, short })
  try {
    const writtenAt = await feedReport(path.resolve(workspace, file), reader, signal)
    if (writtenAt < jobStart - TOLERANCE_MS) problem('outdated', OUTDATED)
  } catch (error) {
    if (!(error instanceof ReportError)) throw error
    reader.abandon()
    problem(error.kind, error.message)
  }
}

function emptyProblem(files: number, skipped: number): ReportProblem {
  const of = files === 1 ? 'the report' : `${files} reports`
  const why = skipped > 0 ? ` (${skipped} skipped)` : ''
  return { kind: 'empty', message: `No test ran in ${of}${why}` }
}

/** Relative to the workspace, with slashes; unchanged for a file elsewhere. */
function shownPath(file: string, { workspace, clean }: ReadOptions): string {
  const relative = path.relative(workspace, path.resolve(workspace, file))
  const isElsewhere = relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)
  return clean((isElsewhere ? file : relative).replaceAll(path.sep, '/'))
}
