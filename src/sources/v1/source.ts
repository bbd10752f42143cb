import type { Snapshot } from '../../facts/context.ts'
import { hasValue, isEndState, NOT_ASKED, type Read, type Repository } from '../../facts/facts.ts'
import { SOURCES } from '../../facts/profile.ts'
import type { Explanation, ExplanationRead, Question, Source } from '../../facts/source.ts'
import type { Reader, ServiceApi } from '../../http/answer.ts'
import { createTransport, type TransportOptions } from '../../http/transport.ts'
import { code, quoted, say } from '../../text/message.ts'
import { DocumentError } from '../../text/outside.ts'
import { type Members, membersOf, text } from '../members.ts'
import { readTestPages } from '../pages.ts'
import { awaitFacts, mustExist, once, readingOf } from '../reading.ts'
import { explainHistory, type Transition } from '../removal.ts'
import { doubtsAboutRun, pullRequestOf, pullRequestReader, queueReader, testRunReader, testsPageOf } from './answers.ts'

/** How the v1 API wants its key, and writes its errors: in plain text, without a code. */
export const V1: ServiceApi = {
  headers: token => ({ 'content-type': 'application/json', 'x-api-token': token }),
  errorIn: body => ({ code: '', text: body }),
}

/** Sends one request about the repository; null if the service says that there is nothing. */
type Call = <T>(operation: string, members: object, reader: Reader<T>) => Promise<T | null>

/** The v1 API of the service as a source of facts, about one repository. */
export function createV1Source(options: Omit<TransportOptions, 'api'>, repo: Repository): Source {
  const send = createTransport({ ...options, api: V1 })
  const callUntil = (signal: AbortSignal): Call => {
    return (operation, members, reader) =>
      send({ operation, path: `/v1/${operation}`, body: { repo, ...members } }, reader, signal)
  }
  const profile = SOURCES['service-v1']
  return {
    profile,
    poll: (question, signal) => awaitFacts(readingsOf(callUntil(signal), question), profile.name, signal),
    explain: (snapshot, needs, signal) => explain(callUntil(signal), snapshot, needs),
  }
}

/** Begins the reads of one poll, all at once. A request that two of them need is sent once. */
function readingsOf(call: Call, question: Question) {
  const { reads, number, targetBranch, testRunId, quarantineListOwner: organization } = question
  const isAsked = (read: Read) => reads.includes(read) && targetBranch !== null
  const branch = targetBranch ?? ''
  const getPullRequest = once(async () => {
    if (number === null) return null
    return call('getSubmittedPullRequest', { pr: { number }, targetBranch }, pullRequestReader(number))
  })
  const readPullRequest = () => getPullRequest().then(wire => wire && pullRequestOf(wire))
  /** The run with the id that was asked for; without one, the run that verified the pull request, if it is merged. */
  const readTestRun = async () => {
    if (testRunId !== null) return getTestRun(call, testRunId, branch)
    const wire = await getPullRequest()
    const id = text(wire?.['verifiedByTestRun'])
    if (!wire || !id || wire.state?.toLowerCase() !== 'merged') return null
    const run = await getTestRun(call, id, branch)
    return run && { ...run, doubts: doubtsAboutRun(run, wire.prNumber) }
  }
  const asksTests = reads.includes('quarantined-tests') && organization !== null
  return {
    pullRequest: isAsked('pull-request') && number !== null ? readingOf(readPullRequest()) : NOT_ASKED,
    queue: isAsked('queue') ? readingOf(call('getQueue', { targetBranch }, queueReader(branch))) : NOT_ASKED,
    testRun: isAsked('test-run') ? readingOf(readTestRun()) : NOT_ASKED,
    quarantinedTests: asksTests ? quarantinedTests(call, organization) : NOT_ASKED,
  }
}

function getTestRun(call: Call, id: string, targetBranch: string) {
  return call('getMergeQueueTestingDetails', { testRunId: id, targetBranch }, testRunReader(id))
}

