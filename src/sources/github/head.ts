import type { QueueActivity } from '../../facts/context.ts'
import { type Doubt, doubtOn } from '../../facts/facts.ts'
import { timeOf } from '../../text/duration.ts'
import type { PullRequestAnswer, PushNode } from './query.ts'
import { type QueueEvent, reasonOf } from './timeline.ts'

/**
 * The doubt whether the tested group holds the head: a push came after the addition to the queue, or no list proves
 * that none did. Null if it does, and if no group was tested.
 */
export function headDoubt(
  answer: PullRequestAnswer,
  last: QueueEvent | null,
  activity: QueueActivity | null,
): Doubt | null {
  const { mergeQueueEntry: entry, isInMergeQueue, merged, pushes, refused, number } = answer
  const isIn = entry !== null || isInMergeQueue
  if (!isIn && !merged) return null
  // Who was removed and then merged was merged without the queue.
  if (!isIn && last?.kind === 'removed' && reasonOf(last.reason) !== 'merged') return null
  const nodes = pushes.nodes.filter(node => node !== null)
  const added = nodes.findLastIndex(isAddition)
  if (added === -1 && !isIn && last === null && !refused.pushes && !pushes.pageInfo.hasPreviousPage) return null
  const since = timeOf(entry?.enqueuedAt ?? (last?.kind === 'added' ? last.at : null))
  const at = timeOf(activity?.at ?? null)
  const isPushed = activity?.action === 'synchronize' && (since === null || at === null || at >= since)
  const isShown = added !== -1 && !refused.pushes && nodes.length === pushes.nodes.length
  const behind = nodes.slice(added + 1)
  // A removal behind the addition belongs to an earlier stay, so the addition of this one is not shown yet.
  const isProven = isShown && !behind.some(each => isPush(each) || (isIn && isRemoval(each)))
  if (isProven && !isPushed) return null
  const [is, which] = merged ? ['was merged', 'what was merged holds'] : ['is tested', 'the queue tests']
  const message = `GitHub does not show that ${which} the newest commit of #${number}: it may have been pushed to since it was added.`
  const headline = `Not known which commit of #${number} ${is}`
  return { ...doubtOn(['head'], message, 'stale-head'), headline, remedy: merged ? COMPARE : SUBMIT_AGAIN }
}

const SUBMIT_AGAIN =
  'Run the job again in a minute. If this persists, take the pull request out of the queue and submit it again.'
const COMPARE = 'Compare the head with what was merged, and open another pull request for what is missing.'

/** The pushes behind the last addition to the queue: before the removal that followed it, and after that. */
export function pushesSince({ pushes }: PullRequestAnswer): { inQueue: PushNode[]; sinceRemoval: PushNode[] } {
  const nodes = pushes.nodes.filter(node => node !== null)
  const added = nodes.findLastIndex(isAddition)
  const removed = nodes.findLastIndex(isRemoval)
  const isIn = added > removed
  return {
    inQueue: added === -1 ? [] : nodes.slice(added, isIn ? undefined : removed).filter(isPush),
    sinceRemoval: removed === -1 || isIn ? [] : nodes.slice(removed).filter(isPush),
  }
}

function isAddition({ __typename }: PushNode): boolean {
  return __typename === 'AddedToMergeQueueEvent'
}

function isRemoval({ __typename }: PushNode): boolean {
  return __typename === 'RemovedFromMergeQueueEvent'
}

function isPush(node: PushNode): boolean {
  return !isAddition(node) && !isRemoval(node)
}
