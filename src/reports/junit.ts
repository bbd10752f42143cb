import path from 'node:path'
import { plain } from '../escape.ts'
import type { ReportProblem, TestReports } from '../facts/test-report.ts'
import { NameHashes } from './name-hashes.ts'
import { createReportReader, type ReportHandler } from './report-elements.ts'
import { type FileStamp, feedReport, ReportError, type ReportPlaces } from './report-file.ts'
import { addNameless, closeTries, createTally, keptTests, MAX_KEPT, summarize, type Tally } from './tally.ts'
import { createTestHasher } from './test-hash.ts'
import { addTry, createTries, type Keeping, type Tries } from './tries.ts'

export interface ReadOptions extends ReportPlaces {
  /** Stops reading between two chunks of a file. */
  signal?: AbortSignal
}

/** Test reports that were read, and what it takes to look into the same files again. */
export interface ReadReports {
  reports: TestReports
  /** By path as it was given: the version that was read. */
  stamps: ReadonlyMap<string, FileStamp>
  options: ReadOptions
}

/** What is said of a file that is another one when it is looked at again. */
const CHANGED = 'it changed after it was read'
const TOO_MANY = `over ${MAX_KEPT.toLocaleString('en')} tests failed or have the name of one that did; the rest is not read`

/**
 * Reads JUnit XML. Memory stays flat: of tests that passed or were skipped only hashes are kept, and the files are
 * read again where a failed test has namesakes among them.
 *
 * @param paths absolute, or relative to the workspace; each once
 * @returns what all files together say; a file that can't be read or believed is a problem, its tests up to there count
 * @throws what `options.signal` was aborted with
 */
export async function readTestReports(paths: readonly string[], options: ReadOptions): Promise<ReadReports> {
  const passedNames = new NameHashes()
  const keeping: Keeping = { hash: createTestHasher(), addName: passedNames.add, isWanted: null }
  const pass = await readAll(paths, options, keeping)
  const { counts, failed, flaky } = summarize(pass.tally)
  const problems = [...pass.problems]
  if (counts.ran === 0 && paths.length > 0) problems.push(emptyProblem(paths.length, counts.skipped))
  const read: ReadReports = {
    reports: {
      files: paths.map(file => shownPath(file, options)),
      counts,
      failed,
      flaky,
      namesakes: [],
      singleParent: pass.parents.size <= 1,
      problems,
    },
    stamps: pass.stamps,
    options,
  }
  const names = new Set(failed.map(({ name }) => name).filter(name => name !== ''))
  const reports = passedNames.mayHave(names)
    ? await readNamesakes(read, name => names.has(name))
    : { ...read.reports, namesakes: keptTests(pass.tally).filter(({ name }) => names.has(name)) }
  return { ...read, reports }
}

/**
 * Reads the same files once more for all tests of some names.
 *
 * @param isWanted called with each test's name, which is never empty
 * @returns the reports with those `namesakes` and no others; a file that changed in the meantime is a problem more
 * @throws what the signal was aborted with
 */
export async function readNamesakes(read: ReadReports, isWanted: (name: string) => boolean): Promise<TestReports> {
  const { reports, stamps, options } = read
  const files = [...stamps.keys()]
  const pass = await readAll(files, options, { hash: createTestHasher(), addName: () => undefined, isWanted })
  const changed = files
    .filter(file => pass.stamps.get(file)?.version !== stamps.get(file)?.version)
    .map(file => problemOf(file, options, 'malformed', CHANGED))
  // What was wrong at first is wrong again.
  const known = new Set(reports.problems.map(({ message }) => message))
  const problems = [...changed, ...pass.problems].filter(({ message }) => !known.has(message))
  return { ...reports, namesakes: keptTests(pass.tally), problems: [...reports.problems, ...problems] }
}

interface Pass {
  tally: Tally
  /** At most two: more than one is all that matters. */
  parents: Set<string>
  stamps: Map<string, FileStamp>
  /** Test cases that were kept whole. */
  kept: number
  problems: ReportProblem[]
}

async function readAll(paths: readonly string[], options: ReadOptions, keeping: Keeping): Promise<Pass> {
  const pass: Pass = { tally: createTally(), parents: new Set(), stamps: new Map(), kept: 0, problems: [] }
  const spare: Tries[] = []
  for (const file of paths) {
    const problem = (kind: ReportProblem['kind'], message: string) => {
      pass.problems.push(problemOf(file, options, kind, message))
    }
    const reader = createReportReader(
      createCollector(pass, { report: shownPath(file, options), spare, keeping, problem }),
    )
    try {
      const opened = (stamp: FileStamp) => pass.stamps.set(file, stamp)
      await feedReport(file, options, reader, { opened, signal: options.signal })
    } catch (error) {
      if (!(error instanceof ReportError)) throw error
      reader.abandon()
      problem(error.kind, error.message)
    }
  }
  return pass
}

interface Collecting {
  report: string
  /** Tries of suites that are closed, to be used again. */
  spare: Tries[]
  keeping: Keeping
  problem: (kind: ReportProblem['kind'], message: string) => void
}

/** Puts the cases of one report into the tally. */
function createCollector(pass: Pass, { report, spare, keeping, problem }: Collecting): ReportHandler {
  const { tally, parents } = pass
  const open: Tries[] = []
  let isShort = false
  let isFull = false
  return {
    openSuite: () => open.push(spare.pop() ?? createTries()),
    testCase(test) {
      if (test.parent !== null && parents.size < 2) parents.add(test.parent)
      if (keeping.isWanted?.(test.name) ?? (test.outcome === 'failed' || test.flaky)) pass.kept++
      if (pass.kept > MAX_KEPT) {
        if (isFull) return
        isFull = true
        throw new ReportError('truncated', TOO_MANY)
      }
      const tries = open.at(-1)
      if (test.name !== '' && tries) addTry(tries, test, report, keeping)
      else if (!keeping.isWanted) addNameless(tally, test, report)
    },
    closeSuite() {
      const tries = open.pop()
      if (!tries) return
      closeTries(tally, tries)
      spare.push(tries)
    },
    shortage({ line, column }, message) {
      // The suites around it are short of the same.
      if (!isShort) problem('truncated', `line ${line}, column ${column}: ${message}`)
      isShort = true
    },
  }
}

function problemOf(file: string, places: ReportPlaces, kind: ReportProblem['kind'], message: string): ReportProblem {
  return { kind, message: `${plain(shownPath(file, places))}: ${message}` }
}

function emptyProblem(files: number, skipped: number): ReportProblem {
  const of = files === 1 ? 'the report' : `${files} reports`
  const why = skipped > 0 ? ` (${skipped} skipped)` : ''
  return { kind: 'empty', message: `No test ran in ${of}${why}.` }
}

/** Relative to the workspace, with slashes; a file elsewhere as it is. */
function shownPath(file: string, { workspace }: ReportPlaces): string {
  const relative = path.relative(workspace, path.resolve(workspace, file))
  const isElsewhere = relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)
  return (isElsewhere ? file : relative).replaceAll(path.sep, '/')
}
