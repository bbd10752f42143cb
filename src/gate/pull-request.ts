import { isSameCommit } from '../facts/commit.ts'
import { branchName, type Snapshot } from '../facts/context.ts'
import {
  type Facts,
  hasValue,
  isAbsent,
  isEndState,
  isLive,
  knownValue,
  MERGEABILITIES,
  type PullRequest,
  type PullRequestState,
  type Readiness,
  valueIn,
} from '../facts/facts.ts'
import { capitalised, code, JUST_WAIT, type Message, quoted, say, shortList } from '../text/message.ts'
import { baseMismatch, doubtedState, doubtFinding, otherBase, staleness } from './doubts.ts'
import { judgeQueue, noList, noQueue } from './queue.ts'
import { both, type Finding, forGood, met, NOT_READ, noValue, unknown, unmet } from './reasons.ts'
import { isGoingThroughQueue, knownState, pullRequestIn, queueIn, stateInWords, wordsOfState } from './subject.ts'

// The judges of the conditions on the pull request, each a list of rules. `otherBase` comes first if the question is
// whether the pull request is out of the queue, or merged: with another base, another queue may hold it or merge it.

export const submitted = createJudge(neverSubmittedAnywhere, doubtedState, judgeSubmitted)
export const notSubmitted = createJudge(neverSubmittedNorListed, otherBase, doubtedState, judgeNotSubmitted)
export const settled = createJudge(neverSubmittedNorListed, otherBase, doubtedState, judgeSettled)
export const merged = createJudge(neverSubmitted, otherBase, doubtedState, judgeState('merged'))
// Here the commit comes first: an answer about another commit is no answer.
export const ready = createJudge(neverSubmittedAnywhere, staleness, doubtedState, judgeReadiness)
export const testsPassed = createJudge(neverSubmittedAnywhere, staleness, doubtedState, judgeState('tests_passed'))

type Judge = (snapshot: Snapshot) => Finding
/** Null: the next rule decides. */
type Rule = (pr: PullRequest, snapshot: Snapshot) => Finding | null

/** A judge by the first of `rules` that finds something; `ifNone` judges if the source knows no such pull request. */
function createJudge(ifNone: Judge, ...rules: Rule[]): Judge {
  return snapshot => {
    const { facts, context } = snapshot
    // Of an absent pull request only the state can be in doubt. Of any other, the whole answer can, which comes first.
    if (isAbsent(facts.pullRequest)) return doubtFinding(snapshot, 'pull-request-state') ?? ifNone(snapshot)
    const pr = pullRequestIn(facts, context)
    const doubtedAnswer = doubtFinding(snapshot, 'pull-request')
    if (pr === null || doubtedAnswer) return doubtedAnswer ?? noValue(facts.pullRequest, NOT_READ)
    const found = rules.reduce<Finding | null>((first, rule) => first ?? rule(pr, snapshot), null) ?? NOT_READ
    // Without a queue, the pull request can't get into one later, unless the branch has a queue that the source can't see.
    const needsQueue = found.verdict === 'unmet' && pr.state !== 'merged'
    const hasNoQueue = isAbsent(facts.queue) && !context.source.mayHaveOtherQueue
    return needsQueue && hasNoQueue ? noQueue(snapshot, 'unmet') : found
  }
}

/** Never submitted to any queue; unknown if a queue that this source can't see may hold the pull request. */
function neverSubmittedAnywhere(snapshot: Snapshot): Finding {
  const { facts, context } = snapshot
  const mayBeElsewhere = context.source.mayHaveOtherQueue && queueIn(facts, context) === null
  return mayBeElsewhere ? noValue(facts.queue, noQueue(snapshot, 'unknown')) : neverSubmitted(snapshot)
}

/** Never submitted to this queue. It is not merged either: each source would show a merge, also by another queue. */
function neverSubmitted(snapshot: Snapshot): Finding {
  const { facts, context } = snapshot
  if (isAbsent(facts.queue)) return { ...noQueue(snapshot, 'unmet'), final: !context.source.mayHaveOtherQueue }
  const branch = quoted(context.targetBranch ?? '')
  return unmet('not-submitted', `#${context.pullRequest} was never submitted to the queue of ${branch}.`)
}

function neverSubmittedNorListed(snapshot: Snapshot): Finding {
  return confirmOut(snapshot, met(`#${snapshot.context.pullRequest} was never submitted.`))
}

