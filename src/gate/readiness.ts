import { isSameCommit } from '../facts/commit.ts'
import { branchName, type RunContext, type Snapshot } from '../facts/context.ts'
import {
  type Facts,
  type GitHubPullRequest,
  isOver,
  isRead,
  known,
  MERGEABILITIES,
  type PullRequest,
  type Readiness,
  valueIn,
} from '../facts/facts.ts'
import { capitalised, code, firstOf, type Message, quoted, say, sentences } from '../text/message.ts'
import { baseMismatch, isOnItsWay } from './doubts.ts'
import { type Finding, failedRead, met, unknown, unmet, withHeadline } from './reasons.ts'
import { inAnotherState, isUnknownState, unknownState } from './states.ts'

/**
 * The rule for starting to test, after the commit and the place were checked. A merged pull request was ready, and one
 * that is out of the queue is not. Else the members of `readiness` decide; if the source gives none, the state does.
 */
export function readiness(pr: PullRequest, snapshot: Snapshot): Finding {
  const subject = `#${pr.number}`
  if (pr.state === 'merged') return met(`${subject} is merged.`)
  if (pr.state === 'failed' || pr.state === 'cancelled') return inAnotherState(pr, pr.state, snapshot)
  if (!pr.submitted) return unmet('not-submitted', `${subject} is not in the queue.`)
  if (isUnknownState(pr)) return unknownState(pr, snapshot)
  if (isPastRule(pr)) return met(`${subject} was put into the queue past the rule for starting to test.`)
  return pr.readiness ? byRule(pr, pr.readiness, snapshot) : byState(pr, snapshot)
}

/** A person put it in past the rule, and the queue has taken it up. */
function isPastRule({ forceEnqueued, state }: PullRequest): boolean {
  return forceEnqueued === true && isOnItsWay(state)
}

/** True if only GitHub's view of the pull request can still say whether it is ready. */
export function needsGitHubView({ pullRequest }: Facts): boolean {
  const pr = valueIn(pullRequest)
  if (!pr?.submitted || isOver(pr.state) || isUnknownState(pr) || isPastRule(pr) || !pr.readiness) return false
  const { mergeability, baseBranchMatches, requiresImpactedTargets, hasImpactedTargets } = pr.readiness
  const lacksTargets = requiresImpactedTargets === true && hasImpactedTargets === false
  return mergeability === null && baseBranchMatches !== false && !lacksTargets
}

/** All three parts have to hold; an unmet part outweighs unknown ones. */
function byRule(pr: PullRequest, rule: Readiness, snapshot: Snapshot): Finding {
  const parts = [baseBranch(pr, rule, snapshot.context), mergeability(pr, rule, snapshot), impactedTargets(pr, rule)]
  const decisive = parts.some(({ verdict }) => verdict === 'unmet') ? 'unmet' : 'unknown'
  const open = parts.filter(({ verdict }) => verdict === decisive)
  const evidence = (of: readonly Finding[]) => sentences(...of.map(part => part.evidence))
  if (open.length === 0) return met(evidence(parts))
  return {
    verdict: decisive,
    evidence: evidence(open),
    reasons: open.flatMap(({ reasons }) => reasons),
    final: open.some(({ final }) => final),
    outage: open.every(({ outage }) => outage),
  }
}

function baseBranch(pr: PullRequest, rule: Readiness, context: RunContext): Finding {
  const { number } = pr
  if (rule.baseBranchMatches === true) return met(`The base branch of #${number} matches.`)
  if (rule.baseBranchMatches === false) return unmet('base-branch-mismatch', baseMismatch(pr, context))
  const message = `${capitalised(context.source.name)} does not say whether the base branch of #${number} matches.`
  return withHeadline(`Not known whether the base of #${number} matches`, unknown('not-known', message))
}

function impactedTargets({ number }: PullRequest, rule: Readiness): Finding {
  if (rule.requiresImpactedTargets === false) return met('Impacted targets are not required.')
  if (rule.hasImpactedTargets === true) return met('The impacted targets are there.')
  if (rule.requiresImpactedTargets === true && rule.hasImpactedTargets === false) {
    const message = `The queue needs the impacted targets of #${number}, but they were not uploaded.`
    return unmet('impacted-targets-missing', message)
  }
  const message =
    rule.hasImpactedTargets === false
      ? `It is not known whether the queue needs the impacted targets of #${number}, which were not uploaded.`
      : `It is not known whether the impacted targets of #${number} were uploaded.`
  const open = unknown('not-known', message, 'Check that the upload has ended.')
  return withHeadline(`Not known whether #${number} has its impacted targets`, open)
}

