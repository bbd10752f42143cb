import { branchName, type RunContext } from '../../facts/context.ts'
import { type Answer, type CallRecord, hasValue, isFailed, type Reading, type TestRun } from '../../facts/facts.ts'
import { readChecks } from '../../github/checks.ts'
import type { GitHubClient, GitHubScope } from '../../github/client.ts'
import type { Clock } from '../../runner/clock.ts'
import { once } from '../reading.ts'
import { mustAskForMarks, type RunEvidence } from './check-results.ts'
import { readMarkedRequired } from './commit-reports.ts'
import { type TestedGroup, testRunOfGroup } from './group-test-run.ts'
import { askPullRequest, namesGroupCommit, type PullRequestAnswer } from './pull-request.ts'
import { type QueueStatus, queueStatusOf } from './queue-status.ts'
import { type RequiredChecks, readRequired } from './required.ts'

/** Milliseconds before each new try, while GitHub's answer lags. */
const PAUSES_MS = [1000, 2000, 2500]

export interface QueueSourceOptions
  extends Pick<RunContext, 'eventSha' | 'mergeGroup' | 'pullRequestActivity' | 'stackBase'> {
  client: GitHubClient
  repository: { owner: string; name: string }
  clock: Clock
  /** The step polls again, so a poll does not try again while the answer lags. */
  isPolledAgain: boolean
  /** The check run that the step runs in; null if the runner does not name it. */
  checkRunId: number | null
  onCall: (record: CallRecord) => void
}

/** What a source keeps from one poll to the next. */
export interface Session extends QueueSourceOptions {
  /** The times at which the queue entries that a poll saw were queued. */
  enqueuedTimes: string[]
  latestStatus: QueueStatus | null
  latestRunEvidence: RunEvidence | null
  pausesLeft: number[]
}

export function createSession(options: QueueSourceOptions): Session {
  const pausesLeft = options.isPolledAgain ? [] : [...PAUSES_MS]
  return { ...options, enqueuedTimes: [], latestStatus: null, latestRunEvidence: null, pausesLeft }
}

/** One poll of a session; `branch` is the target branch. */
export interface SessionPoll {
  session: Session
  scope: GitHubScope
  branch: string
  /** Asks for the checks that the branch requires, once a poll. */
  requiredChecks: () => Promise<RequiredChecks>
}

export function pollOf(session: Session, branch: string, signal: AbortSignal): SessionPoll {
  const scope = scopeOf(session, signal)
  return { session, branch, scope, requiredChecks: once(() => readRequired(scope, branch)) }
}

function scopeOf({ client, repository, onCall }: Session, signal: AbortSignal): GitHubScope {
  return { client, repository, requestOptions: { signal, onCall } }
}

/** Asks for the status of a pull request, and keeps it. Tries again while the answer lags, if pauses are left. */
export function askQueueStatus(poll: SessionPoll, number: number): Promise<Answer<QueueStatus>> {
  const { session, scope, branch } = poll
  const ask = async () => {
    const answer = await askPullRequest(scope, number)
    if (isFailed(answer)) return answer
    const { mergeQueueEntry: entry } = answer.value
    session.latestStatus = queueStatusOf(answer.value, branch, session)
    if (entry) session.enqueuedTimes.push(entry.enqueuedAt)
    return { value: session.latestStatus }
  }
  return askUntil(({ isLagging }) => !isLagging, ask, poll)
}

/** Asks until an answer is good enough, an answer fails, or no pause is left. */
async function askUntil<T>(
  isEnough: (value: T) => boolean,
  ask: () => Promise<Answer<T>>,
  { session, scope }: Pick<SessionPoll, 'session' | 'scope'>,
): Promise<Answer<T>> {
  let answer = await ask()
  while (hasValue(answer) && !isEnough(answer.value)) {
    const pause = session.pausesLeft.shift()
    if (pause === undefined) break
    await session.clock.sleep(pause, scope.requestOptions.signal)
    const next = await ask()
    if (isFailed(next)) break
    answer = next
  }
  return answer
}

/** Asks whether a merge group is about a pull request: absent unless GitHub names the group's commit in its answer. */
export async function confirmPullRequest(
  session: Session,
  { sha, number }: { sha: string; number: number },
  signal: AbortSignal,
): Promise<Reading<{ number: number; baseBranch: string }>> {
  const scope = scopeOf(session, signal)
  const isConfirmed = (answer: PullRequestAnswer) => namesGroupCommit(answer, sha)
  const answer = await askUntil(isConfirmed, () => askPullRequest(scope, number), { session, scope })
  if (isFailed(answer)) return answer
  if (!isConfirmed(answer.value)) return { absent: true }
  return { value: { number, baseBranch: branchName(answer.value.baseRefName) } }
}

/** Reads the checks of a merge group, and judges them as a test run. There is no run without a group. */
export async function askTestRun(poll: SessionPoll, reading: Reading<TestedGroup>): Promise<Reading<TestRun>> {
  if (!hasValue(reading)) return reading
  const { session, scope } = poll
  const { sha, pullRequest } = reading.value
  const [required, checks] = await Promise.all([poll.requiredChecks(), readChecks(scope, sha, session.checkRunId)])
  // A refusal fails the read. After an outage the run is judged without checks, as what else is known still counts.
  if (isFailed(checks) && !checks.failure.outage) return checks
  const reported = hasValue(checks) ? checks.value : { sha, checks: [], incomplete: [checks.failure] }
  // GitHub also marks the reports that a pull request requires. The marks are read if the rules leave something open.
  // If that read fails, it stays open, so the run can't succeed.
  const asksMarked = pullRequest !== null && mustAskForMarks({ required, reported })
  const marked = asksMarked ? await readMarkedRequired(scope, sha, pullRequest.number) : null
  const evidence = { required, reported, markedRequired: hasValue(marked) ? marked.value : [] }
  session.latestRunEvidence = evidence
  return testRunOfGroup(reading.value, evidence, session.checkRunId)
}
