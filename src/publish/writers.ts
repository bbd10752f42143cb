import type { Clock } from '../clock.ts'
import type { Condition } from '../facts/conditions.ts'
import type { RunContext } from '../facts/context.ts'
import type { Facts } from '../facts/facts.ts'
import type { GitHubClient } from '../github/client.ts'
import type { Message } from '../message.ts'
import type { Result, RunInfo } from './result.ts'

/** The writers of comment and status, chosen once for a step, so that no other code checks if it may write. */
export interface Writers {
  /** Called when the step begins or continues to wait. */
  waiting: (facts: Facts, context: RunContext) => void
  /** Writes the result. Never throws: a failed write is a notice, and changes no verdict. */
  tell: (result: Result) => Promise<Told>
}

export interface Told {
  /** Whole sentences. */
  notices: Message[]
  /** The current comments, ordered by pull request: for each, a line for the log and its address. */
  comments: { line: string; url: string }[]
  /** The step was cancelled during the writing. */
  cut: boolean
}

/** The inputs that decide what is written to the pull request. */
interface WriterInputs {
  comment: 'always' | 'on-failure' | 'never'
  commentKey: string | null
  /** The name of the status; null if none is set. */
  statusContext: string | null
  require: readonly Condition[]
}

export interface WriterOptions {
  inputs: WriterInputs
  run: RunInfo
  /** The step asks about the queue. It does not if it only merges legs or has no token. */
  asksSource: boolean
  /** Loads and makes the client; called by the first write. */
  client: () => Promise<GitHubClient>
  clock: Clock
  /** Aborts when the step is cancelled. */
  signal: AbortSignal
}
