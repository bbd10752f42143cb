import { isWebAddress } from '../escape.ts'
import type { Plan, RunContext } from '../facts/context.ts'
import type { CallRecord } from '../facts/facts.ts'
import type { SourceId } from '../facts/source.ts'
import type { QuarantinedTest } from '../facts/test-report.ts'
import type { Decision } from '../gate/decision.ts'
import type { Diagnosis } from '../gate/diagnosis/codes.ts'
import type { DebtReport, QuarantineLimits } from '../gate/quarantine/debt.ts'
import type { JudgedTests } from '../gate/quarantine/tests.ts'
import type { Message } from '../message.ts'
import type { TestPlace } from '../reports/test-place.ts'
import type { Report } from './report-schema.ts'

/**
 * Everything that a run came to, filled on its way: begun by `main`, decided by the polls, explained by GitHub, presented
 * and written. Outputs, summary, annotations and report are made of it.
 */
export interface Result extends Decision {
  /** Why the pull request is stuck or out, the likeliest first; empty while nothing is wrong. */
  diagnoses: Diagnosis[]
  /** `wait-timeout` is set. */
  waits: boolean
  /** The inputs and the event have to be read for it, else it is null. */
  context: RunContext | null
  /** Who was asked about the queue; null where nobody was. */
  source: SourceId | null
  plan: Plan | null
  calls: CallRecord[]
  /** A line for each call and each try that was followed by another, for the log. */
  requests: string[]
  run: RunInfo
  /** Of the step in its run, as its report file names it. */
  leg: string
  /** How the tests were judged; null where the step is not about tests. */
  judged?: JudgedTests | null
  tests?: TestsPresentation | null
  /** Milliseconds since the epoch. */
  startedAt: number
  endedAt: number
  /** Inputs that have no effect, and the like: each a warning, and none decides. */
  warnings: Message[]
  /** Things that people should know and that decide nothing. */
  notices: Message[]
  /** The page that explains the codes of this version of the action; null where it is not known. */
  codesPage?: string | null
  /** The comments that stand now, of the lowest pull request first. */
  comments?: { line: string; url: string }[]
  /** HTML of what a dry run would have written to GitHub; left out where it is none. */
  preview?: string | null
}

/** The view of a step about tests; the code that makes it is loaded only there. */
export interface TestsPresentation {
  outputs: Record<'overdue-count' | 'test-count' | 'blocking-failures' | 'excused-failures' | 'blocking-tests', string>
  /** One line of plain text; null where nothing was read. */
  line: string | null
  /** In GitHub's view of the changed files, the blocking tests first. */
  annotations: {
    kind: 'error' | 'warning'
    message: { title: string; text: string }
    place: TestPlace | null
  }[]
  /** HTML of the tests that block; null where there are none. */
  blocking: string | null
  /** HTML of the legs of a matrix, each with what it came to; null where none are merged. */
  legs: string | null
  /** HTML of the tests that are excused, flaky, ready for release, or not seen; null where there are none. */
  others: string | null
  /** The quarantined tests by owner, with the limits on them; null where the list was not read. */
  debt: { report: DebtReport; limits: QuarantineLimits } | null
  notices: Message[]
  report: {
    testInputs: Report['testInputs']
    testReports: Report['facts']['testReports']
    legReports: Report['facts']['legReports']
    /** The part of the list of quarantined tests that is kept; null where it is the whole list. */
    quarantined: QuarantinedTest[] | null
  }
}

/** The workflow run, as the runner tells it. */
export interface RunInfo {
  id: string
  attempt: string
  commit: string
  workflow: string
  job: string
  repository: string
  serverUrl: string
}

/** The page of the codes, in the repository and at the commit that the action was taken from. */
export function codesPageOf(repository: string, ref: string, serverUrl: string): string | null {
  // Another server than GitHub's own may have the action from there.
  if (serverUrl !== 'https://github.com' || repository === '' || ref === '') return null
  const address = `${serverUrl}/${repository}/blob/${ref}/docs/codes.md`
  return isWebAddress(address) ? address : null
}

/** The page of this attempt of the workflow run; null where the runner does not say enough for one. */
export function runUrl({ serverUrl, repository, id, attempt }: RunInfo): string | null {
  if (serverUrl === '' || repository === '' || !/^\d+$/.test(id)) return null
  const address = `${serverUrl}/${repository}/actions/runs/${id}${/^\d+$/.test(attempt) ? `/attempts/${attempt}` : ''}`
  return isWebAddress(address) ? address : null
}
