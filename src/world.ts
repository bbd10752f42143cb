import type { Clock } from './clock.ts'
import type { Exchange } from './service/exchange.ts'

/** What the action takes from the world around it. */
export interface World {
  environment: NodeJS.ProcessEnv
  /** `process.versions.node` */
  node: string
  clock: Clock
  /** From 0 to 1. */
  random: () => number
  /** Opens connections; HTTP is loaded only then. */
  createExchange: (protocol: string, environment: NodeJS.ProcessEnv) => Promise<Exchange>
  /** Aborts when the step is cancelled. */
  signal: AbortSignal
}
