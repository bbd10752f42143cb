import type * as z from 'zod/mini'
import type { Message } from '../message.ts'
import type { quarantinedTest } from './schema/service.ts'
import type * as schema from './schema/tests.ts'
import { timeOf } from './time.ts'

export type TestIdentity = z.output<typeof schema.testIdentity>
export type ReportedTest = z.output<typeof schema.reportedTest>
export type ReportProblem = z.output<typeof schema.reportProblem>

/** A failed test as a report file may tell it: what it said stays where the runner masks it. */
export type LegFailure = z.output<typeof schema.failedTest>

export interface FailedTest extends LegFailure {
  /**
   * First line of its output, without terminal colours; null if there is none. It goes only where the runner masks
   * secrets.
   */
  message: string | null
  /** The first lines of its trace, likewise. */
  trace: string | null
  /** Another test case of its suite has the same name and passed: another try, or another test. */
  alsoPassed: boolean
}

export interface TestReports extends Omit<z.output<typeof schema.testReports>, 'namesakes'> {
  failed: FailedTest[]
  flaky: TestIdentity[]
  /** The tests that did not fail, flaky ones included, each once; for a leg, only those named like a failed one. */
  others: ReportedTest[]
}

export type QuarantinedTest = z.output<typeof quarantinedTest>

/** Why a list is not complete; null if it is. */
export function incomplete({ partial, isUnknown }: { partial: string | null; isUnknown: boolean }) {
  if (partial === null) return null
  return isUnknown
    ? ({ code: 'quarantine-list-unknown', clause: `list of quarantined tests is not known: ${partial}` } as const)
    : ({ code: 'partial-list', clause: `list of quarantined tests is not whole: ${partial}` } as const)
}

export interface QuarantineAge {
  /** Milliseconds; null if no readable time is given, or one in the future. */
  ms: number | null
  /** The test is at least this old: only the last update of its status is known. */
  atLeast: boolean
}

/** @param now milliseconds since the epoch */
export function ageOf({ quarantinedAt, statusLastUpdatedAt }: QuarantinedTest, now: number): QuarantineAge {
  const since = timeOf(quarantinedAt)
  const time = since ?? timeOf(statusLastUpdatedAt)
  return { ms: time === null || time > now ? null : now - time, atLeast: since === null && time !== null }
}

/** A file in its form for comparisons: with slashes, without a leading `./` and the workspace's own path. */
export function comparableFile(file: string | null, workspace: string): string | null {
  if (!file) return null
  const slashed = file.replaceAll('\\', '/')
  const root = `${workspace.replaceAll('\\', '/').replace(/\/+$/, '')}/`
  const inside = workspace !== '' && slashed.startsWith(root) ? slashed.slice(root.length) : slashed
  return inside.replace(/^(?:\.\/+)+/, '') || null
}

/** A parent in its form for comparisons: without the time that some runners append. */
export function comparableParent(parent: string | null): string | null {
  return parent?.replace(/-\d{14}$/, '') || null
}

/** The version of report files that is written, and the only one that is merged. */
export const SCHEMA_VERSION = 1

export const TEST_OUTCOMES = ['success', 'failure', 'cancelled', 'skipped'] as const
export type TestOutcome = (typeof TEST_OUTCOMES)[number]

export interface TestInputs {
  /** Without it a crash of the tests would go unnoticed, so nothing is met. */
  testOutcome: TestOutcome | null
  variant: string | null
  maxExcused: number | null
  minTests: number | null
}

/** The reports of a leg, as far as its verdict rests on them. */
export type LegTests = Omit<z.output<typeof schema.testReports>, 'files'>

/** One leg by its report file: its verdict, and everything that it follows from. */
export interface LegReport extends TestInputs {
  runId: string
  attempt: number
  commit: string
  leg: string
  /** Of `no-blocking-failures`; null if it was not required. */
  verdict: 'met' | 'unmet' | 'unknown' | null
  tests: LegTests
  /** Those seen in the reports, and all named like a failed test. */
  quarantined: { complete: true; entries: QuarantinedTest[] } | { complete: false; why: Message }
}

export interface LegReports {
  /** Relative to the workspace, in the order of {@link reports} and of what is wrong. */
  files: string[]
  reports: LegReport[]
  /** A sentence for each file that is no leg's report; it names the file and quotes nothing of it. */
  problems: Message[]
  /** The first glob without a match, as the beginning of a sentence. */
  unmatched?: Message
}
