import { parseDuration } from '../duration.ts'
import { CONDITIONS, type Condition, READS, type Read } from '../facts/conditions.ts'
import { isLoopback } from '../loopback.ts'
import { code, firstOf, type Message, quoted, say, together } from '../message.ts'
import { isNegated, nearestValue } from './suggest.ts'

/**
 * The meaning of an input's text, or its problem: the end of a sentence that begins "Input `name`", then what to write
 * instead. A parser never repairs a text.
 */
export type Parsed<T> = { value: T } | { problem: Message }

function problemWith(text: string, told: Message): { problem: Message } {
  return { problem: say`: ${quoted(text)} ${told}` }
}

/** Highest number of a pull request that the service takes. */
const HIGHEST_NUMBER = 2147483647

/** The version at the end of a path, which the action adds itself; some users write it in capitals. */
const VERSION = /\/(v[12])\/*$/i

export function endpoint(text: string): Parsed<URL> {
  if (/^(["'`]).*\1$/.test(text)) return { problem: ' stands in quotation marks. Write it without them.' }
  const isUrl = !/\s/.test(text) && URL.canParse(text) && !/[${}]/.test(new URL(text).host)
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) {
    const guess = `https://${text}`
    // No host with a path is longer, and the pattern takes long on long texts.
    const isGuess =
      text.length <= 1000 && /^[\w.-]+\.[\w.-]+(?::\d+)?(?:\/[\w./-]*)?$/.test(text) && URL.canParse(guess)
    return { problem: ` must begin with https://${isGuess ? `. Did you mean ${quoted(guess)}?` : '.'}` }
  }
  // The URL parser silently drops line breaks and tabs.
  if (!isUrl) return { problem: ": this is not a URL. Give the service's base URL, such as https://queue.example.com." }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') {
    return { problem: say` holds a user or a password. Leave them out: the token goes into ${code('api-token')}.` }
  }
  if (text.includes('?') || text.includes('#')) {
    const problem = ` has a query or a fragment. Did you mean ${quoted(`${url.origin}${url.pathname.replace(VERSION, '')}`)}?`
    return { problem }
  }
  if (url.protocol === 'http:' && !isLoopback(url)) {
    const secure = `https://${url.host}${url.pathname === '/' ? '' : url.pathname}`
    return { problem: ` must begin with https:// (http is for loopback only). Did you mean ${quoted(secure)}?` }
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { problem: ` must begin with https://, not with ${quoted(`${url.protocol}//`)}.` }
  }
  const version = VERSION.exec(url.pathname)
  if (version) {
    const base = `${url.origin}${url.pathname.slice(0, version.index)}`
    const problem = say` ends in ${code(`/${version[1]}`)}: the action adds the version itself. Did you mean ${quoted(base)}?`
    return { problem }
  }
  return { value: url }
}

export function organization(text: string): Parsed<string> {
  if (/^[\w.-]{1,200}$/.test(text)) return { value: text }
  const told = say`is not a slug. Write it as the organization's settings at the service show it: letters, digits, ${code('-')}, ${code('_')} and ${code('.')}.`
  return problemWith(text, told)
}

export function testCollection(text: string): Parsed<string> {
  if (/^[A-Za-z\d]{8}$/.test(text)) return { value: text }
  return problemWith(text, 'is not the id of a test collection. Write it as the service shows it: 8 letters or digits.')
}

/** `owner/name`; on hosts other than GitHub, the owner can hold slashes. */
export function repository(text: string): Parsed<{ owner: string; name: string }> {
  const match = /^((?:[\w.-]+\/)*[\w.-]+)\/([\w.-]+)$/.exec(text)
  const safe = match && !text.split('/').some(part => /^\.+$/.test(part))
  if (safe) return { value: { owner: match[1] ?? '', name: match[2] ?? '' } }
  return problemWith(text, say`is not a repository. Write it as ${code('owner/name')}.`)
}

export function host(text: string): Parsed<string> {
  const labels = text.replace(/:\d{1,5}$/, '').split('.')
  const isHost = text.length <= 260 && labels.every(label => /^[a-z\d](?:[\w-]{0,61}[a-z\d])?$/i.test(label))
  if (isHost) return { value: text.toLowerCase() }
  return problemWith(text, say`is not a host name. Write it without scheme and path, such as ${code('github.com')}.`)
}

