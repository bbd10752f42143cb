import { isOver, known, PULL_REQUEST_STATES, type PullRequest, type PullRequestState } from '../facts/facts.ts'
import { isAbsent, isRead } from '../facts/reading.ts'
import { capitalised, code, quoted, say } from '../text/message.ts'
import { noQueue, ofQueue, remedyWithoutQueue, unlistedEntries } from './queue.ts'
import { readiness } from './readiness.ts'
import { against, type Picture } from './snapshot.ts'
import { staleness } from './stale.ts'
import { inAnotherState, isUnknownState, says, unknownState } from './states.ts'
import { viewIn } from './subject.ts'
import { type Finding, forGood, met, unknown, unmet, withoutValue } from './verdict.ts'

// The conditions on the pull request under report; the README says when each is met.

export function submitted(picture: Picture): Finding {
  return ofPullRequest(picture, neverSubmitted(picture), pr => {
    const contradicted = against(picture, 'submitted', 'state')
    if (contradicted) return contradicted
    if (pr.submitted) return mergedAndSubmitted(pr, picture) ?? met(`#${pr.number} is in the queue.`)
    if (isUnknownState(pr)) return unknownState(pr, picture)
    if (pr.state !== 'merged') return unmet('not-submitted', `#${pr.number} is not in the queue.`)
    return forGood(unmet('not-submitted', `#${pr.number} is merged, so it is no longer in the queue.`, MERGED))
  })
}

const MERGED = say`Require ${code('merged')} or ${code('settled')} if the step should pass after a merge.`

export function notSubmitted(picture: Picture): Finding {
  return ofPullRequest(picture, neverListed(picture), pr => hasLeft(pr, picture))
}

/** The commit is checked first: an answer about another commit is no answer. */
export function ready(picture: Picture): Finding {
  return ofPullRequest(picture, neverSubmitted(picture), pr => {
    const stale = staleness(pr, picture)
    if (stale) return stale
    if (pr.state === 'merged') return readiness(pr, picture)
    return against(picture, 'state', 'submitted') ?? readiness(pr, picture)
  })
}

export function testsPassed(picture: Picture): Finding {
  const find = (pr: PullRequest) => staleness(pr, picture) ?? inState(pr, picture, 'tests_passed')
  return ofPullRequest(picture, neverSubmitted(picture), find)
}

export function merged(picture: Picture): Finding {
  return ofPullRequest(picture, neverSubmitted(picture, true), pr => inState(pr, picture, 'merged'))
}

export function settled(picture: Picture): Finding {
  return ofPullRequest(picture, neverListed(picture), pr => {
    if (pr.state === 'merged') return met(`#${pr.number} is merged.`)
    const contradicted = against(picture, 'state', 'submitted')
    if (contradicted) return contradicted
    if (!pr.submitted) return isOver(pr.state) ? met(`#${pr.number} is not in the queue.`) : hasLeft(pr, picture)
    const state = known(PULL_REQUEST_STATES, pr.state)
    if (state !== null) return inAnotherState(pr, state, picture)
    return picture.context.source.endsOutside ? hasLeft(pr, picture) : unknownState(pr, picture)
  })
}

/** The finding of `find`, if the pull request was read and is the one asked for; `absent` if there is none. */
function ofPullRequest(picture: Picture, absent: Finding, find: (pr: PullRequest) => Finding): Finding {
  const { pullRequest } = picture.facts
  if (!isRead(pullRequest)) return withoutValue(pullRequest, absent)
  return against(picture, 'number') ?? find(pullRequest.value)
}

function neverSubmitted(picture: Picture, isMerge = false): Finding {
  const { facts, context } = picture
  const number = context.pullRequest?.value
  // A queue that this source can't see may hold the pull request. Its merge would be seen, so `merged` needs no doubt.
  if (context.source.hasRivals && !isMerge && !isRead(facts.queue)) {
    return withoutValue(facts.queue, withoutQueue(picture))
  }
  if (isAbsent(facts.queue)) {
    const message = `${noQueue(context)}, so #${number} can't be in it.`
    const found = unmet('queue-not-found', message, remedyWithoutQueue(picture))
    return context.source.hasRivals ? found : forGood(found)
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
function unlisted(picture: Picture, said: string, out: Finding): Finding {
  const number = picture.context.pullRequest?.value
  return ofQueue(picture, ['submitted', 'queue-list'], withoutQueue(picture), ({ entries }) => {
    if (entries === null) return picture.context.source.confirmsByList ? unlistedEntries(picture) : out
    const isListed = entries.some(entry => entry.number === number)
    // An entry without a number may be this pull request.
    if (!isListed && !entries.some(entry => entry.number === null)) return out
    const what = isListed ? 'lists it' : 'lists a pull request whose number it does not give'
    const message = `${capitalised(picture.context.source.name)} says that #${number} ${said}, but the queue ${what}.`
    return unknown('contradictory-answer', message)
  })
}

function neverListed(picture: Picture): Finding {
  const { pullRequest, source } = picture.context
  const list = source.confirmsByList ? ', and the queue does not list it' : ''
  const out = met(`#${pullRequest?.value} was never submitted${list}.`)
  return unlisted(picture, 'was never submitted', out)
}

function hasLeft(pr: PullRequest, picture: Picture): Finding {
  if (pr.submitted) {
    const how = pr.state === null ? 'is in the queue' : says(pr, picture.context.source)
    const still = unmet('still-submitted', `#${pr.number} ${how}.`)
    return against(picture, 'submitted') ?? mergedAndSubmitted(pr, picture) ?? still
  }
  const contradicted = against(picture, 'submitted', 'state')
  if (contradicted) return contradicted
  if (isUnknownState(pr)) return unknownState(pr, picture)
  const out = met(`#${pr.number} is not in the queue.`)
  // A merged pull request has left whatever queue it was in.
  if (pr.state === 'merged') return out
  return unlisted(picture, 'is not submitted', out)
}

/**
 * The finding if a pull request is both merged and submitted. Only `submitted` and `not-submitted` depend on that: for
 * all other conditions the merge decides.
 */
function mergedAndSubmitted({ number, state }: PullRequest, { context }: Picture): Finding | null {
  if (state !== 'merged') return null
  const message = `${capitalised(context.source.name)} says that #${number} is merged, but also that it is still in the queue.`
  return unknown('contradictory-answer', message)
}

/** A misspelt branch has no queue either, so a missing queue must not read as "out of the queue". */
export function withoutQueue(picture: Picture): Finding {
  const { context } = picture
  const number = context.pullRequest?.value
  const message = `${noQueue(context)}, so it is not known whether #${number} is in one.`
  return forGood(unknown('queue-not-found', message, remedyWithoutQueue(picture)))
}

/** Met in the wanted state, and always after a merge. */
function inState(pr: PullRequest, picture: Picture, wanted: PullRequestState): Finding {
  const state = known(PULL_REQUEST_STATES, pr.state)
  if (state === 'merged') return met(`#${pr.number} is merged.`)
  const contradicted = against(picture, 'state')
  if (contradicted) return contradicted
  if (state === null) return unknownState(pr, picture)
  if (state !== wanted) return inAnotherState(pr, state, picture)
  return met(say`#${pr.number}: the state is ${code(state)}.`)
}
