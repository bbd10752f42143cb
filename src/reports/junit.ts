import path from 'node:path'
import { plain } from '../escape.ts'
import type { TestOutcome } from '../facts/leg-report.ts'
import type { ReportProblem, TestReports } from '../facts/test-report.ts'
import type { Clean } from '../secret.ts'
import { createReportReader, type ReportHandler } from './report-elements.ts'
import { feedReport, ReportError, type ReportPlaces } from './report-file.ts'
import { addTry, closeSuite, createTally, fullness, summarize, type Tally, type TestsByIdentity } from './tally.ts'

export interface ReadOptions extends ReportPlaces {
  clean: Clean
  /** Stops reading between two chunks of a file. */
  signal?: AbortSignal
  /** Of the step that ran the tests; null where it is not given. */
  testOutcome?: TestOutcome | null
}

/** Test reports that were read. */
export interface ReadReports {
  reports: TestReports
  /** By path as it is shown: when the file was written last, in milliseconds since 1970. */
  modifiedAt: ReadonlyMap<string, number>
  /** Suites that show fewer tests than they count, though the step that ran them succeeded. */
  notices: string[]
}

/**
 * Reads JUnit XML, each file once.
 *
 * @param paths absolute, or relative to the workspace; each once
 * @returns what all files together say; a file that can't be read or believed is a problem, its tests up to there count
 * @throws what `options.signal` was aborted with
 */
export async function readTestReports(paths: readonly string[], options: ReadOptions): Promise<ReadReports> {
  const { tally, parents, modifiedAt, problems, notices } = await readAll(paths, options)
  const summary = summarize(tally)
  if (summary.counts.ran === 0 && paths.length > 0) problems.push(emptyProblem(paths.length, summary.counts.skipped))
  const files = paths.map(file => shownPath(file, options))
  const reports: TestReports = { files, ...summary, singleParent: parents.size <= 1, problems }
  return { reports, modifiedAt, notices }
}

interface Pass {
  tally: Tally
  /** At most two: more than one is all that matters. */
  parents: Set<string>
  modifiedAt: Map<string, number>
  problems: ReportProblem[]
  notices: string[]
}

async function readAll(paths: readonly string[], options: ReadOptions): Promise<Pass> {
  const pass: Pass = { tally: createTally(), parents: new Set(), modifiedAt: new Map(), problems: [], notices: [] }
  for (const file of paths) {
    const problem = (kind: ReportProblem['kind'], message: string) => {
      pass.problems.push({ kind, message: `${plain(shownPath(file, options))}: ${message}` })
    }
    const collector = createCollector(pass, shownPath(file, options), problem, options.testOutcome)
    const reader = createReportReader(collector, options)
    try {
      const opened = (modifiedAt: number) => pass.modifiedAt.set(shownPath(file, options), modifiedAt)
      await feedReport(file, options, reader, { opened, signal: options.signal })
    } catch (error) {
      if (!(error instanceof ReportError)) throw error
      reader.abandon()
      problem(error.kind, error.message)
    }
  }
  return pass
}

/** Puts the cases of one report into the tally. */
function createCollector(
  pass: Pass,
  report: string,
  problem: (kind: ReportProblem['kind'], message: string) => void,
  testOutcome: TestOutcome | null = null,
): ReportHandler {
  const { tally, parents } = pass
  const open: TestsByIdentity[] = []
  let isShort = false
  let isFull = false
  return {
    openSuite: () => open.push(new Map()),
    testCase(test) {
      if (test.parent !== null && parents.size < 2) parents.add(test.parent)
      const full = fullness(tally)
      if (full !== null) {
        if (isFull) return
        isFull = true
        throw new ReportError('truncated', full)
      }
      const suite = open.at(-1)
      if (suite) addTry(tally, suite, test, report)
    },
    closeSuite(areMarked) {
      const suite = open.pop()
      if (suite) closeSuite(tally, suite, { areMarked, hasFailed: testOutcome === 'failure' })
    },
    shortage({ place: { line, column }, message, isOfCases }) {
      if (isOfCases && testOutcome === 'success') {
        pass.notices.push(`${plain(report)}: line ${line}, column ${column}: ${message}`)
        return
      }
      // The suites around it are short of the same.
      if (!isShort) problem('truncated', `line ${line}, column ${column}: ${message}`)
      isShort = true
    },
  }
}

function emptyProblem(files: number, skipped: number): ReportProblem {
  const of = files === 1 ? 'the report' : `${files} reports`
  const why = skipped > 0 ? ` (${skipped} skipped)` : ''
  return { kind: 'empty', message: `No test ran in ${of}${why}` }
}

/** Relative to the workspace, with slashes; a file elsewhere as it is. */
function shownPath(file: string, { workspace, clean }: ReadOptions): string {
  const relative = path.relative(workspace, path.resolve(workspace, file))
  const isElsewhere = relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)
  return clean((isElsewhere ? file : relative).replaceAll(path.sep, '/'))
}
