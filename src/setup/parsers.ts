import { parseDuration } from '../duration.ts'
import { quoted } from '../escape.ts'
import { CONDITIONS, type Condition, READS, type Read } from '../facts/conditions.ts'
import { isLoopback } from '../loopback.ts'
import { nearest } from './suggest.ts'

/**
 * What the text of an input means, or what is wrong with it: the end of a sentence that begins "Input `name`", then what
 * to write instead. A parser never repairs.
 */
export type Parsed<T> = { value: T } | { problem: string }

/** Highest number of a pull request that the service takes. */
const HIGHEST_NUMBER = 2147483647

/** The base URL of the service. */
export function parseEndpoint(text: string): Parsed<URL> {
  const isUrl = !/\s/.test(text) && URL.canParse(text)
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) {
    const guess = `https://${text}`
    const isGuess = /^[\w.-]+\.[\w.-]+(?::\d+)?(?:\/[\w./-]*)?$/.test(text) && URL.canParse(guess)
    return { problem: ` must begin with https://${isGuess ? `. Did you mean ${quoted(guess)}?` : '.'}` }
  }
  // The URL parser drops line breaks and tabs in silence.
  if (!isUrl) return { problem: ": this is not a URL. Give the service's base URL, such as https://queue.example.com." }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') {
    return { problem: ' holds a user or a password. Leave them out: the token goes into `api-token`.' }
  }
  if (text.includes('?') || text.includes('#')) {
    return { problem: ` has a query or a fragment. Did you mean ${quoted(`${url.origin}${url.pathname}`)}?` }
  }
  if (url.protocol === 'http:' && !isLoopback(url)) {
    const secure = `https://${url.host}${url.pathname === '/' ? '' : url.pathname}`
    return { problem: ` must begin with https:// (http is for loopback only). Did you mean ${quoted(secure)}?` }
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { problem: ` must begin with https://, not with ${quoted(`${url.protocol}//`)}.` }
  }
  if (/\/v1\/*$/.test(url.pathname)) {
    const base = `${url.origin}${url.pathname.replace(/\/v1\/*$/, '')}`
    return { problem: ` ends in \`/v1\`, which the action adds itself. Did you mean ${quoted(base)}?` }
  }
  return { value: url }
}

export function parseOrganization(text: string): Parsed<string> {
  if (/^[\w.-]{1,200}$/.test(text)) return { value: text }
  return {
    problem: `: ${quoted(text)} is not a slug. Write it as the organization's settings at the service show it: letters, digits, \`-\`, \`_\` and \`.\`.`,
  }
}

/** `owner/name`; hosts other than GitHub have owners with slashes. */
export function parseRepository(text: string): Parsed<{ owner: string; name: string }> {
  const match = /^((?:[\w.-]+\/)*[\w.-]+)\/([\w.-]+)$/.exec(text)
  const safe = match && !text.split('/').some(part => /^\.+$/.test(part))
  if (safe) return { value: { owner: match[1] ?? '', name: match[2] ?? '' } }
  return { problem: `: ${quoted(text)} is not a repository. Write it as \`owner/name\`.` }
}

export function parseHost(text: string): Parsed<string> {
  const labels = text.replace(/:\d{1,5}$/, '').split('.')
  const isHost = text.length <= 260 && labels.every(label => /^[a-z\d](?:[\w-]{0,61}[a-z\d])?$/i.test(label))
  if (isHost) return { value: text.toLowerCase() }
  return { problem: `: ${quoted(text)} is not a host name. Write it without scheme and path, such as \`github.com\`.` }
}

/** A branch as git allows it (git-check-ref-format), with or without `refs/heads/`. */
export function parseBranch(text: string): Parsed<string> {
  const branch = text.replace(/^refs\/heads\//, '')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids control characters in names of branches
  const bad = /[\u0000- \u007f~^:?*[\\]|\.\.|@\{|\/\/|^[/-]|[/.]$|^refs\/|\.lock$|^$/
  if (!bad.test(branch) && branch.length <= 1000) return { value: branch }
  return { problem: `: ${quoted(text)} is not the name of a branch. Write it as git does, such as \`main\`.` }
}

export function parseNumber(text: string): Parsed<number> {
  const value = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  if (value >= 1 && value <= HIGHEST_NUMBER) return { value }
  const digits = /^(?:#|.*\/pull\/)([1-9]\d{0,8})\/?$/.exec(text)?.[1]
  const hint = digits === undefined ? `Write digits only, 1 to ${HIGHEST_NUMBER}.` : `Did you mean \`${digits}\`?`
  return { problem: `: ${quoted(text)} is not the number of a pull request. ${hint}` }
}

/** The runner gives it, and not every runner knows it: what is no number is not known. */
export function parseCheckRunId(text: string): Parsed<number | null> {
  return { value: /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null }
}

export function parseTestRunId(text: string): Parsed<string> {
  if (/^[\w.:-]{1,200}$/.test(text)) return { value: text }
  return {
    problem: `: ${quoted(text)} is not the id of a test run. Give the UUID at the end of the test branch's name.`,
  }
}

/** Any text on one line: it is only compared. */
export function parseCommentKey(text: string): Parsed<string> {
  if (text.length > 1000) return { problem: `: ${quoted(text)} is too long. Write at most 1,000 characters.` }
  if (hasInvisible(text)) return { problem: ' holds a line break or an invisible character. Write it on one line.' }
  return { value: text }
}

/** Most characters of a commit status's context that GitHub keeps. */
const LONGEST_CONTEXT = 255

/** The name of a commit status. */
export function parseStatusContext(text: string): Parsed<string> {
  if (text.length > LONGEST_CONTEXT) {
    return { problem: `: ${quoted(text)} is too long. Write at most ${LONGEST_CONTEXT} characters.` }
  }
  if (hasInvisible(text)) return { problem: ' holds a line break or an invisible character. Write it on one line.' }
  // What lies outside the Basic Multilingual Plane, emoji above all, GitHub refuses in a name.
  if (/[\u{10000}-\u{10ffff}]/u.test(text)) {
    return { problem: `: ${quoted(text)} holds an emoji. Write it in letters, such as \`merge-queue-gate\`.` }
  }
  return { value: text }
}

/** Characters that nobody sees, halves of characters included. */
function hasInvisible(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text)
}

/** `auto`, or names of reads. */
export function parseReads(text: string): Parsed<'auto' | Read[]> {
  return text === 'auto' ? { value: 'auto' } : parseNames(text, READS, 'auto', 'something to read')
}

/** `none`, or names of conditions. */
export function parseConditions(text: string): Parsed<Condition[]> {
  if (text === 'none') return { value: [] }
  if (/^(?:true|false|yes|no|on|off)$/i.test(text)) {
    return { problem: ` takes condition names, such as \`ready\`, not ${quoted(text)}.` }
  }
  return parseNames(text, CONDITIONS, 'none', 'a condition')
}

/** Names separated by commas or line breaks, each once, in the order of `names`; `alone` can't stand beside others. */
function parseNames<Name extends string>(
  text: string,
  names: readonly Name[],
  alone: string,
  kind: string,
): Parsed<Name[]> {
  const given = text
    .split(/[,\r\n]/)
    .map(item => item.trim())
    .filter(item => item !== '')
  const isName = (item: string): item is Name => names.some(name => name === item)
  const wrong = given.filter(item => !isName(item))
  const [first] = wrong
  const all = `\`${alone}\`, or any of ${names.map(name => `\`${name}\``).join(', ')}`
  if (given.length === 0) return { problem: ` names nothing. Write ${all}.` }
  if (first === undefined) return { value: names.filter(name => given.includes(name)) }
  if (first === alone) return { problem: `: \`${alone}\` can't stand beside other names.` }
  const meant = nearest(first, names)
  if (meant !== null && meant === first.toLowerCase().replace(/[_\s]+/g, '-')) {
    return { problem: `: ${quoted(first)} is not ${kind}. Did you mean \`${meant}\`?` }
  }
  const parts = first.split(/\s+(?:and|&|&&|\+|or)\s+|\s+/i)
  if (parts.length > 1 && parts.some(isName)) {
    return { problem: `: ${quoted(first)} is more than one name. Separate them with commas.` }
  }
  const guess = nearest(first, names)
  const more = wrong.length > 1 ? ` Nor is ${wrong.slice(1, 4).map(quoted).join(', nor ')}.` : ''
  const hint = guess === null ? `It takes ${all}.` : `Did you mean \`${guess}\`?`
  return { problem: `: ${quoted(first)} is not ${kind}.${more} ${hint}` }
}

/** Globs, a line each, at least one of which does not only exclude. */
export function parseGlobs(text: string): Parsed<string[]> {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))
  if (lines.some(line => !line.startsWith('!'))) return { value: lines }
  return { problem: ' names no file: each line only excludes. Write a glob such as `reports/**/*.xml` before them.' }
}

