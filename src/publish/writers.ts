import type { Clock } from '../clock.ts'
import type { Condition } from '../facts/conditions.ts'
import type { RunContext } from '../facts/context.ts'
import type { Facts } from '../facts/facts.ts'
import type { GitHubClient } from '../github/client.ts'
import type { Message } from '../message.ts'
import type { Result, RunInfo } from './result.ts'

/** Chosen once for a step, so that nothing else asks if it may write. */
export interface Writers {
  /** The step begins to wait, or waits on. */
  waiting: (facts: Facts, context: RunContext) => void
  /** Writes what came out. Never throws: what could not be written is a notice, and changes no verdict. */
  tell: (result: Result) => Promise<Told>
}

export interface Told {
  /** Whole sentences. */
  notices: Message[]
  /** The comments that stand now, those of the lowest pull request first: plain lines, each with its address. */
  comments: { line: string; url: string }[]
  /** HTML for the summary: what a dry run would have written; null where there is nothing to show. */
  preview: string | null
  /** The step was cancelled in the middle of it. */
  cut: boolean
}

/** The inputs that say what is written to the pull request. */
export interface WriterInputs {
  comment: 'always' | 'on-failure' | 'never'
  commentKey: string | null
  /** Null: no status is set. */
  statusContext: string | null
  dryRun: boolean
  require: readonly Condition[]
}

export interface WriterOptions {
  inputs: WriterInputs
  run: RunInfo
  /** Names this leg of the run; empty where nothing does. */
  leg: string
  /** The step asks about the queue: merging alone does not, nor does a step without a token. */
  asksSource: boolean
  /** Loads and makes the client; called by the first thing that is written. */
  client: () => Promise<GitHubClient>
  clock: Clock
  /** Aborts when the step is cancelled. */
  signal: AbortSignal
}
