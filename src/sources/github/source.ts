import { isSameCommit, shortSha } from '../../facts/commit.ts'
import { branchName, type MergeGroup } from '../../facts/context.ts'
import {
  type Answer,
  type Doubt,
  type Facts,
  hasValue,
  isFailed,
  makeDoubt,
  mapAnswer,
  NOT_ASKED,
  type Read,
  type Reading,
  type TestRun,
  valueIn,
} from '../../facts/facts.ts'
import { SOURCES } from '../../facts/profile.ts'
import type { Question, Source } from '../../facts/source.ts'
import { code, say } from '../../text/message.ts'
import { awaitFacts } from '../reading.ts'
import { explain } from './explain.ts'
import type { TestedGroup } from './group-test-run.ts'
import { readMergeGroupChecks } from './merge-group-checks.ts'
import { namesGroupCommit } from './pull-request.ts'
import type { QueueStatus } from './queue-status.ts'
import {
  askQueueStatus,
  askTestRun,
  confirmPullRequest,
  createSession,
  pollOf,
  type QueueSourceOptions,
  type Session,
  type SessionPoll,
} from './session.ts'

/** GitHub's own merge queue as a source of facts, about one repository. */
export function createGitHubSource(options: QueueSourceOptions): Source {
  const session = createSession(options)
  const profile = SOURCES.github
  return {
    profile,
    async poll(question, signal) {
      const { targetBranch } = question
      if (targetBranch === null) return {}
      return awaitFacts(readingsOf(pollOf(session, targetBranch, signal), question), profile.name, signal)
    },
    async explain(snapshot, needs, signal) {
      const branch = snapshot.context.targetBranch
      if (branch === null) return {}
      return explain(pollOf(session, branch, signal), snapshot.facts, needs)
    },
    confirmPullRequest: ({ sha, number }, signal) => confirmPullRequest(session, { sha, number }, signal),
  }
}

/** The status of the pull request; undefined if it is not asked for. */
type StatusAnswer = Answer<QueueStatus> | undefined

function readingsOf(poll: SessionPoll, { reads, number }: Question) {
  const { session, scope, branch } = poll
  const asks = (...wanted: Read[]) => wanted.some(read => reads.includes(read))
  const status: Promise<StatusAnswer> =
    number !== null && asks('pull-request', 'queue', 'test-run') ? askQueueStatus(poll, number) : NOT_ASKED
  return {
    pullRequest: asks('pull-request') ? status.then(answer => pullRequestOf(answer, session)) : NOT_ASKED,
    queue: status.then(answer => queueOf(poll, answer, asks('queue'))),
    testRun: asks('test-run') ? status.then(answer => testRunOf(poll, answer, asks('pull-request'))) : NOT_ASKED,
    mergeGroupChecks: asks('merge-group-checks')
      ? readMergeGroupChecks(scope, branch, session.eventSha, poll.requiredChecks())
      : NOT_ASKED,
  }
}

function pullRequestOf(status: StatusAnswer, { mergeGroup }: Session): Facts['pullRequest'] {
  if (!hasValue(status)) return status
  const { pullRequest, answer } = status.value
  if (pullRequest === null) return { absent: true }
  if (mergeGroup === null) return { value: pullRequest }
  // The run is that of the event's merge group, so no doubt about the pull request touches it.
  const parts = (doubt: Doubt) => doubt.answerParts.filter(part => part !== 'test-run')
  const doubts = pullRequest.doubts.map((doubt): Doubt => ({ ...doubt, answerParts: parts(doubt) }))
  if (!namesGroupCommit(answer, mergeGroup.sha)) {
    const message = say`This run is about the merge group at commit ${code(shortSha(mergeGroup.sha))}, but GitHub does not show that it tests #${answer.number}.`
    doubts.push(makeDoubt(['head'], message, 'stale-head'))
  }
  return { value: { ...pullRequest, doubts } }
}

async function queueOf(poll: SessionPoll, status: StatusAnswer, isAsked: boolean): Promise<Facts['queue']> {
  if (!isAsked && !status) return undefined
  const exists = await hasQueue(poll, status)
  if (isFailed(exists)) {
    // Without a queue, "never submitted" says nothing. So this failure counts even if the queue is not asked for.
    return isAsked || valueIn(status)?.pullRequest === null ? exists : undefined
  }
  if (!exists.value) return { absent: true }
  const { branch } = poll
  return { value: { state: null, branch, isOrdered: true, requiredStatuses: null, entries: null, doubts: [] } }
}

/** Whether the target branch has a queue: the answer about a pull request says so. */
async function hasQueue(poll: SessionPoll, status: StatusAnswer): Promise<Answer<boolean>> {
  const { session, branch } = poll
  // In a stack, the answer tells only whether the branch beneath has a queue. Whether this branch has one is then, as
  // without any answer, known from the event's merge group, else from the rules.
  if (!status || session.stackBase === branch)
    return session.mergeGroup ? { value: true } : (await poll.requiredChecks()).hasQueue
  // If the base is another branch, the answer is about the queue of that branch, so it does not deny this one.
  return mapAnswer(status, ({ answer }) => branchName(answer.baseRefName) !== branch || answer.isMergeQueueEnabled)
}

/** @param isPullRequestRead if so, the pull request holds the doubts about its run, and the run does not repeat them */
async function testRunOf(
  poll: SessionPoll,
  status: StatusAnswer,
  isPullRequestRead: boolean,
): Promise<Reading<TestRun>> {
  const { mergeGroup } = poll.session
  const known = valueIn(status)
  if (mergeGroup) return askTestRun(poll, { value: groupOfEvent(mergeGroup, known) })
  if (isFailed(status)) return status
  const run = await askTestRun(poll, known?.group ?? { absent: true })
  if (!hasValue(run) || isPullRequestRead) return run
  return { ...run, value: { ...run.value, doubts: known?.pullRequest?.doubts ?? [] } }
}

/** The event's merge group: its checks count even if it has left. An answer with its commit gives its pull request. */
function groupOfEvent({ sha, branch }: MergeGroup, status: QueueStatus | null): TestedGroup {
  const answer = status && namesGroupCommit(status.answer, sha) ? status.answer : null
  const commit = answer?.mergeQueueEntry?.headCommit
  const createdAt = commit && isSameCommit(commit.oid, sha) ? commit.committedDate : null
  const pullRequest = answer && { number: answer.number, title: answer.title }
  return { sha, branch, createdAt, pullRequest, canSucceed: true }
}