function mergeability(pr: PullRequest, rule: Readiness, snapshot: Snapshot): Finding {
  const subject = `#${pr.number}`
  const source = capitalised(snapshot.context.source.name)
  switch (known(MERGEABILITIES, rule.mergeability)) {
    case 'mergeable':
      return met(`${subject} is mergeable.`)
    case 'not_mergeable': {
      const details = detailsOf(pr)
      const why = details === null ? '' : say`: ${details}`
      return unmet('not-mergeable', say`${source} says that ${subject} can't be merged${why}.`, remedyFor(pr))
    }
    case 'in_progress':
      return notKnown(pr, `GitHub is still computing whether ${subject} can be merged.`, 'wait')
    case 'unspecified':
      return notKnown(pr, `${source} does not know yet whether ${subject} can be merged.`, 'wait')
    case null:
      if (rule.mergeability === null) return byGitHub(pr, snapshot)
      return notKnown(
        pr,
        `The mergeability of ${subject} is ${quoted(rule.mergeability)}, which this version does not know.`,
        'Update the action, or look at the merge box of the pull request.',
      )
  }
}

function notKnown({ number }: PullRequest, message: Message, remedy: Message): Finding {
  return withHeadline(`Not known whether #${number} can merge`, unknown('not-known', message, remedy))
}

const LOOK = 'Look at the merge box of the pull request.'
/** GitHub's words for a pull request that it would merge. */
const MERGEABLE = ['clean', 'has_hooks', 'unstable']

/** GitHub's own view stands in for a mergeability that the source leaves out, and the message says so. */
function byGitHub(pr: PullRequest, { facts, context }: Snapshot): Finding {
  const subject = `#${pr.number}`
  const silent = `${capitalised(context.source.name)} does not say whether ${subject} can be merged`
  if (facts.github === undefined) return notKnown(pr, `${silent}.`, LOOK)
  if (!isRead(facts.github)) {
    const { failure } = 'failure' in facts.github ? facts.github : {}
    // What GitHub refuses, it refuses again; only an outage ends while the step waits.
    return failure ? failedRead(failure) : notKnown(pr, `${silent}.`, LOOK)
  }
  const view = facts.github.value
  const other = differenceOf(view, pr, context)
  if (other !== null) return notKnown(pr, say`${silent}, and GitHub's view does not count: ${other}.`, LOOK)
  if (view.mergeable === false) {
    return unmet('not-mergeable', `GitHub says that ${subject} can't be merged; ${context.source.name} does not say.`)
  }
  const state = view.mergeableState ?? null
  if (state !== null && MERGEABLE.includes(state)) {
    return met(say`GitHub calls ${subject} mergeable (${code(state)}); ${context.source.name} does not say.`)
  }
  const said = state === null ? 'nothing' : code(state)
  return notKnown(pr, say`${silent}, and GitHub says ${said}, which does not settle it.`, LOOK)
}

/** Worded to follow a colon; null if the view counts. */
function differenceOf(view: GitHubPullRequest, pr: PullRequest, { targetBranch }: RunContext): Message | null {
  if (view.number !== pr.number) return `it is of #${view.number}`
  if (!view.open) return 'it shows the pull request as closed'
  if (branchName(view.baseBranch) !== targetBranch?.value) return `it shows the base branch ${quoted(view.baseBranch)}`
  return isSameCommit(view.headSha, pr.sha) ? null : 'it is of another commit'
}

/** Judges by the state alone: in every live state after `not_ready` the queue has found the pull request ready. */
function byState(pr: PullRequest, snapshot: Snapshot): Finding {
  const { number, state } = pr
  if (state === null) return unknownState(pr, snapshot)
  if (isOnItsWay(state)) return met(say`State ${code(state)}: the queue has already found #${number} ready.`)
  return unmet('state-not-ready', `#${number} is not ready, and ${snapshot.context.source.name} does not say why.`)
}

type Detail = NonNullable<PullRequest['mergeabilityDetails']>[number]

/** The source's reasons why GitHub would not merge, such as `reviewRequired` (0 of 1); null if there are none. */
function detailsOf({ mergeabilityDetails }: PullRequest): Message | null {
  const details = mergeabilityDetails ?? []
  return details.length === 0 ? null : firstOf(details, 3, each => say`${code(each.code)}${amountOf(each)}`)
}

function amountOf({ have, need, check, number }: Detail): Message {
  if (have !== null && need !== null) return ` (${have} of ${need})`
  if (check !== null) return say` (${code(check)})`
  return number === null ? '' : ` (on #${number})`
}

/** The remedy for the first of the source's reasons; undefined if this version does not know that reason. */
function remedyFor({ mergeabilityDetails }: PullRequest): string | undefined {
  const first = mergeabilityDetails?.[0]?.code
  return Object.entries(REMEDIES).find(([code]) => code === first)?.[1]
}

const REMEDIES = {
  conflict: 'Resolve the conflicts and push.',
  behind: 'Update the branch of the pull request.',
  draft: 'Mark it as ready for review.',
  closed: 'Reopen the pull request.',
  pending: 'Wait until GitHub has computed whether it can merge.',
  awaitingCheck: 'Wait for the check.',
  failingCheck: 'Fix the check.',
  reviewRequired: 'Have it reviewed.',
  changesRequested: 'Make the changes that the review asks for.',
  stackNeedsRebase: 'Rebase it on the pull request that it is stacked on.',
}
