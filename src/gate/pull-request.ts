import type { Snapshot } from '../facts/context.ts'
import {
  isAbsent,
  isLive,
  isOver,
  known,
  PULL_REQUEST_STATES,
  type PullRequest,
  type PullRequestState,
} from '../facts/facts.ts'
import { code, quoted, say } from '../text/message.ts'
import { doubtFinding, inAnotherState, otherBase, placeInDoubt, staleness, unknownState } from './doubts.ts'
import { ofQueue, unlistedEntries, withoutQueue } from './queue.ts'
import { readiness } from './readiness.ts'
import { type Finding, forGood, met, NOT_READ, unknown, unmet, withoutValue } from './reasons.ts'
import { isUnknownState, pullRequestIn, queueIn, says } from './subject.ts'

// The conditions on the pull request under report. State `merged` stands whatever else is said of its place.

export function submitted(snapshot: Snapshot): Finding {
  return ofPullRequest(snapshot, neverSubmitted, placeInDoubt, isSubmitted)
}

export function notSubmitted(snapshot: Snapshot): Finding {
  return ofPullRequest(snapshot, neverListed, otherBase, placeInDoubt, hasLeft)
}

export function settled(snapshot: Snapshot): Finding {
  return ofPullRequest(snapshot, neverListed, otherBase, placeInDoubt, isSettled)
}

/** The commit is checked first: an answer about another commit is no answer. */
export function ready(snapshot: Snapshot): Finding {
  return ofPullRequest(snapshot, neverSubmitted, staleness, placeInDoubt, readiness)
}

export function testsPassed(snapshot: Snapshot): Finding {
  return ofPullRequest(snapshot, neverSubmitted, staleness, placeInDoubt, pr => inState(pr, 'tests_passed', snapshot))
}

export function merged(snapshot: Snapshot): Finding {
  return ofPullRequest(snapshot, neverMerged, otherBase, placeInDoubt, pr => inState(pr, 'merged', snapshot))
}

/**
 * The finding of the first judge that has one, if the pull request was read and is the one asked for; that of `absent` if
 * there is none.
 */
function ofPullRequest(
  snapshot: Snapshot,
  absent: (snapshot: Snapshot) => Finding,
  ...judges: ((pr: PullRequest, snapshot: Snapshot) => Finding | null)[]
): Finding {
  const { facts, context } = snapshot
  if (isAbsent(facts.pullRequest)) return doubtFinding(snapshot, 'place') ?? absent(snapshot)
  const pr = pullRequestIn(facts, context)
  let found = doubtFinding(snapshot, 'pull-request')
  if (pr === null) return found ?? withoutValue(facts.pullRequest, NOT_READ)
  for (const judge of judges) found ??= judge(pr, snapshot)
  // What is out of the queue of a branch that has none stays out.
  if (found?.verdict === 'unmet' && pr.state !== 'merged' && hasNoQueue(snapshot)) return withoutQueue(snapshot, unmet)
  return found ?? NOT_READ
}

/** A source that may not see every queue never says this. */
function hasNoQueue({ facts, context }: Snapshot): boolean {
  return isAbsent(facts.queue) && !context.source.mayHaveOtherQueue
}

/** "Never submitted" is an answer, unless a queue that this source can't see may hold the pull request. */
function neverSubmitted(snapshot: Snapshot): Finding {
  const { facts, context } = snapshot
  const isOpen = context.source.mayHaveOtherQueue && queueIn(facts, context) === null
  return isOpen ? withoutValue(facts.queue, withoutQueue(snapshot, unknown)) : neverMerged(snapshot)
}

/** Its merge would be seen by every source. */
function neverMerged(snapshot: Snapshot): Finding {
  const { facts, context } = snapshot
  if (isAbsent(facts.queue)) return { ...withoutQueue(snapshot, unmet), final: hasNoQueue(snapshot) }
  const branch = quoted(context.targetBranch?.value ?? '')
  return unmet('not-submitted', `#${context.pullRequest?.value} was never submitted to the queue of ${branch}.`)
}

function neverListed(snapshot: Snapshot): Finding {
  return unlisted(snapshot, met(`#${snapshot.context.pullRequest?.value} was never submitted.`))
}

function isSubmitted(pr: PullRequest, snapshot: Snapshot): Finding {
  const { number, state } = pr
  if (state === 'merged') return forGood(unmet('not-submitted', `#${number} is merged.`, MERGED))
  if (pr.submitted) return met(`#${number} is in the queue.`)
  return isUnknownState(pr) ? unknownState(pr, snapshot) : unmet('not-submitted', `#${number} is not in the queue.`)
}

const MERGED = say`Require ${code('merged')} or ${code('settled')} if the step should pass after a merge.`

function hasLeft(pr: PullRequest, snapshot: Snapshot): Finding {
  const { number, state } = pr
  // A merged pull request has left whatever queue it was in.
  if (state === 'merged') return met(`#${number} is merged.`)
  const how = state === null ? 'is in the queue' : says(pr, snapshot.context.source)
  if (pr.submitted) return unmet('still-submitted', `#${number} ${how}.`)
  return isUnknownState(pr) ? unknownState(pr, snapshot) : unlisted(snapshot, met(`#${number} is not in the queue.`))
}

/** What has left the queue is settled; states that end the stay need no queue to confirm it. */
function isSettled(pr: PullRequest, snapshot: Snapshot): Finding {
  const state = known(PULL_REQUEST_STATES, pr.state)
  if (isOver(state)) return met(`#${pr.number} ${says(pr, snapshot.context.source)}.`)
  if (!pr.submitted) return hasLeft(pr, snapshot)
  if (state !== null) return inAnotherState(pr, state, snapshot)
  return snapshot.context.source.listsOnlyLiveEntries ? hasLeft(pr, snapshot) : unknownState(pr, snapshot)
}

/**
 * The finding `out` counts only if the queue exists and its list does not hold the pull request. If the list is not
 * known, `out` counts only for a source that does not confirm by it (`confirmsByList`).
 */
function unlisted(snapshot: Snapshot, out: Finding): Finding {
  const { pullRequest, source } = snapshot.context
  return ofQueue(snapshot, 'queue-list', withoutQueue(snapshot, unknown), ({ entries }) => {
    if (entries === null) return source.confirmsByList ? unlistedEntries(snapshot) : out
    // An entry without a number may be this pull request.
    if (!entries.some(entry => entry.number === null && isLive(entry))) return out
    const entry = `The queue lists a pull request whose number ${source.name} does not give`
    return unknown('not-known', `${entry}; it may be #${pullRequest?.value}.`, 'wait')
  })
}

function inState(pr: PullRequest, wanted: PullRequestState, snapshot: Snapshot): Finding {
  const state = known(PULL_REQUEST_STATES, pr.state)
  if (state === null) return unknownState(pr, snapshot)
  if (state !== wanted && state !== 'merged') return inAnotherState(pr, state, snapshot)
  return met(`#${pr.number} ${says(pr, snapshot.context.source)}.`)
}
