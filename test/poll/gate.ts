import { type GateOptions, startGate as startAny } from '../launcher/gate.ts'
import type { RunResult } from '../launcher/runner.js'
import { TOKEN } from '../stand-in/service/server.js'

export type { GateOptions }
export type Result = RunResult

export interface Report {
  conclusion: string
  polls: number
  timedOut: boolean
  timeline: { elapsedMs: number; what: string }[]
  calls: { operation: string; status: number | null; attempts: number }[]
}

/** Starts the bundle on the event of pull request 42, with a short interval. */
export function startGate(endpoint: string, { inputs = {}, ...options }: GateOptions = {}) {
  return startAny(endpoint, { ...options, inputs: { 'api-token': TOKEN, 'poll-interval': '1s', ...inputs } })
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
