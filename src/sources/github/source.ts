import { isSameCommit, short } from '../../facts/commit.ts'
import { branchName } from '../../facts/context.ts'
import {
  type Answer,
  type Doubt,
  doubtOn,
  type Facts,
  type Failure,
  failedBy,
  isFailed,
  isRead,
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
import { readMergeGroupChecks } from './merge-group-checks.ts'
import {
  askLastRun,
  askRun,
  askStanding,
  confirmClaim,
  isOfGroup,
  type Poll,
  pollOf,
  type QueueSourceOptions,
  sessionOf,
} from './session.ts'
import type { Standing } from './standing.ts'

/** GitHub's own merge queue as a source of facts, about one repository. */
export function createQueueSource(options: QueueSourceOptions): Source {
  const session = sessionOf(options)
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

/** Begins the reads of one poll, all at once. */
function readingsOf(poll: Poll, question: Question) {
  const { session, scope, branch, required } = poll
  const { reads, number } = question
  const wantsRun = reads.includes('test-run')
  const asks = reads.includes('pull-request') || reads.includes('queue') || (wantsRun && session.group === null)
  const seen = number !== null && asks ? askStanding(poll, number) : undefined
  return {
    ...(reads.includes('pull-request') && seen && { pullRequest: seen.then(each => pullRequestOf(each, poll)) }),
    // The answer about the pull request says whether there is a queue.
    ...((reads.includes('queue') || seen) && { queue: queueOf(poll, question, seen) }),
    ...(wantsRun && { testRun: testRunOf(poll, question, seen) }),
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
  const tells = standing !== undefined && poll.session.stackBase !== poll.branch
  const known = tells ? hasQueue(standing, poll.branch) : await branchHasQueue(poll)
  if (!isFailed(known)) return known.value ? { value: queueFacts(poll.branch) } : { absent: true }
  // "Never submitted" rests on the queue, so the queue's failure counts even if the queue is not wanted.
  return reads.includes('queue') || valueIn(standing)?.pullRequest === null ? known : undefined
}

function hasQueue(standing: Answer<Standing>, branch: string): Answer<boolean> {
  if (isFailed(standing)) return standing
  const { baseRefName, isMergeQueueEnabled } = standing.value.answer
  // With another base branch, the answer is about another queue; the pull request's own doubt says so.
  return { value: branchName(baseRefName) === branch ? isMergeQueueEnabled : true }
}

/** Without a pull request, and for a stack, the branch's rules show that there is a queue; or the group does. */
async function branchHasQueue({ session: { group }, required }: Poll): Promise<Answer<boolean>> {
  const { hasQueueRule, unread } = await required()
  if (hasQueueRule || group) return { value: true }
  // Classic protection can ask for a queue as well.
  return failedBy(unread ?? NO_RULE)
}

const NO_RULE: Failure = {
  code: 'queue-not-found',
  message: 'No rule of the branch asks for a merge queue, and whether its classic protection does is not known.',
  remedy: say`Set ${code('pull-request')}: its own answer says whether there is a queue.`,
  outage: false,
}

function queueFacts(branch: string): Queue {
  return { state: null, branch, ordered: true, requiredStatuses: null, entries: null, doubts: [] }
}

async function testRunOf(poll: Poll, { reads, number }: Question, seen: Seen): Promise<Reading<TestRun>> {
  const { group, owner } = poll.session
  const answer = await seen
  const standing = valueIn(answer)
  if (group) {
    const pullRequest = number !== null && number === owner ? { number, title: standing?.answer.title ?? null } : null
    const { oid = null, committedDate = null } = standing?.answer.mergeQueueEntry?.headCommit ?? {}
    const createdAt = isSameCommit(oid, group.sha) ? committedDate : null
    return askRun(poll, { ...group, createdAt, pullRequest, canSucceed: true })
  }
  if (isFailed(answer)) return answer
  const run = await askLastRun(poll, standing)
  // The doubts of a pull request that is read count for its run anyway.
  if (!isRead(run) || reads.includes('pull-request')) return run
  return { ...run, value: { ...run.value, doubts: standing?.pullRequest?.doubts ?? [] } }
}
