import { MOST_NAMED } from '../../facts/check.ts'
import type { Snapshot } from '../../facts/context.ts'
import { type PullRequest, type Removal, type TestRun, valueIn } from '../../facts/facts.ts'
import type { Explanation, MissingCheck } from '../../facts/source.ts'
import { msSince } from '../../text/duration.ts'
import type { Message } from '../../text/message.ts'
import { REASONS } from '../reason-codes.ts'
import type { Cause, CauseCode } from '../reasons.ts'
import { type Status, shownStatuses } from '../statuses.ts'
import { pullRequestIn, shownRun } from '../subject.ts'
import { CAUSES } from './codes.ts'

/** What the rules look at: the deciding poll, and what was read to explain it. A list that is not known is empty. */
export interface Evidence {
  snapshot: Snapshot
  explanation: Explanation
  /** Milliseconds since the epoch. */
  now: number
  isGitHubQueue: boolean
  /** `#42`, the pull request that the step is about; else those that the run tests; else `this merge group`. */
  subject: string
  /** `on the merge group of #42`; with a service `in the test run of #42`. */
  whereTested: string
  pullRequest: PullRequest | null
  /** How the pull request last left the queue; null if it is not known to have left. */
  removal: Removal | null
  /** The run that was asked for; else the one that was read only to explain the verdict. */
  run: TestRun | null
  /** Since the run began; null if that is not known. */
  runAgeMs: number | null
  /** The required statuses of the run, with GitHub's outcomes if the source gives none. */
  statuses: Status[]
  failed: Status[]
  pending: Status[]
  missing: MissingCheck[]
  hasAllPassed: boolean
}

/** Each rule looks for one cause; null if the evidence does not show it. */
export type CauseRule = (evidence: Evidence) => Cause | null

export function evidenceOf(snapshot: Snapshot, explanation: Explanation, now: number): Evidence {
  const { facts, context } = snapshot
  const isGitHubQueue = context.source.testsOn === 'merge-group'
  const [at, test] = isGitHubQueue ? ['on', 'merge group'] : ['in', 'test run']
  const pullRequest = pullRequestIn(facts, context)
  const run = shownRun(facts, explanation, context)
  const statuses = (run && shownStatuses(run, explanation.runChecks)) ?? []
  const numbers = numbersOf(snapshot, run)
  const inState = (state: Status['state']) => statuses.filter(each => each.state === state)
  return {
    snapshot,
    explanation,
    now,
    isGitHubQueue,
    subject: numbers || `this ${test}`,
    whereTested: numbers ? `${at} the ${test} of ${numbers}` : `${at} this ${test}`,
    pullRequest,
    removal: valueIn(explanation.removal) ?? pullRequest?.removal ?? null,
    run,
    runAgeMs: msSince(run?.createdAt ?? null, now),
    statuses,
    failed: inState('failed'),
    pending: inState('pending'),
    missing: valueIn(explanation.missingChecks) ?? inState('missing').map(({ name }) => ({ name, why: 'unknown' })),
    hasAllPassed: statuses.length > 0 && statuses.every(({ state }) => state === 'passed'),
  }
}

/** `#42`, the pull request that the step is about; else the first ones that the run tests; empty if none is known. */
function numbersOf({ context: { pullRequest } }: Snapshot, run: TestRun | null): string {
  const tested = run?.pullRequests?.map(({ number }) => number) ?? []
  const numbers = pullRequest ? [pullRequest] : tested.slice(0, MOST_NAMED)
  return numbers.map(number => `#${number}`).join(', ')
}

/** What a cause says beside its message, in sentences. By default it is certain, and its remedy is that of its code. */
export interface Particulars {
  alsoKnown?: Message[]
  remedy?: Message | undefined
  certain?: boolean
}

export function cause(code: CauseCode, message: Message, particulars: Particulars = {}): Cause {
  const { alsoKnown = [], remedy = { ...REASONS, ...CAUSES }[code].remedy, certain = true } = particulars
  return { code, certain, message, evidence: alsoKnown, remedy }
}
