import { isOver, known, PULL_REQUEST_STATES, type PullRequest, type PullRequestState } from '../facts/facts.ts'
import { isAbsent, isRead } from '../facts/reading.ts'
import { capitalised, code, quoted, say } from '../text/message.ts'
import { noQueue, ofQueue, remedyWithoutQueue, unlistedEntries } from './queue.ts'
import { readiness } from './readiness.ts'
import { doubtFinding, type Snapshot } from './snapshot.ts'
import { staleness } from './stale.ts'
import { inAnotherState, isUnknownState, says, unknownState } from './states.ts'
import { viewIn } from './subject.ts'
import { type Finding, forGood, met, unknown, unmet, withoutValue } from './verdict.ts'

// The conditions on the pull request under report; the README says when each is met.

export function submitted(snapshot: Snapshot): Finding {
  return ofPullRequest(snapshot, neverSubmitted(snapshot), pr => {
    const contradicted = doubtFinding(snapshot, 'submitted', 'state')
    if (contradicted) return contradicted
    if (pr.submitted) return mergedAndSubmitted(pr, snapshot) ?? met(`#${pr.number} is in the queue.`)
    if (isUnknownState(pr)) return unknownState(pr, snapshot)
    if (pr.state !== 'merged') return unmet('not-submitted', `#${pr.number} is not in the queue.`)
    return forGood(unmet('not-submitted', `#${pr.number} is merged, so it is no longer in the queue.`, MERGED))
  })
}

const MERGED = say`Require ${code('merged')} or ${code('settled')} if the step should pass after a merge.`

export function notSubmitted(snapshot: Snapshot): Finding {
  return ofPullRequest(snapshot, neverListed(snapshot), pr => hasLeft(pr, snapshot))
}

/** The commit is checked first: an answer about another commit is no answer. */
export function ready(snapshot: Snapshot): Finding {
  return ofPullRequest(snapshot, neverSubmitted(snapshot), pr => {
    const stale = staleness(pr, snapshot)
    if (stale) return stale
    if (pr.state === 'merged') return readiness(pr, snapshot)
    return doubtFinding(snapshot, 'state', 'submitted') ?? readiness(pr, snapshot)
  })
}

export function testsPassed(snapshot: Snapshot): Finding {
  const find = (pr: PullRequest) => staleness(pr, snapshot) ?? inState(pr, snapshot, 'tests_passed')
  return ofPullRequest(snapshot, neverSubmitted(snapshot), find)
}

export function merged(snapshot: Snapshot): Finding {
  return ofPullRequest(snapshot, neverSubmitted(snapshot, true), pr => inState(pr, snapshot, 'merged'))
}

export function settled(snapshot: Snapshot): Finding {
  return ofPullRequest(snapshot, neverListed(snapshot), pr => {
    if (pr.state === 'merged') return met(`#${pr.number} is merged.`)
    const contradicted = doubtFinding(snapshot, 'state', 'submitted')
    if (contradicted) return contradicted
    if (!pr.submitted) return isOver(pr.state) ? met(`#${pr.number} is not in the queue.`) : hasLeft(pr, snapshot)
    const state = known(PULL_REQUEST_STATES, pr.state)
    if (state !== null) return inAnotherState(pr, state, snapshot)
    return snapshot.context.source.listsOnlyLiveEntries ? hasLeft(pr, snapshot) : unknownState(pr, snapshot)
  })
}

/** The finding of `find`, if the pull request was read and is the one asked for; `absent` if there is none. */
function ofPullRequest(snapshot: Snapshot, absent: Finding, find: (pr: PullRequest) => Finding): Finding {
  const { pullRequest } = snapshot.facts
  if (!isRead(pullRequest)) return withoutValue(pullRequest, absent)
  return doubtFinding(snapshot, 'number') ?? find(pullRequest.value)
}

function neverSubmitted(snapshot: Snapshot, isMerge = false): Finding {
  const { facts, context } = snapshot
  const number = context.pullRequest?.value
  // A queue that this source can't see may hold the pull request. Its merge would be seen, so `merged` needs no doubt.
  if (context.source.mayHaveOtherQueue && !isMerge && !isRead(facts.queue)) {
    return withoutValue(facts.queue, withoutQueue(snapshot))
  }
  if (isAbsent(facts.queue)) {
    const message = `${noQueue(context)}, so #${number} can't be in it.`
    const found = unmet('queue-not-found', message, remedyWithoutQueue(snapshot))
    return context.source.mayHaveOtherQueue ? found : forGood(found)
  }
  const view = viewIn(facts, context)
  const message = `#${number} was never submitted to the queue of ${quoted(context.targetBranch?.value ?? '')}.`
  // A number from an input may be a typing error.
  const named = context.pullRequest?.from === 'input' && !view ? SUBMIT_OR_CORRECT : undefined
  return unmet('not-submitted', message, view?.open === false ? CLOSED_REMEDY : view?.autoMerge ? AUTO_MERGE : named)
}

