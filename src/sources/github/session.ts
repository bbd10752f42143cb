import { isSameCommit } from '../../facts/commit.ts'
import { branchName, type RunContext } from '../../facts/context.ts'
import {
  type Answer,
  type CallRecord,
  isFailed,
  isRead,
  mapped,
  type Reading,
  type TestRun,
  valueIn,
} from '../../facts/facts.ts'
import { readChecks } from '../../github/checks.ts'
import type { GitHubClient, GitHubScope } from '../../github/client.ts'
import type { Clock } from '../../runner/clock.ts'
import { once } from '../reading.ts'
import { type GroupReads, needsMarks } from './check-standing.ts'
import { type Group, runOfGroup } from './group.ts'
import { askPullRequest, type PullRequestAnswer } from './query.ts'
import { type RequiredChecks, readRequired } from './required.ts'
import { readMarked } from './rollup.ts'
import { type Standing, standingOf } from './standing.ts'

/** Milliseconds to wait before each new read while the answer contradicts itself, in a step without `wait-timeout`. */
export const PAUSES_MS = [1000, 2000, 2500]

export interface QueueSourceOptions extends Pick<RunContext, 'headSha' | 'group' | 'queueActivity' | 'stackBase'> {
  client: GitHubClient
  repository: { owner: string; name: string }
  clock: Clock
  /** The step polls again, so a lagging answer need not be asked for again within a poll. */
  waits: boolean
  /** The check run that the step runs in; null if the runner does not name it. */
  checkRunId: number | null
  onCall: (record: CallRecord) => void
}

/** A step's dealings with GitHub's queue, and what it remembers of them. */
export interface Session extends QueueSourceOptions {
  seen: string[]
  latest: Standing | null
  lastRun: GroupReads | null
  pauses: number[]
}

/** One poll of a session; `branch` is the target branch. */
export interface Poll {
  session: Session
  scope: GitHubScope
  branch: string
  /** The checks that the branch requires, asked for once a poll. */
  required: () => Promise<RequiredChecks>
}

export function pollOf(session: Session, branch: string, signal: AbortSignal): Poll {
  const { client, repository, onCall } = session
  const scope = { client, repository, poll: { signal, onCall } }
  return { session, branch, scope, required: once(() => readRequired(scope, branch)) }
}

/** Asks for the standing of a pull request, in a step without `wait-timeout` again while the answer lags. */
export function askStanding(poll: Poll, number: number): Promise<Answer<Standing>> {
  const { session, scope, branch } = poll
  const ask = async () =>
    mapped(await askPullRequest(scope, number), answer => {
      session.latest = standingOf(answer, branch, session)
      if (answer.mergeQueueEntry) session.seen.push(answer.mergeQueueEntry.enqueuedAt)
      return session.latest
    })
  return askUntil(poll, ask, ({ isUnsettled }) => !isUnsettled)
}

async function askUntil<T>(
  { session, scope }: Poll,
  ask: () => Promise<Answer<T>>,
  isSettled: (value: T) => boolean,
): Promise<Answer<T>> {
  let answer = await ask()
  while (isRead(answer) && !isSettled(answer.value)) {
    const pause = session.pauses.shift()
    if (pause === undefined) break
    await session.clock.sleep(pause, scope.poll.signal)
    const next = await ask()
    if (isFailed(next)) break
    answer = next
  }
  return answer
}

/** Whether a merge group is about the pull request that the name of its branch claims. */
export async function confirmClaim(
  poll: Poll,
  { sha, number }: { sha: string; number: number },
): Promise<Reading<{ number: number; baseBranch: string }>> {
  const isConfirmed = (answer: PullRequestAnswer) => isOfGroup(answer, sha)
  const answer = await askUntil(poll, () => askPullRequest(poll.scope, number), isConfirmed)
  if (isFailed(answer)) return answer
  return isConfirmed(answer.value)
    ? { value: { number, baseBranch: branchName(answer.value.baseRefName) } }
    : { absent: true }
}

/** True if the pull request's entry, or its last removal, names this very commit as that of its group. */
export function isOfGroup({ mergeQueueEntry, events }: PullRequestAnswer, sha: string): boolean {
  const removal = valueIn(events)?.findLast(({ kind }) => kind === 'removed')
  return [mergeQueueEntry?.headCommit?.oid, removal?.group].some(commit => isSameCommit(commit ?? null, sha))
}

/** Reads the checks of a group, if there is one, and judges them as a test run. */
export async function askRun(poll: Poll, about: Reading<Group> = { absent: true }): Promise<Reading<TestRun>> {
  if (!isRead(about)) return about
  const { session, scope, required: ask } = poll
  const { checkRunId } = session
  const group = about.value
  const [required, reading] = await Promise.all([ask(), readChecks(scope, group.sha, checkRunId)])
  if (isFailed(reading) && !reading.failure.outage) return reading
  const checks = isRead(reading) ? reading.value : { sha: group.sha, checks: [], incomplete: [reading.failure] }
  const { sha, pullRequest } = group
  const asksMarks = pullRequest !== null && needsMarks({ required, checks })
  const marked = asksMarks ? await readMarked(scope, sha, pullRequest.number) : null
  session.lastRun = { required, checks, marked: isRead(marked) ? marked.value : [] }
  return runOfGroup(group, session.lastRun, checkRunId)
}
