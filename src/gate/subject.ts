import { branchName } from '../facts/branch.ts'
import { isSameCommit } from '../facts/commit.ts'
import type { RunContext } from '../facts/context.ts'
import type { Facts, GitHubPullRequest, Member, PullRequest, Queue, TestRun } from '../facts/facts.ts'
import { valueIn } from '../facts/reading.ts'
import { code, quoted, say } from '../message.ts'
import { type Reason, reason } from './reasons.ts'

/** The pull request that was asked for; null if it was not read, or another one came. */
export function pullRequestIn({ pullRequest }: Facts, context: RunContext | null): PullRequest | null {
  const pr = valueIn(pullRequest)
  return pr && pr.number === context?.pullRequest?.value && !isAnother(pr, 'number') ? pr : null
}

/** GitHub's view of the pull request that was asked for; null if it was not read, or is that of another one. */
export function viewIn({ github }: Facts, context: RunContext): GitHubPullRequest | null {
  const view = valueIn(github)
  return view?.number === context.pullRequest?.value ? view : null
}

/** The queue that was asked for; null if it was not read, or another one came. */
export function queueIn({ queue }: Facts, context: RunContext | null): Queue | null {
  const read = valueIn(queue)
  return read && branchName(read.branch) === context?.targetBranch?.value && !isAnother(read, 'queue') ? read : null
}

/** Its number or branch is the one asked for, but other members say that it is another one. */
function isAnother({ doubts }: Pick<Queue, 'doubts'>, member: Member): boolean {
  return doubts.some(({ members }) => members.includes(member))
}

/** The test run that was asked for; null if it was not read, or is that of another commit. */
export function testRunIn({ testRun }: Facts, context: RunContext | null): TestRun | null {
  const read = valueIn(testRun)
  return read && context && !isForeignRun(read, context) ? read : null
}

/** The test run to show: the one asked for, else the one found by its branch, which never decides. */
export function shownRun(facts: Facts, context: RunContext | null): TestRun | null {
  return testRunIn(facts, context) ?? valueIn(facts.foundRun)
}

/** A test run of another commit than the one that this run of the test branch is about. */
export function isForeignRun(testRun: TestRun, context: RunContext): boolean {
  // Anybody who can push can choose the name of a test branch; only its tip is evidence.
  return context.kind === 'test-branch' && !isSameCommit(testRun.testBranchSha, context.headSha ?? '')
}

/** `required` if the queue itself waits for a status of this name, `unknown` if it could not be asked. */
export type OwnStatus = 'free' | 'required' | 'unknown'

/**
 * Compares the step's own status with those that the queue requires: a required one would decide what the step only
 * reports. GitHub ignores letter case in these names.
 */
export function ownStatus(facts: Facts, context: RunContext, name: string): OwnStatus {
  if (context.reportsToQueue) return 'free'
  const queue = queueIn(facts, context)
  const required = [...(queue?.requiredStatuses ?? []), ...(testRunIn(facts, context)?.requiredStatuses ?? [])]
  if (required.some(each => each.trim().toLowerCase() === name.toLowerCase())) return 'required'
  // A branch without a queue requires nothing.
  if (facts.queue.kind === 'absent') return 'free'
  return queue && queue.requiredStatuses !== null ? 'free' : 'unknown'
}

export function requiredByQueue(name: string): Reason {
  const message = say`The queue itself requires the status ${quoted(name)}, which this step would overwrite by ${code('status-context')}.`
  const told = reason('bad-input', null, message, say`Choose another name, such as ${code('merge-queue-gate')}.`)
  return { ...told, headline: say`${code('status-context')} names a required status` }
}
