import type { Snapshot } from '../../facts/context.ts'
import type { Removal } from '../../facts/facts.ts'
import { valueIn } from '../../facts/facts.ts'
import type { Explanation, Need } from '../../facts/source.ts'
import type { Cause, CauseCode } from '../reasons.ts'
import { type Status, statusesOf } from '../statuses.ts'
import { pullRequestIn, shownRun } from '../subject.ts'

export interface CauseRule {
  code: CauseCode
  /** Cheap, by the facts of the deciding poll alone: only then is anything read for this rule. */
  when(snapshot: Snapshot): boolean
  /** The parts of the explanation that it looks at; each may be missing or have failed. */
  needs: readonly Need[]
  /** The cause; null if no fact names it. `now` is in milliseconds since the epoch. */
  find(snapshot: Snapshot, explanation: Explanation, now: number): Found | null
}

/** A cause without what follows from its rule: its code, and the usual remedy of that code. It is certain by default. */
export type Found = Pick<Cause, 'message'> & Partial<Omit<Cause, 'code' | 'message'>>

export function isOut({ facts, context }: Snapshot): boolean {
  const pr = pullRequestIn(facts, context)
  return pr !== null && (pr.removal !== null || pr.state === 'failed' || pr.state === 'cancelled')
}

export function isIn(snapshot: Snapshot): boolean {
  const { facts, context } = snapshot
  return !isOut(snapshot) && pullRequestIn(facts, context)?.submitted === true
}

/** Milliseconds after which a merge group without any report counts as forgotten, and a queued job as without a runner. */
export const FORGOTTEN_MS = 10 * 60_000

/** The pull request is in the queue, failed for no known reason, or was not asked about. */
export function isAboutRun(snapshot: Snapshot): boolean {
  const { facts, context } = snapshot
  return isIn(snapshot) || pullRequestIn(facts, context)?.state === 'failed' || facts.pullRequest === undefined
}

/** How the pull request left the queue, by the deciding poll or by what was read to explain it. */
export function removalIn({ facts, context }: Snapshot, { removal }: Explanation): Removal | null {
  const polled = pullRequestIn(facts, context)?.removal ?? null
  const read = valueIn(removal)
  return polled && read ? { ...polled, ...read } : (read ?? polled)
}

/** The required statuses of the test run, by the source or by GitHub; empty if they are not known. */
export function statusesIn({ facts, context }: Snapshot, explanation: Explanation): Status[] {
  const run = shownRun(facts, explanation, context)
  return (run && statusesOf(run, explanation.checks)) ?? []
}

export function inState(state: Status['state'], statuses: readonly Status[]): Status[] {
  return statuses.filter(each => each.state === state)
}

export function haveAllPassed(statuses: readonly Status[]): boolean {
  return statuses.length > 0 && statuses.every(({ state }) => state === 'passed')
}

/** The pull request for a sentence: `#42`; without one, those under test. */
export function subjectOf({ facts, context }: Snapshot): string {
  const number = pullRequestIn(facts, context)?.number ?? context.pullRequest?.value
  if (number !== undefined) return `#${number}`
  const tested = shownRun(facts, {}, context)?.pullRequests ?? []
  const numbers = tested.map(each => `#${each.number}`).slice(0, MOST_NAMED)
  return numbers.join(', ') || (context.source.testsOn === 'merge-group' ? 'this merge group' : 'this test branch')
}

const MOST_NAMED = 3
