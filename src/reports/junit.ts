import fs from 'node:fs'
import path from 'node:path'
import { create } from '@actions/glob'
import type { ReportProblem, TestReports } from '../facts/test-report.ts'
import { isInside } from '../runner/runner.ts'
import { code, plain, say } from '../text/message.ts'
import { errorCode } from '../text/outside.ts'
import { createReportReader } from './reader.ts'
import type { Shortage } from './suite.ts'
import { summarize, type Tally } from './tally.ts'
import type { ReportOptions } from './test-case.ts'
import { feedReport, ReportError } from './xml.ts'

interface ReadOptions extends Omit<ReportOptions, 'report'> {
  /** The runner's temp folder, which may hold reports, too. */
  temp?: string
  signal?: AbortSignal
  /** In milliseconds since 1970. A report that was written before is outdated. */
  jobStart?: number
}

type Folders = Pick<ReadOptions, 'workspace' | 'temp'>

export interface ReadReports {
  reports: TestReports
  /** On suites that show fewer tests than they count, although the step that ran them succeeded. */
  notices: string[]
}

/** Finds test reports by the lines of `junit-paths`, and reads them. Throws only on cancellation. */
export async function readMatchingReports(globs: readonly string[], options: ReadOptions): Promise<ReadReports> {
  const { paths, problems } = await findReports(globs, options)
  const { reports, notices } = await readTestReports(paths, options)
  return { reports: { ...reports, problems: [...problems, ...reports.problems] }, notices }
}

/**
 * Finds test reports by the globs of an input, one a line, as GitHub's toolkit reads them: `!` excludes files of the
 * lines before, `#` begins a comment, a folder stands for all its files. Links are followed. The search of a line ends
 * at the first file outside the workspace and the runner's temp folder.
 *
 * @returns absolute paths, sorted; a file that several lines match, or several links lead to, occurs once
 */
export async function findReports(lines: readonly string[], folders: Folders) {
  const patterns = lines.map(line => line.trim()).filter(line => line !== '' && !line.startsWith('#'))
  const pathByRealPath = new Map<string, string>()
  const problems: ReportProblem[] = []
  for (const [at, line] of patterns.entries()) {
    if (line.startsWith('!')) continue
    const exclusions = patterns.slice(at + 1).filter(each => each.startsWith('!'))
    const problem = await search([line, ...exclusions], folders, pathByRealPath)
    if (problem) problems.push({ ...problem, message: say`${code('junit-paths')}: ${code(line)} ${problem.message}` })
  }
  return { paths: [...pathByRealPath.values()].toSorted(), problems }
}

/** Adds the files that a line matches to the map. Returns the problem of the line, worded to follow the line itself. */
async function search(
  patterns: readonly string[],
  { workspace, temp }: Folders,
  pathByRealPath: Map<string, string>,
): Promise<ReportProblem | null> {
  const rooted = patterns.map(each => rootedAt(workspace, each)).join('\n')
  const globber = await create(rooted, { followSymbolicLinks: true, matchDirectories: false })
  let hasMatch = false
  try {
    for await (const file of globber.globGenerator()) {
      const real = fs.realpathSync.native(file)
      const isWithin = isInside(real, workspace) || (temp !== undefined && isInside(real, temp))
      if (!isWithin)
        return { kind: 'unsearched', message: 'leads outside the workspace and the temp folder of the runner' }
      // A path without links replaces one with links to the same file.
      if (!pathByRealPath.has(real) || file === real) pathByRealPath.set(real, file)
      hasMatch = true
    }
  } catch (error) {
    return { kind: 'unsearched', message: `can't be searched (${errorCode(error) || 'unknown error'})` }
  }
  return hasMatch ? null : { kind: 'missing', message: 'matches no file (write one glob a line)' }
}

/** An absolute glob: the toolkit would start a relative one at the process's folder. */
function rootedAt(workspace: string, line: string): string {
  if (line.startsWith('!')) return `!${rootedAt(workspace, line.slice(1).trim())}`
  if (/^~(?:[\\/]|$)/.test(line)) return line
  // In brackets, a character stands for itself.
  const literal = workspace.replace(/[[?*]/g, '[$&]')
  // The toolkit understands `.` and `..` only at the very start.
  return path.normalize(path.isAbsolute(line) ? line : `${literal}/${line}`)
}

/**
 * Reads JUnit XML files, by their absolute paths. Of a file that can't be read to its end, the first tests count. A failed
 * test refutes the outcome `success`: all files are read again, as those of a failed step. Throws only on cancellation.
 */
export async function readTestReports(paths: readonly string[], options: ReadOptions): Promise<ReadReports> {
  const tally: Tally = { tests: new Map(), cases: 0, failures: 0 }
  const files = paths.map(each => shownPath(each, options))
  const problems: ReportProblem[] = []
  const notices: string[] = []
  for (const file of paths) {
    const read = await readReport(file, { ...options, report: shownPath(file, options) }, tally)
    problems.push(...read.problems)
    notices.push(...read.notices)
  }
  const { counts, failed, ...others } = summarize(tally)
  if (options.testOutcome === 'success' && failed.length > 0) {
    return readTestReports(paths, { ...options, testOutcome: 'failure' })
  }
  if (counts.ran === 0 && files.length > 0) {
    const skipped = counts.skipped > 0 ? ` (${counts.skipped} skipped)` : ''
    const where = files.length === 1 ? 'the report' : `${files.length} reports`
    problems.push({ kind: 'empty', message: `No test ran in ${where}${skipped}` })
  }
  return { reports: { files, counts, failed, ...others, problems }, notices }
}

/** Clocks of file systems are coarse. */
const TOLERANCE_MS = 2000
const OUTDATED = 'it is older than this job (left over from an earlier one, or unpacked, which can keep old times)'

async function readReport(file: string, options: ReadOptions & ReportOptions, tally: Tally) {
  const { testOutcome, jobStart = 0, report, signal } = options
  const inReport = (message: string) => `${plain(report)}: ${message}`
  const problems: ReportProblem[] = []
  const reader = createReportReader(options, tally)
  try {
    const writtenAt = await feedReport(file, reader, signal)
    if (writtenAt < jobStart - TOLERANCE_MS) problems.push({ kind: 'outdated', message: inReport(OUTDATED) })
  } catch (error) {
    if (!(error instanceof ReportError)) throw error
    reader.closeAll()
    problems.push({ kind: error.kind, message: inReport(error.message) })
  }
  const isNotice = ({ missing }: Shortage) => missing === 'cases' && testOutcome === 'success'
  // One shortage is enough: what an inner suite lacks, its outer suites lack, too.
  const shortage = reader.shortages.find(each => !isNotice(each))
  if (shortage) problems.push({ kind: 'truncated', message: inReport(shortage.message) })
  return { problems, notices: reader.shortages.filter(isNotice).map(({ message }) => inReport(message)) }
}

/** Relative to the workspace, with slashes; unchanged for a file elsewhere. */
function shownPath(file: string, { workspace, clean }: ReadOptions): string {
  const relative = path.relative(workspace, file)
  const isElsewhere = relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)
  return clean((isElsewhere ? file : relative).replaceAll(path.sep, '/'))
}
