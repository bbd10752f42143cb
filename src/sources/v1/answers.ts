import { outcomeInWord } from '../../facts/check.ts'
import type { PullRequest, Queue, QueueEntry, TestRun } from '../../facts/facts.ts'
import type { QuarantinedTest } from '../../facts/test-report.ts'
import {
  flag,
  list,
  type Members,
  namesIn,
  number,
  readinessOf,
  settingsOf,
  statusNames,
  text,
} from '../../http/shown.ts'
import type { Page } from '../list.ts'
import { type Reader, reader } from '../reading.ts'
import { PARTS, WIRE, type Wire } from './wire.ts'

export const readPullRequest: Reader<PullRequest> = reader(WIRE.submittedPullRequest, pullRequestOf)
export const readQueue: Reader<Queue> = reader(WIRE.queue, queueOf)

export function testRunReader(id: string): Reader<TestRun> {
  return reader(WIRE.testingDetails, wire => testRunOf(id, wire))
}

/** list-quarantined-tests; `nextToken` is empty on the last page. */
export const readPage: Reader<{ page: Page; nextToken: string }> = reader(
  WIRE.quarantinedTestsPage,
  ({ quarantined_tests, page }) => ({
    page: {
      tests: quarantined_tests.map(quarantinedTestOf),
      totalRows: page.total_rows ?? null,
    },
    nextToken: page.next_page_token ?? '',
  }),
)

/** getSubmittedPullRequest. */
export function pullRequestOf(wire: Wire['submittedPullRequest']): PullRequest {
  return {
    number: wire.prNumber,
    sha: wire.prSha,
    ...submissionOf(wire),
    forceEnqueued: flag(wire['forceEnqueued']),
    submitted: wire.isCurrentlySubmittedToQueue,
    mergeabilityDetails: null,
    estimatedSeconds: null,
    removal: null,
    doubts: [],
  }
}

/** getQueue. */
export function queueOf(wire: Wire['queue']): Queue {
  const mode = word(wire['mode'])
  return {
    state: wire.state.toLowerCase(),
    branch: wire.branch,
    mode,
    // Only this mode has a single line; nothing is claimed of an unknown mode.
    ordered: mode === 'single',
    ...settingsOf(wire),
    batch: flag(wire['batch']),
    createPrsForTestingBranches: flag(wire['createPrsForTestingBranches']),
    commentsEnabled: flag(wire['commentsEnabled']),
    commandsEnabled: flag(wire['commandsEnabled']),
    statusCheckEnabled: flag(wire['statusCheckEnabled']),
    requiredStatuses: namesIn(wire.requiredStatuses),
    directMergeMode: word(wire['directMergeMode']),
    optimizationMode: word(wire['optimizationMode']),
    mergeMethod: word(wire['mergeMethod']),
    entries: wire.enqueuedPullRequests?.map(entryOf) ?? null,
    doubts: [],
  }
}

/** getMergeQueueTestingDetails; the answer does not repeat the id that was asked for. */
export function testRunOf(id: string, wire: Wire['testingDetails']): TestRun {
  return {
    id,
    status: word(wire.status),
    createdAt: text(wire['createdAt']),
    testBranch: wire.testBranch,
    testBranchSha: wire.testBranchSha,
    requiredStatuses: requiredIn(wire),
    requiredStatusesSource: word(wire['requiredStatusesSource']),
    ...reportedOf(wire),
    pullRequests: testedIn(wire),
    impactedTargets: list(wire['impactedTargets'], text),
    impactedTargetsForTestedPullRequests: list(wire['impactedTargetsForTestedPrs'], text),
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
  const wire = PARTS.queueEntry.is(item) ? item : null
  return {
    number: wire?.prNumber ?? null,
    sha: text(wire?.['prSha']),
    ...submissionOf(wire ?? {}),
    noBatch: flag(wire?.['noBatch']),
  }
}

/** @param wire a pull request, or an entry of the queue */
function submissionOf(wire: Members) {
  const readiness: Members = PARTS.readiness.is(wire['readiness']) ? wire['readiness'] : {}
  return {
    title: text(wire['prTitle']),
    baseBranch: text(wire['prBaseBranch']),
    author: text(wire['prAuthor']),
    id: text(wire['id']),
    state: word(wire['state']),
    stateChangedAt: text(wire['stateChangedAt']),
    priorityValue: number(wire['priorityValue']),
    priorityName: text(wire['priorityName']),
    usedDefaultPriorityName: text(wire['usedDefaultPriorityName']),
    skipTheLine: flag(wire['skipTheLine']),
    // An unreadable readiness does not count as absent, because then the state alone would decide.
    readiness: wire['readiness'] == null ? null : readinessOf(readiness, word(readiness['gitHubMergeability'])),
  }
}

/** The tested pull requests, each number once, by its first row; null if the list is missing or has a gap. */
function testedIn({ testedPullRequests }: Wire['testingDetails']): TestRun['pullRequests'] {
  if (!testedPullRequests?.every(each => each !== null)) return null
  const byNumber = Map.groupBy(testedPullRequests, ({ prNumber }) => prNumber)
  return [...byNumber].map(([number, [first]]) => ({
    number,
    url: text(first?.['prUrl']),
    title: text(first?.['title']),
  }))
}

/** The names in the list, even if it has gaps: failures among them count. Null if it is missing or has only gaps. */
function requiredIn({ requiredStatuses }: Wire['testingDetails']): TestRun['requiredStatuses'] {
  const named = requiredStatuses?.filter(name => name !== null) ?? []
  return named.length > 0 || requiredStatuses?.length === 0 ? named : null
}

/** Check runs and commit statuses together, because often only one of the two lists has entries. */
function reportedOf({
  checkSuites,
  statusChecks,
  requiredStatuses,
}: Wire['testingDetails']): Pick<TestRun, 'reported' | 'reportedIsWhole'> {
  const nameOf = statusNames(requiredStatuses)
  const runs = checkSuites?.flatMap(suite => suite?.checkRuns ?? []) ?? []
  const reports = [
    ...runs.map(run => ({
      name: run?.name ?? '',
      url: text(run?.['url']),
      said: saidOf(word(run?.status), word(run?.conclusion)),
    })),
    ...(statusChecks ?? []).map(check => ({
      name: nameOf(check?.context),
      url: text(check?.['url']),
      said: word(check?.state),
    })),
    // `expected` is GitHub's placeholder for a required status that nothing has reported yet.
  ].filter(({ said }) => said !== 'expected')
  // A report without a name may be that of any status.
  const named = reports.filter(({ name }) => name !== '')
  return {
    reported: named.map(({ name, url, said }) => ({ name, url, outcome: said === null ? null : outcomeInWord(said) })),
    reportedIsWhole:
      statusChecks != null &&
      checkSuites?.every(suite => suite?.checkRuns != null) === true &&
      named.length === reports.length &&
      !requiredStatuses?.includes(null),
  }
}

/** The conclusion of a check run that is completed, else its status. */
function saidOf(status: string | null, conclusion: string | null): string | null {
  return conclusion !== null && (status === null || status === 'completed') ? conclusion : status
}

/** A word of an enumeration, in lower case: documentation and answers write some words in capitals. */
function word(value: unknown): string | null {
  return text(value)?.toLowerCase() ?? null
}
