import fs from 'node:fs'
import path from 'node:path'
import { create, type GlobOptions } from '@actions/glob'
import { errorCode } from '../error-code.ts'
import { plain } from '../escape.ts'
import type { ReportProblem } from '../facts/test-report.ts'
import { isWithin, type ReportPlaces, realPath } from './report-file.ts'

/** The files that some globs name. */
export interface GlobbedReports {
  /** Absolute, sorted; a file that several lines match, or several links lead to, is there once. */
  paths: string[]
  /** Lines that match nothing (`missing`), and ways out of the workspace (`outside`). */
  problems: ReportProblem[]
}

/**
 * Finds test reports by the globs of GitHub's toolkit: a line that begins with `!` takes away from the lines before
 * it, one that begins with `#` is a comment, a folder stands for all that is in it. Links inside of the workspace are
 * followed, those that lead out are not, and are problems.
 *
 * @param lines one glob each; relative ones start at the workspace
 * @param input names the input that they are from
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
    const { paths, ways } = await matchesOf(line, exclusions, places)
    for (const way of ways) problems.push({ kind: 'outside', message: `${shown(input, line)}: ${way}` })
    for (const each of paths.toSorted()) {
      const real = realPath(each)
      if (real === null) problems.push({ kind: 'missing', message: `${shown(input, line)}: a link leads nowhere` })
      else if (!found.has(real) || each === real) found.set(real, each)
    }
    if (paths.length === 0 && ways.length === 0) {
      problems.push({ kind: 'missing', message: `${shown(input, line)} matches no file` })
    }
  }
  return { paths: [...found.values()].toSorted(), problems }
}

interface Matches {
  paths: string[]
  /** What leads out, or can't be followed, in words. */
  ways: string[]
}

/** A folder that may not be read, or a link that leads to itself, is a way that nobody can follow. */
async function matchesOf(line: string, exclusions: readonly string[], places: ReportPlaces): Promise<Matches> {
  try {
    return await search(line, exclusions, places)
  } catch (error) {
    const code = errorCode(error)
    return { paths: [], ways: [`it can't be searched (${code || 'unknown error'})`] }
  }
}

async function search(line: string, exclusions: readonly string[], places: ReportPlaces): Promise<Matches> {
  const pattern = rooted(line, places.workspace)
  const start = await startOf(pattern)
  const realStart = start === null ? null : realPath(start)
  if (realStart === null) return { paths: [], ways: [] }
  if (!isInsideOrAt(realStart, places)) {
    return { paths: [], ways: ['it starts outside the workspace and the temp folder of the runner'] }
  }
  const text = [pattern, ...exclusions.map(each => `!${rooted(each.slice(1).trim(), places.workspace)}`)].join('\n')
  const unfollowed = await run(text, { followSymbolicLinks: false, matchDirectories: false })
  const links = await linksOn(pattern)
  if (links.length === 0) return { paths: unfollowed, ways: [] }
  if (await leadsOut(pattern, places)) {
    return { paths: unfollowed.filter(each => !isFolder(each)), ways: ['a linked folder leads out of the workspace'] }
  }
  const followed = await run(text, { followSymbolicLinks: true, matchDirectories: false })
  // A link that leads nowhere is only among those that were not followed.
  return { paths: [...new Set([...followed, ...unfollowed])].filter(each => !isFolder(each)), ways: [] }
}

/** Links to folders that a search of this pattern comes by, without going into them. */
async function linksOn(pattern: string): Promise<string[]> {
  const items = await run(steps(pattern).join('\n'), { followSymbolicLinks: false, implicitDescendants: false })
  return items.filter(isLinkedFolder)
}

/** Whether a search of this pattern that follows links would leave the places; it is broken off before it does. */
async function leadsOut(pattern: string, places: ReportPlaces): Promise<boolean> {
  const globber = await create(steps(pattern).join('\n'), { followSymbolicLinks: true, implicitDescendants: false })
  // Folders come before what is in them.
  for await (const each of globber.globGenerator()) {
    const real = isLinkedFolder(each) ? realPath(each) : null
    if (real !== null && !isInsideOrAt(real, places)) return true
  }
  return false
}

/** The pattern of each folder on the way, the pattern itself, and all below it. */
function steps(pattern: string): string[] {
  const parts = pattern.split(path.sep === '\\' ? /[\\/]/ : '/')
  const firstGlob = parts.findIndex(part => /[*?[]/.test(part))
  const from = firstGlob < 0 ? parts.length : firstGlob + 1
  const ways = parts.map((_, at) => parts.slice(0, at + 1).join('/')).slice(Math.max(1, from - 2))
  return [...ways, `${pattern}/**`]
}

/** The folder, or file, where a search begins. */
async function startOf(pattern: string): Promise<string | null> {
  return (await create(pattern)).getSearchPaths()[0] ?? null
}

async function run(patterns: string, options: GlobOptions): Promise<string[]> {
  return (await create(patterns, options)).glob()
}

/** The toolkit would let a relative glob start at the process's folder. */
function rooted(line: string, workspace: string): string {
  if (/^~(?:[\\/]|$)/.test(line)) return line
  // The toolkit knows `.` and `..` at the very start only.
  return path.normalize(path.isAbsolute(line) ? line : `${escapeGlob(workspace)}/${line}`)
}

/** As the toolkit does it: in a class of its own a character stands for itself. */
function escapeGlob(text: string): string {
  const slashed = path.sep === '\\' ? text : text.replaceAll('\\', '\\\\')
  return slashed
    .replace(/\[(?=[^/]+\])/g, '[[]')
    .replaceAll('?', '[?]')
    .replaceAll('*', '[*]')
}

function isInsideOrAt(real: string, places: ReportPlaces): boolean {
  return (
    [places.workspace, places.temp].some(each => each !== undefined && realPath(each) === real) ||
    isWithin(real, places)
  )
}

function isLinkedFolder(file: string): boolean {
  return isFolder(file) && fs.lstatSync(file).isSymbolicLink()
}

function isFolder(file: string): boolean {
  try {
    return fs.statSync(file).isDirectory()
  } catch {
    return false
  }
}

function shown(input: string, line: string): string {
  return `${input}: ${plain(line)}`
}
