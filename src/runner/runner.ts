import fs from 'node:fs'
import path from 'node:path'
import { endGroup, error, info, notice, setSecret, startGroup, warning } from '@actions/core'
import { asText, type Message } from '../text/message.ts'
import { type Clean, cleanTexts } from '../text/outside.ts'

export const toolkit = { endGroup, error, info, notice, setSecret, startGroup, warning }
export type Toolkit = typeof toolkit

/** The texts of all inputs by name, in lower case and in alphabetical order. A variable keeps the hyphens of its input. */
export function inputsIn(environment: NodeJS.ProcessEnv): Map<string, string> {
  const inputs = new Map<string, string>()
  for (const variable of Object.keys(environment).toSorted()) {
    const name = /^input_(.+)$/is.exec(variable)?.[1]
    if (name !== undefined) inputs.set(name.toLowerCase(), environment[variable] ?? '')
  }
  return inputs
}

/** The JSON of a file that the runner wrote, cleaned of tokens. */
export function readJson(file: string, clean: Clean): unknown {
  return cleanTexts(JSON.parse(fs.readFileSync(file, 'utf8')), clean)
}

/**
 * Hands outputs to the runner through the file that GITHUB_OUTPUT names: all in one write, so that a later step never
 * finds only some of them. Each value stands between two lines that none of the values holds, so no value can begin
 * another output. Throws if they could not be written.
 */
export function appendOutputs(file: string, outputs: Readonly<Record<string, string>>): void {
  const values = Object.values(outputs).join('\n')
  let end = 'END_OF_OUTPUT'
  while (values.includes(end)) end += '_'
  fs.appendFileSync(
    file,
    Object.entries(outputs)
      .map(([name, value]) => `${name}<<${end}\n${value}\n${end}\n`)
      .join(''),
  )
}

/** True if a path without links lies in a folder, whose own links are followed. */
export function isInside(file: string, folder: string): boolean {
  if (folder === '' || !fs.existsSync(folder)) return false
  // The native call is a single one; Node's own code looks at each part of the path.
  const relative = path.relative(fs.realpathSync.native(path.resolve(folder)), file)
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

// The log.

/** The most characters of a message; GitHub cuts annotations at 4,096. */
const MESSAGE_LIMIT = 4000
/** GitHub shows ten annotations of each kind for a step, and silently drops the others. */
const MOST_OF_A_KIND = 10

/** A message with its title, as an annotation has it. */
export interface Annotation {
  title: string
  text: Message
}

type Kind = 'notice' | 'warning' | 'error'

/** The log of the step. It makes every message harmless; its callers begin every line with words of the action. */
export interface Log {
  info(line: Message): void
  /** Lines folded under a title, which is in the action's own words. */
  group(title: string, lines: readonly Message[]): void
  /** The first ten errors are annotations even where `annotations` is off: they say why the step failed. */
  annotate(kind: Kind, message: Annotation, place?: { file: string; line: number | null } | null): void
  /** How many annotations on files GitHub would still show. The last error is kept free for the step's own failure. */
  room(kind: 'warning' | 'error'): number
}

interface LogOptions {
  /** If true, warnings and notices are annotations; else they are plain lines. */
  annotations: boolean
  toolkit: Toolkit
}

export function createLog({ annotations, toolkit }: LogOptions): Log {
  const harmless = (message: Message) => asText(message, MESSAGE_LIMIT)
  const counts = { notice: 0, warning: 0, error: 0 }
  return {
    info: line => toolkit.info(harmless(line)),
    group(title, lines) {
      toolkit.startGroup(title)
      for (const line of lines) toolkit.info(harmless(line))
      toolkit.endGroup()
    },
    annotate(kind, { title, text }, place) {
      counts[kind]++
      // A message that GitHub would not show as an annotation is still in the log.
      const isShown = (annotations || kind === 'error') && counts[kind] <= MOST_OF_A_KIND
      const where = place && { file: place.file, ...(place.line === null ? {} : { startLine: place.line }) }
      if (isShown) toolkit[kind](harmless(text), { ...where, title })
      else toolkit.info(`${LABELS[kind]}: ${harmless(text)}`)
    },
    room: kind => (annotations ? Math.max(0, MOST_OF_A_KIND - counts[kind] - (kind === 'error' ? 1 : 0)) : 0),
  }
}

const LABELS = { notice: 'Notice', warning: 'Warning', error: 'Error' }

// The clock.

/** Passed in, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the epoch; for dates only, because setting the machine's clock changes it. */
  now(): number
  /** Milliseconds of a clock that nobody can set; for durations only, because its start has no meaning. */
  monotonic(): number
  /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** A read was given up because the time of the wait is over. */
export class WaitOver extends Error {
  override readonly name = 'WaitOver'
}

/** Longest delay of a timer, 24 days: Node fires a longer one at once. */
export const LONGEST_TIMER = 2 ** 31 - 1

export const systemClock: Clock = {
  now: Date.now,
  // Not `performance.now()`, whose first use loads another module of Node.
  monotonic: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const abort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const wake = () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }
      const timer = setTimeout(wake, Math.min(ms, LONGEST_TIMER))
      signal?.addEventListener('abort', abort, { once: true })
    }),
}

/** A signal that aborts with `reason` after `ms` milliseconds, unless it is stopped before. */
export function abortAfter(clock: Clock, ms: number, reason: Error): { signal: AbortSignal; stop: () => void } {
  const over = new AbortController()
  const done = new AbortController()
  clock.sleep(ms, done.signal).then(
    () => over.abort(reason),
    () => {},
  )
  return { signal: over.signal, stop: () => done.abort() }
}
