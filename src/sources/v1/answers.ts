/**
 * The answers of the v1 API, and the facts in them. A member of a schema has to have its type, else `readDocument`
 * throws, and the read fails. Other members can be of any type: they are read in brackets, as in `wire['prTitle']`.
 */
import * as z from 'zod/mini'
import { branchName, parseTestBranch } from '../../facts/context.ts'
import { makeDoubt, type PullRequest, type Queue, type QueueEntry, type TestRun } from '../../facts/facts.ts'
import type { QuarantinedTest } from '../../facts/test-report.ts'
import type { Reader } from '../../http/answer.ts'
import { code, quoted, say } from '../../text/message.ts'
import { pullRequestNumber, readDocument } from '../../text/outside.ts'
import { flag, membersOf, number, readableItems, readinessOf, text, wholeList } from '../members.ts'
import { mustMatch } from '../reading.ts'
import { removalByMerge } from '../removal.ts'
import { type RunReport, testRunFrom } from '../test-run.ts'

const optionalText = z.nullish(z.string())

const pullRequest = z.looseObject({
  prNumber: pullRequestNumber,
  prSha: optionalText,
  state: optionalText,
  isCurrentlySubmittedToQueue: z.boolean(),
})

const queue = z.looseObject({
  state: z.string(),
  branch: z.string(),
  /** Items can be of any type: one that can't be read still counts as an entry. */
  enqueuedPullRequests: z.nullish(z.array(z.unknown())),
})

const testRun = z.looseObject({ testBranch: optionalText, testBranchSha: optionalText, status: optionalText })

const quarantinedTest = z.looseObject({
  name: z.string(),
  parent: optionalText,
  file: optionalText,
  classname: optionalText,
  quarantined_at: optionalText,
  status_last_updated_at: optionalText,
  test_case_id: optionalText,
  variant: optionalText,
})

const testsPage = z.object({
  quarantined_tests: z.array(quarantinedTest),
  page: z.object({
    total_rows: z.nullish(z.number()),
    total_pages: z.nullish(z.number()),
    next_page_token: optionalText,
  }),
})

export type WirePullRequest = z.output<typeof pullRequest>
export type WireQueue = z.output<typeof queue>
export type WireRun = z.output<typeof testRun>

/** Gives the raw answer, because a `PullRequest` has no member for its `verifiedByTestRun`, the id of a run. */
export function pullRequestReader(asked: number): Reader<WirePullRequest> {
  return json => mustMatch(readDocument(pullRequest, json), wire => wire.prNumber === asked, `#${asked}`)
}

export function queueReader(branch: string): Reader<Queue> {
  const isAsked = (wire: WireQueue) => branchName(wire.branch) === branch
  return json => queueOf(mustMatch(readDocument(queue, json), isAsked, `the queue of ${quoted(branch)}`))
}

export function testRunReader(id: string): Reader<TestRun> {
  // The answer does not give the run's id. The name of its test branch may contain it.
  const idOf = ({ testBranch }: WireRun) => parseTestBranch(branchName(testBranch ?? ''))?.testRunId ?? id
  const isAsked = (wire: WireRun) => idOf(wire).toLowerCase() === id.toLowerCase()
  return json => testRunOf(id, mustMatch(readDocument(testRun, json), isAsked, say`test run ${code(id)}`))
}

export function testsPageOf(json: unknown) {
  const { quarantined_tests, page } = readDocument(testsPage, json)
  return {
    tests: quarantined_tests.map(quarantinedTestOf),
    // The request names the repository, so all tests are of it.
    leftOutIds: [],
    totalRows: page.total_rows ?? null,
    totalPages: page.total_pages ?? null,
    next: page.next_page_token ?? '',
  }
}