/** A branch as git allows it (git-check-ref-format), with or without `refs/heads/`. */
export function branch(text: string): Parsed<string> {
  const branch = text.replace(/^refs\/heads\//, '')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids control characters in names of branches
  const bad = /[\u0000- \u007f~^:?*[\\]|\.\.|@\{|\/\/|^[/-]|[/.]$|^refs\/|\.lock$|^$/
  if (!bad.test(branch) && branch.length <= 1000) return { value: branch }
  return problemWith(text, say`is not the name of a branch. Write it as git does, such as ${code('main')}.`)
}

export function pullRequestNumber(text: string): Parsed<number> {
  const value = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  if (value >= 1 && value <= HIGHEST_NUMBER) return { value }
  const digits = /^(?:#|.*\/pull\/)([1-9]\d{0,8})\/?$/.exec(text)?.[1]
  const hint = digits === undefined ? `Write digits only, 1 to ${HIGHEST_NUMBER}.` : say`Did you mean ${code(digits)}?`
  return problemWith(text, say`is not the number of a pull request. ${hint}`)
}

/** Not every runner gives this id: any text but a number means that it is unknown. */
export function checkRunId(text: string): Parsed<number | null> {
  return { value: /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null }
}

export function testRunId(text: string): Parsed<string> {
  if (/^[\w.:-]{1,200}$/.test(text)) return { value: text }
  return problemWith(text, "is not the id of a test run. Give the UUID at the end of the test branch's name.")
}

/** The most characters that GitHub keeps of a commit status's context. */
const LONGEST_CONTEXT = 255

export function statusContext(text: string): Parsed<string> {
  if (text.length > LONGEST_CONTEXT) {
    return problemWith(text, `is too long. Write at most ${LONGEST_CONTEXT} characters.`)
  }
  if (/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text)) {
    return { problem: ' holds a line break or an invisible character. Write it on one line.' }
  }
  // In the name of a status, GitHub refuses characters outside the Basic Multilingual Plane, such as emoji.
  if (/[\u{10000}-\u{10ffff}]/u.test(text)) {
    return problemWith(text, say`holds an emoji. Write it in letters, such as ${code('merge-queue-gate')}.`)
  }
  return { value: text }
}

function codes(names: readonly string[]): Message {
  return firstOf(names, names.length, name => code(name))
}

/** `auto`, or names of reads. */
export function reads(text: string): Parsed<'auto' | Read[]> {
  return text === 'auto' ? { value: 'auto' } : parseNames(text, READS, 'auto', 'something to read')
}

/** `none`, or names of conditions. */
export function conditions(text: string): Parsed<Condition[]> {
  if (text === 'none') return { value: [] }
  if (/^(?:true|false|yes|no|on|off)$/i.test(text)) {
    return { problem: say` takes condition names, such as ${code('ready')}, not ${quoted(text)}.` }
  }
  return parseNames(text, CONDITIONS, 'none', 'a condition')
}

function listItems(text: string): string[] {
  return text
    .split(/[,\r\n]/)
    .map(item => item.trim())
    .filter(item => item !== '')
}

/** The names that a text lists, each once, in the order of `names`; `alone` can't stand beside others. */
function parseNames<Name extends string>(
  text: string,
  names: readonly Name[],
  alone: string,
  kind: string,
): Parsed<Name[]> {
  const given = listItems(text)
  const isName = (item: string): item is Name => names.some(name => name === item)
  const wrong = given.filter(item => !isName(item))
  const [first] = wrong
  const all = say`${code(alone)}, or any of ${codes(names)}`
  if (given.length === 0) return { problem: say` names nothing. Write ${all}.` }
  if (first === undefined) return { value: names.filter(name => given.includes(name)) }
  if (first === alone) return { problem: say`: ${code(alone)} can't stand beside other names.` }
  const meant = nearestValue(first, names)
  if (meant !== null && meant === first.toLowerCase().replace(/[_\s]+/g, '-')) {
    return problemWith(first, say`is not ${kind}. Did you mean ${code(meant)}?`)
  }
  if (/^-\s/.test(first)) return problemWith(first, 'begins with a dash. Write each name without one.')
  const parts = first.split(/\s+(?:and|&|&&|\+|or)\s+|\s+/i)
  if (parts.length > 1 && parts.some(isName) && !isNegated(first)) {
    return problemWith(first, 'is more than one name. Separate them with commas.')
  }
  const told = wrong.slice(0, MOST_WRONG).map(item => ({ item, guess: nearestValue(item, names) }))
  const others = told.slice(1).map(({ item, guess }) => say` Nor is ${quoted(item)}.${didYouMean(guess)}`)
  const takes = told.every(({ guess }) => guess !== null) ? '' : say` It takes ${all}.`
  return problemWith(first, say`is not ${kind}.${didYouMean(meant)}${together(others)}${takes}`)
}

/** The most wrong names of a list that are reported. */
const MOST_WRONG = 4

function didYouMean(guess: string | null): Message {
  return guess === null ? '' : say` Did you mean ${code(guess)}?`
}

/** Globs, one a line; at least one of them must include files. */
export function globs(text: string): Parsed<string[]> {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))
  if (lines.some(line => !line.startsWith('!'))) return { value: lines }
  const problem = say` names no file: each line only excludes. Write a glob such as ${code('reports/**/*.xml')} before them.`
  return { problem }
}

export function line(text: string): Parsed<string> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  if (text.length <= 1000 && !/[\u0000-\u001f\u007f]/.test(text)) return { value: text }
  return problemWith(text, 'is too long, or not on one line. Write at most 1,000 characters without line breaks.')
}

