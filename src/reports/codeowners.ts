import fs from 'node:fs'
import path from 'node:path'
import { Minimatch, type MinimatchOptions } from 'minimatch'
import { plain } from '../escape.ts'
import { code, firstOf, type Message, say } from '../message.ts'
import { FileError, isInside } from '../runner/files.ts'
import type { Clean } from '../secret.ts'
import type { ReportPlaces } from './report-file.ts'

/** GitHub's places for the file, in GitHub's order: the first file that exists counts. */
const CODEOWNERS_PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const

/** GitHub loads no file of 3 MB or more. */
const SIZE_LIMIT = 3_000_000

/** GitHub knows neither braces nor extended globs; a path is the same on every system. */
const PATTERNS: MinimatchOptions = {
  dot: true,
  nobrace: true,
  noext: true,
  nocomment: true,
  nonegate: true,
  platform: 'linux',
}
/** No path in a repository is longer. */
const LONGEST_PATH = 4096
/** No part of a path is longer on any file system. */
const LONG_PART = /[^/]{256}/
/** The most stars that one part of a pattern may have: each further one makes matching a long name 100 times slower. */
const MOST_STARS = 3

/** Tells whether a line is about a file. */
type Fits = (file: string) => boolean

/** The owners of files, by GitHub's rules. */
interface Codeowners {
  /** Takes a path relative to the repository. Empty if no line fits it, or the last line that fits names nobody. */
  ownersOf(file: string): readonly string[]
  /** Numbers, from 1, of the lines that are skipped because they can't be read. */
  skippedLines: number[]
}

const MOST_LINES = 5

/**
 * Reads the CODEOWNERS file of the workspace, at `given` or in GitHub's places. A problem is told in a sentence, never
 * thrown, because owners are only shown.
 */
export function readCodeowners(
  { workspace, temp = '' }: ReportPlaces,
  given: string | null,
  clean: Clean,
): { codeowners: Codeowners | null; problem: Message | null } {
  const file = given ?? CODEOWNERS_PLACES.find(place => isThere(path.resolve(workspace, place)))
  if (file === undefined) return { codeowners: null, problem: null }
  try {
    const codeowners = parseCodeowners(clean(readInside(path.resolve(workspace, file), [workspace, temp])))
    const { skippedLines: lines } = codeowners
    if (lines.length === 0) return { codeowners, problem: null }
    const which = say`${lines.length === 1 ? 'line' : 'lines'} ${firstOf(lines, MOST_LINES, String)}`
    return { codeowners, problem: say`${plain(file)}: skipped ${which}, which cannot be read.` }
  } catch (error) {
    const wrong = error instanceof FileError ? error.message : 'cannot be read'
    const subject = given === null ? plain(file) : say`Input ${code('codeowners-path')}: ${plain(file)}`
    return { codeowners: null, problem: say`${subject} ${wrong}; only the owners that the service names are shown.` }
  }
}

/** True if a file exists; a broken link counts as existing. */
function isThere(file: string): boolean {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/** @throws {FileError} or Node's errors, whose messages can hold anything */
function readInside(file: string, folders: readonly string[]): string {
  if (!isThere(file)) throw new FileError('does not exist')
  const real = fs.realpathSync.native(file)
  if (!folders.some(folder => isInside(real, folder))) {
    throw new FileError("lies outside the workspace and the runner's temp folder")
  }
  const stats = fs.statSync(real)
  if (!stats.isFile()) throw new FileError('is not a regular file')
  if (stats.size >= SIZE_LIMIT) throw new FileError('is 3 MB or larger: GitHub does not load it either')
  return fs.readFileSync(real, 'utf8')
}

/** Reads the text of a CODEOWNERS file. The last line that fits a path counts. */
export function parseCodeowners(text: string): Codeowners {
  const rules: { fits: Fits; owners: readonly string[] }[] = []
  const skippedLines: number[] = []
  const lines = text.replace(/^\ufeff/, '').split('\n')
  for (const [at, line] of lines.entries()) {
    const [pattern, ...owners] = wordsOf(line)
    if (pattern === undefined) continue
    const fits = parsePattern(pattern)
    if (fits && owners.every(isOwner)) rules.push({ fits, owners })
    else skippedLines.push(at + 1)
  }
  const known = new Map<string, readonly string[]>()
  return {
    ownersOf(file) {
      const there = known.get(file)
      if (there) return there
      const inside = file
        .split(/[/\\]/)
        .filter(part => part !== '' && part !== '.')
        .join('/')
      const isPath = inside.length <= LONGEST_PATH && !LONG_PART.test(inside)
      const owners = (isPath && rules.findLast(rule => rule.fits(inside))?.owners) || []
      known.set(file, owners)
      return owners
    },
    skippedLines,
  }
}

/** The words of a line, up to a comment. A blank after a backslash belongs to the word. */
function wordsOf(line: string): string[] {
  const words = Array.from(line.matchAll(/(?:\\.?|[^\\ \t\r])+/gs), ([word]) => word)
  const comment = words.findIndex(word => word.startsWith('#'))
  return comment < 0 ? words : words.slice(0, comment)
}

/** `@user`, `@organization/team`, or an address. */
function isOwner(word: string): boolean {
  return /^@[\w.-]+(?:\/[\w.-]+)?$/.test(word) || /^[^\s@]+@[^\s@]+$/.test(word)
}

/**
 * Reads a pattern as GitHub does: as in `.gitignore`, but `folder/*` means only the files directly in the folder. Null
 * for a pattern that can't be read, such as one with `!`, `[ ]` or `\#`, which GitHub does not understand.
 */
function parsePattern(text: string): Fits | null {
  if (text.length > LONGEST_PATH || /^!|^\\#|[[\]]|\/\/|^\/$/.test(text)) return null
  if (text.split('/').some(part => part.split(/\*+/).length > MOST_STARS + 1)) return null
  const bare = text.replace(/\/$/, '')
  // A slash before the end ties a pattern to the root of the repository.
  const isAnchored = bare.includes('/')
  const rooted = isAnchored ? bare.replace(/^\//, '') : `**/${bare}`
  const itself = new Minimatch(rooted, PATTERNS)
  const below = new Minimatch(`${rooted}/**`, PATTERNS)
  const isFolder = bare !== text
  const ownsBelow = isFolder || !/\/\*\*?$/.test(bare)
  // The letters before the first star rule out most patterns of a large file far quicker than matching.
  const [start = ''] = (isAnchored ? rooted : bare).split(/[*?\\]/, 1)
  const mayFit = (file: string) => (isAnchored ? file.startsWith(start) : file.includes(start))
  return file => mayFit(file) && ((!isFolder && itself.match(file)) || (ownsBelow && below.match(file)))
}
