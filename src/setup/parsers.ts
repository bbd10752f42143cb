import { isLoopback } from '../http/exchange.ts'
import { parseDuration } from '../text/duration.ts'
import { code, type Message, say } from '../text/message.ts'

/** How the text of an input is read. A parser never guesses what a wrong text means. */
export interface Parser<T> {
  /** Undefined if the text is wrong; null if it means the same as an empty text. */
  parse(text: string): T | undefined
  /** What is allowed, to follow "takes". Absent if `names` tell it, or if any text is allowed. */
  takes?: Message
  /** The names that are allowed. */
  names?: readonly string[]
  /** A value that works. */
  example?: string
  /** The text is never shown: it may hold a password. */
  isPrivate?: true
}

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

export const organization = matching(
  /^[\w.-]{1,200}$/,
  say`a slug of letters, digits, ${code('-')}, ${code('_')} and ${code('.')}`,
  'acme',
)

export const testCollection = matching(/^[A-Za-z\d]{8}$/, 'its id at the service, 8 letters or digits', 'a1B2c3D4')

export const repository: Parser<{ owner: string; name: string }> = {
  parse(text) {
    const [, owner, name] = /^([\w-]+)\/(?!\.+$)([\w.-]+)$/.exec(text) ?? []
    return owner && name ? { owner, name } : undefined
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

/** Not every runner gives this id: any text but a number means that it is not known. */
export const checkRunId: Parser<number | null> = {
  parse: text => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null),
}

export const testRunId = matching(
  /^[\w.:-]{1,200}$/,
  "the id of a test run, which ends the name of the run's test branch",
  '2f1c0a3e-5d84-4b7a-9c6e-1f0b2d3c4e5f',
)

export const statusContext = matching(
  // GitHub refuses longer names, and characters outside the Basic Multilingual Plane.
  /^[^\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\u{10000}-\u{10ffff}]{1,255}$/u,
  'one line of at most 255 characters without emoji',
  'merge-queue-gate',
)

export const anyText: Parser<string> = { parse: text => text }

/** The booleans of YAML 1.2's core schema, as `getBooleanInput` of actions/toolkit takes them. */
export const flag: Parser<boolean> = {
  parse: text => (/^(?:true|True|TRUE)$/.test(text) ? true : /^(?:false|False|FALSE)$/.test(text) ? false : undefined),
  names: ['true', 'false'],
}

export const globs: Parser<string[]> = {
  parse(text) {
    const lines = itemsOf(text, /[\r\n]/).filter(line => !line.startsWith('#'))
    return lines.some(line => !line.startsWith('!')) ? lines : undefined
  },
  takes: say`globs, one a line, of which at least one does not begin with ${code('!')}`,
  example: 'reports/**/*.xml',
}

export function wholeNumber(least: number, most = 999_999_999, example = '10'): Parser<number> {
  return {
    parse(text) {
      const value = /^(?:0|[1-9]\d{0,9})$/.test(text) ? Number(text) : -1
      return value >= least && value <= most ? value : undefined
    },
    takes: `a whole number from ${least} to ${most}`,
    example,
  }
}

export function durationFrom(leastMs: number): Parser<number> {
  return {
    parse(text) {
      const value = parseDuration(text) ?? -1
      return value < leastMs ? undefined : value
    },
    takes: `whole numbers with units (s, m, h, d)${leastMs > 0 ? `, at least ${leastMs / 1000}s` : ''}`,
    example: '1h30m',
  }
}

export function oneOf<T extends string>(...values: T[]): Parser<T> {
  return { parse: text => values.find(each => each === text), names: values }
}

/** Names, each once, in the order of `names`; null for `alone`, which can't stand beside others. */
export function namesOf<T extends string>(names: readonly T[], alone: string, example: string): Parser<T[] | null> {
  return {
    parse(text) {
      if (text === alone) return null
      const items = itemsOf(text)
      const found = names.filter(name => items.includes(name))
      return found.length > 0 && found.length === new Set(items).size ? found : undefined
    },
    names: [alone, ...names],
    example,
  }
}

/** The items of a text, without blanks around them, and without empty ones. */
export function itemsOf(text: string, separator = /[,\r\n]/): string[] {
  const items = text.split(separator).map(item => item.trim())
  return items.filter(item => item !== '')
}

function matching(pattern: RegExp, takes: Message, example: string): Parser<string> {
  return { parse: text => (pattern.test(text) ? text : undefined), takes, example }
}

/** The name that a text probably means; undefined if it is like none of them. */
export function meantBy(text: string, names: readonly string[]): string | undefined {
  // People mistake hyphens, underscores and capitals for each other.
  const letters = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '')
  return names.find(name => isNear(letters(text), letters(name)))
}

/** True if at most one letter is wrong, missing or too many, or two are swapped. Short names are near many others. */
function isNear(text: string, name: string): boolean {
  if (name.length < 5) return text === name
  let same = 0
  while (same < name.length && text[same] === name[same]) same++
  const [a, b] = [text.slice(same), name.slice(same)]
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return isSwapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)
}
