import { short } from '../../facts/commit.ts'
import { branchName } from '../../facts/context.ts'
import {
  type Answer,
  type Doubt,
  doubtOn,
  type Facts,
  type Failure,
  failedBy,
  isFailed,
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
import { askRun, askStanding, type Poll, pollOf, type QueueSourceOptions, type Session, sessionOf } from './ask.ts'
import { explainQueue } from './explain.ts'
import { builtAt, confirmClaim, groupIn, isOfGroup } from './groups.ts'
import { readMergeGroupChecks } from './merge-group-checks.ts'
import { type RequiredChecks, readRequired } from './required.ts'
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
      return branch === undefined ? {} : explainQueue(pollOf(session, branch, signal), snapshot, needs)
    },
    confirm: (claim, signal) => confirmClaim(pollOf(session, '', signal), claim),
  }
}

/** Begins the reads of one poll, all at once. */
function readingsOf(poll: Poll, { reads, number }: Question) {
  const { group } = poll.session
  const wantsRun = reads.includes('test-run')
  const asks = reads.includes('pull-request') || reads.includes('queue') || (wantsRun && group === null)
  const seen = number !== null && asks ? askStanding(poll, number) : null
  // The required checks are asked for once a poll.
  let asked: Promise<RequiredChecks> | null = null
  const required = () => (asked ??= readRequired(poll.scope, poll.branch))
  return {
    ...(reads.includes('pull-request') && seen && { pullRequest: seen.then(each => pullRequestOf(each, poll)) }),
    // The answer about the pull request says whether there is a queue.
    ...((reads.includes('queue') || seen) && { queue: queueOf(poll, reads, seen, required) }),
    ...(wantsRun && { testRun: testRunOf(poll, reads, number, seen, required) }),
    ...(reads.includes('merge-group-checks') && { mergeGroupChecks: groupChecksOf(poll, required) }),
    ...(seen && { github: seen.then(viewOf) }),
  }
}

function pullRequestOf(seen: Answer<Standing>, { session }: Poll): Reading<PullRequest> {
  if (isFailed(seen)) {
    const { failure } = seen
    return failedBy(failure.code === 'not-found' ? { ...failure, remedy: NOT_FOUND_REMEDY } : failure)
  }
  const { pullRequest } = seen.value
  if (pullRequest === null) return { absent: true }
  const { group } = session
  if (group === null) return { value: pullRequest }
  // The run of the event's group rests on no pull request's place.
  const members = (doubt: Doubt) => doubt.members.filter(member => member !== 'test-run')
  const doubts = pullRequest.doubts.map(doubt => ({ ...doubt, members: members(doubt) }))
  const other = isOfGroup(seen.value.answer, group.sha) ? [] : [otherGroup(pullRequest.number, group.sha)]
  return { value: { ...pullRequest, doubts: [...doubts, ...other] } }
}

/** The doubt about a pull request that the event's group is not, or no longer, about. */
function otherGroup(number: number, sha: string): Doubt {
  const message = say`The queue tests #${number} in another merge group than that of this run, commit ${code(short(sha))}.`
  return doubtOn(['head'], message, 'stale-head')
}

const NOT_FOUND_REMEDY = say`Check ${code('pull-request')} and ${code('repository')}, and that ${code('github-token')} has ${code('pull-requests: read')}.`

/** GitHub's view of the pull request, from the same answer, so that no other request for the head is needed. */
function viewOf(seen: Answer<Standing>): Facts['github'] {
  if (isFailed(seen)) return undefined
  const { number, state, headRefOid: headSha, baseRefName: baseBranch, autoMergeRequest } = seen.value.answer
  return { value: { number, open: state === 'OPEN', headSha, baseBranch, autoMerge: autoMergeRequest !== null } }
}

async function queueOf(
  { session, branch }: Poll,
  reads: Question['reads'],
  seen: Promise<Answer<Standing>> | null,
  required: () => Promise<RequiredChecks>,
): Promise<Reading<Queue> | undefined> {
  const standing = seen && (await seen)
  const isOfBranch = standing !== null && session.stackBase !== branch
  const known = isOfBranch ? hasQueue(standing, branch) : await branchHasQueue(session, required)
  if (isFailed(known)) {
    // "Never submitted" rests on the queue, so the queue's failure counts even if the queue is not wanted.
    const wasNeverQueued = valueIn(standing ?? undefined)?.pullRequest === null
    return reads.includes('queue') || wasNeverQueued ? known : undefined
  }
  return known.value ? { value: queueFacts(branch) } : { absent: true }
}

function hasQueue(standing: Answer<Standing>, branch: string): Answer<boolean> {
  if (isFailed(standing)) return standing
  const { baseRefName, isMergeQueueEnabled } = standing.value.answer
  // With another base branch, the answer is about another queue; the pull request's own doubt says so.
  return { value: branchName(baseRefName) === branch ? isMergeQueueEnabled : true }
}

/** Without a pull request, and for a stack, the branch's rules show that there is a queue; or the group does. */
async function branchHasQueue({ group }: Session, required: () => Promise<RequiredChecks>): Promise<Answer<boolean>> {
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

async function testRunOf(
  poll: Poll,
  reads: Question['reads'],
  number: number | null,
  seen: Promise<Answer<Standing>> | null,
  required: () => Promise<RequiredChecks>,
): Promise<Reading<TestRun>> {
  const { group } = poll.session
  const answer = seen && (await seen)
  if (group === null && isFailed(answer)) return answer
  const standing = valueIn(answer ?? undefined)
  const isOwner = group === null || number === poll.session.owner
  const pullRequest = number === null || !isOwner ? null : { number, title: standing?.answer.title ?? null }
  const createdAt = group && standing ? builtAt(standing.answer, group.sha) : null
  const found = group ? { value: { ...group, createdAt, canSucceed: true } } : groupIn(standing)
  if (isFailed(found)) return found
  if (found.value === null) return { absent: true }
  const run = await askRun(poll, { ...found.value, pullRequest }, required())
  if (isFailed(run)) return run
  // The doubts of a pull request that is read count for its run anyway.
  const doubts = group || reads.includes('pull-request') ? [] : (standing?.pullRequest?.doubts ?? [])
  return { ...run, value: { ...run.value, doubts: [...doubts, ...(group ? [] : lingering(standing))] } }
}

function groupChecksOf({ scope, branch, session }: Poll, required: () => Promise<RequiredChecks>) {
  return readMergeGroupChecks(scope, branch, session.head, required())
}

/** The doubt about an entry beside a merge: it is not known whether the entry is the one that was merged. */
function lingering(standing: Standing | null): Doubt[] {
  if (!standing?.entry || standing.pullRequest?.state !== 'merged') return []
  const message = `GitHub shows #${standing.pullRequest.number} as merged, but its queue still holds an entry of it.`
  return [doubtOn(['test-run'], message)]
}

function queueFacts(branch: string): Queue {
  return {
    state: null,
    branch,
    mode: null,
    ordered: true,
    settings: {},
    requiredStatuses: null,
    entries: null,
    doubts: [],
  }
}
