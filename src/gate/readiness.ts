import { isSameCommit } from '../facts/commit.ts'
import { branchName, type RunContext, type Snapshot } from '../facts/context.ts'
import {
  type Facts,
  type GitHubPullRequest,
  isFailed,
  isOver,
  isRead,
  known,
  MERGEABILITIES,
  type PullRequest,
  type Readiness,
  valueIn,
} from '../facts/facts.ts'
import { capitalised, code, firstOf, type Message, quoted, say } from '../text/message.ts'
import { baseMismatch, inAnotherState, unknownState } from './doubts.ts'
import { type Finding, failedRead, joined, met, unknown, unmet } from './reasons.ts'
import { isOnItsWay, isUnknownState } from './subject.ts'

/**
 * The rule for starting to test, after the commit and the place were checked. A merged pull request was ready, and one
 * that is out of the queue is not. Else the members of `readiness` decide together; if the source gives none, the state
 * does.
 */
export function readiness(pr: PullRequest, snapshot: Snapshot): Finding {
  const subject = `#${pr.number}`
  if (pr.state === 'merged') return met(`${subject} is merged.`)
  if (pr.state === 'failed' || pr.state === 'cancelled') return inAnotherState(pr, pr.state, snapshot)
  if (!pr.submitted) return unmet('not-submitted', `${subject} is not in the queue.`)
  if (isUnknownState(pr)) return unknownState(pr, snapshot)
  if (pr.forceEnqueued === true && isOnItsWay(pr.state)) {
    return met(`${subject} was put into the queue past the rule for starting to test.`)
  }
  const rule = pr.readiness
  if (rule) {
    const members = [
      baseBranch(pr, rule, snapshot.context),
      mergeability(pr, rule, snapshot),
      impactedTargets(pr, rule),
    ]
    return members.reduce(joined)
  }
  if (pr.state === null) return unknownState(pr, snapshot)
  return isOnItsWay(pr.state)
    ? met(say`State ${code(pr.state)}: the queue has already found ${subject} ready.`)
    : inAnotherState(pr, 'not_ready', snapshot)
}

function baseBranch(pr: PullRequest, { baseBranchMatches }: Readiness, context: RunContext): Finding {
  if (baseBranchMatches === true) return met(`The base branch of #${pr.number} matches.`)
  if (baseBranchMatches === false) return unmet('base-branch-mismatch', baseMismatch(pr, context))
  const source = capitalised(context.source.name)
  return unknown('not-known', `${source} does not say whether the base branch of #${pr.number} matches.`)
}

function impactedTargets({ number }: PullRequest, rule: Readiness): Finding {
  if (rule.requiresImpactedTargets === false) return met('Impacted targets are not required.')
  if (rule.hasImpactedTargets === true) return met('The impacted targets are there.')
  if (rule.requiresImpactedTargets === true && rule.hasImpactedTargets === false) {
    const message = `The queue needs the impacted targets of #${number}, but they were not uploaded.`
    return unmet('impacted-targets-missing', message)
  }
  const message = `It is not known whether #${number} needs impacted targets and has them.`
  return unknown('not-known', message, 'Check that the upload has ended.')
}

function mergeability(pr: PullRequest, rule: Readiness, snapshot: Snapshot): Finding {
  const subject = `#${pr.number}`
  const source = capitalised(snapshot.context.source.name)
  switch (known(MERGEABILITIES, rule.mergeability)) {
    case 'mergeable':
      return met(`${subject} is mergeable.`)
    case 'not_mergeable':
      return unmet('not-mergeable', say`${source} says that ${subject} can't be merged${whyNot(pr)}.`)
    case 'in_progress':
    case 'unspecified':
      return unknown('not-known', `${source} does not know yet whether ${subject} can be merged.`, 'wait')
    case null: {
      if (rule.mergeability === null) return byGitHub(pr, snapshot)
      const message = `The mergeability of ${subject} is ${quoted(rule.mergeability)}, which this version does not know.`
      return unknown('not-known', message, LOOK)
    }
  }
}

/** The source's reasons why GitHub would not merge, after a colon; empty if there are none. */
function whyNot({ blockReasons = [] }: PullRequest): Message {
  return blockReasons.length === 0 ? '' : say`: ${firstOf(blockReasons, 3, each => each)}`
}

const LOOK = 'Look at the merge box of the pull request.'
/** GitHub's words for a pull request that it would merge. */
const MERGEABLE = ['clean', 'has_hooks', 'unstable']

/** True if only GitHub's view of the pull request can still say whether it is ready. */
export function needsGitHubView({ pullRequest }: Facts): boolean {
  const pr = valueIn(pullRequest)
  return pr?.submitted === true && !isOver(pr.state) && pr.readiness?.mergeability === null
}

/** GitHub's own view stands in for a mergeability that the source leaves out, and the message says so. */
function byGitHub(pr: PullRequest, { facts, context }: Snapshot): Finding {
  const subject = `#${pr.number}`
  const silent = `${capitalised(context.source.name)} does not say whether ${subject} can be merged`
  const open = (more: Message) => unknown('not-known', say`${silent}${more}.`, LOOK)
  // What GitHub refuses, it refuses again; only an outage ends while the step waits.
  if (isFailed(facts.github)) return failedRead(facts.github.failure)
  if (!isRead(facts.github)) return open('')
  const { mergeable, mergeableState: state = null } = facts.github.value
  if (!isOfSame(facts.github.value, pr, context)) {
    return open(', and GitHub shows it closed, or with another base or commit, so its view does not count')
  }
  if (mergeable === false) {
    return unmet('not-mergeable', `GitHub says that ${subject} can't be merged; ${context.source.name} does not say.`)
  }
  if (state === null || !MERGEABLE.includes(state)) {
    return open(say`, and GitHub says ${state === null ? 'nothing' : code(state)}, which does not settle it`)
  }
  return met(say`GitHub calls ${subject} mergeable (${code(state)}); ${context.source.name} does not say.`)
}

function isOfSame(view: GitHubPullRequest, { number, sha }: PullRequest, { targetBranch }: RunContext): boolean {
  const isBase = branchName(view.baseBranch) === targetBranch?.value
  return view.open && view.number === number && isBase && isSameCommit(view.headSha, sha)
}
