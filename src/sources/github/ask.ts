import type { MergeGroup, QueueActivity } from '../../facts/context.ts'
import type { CallRecord } from '../../facts/facts.ts'
import { type Answer, isFailed, isRead, mapped } from '../../facts/facts.ts'
import { readChecks } from '../../github/checks.ts'
import type { GitHubClient, GitHubScope } from '../../github/client.ts'
import type { Clock } from '../../runner/clock.ts'
import type { OwnNames } from './check-standing.ts'
import { type Group, type GroupReads, needsMarks, runOfGroup } from './group.ts'
import { askPullRequest } from './query.ts'
import type { RequiredChecks } from './required.ts'
import { readMarked } from './rollup.ts'
import { type Standing, standingOf } from './standing.ts'
import type { AddedEvent } from './timeline.ts'

/** Milliseconds to wait before each new read while the answer contradicts itself, in a step without `wait-timeout`. */
const PAUSES_MS = [1000, 2000, 2500]

export interface QueueSourceOptions {
  client: GitHubClient
  repository: { owner: string; name: string }
  clock: Clock
  requestTimeoutMs: number
  /** The step's event, if it says that the pull request was pushed to, or joined or left the queue. */
  activity: QueueActivity | null
  /** The commit of the step's event, whose workflow files count; null for the last one of the target branch. */
  head: string | null
  /** The merge group that the step's event is about. */
  group: MergeGroup | null
  /** The pull request is stacked, and this is the base of its stack; null if it is not stacked. */
  stackBase: string | null
  /** The step polls again, so a lagging answer need not be asked for again within a poll. */
  waits: boolean
  own: OwnNames
  onCall: (record: CallRecord) => void
}

/** A step's dealings with GitHub's queue, and what it remembers of them. */
export interface Session extends QueueSourceOptions {
  /** The entries that this step saw before. */
  seen: AddedEvent[]
  /** The latest standing of the pull request; null before the first. */
  latest: Standing | null
  /** What was read about the last group. */
  lastRun: GroupReads | null
  /** The pull request that GitHub confirmed as that of the event's group. */
  owner: number | null
  pauses: number[]
}

export function sessionOf(options: QueueSourceOptions): Session {
  // A step that polls anyway asks again by its polls.
  return { ...options, seen: [], latest: null, lastRun: null, owner: null, pauses: options.waits ? [] : [...PAUSES_MS] }
}

/** One poll of a session; `branch` is the target branch. */
export interface Poll {
  session: Session
  scope: GitHubScope
  branch: string
}

export function pollOf(session: Session, branch: string, signal: AbortSignal | undefined): Poll {
  const { client, repository, requestTimeoutMs: timeoutMs, onCall } = session
  return { session, branch, scope: { client, repository, poll: { signal, timeoutMs, onCall } } }
}

/** Asks for the standing of a pull request, in a step without `wait-timeout` again while the answer lags. */
export async function askStanding(poll: Poll, number: number): Promise<Answer<Standing>> {
  const { session, scope } = poll
  let answer = await askOnce(poll, number)
  while (isRead(answer) && answer.value.isUnsettled) {
    const pause = session.pauses.shift()
    if (pause === undefined) break
    await session.clock.sleep(pause, scope.poll.signal)
    const next = await askOnce(poll, number)
    if (isFailed(next)) break
    answer = next
  }
  return answer
}

export async function askOnce({ session, scope, branch }: Poll, number: number): Promise<Answer<Standing>> {
  const answer = await askPullRequest(scope, number)
  return mapped(answer, value => {
    const { activity, seen, stackBase } = session
    const asked = { number, targetBranch: branch, isStacked: stackBase === branch, activity, seen }
    const standing = standingOf(value, asked)
    session.latest = standing
    const at = value.mergeQueueEntry?.enqueuedAt
    if (at !== undefined && !seen.some(each => each.at === at)) seen.push({ kind: 'added', at })
    return standing
  })
}

/** Reads the checks of a group, and judges them as a test run. */
export async function askRun({ session, scope }: Poll, group: Group, asked: Promise<RequiredChecks>) {
  const { own } = session
  const [required, reading] = await Promise.all([asked, readChecks(scope, group.sha, own.checkRunId)])
  if (isFailed(reading) && !reading.failure.outage) return reading
  const checks = isRead(reading) ? reading.value : { sha: group.sha, checks: [], incomplete: [reading.failure] }
  const asksMarks = group.pullRequest !== null && needsMarks({ required, checks })
  const marked = asksMarks ? await readMarked(scope, group.sha, group.pullRequest?.number ?? 0) : null
  session.lastRun = { required, checks, marked: isRead(marked) ? marked.value : [] }
  return runOfGroup(group, session.lastRun, own)
}
