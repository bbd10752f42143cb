import type { Plan, RunContext } from '../facts/context.ts'
import type { Facts } from '../facts/facts.ts'
import { failedBy, failureIn, isFailed, isRead, type Reading } from '../facts/facts.ts'
import type { Explanation, Source } from '../facts/source.ts'
import { readChecks } from '../github/checks.ts'
import type { GitHubClient, GitHubScope } from '../github/client.ts'
import { readPullRequest } from '../github/read.ts'

/** The subject of a step, and what GitHub has said about it before the first poll. */
export interface Subject {
  context: RunContext
  plan: Plan
  github: Facts['github']
  /** GitHub has to be asked, or asked again after an outage. */
  isOpen: boolean
}

interface Asked {
  source: Source
  askGitHub(signal: AbortSignal): Promise<Facts['github']>
}

export function subjectOf(context: RunContext, plan: Plan): Subject {
  return { context, plan, github: undefined, isOpen: context.askForBranch || claim(context) !== null }
}

/** A merge group whose branch names a pull request that nothing has confirmed yet. */
function claim({ group, source, pullRequest }: RunContext): { sha: string; number: number } | null {
  if (group === null || group.number === null || pullRequest !== null || source.testsOn !== 'merge-group') return null
  return { sha: group.sha, number: group.number }
}

/** Asks GitHub for the target branch of a pull request, or whether a merge group is about the one that it names. */
export async function askFirst(subject: Subject, { source, askGitHub }: Asked, signal: AbortSignal): Promise<Subject> {
  const { context, plan } = subject
  const claimed = claim(context)
  if (claimed !== null) {
    const confirmed = (await source.confirm?.(claimed, signal)) ?? { absent: true as const }
    return withAnswer(subject, confirmed)
  }
  const github = context.pullRequest === null ? undefined : await askGitHub(signal)
  const answered = { ...subject, github, isOpen: failureIn(github)?.outage === true }
  // An answer about another pull request says nothing about this one.
  if (!isRead(github) || github.value.number !== context.pullRequest?.value) return answered
  return {
    ...answered,
    plan,
    context: { ...context, targetBranch: { value: github.value.baseBranch, from: 'GitHub' } },
  }
}

/** The subject of a merge group. Where no pull request is confirmed, there is none. */
function withAnswer({ context, plan }: Subject, confirmed: Reading<{ number: number; baseBranch: string }>): Subject {
  if (isRead(confirmed)) {
    const { number, baseBranch } = confirmed.value
    const targetBranch = context.targetBranch ?? { value: baseBranch, from: 'GitHub' }
    const about: RunContext = { ...context, pullRequest: { value: number, from: 'GitHub' }, targetBranch }
    return { context: about, plan, github: undefined, isOpen: false }
  }
  const failure = failureIn(confirmed)
  const github = failure === null ? undefined : failedBy(failure)
  return { context, plan: withoutSubject(plan, context), github, isOpen: failure?.outage === true }
}

/** The plan without the reads that nothing asks for but `read: auto`, and that have no subject now. */
function withoutSubject(plan: Plan, { targetBranch }: RunContext): Plan {
  if (plan.from === 'input') return plan
  const reads = plan.reads.filter(read => {
    const lacksSubject = read === 'pull-request' || (targetBranch === null && read !== 'quarantined-tests')
    return !lacksSubject || plan.needed.includes(read)
  })
  return { ...plan, reads }
}

/** GitHub's view of the pull request, for what a service does not say. Throws only on cancellation. */
export async function askView(
  client: GitHubClient,
  context: RunContext,
  signal: AbortSignal,
): Promise<Facts['github']> {
  if (context.pullRequest === null) return undefined
  const number = context.pullRequest.value
  const view = await readPullRequest(scopeOf(client, context, signal), number)
  // The usual headlines name the source that was asked about the queue, and this is GitHub.
  return isFailed(view) ? failedBy({ headline: `GitHub did not tell about #${number}`, ...view.failure }) : view
}

export async function askChecks(
  client: GitHubClient,
  context: RunContext,
  sha: string,
  signal: AbortSignal,
): Promise<Explanation['checks']> {
  return readChecks(scopeOf(client, context, signal), sha)
}

function scopeOf(client: GitHubClient, context: RunContext, signal: AbortSignal): GitHubScope {
  return { client, repository: context.repository.value, poll: { signal } }
}
