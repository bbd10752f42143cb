import { isSameCommit, short } from '../../facts/commit.ts'
import { branchName, type MergeGroup } from '../../facts/context.ts'
import {
  type Answer,
  type Doubt,
  doubtOn,
  type Facts,
  isFailed,
  isRead,
  mapped,
  type PullRequest,
  type Queue,
  type Reading,
  type TestRun,
  valueIn,
} from '../../facts/facts.ts'
import { SOURCES } from '../../facts/profile.ts'
import type { Question, Source } from '../../facts/source.ts'
import { code, say } from '../../text/message.ts'
import { factsOf } from '../reading.ts'
import { explainQueue } from './explain.ts'
import type { Group } from './group.ts'
import { readMergeGroupChecks } from './merge-group-checks.ts'
import {
  askLastRun,
  askRun,
  askStanding,
  confirmClaim,
  isOfGroup,
  PAUSES_MS,
  type Poll,
  pollOf,
  type QueueSourceOptions,
  type Session,
} from './session.ts'
import type { Standing } from './standing.ts'

/** GitHub's own merge queue as a source of facts, about one repository. */
export function createQueueSource(options: QueueSourceOptions): Source {
  // A step that polls anyway asks again by its polls.
  const pauses = options.waits ? [] : [...PAUSES_MS]
  const session: Session = { ...options, seen: [], latest: null, lastRun: null, pauses }
  const profile = SOURCES.github
  return {
    profile,
    async poll(question, signal) {
      const { targetBranch } = question
      if (targetBranch === null) return {}
      return factsOf(readingsOf(pollOf(session, targetBranch, signal), question), profile.name, signal)
    },
    async explain(snapshot, needs, signal) {
      const branch = snapshot.context.targetBranch?.value
      if (branch === undefined) return {}
      return explainQueue(pollOf(session, branch, signal), snapshot, needs)
    },
    confirm: (claim, signal) => confirmClaim(pollOf(session, '', signal), claim),
  }
}

type Seen = Promise<Answer<Standing>> | undefined

function readingsOf(poll: Poll, question: Question) {
  const { session, scope, branch, required } = poll
  const { reads, number } = question
  const asks = reads.includes('pull-request') || reads.includes('queue') || reads.includes('test-run')
  const seen = number !== null && asks ? askStanding(poll, number) : undefined
  return {
    ...(reads.includes('pull-request') && seen && { pullRequest: seen.then(each => pullRequestOf(each, poll)) }),
    // The answer about the pull request says whether there is a queue.
    ...((reads.includes('queue') || seen) && { queue: queueOf(poll, question, seen) }),
    ...(reads.includes('test-run') && { testRun: testRunOf(poll, question, seen) }),
    ...(reads.includes('merge-group-checks') && {
      mergeGroupChecks: readMergeGroupChecks(scope, branch, session.head, required()),
    }),
    ...(seen && { github: seen.then(viewOf) }),
  }
}

function pullRequestOf(seen: Answer<Standing>, { session: { group } }: Poll): Reading<PullRequest> {
  if (isFailed(seen)) return seen
  const { pullRequest, answer } = seen.value
  if (pullRequest === null) return { absent: true }
  if (group === null) return { value: pullRequest }
  // The run of the event's group rests on no pull request's place.
  const members = (doubt: Doubt) => doubt.members.filter(member => member !== 'test-run')
  const doubts: Doubt[] = pullRequest.doubts.map(doubt => ({ ...doubt, members: members(doubt) }))
  if (!isOfGroup(answer, group.sha)) {
    // The event's group is not, or no longer, about this pull request.
    const message = say`The queue tests #${answer.number} in another merge group than that of this run, commit ${code(short(group.sha))}.`
    doubts.push(doubtOn(['head'], message, 'stale-head'))
  }
  return { value: { ...pullRequest, doubts } }
}

/** GitHub's view of the pull request, from the same answer, so that no other request for the head is needed. */
function viewOf(seen: Answer<Standing>): Facts['github'] {
  if (isFailed(seen)) return undefined
  const { number, state, headRefOid: headSha, baseRefName: baseBranch, autoMergeRequest } = seen.value.answer
  return { value: { number, open: state === 'OPEN', headSha, baseBranch, autoMerge: autoMergeRequest !== null } }
}

async function queueOf(poll: Poll, { reads }: Question, seen: Seen): Promise<Reading<Queue> | undefined> {
  const standing = await seen
  const known = await hasQueue(poll, standing)
  if (isFailed(known)) {
    // "Never submitted" rests on the queue, so the queue's failure counts even if the queue is not wanted.
    return reads.includes('queue') || valueIn(standing)?.pullRequest === null ? known : undefined
  }
  if (!known.value) return { absent: true }
  return {
    value: { state: null, branch: poll.branch, ordered: true, requiredStatuses: null, entries: null, doubts: [] },
  }
}

async function hasQueue(poll: Poll, standing: Awaited<Seen>): Promise<Answer<boolean>> {
  const { session, branch, required } = poll
  // Without a pull request, and for a stack, the group shows that there is a queue, or the branch's rules do.
  if (!standing || session.stackBase === branch) return session.group ? { value: true } : (await required()).queue
  // With another base branch, the answer is about another queue; the pull request's own doubt says so.
  return mapped(standing, ({ answer }) => branchName(answer.baseRefName) !== branch || answer.isMergeQueueEnabled)
}

async function testRunOf(poll: Poll, { reads }: Question, seen: Seen): Promise<Reading<TestRun>> {
  const { group } = poll.session
  const answer = await seen
  const standing = valueIn(answer)
  if (group) return askRun(poll, groupOfEvent(group, standing))
  if (isFailed(answer)) return answer
  const run = await askLastRun(poll, standing)
  // The doubts of a pull request that is read count for its run anyway.
  if (!isRead(run) || reads.includes('pull-request')) return run
  return { ...run, value: { ...run.value, doubts: standing?.pullRequest?.doubts ?? [] } }
}

function groupOfEvent({ sha, branch }: MergeGroup, standing: Standing | null): Group {
  const answer = standing && isOfGroup(standing.answer, sha) ? standing.answer : null
  const { oid = null, committedDate = null } = answer?.mergeQueueEntry?.headCommit ?? {}
  const createdAt = isSameCommit(oid, sha) ? committedDate : null
  const pullRequest = answer && { number: answer.number, title: answer.title }
  return { sha, branch, createdAt, pullRequest, canSucceed: true }
}
