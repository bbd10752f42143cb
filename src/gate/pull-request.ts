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
import { doubtFinding, otherBase, staleness } from './doubts.ts'
import { noQueue, ofQueue, remedyWithoutQueue, unlistedEntries } from './queue.ts'
import { readiness } from './readiness.ts'
import { type Finding, forGood, met, NOT_READ, unknown, unmet, withHeadline, withoutValue } from './reasons.ts'
import { inAnotherState, isUnknownState, says, unknownState } from './states.ts'
import { pullRequestIn, queueIn, viewIn } from './subject.ts'

// The conditions on the pull request under report. State `merged` stands whatever else is said of its place.

export function submitted(snapshot: Snapshot): Finding {
  return ofPullRequest(snapshot, neverSubmitted, pr => {
    if (pr.state === 'merged') {
      return forGood(unmet('not-submitted', `#${pr.number} is merged, so it is no longer in the queue.`, MERGED))
    }
    const doubted = doubtFinding(snapshot, 'place')
    if (doubted) return doubted
    if (pr.submitted) return met(`#${pr.number} is in the queue.`)
    return isUnknownState(pr)
      ? unknownState(pr, snapshot)
      : unmet('not-submitted', `#${pr.number} is not in the queue.`)
  })
}

const MERGED = say`Require ${code('merged')} or ${code('settled')} if the step should pass after a merge.`

export function notSubmitted(snapshot: Snapshot): Finding {
  return ofPullRequest(snapshot, neverListed, pr => otherBase(pr, snapshot) ?? hasLeft(pr, snapshot))
}

/** The commit is checked first: an answer about another commit is no answer. */
export function ready(snapshot: Snapshot): Finding {
  return ofPullRequest(snapshot, neverSubmitted, pr => {
    const doubted = staleness(pr, snapshot) ?? (pr.state === 'merged' ? null : doubtFinding(snapshot, 'place'))
    return doubted ?? readiness(pr, snapshot)
  })
}

export function testsPassed(snapshot: Snapshot): Finding {
  const find = (pr: PullRequest) => staleness(pr, snapshot) ?? inState(pr, snapshot, 'tests_passed')
  return ofPullRequest(snapshot, neverSubmitted, find)
}

export function merged(snapshot: Snapshot): Finding {
  const find = (pr: PullRequest) => otherBase(pr, snapshot) ?? inState(pr, snapshot, 'merged')
  return ofPullRequest(snapshot, neverMerged, find)
}

export function settled(snapshot: Snapshot): Finding {
  return ofPullRequest(snapshot, neverListed, pr => {
    const mismatch = otherBase(pr, snapshot)
    if (mismatch) return mismatch
    if (pr.state === 'merged') return met(`#${pr.number} is merged.`)
    const doubted = doubtFinding(snapshot, 'place')
    if (doubted) return doubted
    // These states need no queue.
    if (!pr.submitted) return isOver(pr.state) ? met(`#${pr.number} is not in the queue.`) : hasLeft(pr, snapshot)
    const state = known(PULL_REQUEST_STATES, pr.state)
    if (state !== null) return inAnotherState(pr, state, snapshot)
    return snapshot.context.source.listsOnlyLiveEntries ? hasLeft(pr, snapshot) : unknownState(pr, snapshot)
  })
}

/** The finding of `find`, if the pull request was read and is the one asked for; that of `absent` if there is none. */
function ofPullRequest(
  snapshot: Snapshot,
  absent: (snapshot: Snapshot) => Finding,
  find: (pr: PullRequest) => Finding,
): Finding {
  const { pullRequest } = snapshot.facts
  if (isAbsent(pullRequest)) return doubtFinding(snapshot, 'place') ?? absent(snapshot)
  const pr = pullRequestIn(snapshot.facts, snapshot.context)
  const found = doubtFinding(snapshot, 'pull-request') ?? (pr ? find(pr) : withoutValue(pullRequest, NOT_READ))
  // What is out of the queue of a branch that has none stays out.
  return found.verdict === 'unmet' && hasNoQueue(snapshot) ? forGood(found) : found
}

/** A source that may not see every queue never says this. */
function hasNoQueue({ facts, context }: Snapshot): boolean {
  return isAbsent(facts.queue) && !context.source.mayHaveOtherQueue
}