function judgeSubmitted(pr: PullRequest, snapshot: Snapshot): Finding {
  const { number, state } = pr
  if (state === 'merged') return forGood(unmet('not-submitted', `#${number} is merged.`, MERGED))
  if (pr.submitted) return met(`#${number} is in the queue.`)
  return isUnknownState(pr) ? unknownState(pr, snapshot) : unmet('not-submitted', `#${number} is not in the queue.`)
}

const MERGED = say`Require ${code('merged')} or ${code('settled')} if the step should pass after a merge.`

function judgeNotSubmitted(pr: PullRequest, snapshot: Snapshot): Finding {
  const { number, state } = pr
  // A merged pull request has left whatever queue it was in.
  if (state === 'merged') return met(`#${number} is merged.`)
  const how = state === null ? 'is in the queue' : stateInWords(pr, snapshot.context.source)
  if (pr.submitted) return unmet('still-submitted', `#${number} ${how}.`)
  return isUnknownState(pr) ? unknownState(pr, snapshot) : confirmOut(snapshot, met(`#${number} is not in the queue.`))
}

/** An end state settles the pull request, and so does leaving the queue, which the queue has to confirm. */
function judgeSettled(pr: PullRequest, snapshot: Snapshot): Finding {
  const state = knownState(pr.state)
  if (isEndState(state)) return met(`#${pr.number} ${stateInWords(pr, snapshot.context.source)}.`)
  if (!pr.submitted) return judgeNotSubmitted(pr, snapshot)
  if (state !== null) return otherState(pr, state, snapshot)
  return snapshot.context.source.listsOnlyLiveEntries ? judgeNotSubmitted(pr, snapshot) : unknownState(pr, snapshot)
}

/** The finding `out`, if the queue exists and no entry of its list can be the pull request. */
function confirmOut(snapshot: Snapshot, out: Finding): Finding {
  const { pullRequest, source } = snapshot.context
  return judgeQueue(snapshot, 'queue-list', 'unknown', ({ entries }) => {
    if (entries === null) return source.confirmsRemovalByList ? noList(snapshot) : out
    // An entry without a number may be this pull request. One with its number is a doubt, which `judgeQueue` reports.
    if (!entries.some(entry => entry.number === null && isLive(entry))) return out
    const entry = `The queue lists a pull request whose number ${source.name} does not give`
    return unknown('not-known', `${entry}; it may be #${pullRequest}.`, JUST_WAIT)
  })
}

/** The rule that the state is the wanted one, or `merged`. */
function judgeState(wanted: PullRequestState): Rule {
  return (pr, snapshot) => {
    const state = knownState(pr.state)
    if (state === null) return unknownState(pr, snapshot)
    if (state !== wanted && state !== 'merged') return otherState(pr, state, snapshot)
    return met(`#${pr.number} ${stateInWords(pr, snapshot.context.source)}.`)
  }
}

/** The finding on a state that is not the wanted one. An end state is final until somebody submits again. */
function otherState({ number }: PullRequest, state: PullRequestState, { context }: Snapshot): Finding {
  const { reasonCode, says } = wordsOfState(state, context.source)
  const found = unmet(reasonCode, `#${number} ${says}.`)
  return isEndState(state) ? forGood(found) : found
}

/** True for a state that this version does not know: it could mean anything. */
function isUnknownState({ state }: PullRequest): boolean {
  return state !== null && knownState(state) === null
}

function unknownState({ number, state }: PullRequest, { context }: Snapshot): Finding {
  if (state === null) {
    const message = `${capitalised(context.source.name)} does not say in which state #${number} is.`
    return unknown('state-unknown', message, 'Run the job again in a minute.')
  }
  return unknown('state-unknown', `#${number} is in the state ${quoted(state)}, which this version does not know.`)
}

/**
 * The rule of `ready`: the queue could start to test the pull request. A merged one was ready; one that is out of the
 * queue is not. Else the members of `readiness` decide together; if the source gives none, the state does.
 */
function judgeReadiness(pr: PullRequest, snapshot: Snapshot): Finding {
  const subject = `#${pr.number}`
  if (pr.state === 'merged') return met(`${subject} is merged.`)
  if (pr.state === 'failed' || pr.state === 'cancelled') return otherState(pr, pr.state, snapshot)
  if (!pr.submitted) return unmet('not-submitted', `${subject} is not in the queue.`)
  if (isUnknownState(pr)) return unknownState(pr, snapshot)
  if (pr.forceEnqueued === true && isGoingThroughQueue(pr.state)) {
    return met(`${subject} was forced into the queue, so it need not be ready.`)
  }
  const { readiness } = pr
  if (readiness) {
    const judges = [judgeBase, judgeMergeability, judgeImpactedTargets]
    return judges.map(judge => judge(pr, readiness, snapshot)).reduce(both)
  }
  if (pr.state === null) return unknownState(pr, snapshot)
  return isGoingThroughQueue(pr.state)
    ? met(say`State ${code(pr.state)}: the queue has already found ${subject} ready.`)
    : otherState(pr, 'not_ready', snapshot)
}

