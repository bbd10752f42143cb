import type { RunContext } from './context.ts'
import type { Doubt, Facts } from './facts.ts'

/** The facts of one poll with the doubts about them. All conditions are judged by it. */
export interface Snapshot {
  facts: Facts
  context: RunContext
  doubts: readonly Doubt[]
}
