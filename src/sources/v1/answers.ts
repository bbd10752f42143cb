import { outcomeInWord } from '../../facts/commit.ts'
import { branchName, parseTestBranch } from '../../facts/context.ts'
import type { PullRequest, Queue, QueueEntry, ReportedStatus, TestRun } from '../../facts/facts.ts'
import type { QuarantinedTest } from '../../facts/test-report.ts'
import { DocumentError } from '../../text/document.ts'
import { code, quoted, say } from '../../text/message.ts'
import {
  eachNumberOnce,
  flag,
  list,
  type Members,
  membersOf,
  namesIn,
  number,
  readinessOf,
  requiredIn,
  statusNames,
  testedIn,
  text,
} from '../members.ts'
import { type Page, type Reader, reader } from '../reading.ts'
import { mergeAt } from '../removal.ts'
import { WIRE, type Wire } from './wire.ts'

export type WirePullRequest = Wire['submittedPullRequest']

/** The answer about a pull request. An answer about another one breaks the contract. */
export function pullRequestReader(asked: number): Reader<WirePullRequest> {
  return reader(WIRE.submittedPullRequest, wire => {
    if (wire.prNumber === asked) return wire
    throw new DocumentError(say`asked for #${asked}, it is about #${wire.prNumber}`)
  })
}

/** The queue of a branch. An answer about another branch breaks the contract. */
export function queueReader(branch: string): Reader<Queue> {
  return reader(WIRE.queue, wire => {
    if (branchName(wire.branch) === branch) return queueOf(wire)
    throw new DocumentError(`asked for the queue of ${quoted(branch)}, it is about that of ${quoted(wire.branch)}`)
  })
}

/** A test run. If the name of its branch holds another id than the one asked for, the answer breaks the contract. */
export function testRunReader(id: string): Reader<TestRun> {
  return reader(WIRE.testingDetails, wire => {
    const named = parseTestBranch(branchName(wire.testBranch ?? ''))?.testRunId
    if (named === undefined || named.toLowerCase() === id.toLowerCase()) return testRunOf(id, wire)
    throw new DocumentError(say`asked for test run ${code(id)}, it is about ${code(named)}`)
  })
}

export const readPage: Reader<Page> = reader(WIRE.quarantinedTestsPage, ({ quarantined_tests, page }) => ({
  tests: quarantined_tests.map(quarantinedTestOf),
  leftOut: [],
  totalRows: page.total_rows ?? null,
  totalPages: page.total_pages ?? null,
  next: page.next_page_token ?? '',
}))

/** getSubmittedPullRequest. */
export function pullRequestOf(wire: WirePullRequest): PullRequest {
  const submission = submissionOf(wire)
  return {
    number: wire.prNumber,
    sha: wire.prSha || null,
    ...submission,
    forceEnqueued: flag(wire['forceEnqueued']),
    submitted: wire.isCurrentlySubmittedToQueue,
    mergeabilityDetails: null,
    // The state shows a merge; the timeline shows every other way out.
    removal: submission.state === 'merged' ? mergeAt(submission.stateChangedAt) : null,
    doubts: [],
  }
}

/** getQueue. */
export function queueOf({ state, branch, enqueuedPullRequests, ...settings }: Wire['queue']): Queue {
  return {
    state: state.toLowerCase(),
    branch,
    // Only this mode has a single line; nothing is claimed of an unknown mode.
    ordered: word(settings['mode']) === 'single',
    requiredStatuses: namesIn(settings['requiredStatuses']),
    entries: enqueuedPullRequests?.map(entryOf) ?? null,
    doubts: [],
  }
}

/** getMergeQueueTestingDetails; the answer does not repeat the id that was asked for. */
export function testRunOf(id: string, wire: Wire['testingDetails']): TestRun {
  const requiredStatuses = requiredIn(wire['requiredStatuses'])
  const pullRequests = testedIn(wire['testedPullRequests'])
  return {
    id,
    status: word(wire.status),
    createdAt: text(wire['createdAt']),
    testBranch: wire.testBranch ?? '',
    testBranchSha: wire.testBranchSha ?? '',
    requiredStatuses,
    ...reportedOf(wire, requiredStatuses),
    pullRequests: pullRequests && eachNumberOnce(pullRequests),
    dependentPullRequests: list(wire['dependentPrs'], number),
    doubts: [],
  }
}

