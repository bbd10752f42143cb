import { systemClock } from './clock.ts'
import { plain } from './escape.ts'
import { main } from './main.ts'
import { command } from './runner/command.ts'
import { appendOutputs } from './runner/output-file.ts'
import { createPrint } from './runner/standard-output.ts'
import { createExchange } from './service/http-exchange.ts'

const cancellation = new AbortController()
const print = createPrint()
let published = false

// The runner sends SIGINT, 7.5 s later SIGTERM, and 2.5 s after that it kills.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, cancel)

// No top-level await: what is loaded later imports from here, and would wait for the step to end.
main({
  environment: process.env,
  node: process.versions.node,
  clock: systemClock,
  print,
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

/** Everything that can be foreseen has become a verdict by now. */
function reportDefect(error: unknown): void {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : 'an unknown error'
  process.exitCode = 1
  print(command('error', `A defect of the action: ${plain(what, 500)}. Please report it with the log.`))
  setOutputs({ conclusion: 'failed', reason: 'internal-error' })
}

function setOutputs(outputs: Record<string, string>): void {
  const file = process.env['GITHUB_OUTPUT']
  try {
    if (file) appendOutputs(file, outputs)
  } catch {
    print(command('warning', 'The outputs could not be written'))
  }
}

async function end(): Promise<void> {
  published = true
  // What was written in one go kept signals waiting: they are looked for between two turns of the loop.
  for (let turn = 0; turn < 2; turn++) await new Promise(resolve => setImmediate(resolve))
  // Idle connections are not waited for.
  process.exit()
}