const SUBMIT_OR_CORRECT = say`Submit it to the queue, or correct ${code('pull-request')}; then run the job again.`

/** The remedy for a pull request that was closed without ever being queued. */
export const CLOSED_REMEDY = 'It is closed: reopen it first, then submit it to the queue.'

export const AUTO_MERGE = 'Auto-merge is on and still waits: resolve what the merge box of the pull request names.'

/**
 * The finding `out` counts only if the queue exists and its list does not hold the pull request. If the list is not
 * known, `out` counts only for a source that does not confirm by it (`confirmsByList`).
 */
function unlisted(snapshot: Snapshot, said: string, out: Finding): Finding {
  const number = snapshot.context.pullRequest?.value
  return ofQueue(snapshot, ['submitted', 'queue-list'], withoutQueue(snapshot), ({ entries }) => {
    if (entries === null) return snapshot.context.source.confirmsByList ? unlistedEntries(snapshot) : out
    const isListed = entries.some(entry => entry.number === number)
    // An entry without a number may be this pull request.
    if (!isListed && !entries.some(entry => entry.number === null)) return out
    const what = isListed ? 'lists it' : 'lists a pull request whose number it does not give'
    const message = `${capitalised(snapshot.context.source.name)} says that #${number} ${said}, but the queue ${what}.`
    return unknown('contradictory-answer', message)
  })
}

function neverListed(snapshot: Snapshot): Finding {
  const { pullRequest, source } = snapshot.context
  const list = source.confirmsByList ? ', and the queue does not list it' : ''
  const out = met(`#${pullRequest?.value} was never submitted${list}.`)
  return unlisted(snapshot, 'was never submitted', out)
}

function hasLeft(pr: PullRequest, snapshot: Snapshot): Finding {
  if (pr.submitted) {
    const how = pr.state === null ? 'is in the queue' : says(pr, snapshot.context.source)
    const still = unmet('still-submitted', `#${pr.number} ${how}.`)
    return doubtFinding(snapshot, 'submitted') ?? mergedAndSubmitted(pr, snapshot) ?? still
  }
  const contradicted = doubtFinding(snapshot, 'submitted', 'state')
  if (contradicted) return contradicted
  if (isUnknownState(pr)) return unknownState(pr, snapshot)
  const out = met(`#${pr.number} is not in the queue.`)
  // A merged pull request has left whatever queue it was in.
  if (pr.state === 'merged') return out
  return unlisted(snapshot, 'is not submitted', out)
}

/**
 * The finding if a pull request is both merged and submitted. Only `submitted` and `not-submitted` depend on that: for
 * all other conditions the merge decides.
 */
function mergedAndSubmitted({ number, state }: PullRequest, { context }: Snapshot): Finding | null {
  if (state !== 'merged') return null
  const message = `${capitalised(context.source.name)} says that #${number} is merged, but also that it is still in the queue.`
  return unknown('contradictory-answer', message)
}

/** A misspelt branch has no queue either, so a missing queue must not read as "out of the queue". */
export function withoutQueue(snapshot: Snapshot): Finding {
  const { context } = snapshot
  const number = context.pullRequest?.value
  const message = `${noQueue(context)}, so it is not known whether #${number} is in one.`
  return forGood(unknown('queue-not-found', message, remedyWithoutQueue(snapshot)))
}

/** Met in the wanted state, and always after a merge. */
function inState(pr: PullRequest, snapshot: Snapshot, wanted: PullRequestState): Finding {
  const state = known(PULL_REQUEST_STATES, pr.state)
  if (state === 'merged') return met(`#${pr.number} is merged.`)
  const contradicted = doubtFinding(snapshot, 'state')
  if (contradicted) return contradicted
  if (state === null) return unknownState(pr, snapshot)
  if (state !== wanted) return inAnotherState(pr, state, snapshot)
  return met(say`#${pr.number}: the state is ${code(state)}.`)
}
