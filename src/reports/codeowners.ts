import fs from 'node:fs'
import path from 'node:path'
import { plain } from '../escape.ts'
import { firstOf } from '../facts/words.ts'
import { isInside } from '../runner/files.ts'
import { type PathPattern, parsePattern } from './path-pattern.ts'

/** Where GitHub looks, in its order; the first that is there counts. */
export const CODEOWNERS_PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const

/** GitHub loads no file of 3 MB or more. */
const SIZE_LIMIT = 3_000_000

/** A line that names owners, or that takes them away. */
interface Rule {
  pattern: PathPattern
  owners: readonly string[]
  /** Of the file, from 1. */
  line: number
}

/** Who owns which file, by GitHub's rules. */
export interface Codeowners {
  /** Empty where nobody does, or the last line that fits names nobody. The path is relative to the repository. */
  ownersOf(file: string): readonly string[]
  /** Lines that GitHub skips because it can't read them, from 1. */
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
export function readCodeowners(workspace: string, given: string | null): CodeownersRead {
  for (const place of given === null ? CODEOWNERS_PLACES : [given]) {
    const found = readPlace(workspace, place)
    if (found === null) continue
    if ('wrong' in found) return { codeowners: null, file: place, problem: unread(place, given, found.wrong) }
    const codeowners = parseCodeowners(found.text)
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
    const [first, ...owners] = wordsOf(line)
    if (first === undefined) continue
    const pattern = parsePattern(first)
    if (pattern && owners.every(isOwner)) rules.push({ pattern, owners, line: at + 1 })
    else skippedLines.push(at + 1)
  }
  const lastFor = rulesByStart(rules)
  const known = new Map<string, readonly string[]>()
  return {
    ownersOf(file) {
      const owners = known.get(file) ?? lastFor(file)?.owners ?? []
      known.set(file, owners)
      return owners
    },
    skippedLines,
  }
}

/** What blanks stand between, up to a comment. A blank after a backslash belongs to the word. */
function wordsOf(line: string): string[] {
  const words = line.match(/(?:\\.?|[^\\ \t\r])+/gs) ?? []
  const comment = words.findIndex(word => word.startsWith('#'))
  return comment < 0 ? words : words.slice(0, comment)
}

/** `@user`, `@organization/team`, or an address. */
function isOwner(word: string): boolean {
  return /^@[\w.-]+(?:\/[\w.-]+)?$/.test(word) || /^[^\s@]+@[^\s@]+$/.test(word)
}

/** Finds the last rule for a path. Most begin with the name of a folder, so only few have to be tried. */
function rulesByStart(rules: readonly Rule[]): (file: string) => Rule | null {
  const byStart = new Map<string, Rule[]>()
  const anywhere: Rule[] = []
  // The last comes first.
  for (const rule of rules.toReversed()) {
    const { start } = rule.pattern
    const own = start === null ? anywhere : (byStart.get(start) ?? [])
    own.push(rule)
    if (start !== null) byStart.set(start, own)
  }
  return file => {
    const parts = partsOf(file)
    const fits = ({ pattern }: Rule) => pattern.fits(parts)
    const general = anywhere.find(fits) ?? null
    const special = byStart.get(parts[0] ?? '')?.find(fits) ?? null
    if (!general || !special) return general ?? special
    return general.line > special.line ? general : special
  }
}

/** The parts of a path between slashes, without what only says "from here on". */
function partsOf(file: string): string[] {
  return file.split(/[/\\]/).filter(part => part !== '' && part !== '.')
}