export function countOf(least: number): (text: string) => Parsed<number> {
  return text => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : -1
    if (value >= least) return { value }
    const digits = /^(\d{1,3}(?:[,_. ]\d{3})+)$/.exec(text)?.[1]?.replace(/\D/g, '')
    const hint = digits === undefined ? `Write digits only, ${least} or more.` : say`Did you mean ${code(digits)}?`
    return problemWith(text, say`is not a whole number from ${least} on. ${hint}`)
  }
}

/** A duration of at least so many milliseconds; `unit` is proposed for a number without a unit. */
export function durationOf(leastMs: number, unit: 'd' | 'm' = 'm'): (text: string) => Parsed<number> {
  const isTaken = (text: string) => (parseDuration(text) ?? -1) >= leastMs
  return text => {
    const value = parseDuration(text)
    if (value !== null && value >= leastMs) return { value }
    return problemWith(text, wrong(text, value))
  }

  function wrong(text: string, value: number | null): Message {
    if (value !== null) return say`is too short. Write at least ${code(`${leastMs / 1000}s`)}.`
    if (/^\d{1,9}$/.test(text)) {
      const proposed = (unit === 'd' ? [`${text}d`] : [`${text}m`, `${text}s`]).filter(isTaken)
      const [first = unit === 'd' ? '366d' : `${leastMs / 1000}s`, second] = proposed
      return second === undefined
        ? say`has no unit. Write ${code(first)}.`
        : say`has no unit. Write ${code(first)} or ${code(second)}.`
    }
    if (/^(?=\d)(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?$/.test(text)) return 'is over the limit of 366d.'
    const guess = text
      .toLowerCase()
      .replace(/\s+/g, '')
      .replace(/(\d)([dhms])(?:ays?|ours?|rs?|inutes?|ins?|econds?|ecs?)?(?=\d|$)/g, '$1$2')
    if (guess !== text && isTaken(guess)) return say`is not a duration. Did you mean ${code(guess)}?`
    const least = leastMs > 0 ? `, at least ${leastMs / 1000}s` : ''
    return say`is not a duration. Write whole numbers with units, the largest first, such as ${code('90s')}, ${code('10m')}, ${code('1h30m')} or ${code('2d')}${least}.`
  }
}

/** The booleans of YAML 1.2's core schema, as `getBooleanInput` of actions/toolkit takes them. */
export function flag(text: string): Parsed<boolean> {
  if (/^(?:true|True|TRUE)$/.test(text)) return { value: true }
  if (/^(?:false|False|FALSE)$/.test(text)) return { value: false }
  return problemWith(text, say`is neither ${code('true')} nor ${code('false')}.`)
}

export function oneOf<Value extends string>(...values: Value[]): (text: string) => Parsed<Value> {
  return text => {
    const value = values.find(candidate => candidate === text)
    if (value) return { value }
    const guess = nearestValue(text, values)
    return problemWith(text, say`is none of ${codes(values)}.${didYouMean(guess)}`)
  }
}

export function source(text: string): Parsed<'service' | 'github'> {
  const parsed = oneOf('service', 'github')(text)
  if ('value' in parsed || nearestValue(text, ['service', 'github']) !== null) return parsed
  const meaning = say`Write ${code('service')} for the service at ${code('endpoint')}, or ${code('github')} for GitHub's own merge queue.`
  return { problem: say`${parsed.problem} ${meaning}` }
}