function judgeBase(pr: PullRequest, { baseBranchMatches }: Readiness, { context }: Snapshot): Finding {
  if (baseBranchMatches === true) return met(`The base branch of #${pr.number} matches.`)
  if (baseBranchMatches === false) return unmet('base-branch-mismatch', baseMismatch(pr, context))
  const source = capitalised(context.source.name)
  return unknown('not-known', `${source} does not say whether the base branch of #${pr.number} matches.`)
}

function judgeImpactedTargets({ number }: PullRequest, readiness: Readiness): Finding {
  if (readiness.requiresImpactedTargets === false) return met('Impacted targets are not required.')
  if (readiness.hasImpactedTargets === true) return met('Its impacted targets are uploaded.')
  if (readiness.requiresImpactedTargets === true && readiness.hasImpactedTargets === false) {
    const message = `The queue needs the impacted targets of #${number}, but they were not uploaded.`
    return unmet('impacted-targets-missing', message)
  }
  const message = `It is not known whether #${number} needs impacted targets and has them.`
  return unknown('not-known', message, 'Check that the upload has ended.')
}

function judgeMergeability(pr: PullRequest, { mergeability }: Readiness, snapshot: Snapshot): Finding {
  const subject = `#${pr.number}`
  const source = capitalised(snapshot.context.source.name)
  const why = pr.blockReasons?.length ? say`: ${shortList(pr.blockReasons, 3, each => each)}` : ''
  switch (knownValue(MERGEABILITIES, mergeability)) {
    case 'mergeable':
      return met(`${subject} is mergeable.`)
    case 'not_mergeable':
      return unmet('not-mergeable', say`${source} says that ${subject} can't be merged${why}.`)
    case 'in_progress':
    case 'unspecified':
      return unknown('not-known', `${source} does not know yet whether ${subject} can be merged.`, JUST_WAIT)
    case null: {
      if (mergeability === null) return judgeGitHubView(pr, snapshot)
      const message = `The mergeability of ${subject} is ${quoted(mergeability)}, which this version does not know.`
      return unknown('not-known', message, LOOK)
    }
  }
}

const LOOK = 'Look at the merge box of the pull request.'
/** GitHub's words for a pull request that it would merge. */
const MERGEABLE = ['clean', 'has_hooks', 'unstable']

/** True if only GitHub's view of the pull request can still say whether it is ready. */
export function needsGitHubView({ pullRequest }: Facts): boolean {
  const pr = valueIn(pullRequest)
  return pr?.submitted === true && !isEndState(pr.state) && pr.readiness?.mergeability === null
}

/** GitHub's own view stands in for a mergeability that the source leaves out, and the message says so. */
function judgeGitHubView(pr: PullRequest, { facts, context }: Snapshot): Finding {
  const subject = `#${pr.number}`
  const silent = `${capitalised(context.source.name)} does not say whether ${subject} can be merged`
  const undecided = (more: Message) => unknown('not-known', say`${silent}${more}.`, LOOK)
  // A view that was not asked for leaves the question as open as one that is not there.
  if (!hasValue(facts.github)) return noValue(facts.github ?? { absent: true }, undecided(''))
  const { mergeable, mergeableState: state, ...view } = facts.github.value
  const isBase = branchName(view.baseBranch) === context.targetBranch
  const isSamePullRequest = isBase && view.number === pr.number && isSameCommit(view.headSha, pr.headSha)
  if (!isSamePullRequest || !view.open) {
    return undecided(', and GitHub shows it closed, or with another base or commit, so its view does not count')
  }
  if (mergeable === false) {
    return unmet('not-mergeable', `GitHub says that ${subject} can't be merged; ${context.source.name} does not say.`)
  }
  if (state === null || !MERGEABLE.includes(state)) {
    return undecided(say`, and GitHub says ${state === null ? 'nothing' : code(state)}, which does not settle it`)
  }
  return met(say`GitHub calls ${subject} mergeable (${code(state)}); ${context.source.name} does not say.`)
}
