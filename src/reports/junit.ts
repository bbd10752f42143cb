import path from 'node:path'
import { plain } from '../escape.ts'
import type { ReportProblem, TestReports } from '../facts/test-report.ts'
import type { Clean } from '../secret.ts'
import type { NamesOf } from './compact-names.ts'
import { createReportReader, type ReportHandler } from './report-elements.ts'
import { feedReport, ReportError, type ReportPlaces } from './report-file.ts'
import { addNameless, byHash, closeTries, createTally, MAX_KEPT, summarize, type Tally, testsNamed } from './tally.ts'
import { addTry, type Tries } from './tries.ts'

export interface ReadOptions extends ReportPlaces {
  clean: Clean
  /** Stops reading between two chunks of a file. */
  signal?: AbortSignal
}

/** Test reports that were read. */
export interface ReadReports {
  reports: TestReports
  /** All tests of them, for {@link withNamesakes}. */
  tally: Tally
  /** By path as it is shown: when the file was written last, in milliseconds since 1970. */
  modifiedAt: ReadonlyMap<string, number>
}

const MOST = MAX_KEPT.toLocaleString('en')
const TOO_MANY_FAILED = `over ${MOST} tests failed; the rest is not read`
const TOO_MANY_SCOPES = 'its tests have too many different classes and files; the rest is not read'
const TOO_MANY_NAMESAKES: ReportProblem = {
  kind: 'truncated',
  message: `Over ${MOST} tests of the reports bear the name of one that failed or is quarantined; the rest is left out.`,
}

/**
 * Reads JUnit XML, each file once. Of tests that passed or were skipped only hashes are kept, and what is needed to
 * find them by a name.
 *
 * @param paths absolute, or relative to the workspace; each once
 * @returns what all files together say; a file that can't be read or believed is a problem, its tests up to there count
 * @throws what `options.signal` was aborted with
 */
export async function readTestReports(paths: readonly string[], options: ReadOptions): Promise<ReadReports> {
  const { tally, parents, modifiedAt, problems } = await readAll(paths, options)
  const { counts, failed, flaky } = summarize(tally)
  if (counts.ran === 0 && paths.length > 0) problems.push(emptyProblem(paths.length, counts.skipped))
  const files = paths.map(file => shownPath(file, options))
  const reports: TestReports = {
    files,
    counts,
    failed,
    flaky,
    namesakes: [],
    singleParent: parents.size <= 1,
    problems,
  }
  const read = { reports, tally, modifiedAt }
  const names = byHash(failed.map(({ name }) => name))
  return { ...read, reports: withNamesakes(read, names) }
}

/**
 * The reports with more `namesakes`: the tests that bear one of the names and did not fail. Those of the failed tests
 * are in any reports that were read.
 *
 * @param namesOf the names of a hash, as a list of quarantined tests finds them
 */
export function withNamesakes({ reports, tally }: ReadReports, namesOf: NamesOf): TestReports {
  const namesakes = testsNamed(tally, reports.namesakes, namesOf)
  if (namesakes.length <= MAX_KEPT || reports.problems.includes(TOO_MANY_NAMESAKES)) return { ...reports, namesakes }
  return { ...reports, namesakes, problems: [...reports.problems, TOO_MANY_NAMESAKES] }
}

interface Pass {
  tally: Tally
  /** At most two: more than one is all that matters. */
  parents: Set<string>
  modifiedAt: Map<string, number>
  /** Test cases that were kept whole. */
  kept: number
  problems: ReportProblem[]
}

async function readAll(paths: readonly string[], options: ReadOptions): Promise<Pass> {
  const pass: Pass = { tally: createTally(), parents: new Set(), modifiedAt: new Map(), kept: 0, problems: [] }
  for (const file of paths) {
    const problem = (kind: ReportProblem['kind'], message: string) => {
      pass.problems.push({ kind, message: `${plain(shownPath(file, options))}: ${message}` })
    }
    const reader = createReportReader(createCollector(pass, shownPath(file, options), problem), options.clean)
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
): ReportHandler {
  const { tally, parents } = pass
  const open: Tries[] = []
  let isShort = false
  let isFull = false
  return {
    openSuite: () => open.push(new Map()),
    testCase(test) {
      if (test.parent !== null && parents.size < 2) parents.add(test.parent)
      if (test.outcome === 'failed' || test.flaky) pass.kept++
      if (pass.kept > MAX_KEPT || tally.names.isFull) {
        if (isFull) return
        isFull = true
        throw new ReportError('truncated', tally.names.isFull ? TOO_MANY_SCOPES : TOO_MANY_FAILED)
      }
      const tries = open.at(-1)
      if (test.name !== '' && tries) addTry(tries, test, report, tally)
      else addNameless(tally, test, report)
    },
    closeSuite() {
      const tries = open.pop()
      if (tries) closeTries(tally, tries)
    },
    shortage({ line, column }, message) {
      // The suites around it are short of the same.
      if (!isShort) problem('truncated', `line ${line}, column ${column}: ${message}`)
      isShort = true
    },
  }
}

function emptyProblem(files: number, skipped: number): ReportProblem {
  const of = files === 1 ? 'the report' : `${files} reports`
  const why = skipped > 0 ? ` (${skipped} skipped)` : ''
  return { kind: 'empty', message: `No test ran in ${of}${why}.` }
}

/** Relative to the workspace, with slashes; a file elsewhere as it is. */
function shownPath(file: string, { workspace, clean }: ReadOptions): string {
  const relative = path.relative(workspace, path.resolve(workspace, file))
  const isElsewhere = relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)
  return clean((isElsewhere ? file : relative).replaceAll(path.sep, '/'))
}
