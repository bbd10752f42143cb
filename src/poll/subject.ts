import { shortSha } from '../facts/commit.ts'
import type { MergeGroup, Plan, RunContext } from '../facts/context.ts'
import { FACT_OF, type Facts, type Failure, failureIn, hasValue, isFailed, type Read } from '../facts/facts.ts'
import type { Source } from '../facts/source.ts'
import { unconfirmedPullRequest } from '../setup/context.ts'
import { code, say } from '../text/message.ts'

/** What a step is about, and what it reads. GitHub may have to name the pull request or the target branch first. */
export interface Subject {
  context: RunContext
  plan: Plan
  /** What GitHub said of the pull request before the first poll, or why it said nothing. */
  gitHubAnswer: Facts['github']
  /** GitHub has not been asked yet, or was not available. */
  mustAskGitHub: boolean
}

export function subjectOf(context: RunContext, plan: Plan): Subject {
  const mustAskGitHub = context.mustAskForBranch || unconfirmedPullRequest(context) !== null
  return { context, plan, gitHubAnswer: undefined, mustAskGitHub }
}

/** Asks GitHub for the target branch or, if a merge group's branch names a pull request, whether the group tests it. */
export async function askGitHubFirst(
  subject: Subject,
  { source, askGitHub }: { source: Source; askGitHub: (signal: AbortSignal) => Promise<Facts['github']> },
  signal: AbortSignal,
): Promise<Subject> {
  const { context, plan } = subject
  const unconfirmed = unconfirmedPullRequest(context)
  if (unconfirmed === null) return withTargetBranch(subject, await askGitHub(signal))
  // Only GitHub has merge groups, so only GitHub's source can confirm.
  const confirmed = await source.confirmPullRequest?.(unconfirmed, signal)
  if (hasValue(confirmed)) {
    const { number: pullRequest, baseBranch } = confirmed.value
    const targetBranch = context.targetBranch ?? baseBranch
    return { context: { ...context, pullRequest, targetBranch }, plan, gitHubAnswer: undefined, mustAskGitHub: false }
  }
  // Without a confirmation the step is about no pull request.
  const failed = isFailed(confirmed) ? confirmed : undefined
  return { context, plan: withoutUnnamed(plan, context), gitHubAnswer: failed, mustAskGitHub: isOutage(failed) }
}

function withTargetBranch({ context, plan }: Subject, answer: Facts['github']): Subject {
  // An answer about another pull request says nothing about this one.
  const isSamePullRequest = hasValue(answer) && answer.value.number === context.pullRequest
  const targetBranch = isSamePullRequest ? answer.value.baseBranch : context.targetBranch
  return { context: { ...context, targetBranch }, plan, gitHubAnswer: answer, mustAskGitHub: isOutage(answer) }
}

function isOutage(answer: Facts['github']): boolean {
  return failureIn(answer)?.outage === true
}

/** Drops the reads that only `read: auto` asks for, if nothing names the pull request or the branch to read. */
function withoutUnnamed(plan: Plan, { targetBranch }: RunContext): Plan {
  if (!plan.isAuto) return plan
  const isUnnamed = (read: Read) => read === 'pull-request' || (targetBranch === null && read !== 'quarantined-tests')
  return { ...plan, reads: plan.reads.filter(read => plan.decisiveReads.includes(read) || !isUnnamed(read)) }
}

/** The reads that lack the pull request or the branch to ask about, as failed ones. Quarantined tests need neither. */
export function failUnaskable(reads: readonly Read[], { context, gitHubAnswer }: Subject): Facts {
  const { targetBranch, pullRequest, mergeGroup } = context
  const failed: Facts = {}
  const failure = failureIn(gitHubAnswer)
  for (const read of reads) {
    if (read === 'quarantined-tests') continue
    if (targetBranch === null) {
      failed[FACT_OF[read]] = { failure: failure?.outage ? failure : branchUnknown(gitHubAnswer, mergeGroup) }
    } else if (read === 'pull-request' && pullRequest === null) {
      failed.pullRequest = { failure: failure ?? PULL_REQUEST_UNKNOWN }
    }
  }
  return failed
}

const PULL_REQUEST_UNKNOWN: Failure = {
  code: 'not-known',
  headline: 'No pull request is known',
  message: 'GitHub did not confirm the pull request that the branch of this merge group names.',
  remedy: say`Set ${code('pull-request')}, or take the conditions on a pull request out of this job.`,
  outage: false,
}

/** Why the target branch is not known: neither an input nor the event names it, and GitHub did not. */
function branchUnknown(gitHubAnswer: Facts['github'], mergeGroup: MergeGroup | null): Failure {
  const number = mergeGroup?.claimedPullRequest ?? null
  // GitHub was asked, and gave no failure: it does not show the pull request in the group.
  if (mergeGroup !== null && number !== null && gitHubAnswer === undefined) {
    return {
      code: 'not-known',
      headline: 'The merge group is not, or no longer, in the queue',
      message: say`GitHub does not show #${number} in the merge group of this run, commit ${code(shortSha(mergeGroup.sha))}: the queue has dropped or rebuilt that group.`,
      remedy: say`No action is needed if a newer group is tested. To judge this one, set ${code('target-branch')}.`,
      outage: false,
    }
  }
  return {
    code: 'not-known',
    headline: 'The target branch is not known',
    message: 'The event does not name the target branch, and GitHub did not name it either.',
    remedy: say`Set ${code('target-branch')}, or give ${code('github-token')} ${code('pull-requests: read')}; then run the job again.`,
    outage: false,
  }
}
