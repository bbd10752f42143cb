import { CONDITIONS, type Condition, READS, type Read } from '../facts/conditions.ts'
import { isLoopback } from '../http/loopback.ts'
import { parseDuration } from '../text/duration.ts'
import { code, firstOf, type Message, quoted, say } from '../text/message.ts'

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

export function endpoint(text: string): Parsed<URL> {
  const problem = say`: give the service's base URL without version, query, user and password, such as ${code('https://queue.example.com')} (http is for loopback only).`
  if (/[\s?#]/.test(text) || !URL.canParse(text)) return { problem }
  const url = new URL(text)
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
  return isAllowed && url.username + url.password === '' && !/\/v[12]\/*$/i.test(url.pathname)
    ? { value: url }
    : { problem }
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
  return problemWith(text, `is not the number of a pull request. Write digits only, 1 to ${HIGHEST_NUMBER}.`)
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
  return text === 'none' ? { value: [] } : parseNames(text, CONDITIONS, 'none', 'a condition')
}

/** The names that a text lists, each once, in the order of `names`; `alone` can't stand beside others. */
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
  const wrong = given.find(item => !names.some(name => name === item))
  const all = say`Write ${code(alone)}, or any of ${codes(names)}, separated by commas.`
  if (given.length === 0) return { problem: say` names nothing. ${all}` }
  return wrong === undefined
    ? { value: names.filter(name => given.includes(name)) }
    : problemWith(wrong, say`is not ${kind}. ${all}`)
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
    return value >= least ? { value } : problemWith(text, `is not a whole number from ${least} on.`)
  }
}

/** A duration of at least so many milliseconds. */
export function durationOf(leastMs: number): (text: string) => Parsed<number> {
  return text => {
    const value = parseDuration(text)
    if (value !== null && value >= leastMs) return { value }
    const least = leastMs > 0 ? `, at least ${leastMs / 1000}s` : ''
    return problemWith(
      text,
      say`is not a duration. Write whole numbers with units, such as ${code('90s')}, ${code('10m')}, ${code('1h30m')} or ${code('30d')}${least}.`,
    )
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
    return problemWith(text, say`is none of ${codes(values)}.`)
  }
}
