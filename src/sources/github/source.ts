import { isSameCommit, short } from '../../facts/commit.ts'
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
import { factsOf } from '../reading.ts'
import { explainQueue } from './explain.ts'
import type { TestedGroup } from './group-test-run.ts'
import { readMergeGroupChecks } from './merge-group-checks.ts'
import type { QueueStatus } from './queue-status.ts'
import {
  askQueueStatus,
  askTestRun,
  confirmPullRequest,
  namesGroupCommit,
  PAUSES_MS,
  type Poll,
  pollOf,
  type QueueSourceOptions,
  type Session,
} from './session.ts'

/** GitHub's own merge queue as a source of facts, about one repository. */
export function createGitHubSource(options: QueueSourceOptions): Source {
  // A step that polls anyway asks again by its polls.
  const pauses = options.isPolledAgain ? [] : [...PAUSES_MS]
  const session: Session = {
    ...options,
    enqueuedTimes: [],
    latestStatus: null,
    latestRunEvidence: null,
    pausesLeft: pauses,
  }
  const profile = SOURCES.github
  return {
    profile,
    async poll(question, signal) {
      const { targetBranch } = question
      if (targetBranch === null) return {}
      return factsOf(readingsOf(pollOf(session, targetBranch, signal), question), profile.name, signal)
    },
    async explain(snapshot, needs, signal) {
      const branch = snapshot.context.targetBranch
      if (branch === null) return {}
      return explainQueue(pollOf(session, branch, signal), snapshot, needs)
    },
    confirmPullRequest: (claim, signal) => confirmPullRequest(pollOf(session, '', signal), claim),
  }
}

/** The answer about the pull request; undefined if it is not asked for. */
type Seen = Answer<QueueStatus> | undefined

function readingsOf(poll: Poll, { reads, number }: Question) {
  const { session, scope, branch, requiredChecks: required } = poll
  const asks = (...wanted: Read[]) => wanted.some(each => reads.includes(each))
  const seen: Promise<Seen> =
    number !== null && asks('pull-request', 'queue', 'test-run') ? askQueueStatus(poll, number) : NOT_ASKED
  return {
    pullRequest: asks('pull-request') ? seen.then(each => pullRequestOf(each, session)) : NOT_ASKED,
    queue: seen.then(each => queueOf(poll, each, asks('queue'))),
    testRun: asks('test-run') ? seen.then(each => testRunOf(poll, each, asks('pull-request'))) : NOT_ASKED,
    mergeGroupChecks: asks('merge-group-checks')
      ? readMergeGroupChecks(scope, branch, session.eventSha, required())
      : NOT_ASKED,
  }
}

function pullRequestOf(seen: Seen, { mergeGroup: group }: Session): Facts['pullRequest'] {
  if (!hasValue(seen)) return seen
  const { pullRequest, answer } = seen.value
  if (pullRequest === null) return { absent: true }
  if (group === null) return { value: pullRequest }
  // The run of the event's group rests on no pull request's place.
  const members = (doubt: Doubt) => doubt.parts.filter(member => member !== 'test-run')
  const doubts: Doubt[] = pullRequest.doubts.map(doubt => ({ ...doubt, members: members(doubt) }))
  if (!namesGroupCommit(answer, group.sha)) {
    // The event's group is not, or no longer, about this pull request.
    const message = say`The queue tests #${answer.number} in another merge group than that of this run, commit ${code(short(group.sha))}.`
    doubts.push(makeDoubt(['head'], message, 'stale-head'))
  }
  return { value: { ...pullRequest, doubts } }
}

async function queueOf(poll: Poll, seen: Seen, isAsked: boolean): Promise<Facts['queue']> {
  if (!isAsked && !seen) return undefined
  const known = await hasQueue(poll, seen)
  if (isFailed(known)) {
    // "Never submitted" rests on the queue, so the queue's failure counts even if the queue is not wanted.
    return isAsked || valueIn(seen)?.pullRequest === null ? known : undefined
  }
  if (!known.value) return { absent: true }
  return {
    value: { state: null, branch: poll.branch, ordered: true, requiredStatuses: null, entries: null, doubts: [] },
  }
}

/** The answer about the pull request says whether there is a queue. */
async function hasQueue({ session, branch, requiredChecks: required }: Poll, seen: Seen): Promise<Answer<boolean>> {
  // Without a pull request, and for a stack, the group shows that there is a queue, or the branch's rules do.
  if (!seen || session.stackBase === branch) return session.mergeGroup ? { value: true } : (await required()).queue
  // With another base branch, the answer is about another queue; the pull request's own doubt says so.
  return mapAnswer(seen, ({ answer }) => branchName(answer.baseRefName) !== branch || answer.isMergeQueueEnabled)
}

/** @param isDoubted the pull request is read, so its doubts count for its run anyway */
async function testRunOf(poll: Poll, seen: Seen, isDoubted: boolean): Promise<Reading<TestRun>> {
  const { mergeGroup: group } = poll.session
  const standing = valueIn(seen)
  if (group) return askTestRun(poll, { value: groupOfEvent(group, standing) })
  if (isFailed(seen)) return seen
  const run = await askTestRun(poll, standing?.group)
  if (!hasValue(run) || isDoubted) return run
  return { ...run, value: { ...run.value, doubts: standing?.pullRequest?.doubts ?? [] } }
}

function groupOfEvent({ sha, branch }: MergeGroup, standing: QueueStatus | null): TestedGroup {
  const answer = standing && namesGroupCommit(standing.answer, sha) ? standing.answer : null
  const { oid = null, committedDate = null } = answer?.mergeQueueEntry?.headCommit ?? {}
  const createdAt = isSameCommit(oid, sha) ? committedDate : null
  const pullRequest = answer && { number: answer.number, title: answer.title }
  return { sha, branch, createdAt, pullRequest, canSucceed: true }
}
