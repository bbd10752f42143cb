import { isSameCommit } from '../../facts/commit.ts'
import { branchName, type RunContext } from '../../facts/context.ts'
import {
  type Answer,
  type CallRecord,
  hasValue,
  isFailed,
  mapAnswer,
  type Reading,
  type TestRun,
  valueIn,
} from '../../facts/facts.ts'
import { readChecks } from '../../github/checks.ts'
import type { GitHubClient, GitHubScope } from '../../github/client.ts'
import type { Clock } from '../../runner/clock.ts'
import { once } from '../reading.ts'
import { needsMarkedRequired, type RunEvidence } from './check-results.ts'
import { readMarkedRequired } from './commit-reports.ts'
import { type TestedGroup, testRunOfGroup } from './group-test-run.ts'
import { askPullRequest, type PullRequestAnswer } from './pull-request.ts'
import { type QueueStatus, queueStatusOf } from './queue-status.ts'
import { type RequiredChecks, readRequired } from './required.ts'

/** Milliseconds to wait before each new read while the answer contradicts itself, in a step without `wait-timeout`. */
export const PAUSES_MS = [1000, 2000, 2500]

export interface QueueSourceOptions
  extends Pick<RunContext, 'eventSha' | 'mergeGroup' | 'queueActivity' | 'stackBase'> {
  client: GitHubClient
  repository: { owner: string; name: string }
  clock: Clock
  /** The step polls again, so a lagging answer need not be asked for again within a poll. */
  isPolledAgain: boolean
  /** The check run that the step runs in; null if the runner does not name it. */
  checkRunId: number | null
  onCall: (record: CallRecord) => void
}

/** A step's dealings with GitHub's queue, and what it remembers of them. */
export interface Session extends QueueSourceOptions {
  enqueuedTimes: string[]
  latestStatus: QueueStatus | null
  latestRunEvidence: RunEvidence | null
  pausesLeft: number[]
}

/** One poll of a session; `branch` is the target branch. */
export interface Poll {
  session: Session
  scope: GitHubScope
  branch: string
  /** The checks that the branch requires, asked for once a poll. */
  requiredChecks: () => Promise<RequiredChecks>
}

export function pollOf(session: Session, branch: string, signal: AbortSignal): Poll {
  const { client, repository, onCall } = session
  const scope = { client, repository, requestOptions: { signal, onCall } }
  return { session, branch, scope, requiredChecks: once(() => readRequired(scope, branch)) }
}

/** Asks for the standing of a pull request, in a step without `wait-timeout` again while the answer lags. */
export function askQueueStatus(poll: Poll, number: number): Promise<Answer<QueueStatus>> {
  const { session, scope, branch } = poll
  const ask = async () =>
    mapAnswer(await askPullRequest(scope, number), answer => {
      session.latestStatus = queueStatusOf(answer, branch, session)
      if (answer.mergeQueueEntry) session.enqueuedTimes.push(answer.mergeQueueEntry.enqueuedAt)
      return session.latestStatus
    })
  return askUntil(poll, ask, ({ isLagging }) => !isLagging)
}

async function askUntil<T>(
  { session, scope }: Poll,
  ask: () => Promise<Answer<T>>,
  isSettled: (value: T) => boolean,
): Promise<Answer<T>> {
  let answer = await ask()
  while (hasValue(answer) && !isSettled(answer.value)) {
    const pause = session.pausesLeft.shift()
    if (pause === undefined) break
    await session.clock.sleep(pause, scope.requestOptions.signal)
    const next = await ask()
    if (isFailed(next)) break
    answer = next
  }
  return answer
}

/** Whether a merge group is about the pull request that the name of its branch claims. */
export async function confirmPullRequest(
  poll: Poll,
  { sha, number }: { sha: string; number: number },
): Promise<Reading<{ number: number; baseBranch: string }>> {
  const isConfirmed = (answer: PullRequestAnswer) => namesGroupCommit(answer, sha)
  const answer = await askUntil(poll, () => askPullRequest(poll.scope, number), isConfirmed)
  if (isFailed(answer)) return answer
  return isConfirmed(answer.value)
    ? { value: { number, baseBranch: branchName(answer.value.baseRefName) } }
    : { absent: true }
}

/** True if the pull request's entry, or its last removal, names this very commit as that of its group. */
export function namesGroupCommit({ mergeQueueEntry, queueEvents: events }: PullRequestAnswer, sha: string): boolean {
  const removal = valueIn(events)?.findLast(({ kind }) => kind === 'removed')
  return [mergeQueueEntry?.headCommit?.oid, removal?.groupSha].some(commit => isSameCommit(commit ?? null, sha))
}

/** Reads the checks of a group, if there is one, and judges them as a test run. */
export async function askTestRun(
  poll: Poll,
  about: Reading<TestedGroup> = { absent: true },
): Promise<Reading<TestRun>> {
  if (!hasValue(about)) return about
  const { session, scope, requiredChecks: ask } = poll
  const { checkRunId } = session
  const group = about.value
  const [required, reading] = await Promise.all([ask(), readChecks(scope, group.sha, checkRunId)])
  if (isFailed(reading) && !reading.failure.outage) return reading
  const checks = hasValue(reading) ? reading.value : { sha: group.sha, checks: [], incomplete: [reading.failure] }
  const { sha, pullRequest } = group
  const asksMarks = pullRequest !== null && needsMarkedRequired({ required, reported: checks })
  const marked = asksMarks ? await readMarkedRequired(scope, sha, pullRequest.number) : null
  session.latestRunEvidence = { required, reported: checks, markedRequired: hasValue(marked) ? marked.value : [] }
  return testRunOfGroup(group, session.latestRunEvidence, checkRunId)
}
