import { createExchange } from './http/exchange.ts'
import { main } from './main.ts'
import { systemClock } from './runner/clock.ts'
import { appendOutputs, toolkit } from './runner/runner.ts'

// An earlier step may have set this for the whole job. Node reads it for each connection, also to a proxy, and GitHub's
// client can't override it. Without it, Node verifies every certificate.
delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']

const cancellation = new AbortController()
let published = false
/** Milliseconds in which open connections may close at the end. */
const LAST_WAIT = 1000

// The runner sends SIGINT, 7.5 s later SIGTERM, and kills the process after 2.5 s more.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, cancel)
// A log that nobody can read any more must not end the step: outputs, summary and report still have readers.
process.stdout.on('error', () => {})
// Node would print the whole error, which may hold a secret.
process.on('uncaughtException', error => {
  reportDefect(error)
  process.exit()
})

// No top-level await: modules that are loaded later import this one, and would wait for the end of the step.
main({
  environment: process.env,
  clock: systemClock,
  toolkit,
  random: Math.random,
  createExchange,
  signal: cancellation.signal,
})
  .then(code => {
    process.exitCode ??= code
  })
  .catch(reportDefect)
  .finally(end)

function cancel(): void {
  // The second signal ends the process at once, even in the middle of writing.
  if (cancellation.signal.aborted) process.exit(1)
  cancellation.abort(new Error('the step was cancelled'))
  if (!published) return
  // Everything is written already, but the job is cancelled.
  process.exitCode = 1
  setOutputs({ conclusion: 'cancelled' })
}

/**
 * Reports an unforeseen error; all others have become verdicts. Its message is left out, because it may hold a secret.
 */
function reportDefect(error: unknown): void {
  process.exitCode = 1
  toolkit.error(`A defect of the action: ${defectOf(error)}. Please report it with the log.`)
  setOutputs({ conclusion: 'failed', reason: 'internal-error' })
}

/** The kind of an error and its line of the bundle: `TypeError at index.js:12:345`. */
function defectOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown error'
  const kind = /^\w{1,60}$/.test(error.name) ? error.name : 'Error'
  const { stack = '', message } = error
  // The message stands above the frames, and can hold lines that look like frames.
  const frames = stack.slice(stack.lastIndexOf(message) + message.length)
  const place = /^ +at .*?([\w-]{1,40}\.[jt]s:\d+:\d+)\)?$/m.exec(frames)?.[1]
  return place === undefined ? kind : `${kind} at ${place}`
}

function setOutputs(outputs: Record<string, string>): void {
  const file = process.env['GITHUB_OUTPUT']
  try {
    if (file) appendOutputs(file, outputs)
  } catch {
    toolkit.warning('The outputs could not be written')
  }
}

async function end(): Promise<void> {
  published = true
  // Node takes signals only between two turns of its loop, so one that came during the writing is taken here.
  for (let turn = 0; turn < 2; turn++) await new Promise(resolve => setImmediate(resolve))
  // Idle connections don't keep Node from ending. `process.exit()` is the last resort: it can deadlock with a compiling
  // thread that waits for this one to free memory (nodejs/node#54918).
  setTimeout(() => process.exit(), LAST_WAIT).unref()
}
