import type { Condition } from '../../src/facts/conditions.ts'
import type { Facts, PullRequest, Queue, QueueEntry } from '../../src/facts/facts.ts'
import type { RunContext } from '../../src/facts/context.ts'

/**
 * Whether a condition is met, written from the text of the interface alone: no word here comes from the code under
 * test. It knows no reasons, and it does not tell unmet from unknown.
 */
export function isMet(condition: Condition, facts: Facts, context: RunContext): boolean {
  const neverSubmitted = facts.pullRequest.kind === 'absent'
  const pr =
    facts.pullRequest.kind === 'read' && facts.pullRequest.value.number === context.pullRequest?.value
      ? facts.pullRequest.value
      : null
  const queue =
    facts.queue.kind === 'read' && bare(facts.queue.value.branch) === context.targetBranch?.value
      ? facts.queue.value
      : null

  switch (condition) {
    case 'submitted':
      return pr?.submitted === true && !isOver(pr)
    case 'not-submitted':
      return neverSubmitted ? unlisted(queue, context) : pr !== null && hasLeft(pr, facts)
    case 'ready':
      return pr !== null && isFresh(pr, facts, context) && isReady(pr, facts)
    case 'tests-passed':
      return (
        pr !== null &&
        isFresh(pr, facts, context) &&
        (pr.state === 'merged' || (pr.state === 'tests_passed' && pr.submitted))
      )
    case 'merged':
      return pr?.state === 'merged'
    case 'settled':
      return neverSubmitted ? unlisted(queue, context) : pr !== null && (isOver(pr) || hasLeft(pr, facts))
    case 'queue-running':
      return queue?.state === 'running'
    case 'queue-empty':
      return queue?.entries.every(isOver) ?? false
    case 'test-run-succeeded':
      return hasSucceeded(facts, context)
  }
}

function isOver({ state }: PullRequest | QueueEntry): boolean {
  return state === 'merged' || state === 'failed' || state === 'cancelled'
}

/** The queue exists and does not list it; an entry without a number could be it. */
function unlisted(queue: Queue | null, context: RunContext): boolean {
  return queue?.entries.every(({ number }) => number !== null && number !== context.pullRequest?.value) ?? false
}

/** It is not submitted, and nothing else that was read says that it is on its way. */
function hasLeft(pr: PullRequest, facts: Facts): boolean {
  if (pr.submitted) return false
  if (pr.state !== null && pr.state !== 'not_ready' && !isOver(pr)) return false
  return (
    facts.queue.kind !== 'read' || !facts.queue.value.entries.some(each => each.number === pr.number && !isOver(each))
  )
}

function isFresh(pr: PullRequest, { github }: Facts, { pullRequestHead }: RunContext): boolean {
  if (pullRequestHead === null) return true
  const head = pullRequestHead.toLowerCase()
  return pr.sha.toLowerCase() === head && (github.kind !== 'read' || github.value.headSha.toLowerCase() === head)
}

function isReady(pr: PullRequest, { github }: Facts): boolean {
  if (pr.state === 'merged') return true
  if (!pr.submitted) return false
  const pastTheRule = ['pending', 'testing', 'tests_passed', 'pending_failure']
  if (pr.readiness === null) return pr.state !== null && pastTheRule.includes(pr.state)
  if (pr.state !== null && pr.state !== 'not_ready' && !pastTheRule.includes(pr.state)) return false
  const { baseBranchMatches, mergeability, requiresImpactedTargets, hasImpactedTargets } = pr.readiness
  const clean =
    github.kind === 'read' &&
    github.value.mergeable !== false &&
    ['clean', 'has_hooks', 'unstable'].includes(github.value.mergeableState?.toLowerCase() ?? '')
  return (
    baseBranchMatches === true &&
    (mergeability === null ? clean : mergeability === 'mergeable') &&
    (requiresImpactedTargets === false || hasImpactedTargets === true)
  )
}

function hasSucceeded({ testRun }: Facts, { kind, testRunHead }: RunContext): boolean {
  if (testRun.kind !== 'read') return false
  const { status, testBranchSha, requiredStatuses, reported } = testRun.value
  if (kind === 'test-branch' && testBranchSha !== testRunHead) return false
  const contradicted = requiredStatuses.some(required => {
    const outcomes = reported.filter(({ name }) => name === required).map(({ outcome }) => outcome)
    return outcomes.includes('failed') && !outcomes.includes('passed')
  })
  return status === 'succeeded' && !contradicted
}

function bare(branch: string): string {
  return branch.startsWith('refs/heads/') ? branch.slice('refs/heads/'.length) : branch
}
