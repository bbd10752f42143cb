import { endInWords } from '../facts/commit.ts'
import type { Snapshot } from '../facts/context.ts'
import { inWords, isOver, known, PULL_REQUEST_STATES, type PullRequest, type PullRequestState } from '../facts/facts.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { capitalised, code, quoted, say } from '../text/message.ts'
import { doubtFinding } from './doubts.ts'
import { REASONS, type ReasonCode } from './reason-codes.ts'
import { type Finding, forGood, unknown, unmet, withHeadline } from './reasons.ts'
import { requiredStatuses } from './statuses.ts'
import { queueIn, testRunIn } from './subject.ts'

/** The finding on an unwanted state. A state that ended the stay in the queue is final until somebody submits again. */
export function inAnotherState(pr: PullRequest, state: PullRequestState, snapshot: Snapshot): Finding {
  const { reason, says } = wordsOf(state, snapshot.context.source)
  const found =
    (state === 'failed' && failedStatuses(pr, snapshot)) ||
    (state === 'pending' && heldByPause(pr, snapshot)) ||
    unmet(reason, `#${pr.number} ${says}.`)
  return isOver(state) ? forGood(found) : found
}

/** The state of a pull request, worded to follow its number: `is being tested`. */
export function says({ state }: Pick<PullRequest, 'state'>, source: SourceProfile): string {
  const is = known(PULL_REQUEST_STATES, state)
  if (is !== null) return wordsOf(is, source).says
  return state === null ? 'is in no known state' : `is in the state ${quoted(state)}`
}

/** The state by name: `pending`, or `waiting` in the words of GitHub's queue. */
export function stateInWords(state: string, source?: SourceProfile): string {
  return (source?.testsOn === 'merge-group' && GROUP_WORDS.get(state)) || inWords(state)
}

const GROUP_WORDS: ReadonlyMap<string, string> = new Map([
  ['pending', 'waiting'],
  ['pending_failure', 'held as unmergeable'],
  ['cancelled', 'taken out'],
])

/** True for a state that this version does not know: it could mean anything. */
export function isUnknownState({ state }: PullRequest): boolean {
  return state !== null && known(PULL_REQUEST_STATES, state) === null
}

const AGAIN = 'Run the job again in a minute.'

export function unknownState(pr: PullRequest, { context }: Snapshot): Finding {
  return pr.state === null
    ? unknown(
        'state-unknown',
        `${capitalised(context.source.name)} does not say in which state #${pr.number} is.`,
        AGAIN,
      )
    : unknown('state-unknown', `#${pr.number} is in the state ${quoted(pr.state)}, which this version does not know.`)
}

/** GitHub holds a merge group more often for a conflict with a group ahead of it than for its checks. */
const HELD: (typeof STATES)[PullRequestState] = { reason: 'state-unmergeable', says: 'is held as unmergeable' }

function wordsOf(state: PullRequestState, { testsOn }: SourceProfile) {
  return state === 'pending_failure' && testsOn === 'merge-group' ? HELD : STATES[state]
}

const STATES: Record<PullRequestState, { reason: ReasonCode; says: string }> = {
  not_ready: { reason: 'state-not-ready', says: 'is not ready to be tested' },
  pending: { reason: 'state-pending', says: 'waits to be tested' },
  testing: { reason: 'state-testing', says: 'is being tested' },
  tests_passed: { reason: 'state-tests-passed', says: 'passed its tests and is not merged yet' },
  // Some sources hold entries without a failed check.
  pending_failure: { reason: 'state-pending-failure', says: 'is held in the queue' },
  failed: { reason: 'state-failed', says: 'failed in the queue' },
  cancelled: { reason: 'state-cancelled', says: 'was taken out of the queue' },
  // A merged pull request satisfies every condition on the state, so nobody sees this reason.
  merged: { reason: 'internal-error', says: 'is merged' },
}

function heldByPause({ number }: PullRequest, snapshot: Snapshot): Finding | null {
  const isPaused =
    !doubtFinding(snapshot, 'queue-state') && queueIn(snapshot.facts, snapshot.context)?.state === 'paused'
  if (!isPaused) return null
  const evidence = `The queue is paused; #${number} waits.`
  return withHeadline('The queue is paused', unmet('state-pending', evidence, REASONS['queue-paused'].remedy))
}

/** The finding that names the failed required statuses, the first with its link; null if the test run tells none. */
function failedStatuses({ number }: PullRequest, snapshot: Snapshot): Finding | null {
  const testRun = doubtFinding(snapshot, 'test-run') ? null : testRunIn(snapshot.facts, snapshot.context)
  if (!testRun?.pullRequests?.some(each => each.number === number)) return null
  const failed = (requiredStatuses(testRun) ?? []).filter(each => each.state === 'failed')
  const [first, ...others] = failed
  if (!first) return null
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  const how = others.length === 0 ? endInWords(first.word) : 'failed'
  const evidence = say`#${number} failed in the queue: ${code(first.name, first.url)}${more} ${how}.`
  return unmet('state-failed', evidence, 'Fix what failed, then submit it again.')
}
