import type * as z from 'zod/mini'
import { type Message, plain } from '../text/message.ts'
import type * as gitHub from './schema/github.ts'
import type * as schema from './schema/service.ts'
import type { QuarantinedTests, TestReports } from './test-report.ts'

export const READS = ['pull-request', 'queue', 'test-run', 'quarantined-tests', 'merge-group-checks'] as const
export type Read = (typeof READS)[number]

/** The names that the `require` input takes; `gate/conditions.ts` says of each when it is met, and what it reads. */
export const CONDITION_NAMES = [
  'submitted',
  'not-submitted',
  'ready',
  'tests-passed',
  'merged',
  'settled',
  'queue-running',
  'queue-empty',
  'test-run-succeeded',
  'no-blocking-failures',
  'quarantine-within-limits',
  'merge-group-checks',
] as const
export type Condition = (typeof CONDITION_NAMES)[number]

/** Values of the service that this version knows, in lower case. */
export const PULL_REQUEST_STATES = [
  'not_ready',
  'pending',
  'testing',
  'tests_passed',
  'merged',
  'failed',
  'cancelled',
  'pending_failure',
] as const
export const QUEUE_STATES = ['running', 'paused', 'draining', 'switching_modes'] as const
export const TEST_RUN_STATUSES = ['in_progress', 'succeeded', 'failed', 'cancelled'] as const
export const MERGEABILITIES = ['unspecified', 'in_progress', 'mergeable', 'not_mergeable'] as const

export type PullRequestState = (typeof PULL_REQUEST_STATES)[number]

/** The value as one of `values`; null if it is absent, or this version does not know it. */
export function knownValue<T extends string>(values: readonly T[], value: string | null): T | null {
  return values.find(candidate => candidate === value) ?? null
}

/** True if a pull request in this state has left the queue, for good or until it is submitted again. */
export function isEndState(state: string | null): boolean {
  return state === 'merged' || state === 'failed' || state === 'cancelled'
}

/** A doubt about these parts: a contradiction in the answers, unless `code` says otherwise. Waiting can end a doubt. */
export function makeDoubt(parts: AnswerPart[], message: Message, code: Doubt['code'] = 'contradictory-answer'): Doubt {
  return { answerParts: parts, code, message }
}

/** The first doubt about one of these parts; null if there is none. */
export function findDoubt(doubts: readonly Doubt[], ...parts: readonly AnswerPart[]): Doubt | null {
  return doubts.find(({ answerParts }) => answerParts.some(part => parts.includes(part))) ?? null
}

export type CallRecord = z.output<typeof schema.call>
export type Repository = z.output<typeof schema.repository>
export type AnswerPart = z.output<typeof schema.answerPart>
export type Doubt = z.output<typeof schema.doubt>
export type Removal = z.output<typeof schema.removal>
export type Readiness = z.output<typeof schema.readiness>
export type PullRequest = z.output<typeof schema.pullRequest>
export type QueueEntry = z.output<typeof schema.queueEntry>
export type Queue = z.output<typeof schema.queue>
export type ReportedStatus = z.output<typeof schema.reportedStatus>
export type TestRun = z.output<typeof schema.testRun>

export type GitHubPullRequest = z.output<typeof gitHub.gitHubPullRequest>
export type Check = z.output<typeof gitHub.check>
export type CommitChecks = z.output<typeof gitHub.commitChecks>
export type RequiredCheck = z.output<typeof gitHub.requiredCheck>
export type Coverage = z.output<typeof gitHub.coverage>
export type MergeGroupChecks = z.output<typeof gitHub.mergeGroupChecks>

/** Why a read failed, whether the service or GitHub was asked. */
export interface Failure extends z.output<typeof schema.failure> {}

/** A read with a value or a failure. A list that broke off has both: the part that was read, and why it broke off. */
export type Answer<T> = { value: T; failure?: Failure } | { failure: Failure }

/** One read: answered, failed, or answered with "there is none" (404). */
export type Reading<T> = Answer<T> | { absent: true }

/** True also for a list that broke off. */
export function hasValue<R extends object>(reading: R | null | undefined): reading is Extract<R, { value: unknown }> {
  return reading != null && 'value' in reading
}

export function isAbsent(reading: object | undefined): reading is { absent: true } {
  return reading !== undefined && 'absent' in reading
}

/** False also for a list that broke off: it has a value. */
export function isFailed<R extends object>(reading: R | null | undefined): reading is Extract<R, { failure: Failure }> {
  return reading != null && 'failure' in reading && !('value' in reading)
}

/** Takes the place of a read that is not made. */
export const NOT_ASKED = Promise.resolve(undefined)

/** Maps the value of an answer; a failed reading stays as it is. */
export function mapAnswer<T, U>(answer: Answer<T>, convert: (value: T) => U): Answer<U> {
  return 'value' in answer ? { ...answer, value: convert(answer.value) } : answer
}

export function valueIn<T>(reading: Reading<T> | undefined): T | null {
  return reading !== undefined && 'value' in reading ? reading.value : null
}

/** Why a read failed, as a whole or in part; null if it did not. */
export function failureIn(reading: Reading<unknown> | undefined): Failure | null {
  return (reading !== undefined && 'failure' in reading && reading.failure) || null
}

/** The facts of one poll. A read that was not asked for is not there. */
export interface Facts {
  pullRequest?: Reading<PullRequest> | undefined
  queue?: Reading<Queue> | undefined
  testRun?: Reading<TestRun> | undefined
  quarantinedTests?: Reading<QuarantinedTests> | undefined
  mergeGroupChecks?: Reading<MergeGroupChecks> | undefined
  /** GitHub's view of the pull request, read only if the service does not say enough. */
  github?: Reading<GitHubPullRequest> | undefined
  /** The test reports of the workspace. What is wrong with a report is one of their `problems`. */
  testReports?: Reading<TestReports> | undefined
}

export const FACT_OF = {
  'pull-request': 'pullRequest',
  queue: 'queue',
  'test-run': 'testRun',
  'quarantined-tests': 'quarantinedTests',
  'merge-group-checks': 'mergeGroupChecks',
} as const satisfies Record<Read, keyof Facts>

export interface FailedRead {
  read: Read
  failure: Failure
}

/** The reads of the source that failed, as a whole or in part, in the order of {@link READS}. */
export function failedReads(facts: Facts): FailedRead[] {
  return READS.flatMap(read => {
    const failure = failureIn(facts[FACT_OF[read]])
    return failure ? [{ read, failure }] : []
  })
}

/** The decisive reads that failed, but not by an outage: to read again does not help. */
export function refusedReads(facts: Facts, decisiveReads: readonly Read[]): FailedRead[] {
  return failedReads(facts).filter(({ read, failure }) => decisiveReads.includes(read) && !failure.outage)
}

/** A value of an enumeration of the service as people write it: `tests_passed` is "tests passed". */
export function inWords(value: string): string {
  return plain(value, 60).replace(/(?<=[a-z\d])_(?=[a-z\d])/g, ' ')
}

/** Position of a pull request in the queue's list, from 1; null if the list does not hold it, or has no order. */
export function positionOf(queue: Queue, number: number): number | null {
  if (!queue.isOrdered) return null
  const entries = queue.entries ?? []
  // A pull request that was submitted again can also be listed with an earlier entry, which has ended.
  const live = entries.findIndex(entry => entry.number === number && isLive(entry))
  const index = live === -1 ? entries.findIndex(entry => entry.number === number) : live
  return index === -1 ? null : index + 1
}

/** True unless the entry is known to have left the queue. */
export function isLive(entry: QueueEntry): boolean {
  return !isEndState(entry.state)
}
