import { branchName } from '../../facts/branch.ts'
import type { QueueActivity } from '../../facts/context.ts'
import type { Explanation } from '../../facts/explanation.ts'
import {
  type CallRecord,
  type Doubt,
  doubtOn,
  type Facts,
  type PullRequest,
  type Queue,
  type TestRun,
} from '../../facts/facts.ts'
import { SOURCES } from '../../facts/profile.ts'
import {
  type Failure,
  failedBy,
  type GitHubFailure,
  gitHubFailure,
  isFailed,
  isRead,
  mapped,
  type Reading,
  valueIn,
} from '../../facts/reading.ts'
import type { Question, Source } from '../../facts/source.ts'
import { requestBudget } from '../../github/bounds.ts'
import { readChecks } from '../../github/checks.ts'
import type { GitHubClient, GitHubPoll, GitHubRead, GitHubScope } from '../../github/client.ts'
import type { Clock } from '../../runner/clock.ts'
import { code, say } from '../../text/message.ts'
import { factsOf } from '../reading.ts'
import { type Group, type OwnNames, runOfGroup } from './group.ts'
import { askParts, type PartialAnswer } from './parts.ts'
import { type Place, placeOf } from './place.ts'
import { PULL_REQUEST_QUERY } from './query.ts'
import { reasonOf } from './removal.ts'
import { type RequiredChecks, readAllRequired } from './required.ts'
import { readStanding, type Standing, TOPIC } from './standing.ts'

/** The most requests of one poll, for the pull request, required checks, their reports, and pages of long lists. */
const MOST_REQUESTS = 60
/** Milliseconds to wait before each new read while the answer contradicts itself, in a step without `wait-timeout`. */
const PAUSES_MS = [1000, 2000, 2500]

export interface QueueSourceOptions {
  client: GitHubClient
  repository: { owner: string; name: string }
  clock: Clock
  requestTimeoutMs: number
  /** The step's event, if it says that the pull request was pushed to, or joined or left the queue. */
  activity: QueueActivity | null
  /** The merge group that the step's event is about. */
  group: { sha: string; branch: string } | null
  /** The step polls again, so a lagging answer need not be asked for again within a poll. */
  waits: boolean
  own: OwnNames
  onCall: (record: CallRecord) => void
}

/** An answer about a pull request, and what follows from it. */
interface Seen {
  answer: PartialAnswer
  standing: Standing
  place: Place
}

