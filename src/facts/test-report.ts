import type * as z from 'zod/mini'
import { timeOf } from '../text/duration.ts'
import { code, say } from '../text/message.ts'
import type * as schema from './schema/tests.ts'

/** What identifies a test. Its parent is the outermost suite that holds it. */
export type TestIdentity = z.output<typeof schema.testIdentity>
export type ReportedTest = z.output<typeof schema.reportedTest>
export type ReportProblem = z.output<typeof schema.reportProblem>

/** A failed test with its output, which goes only to summary and annotations: the runner masks secrets there. */
export interface FailedTest extends z.output<typeof schema.failedTest> {
  /** Why it failed, in one line without colours; null if the report does not say. */
  message: string | null
  /** The first lines of its trace; null if there are none. */
  trace: string | null
  /** Another test case of its suite has the same name and passed: another try, or another test. */
  hasPassedNamesake: boolean
  /** False for a failed set-up, or code that did not load: tests may not have run, so nothing excuses the failure. */
  isTest: boolean
  place: TestPlace | null
}

export interface TestPlace {
  file: string
  /** From 1; null if the report does not say. */
  line: number | null
}

export interface TestReports extends z.output<typeof schema.testReports> {
  failed: FailedTest[]
  flaky: TestIdentity[]
  /** The tests that did not fail, also flaky ones, each once. */
  notFailed: ReportedTest[]
  /** All reports together name at most one parent, so parents tell no tests apart. */
  hasSingleParent: boolean
  /** No test has a class or a file. */
  hasOnlyParents: boolean
}

export type QuarantinedTest = z.output<typeof schema.quarantinedTest>
export type QuarantinedTests = z.output<typeof schema.quarantinedTests>

/** What a list of quarantined tests lacks, in a clause to follow "The", and what to do; null if the list is whole. */
export function gapInList({ whyPartial, mayBeOtherList }: Pick<QuarantinedTests, 'whyPartial' | 'mayBeOtherList'>) {
  if (whyPartial === null) return null
  const clause = `list of quarantined tests is not ${mayBeOtherList ? 'known' : 'whole'}: ${whyPartial}`
  if (mayBeOtherList) return { code: 'not-known', remedy: say`Check ${code('test-collection')}.`, clause } as const
  return { code: 'partial-list', remedy: 'Run the job again.', clause } as const
}

export interface QuarantineAge {
  /** Milliseconds; null if the time is missing, unreadable or in the future. */
  ms: number | null
  /** Only the last update of the test's status is known. */
  mayBeOlder: boolean
}

/** @param now milliseconds since the epoch */
export function ageOf({ quarantinedAt, statusLastUpdatedAt }: QuarantinedTest, now: number): QuarantineAge {
  const since = timeOf(quarantinedAt)
  const time = since ?? timeOf(statusLastUpdatedAt)
  return { ms: time === null || time > now ? null : now - time, mayBeOlder: since === null && time !== null }
}

/** A file in the form in which files are compared: with slashes, without a leading `./` or the workspace's path. */
export function comparableFile(file: string | null, workspace: string): string | null {
  if (!file) return null
  const slashed = file.replaceAll('\\', '/')
  const root = `${workspace.replaceAll('\\', '/').replace(/\/+$/, '')}/`
  let bare = workspace !== '' && slashed.startsWith(root) ? slashed.slice(root.length) : slashed
  // One at a time: on megabytes of `./`, one regular expression for all would overflow the engine's stack.
  while (bare.startsWith('./')) bare = bare.slice(2).replace(/^\/+/, '')
  return bare || null
}

/** A parent in the form in which parents are compared: without the time that some test tools append. */
export function comparableParent(parent: string | null): string | null {
  return parent?.replace(/-\d{14}$/, '') || null
}

/** True for avocado's parent `job-<time>-<hash>`, which is another one in each run: it is never compared. */
export function isNewEachRun(parent: string | null): boolean {
  return /^job-\d{4}-\d{2}-\d{2}T\d{2}\.\d{2}-[\da-f]+$/.test(parent ?? '')
}

/** How the step that ran the tests ended: the values of the input `test-outcome`. */
export const TEST_OUTCOMES = ['success', 'failure', 'cancelled', 'skipped'] as const
export type TestOutcome = (typeof TEST_OUTCOMES)[number]

export interface TestInputs {
  testOutcome: TestOutcome | null
  variant: string | null
  maxExcused: number | null
  minTests: number | null
}
