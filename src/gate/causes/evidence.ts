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
  /** `#42`, else the pull requests under test. */
  subject: string
  /** `on the merge group of #42` */
  place: string
  pullRequest: PullRequest | null
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

/** Milliseconds after which a run without a report counts as forgotten, and a queued job as without a runner. */
export const FORGOTTEN_MS = 10 * 60_000

export function evidenceOf(snapshot: Snapshot, explanation: Explanation, now: number): Evidence {
  const { facts, context } = snapshot
  const pullRequest = pullRequestIn(facts, context)
  const run = shownRun(facts, explanation, context)
  const statuses = (run && statusesOf(run, explanation.checks)) ?? []
  const inState = (state: Status['state']) => statuses.filter(each => each.state === state)
  return {
    snapshot,
    explanation,
    now,
    onGitHub: context.source.testsOn === 'merge-group',
    ...namesOf(snapshot, run),
    pullRequest,
    removal: removalIn(pullRequest, valueIn(explanation.removal)),
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

/** How the pull request left the queue: what was read to explain it says more than the deciding poll. */
function removalIn(pullRequest: PullRequest | null, read: Removal | null): Removal | null {
  const polled = pullRequest?.removal ?? null
  return polled && read ? { ...polled, ...read } : (read ?? polled)
}

/** The most pull requests under test that are named. */
const MOST_NAMED = 3

function namesOf({ context }: Snapshot, run: TestRun | null): Pick<Evidence, 'subject' | 'place'> {
  const tested = context.pullRequest ? [context.pullRequest.value] : (run?.pullRequests ?? []).map(each => each.number)
  const numbers = tested.slice(0, MOST_NAMED).map(each => `#${each}`)
  const [place, test] = context.source.testsOn === 'merge-group' ? ['on', 'merge group'] : ['in', 'test run']
  if (numbers.length === 0) return { subject: `this ${test}`, place: `${place} this ${test}` }
  const subject = numbers.join(', ')
  return { subject, place: `${place} the ${test} of ${subject}` }
}

/** A cause; by default it is certain, and its remedy is that of the code. */
export function cause(
  code: CauseCode,
  message: Message,
  given: { evidence?: Message[]; remedy?: Message | undefined; certain?: boolean } = {},
): Cause {
  const { evidence = [], remedy = { ...REASONS, ...CAUSES }[code].remedy, certain = true } = given
  return { code, certain, message, evidence, remedy }
}
