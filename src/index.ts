import { setFailed, setOutput } from '@actions/core'
import { systemClock } from './clock.ts'
import { plain } from './inert.ts'
import { main } from './main.ts'
import { createExchange } from './service/exchange.ts'

const cancellation = new AbortController()

try {
  await main({
    environment: process.env,
    clock: systemClock,
    random: Math.random,
    createExchange,
    signal: cancellation.signal,
  })
} catch (error) {
  // Everything that can be foreseen has become a verdict by now: this is a defect.
  const what = error instanceof Error ? `${error.name}: ${error.message}` : 'an unknown error'
  setOutput('conclusion', 'failed')
  setOutput('reason', 'internal-error')
  setFailed(`A defect of the action: ${plain(what, 500)}. Please report it with the log.`)
}
