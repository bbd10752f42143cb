import { quoted } from '../escape.ts'
import {
  type GitHubReading,
  known,
  MERGEABILITIES,
  PULL_REQUEST_STATES,
  type PullRequest,
  type Readiness,
} from '../facts/facts.ts'
import { type Finding, met, unknown, unmet } from './verdict.ts'

/**
 * The rule for starting to test, for a pull request that is submitted and whose commit is the right one. In this
 * order: a merged one was ready; one whose episode is over is not; then the members of `readiness`; where the service
 * sends none, the state says whether the rule lies behind. The queue's state plays no part.
 */
export function readiness(pr: PullRequest, github: GitHubReading): Finding {
  const state = known(PULL_REQUEST_STATES, pr.state)
  if (state === 'merged') return met('It is merged.')
  if (state === 'failed') return unmet('state-failed', 'It failed in the queue.', false)
  if (state === 'cancelled') return unmet('state-cancelled', 'It was taken out of the queue.', false)
  if (!pr.submitted) return unmet('not-submitted', 'It is not in the queue.')
  if (pr.state !== null && state === null) {
    return unknown('state-unknown', `Its state ${quoted(pr.state)} is not one that this version knows.`)
  }
  return pr.readiness ? byRule(pr.readiness, github) : byState(state)
}

/** Whether GitHub's view of the mergeability has to stand in for the service's. */
export function needsGitHubMergeability(pr: PullRequest): boolean {
  if (pr.readiness === null || pr.readiness.mergeability !== null) return false
  if (pr.state !== null && known(PULL_REQUEST_STATES, pr.state) === null) return false
  const withoutIt = readiness(
    { ...pr, readiness: { ...pr.readiness, mergeability: 'mergeable' } },
    { kind: 'not-asked' },
  )
  return withoutIt.verdict !== 'unmet' && pr.state !== 'merged'
}

/** All three parts have to hold; one that does not hold outweighs those that are not known. */
function byRule(rule: Readiness, github: GitHubReading): Finding {
  const parts = [baseBranch(rule), mergeability(rule, github), impactedTargets(rule)]
  const decisive = parts.some(({ verdict }) => verdict === 'unmet') ? 'unmet' : 'unknown'
  const open = parts.filter(({ verdict }) => verdict === decisive)
  const [first] = open
  if (!first) return met(parts.map(({ evidence }) => evidence).join(' '))
  return {
    verdict: decisive,
    evidence: open.map(({ evidence }) => evidence).join(' '),
    reasons: open.flatMap(({ reasons }) => reasons),
    canChange: open.every(({ canChange }) => canChange),
    outage: false,
  }
}

function baseBranch(rule: Readiness): Finding {
  switch (rule.baseBranchMatches) {
    case true:
      return met('The base branch matches.')
    case false:
      return unmet('base-branch-mismatch', "Its base branch is not the queue's.")
    case null:
      return unknown('base-branch-unknown', 'The service does not say whether the base branch matches.')
  }
}

function impactedTargets(rule: Readiness): Finding {
  if (rule.requiresImpactedTargets === false) return met('Impacted targets are not required.')
  if (rule.hasImpactedTargets === true) return met('The impacted targets are there.')
  if (rule.requiresImpactedTargets === true && rule.hasImpactedTargets === false) {
    return unmet('impacted-targets-missing', 'Its impacted targets are required and were not uploaded.')
  }
  return unknown('impacted-targets-unknown', 'The service does not say whether its impacted targets are there.')
}

function mergeability(rule: Readiness, github: GitHubReading): Finding {
  if (rule.mergeability === null) return mergeabilityOf(github)
  switch (known(MERGEABILITIES, rule.mergeability)) {
    case 'mergeable':
      return met('It is mergeable.')
    case 'not_mergeable':
      return unmet('not-mergeable', 'GitHub does not call it mergeable.')
    case 'in_progress':
      return unknown('mergeability-in-progress', 'Its mergeability is being computed.')
    case 'unspecified':
      return unknown('mergeability-unspecified', 'Its mergeability is not known yet.')
    case null:
      return unknown(
        'mergeability-unknown',
        `Its mergeability ${quoted(rule.mergeability)} is not one that this version knows.`,
      )
  }
}

/**
 * GitHub's own view. `mergeable: true` only says that there are no conflicts; `mergeable_state` knows the rules of the
 * branch (GitHub's REST reference and GraphQL's MergeStateStatus).
 */
function mergeabilityOf(github: GitHubReading): Finding {
  if (github.kind !== 'read') {
    const failure = github.kind === 'failed' ? github : null
    const why = failure ? `: ${failure.message}.` : '.'
    return unknown(
      'github-unavailable',
      `The service does not say whether it is mergeable${why}`,
      true,
      failure?.remedy,
    )
  }
  const { mergeable, mergeableState } = github.value
  if (mergeable === false)
    return unmet('not-mergeable', "In GitHub's own view it is not mergeable (the service does not say).")
  switch (mergeableState?.toLowerCase()) {
    case 'clean':
    case 'has_hooks':
    case 'unstable':
      return met("In GitHub's own view it is mergeable (the service does not say).")
    default:
      return unknown(
        mergeable === null ? 'mergeability-in-progress' : 'mergeability-unknown',
        `GitHub's own view, ${quoted(mergeableState ?? 'none')}, decides nothing (the service does not say).`,
      )
  }
}

/** Every state but the first lies past the rule. */
function byState(state: (typeof PULL_REQUEST_STATES)[number] | null): Finding {
  switch (state) {
    case 'pending':
    case 'testing':
    case 'tests_passed':
    case 'pending_failure':
      return met(`Its state, ${state}, lies past the rule.`)
    case 'not_ready':
      return unmet('state-not-ready', 'The service calls it not_ready and does not say why.')
    default:
      return unknown('state-unknown', 'The service sends neither its readiness nor its state.')
  }
}
