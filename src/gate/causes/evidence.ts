import type { Snapshot } from '../../facts/context.ts'
import { type PullRequest, type Removal, type TestRun, valueIn } from '../../facts/facts.ts'
import type { Explanation, MissingCheck } from '../../facts/source.ts'
import { since } from '../../text/duration.ts'
import type { Message } from '../../text/message.ts'
import { REASONS } from '../reason-codes.ts'
import type { Cause, CauseCode } from '../reasons.ts'
import { type Status, statusesOf } from '../statuses.ts'
import { pullRequestIn, shownRun } from '../subject.ts'
import { CAUSES } from './codes.ts'

/** What the rules look at: the deciding poll, and what was read to explain it. A list is empty if it is not known. */
export interface Evidence {
  snapshot: Snapshot
  explanation: Explanation
  /** Milliseconds since the epoch. */
  now: number
  onGitHub: boolean
  /** `#42`, else the pull requests under test, else `this merge group`. */
  subject: string
  /** `on the merge group of #42` */
  place: string
  pullRequest: PullRequest | null
  /** By what was read to explain it, else by the deciding poll. */
  removal: Removal | null
  run: TestRun | null
  /** Milliseconds since the run began; null if that is not known. */
  age: number | null
  /** The required statuses of the run, by the source or by GitHub. */
  statuses: Status[]
  failed: Status[]
  pending: Status[]
  missing: MissingCheck[]
  hasAllPassed: boolean
}

/** Finds a cause; null if no fact names it. */
export type Rule = (evidence: Evidence) => Cause | null

export function evidenceOf(snapshot: Snapshot, explanation: Explanation, now: number): Evidence {
  const { facts, context } = snapshot
  const onGitHub = context.source.testsOn === 'merge-group'
  const test = onGitHub ? 'merge group' : 'test run'
  const pullRequest = pullRequestIn(facts, context)
  const run = shownRun(facts, explanation, context)
  const statuses = (run && statusesOf(run, explanation.checks)) ?? []
  const numbers = numbersOf(snapshot, run)
  const inState = (state: Status['state']) => statuses.filter(each => each.state === state)
  return {
    snapshot,
    explanation,
    now,
    onGitHub,
    subject: numbers || `this ${test}`,
    place: `${onGitHub ? 'on' : 'in'} ${numbers ? `the ${test} of ${numbers}` : `this ${test}`}`,
    pullRequest,
    removal: valueIn(explanation.removal) ?? pullRequest?.removal ?? null,
    run,
    age: since(run?.createdAt ?? null, now),
    statuses,
    failed: inState('failed'),
    pending: inState('pending'),
    missing:
      valueIn(explanation.missing) ?? inState('missing').map(({ name }) => ({ name, why: 'unknown', near: null })),
    hasAllPassed: statuses.length > 0 && statuses.every(({ state }) => state === 'passed'),
  }
}

/** `#42`, else the first pull requests under test; empty if they are not known. */
function numbersOf({ context: { pullRequest } }: Snapshot, run: TestRun | null): string {
  const tested = run?.pullRequests?.map(({ number }) => number) ?? []
  const numbers = pullRequest ? [pullRequest] : tested.slice(0, MOST_NAMED)
  return numbers.map(number => `#${number}`).join(', ')
}

const MOST_NAMED = 3

/** A cause; by default it is certain, and its remedy is that of the code. */
export function cause(
  code: CauseCode,
  message: Message,
  particulars: { evidence?: Message[]; remedy?: Message | undefined; certain?: boolean } = {},
): Cause {
  const { evidence = [], remedy = { ...REASONS, ...CAUSES }[code].remedy, certain = true } = particulars
  return { code, certain, message, evidence, remedy }
}
