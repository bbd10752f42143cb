import type { Exchange } from './http/exchange.ts'
import type { Clock } from './runner/clock.ts'
import type { Toolkit } from './runner/runner.ts'

/** Everything that the action takes from the world around it. */
export interface World {
  environment: NodeJS.ProcessEnv
  clock: Clock
  toolkit: Toolkit
  random: () => number
  /** Opens connections; called for the first request. */
  createExchange: (endpoint: URL, environment: NodeJS.ProcessEnv) => Exchange
  /** Aborts when the step is cancelled. */
  signal: AbortSignal
}