/** Text of one line. */
export function parseLine(text: string): Parsed<string> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  if (text.length <= 1000 && !/[\u0000-\u001f\u007f]/.test(text)) return { value: text }
  return { problem: `: ${quoted(text)} is no text of one line. Write at most 1,000 characters without line breaks.` }
}

/** A whole number from `least` on. */
export function countOf(least: number): (text: string) => Parsed<number> {
  return text => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : -1
    if (value >= least) return { value }
    const digits = /^(\d{1,3}(?:[,_. ]\d{3})+)$/.exec(text)?.[1]?.replace(/\D/g, '')
    const hint = digits === undefined ? `Write digits only, ${least} or more.` : `Did you mean \`${digits}\`?`
    return { problem: `: ${quoted(text)} is not a whole number from ${least} on. ${hint}` }
  }
}

/** A duration of at least so many milliseconds. */
export function durationOf(leastMs: number): (text: string) => Parsed<number> {
  return text => {
    const value = parseDuration(text)
    if (value !== null && value >= leastMs) return { value }
    return { problem: `: ${quoted(text)} ${durationProblem(text, value, leastMs)}` }
  }
}

function durationProblem(text: string, value: number | null, leastMs: number): string {
  if (value !== null) return `is too short. It is \`${leastMs / 1000}s\` at least.`
  if (/^\d{1,9}$/.test(text)) return withoutUnit(text, leastMs)
  if (/^(?:\d+[dhms])+$/.test(text) && isTooLong(text)) return 'is over the limit of 366d.'
  const guess = text
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/(\d)(?:days?|d)(?=\d|$)/g, '$1d')
    .replace(/(\d)(?:hours?|hrs?|h)(?=\d|$)/g, '$1h')
    .replace(/(\d)(?:minutes?|mins?|m)(?=\d|$)/g, '$1m')
    .replace(/(\d)(?:seconds?|secs?|s)(?=\d|$)/g, '$1s')
  if (guess !== text && isLongEnough(guess, leastMs)) return `is not a duration. Did you mean \`${guess}\`?`
  return 'is not a duration. Write whole numbers with units, the largest first, such as `90s`, `10m`, `1h30m` or `2d`.'
}