function quarantinedTests(call: Call, organization: string) {
  const notFound = `The service knows no organization ${quoted(organization)}.`
  const remedy = say`Correct ${code('organization')}: the organization's settings at the service show its slug.`
  return readTestPages({ needsTotal: false }, token => {
    // The service accepts 1 to 100 rows of a page.
    const members = { org_url_slug: organization, page_query: { page_size: 100, page_token: token } }
    return mustExist(call('flaky-tests/list-quarantined-tests', members, testsPageOf), notFound, remedy)
  })
}

/** Reads the timeline, which this API adds to a pull request on request, and the run that the timeline names. */
async function explain(call: Call, { context }: Snapshot, needs: readonly ExplanationRead[]): Promise<Explanation> {
  const { pullRequest: number, targetBranch } = context
  const isNeeded = needs.includes('test-run') || needs.includes('history')
  if (number === null || targetBranch === null || !isNeeded) return {}
  const members = { pr: { number }, targetBranch, includeTimeline: true }
  const timeline = await readingOf(call('getSubmittedPullRequest', members, readTimeline))
  if (!hasValue(timeline)) return { removal: timeline }
  const { explanation, runId } = timeline.value
  if (!needs.includes('test-run') || runId === null) return explanation
  return { ...explanation, testRun: await readingOf(getTestRun(call, runId, targetBranch)) }
}

/** At most this many entries are read: a pull request that comes and goes has hundreds. */
const MOST_ENTRIES = 500

/**
 * Reads the timeline, newest entry first; null if the answer has none. Throws a DocumentError if it is no list. All else
 * is let through, because nobody has seen a live timeline.
 */
function readTimeline(json: unknown): { explanation: Explanation; runId: string | null } | null {
  const { timeline, state, stateChangedAt } = membersOf(json)
  if (timeline == null) return null
  if (!Array.isArray(timeline)) throw new DocumentError(say`member ${code('timeline')} is not an array`)
  const entries = timeline.slice(0, MOST_ENTRIES).map(membersOf)
  const transitions = entries.map(transitionOf)
  const stateNow = text(state)?.toLowerCase() ?? null
  const explanation = explainHistory(transitions, stateNow, text(stateChangedAt))
  if (!isEndState(stateNow)) return { explanation, runId: newestRunId(entries) }
  // Without the entry of the removal, no run is known to have led to it.
  if (!hasValue(explanation.removal)) return { explanation, runId: null }
  const newestEnd = transitions.findIndex(each => isEndState(each.state))
  return { explanation, runId: newestRunId(entries.slice(newestEnd)) }
}

/** The member by which an entry shows that the pull request left the queue, and the state that it left in. */
const END_STATES = { failure: 'failed', cancellation: 'cancelled', merged: 'merged' }

function transitionOf(entry: Members): Transition {
  const at = text(entry['timestamp'])
  for (const [name, state] of Object.entries(END_STATES)) {
    if (typeof entry[name] === 'object' && entry[name] !== null) return { state, at, details: membersOf(entry[name]) }
  }
  // Either of these members can hold `waitingFor`, the list of the blockers.
  return { state: null, at, details: { ...membersOf(entry['testsPassed']), ...membersOf(entry['pendingFailure']) } }
}

/** The id of the newest run since the last submission. The newest `notReady` entry marks that submission. */
function newestRunId(entries: readonly Members[]): string | null {
  const submission = entries.findIndex(entry => 'notReady' in entry)
  const sinceThen = submission === -1 ? entries : entries.slice(0, submission + 1)
  const ids = sinceThen.map(entry => {
    const id = text(membersOf(entry['testsPassed'])['testRunId'])
    // The name of a test branch ends in the id of its run.
    return id ?? text(membersOf(entry['testRun'])['branch'])?.split('/').at(-1)
  })
  return ids.find(id => id) ?? null
}
