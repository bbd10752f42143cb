import path from 'node:path'
import type { ReportProblem, TestOutcome, TestReports } from '../facts/test-report.ts'
import { plain } from '../text/escape.ts'
import { firstOf, type Message, say } from '../text/message.ts'
import type { Clean } from '../text/secret.ts'
import type { Shortage } from './counts.ts'
import { globReports } from './glob.ts'
import { createReportReader } from './report-elements.ts'
import { feedReport, ReportError, type ReportPlaces } from './report-file.ts'
import { createTally, summarize, type Tally } from './tally.ts'

export interface ReadOptions extends ReportPlaces {
  clean: Clean
  /** Aborts reading, between two chunks of a file. */
  signal?: AbortSignal
  /** Outcome of the step that ran the tests; null if not given. */
  testOutcome?: TestOutcome | null
}

export interface ReadReports {
  reports: TestReports
  /** When each file was last written, in milliseconds since 1970, by its shown path. */
  modifiedAt: ReadonlyMap<string, number>
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
 * Reads JUnit XML files, each once. A file that can't be read or believed is a problem; tests before the fault
 * count. Throws only on cancellation.
 */
export async function readTestReports(paths: readonly string[], options: ReadOptions): Promise<ReadReports> {
  const pass: Pass = { tally: createTally(), modifiedAt: new Map(), problems: [], notices: [] }
  for (const file of paths) await readReport(file, pass, options)
  const { tally, problems, ...rest } = pass
  const summary = summarize(tally)
  if (summary.counts.ran === 0 && paths.length > 0) problems.push(emptyProblem(paths.length, summary.counts.skipped))
  return { reports: { files: paths.map(file => shownPath(file, options)), ...summary, problems }, ...rest }
}

interface Pass extends Pick<ReadReports, 'notices'> {
  tally: Tally
  modifiedAt: Map<string, number>
  problems: ReportProblem[]
}

async function readReport(file: string, pass: Pass, options: ReadOptions): Promise<void> {
  const { tally, modifiedAt, notices } = pass
  const { testOutcome } = options
  const report = shownPath(file, options)
  const problem = (kind: ReportProblem['kind'], message: string) => {
    pass.problems.push({ kind, message: `${plain(report)}: ${message}` })
  }
  let isShort = false
  const shortage = ({ place: { line, column }, message, isOfCases }: Shortage) => {
    const told = `line ${line}, column ${column}: ${message}`
    const isForgiven = isOfCases && testOutcome === 'success'
    if (isForgiven) notices.push(`${plain(report)}: ${told}`)
    // The outer suites lack the same tests, so they are not told as well.
    else if (!isShort) problem('truncated', told)
    isShort ||= !isForgiven
  }
  const sink = { tally, report, stepFailed: testOutcome === 'failure', shortage }
  const reader = createReportReader(sink, options)
  try {
    await feedReport(file, options, reader, time => modifiedAt.set(report, time), options.signal)
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

/** Times of files are truncated, and clocks of two machines differ. */
const TOLERANCE_MS = 2000
const MOST_NAMED = 5

/** A sentence on reports that are older than the job, as in a workspace that outlives jobs; null if there are none. */
export function leftOver({ modifiedAt }: ReadReports, jobStartedAt: number): Message | null {
  const old = [...modifiedAt].flatMap(([file, time]) => (time < jobStartedAt - TOLERANCE_MS ? [file] : []))
  if (old.length === 0) return null
  const names = firstOf(old, MOST_NAMED, file => plain(file, 120))
  const are = old.length === 1 ? 'A test report is' : `${old.length} test reports are`
  return say`${are} older than this job and left over from an earlier one: ${names}. Delete old reports before the tests run.`
}
