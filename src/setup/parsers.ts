import { CONDITION_NAMES, type Condition, READS, type Read } from '../facts/facts.ts'
import { isLoopback } from '../http/exchange.ts'
import { parseDuration } from '../text/duration.ts'
import { code, type Message, say, together } from '../text/message.ts'

/** How the text of an input is read. A parser never repairs a text. */
export interface Parser<T> {
  /** The value; undefined if the text is wrong. */
  parse(text: string): T | undefined
  /** What is allowed, to follow "takes". */
  takes: Message
  /** A value that works, where {@link takes} does not list all of them. */
  example?: string
  /** The wrong part of a wrong text, if that is not all of it, and the name that is most like it. */
  wrongPart?(text: string): { part: string; meant: string | null }
  /** The text is never shown: it may hold a password. */
  isPrivate?: true
}

const HIGHEST_NUMBER = 2147483647

export const endpoint: Parser<URL> = {
  parse(text) {
    if (/[\s?#]/.test(text) || !URL.canParse(text)) return undefined
    const url = new URL(text)
    const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
    return isSafe && url.username + url.password === '' && !/\/v[12]\/*$/i.test(url.pathname) ? url : undefined
  },
  takes: "the service's base URL: https (http for loopback only), without version, user, password, query and fragment",
  example: 'https://queue.example.com',
  isPrivate: true,
}

export const organization: Parser<string> = {
  parse: text => matching(text, /^[\w.-]{1,200}$/),
  takes: say`a slug of letters, digits, ${code('-')}, ${code('_')} and ${code('.')}`,
  example: 'acme',
}

export const testCollection: Parser<string> = {
  parse: text => matching(text, /^[A-Za-z\d]{8}$/),
  takes: 'the id that the service shows, 8 letters or digits',
  example: 'a1B2c3D4',
}

/** `owner/name`; the owner can hold slashes, for hosts other than GitHub. */
export const repository: Parser<{ owner: string; name: string }> = {
  parse(text) {
    const parts = text.split('/')
    const isPath = parts.length > 1 && parts.every(part => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part))
    return isPath ? { owner: parts.slice(0, -1).join('/'), name: parts.at(-1) ?? '' } : undefined
  },
  takes: say`a repository as ${code('owner/name')}`,
  example: 'acme/rocket',
}

/** A branch as git allows it (git-check-ref-format), with or without `refs/heads/`. */
export const branch: Parser<string> = {
  parse(text) {
    const name = text.replace(/^refs\/heads\//, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids control characters in names of branches
    const bad = /[\u0000- \u007f~^:?*[\\]|\.\.|@\{|\/\/|^[/-]|[/.]$|^refs\/|\.lock$|^$/
    return bad.test(name) || name.length > 1000 ? undefined : name
  },
  takes: 'the name of a branch as git allows it',
  example: 'main',
}

export const pullRequestNumber: Parser<number> = {
  parse(text) {
    const value = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
    return value >= 1 && value <= HIGHEST_NUMBER ? value : undefined
  },
  takes: `the number of a pull request, 1 to ${HIGHEST_NUMBER}`,
  example: '42',
}

/** Not every runner gives this id: any text but a number means that it is not known. */
export const checkRunId: Parser<number | null> = {
  parse: text => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null),
  takes: 'the id of a check run',
}

export const testRunId: Parser<string> = {
  parse: text => matching(text, /^[\w.:-]{1,200}$/),
  takes: "the id of a test run, which ends the name of the run's test branch",
  example: '2f1c0a3e-5d84-4b7a-9c6e-1f0b2d3c4e5f',
}

export const statusContext: Parser<string> = {
  // GitHub refuses longer names, and characters outside the Basic Multilingual Plane.
  parse: text => matching(text, /^[^\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\u{10000}-\u{10ffff}]{1,255}$/u),
  takes: 'one line of at most 255 characters without emoji',
  example: 'merge-queue-gate',
}

export const line: Parser<string> = {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  parse: text => matching(text, /^[^\u0000-\u001f\u007f]{1,1000}$/),
  takes: 'one line of at most 1,000 characters',
  example: 'linux',
}

/** A text that is compared with others of its kind, and never shown. */
export const anyText: Parser<string> = { parse: text => text, takes: 'any text' }

/** The booleans of YAML 1.2's core schema, as `getBooleanInput` of actions/toolkit takes them. */
export const flag: Parser<boolean> = {
  parse: text => (/^(?:true|True|TRUE)$/.test(text) ? true : /^(?:false|False|FALSE)$/.test(text) ? false : undefined),
  takes: say`${code('true')} or ${code('false')}`,
}

export const globs: Parser<string[]> = {
  parse(text) {
    const lines = text.split(/[\r\n]/).map(each => each.trim())
    const wanted = lines.filter(each => each !== '' && !each.startsWith('#'))
    return wanted.some(each => !each.startsWith('!')) ? wanted : undefined
  },
  takes: say`globs, one a line, of which at least one does not begin with ${code('!')}`,
  example: 'reports/**/*.xml',
}

export const reads: Parser<'auto' | Read[]> = {
  ...namesOf<Read>(READS, 'auto', 'pull-request, queue'),
  parse: text => (text === 'auto' ? text : listed(text, READS)),
}

export const conditions: Parser<Condition[]> = {
  ...namesOf<Condition>(CONDITION_NAMES, 'none', 'ready, queue-running'),
  parse: text => (text === 'none' ? [] : listed(text, CONDITION_NAMES)),
}

export function countOf(least: number): Parser<number> {
  return {
    parse: text => (/^\d{1,9}$/.test(text) && Number(text) >= least ? Number(text) : undefined),
    takes: `a whole number from ${least} on`,
    example: '10',
  }
}

export function durationOf(leastMs: number): Parser<number> {
  return {
    parse(text) {
      const value = parseDuration(text)
      return value === null || value < leastMs ? undefined : value
    },
    takes: `whole numbers with units (s, m, h, d)${leastMs > 0 ? `, at least ${leastMs / 1000}s` : ''}`,
    example: '1h30m',
  }
}

export function oneOf<Value extends string>(...values: Value[]): Parser<Value> {
  return { parse: text => values.find(each => each === text), takes: orList(values) }
}

function matching(text: string, pattern: RegExp): string | undefined {
  return pattern.test(text) ? text : undefined
}

export function itemsOf(text: string): string[] {
  return text
    .split(/[,\r\n]/)
    .map(item => item.trim())
    .filter(item => item !== '')
}

/** The names that a text lists, each once, in the order of `names`; undefined if it lists another one, or none. */
function listed<Name extends string>(text: string, names: readonly Name[]): Name[] | undefined {
  const items = itemsOf(text)
  const isRight = items.length > 0 && items.every(item => names.some(name => name === item))
  return isRight ? names.filter(name => items.includes(name)) : undefined
}

/** A list of names; `alone` can't stand beside others. */
function namesOf<Name extends string>(
  names: readonly Name[],
  alone: string,
  example: string,
): Omit<Parser<Name[]>, 'parse'> {
  return {
    takes: say`${code(alone)}, or any of ${orList(names)}`,
    example,
    wrongPart(text) {
      const part = itemsOf(text).find(item => !names.some(name => name === item)) ?? text
      return { part, meant: nearestOf(part, names) }
    },
  }
}

/** The name that a text probably means; null if it is like none of them. */
export function nearestOf(text: string, names: readonly string[]): string | null {
  const shape = shapeOf(text)
  const distances = names.map(name => ({ name, distance: editDistance(shape, shapeOf(name)) }))
  const near = distances.filter(({ name, distance }) => distance <= tolerance(shapeOf(name).length))
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.name ?? null
}

/** How many letters of a name may be wrong: a short name is one letter away from many others. */
function tolerance(length: number): number {
  if (length < 5) return 0
  return length < 8 ? 1 : 2
}

/** People mistake hyphens, underscores and capitals for each other. */
function shapeOf(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

/** How many letters have to be put in, taken out, replaced or swapped with the next one (optimal string alignment). */
function editDistance(a: string, b: string): number {
  // Longer texts are like none of our names, and would cost much.
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i++) {
    rows.push([i])
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const replaced = at(i - 1, j - 1) + (isSame ? 0 : 1)
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : replaced
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped))
    }
  }
  return at(a.length, b.length)
}

export function orList(names: readonly string[]): Message {
  const [last, ...before] = names.toReversed().map(name => code(name))
  if (last === undefined || before.length === 0) return last === undefined ? '' : together([last])
  return together([together(before.toReversed(), ', '), ' or ', last])
}