/** GitHub's own merge queue as a source of facts, about one repository. */
export function createQueueSource(options: QueueSourceOptions): Source {
  const { clock, repository, activity, group, waits, own } = options
  const client = recorded(options)
  const profile = SOURCES.github
  // A step that polls anyway asks again by its polls.
  const pauses = waits ? [] : [...PAUSES_MS]
  let latest: Seen | null = null

  return {
    profile,
    async poll(question, signal) {
      const { targetBranch } = question
      if (targetBranch === null) return {}
      return factsOf(beginPoll(question, targetBranch, scopeOf(signal)), profile.name, signal)
    },
    lastRun,
  }

  function beginPoll({ reads, number }: Question, branch: string, scope: GitHubScope) {
    const wants = { pullRequest: reads.includes('pull-request'), queue: reads.includes('queue') }
    const wantsRun = reads.includes('test-run')
    const asksAboutIt = wants.pullRequest || wants.queue || (wantsRun && group === null)
    const seen = number !== null && asksAboutIt ? standing(scope, number, branch) : null
    const found = wantsRun ? groupFound() : null
    // The required checks are asked for once a poll.
    let asked: Promise<RequiredChecks> | null = null
    const required = () => (asked ??= readAllRequired(scope, branch))
    return {
      ...(wants.pullRequest && seen && { pullRequest: seen.then(each => pullRequestOf(each, group !== null)) }),
      // The answer about the pull request says whether there is a queue.
      ...((wants.queue || seen) && { queue: queue() }),
      ...(wantsRun && { testRun: testRun() }),
      ...(seen && { github: seen.then(viewOf) }),
    }

    async function groupFound(): Promise<GitHubRead<FoundGroup | null>> {
      if (group) return { value: { ...group, createdAt: null, canSucceed: true } }
      const about = seen && (await seen)
      return isFailed(about) ? about : groupIn(about?.value.place ?? null)
    }

    async function queue(): Promise<Reading<Queue> | undefined> {
      const known = await (seen ? seen.then(queueOfSeen) : queueAlone())
      if (isFailed(known)) {
        // "Never submitted" rests on the queue, so the queue's failure counts even if the queue is not wanted.
        const wasNeverSubmitted = seen !== null && valueIn(await seen)?.place.pullRequest === null
        return wants.queue || wasNeverSubmitted ? failedBy(reported(known.failure)) : undefined
      }
      return known.value ? { value: queueFacts(branch) } : { absent: true }
    }

    async function queueOfSeen(found: GitHubRead<Seen>): Promise<GitHubRead<boolean>> {
      if (isFailed(found)) return found
      const { baseBranch, hasQueue } = found.value.standing
      // With another base branch, the answer is about another queue; the pull request's own doubt says so.
      const isOfBranch = isRead(baseBranch) && branchName(baseBranch.value) === branch
      return isOfBranch ? hasQueue : { value: true }
    }

    /** Without a pull request, the branch's rules show that there is a queue, or the group does. */
    async function queueAlone(): Promise<GitHubRead<boolean>> {
      const { hasQueueRule, unread } = await required()
      if (hasQueueRule || group) return { value: true }
      // Classic protection can ask for a queue as well.
      return failedBy(unread ?? gitHubFailure('unsupported', 'It is not known whether the branch has a queue', LOOK))
    }

    async function testRun(): Promise<Reading<TestRun>> {
      const about = await found
      if (isFailed(about)) return failedBy(reported(about.failure))
      if (!about?.value) return { absent: true }
      // The event does not say which pull requests its group holds, and the group's run rests on none of them.
      const place = seen && !group ? (valueIn(await seen)?.place ?? null) : null
      const pullRequest = number === null || group ? null : { number, title: place?.pullRequest?.title ?? null }
      const run = await runOf(scope, { ...about.value, pullRequest }, required())
      if (isFailed(run)) return failedBy(reported(run.failure))
      // The doubts of a pull request that is read count for its run anyway.
      const doubts = wants.pullRequest ? [] : (place?.pullRequest?.doubts ?? [])
      const value = { ...run.value, doubts: [...doubts, ...lingering(place)] }
      return { value, ...(run.failure && { failure: reported(run.failure) }) }
    }
  }

  function scopeOf(signal: AbortSignal | undefined): GitHubScope {
    const poll = { budget: requestBudget(MOST_REQUESTS), signal, timeoutMs: options.requestTimeoutMs }
    return { client, repository, poll }
  }

  /** The test run of the group that the deciding answer about the pull request names. */
  async function lastRun(pr: PullRequest, branch: string, signal?: AbortSignal): Promise<Explanation['run']> {
    const { number } = pr
    const scope = scopeOf(signal)
    if (latest === null) return { absent: true }
    const found = groupIn(latest.place)
    if (isFailed(found)) return found
    if (found.value === null) return { absent: true }
    const ofGroup = { ...found.value, pullRequest: { number, title: null } }
    return runOf(scope, ofGroup, readAllRequired(scope, branch))
  }

  /** The answer about the pull request. */
  async function standing(scope: GitHubScope, number: number, branch: string): Promise<GitHubRead<Seen>> {
    const first = await standingOnce(scope, number, branch)
    let answer = first
    while (isRead(answer) && answer.value.place.isUnsettled) {
      const pause = pauses.shift()
      if (pause === undefined) break
      await clock.sleep(pause, scope.poll.signal)
      const next = await standingOnce(scope, number, branch)
      if (isFailed(next)) break
      answer = next
    }
    return answer
  }

  async function standingOnce(scope: GitHubScope, number: number, branch: string): Promise<GitHubRead<Seen>> {
    const { owner, name } = repository
    const answer = await askParts(scope, TOPIC, PULL_REQUEST_QUERY, { owner, name, number })
    if (isFailed(answer)) return answer
    const read = readStanding(answer.value)
    if (isFailed(read)) return read
    const place = placeOf(read.value, { number, targetBranch: branch, event: activity })
    if (isFailed(place)) return place
    latest = { answer: answer.value, standing: read.value, place: place.value }
    return { value: latest }
  }

  async function runOf(scope: GitHubScope, group: Group, asked: Promise<RequiredChecks>) {
    const [required, checks] = await Promise.all([asked, readChecks(scope, group.sha, own.checkRunId)])
    if (isRead(checks)) return runOfGroup(group, required, checks.value, own)
    if (!checks.failure.outage) return checks
    return runOfGroup(group, required, { sha: group.sha, checks: [], incomplete: [checks.failure] }, own)
  }
}

function pullRequestOf(seen: GitHubRead<Seen>, isBesideGroup: boolean): Reading<PullRequest> {
  if (isFailed(seen)) {
    const { failure } = seen
    return failedBy(reported(failure.cause === 'not-found' ? { ...failure, remedy: NOT_FOUND_REMEDY } : failure))
  }
  const { pullRequest } = seen.value.place
  if (pullRequest === null) return { absent: true }
  // The run of the event's group rests on no pull request's place.
  const members = (doubt: Doubt) => doubt.members.filter(member => !isBesideGroup || member !== 'test-run')
  const doubts = pullRequest.doubts.map(doubt => ({ ...doubt, members: members(doubt) }))
  return { value: { ...pullRequest, doubts } }
}

