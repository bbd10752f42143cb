import { isWebAddress } from '../escape.ts'
import type { Plan, RunContext } from '../facts/context.ts'
import type { CallRecord, Facts } from '../facts/facts.ts'
import type { Verdict } from '../gate/conclusion.ts'
import type { Moment } from '../gate/decision.ts'
import type { Diagnosis } from '../gate/diagnosis/codes.ts'
import type { Message } from '../message.ts'
import type { TestsPresentation } from './tests/presentation.ts'

/** Everything that a run came to: what outputs, summary, annotations and report are made of. */
export interface Result {
  verdict: Verdict
  facts: Facts
  /** Why the pull request is stuck or out, the likeliest first; empty while nothing is wrong. */
  diagnoses: Diagnosis[]
  /** Null where the inputs or the event could not be read. */
  context: RunContext | null
  plan: Plan | null
  calls: CallRecord[]
  /** A line for each call and each try that was followed by another, for the log. */
  requests: string[]
  /** What changed during the wait; empty where there was one poll. */
  timeline: Moment[]
  /** Polls that ended, 0 where there was none. */
  polls: number
  /** Whether the wait ran out. */
  timedOut: boolean
  run: RunInfo
  /** Of the step in its run, as its report file names it. */
  leg?: string
  /** Only where the step is about tests. */
  tests?: TestsPresentation | null
  /** Milliseconds since the epoch. */
  startedAt: number
  endedAt: number
  /** Inputs that have no effect, and the like: each a warning, and none decides. */
  warnings: Message[]
  /** Things that people should know and that decide nothing. */
  notices: Message[]
  /** HTML of what a dry run would have written to GitHub; left out where it is none. */
  preview?: string | null
}

/** The workflow run, as the runner tells it. */
export interface RunInfo {
  /** GITHUB_RUN_ID */
  id: string
  /** GITHUB_RUN_ATTEMPT */
  attempt: string
  /** GITHUB_SHA */
  commit: string
  /** GITHUB_WORKFLOW */
  workflow: string
  /** GITHUB_JOB */
  job: string
  /** GITHUB_REPOSITORY */
  repository: string
  /** GITHUB_SERVER_URL */
  serverUrl: string
}

/** The page of this attempt of the workflow run; null where the runner does not say enough for one. */
export function runUrl({ serverUrl, repository, id, attempt }: RunInfo): string | null {
  if (serverUrl === '' || repository === '' || !/^\d+$/.test(id)) return null
  const address = `${serverUrl}/${repository}/actions/runs/${id}${/^\d+$/.test(attempt) ? `/attempts/${attempt}` : ''}`
  return isWebAddress(address) ? address : null
}
