import fs from 'node:fs'
import path from 'node:path'
import { endGroup, error, info, notice, setSecret, startGroup, warning } from '@actions/core'
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
