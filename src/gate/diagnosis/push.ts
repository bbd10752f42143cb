import { formatAge } from '../../duration.ts'
import { isSameCommit, short, shortApart } from '../../facts/commit.ts'
import type { PullRequest, Timeline, TimelineEvent } from '../../facts/facts.ts'
import { timeOf } from '../../facts/time.ts'
import type { Case } from './case.ts'
import { type Diagnosis, diagnosis } from './codes.ts'

/** A push comes shortly before the state changes; a commit is somewhat older than its push. */
const BEFORE_MS = 15 * 60_000
const AFTER_MS = 60_000

/**
 * A push may have ejected the pull request. GitHub tells no time of an ordinary push, so it is possible at most:
 * a commit or a forced push about when the state changed, or a head that is not the one that the queue has.
 */
export function evictedByPush(given: Case, pr: PullRequest): Diagnosis[] {
  const { facts, queue } = given
  const message = `#${pr.number} may have been ejected by a push: a push to a queued pull request takes it out.`
  const near = facts.timeline.kind === 'read' ? pushNear(facts.timeline.value, pr.stateChangedAt, pr.number) : null
  if (near) return [diagnosis('evicted-by-push', 'possible', message, { evidence: [near] })]
  const queued = queue?.entries?.find(entry => entry.number === pr.number)?.sha ?? null
  const view = facts.github.kind === 'read' && facts.github.value.number === pr.number ? facts.github.value : null
  const head = view?.headSha ?? pr.sha
  const tested = queued ?? pr.sha
  const isLater =
    facts.timeline.kind === 'read' && pushedSince(facts.timeline.value, pr.stateChangedAt, pr.number) !== null
  // A push after it had left did not eject it.
  if (isSameCommit(head, tested) || isLater) return []
  const [theirs, own] = shortApart(tested, head)
  const evidence = `The queue had ${theirs}, and the head of #${pr.number} is ${own}.`
  return [diagnosis('evicted-by-push', 'possible', message, { evidence: [evidence] })]
}

/** The latest commit or forced push in the window around the change, as a sentence. */
function pushNear({ events }: Timeline, stateChangedAt: string | null, number: number): string | null {
  const changed = timeOf(stateChangedAt)
  if (changed === null) return null
  const [latest] = pushesIn(events).filter(({ time }) => time >= changed - BEFORE_MS && time <= changed + AFTER_MS)
  if (!latest) return null
  const { kind, sha, time } = latest
  const what = kind === 'committed' ? 'A commit' : 'A forced push'
  const which = sha === null ? '' : ` (${short(sha)})`
  const when = time <= changed ? `${formatAge(changed - time)} before` : 'right after'
  return `${what}${which} was made ${when} #${number} left the queue.`
}

/** A sentence on the latest push that GitHub shows after a time; null where it shows none. */
export function pushedSince(timeline: Timeline, since: string | null, number: number): string | null {
  const from = timeOf(since)
  if (from === null) return null
  const [latest] = pushesIn(timeline.events).filter(({ time }) => time > from + AFTER_MS)
  if (!latest) return null
  const what = latest.kind === 'committed' ? 'a commit' : 'a forced push'
  return `The head of #${number} has moved since: ${what}${latest.sha === null ? '' : ` (${short(latest.sha)})`}.`
}

/** The latest first. */
function pushesIn(events: readonly TimelineEvent[]): (TimelineEvent & { time: number })[] {
  return events
    .filter(({ kind }) => kind === 'head-force-pushed' || kind === 'committed')
    .flatMap(event => {
      const time = timeOf(event.at)
      return time === null ? [] : [{ ...event, time }]
    })
    .toSorted((a, b) => b.time - a.time || compared(a.kind, b.kind) || compared(a.sha ?? '', b.sha ?? ''))
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
