import { short } from '../facts/commit.ts'
import type { Plan, RunContext } from '../facts/context.ts'
import { FACT_OF, type Facts, type Failure, failureIn, hasValue, isFailed, type Read } from '../facts/facts.ts'
import type { Source } from '../facts/source.ts'
import { code, say } from '../text/message.ts'

/** The subject of a step, and what GitHub has said about it before the first poll. */
export interface Subject {
  context: RunContext
  plan: Plan
  github: Facts['github']
  /** GitHub has to be asked, or asked again after an outage. */
  mustAskGitHub: boolean
}

interface Asked {
  source: Source
  askGitHub(signal: AbortSignal): Promise<Facts['github']>
}

export function subjectOf(context: RunContext, plan: Plan): Subject {
  return { context, plan, github: undefined, mustAskGitHub: context.mustAskForBranch || claim(context) !== null }
}

/** A merge group whose branch names a pull request that nothing has confirmed yet. */
function claim({ mergeGroup, source, pullRequest }: RunContext): { sha: string; number: number } | null {
  const { sha, claimedPullRequest: number = null } = mergeGroup ?? {}
  if (sha === undefined || number === null || pullRequest !== null || source.testsOn !== 'merge-group') return null
  return { sha, number }
}

/** Asks GitHub for the target branch of a pull request, or whether a merge group is about the one that it names. */
export async function askFirst(subject: Subject, { source, askGitHub }: Asked, signal: AbortSignal): Promise<Subject> {
  const { context, plan } = subject
  const claimed = claim(context)
  if (claimed !== null) {
    return confirmed(subject, (await source.confirmPullRequest?.(claimed, signal)) ?? { absent: true })
  }
  const github = await askGitHub(signal)
  // An answer about another pull request says nothing about this one.
  const isAbout = hasValue(github) && github.value.number === context.pullRequest
  const targetBranch = isAbout ? github.value.baseBranch : context.targetBranch
  return { context: { ...context, targetBranch }, plan, github, mustAskGitHub: failureIn(github)?.outage === true }
}

/** The subject of a merge group. Where no pull request is confirmed, there is none. */
function confirmed(
  { context, plan }: Subject,
  answer: Awaited<ReturnType<NonNullable<Source['confirmPullRequest']>>>,
): Subject {
  if (hasValue(answer)) {
    const { number, baseBranch } = answer.value
    const targetBranch = context.targetBranch ?? baseBranch
    const about: RunContext = { ...context, pullRequest: number, targetBranch }
    return { context: about, plan, github: undefined, mustAskGitHub: false }
  }
  const github = isFailed(answer) ? answer : undefined
  return { context, plan: withoutSubject(plan, context), github, mustAskGitHub: failureIn(github)?.outage === true }
}

/** The plan without the reads that nothing asks for but `read: auto`, and that have no subject now. */
function withoutSubject(plan: Plan, { targetBranch }: RunContext): Plan {
  if (!plan.isAuto) return plan
  const lacksSubject = (read: Read) =>
    read === 'pull-request' || (targetBranch === null && read !== 'quarantined-tests')
  return { ...plan, reads: plan.reads.filter(read => plan.decisiveReads.includes(read) || !lacksSubject(read)) }
}

/** The reads that can't be asked for, as failures: nothing names what they are about. */
export function failUnaskable(reads: readonly Read[], { context, github }: Pick<Subject, 'context' | 'github'>): Facts {
  const { targetBranch, pullRequest, mergeGroup: group } = context
  const failed = reads.flatMap(read => {
    if (read === 'quarantined-tests') return []
    if (targetBranch === null) return [[FACT_OF[read], { failure: branchUnknown(github, group) }]]
    return read === 'pull-request' && pullRequest === null ? [[FACT_OF[read], { failure: PULL_REQUEST_UNKNOWN }]] : []
  })
  return Object.fromEntries(failed)
}

const PULL_REQUEST_UNKNOWN: Failure = {
  code: 'not-known',
  headline: 'No pull request is known',
  message: "Neither the entry nor the last removal of a pull request names this group's commit.",
  remedy: say`Set ${code('pull-request')}, or take the conditions on a pull request out of this job.`,
  outage: false,
}

/** The failure of a read that needs the target branch, if neither the event nor GitHub names that branch. */
function branchUnknown(github: Facts['github'], group: RunContext['mergeGroup']): Failure {
  if (group !== null && group.claimedPullRequest !== null && github === undefined) {
    return {
      code: 'not-known',
      headline: 'The merge group is not, or no longer, in the queue',
      message: say`GitHub does not show #${group.claimedPullRequest} in the merge group of this run, commit ${code(short(group.sha))}: the queue has dropped or rebuilt that group.`,
      remedy: say`Nothing is to be done if a newer group is tested. To judge this one, set ${code('target-branch')}.`,
      outage: false,
    }
  }
  return {
    code: 'not-known',
    headline: 'The target branch is not known',
    message: 'The event does not name the target branch, and GitHub did not name it either.',
    remedy: say`Set ${code('target-branch')}, or give ${code('github-token')} ${code('pull-requests: read')}; then run the job again.`,
    outage: failureIn(github)?.outage === true,
  }
}
