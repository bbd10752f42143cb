import { formatAge } from '../../duration.ts'
import { isSameCommit, short, shortApart } from '../../facts/commit.ts'
import type { PullRequest, TimelineEvent } from '../../facts/facts.ts'
import { timeOf } from '../../facts/time.ts'
import { code, type Message, say } from '../../message.ts'
import { type Case, compared } from './case.ts'
import { type Diagnosis, diagnosis } from './codes.ts'

/** A push comes shortly before the state changes; a commit is somewhat older than its push. */
const BEFORE_MS = 15 * 60_000
const AFTER_MS = 60_000

/**
 * The diagnosis "ejected by a push". It is never certain, because GitHub gives no time for an ordinary push. Its signs:
 * a commit or a forced push at about the time when the state changed, or another head than the queue's.
 */
export function evictedByPush(given: Case, pr: PullRequest): Diagnosis[] {
  const sign = pushNear(given, pr) ?? otherHead(given, pr)
  if (sign === null) return []
  const message = `#${pr.number} may have been ejected by a push: a push to a queued pull request takes it out.`
  return [diagnosis('evicted-by-push', 'possible', message, { evidence: [sign] })]
}

/** A sentence on a head that is not the queue's, unless a push that came later explains it. */
function otherHead(given: Case, pr: PullRequest): Message | null {
  const queued = given.queue?.entries?.find(entry => entry.number === pr.number)?.sha ?? null
  const head = given.view?.headSha ?? pr.sha
  const tested = queued ?? pr.sha
  // A push that came after the pull request had left did not eject it.
  if (head === null || tested === null || isSameCommit(head, tested) || pushedSince(given, pr) !== null) return null
  const [theirs, own] = shortApart(tested, head)
  return say`The queue had commit ${theirs}, but the head of #${pr.number} is ${own}.`
}

/** A sentence on the latest commit or forced push at about the time when the state changed; null if there is none. */
function pushNear(given: Case, { stateChangedAt, number }: PullRequest): Message | null {
  const changed = timeOf(stateChangedAt)
  if (changed === null) return null
  const [latest] = pushesIn(given).filter(({ time }) => time >= changed - BEFORE_MS && time <= changed + AFTER_MS)
  if (!latest) return null
  const when = latest.time <= changed ? `${formatAge(changed - latest.time)} before` : 'right after'
  return say`A ${nameOf(latest)} was made ${when} #${number} left the queue.`
}

/** A sentence on the latest push that GitHub shows after the state changed, or null. */
export function pushedSince(given: Pick<Case, 'timeline'>, { stateChangedAt, number }: PullRequest): Message | null {
  const from = timeOf(stateChangedAt)
  const latest = from === null ? undefined : pushesIn(given).find(({ time }) => time > from + AFTER_MS)
  return latest ? say`A ${nameOf(latest)} has moved the head of #${number} since its state last changed.` : null
}

function nameOf({ kind, sha }: TimelineEvent): Message {
  return say`${kind === 'committed' ? 'commit' : 'forced push'}${sha === null ? '' : say` (${code(short(sha))})`}`
}

/** Commits and forced pushes whose time is known, the latest first. */
function pushesIn({ timeline }: Pick<Case, 'timeline'>): (TimelineEvent & { time: number })[] {
  return (timeline?.events ?? [])
    .filter(({ kind }) => kind === 'head-force-pushed' || kind === 'committed')
    .flatMap(event => {
      const time = timeOf(event.at)
      return time === null ? [] : [{ ...event, time }]
    })
    .toSorted((a, b) => b.time - a.time || compared(a.kind, b.kind) || compared(a.sha ?? '', b.sha ?? ''))
}
