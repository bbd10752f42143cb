import type * as z from 'zod/mini'
import type { Message } from '../message.ts'
import type * as schema from './schema/tests.ts'
import type { QuarantinedTest } from './test-list.ts'

/** The version of report files that is written, and the only one that is merged. */
export const SCHEMA_VERSION = 1

/** `steps.<id>.outcome` of what ran the tests. */
export const TEST_OUTCOMES = ['success', 'failure', 'cancelled', 'skipped'] as const
export type TestOutcome = (typeof TEST_OUTCOMES)[number]

/** The reports of a leg, as far as its verdict rests on them. */
export type LegTests = Omit<z.output<typeof schema.testReports>, 'files'>

/** What a report file says of one leg: its verdict, and everything that it follows from. */
export interface LegReport {
  schemaVersion: number
  runId: string
  /** From 1. */
  attempt: number
  commit: string
  leg: string
  /** Null where the leg was not told: whether its tests crashed is not known. */
  testOutcome: TestOutcome | null
  variant: string | null
  maxExcused: number | null
  minTests: number | null
  /** Of `no-blocking-failures`; null where it was not required. */
  verdict: 'met' | 'unmet' | 'unknown' | null
  tests: LegTests
  /** Those seen in the reports, and all that share the name of a failed test. */
  quarantined: { complete: true; entries: QuarantinedTest[] } | { complete: false; why: Message }
}

/** The report files that a step merges. */
export interface LegReports {
  /** Relative to the workspace, in the order of {@link reports} and of what is wrong. */
  files: string[]
  reports: LegReport[]
  /** A sentence for each file that is no report of a leg: it names the file, and no word of its content. */
  problems: Message[]
}
