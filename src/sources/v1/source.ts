import type { Snapshot } from '../../facts/context.ts'
import type { Read } from '../../facts/facts.ts'
import {
  doubtOn,
  isFailed,
  type PullRequest,
  type QuarantinedTests,
  type Reading,
  type Repository,
  type TestRun,
  UNASKED,
  valueIn,
} from '../../facts/facts.ts'
import { SOURCES } from '../../facts/profile.ts'
import type { Explanation, Need, Question, Source } from '../../facts/source.ts'
import type { Answered, ServiceApi } from '../../http/answer.ts'
import { createTransport, type Send, type TransportOptions } from '../../http/transport.ts'
import { code, quoted, say } from '../../text/message.ts'
import { text } from '../members.ts'
import { factIn, factsOf, notKnown, once, readingOf, readList } from '../reading.ts'
import {
  pullRequestOf,
  pullRequestReader,
  queueReader,
  readPage,
  testRunReader,
  type WirePullRequest,
} from './answers.ts'
import { readStay } from './timeline.ts'

/** The v1 API's transport: JSON in a POST, and errors in plain text. */
export const V1: ServiceApi = {
  version: 'v1',
  headers: token => ({ 'content-type': 'application/json', 'x-api-token': token }),
  isOwnNotFound: () => true,
  refusesKey: () => false,
  textOf: body => body,
}

/** Rows of a page; the service accepts 1 to 100. */
const PAGE_SIZE = 100

/** The v1 API of the service as a source of facts, about one repository. */
export function createServiceSource(options: Omit<TransportOptions, 'api'>, repo: Repository): Source {
  const { clock, requestTimeoutMs } = options
  const call = callerOf(createTransport({ ...options, api: V1 }), repo)
  const profile = SOURCES['service-v1']
  return {
    profile,
    poll(question, signal) {
      const poll = beginPoll(call, question, signal)
      const { reads, number, targetBranch, list } = question
      const asks = (read: Read) => reads.includes(read) && targetBranch !== null
      const ofTests = reads.includes('quarantined-tests') && list !== null
      const readings = {
        pullRequest: asks('pull-request') && number !== null ? readingOf(poll.pullRequest()) : UNASKED,
        queue: asks('queue') ? readingOf(poll.queue()) : UNASKED,
        testRun: asks('test-run') ? readingOf(poll.testRun()) : UNASKED,
        quarantinedTests: ofTests ? quarantinedTests(call, list, signal) : UNASKED,
      }
      return factsOf(readings, profile.name, signal)
    },
    // It must be short: all tries of a request share the time of one exchange.
    explain: (snapshot, needs, signal) => explain(call, snapshot, needs, signal, clock.monotonic() + requestTimeoutMs),
  }
}

/** Asks one operation about the repository. */
type Call = (operation: string, about: object, signal: AbortSignal, latest?: number) => Promise<Answered>

function callerOf(send: Send, repo: Repository): Call {
  return (operation, about, signal, latest) =>
    send({ operation, method: 'POST', path: `/v1/${operation}`, body: { repo, ...about } }, signal, latest)
}

/** The reads of one poll. A request that several of them need is sent once. */
function beginPoll(call: Call, { number, targetBranch, testRunId }: Question, signal: AbortSignal) {
  const branch = targetBranch ?? ''
  const row = once(async (): Promise<WirePullRequest | null> => {
    if (number === null) return null
    const about = { pr: { number }, targetBranch }
    return factIn(call('getSubmittedPullRequest', about, signal), pullRequestReader(number))
  })
  return {
    async pullRequest(): Promise<PullRequest | null> {
      const wire = await row()
      return wire && pullRequestOf(wire)
    },
    queue: () => factIn(call('getQueue', { targetBranch }, signal), queueReader(branch)),
    /** Without an id, the run that verified the merged pull request. */
    async testRun(): Promise<TestRun | null> {
      if (testRunId !== null) return askRun(call, testRunId, branch, signal)
      const wire = await row()
      const id = text(wire?.['verifiedByTestRun'])
      if (!wire || !id || wire.state?.toLowerCase() !== 'merged') return null
      const run = await askRun(call, id, branch, signal)
      return run && vouched(run, wire.prNumber)
    },
  }
}

function askRun(call: Call, id: string, targetBranch: string, signal: AbortSignal, latest?: number) {
  const answer = call('getMergeQueueTestingDetails', { testRunId: id, targetBranch }, signal, latest)
  return factIn(answer, testRunReader(id))
}

/** The run of a merged pull request, in doubt unless it tested it, or a later one that is built on it. */
function vouched(run: TestRun, number: number): TestRun {
  const tested = [...(run.pullRequests ?? []).map(each => each.number), ...(run.dependentPullRequests ?? [])]
  if (tested.includes(number)) return run
  const message = say`Test run ${code(run.id)} does not say that it tested #${number}.`
  return { ...run, doubts: [...run.doubts, doubtOn(['test-run'], message)] }
}

function quarantinedTests(call: Call, organization: string, signal: AbortSignal): Promise<Reading<QuarantinedTests>> {
  const unknownSlug = notKnown(
    `The service knows no organization ${quoted(organization)}.`,
    say`Correct ${code('organization')}: the organization's settings at the service show its slug.`,
  )
  const ask = (token: string) => {
    const about = { org_url_slug: organization, page_query: { page_size: PAGE_SIZE, page_token: token } }
    return call('flaky-tests/list-quarantined-tests', about, signal).catch(unknownSlug)
  }
  return readList(ask, readPage, false)
}

/** One call for the timeline, and one for the run that it names. */
async function explain(
  call: Call,
  { context }: Snapshot,
  needs: readonly Need[],
  signal: AbortSignal,
  latest: number,
): Promise<Explanation> {
  const [number, targetBranch] = [context.pullRequest?.value, context.targetBranch?.value]
  const isAsked = needs.some(need => IN_TIMELINE.includes(need))
  if (number === undefined || targetBranch === undefined || !isAsked) return {}
  const about = { pr: { number }, targetBranch, includeTimeline: true }
  const stay = await readingOf(factIn(call('getSubmittedPullRequest', about, signal, latest), readStay))
  if (isFailed(stay)) return { removal: stay }
  const { removal, removals, runId, blockers } = valueIn(stay) ?? NO_STAY
  const asksRun = needs.includes('run') && runId !== null
  return {
    ...(needs.includes('removal') && { removal: removal === null ? { absent: true } : { value: removal } }),
    ...(needs.includes('removalCount') && removals !== null && { removalCount: { value: removals } }),
    ...(needs.includes('blockers') && { blockers: { value: blockers } }),
    ...(asksRun && { run: await readingOf(askRun(call, runId, targetBranch, signal, latest)) }),
  }
}

const IN_TIMELINE: readonly Need[] = ['removal', 'removalCount', 'run', 'blockers']
const NO_STAY = { removal: null, removals: null, runId: null, blockers: [] }
