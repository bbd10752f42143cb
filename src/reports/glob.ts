import fs from 'node:fs'
import path from 'node:path'
import { create } from '@actions/glob'
import type { ReportProblem } from '../facts/test-report.ts'
import { errorCode } from '../http/exchange.ts'
import { isInside } from '../runner/runner.ts'
import { code, say } from '../text/message.ts'
import type { ReportPlaces } from './report-file.ts'

export interface GlobbedReports {
  /** Absolute and sorted; a file that several lines match, or several links lead to, occurs once. */
  paths: string[]
  /** Lines that match no file (`missing`), lead outside (`outside`), or can't be searched (`unsearched`). */
  problems: ReportProblem[]
}

/**
 * Finds test reports by the globs of an input, one a line, as GitHub's toolkit reads them: `!` excludes files of the
 * lines before it, `#` begins a comment, a folder stands for all its files. Links are followed; the search of a line
 * ends at the first file outside the workspace and the runner's temp folder.
 */
export async function globReports(lines: readonly string[], places: ReportPlaces): Promise<GlobbedReports> {
  const patterns = lines.map(line => line.trim()).filter(line => line !== '' && !line.startsWith('#'))
  const found = new Map<string, string>()
  const problems: ReportProblem[] = []
  for (const [at, line] of patterns.entries()) {
    if (line.startsWith('!')) continue
    const exclusions = patterns.slice(at + 1).filter(each => each.startsWith('!'))
    const problem = await searchLine(line, exclusions, places, found)
    if (problem) problems.push({ ...problem, message: say`${code('junit-paths')}: ${code(line)}${problem.message}` })
  }
  return { paths: [...found.values()].toSorted(), problems }
}

/** Adds the files that a line matches, by their real paths. Returns its problem, worded to follow the line itself. */
async function searchLine(
  line: string,
  exclusions: readonly string[],
  places: ReportPlaces,
  found: Map<string, string>,
): Promise<ReportProblem | null> {
  const globber = await create([line, ...exclusions].map(each => rooted(each, places.workspace)).join('\n'), {
    followSymbolicLinks: true,
    matchDirectories: false,
  })
  let matches = 0
  try {
    for await (const file of globber.globGenerator()) {
      const real = fs.realpathSync.native(file)
      if (!isWithin(real, places)) return { kind: 'outside', message: OUTSIDE }
      if (!found.has(real) || file === real) found.set(real, file)
      matches++
    }
  } catch (error) {
    return { kind: 'unsearched', message: ` can't be searched (${errorCode(error) || 'unknown error'})` }
  }
  return matches > 0 ? null : { kind: 'missing', message: ' matches no file (write one glob a line)' }
}

const OUTSIDE = ' leads outside the workspace and the temp folder of the runner'

/** An absolute glob: the toolkit would start a relative one at the process's folder. */
function rooted(line: string, workspace: string): string {
  if (line.startsWith('!')) return `!${rooted(line.slice(1).trim(), workspace)}`
  if (/^~(?:[\\/]|$)/.test(line)) return line
  // The toolkit understands `.` and `..` only at the very start.
  return path.normalize(path.isAbsolute(line) ? line : `${escapeGlob(workspace)}/${line}`)
}

/** Escapes a path as the toolkit does: inside brackets, a character stands for itself. */
function escapeGlob(text: string): string {
  const slashed = path.sep === '\\' ? text : text.replaceAll('\\', '\\\\')
  return slashed
    .replace(/\[(?=[^/]+\])/g, '[[]')
    .replaceAll('?', '[?]')
    .replaceAll('*', '[*]')
}

/** @param real the path after all links */
function isWithin(real: string, { workspace, temp }: ReportPlaces): boolean {
  return isInside(real, workspace) || (temp !== undefined && isInside(real, temp))
}
