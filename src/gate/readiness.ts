import { branchName } from '../facts/branch.ts'
import type { RunContext } from '../facts/context.ts'
import { known, MERGEABILITIES, type PullRequest, type Readiness } from '../facts/facts.ts'
import { capitalised, code, firstOf, type Message, quoted, say, sentences } from '../text/message.ts'
import { doubtFinding, type Snapshot } from './snapshot.ts'
import { inAnotherState, isUnknownState, unknownState } from './states.ts'
import { type Finding, met, unknown, unmet } from './verdict.ts'

/**
 * The rule for starting to test, after the commit was checked. A merged pull request was ready, and one that is out of
 * the queue is not. Else the members of `readiness` decide; if the service gives none, the state does.
 */
export function readiness(pr: PullRequest, snapshot: Snapshot): Finding {
  const subject = `#${pr.number}`
  if (pr.state === 'merged') return met(`${subject} is merged.`)
  if (pr.state === 'failed' || pr.state === 'cancelled') return inAnotherState(pr, pr.state, snapshot)
  if (!pr.submitted) return unmet('not-submitted', `${subject} is not in the queue.`)
  if (isUnknownState(pr)) return unknownState(pr, snapshot)
  return pr.readiness ? byRule(pr, pr.readiness, snapshot) : byState(pr, snapshot)
}

/** All three parts have to hold; an unmet part outweighs unknown ones. */
function byRule(pr: PullRequest, rule: Readiness, snapshot: Snapshot): Finding {
  const base = doubtFinding(snapshot, 'base-branch') ?? baseBranch(pr, rule, snapshot.context)
  const parts = [base, mergeability(pr, rule, snapshot), impactedTargets(pr, rule)]
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
  if (rule.baseBranchMatches === true) return met(`The base branch of #${pr.number} matches.`)
  if (rule.baseBranchMatches === false) return unmet('base-branch-mismatch', baseMismatch(pr, context))
  const message = `The service does not say whether the base branch of #${pr.number} matches.`
  return unknown('base-branch-unknown', message)
}

/** The sentence for a base branch that the service says is not the queue's. It names both branches, if known. */
export function baseMismatch({ number, baseBranch }: PullRequest, { targetBranch }: RunContext): string {
  const base = baseBranch === null ? null : branchName(baseBranch)
  const target = targetBranch?.value
  if (base !== null && base === target) {
    return `The service says that the base branch of #${number} does not match that of the queue, though both are ${quoted(base)}.`
  }
  const own = base === null ? '' : `, ${quoted(base)},`
  const others = target === undefined ? '' : `, ${quoted(target)}`
  return `The base branch of #${number}${own} is not the branch of the queue${others}.`
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
      ? `The service does not say whether the queue needs the impacted targets of #${number}, which were not uploaded.`
      : `The service does not say whether the impacted targets of #${number} were uploaded.`
  return unknown('impacted-targets-unknown', message)
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
      return unknown('mergeability-in-progress', `GitHub is still computing whether ${subject} is mergeable.`)
    case 'unspecified':
      return unknown('mergeability-unspecified', `${source} does not know yet whether ${subject} is mergeable.`)
    case null: {
      const message = `The mergeability of ${subject} is ${quoted(rule.mergeability ?? 'absent')}, which this version does not know.`
      return unknown('mergeability-unknown', message)
    }
  }
}

/** Judges by the state alone: in every live state after `not_ready` the queue has found the pull request ready. */
function byState({ number, state }: PullRequest, snapshot: Snapshot): Finding {
  const source = snapshot.context.source.name
  switch (state) {
    case 'pending':
    case 'testing':
    case 'tests_passed':
    case 'pending_failure': {
      const found = say`State ${code(state)}: the queue has already found #${number} ready.`
      return doubtFinding(snapshot, 'base-branch') ?? met(found)
    }
    case 'not_ready':
      return unmet('state-not-ready', `#${number} is not ready, and ${source} does not say why.`)
    default:
      return unknown('state-unknown', `${capitalised(source)} gives neither the readiness of #${number} nor its state.`)
  }
}

type Detail = NonNullable<PullRequest['mergeabilityDetails']>[number]

/** The source's reasons why GitHub would not merge, such as `reviewRequired` (0 of 1); null if there are none. */
export function detailsOf({ mergeabilityDetails }: PullRequest): Message | null {
  const details = mergeabilityDetails ?? []
  return details.length === 0 ? null : firstOf(details, 3, each => say`${code(each.code)}${amountOf(each)}`)
}

function amountOf({ have, need, check, number }: Detail): Message {
  if (have !== null && need !== null) return ` (${have} of ${need})`
  if (check !== null) return say` (${code(check)})`
  return number === null ? '' : ` (on #${number})`
}

/** The remedy for the first of the source's reasons; undefined if this version does not know that reason. */
export function remedyFor({ mergeabilityDetails }: PullRequest): string | undefined {
  const first = mergeabilityDetails?.[0]?.code
  return Object.entries(REMEDIES).find(([code]) => code === first)?.[1]
}

export const REMEDIES = {
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
