import { expect } from 'vitest'
import { type GateOptions as AnyOptions, startGate } from '../launcher/gate.ts'
import type { RunResult } from '../launcher/runner.js'
import { HEAD } from './answers.js'
import type { Kind } from './certificates.js'
import { startFaults } from './server.js'

export type FaultServer = Awaited<ReturnType<typeof startFaults>>
export type Script = NonNullable<Parameters<typeof startFaults>[0]['script']>
export type Result = RunResult

/** With characters that base64 and URLs write in another way, so that all forms differ. */
export const TOKEN = 'tok/en+with=every&kind?of~character%7f'
const TOKEN_FORMS = [
  TOKEN,
  Buffer.from(TOKEN).toString('base64').replace(/=+$/, ''),
  Buffer.from(TOKEN).toString('base64url'),
  encodeURIComponent(TOKEN),
  // As some libraries write it.
  encodeURIComponent(TOKEN).replace(/%../g, code => code.toLowerCase()),
]

export interface GateOptions extends Omit<AnyOptions, 'timeLimit'> {
  /** Waits between tries without chance in them; jitter has tests of its own. */
  jitter?: number
  timeLimit?: number
}

/** For what never answers: an exchange ends after a second, all tries within six. */
export const SOON = { inputs: { 'request-timeout': '1s' } }

/** The runner takes these for ends of lines (.NET's StreamReader.ReadLine). */
const LINE_END = /\r\n|\r|\n/

/** The pull request of the event is asked for, and has to be ready. */
export function gate(
  endpoint: string,
  { inputs = {}, env = {}, jitter = 0, timeLimit = 45_000, ...options }: GateOptions = {},
): Promise<Result> {
  const usual = { 'api-token': TOKEN, organization: 'acme', read: 'pull-request', require: 'ready' }
  return startGate(endpoint, {
    ...options,
    inputs: { ...usual, ...inputs },
    env: {
      NODE_OPTIONS: preloaded(`Math.random = () => ${jitter}`, EXIT_IS_TOLD),
      ...env,
    },
    // Tries follow each other at once, and nothing else takes long.
    timeLimit,
  }).done
}

/** Has Node play some lines before anything else. */
export function preloaded(...lines: string[]): string {
  return `--import=data:text/javascript,${encodeURIComponent(lines.join('\n'))}`
}

/** A step ends by itself; `process.exit()` can wait for ever (nodejs/node#54918). {@link expectSound} sees it. */
export const EXIT_IS_TOLD = `
const exit = process.exit
process.exit = code => {
  process.stderr.write('process.exit()')
  exit(code)
}
`

/** A run against a server that plays the script. */
export async function gateAgainst(
  script: Script,
  { tls, ...options }: GateOptions & { tls?: Kind } = {},
): Promise<{ result: Result; server: FaultServer }> {
  const server = await startFaults({ script, ...(tls && { tls }) })
  try {
    return { result: await gate(server.url, options), server }
  } finally {
    await server.close()
  }
}

/** The lines that the runner would take for commands (actions/runner, ActionCommand.cs). */
export function commandLines(stdout: string): string[] {
  return stdout.split(LINE_END).filter(line => line.trimStart().startsWith('::') || line.includes('##['))
}

/** The messages of `::error::` lines. */
export function errorsOf(result: Result): string[] {
  return commandLines(result.stdout).flatMap(line => /^::error(?: [^:]*)?::(.*)$/.exec(line)?.[1] ?? [])
}

export function reasonOf({ outputs }: Result): { code: string; message: string } | undefined {
  return JSON.parse(outputs['reasons'] || '[]')[0]
}

/** Holds for every run, whatever the service did. */
export function expectSound(result: Result, { stderr = /^$/ }: { stderr?: RegExp } = {}): void {
  const told = { ...result, stdout: result.stdout.replace(/^::add-mask::.*$/gm, ''), folder: '', duration: 0 }
  const everything = JSON.stringify(told) + JSON.stringify(result.report)
  for (const form of TOKEN_FORMS) {
    expect(everything.includes(form), 'a form of the token was told').toBe(false)
    expect(Object.values(result.files).join().includes(form), 'a form of the token is in a file').toBe(false)
  }
  expect(result.signal).toBe(null)
  expect(result.stderr).toMatch(stderr)
  expect(result.stdout).not.toMatch(/defect|internal-error|^\s+at /m)
  expect(result.report, 'the report').toMatchObject({ conclusion: result.outputs['conclusion'] })
  expect(errorsOf(result)).toHaveLength(result.exitCode === 0 ? 0 : 1)
  for (const message of errorsOf(result)) {
    expect(message).not.toMatch(/%0A|%0D/i)
    expect(message.length).toBeLessThan(1000)
  }
  for (const { message } of JSON.parse(result.outputs['reasons'] || '[]')) expect(message).not.toMatch(/[\n\r]/)
}

/** A run that said so in one line and let nothing pass. */
export function expectFailure(result: Result, reason: string, message: RegExp): void {
  expectSound(result)
  expect({
    exitCode: result.exitCode,
    conclusion: result.outputs['conclusion'],
    reason: result.outputs['reason'],
    ready: result.outputs['ready'],
  }).toEqual({ exitCode: 1, conclusion: 'unknown', reason, ready: 'unknown' })
  expect(reasonOf(result)?.message).toMatch(message)
  expect(errorsOf(result)[0]).toMatch(message)
}

export function expectPass(result: Result): void {
  expectSound(result)
  expect({
    exitCode: result.exitCode,
    conclusion: result.outputs['conclusion'],
    reason: result.outputs['reason'],
    ready: result.outputs['ready'],
    'head-sha': result.outputs['head-sha'],
  }).toEqual({ exitCode: 0, conclusion: 'passed', reason: '', ready: 'true', 'head-sha': HEAD })
}
