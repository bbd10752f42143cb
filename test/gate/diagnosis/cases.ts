/** Facts of #42 for the tests of the diagnosis: each helper names only what a case is about. */
import type { RunContext } from '../../../src/facts/context.ts'
import type {
  Check,
  Facts,
  HeadChecks,
  PullRequest,
  Queue,
  QueueEntry,
  ReportedStatus,
  TestRun,
  TimelineEvent,
} from '../../../src/facts/facts.ts'
import { CAUSE_REMEDIES, type Diagnosis, type DiagnosisCode } from '../../../src/gate/diagnosis/codes.ts'
import { diagnose } from '../../../src/gate/diagnosis/diagnosis.ts'
import { pictureOf } from '../../../src/gate/snapshot.ts'
import {
  ago,
  context,
  entry,
  facts,
  HEAD,
  NOW,
  pullRequest,
  queue,
  read,
  readiness,
  TIP,
  testRun,
} from '../../builders.ts'

export { facts, NOW, read }

export const MINUTE = 60_000

export function minutesAgo(minutes: number): string {
  return ago(minutes * MINUTE)
}

/** #42 in a state, submitted where that state goes with it. */
export function inState(state: string | null, over: Partial<PullRequest> = {}) {
  const submitted = !['failed', 'cancelled', 'merged'].includes(state ?? '')
  return {
    pullRequest: read(pullRequest({ state, submitted, readiness: null, stateChangedAt: minutesAgo(30), ...over })),
  }
}

/** #42 in a state since so many minutes ago; null: since an unknown time. */
export function since(state: string, minutes: number | null) {
  return inState(state, { stateChangedAt: minutes === null ? null : minutesAgo(minutes) })
}

/** #42 not ready, because of these members of its readiness. */
export function notReady(rule: Parameters<typeof readiness>[0], over: Partial<PullRequest> = {}) {
  return inState('not_ready', { readiness: readiness(rule), ...over })
}

/** A queue in single mode without batches: three places, a time-out of 90 minutes. */
export function aQueue(over: Partial<Queue> = {}) {
  return { queue: read(queue({ batch: false, entries: [], ...over })) }
}

/** An entry by its number and state. */
export function queued(number: number, state: string, over: Partial<QueueEntry> = {}): QueueEntry {
  return entry({ number, state, ...over })
}

/** A queue that lists these. */
export function withEntries(...entries: QueueEntry[]) {
  return aQueue({ entries })
}

/** The run of #42 alone, with what was reported. */
export function aRun(
  status: string | null,
  reported: Record<string, ReportedStatus['outcome']>,
  over: Partial<TestRun> = {},
) {
  const reports = Object.entries(reported).map(([name, outcome]) => ({
    name,
    outcome,
    url: `https://ci.example/${name}`,
  }))
  return read(testRun({ status, reported: reports, reportedIsWhole: true, createdAt: minutesAgo(60), ...over }))
}

/** Pull requests under test. */
export function tests(...numbers: number[]): Pick<TestRun, 'pullRequests'> {
  return { pullRequests: numbers.map(number => ({ number, url: null, title: null })) }
}

export function check(name: string, outcome: Check['outcome'], over: Partial<Check> = {}): Check {
  return {
    source: 'check-run',
    name,
    appId: 15368,
    id: 1,
    outcome,
    url: `https://github.com/acme/rocket/runs/${name}`,
    detailsUrl: null,
    startedAt: minutesAgo(20),
    completedAt: outcome === 'pending' ? null : minutesAgo(10),
    ...over,
  }
}

/** GitHub's checks of the test branch. */
export function branchChecks(...checks: Check[]) {
  return read({ sha: TIP, checks, incomplete: [] })
}

/** GitHub's checks of the head. */
export function headChecks(ownCheckId: number | null, ...checks: Check[]) {
  const value: HeadChecks = { sha: HEAD, checks, incomplete: [], ownCheckId }
  return read(value)
}

export function timeline(...events: TimelineEvent[]) {
  return read({ events, incomplete: null })
}

/** A whole diagnosis: without evidence and advice, and with the remedy of its code, where the case names no other. */
export function cause(
  code: DiagnosisCode,
  certainty: Diagnosis['certainty'],
  message: string,
  more: Partial<Pick<Diagnosis, 'evidence' | 'remedy' | 'advice' | 'headline'>> = {},
): Diagnosis {
  return { code, certainty, message, evidence: [], remedy: CAUSE_REMEDIES[code], advice: null, ...more }
}

type More = Parameters<typeof cause>[3]

export function certain(code: DiagnosisCode, message: string, more?: More): Diagnosis {
  return cause(code, 'certain', message, more)
}

export function possible(code: DiagnosisCode, message: string, more?: More): Diagnosis {
  return cause(code, 'possible', message, more)
}

/** A pull request event about #42. */
export const ABOUT_42: RunContext = context()

/** All causes, the likeliest first. */
export function causesOf(given: Partial<Facts>, about: RunContext = ABOUT_42): Diagnosis[] {
  return diagnose(pictureOf(facts(given), about), NOW)
}
