import fs from 'node:fs'
import path from 'node:path'
import { create } from '@actions/glob'
import { errorCode } from '../error-code.ts'
import type { ReportProblem } from '../facts/test-report.ts'
import { code, say } from '../message.ts'
import { isInside } from '../runner/files.ts'
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
export async function globReports(
  lines: readonly string[],
  places: ReportPlaces,
  input = 'junit-paths',
): Promise<GlobbedReports> {
  const patterns = lines.map(line => line.trim()).filter(line => line !== '' && !line.startsWith('#'))
  const found = new Map<string, string>()
  const problems: ReportProblem[] = []
  for (const [at, line] of patterns.entries()) {
    if (line.startsWith('!')) continue
    const exclusions = patterns.slice(at + 1).filter(each => each.startsWith('!'))
    const problem = await searchLine(line, exclusions, places, found)
    if (problem) problems.push({ ...problem, message: say`${code(input)}: ${code(line)}${problem.message}` })
  }
  return { paths: [...found.values()].toSorted(), problems }
}

/** The problem of a line that matches no file. Commas in braces are a part of the glob; others are a likely mistake. */
function noFile(line: string): ReportProblem {
  const hasCommas = line.replace(/\{[^{}]*\}/g, '').includes(',')
  const escapes = path.sep !== '\\' && line.includes('\\') ? ' (separate folders with /)' : ''
  return {
    kind: 'missing',
    message: ` matches no file${hasCommas ? ' (write one glob a line: a comma does not separate them)' : escapes}`,
  }
}

/**
 * Adds the files that a line matches, by their real paths. Returns its problem, worded to follow the line itself.
 *
 * @param omitBrokenSymbolicLinks true to pass over names that a folder lists but that lead to no file. The first search
 *   stops at such a name, because it may be that of a report, and not valid UTF-8
 */
async function searchLine(
  line: string,
  exclusions: readonly string[],
  places: ReportPlaces,
  found: Map<string, string>,
  omitBrokenSymbolicLinks = false,
): Promise<ReportProblem | null> {
  const globber = await create([line, ...exclusions].map(each => rooted(each, places.workspace)).join('\n'), {
    followSymbolicLinks: true,
    matchDirectories: false,
    omitBrokenSymbolicLinks,
  })
  let matches = 0
  const start = realPath(globber.getSearchPaths()[0] ?? '')
  try {
    if (start === null) return noFile(line)
    // The start can be the workspace itself, so a file in it is checked.
    if (!isWithin(path.join(start, 'file'), places)) return outside(' starts outside')
    for await (const file of globber.globGenerator()) {
      const real = realPath(file)
      if (real === null) continue
      if (!isWithin(real, places)) return outside(' leads by a link outside')
      if (isUndecodable(file + real)) return unsearched(NOT_UTF8)
      if (!found.has(real) || file === real) found.set(real, file)
      matches++
    }
  } catch (error) {
    const isLast = omitBrokenSymbolicLinks || holdsUndecodable(start ?? '', places)
    if (!isLast) return searchLine(line, exclusions, places, found, true)
    // The code of an unreadable folder, or of a link that leads to itself; what is listed and not found has none.
    return unsearched(errorCode(error) || (omitBrokenSymbolicLinks ? 'unknown error' : NOT_UTF8))
  }
  return matches > 0 ? null : noFile(line)
}

/** True if a name below is not valid UTF-8. */
function holdsUndecodable(start: string, places: ReportPlaces): boolean {
  const open = [start]
  // Links can lead in circles.
  const seen = new Set<string>()
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const real = realPath(folder)
    if (real === null || seen.has(real) || !isWithin(path.join(real, 'file'), places)) continue
    seen.add(real)
    for (const entry of entriesOf(real)) {
      const below = path.join(real, entry.name)
      if (isUndecodable(entry.name)) return true
      if (entry.isDirectory() || entry.isSymbolicLink()) open.push(below)
    }
  }
  return false
}

/** Node decodes names that are not valid UTF-8 with U+FFFD in them, so two of them can look alike. */
function isUndecodable(name: string): boolean {
  return name.includes('\ufffd')
}

/** The entries of a folder; none if it is a file or can't be listed, which the search itself notices where it matters. */
function entriesOf(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

const NOT_UTF8 = 'a name in it is not valid UTF-8'

function unsearched(why: string): ReportProblem {
  return { kind: 'unsearched', message: ` can't be searched (${why})` }
}

function outside(message: string): ReportProblem {
  return { kind: 'outside', message: `${message} the workspace and the temp folder of the runner` }
}

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

function realPath(file: string): string | null {
  try {
    return fs.realpathSync.native(file)
  } catch {
    return null
  }
}

/** @param real the path after all links */
function isWithin(real: string, { workspace, temp }: ReportPlaces): boolean {
  return isInside(real, workspace) || (temp !== undefined && isInside(real, temp))
}