/** "Never submitted" is an answer, unless a queue that this source can't see may hold the pull request. */
function neverSubmitted(snapshot: Snapshot): Finding {
  const { facts, context } = snapshot
  const isOpen = context.source.mayHaveOtherQueue && queueIn(facts, context) === null
  return isOpen ? withoutValue(facts.queue, withoutQueue(snapshot)) : neverMerged(snapshot)
}

/** Its merge would be seen by every source. */
function neverMerged(snapshot: Snapshot): Finding {
  const { facts, context } = snapshot
  const number = context.pullRequest?.value
  if (isAbsent(facts.queue)) {
    const message = `${noQueue(context)}, so #${number} can't be in it.`
    const found = unmet('queue-not-found', message, remedyWithoutQueue(snapshot))
    return hasNoQueue(snapshot) ? forGood(found) : found
  }
  const view = viewIn(facts, context)
  const message = `#${number} was never submitted to the queue of ${quoted(context.targetBranch?.value ?? '')}.`
  // A number from an input may be a typing error.
  const submit = context.pullRequest?.from === 'input' && !view ? SUBMIT_OR_CORRECT : undefined
  return unmet('not-submitted', message, view?.open === false ? CLOSED_REMEDY : view?.autoMerge ? AUTO_MERGE : submit)
}

const SUBMIT_OR_CORRECT = say`Submit it to the queue, or correct ${code('pull-request')}; then run the job again.`

const CLOSED_REMEDY = 'It is closed: reopen it first, then submit it to the queue.'

export const AUTO_MERGE = 'Auto-merge is on and still waits: resolve what the merge box of the pull request names.'

/**
 * The finding `out` counts only if the queue exists and its list does not hold the pull request. If the list is not
 * known, `out` counts only for a source that does not confirm by it (`confirmsByList`).
 */
function unlisted(snapshot: Snapshot, out: Finding): Finding {
  const { pullRequest, source } = snapshot.context
  return ofQueue(snapshot, 'queue-list', withoutQueue(snapshot), ({ entries }) => {
    if (entries === null) return source.confirmsByList ? unlistedEntries(snapshot) : out
    // An entry without a number may be this pull request.
    if (!entries.some(entry => entry.number === null && isLive(entry))) return out
    const subject = `#${pullRequest?.value}`
    const message = `The queue lists a pull request whose number ${source.name} does not give; it may be ${subject}.`
    return withHeadline(`Not known whether ${subject} is in the queue`, unknown('not-known', message, 'wait'))
  })
}

function neverListed(snapshot: Snapshot): Finding {
  const { pullRequest, source } = snapshot.context
  const list = source.confirmsByList ? ', and the queue does not list it' : ''
  return unlisted(snapshot, met(`#${pullRequest?.value} was never submitted${list}.`))
}

function hasLeft(pr: PullRequest, snapshot: Snapshot): Finding {
  // A merged pull request has left whatever queue it was in.
  if (pr.state === 'merged') return met(`#${pr.number} is merged, so it is not in the queue.`)
  const doubted = doubtFinding(snapshot, 'place')
  if (doubted) return doubted
  if (pr.submitted) {
    const how = pr.state === null ? 'is in the queue' : says(pr, snapshot.context.source)
    return unmet('still-submitted', `#${pr.number} ${how}.`)
  }
  return isUnknownState(pr) ? unknownState(pr, snapshot) : unlisted(snapshot, met(`#${pr.number} is not in the queue.`))
}

/** A misspelt branch has no queue either, so a missing queue must not read as "out of the queue". */
export function withoutQueue(snapshot: Snapshot): Finding {
  const { context } = snapshot
  const number = context.pullRequest?.value
  const message = `${noQueue(context)}, so it is not known whether #${number} is in one.`
  return forGood(unknown('queue-not-found', message, remedyWithoutQueue(snapshot)))
}

function inState(pr: PullRequest, snapshot: Snapshot, wanted: PullRequestState): Finding {
  const state = known(PULL_REQUEST_STATES, pr.state)
  if (state === 'merged') return met(`#${pr.number} is merged.`)
  const doubted = doubtFinding(snapshot, 'place')
  if (doubted) return doubted
  if (state === null) return unknownState(pr, snapshot)
  if (state !== wanted) return inAnotherState(pr, state, snapshot)
  return met(say`#${pr.number}: the state is ${code(state)}.`)
}
