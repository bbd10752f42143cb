import { loadEvent } from '../events/index.js'
import { type RunOptions, type RunResult, startAction } from '../launcher/runner.js'

export type Result = RunResult

/** What the stand-in of the service takes. */
export const TOKEN = 'stand-in-token'

/** What a report says of a wait. */
export interface Report {
  conclusion: string
  polls: number
  timedOut: boolean
  timeline: { elapsedMs: number; what: string }[]
  calls: { operation: string; status: number | null; attempts: number }[]
}

export interface GateOptions {
  inputs?: Record<string, string>
  env?: Record<string, string | undefined>
  timeLimit?: number
}

/** Starts the bundle on the event of pull request 42, with a short interval. */
export function startGate(endpoint: string, { inputs = {}, env = {}, timeLimit }: GateOptions = {}) {
  const { name, payload, env: variables } = loadEvent('pull-request')
  // Another bundle than the committed one, while the code is being worked on.
  const main = process.env['GATE_BUNDLE']
  const options: RunOptions = {
    event: { name, payload },
    inputs: { endpoint, 'api-token': TOKEN, 'poll-interval': '1s', ...inputs },
    // GitHub is nowhere, unless a test puts it somewhere.
    env: { ...variables, GITHUB_API_URL: 'http://127.0.0.1:9', ...env },
    ...(timeLimit === undefined ? {} : { timeLimit }),
    ...(main && { main }),
  }
  return startAction(options)
}

export function runGate(endpoint: string, options: GateOptions = {}): Promise<Result> {
  return startGate(endpoint, options).done
}

export function reportOf({ report }: Result): Report {
  return report as Report
}

/** The lines of the wait, without their times. */
export function progressOf({ stdout }: Result): string[] {
  return stdout.split('\n').flatMap(line => /^After [^:]+: (.*)$/.exec(line)?.[1] ?? [])
}
