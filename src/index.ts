import { createExchange } from './http/transport.ts'
import { main } from './main.ts'
import { systemClock } from './runner/clock.ts'
import { appendOutputs, toolkit } from './runner/runner.ts'

// An earlier step may have set this for the whole job. Node reads it for each connection, also to a proxy, and GitHub's
// client can't override it. Without it, Node verifies every certificate.
delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']

const cancellation = new AbortController()
/** How long open connections may take to close at the end. */
const CLOSING_TIME_MS = 1000

// The runner sends SIGINT, 7.5 s later SIGTERM, and kills the process after 2.5 s more.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, cancel)
// A log that nobody can read any more must not end the step: outputs, summary and report still have readers.
process.stdout.on('error', () => {})
// Node would print the whole error, which may hold a secret.
process.on('uncaughtException', error => {
  reportDefect(error)
  process.exit()
})

// No top-level await: files of the bundle that are loaded late import this file, and would wait until the step ends.
main({
  environment: process.env,
  clock: systemClock,
  toolkit,
  random: Math.random,
  createExchange,
  signal: cancellation.signal,
})
  .then(code => {
    process.exitCode = code
  })
  .catch(reportDefect)
  .finally(end)

function cancel(): void {
  // The second signal ends the process at once, even in the middle of writing.
  if (cancellation.signal.aborted) process.exit(1)
  cancellation.abort(new Error('the step was cancelled'))
}

/** Reports an error that nothing foresaw; a foreseen one is a verdict. Its text is left out: it may hold a secret. */
function reportDefect(error: unknown): void {
  process.exitCode = 1
  toolkit.error(`A defect of the action: ${defectOf(error)}. Please report it with the log.`)
  const file = process.env['GITHUB_OUTPUT']
  try {
    if (file) appendOutputs(file, { conclusion: 'failed', reason: 'internal-error' })
  } catch {
    toolkit.warning('The outputs could not be written')
  }
}

/** The kind of an error and its line of the bundle: `TypeError at index.js:12:345`. */
function defectOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown error'
  const place = /^ +at .*?([\w-]{1,40}\.[jt]s:\d+:\d+)\)?$/m.exec(error.stack ?? '')?.[1]
  return place === undefined ? error.name : `${error.name} at ${place}`
}

/**
 * Node ends by itself. If something still keeps it open after {@link CLOSING_TIME_MS}, `process.exit()` ends it: a last
 * resort, because it can deadlock with a compiling thread that waits for this one to free memory (nodejs/node#54918).
 */
function end(): void {
  setTimeout(() => process.exit(), CLOSING_TIME_MS).unref()
}
