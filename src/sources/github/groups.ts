import { isSameCommit } from '../../facts/commit.ts'
import { type Answer, failedBy } from '../../facts/reading.ts'
import type { Group } from './group.ts'
import type { PullRequestAnswer } from './query.ts'
import { reasonOf } from './removal.ts'
import type { Standing } from './standing.ts'

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
