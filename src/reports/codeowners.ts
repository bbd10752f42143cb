import fs from 'node:fs'
import path from 'node:path'
import { Minimatch, type MinimatchOptions } from 'minimatch'
import { plain } from '../escape.ts'
import { firstOf } from '../facts/words.ts'
import { isInside } from '../runner/files.ts'
import type { Clean } from '../secret.ts'

/** Where GitHub looks, in its order; the first that is there counts. */
export const CODEOWNERS_PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const

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
/** In one part of a pattern: with each star more, matching a long name takes a hundred times as long. */
const MOST_STARS = 3

/** A line that names owners, or that takes them away. */
interface Rule {
  fits: (file: string) => boolean
  owners: readonly string[]
}

/** Who owns which file, by GitHub's rules. */
export interface Codeowners {
  /** Empty where nobody does, or the last line that fits names nobody. The path is relative to the repository. */
  ownersOf(file: string): readonly string[]
  /** Lines that are skipped because they can't be read, from 1. */
  skippedLines: number[]
}

/** What was found in the workspace. */
export interface CodeownersRead {
  /** Null where there is none, or none that counts. */
  codeowners: Codeowners | null
  /** As it was looked for: relative to the workspace, or as the input names it. */
  file: string | null
  /** One line about what is wrong with it: it does not count, or not all of its lines do. */
  problem: string | null
}

/**
 * Reads the CODEOWNERS file of the workspace. It never throws: owners are only shown.
 *
 * @param given `codeowners-path`; null for the places where GitHub looks
 */
export function readCodeowners(workspace: string, given: string | null, clean: Clean): CodeownersRead {
  for (const place of given === null ? CODEOWNERS_PLACES : [given]) {
    const found = readPlace(workspace, place)
    if (found === null) continue
    if ('wrong' in found) return { codeowners: null, file: place, problem: unread(place, given, found.wrong) }
    const codeowners = parseCodeowners(clean(found.text))
    return { codeowners, file: place, problem: skippedProblem(place, codeowners.skippedLines) }
  }
  return { codeowners: null, file: given, problem: given === null ? null : unread(given, given, 'does not exist') }
}

/** Names the input where it chose the file; the places where GitHub looks name themselves. */
function unread(place: string, given: string | null, wrong: string): string {
  const subject = given === null ? plain(place) : `Input \`codeowners-path\`: ${plain(place)}`
  return `${subject} ${wrong}; only the owners that the service names are shown.`
}

/** The text of a file; null where there is none. */
function readPlace(workspace: string, place: string): { text: string } | { wrong: string } | null {
  try {
    const wanted = path.resolve(workspace, place)
    if (!fs.lstatSync(wanted, { throwIfNoEntry: false })) return null
    const real = fs.realpathSync.native(wanted)
    if (!isInside(real, workspace)) return { wrong: 'lies outside the workspace' }
    const stats = fs.statSync(real)
    if (!stats.isFile()) return { wrong: 'is not a regular file' }
    if (stats.size >= SIZE_LIMIT) return { wrong: 'is not under 3 MB: GitHub does not load it either' }
    return { text: fs.readFileSync(real, 'utf8') }
  } catch {
    // What Node says can hold anything.
    return { wrong: 'can not be read' }
  }
}

/** Lines that are named. */
const MOST_LINES = 5

function skippedProblem(file: string, lines: readonly number[]): string | null {
  if (lines.length === 0) return null
  const which = `${lines.length === 1 ? 'line' : 'lines'} ${firstOf(lines, MOST_LINES, String)}`
  return `${plain(file)}: GitHub skips ${which}, which it can not read.`
}

/** Reads the text of a CODEOWNERS file. Of the lines that fit a path the last one counts. */
export function parseCodeowners(text: string): Codeowners {
  const rules: Rule[] = []
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
  const words = line.match(/(?:\\.?|[^\\ \t\r])+/gs) ?? []
  const comment = words.findIndex(word => word.startsWith('#'))
  return comment < 0 ? words : words.slice(0, comment)
}

/** `@user`, `@organization/team`, or an address. */
function isOwner(word: string): boolean {
  return /^@[\w.-]+(?:\/[\w.-]+)?$/.test(word) || /^[^\s@]+@[^\s@]+$/.test(word)
}

/**
 * Reads a pattern as GitHub does: as in `.gitignore`, but `!`, `[ ]` and `\#` are not understood, and `folder/*` means
 * only the files right in the folder.
 *
 * @returns null where the line is skipped
 */
function parsePattern(text: string): Rule['fits'] | null {
  if (text.length > LONGEST_PATH || /^!|^\\#|[[\]]|\/\/|^\/$/.test(text)) return null
  if (text.split('/').some(part => part.split(/\*+/).length > MOST_STARS + 1)) return null
  const bare = text.replace(/\/$/, '')
  // A slash before the end ties a pattern to the root of the repository.
  const isAnchored = bare.includes('/')
  const rooted = isAnchored ? bare.replace(/^\//, '') : `**/${bare}`
  const itself = new Minimatch(rooted, PATTERNS)
  const below = new Minimatch(`${rooted}/**`, PATTERNS)
  const isFolder = bare !== text
  const ownsBelow = isFolder || !(isAnchored ? /(?:^|\/)\*\*?$/ : /^\*\*$/).test(bare)
  // Most patterns of a large file are told apart by their first letters, far quicker than by matching.
  const start = isAnchored ? (rooted.split(/[*?\\]/, 1)[0] ?? '') : ''
  return file => file.startsWith(start) && ((!isFolder && itself.match(file)) || (ownsBelow && below.match(file)))
}