/** A row of list-quarantined-tests. Empty texts say nothing, so they count as absent. */
export function quarantinedTestOf(wire: Wire['quarantinedTestsPage']['quarantined_tests'][number]): QuarantinedTest {
  return {
    name: wire.name,
    parent: wire.parent || null,
    file: wire.file || null,
    classname: wire.classname || null,
    variant: wire.variant || null,
    codeowners: list(wire['codeowners'], text) ?? [],
    quarantinedAt: wire.quarantined_at || null,
    statusLastUpdatedAt: wire.status_last_updated_at || null,
    testCaseId: wire.test_case_id || null,
  }
}

/** An unreadable entry still takes a place: it counts as enqueued, and may be any pull request's. */
function entryOf(item: unknown): QueueEntry {
  const wire = membersOf(item)
  const named = number(wire['prNumber'])
  const known = named === null && wire['prNumber'] != null ? {} : wire
  return {
    number: named,
    sha: text(known['prSha']),
    ...submissionOf(known),
  }
}

/** @param wire a pull request, or an entry of the queue */
function submissionOf(wire: Members) {
  const readiness = membersOf(wire['readiness'])
  return {
    title: text(wire['prTitle']),
    baseBranch: text(wire['prBaseBranch']),
    state: word(wire['state']),
    stateChangedAt: text(wire['stateChangedAt']),
    priorityName: text(wire['priorityName']),
    // An unreadable readiness does not count as absent, because then the state alone would decide.
    readiness: wire['readiness'] == null ? null : readinessOf(readiness, word(readiness['gitHubMergeability'])),
  }
}

/** Check runs and commit statuses together, because often only one of the two lists has entries. */
function reportedOf(wire: Members, required: string[] | null): Pick<TestRun, 'reported' | 'reportedIsWhole'> {
  const nameOf = statusNames(required)
  const suites = list(wire['checkSuites'], suite => list(membersOf(suite)['checkRuns'], membersOf) ?? 'unknown')
  const statuses = list(wire['statusChecks'], membersOf)
  const runs = suites?.flatMap(each => (each === 'unknown' ? [] : each)) ?? []
  const reports = [
    ...runs.map(run => reportOf('check-run', text(run['name']) ?? '', run, wordOfRun(run))),
    ...(statuses ?? []).map(check =>
      reportOf('status', nameOf(text(check['context']) ?? ''), check, word(check['state'])),
    ),
    // `expected` is GitHub's placeholder for a required status that nothing has reported yet.
  ].filter(report => report.word !== 'expected')
  // A report without a name may be that of any status.
  const named = reports.filter(({ name }) => name !== '')
  const areRequiredKnown = wire['requiredStatuses'] == null || namesIn(wire['requiredStatuses']) !== null
  return {
    reported: named,
    reportedIsWhole:
      statuses !== null &&
      suites?.every(suite => suite !== 'unknown') === true &&
      named.length === reports.length &&
      areRequiredKnown,
  }
}

function reportOf(
  source: NonNullable<ReportedStatus['source']>,
  name: string,
  wire: Members,
  said: string | null,
): ReportedStatus {
  return {
    source,
    name,
    url: text(wire['url']),
    outcome: said === null ? null : outcomeInWord(said),
    ...(said !== null && { word: said }),
  }
}

/** The conclusion of a check run that is completed, else its status. */
function wordOfRun(run: Members): string | null {
  const [status, conclusion] = [word(run['status']), word(run['conclusion'])]
  return conclusion !== null && (status === null || status === 'completed') ? conclusion : status
}

/** A word of an enumeration, in lower case: documentation and answers write some words in capitals. */
function word(value: unknown): string | null {
  return text(value)?.toLowerCase() ?? null
}