export function pullRequestOf(wire: WirePullRequest): PullRequest {
  const state = lowerCase(wire.state)
  const stateChangedAt = text(wire['stateChangedAt'])
  return {
    number: wire.prNumber,
    headSha: wire.prSha || null,
    title: text(wire['prTitle']),
    baseBranch: text(wire['prBaseBranch']),
    state,
    stateChangedAt,
    readiness: readinessOf(wire['readiness'], lowerCase(membersOf(wire['readiness'])['gitHubMergeability'])),
    forceEnqueued: flag(wire['forceEnqueued']),
    submitted: wire.isCurrentlySubmittedToQueue,
    // The state shows a merge; every other way of leaving the queue is only in the timeline.
    removal: state === 'merged' ? removalByMerge(stateChangedAt) : null,
    doubts: [],
  }
}

export function queueOf(wire: WireQueue): Queue {
  return {
    state: wire.state.toLowerCase(),
    branch: wire.branch,
    isOrdered: lowerCase(wire['mode']) === 'single',
    requiredStatuses: wholeList(wire['requiredStatuses'], text),
    entries: wire.enqueuedPullRequests?.map(entryOf) ?? null,
    doubts: [],
  }
}

/** A doubt, unless the run tested the pull request. Pull requests that the run is built on count as tested. */
export function doubtsAboutRun(run: TestRun, number: number) {
  const tested = [...(run.pullRequests ?? []).map(each => each.number), ...(run.dependentPullRequests ?? [])]
  if (tested.includes(number)) return []
  return [makeDoubt(['test-run'], say`Test run ${code(run.id)} does not say that it tested #${number}.`)]
}

export function testRunOf(id: string, wire: WireRun): TestRun {
  // Often only one of the two lists has entries.
  const reports = [...checkRunsIn(wire['checkSuites']), ...commitStatusesIn(wire['statusChecks'])]
  return testRunFrom(wire, {
    id,
    status: lowerCase(wire.status),
    // `expected` is GitHub's placeholder for a required status that nothing has reported yet.
    reports: reports.filter(report => report === 'unreadable' || report.word !== 'expected'),
    dependentPullRequests: readableItems(wire['dependentPrs'], number),
  })
}

/** Empty texts say nothing, so they count as absent. */
export function quarantinedTestOf(wire: z.output<typeof quarantinedTest>): QuarantinedTest {
  return {
    name: wire.name,
    parent: wire.parent || null,
    file: wire.file || null,
    classname: wire.classname || null,
    variant: wire.variant || null,
    codeowners: readableItems(wire['codeowners'], text) ?? [],
    quarantinedAt: wire.quarantined_at || null,
    statusLastUpdatedAt: wire.status_last_updated_at || null,
    testCaseId: wire.test_case_id || null,
  }
}

/** An item that can't be read is an entry without number and state, which may be any pull request's. */
function entryOf(item: unknown): QueueEntry {
  const { prNumber, prTitle, state, stateChangedAt } = membersOf(item)
  const isReadable = prNumber == null || number(prNumber) !== null
  return {
    number: number(prNumber),
    title: text(prTitle),
    state: isReadable ? lowerCase(state) : null,
    stateChangedAt: text(stateChangedAt),
  }
}

function checkRunsIn(suites: unknown): (RunReport | 'unreadable')[] {
  if (!Array.isArray(suites)) return ['unreadable']
  const runs = suites.flatMap(suite => membersOf(suite)['checkRuns'] ?? ['unreadable'])
  return runs.map(each => {
    const run = membersOf(each)
    const [status, conclusion] = [lowerCase(run['status']), lowerCase(run['conclusion'])]
    const hasEnded = conclusion !== null && (status === null || status === 'completed')
    return reportOf('check-run', run['name'], run['url'], hasEnded ? conclusion : status)
  })
}

function commitStatusesIn(statuses: unknown): (RunReport | 'unreadable')[] {
  if (!Array.isArray(statuses)) return ['unreadable']
  return statuses.map(membersOf).map(({ context, url, state }) => reportOf('status', context, url, lowerCase(state)))
}

function reportOf(kind: RunReport['kind'], name: unknown, url: unknown, word: string | null): RunReport | 'unreadable' {
  return typeof name === 'string' && name !== '' ? { kind, name, url: text(url), word } : 'unreadable'
}

/** In lower case, because documentation and answers write some words of enumerations in capitals. */
function lowerCase(value: unknown): string | null {
  return text(value)?.toLowerCase() ?? null
}
