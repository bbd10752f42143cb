import { systemClock } from './clock.ts'
import { main } from './main.ts'
import { toolkit } from './runner/toolkit.ts'
import { appendOutputs } from './runner/values.ts'
import { createExchange } from './service/exchange.ts'

// An earlier step may have set it for the whole job. Node looks at it for each connection, the one to a proxy included,
// and GitHub's client takes no setting of ours: certificates are verified all the same.
delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']

const cancellation = new AbortController()
let published = false
/** Milliseconds that whatever is still open at the end may take to close. */
const LAST_WAIT = 1000

// The runner sends SIGINT, 7.5 s later SIGTERM, and 2.5 s after that it kills.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, cancel)
// Outputs, summary and report still have their readers where nobody reads the log.
process.stdout.on('error', () => {})
// What nobody waits for any more: Node would print the error with all that its message holds.
process.on('uncaughtException', error => {
  reportDefect(error)
  process.exit()
})

// No top-level await: what is loaded later imports from here, and would wait for the step to end.
main({
  environment: process.env,
  node: process.versions.node,
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
  // The second signal ends at once, whatever is still to be written.
  if (cancellation.signal.aborted) process.exit(1)
  cancellation.abort(new Error('the step was cancelled'))
  if (!published) return
  // It came while everything was being written: the job is cancelled all the same.
  process.exitCode = 1
  setOutputs({ conclusion: 'cancelled' })
}

/**
 * Everything that can be foreseen has become a verdict by now. The message of an error is not told: it is somebody
 * else's, and can hold what nobody may read.
 */
function reportDefect(error: unknown): void {
  process.exitCode = 1
  toolkit.error(`A defect of the action: ${defectOf(error)}. Please report it with the log.`)
  setOutputs({ conclusion: 'failed', reason: 'internal-error' })
}

/** The kind of an error and the line of the bundle that it came from: `TypeError at index.js:12:345`. */
function defectOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown error'
  const kind = /^\w{1,60}$/.test(error.name) ? error.name : 'Error'
  const { stack = '', message } = error
  // Below the message, which could hold lines that look like these.
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
  // What was written in one go kept signals waiting: they are looked for between two turns of the loop.
  for (let turn = 0; turn < 2; turn++) await new Promise(resolve => setImmediate(resolve))
  // Node ends by itself now: connections that are idle don't keep it. `process.exit()` is for what is open all the same. It
  // can wait for ever for a thread that compiles and waits for this one to free memory (nodejs/node#54918).
  setTimeout(() => process.exit(), LAST_WAIT).unref()
}
