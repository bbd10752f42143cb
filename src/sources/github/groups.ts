import { isSameCommit } from '../../facts/commit.ts'
import { branchName } from '../../facts/context.ts'
import { type Answer, failedBy, isFailed, type Reading } from '../../facts/facts.ts'
import type { Poll } from './ask.ts'
import type { Group } from './group.ts'
import { askPullRequest, type PullRequestAnswer } from './query.ts'
import type { Standing } from './standing.ts'
import { reasonOf } from './timeline.ts'

/** The group of a pull request: that of its entry while it is in the queue, else that of the last removal. */
export function groupIn(standing: Standing | null): Answer<Omit<Group, 'pullRequest'> | null> {
  if (!standing) return { value: null }
  const { entry, removed, pullRequest, answer } = standing
  if (entry) {
    if (answer.refused.group) return failedBy(answer.refused.group)
    const { oid: sha, committedDate: createdAt } = entry.headCommit ?? {}
    if (sha === undefined) return { value: null }
    return { value: { sha, branch: '', createdAt: createdAt ?? null, canSucceed: true } }
  }
  if (!removed?.group) return { value: null }
  const canSucceed = pullRequest?.state === 'merged' && reasonOf(removed.reason) === 'merged'
  return { value: { sha: removed.group, branch: '', createdAt: null, canSucceed } }
}

/** True if the pull request's entry, or its last removal, names this very commit as that of its group. */
export function isOfGroup({ mergeQueueEntry, queueEvents }: PullRequestAnswer, sha: string): boolean {
  const last = queueEvents.nodes.findLast(node => node?.__typename === 'RemovedFromMergeQueueEvent')
  const removed = last && 'beforeCommit' in last ? (last.beforeCommit?.oid ?? null) : null
  return isSameCommit(mergeQueueEntry?.headCommit?.oid ?? null, sha) || isSameCommit(removed, sha)
}

/** The time of the group's commit, where the pull request's entry names this very commit. */
export function builtAt({ mergeQueueEntry }: PullRequestAnswer, sha: string): string | null {
  const { oid = null, committedDate = null } = mergeQueueEntry?.headCommit ?? {}
  return isSameCommit(oid, sha) ? committedDate : null
}

/**
 * Whether a merge group is about the pull request that the name of its branch claims: absent unless that pull request's
 * entry, or its last removal, names this very commit. In a step without `wait-timeout` it is asked again while it does
 * not.
 */
export async function confirmClaim(
  { session, scope }: Poll,
  { sha, number }: { sha: string; number: number },
): Promise<Reading<{ number: number; baseBranch: string }>> {
  for (;;) {
    const answer = await askPullRequest(scope, number)
    if (isFailed(answer)) return answer
    if (isOfGroup(answer.value, sha)) {
      session.owner = number
      return { value: { number, baseBranch: branchName(answer.value.baseRefName) } }
    }
    const pause = session.pauses.shift()
    if (pause === undefined) return { absent: true }
    await session.clock.sleep(pause, scope.poll.signal)
  }
}