/** GitHub's view of the pull request, from the same answer, so that no other request for the head is needed. */
function viewOf(seen: GitHubRead<Seen>): Facts['github'] {
  if (isFailed(seen)) return undefined
  const { number, state, headSha, baseBranch, isAutoMergeArmed } = seen.value.standing
  return {
    value: {
      number: number ?? 0,
      open: isFailed(state) || state.value === 'OPEN',
      headSha: valueIn(headSha),
      baseBranch: valueIn(baseBranch) ?? '',
      ...(isAutoMergeArmed !== null && { autoMerge: isAutoMergeArmed }),
    },
  }
}

type FoundGroup = Omit<Group, 'pullRequest'>

/** The group of a pull request: that of its entry while it is in the queue, else that of the last removal. */
function groupIn(place: Place | null): GitHubRead<FoundGroup | null> {
  const none = { value: null } as const
  if (!place) return none
  const { entry, removed, pullRequest } = place
  if (entry) {
    return mapped(
      entry.group,
      group => group && { sha: group.sha, branch: '', createdAt: group.committedAt, canSucceed: true },
    )
  }
  if (!removed?.group) return none
  const canSucceed = pullRequest?.state === 'merged' && reasonOf(removed.reason) === 'merged'
  return { value: { sha: removed.group, branch: '', createdAt: null, canSucceed } }
}

/** The doubt about an entry beside a merge: it is not known whether the entry is the one that was merged. */
function lingering(place: Place | null): Doubt[] {
  if (!place?.entry || place.pullRequest?.state !== 'merged') return []
  const message = `GitHub shows #${place.pullRequest.number} as merged, but its queue still holds an entry of it.`
  return [doubtOn(['test-run'], message)]
}

function queueFacts(branch: string): Queue {
  return {
    state: null,
    branch,
    mode: null,
    ordered: true,
    concurrency: null,
    testingTimeoutMinutes: null,
    canOptimisticallyMerge: null,
    pendingFailureDepth: null,
    batch: null,
    batchingMaxWaitTimeMinutes: null,
    batchingMinSize: null,
    createPrsForTestingBranches: null,
    commentsEnabled: null,
    commandsEnabled: null,
    statusCheckEnabled: null,
    bisectionConcurrency: null,
    requiredStatuses: null,
    directMergeMode: null,
    optimizationMode: null,
    mergeMethod: null,
    entries: null,
    doubts: [],
  }
}

const NOT_FOUND_REMEDY = say`Check ${code('pull-request')} and ${code('repository')}, and that ${code('github-token')} has ${code('pull-requests: read')}.`
const LOOK = say`Set ${code('pull-request')}: its own answer says whether there is one.`

const CODES: Partial<Record<GitHubFailure['cause'], Failure['code']>> = {
  forbidden: 'github-forbidden',
  'not-found': 'not-found',
  'token-refused': 'token-refused',
  refused: 'request-refused',
  unexpected: 'contract-broken',
  redirected: 'redirected',
  certificate: 'certificate-invalid',
  'host-not-found': 'host-not-found',
  'too-large': 'answer-too-large',
}

/** The failure of a read that the step may need, with the code that all sources share. */
function reported(failure: GitHubFailure): Failure {
  const { cause, message, remedy, outage, headline } = failure
  const told = { code: CODES[cause] ?? 'github-unavailable', message: say`${message}.`, remedy, outage }
  return headline === undefined ? told : { ...told, headline }
}

/** Milliseconds before each new try of a request after an outage, in a step without `wait-timeout`. */
const RETRY_PAUSES_MS = [500, 1500]

/** A client that records its requests, and sends them again after an outage unless the step polls anyway. */
function recorded({ client, clock, waits, onCall }: QueueSourceOptions): GitHubClient {
  const noting = async <T>(
    operation: string,
    { signal }: GitHubPoll,
    send: () => Promise<GitHubRead<T>>,
    status: (value: T) => number,
  ) => {
    const begun = clock.monotonic()
    let attempts = 1
    let reading = await send()
    for (const pause of waits ? [] : RETRY_PAUSES_MS) {
      if (isRead(reading) || reading.failure.cause !== 'unavailable') break
      await clock.sleep(pause, signal)
      reading = await send()
      attempts++
    }
    onCall({
      operation,
      status: isRead(reading) ? status(reading.value) : (reading.failure.status ?? null),
      attempts,
      elapsedMs: clock.monotonic() - begun,
      requestId: null,
    })
    return reading
  }
  return {
    request: (route, parameters, topic, poll) =>
      noting(
        route,
        poll,
        () => client.request(route, parameters, topic, poll),
        answer => answer.status,
      ),
    graphql: (query, variables, topic, poll) =>
      noting(
        /^query \w+/.exec(query)?.[0] ?? 'query',
        poll,
        () => client.graphql(query, variables, topic, poll),
        () => 200,
      ),
  }
}
