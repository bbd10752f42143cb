import type * as z from 'zod/mini'
import type { Message } from '../message.ts'
import type * as schema from './schema/tests.ts'
import type { QuarantinedTest } from './test-list.ts'

/** The version of report files that is written, and the only one that is merged. */
export const SCHEMA_VERSION = 1

export const TEST_OUTCOMES = ['success', 'failure', 'cancelled', 'skipped'] as const
export type TestOutcome = (typeof TEST_OUTCOMES)[number]

/** The reports of a leg, as far as its verdict rests on them. */
export type LegTests = Omit<z.output<typeof schema.testReports>, 'files'>

/** One leg by its report file: its verdict, and everything that it follows from. */
export interface LegReport {
  schemaVersion: number
  runId: string
  attempt: number
  commit: string
  leg: string
  /** Null where the leg was not told: then nobody knows if its tests crashed. */
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

export interface LegReports {
  /** Relative to the workspace, in the order of {@link reports} and of what is wrong. */
  files: string[]
  reports: LegReport[]
  /** A sentence for each file that is no report of a leg: it names the file, and no word of its content. */
  problems: Message[]
}