/** Only what is taken is proposed. */
function withoutUnit(text: string, leastMs: number): string {
  const proposed = [`${text}m`, `${text}s`].filter(each => isLongEnough(each, leastMs)).map(each => `\`${each}\``)
  return `has no unit. Write ${proposed.join(' or ') || `\`${leastMs / 1000}s\``}.`
}

function isLongEnough(text: string, leastMs: number): boolean {
  return (parseDuration(text) ?? -1) >= leastMs
}

/** In the order of the units, and a number too large for a year. */
function isTooLong(text: string): boolean {
  return /^(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?$/.test(text)
}

/** The booleans of YAML 1.2's core schema, as `getBooleanInput` of actions/toolkit takes them. */
export function parseBoolean(text: string): Parsed<boolean> {
  if (/^(?:true|True|TRUE)$/.test(text)) return { value: true }
  if (/^(?:false|False|FALSE)$/.test(text)) return { value: false }
  return { problem: `: ${quoted(text)} is neither \`true\` nor \`false\`.` }
}

export function oneOf<Value extends string>(...values: Value[]): (text: string) => Parsed<Value> {
  return text => {
    const value = values.find(candidate => candidate === text)
    if (value) return { value }
    const guess = nearest(text, values)
    const hint = guess === null ? '' : ` Did you mean \`${guess}\`?`
    return { problem: `: ${quoted(text)} is none of ${values.map(each => `\`${each}\``).join(', ')}.${hint}` }
  }
}
