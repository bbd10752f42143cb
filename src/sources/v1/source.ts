import type { Snapshot } from '../../facts/context.ts'
import {
  hasValue,
  isEndState,
  makeDoubt,
  NOT_ASKED,
  type Read,
  type Repository,
  type TestRun,
} from '../../facts/facts.ts'
import { SOURCES } from '../../facts/profile.ts'
import type { Explanation, ExplanationRead, Question, Source } from '../../facts/source.ts'
import type { Reader, ServiceApi } from '../../http/answer.ts'
import { createTransport, type TransportOptions } from '../../http/transport.ts'
import { code, quoted, say } from '../../text/message.ts'
import { DocumentError } from '../../text/outside.ts'
import { factsOf, type Members, membersOf, mustExist, once, readingOf, readPages, text } from '../reading.ts'
import { explainHistory, type Transition } from '../removal.ts'
import { pullRequestOf, pullRequestReader, queueReader, readPage, testRunReader } from './answers.ts'

/** The v1 API's transport: JSON in a POST, and errors in plain text. */
export const V1: ServiceApi = {
  headers: token => ({ 'content-type': 'application/json', 'x-api-token': token }),
  errorIn: body => ({ code: '', text: body }),
}

/** Asks one operation about the repository; null if the service says that there is none. */
type Call = <T>(operation: string, about: object, reader: Reader<T>) => Promise<T | null>

/** The v1 API of the service as a source of facts, about one repository. */
export function createV1Source(options: Omit<TransportOptions, 'api'>, repo: Repository): Source {
  const send = createTransport({ ...options, api: V1 })
  const callUntil = (signal: AbortSignal): Call => {
    return (operation, about, reader) =>
      send({ operation, path: `/v1/${operation}`, body: { repo, ...about } }, reader, signal)
  }
  const profile = SOURCES['service-v1']
  return {
    profile,
    poll: (question, signal) => factsOf(readingsOf(callUntil(signal), question), profile.name, signal),
    explain: (snapshot, needs, signal) => explain(callUntil(signal), snapshot, needs),
  }
}

/** Begins the reads of one poll, all at once. The pull request is asked for once, though two of them may need it. */
function readingsOf(call: Call, { reads, number, targetBranch, testRunId, listOwner }: Question) {
  const asks = (read: Read) => reads.includes(read) && targetBranch !== null
  const branch = targetBranch ?? ''
  const row = once(async () => {
    if (number === null) return null
    return call('getSubmittedPullRequest', { pr: { number }, targetBranch }, pullRequestReader(number))
  })
  /** Without an id, the run that verified the merged pull request. */
  const testRun = async () => {
    if (testRunId !== null) return askRun(call, testRunId, branch)
    const wire = await row()
    const id = text(wire?.['verifiedByTestRun'])
    if (!wire || !id || wire.state?.toLowerCase() !== 'merged') return null
    const run = await askRun(call, id, branch)
    return run && vouched(run, wire.prNumber)
  }
  return {
    pullRequest:
      asks('pull-request') && number !== null ? readingOf(row().then(wire => wire && pullRequestOf(wire))) : NOT_ASKED,
    queue: asks('queue') ? readingOf(call('getQueue', { targetBranch }, queueReader(branch))) : NOT_ASKED,
    testRun: asks('test-run') ? readingOf(testRun()) : NOT_ASKED,
    quarantinedTests:
      reads.includes('quarantined-tests') && listOwner !== null ? quarantinedTests(call, listOwner) : NOT_ASKED,
  }
}

function askRun(call: Call, id: string, targetBranch: string): Promise<TestRun | null> {
  return call('getMergeQueueTestingDetails', { testRunId: id, targetBranch }, testRunReader(id))
}

/** The run of a merged pull request, in doubt unless it tested it, or a later one that is built on it. */
function vouched(run: TestRun, number: number): TestRun {
  const tested = [...(run.pullRequests ?? []).map(each => each.number), ...(run.dependentPullRequests ?? [])]
  if (tested.includes(number)) return run
  const message = say`Test run ${code(run.id)} does not say that it tested #${number}.`
  return { ...run, doubts: [makeDoubt(['test-run'], message)] }
}

function quarantinedTests(call: Call, organization: string) {
  const unknown = `The service knows no organization ${quoted(organization)}.`
  const remedy = say`Correct ${code('organization')}: the organization's settings at the service show its slug.`
  return readPages({ needsTotal: false }, token => {
    // The service accepts 1 to 100 rows of a page.
    const about = { org_url_slug: organization, page_query: { page_size: 100, page_token: token } }
    return mustExist(call('flaky-tests/list-quarantined-tests', about, readPage), unknown, remedy)
  })
}

/** One call for the timeline, and one for the run that it names. */
async function explain(call: Call, { context }: Snapshot, needs: readonly ExplanationRead[]): Promise<Explanation> {
  const { pullRequest: number, targetBranch } = context
  const isAsked = needs.includes('test-run') || needs.includes('history')
  if (number === null || targetBranch === null || !isAsked) return {}
  const about = { pr: { number }, targetBranch, includeTimeline: true }
  const stay = await readingOf(call('getSubmittedPullRequest', about, readStay))
  if (!hasValue(stay)) return { removal: stay }
  const { explanation, runId } = stay.value
  if (!needs.includes('test-run') || runId === null) return explanation
  return { ...explanation, testRun: await readingOf(askRun(call, runId, targetBranch)) }
}

/** A restless entry has hundreds of transitions. */
const MOST_ENTRIES = 500

const EXITS = { failure: 'failed', cancellation: 'cancelled', merged: 'merged' }

/**
 * What the timeline tells that v1 adds to a pull request on request; null if it has none. No live one was ever seen, so
 * it is read leniently. Throws a DocumentError if it is no list.
 */
function readStay(json: unknown): { explanation: Explanation; runId: string | null } | null {
  const { timeline, state, stateChangedAt } = membersOf(json)
  if (timeline == null) return null
  if (!Array.isArray(timeline)) throw new DocumentError(say`member ${code('timeline')} is not an array`)
  const entries = timeline.slice(0, MOST_ENTRIES).map(membersOf)
  const now = text(state)?.toLowerCase() ?? null
  const explanation = explainHistory(entries.map(transitionOf), now, text(stateChangedAt))
  if (!isEndState(now)) return { explanation, runId: runIn(entries) }
  const out = entries.slice(entries.findIndex(entry => isEndState(transitionOf(entry).state)))
  return { explanation, runId: hasValue(explanation.removal) ? runIn(out) : null }
}

/** @param entry has an object under the name of each state that it is about */
function transitionOf(entry: Members): Transition {
  const [exit] = Object.entries(EXITS).filter(([kind]) => typeof entry[kind] === 'object' && entry[kind] !== null)
  const details = exit ? entry[exit[0]] : { ...membersOf(entry['testsPassed']), ...membersOf(entry['pendingFailure']) }
  return { state: exit?.[1] ?? null, at: text(entry['timestamp']), details: membersOf(details) }
}

/** The id of the newest run of a stay, which began with the first older `notReady`; it is the end of its branch's name. */
function runIn(entries: readonly Members[]): string | null {
  const start = entries.findIndex(entry => 'notReady' in entry)
  const stay = start === -1 ? entries : entries.slice(0, start + 1)
  const ids = stay.map(entry => {
    const id = text(membersOf(entry['testsPassed'])['testRunId'])
    return id ?? text(membersOf(entry['testRun'])['branch'])?.split('/').at(-1)
  })
  return ids.find(id => id) ?? null
}
