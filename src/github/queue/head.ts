import { isSameCommit, short } from '../../facts/commit.ts'
import type { QueueActivity } from '../../facts/context.ts'
import { type Doubt, doubtOn } from '../../facts/facts.ts'
import { valueIn } from '../../facts/reading.ts'
import { timeOf } from '../../facts/time.ts'
import { code, type Message, say } from '../../message.ts'
import type { GitHubRead } from '../client.ts'
import { isAddedAgain, isStillSeen, lastAddition, type Memory, SAME_MOMENT_MS } from './episode.ts'
import { reasonOf } from './removal.ts'
import type { QueueEvent, Standing } from './standing.ts'

/** The facts that tell whether a push came after the addition to the queue. */
interface HeadFacts {
  standing: Standing
  asked: { number: number; event: QueueActivity | null }
  memory: Memory
  last: GitHubRead<QueueEvent | null>
}

/** The doubt whether the tested group holds the head. A push after the pull request left the queue doesn't matter. */
export function ofHead(facts: HeadFacts): Doubt | null {
  const isMerged = valueIn(facts.standing.merged) === true
  const isIn = valueIn(facts.standing.entry) !== null
  if (!isIn && !(isMerged && isByQueue(facts))) return null
  const why = movedHead(facts) ?? pushOfEvent(facts) ?? listedPush(facts)
  if (why === null) return null
  const what = isMerged ? 'what was merged' : 'the group that the queue tests'
  return doubtOn(['head'], say`${why}, so ${what} may not hold the newest commit.`, 'stale-head')
}

/** True if the queue may have merged the pull request: then a push that its group lacks matters. */
function isByQueue({ standing, memory, last }: HeadFacts): boolean {
  if (isAddedAgain(standing, valueIn(last))) return true
  if (last.kind === 'failed' || last.value?.kind === 'added') return true
  // A removal without a known reason can be that of the merge.
  if (last.value && ['merged', 'other'].includes(reasonOf(last.value.reason))) return true
  // If the step saw the pull request in the queue, its removal may not be listed yet.
  return isStillSeen(memory, standing, last.value)
}

/** The time of the entry, also of one that the merge took away; null if it is not known. */
function enqueuedAt({ standing: { entry }, memory }: HeadFacts): number | null {
  const shown = valueIn(entry)
  return shown ? timeOf(shown.enqueuedAt) : (memory.heads.at(-1)?.enqueuedAt ?? null)
}

function movedHead(facts: HeadFacts): Message | null {
  const { standing, asked, memory } = facts
  if (standing.headSha.kind === 'failed') return `GitHub does not say which commit is the head of #${asked.number}`
  const head = standing.headSha.value
  const time = enqueuedAt(facts)
  const isOfEntry = (other: number | null) => time === null || other === null || time === other
  const before = memory.heads.find(seen => isOfEntry(seen.enqueuedAt) && !isSameCommit(seen.sha, head))
  if (before === undefined) return null
  return say`The head of #${asked.number} moved from ${code(short(before.sha))} to ${code(short(head))} in the queue`
}

function pushOfEvent(facts: HeadFacts): Message | null {
  const { standing, asked } = facts
  if (asked.event?.action !== 'synchronize') return null
  const since = enqueuedAt(facts) ?? timeOf(lastAddition(standing)?.at ?? null)
  const at = timeOf(asked.event.at)
  const isBefore = since !== null && at !== null && at < since
  return isBefore ? null : `#${asked.number} was pushed to while it was in the queue`
}

/** Looks for a push in `pushes`. That list can lag behind the entry, or lack the addition. */
function listedPush(facts: HeadFacts): Message | null {
  const { standing, asked, memory, last } = facts
  const { pushes, entry } = standing
  if (pushes.kind === 'failed') {
    return say`It is not known whether #${asked.number} was pushed to in the queue (${pushes.failure.message})`
  }
  const isIn = valueIn(entry) !== null
  const unlisted = `GitHub does not show yet when #${asked.number} was added to the queue`
  const known = lastAddition(standing)
  const { events, isCut } = pushes.value
  const at = events.findLastIndex(({ kind }) => kind === 'added')
  if (at === -1) {
    if (isCut || known !== null) return `Much was pushed to #${asked.number} after it was added to the queue`
    const hasLeft = valueIn(last)?.kind === 'removed' || events.some(({ kind }) => kind === 'removed')
    return isIn || hasLeft || memory.seenIn !== null ? unlisted : null
  }
  const listed = timeOf(events[at]?.at ?? null) ?? 0
  const latest = valueIn(standing.events)?.at(-1)
  const time = enqueuedAt(facts)
  const left = timeOf(latest?.at ?? null)
  const isOlder = left !== null && time !== null && time + SAME_MOMENT_MS < left
  // Unless the entry is older than the last removal, the addition that made the entry is later than that removal.
  const isEnded = latest?.kind === 'removed' && !isOlder && !(left !== null && listed > left)
  if ((isIn && isEnded) || (time ?? 0) > listed + SAME_MOMENT_MS) return unlisted
  if (isIn && time !== null && time + SAME_MOMENT_MS < listed) {
    return `GitHub gives two times at which #${asked.number} was added to the queue`
  }
  const isBehind = events.slice(at + 1).some(({ kind }) => kind === 'pushed')
  if (isBehind) return `A commit was pushed to #${asked.number} after it was added to the queue`
  // Both lists are in one answer, so they contradict each other if only `events` shows a later addition.
  return (timeOf(known?.at ?? null) ?? 0) > listed ? unlisted : null
}
