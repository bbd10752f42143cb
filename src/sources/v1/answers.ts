/**
 * The answers of the v1 API, and the facts in them. A member that is the purpose of the operation is required. All others
 * are let through unchecked: no odd member that a verdict does not rest on breaks an answer. They are read by their names
 * in brackets: `wire['prTitle']`.
 */
import * as z from 'zod/mini'
import { branchName, parseTestBranch } from '../../facts/context.ts'
import type { PullRequest, Queue, QueueEntry, TestRun } from '../../facts/facts.ts'
import type { QuarantinedTest } from '../../facts/test-report.ts'
import type { Reader } from '../../http/answer.ts'
import { code, quoted, say } from '../../text/message.ts'
import { pullRequestNumber } from '../../text/outside.ts'
import {
  flag,
  membersOf,
  mustMatch,
  number,
  readableItems,
  readinessOf,
  schemaReader,
  type TestsPage,
  text,
  wholeList,
} from '../reading.ts'
import { removalByMerge } from '../removal.ts'
import { type Report, serviceTestRun } from '../test-run.ts'

const optional = z.nullish(z.string())

const pullRequest = z.looseObject({
  prNumber: pullRequestNumber,
  prSha: optional,
  state: optional,
  isCurrentlySubmittedToQueue: z.boolean(),
})

const queue = z.looseObject({
  state: z.string(),
  branch: z.string(),
  /** A list that can't be read is a list that is not known; one item that can't be read still takes a place. */
  enqueuedPullRequests: z.nullish(z.array(z.unknown())),
})

const testRun = z.looseObject({ testBranch: optional, testBranchSha: optional, status: optional })

const quarantinedTest = z.looseObject({
  name: z.string(),
  parent: optional,
  file: optional,
  classname: optional,
  quarantined_at: optional,
  status_last_updated_at: optional,
  test_case_id: optional,
  variant: optional,
})

const page = z.object({
  quarantined_tests: z.array(quarantinedTest),
  page: z.object({
    total_rows: z.nullish(z.number()),
    total_pages: z.nullish(z.number()),
    next_page_token: optional,
  }),
})

// The checked answers; they can have more members than are described here.
export type WirePullRequest = z.output<typeof pullRequest>
export type WireQueue = z.output<typeof queue>
export type WireRun = z.output<typeof testRun>

export function pullRequestReader(asked: number): Reader<WirePullRequest> {
  return schemaReader(pullRequest, wire => mustMatch(wire, wire.prNumber === asked, `#${asked}`))
}

export function queueReader(branch: string): Reader<Queue> {
  return schemaReader(queue, wire =>
    queueOf(mustMatch(wire, branchName(wire.branch) === branch, `the queue of ${quoted(branch)}`)),
  )
}

/** The answer does not repeat the id that was asked for, but the name of its branch may hold one. */
export function testRunReader(id: string): Reader<TestRun> {
  return schemaReader(testRun, wire => {
    const named = parseTestBranch(branchName(wire.testBranch ?? ''))?.testRunId ?? id
    return testRunOf(id, mustMatch(wire, named.toLowerCase() === id.toLowerCase(), say`test run ${code(id)}`))
  })
}

export const readPage: Reader<TestsPage> = schemaReader(page, ({ quarantined_tests, page }) => ({
  tests: quarantined_tests.map(quarantinedTestOf),
  leftOutIds: [],
  totalRows: page.total_rows ?? null,
  totalPages: page.total_pages ?? null,
  next: page.next_page_token ?? '',
}))

export function pullRequestOf(wire: WirePullRequest): PullRequest {
  const state = word(wire.state)
  const stateChangedAt = text(wire['stateChangedAt'])
  return {
    number: wire.prNumber,
    headSha: wire.prSha || null,
    title: text(wire['prTitle']),
    baseBranch: text(wire['prBaseBranch']),
    state,
    stateChangedAt,
    readiness: readinessOf(wire['readiness'], word(membersOf(wire['readiness'])['gitHubMergeability'])),
    forceEnqueued: flag(wire['forceEnqueued']),
    submitted: wire.isCurrentlySubmittedToQueue,
    // The state shows a merge; the timeline shows every other way out.
    removal: state === 'merged' ? removalByMerge(stateChangedAt) : null,
    doubts: [],
  }
}

export function queueOf(wire: WireQueue): Queue {
  return {
    state: wire.state.toLowerCase(),
    branch: wire.branch,
    // Only this mode has a single line; nothing is claimed of an unknown mode.
    isOrdered: word(wire['mode']) === 'single',
    requiredStatuses: wholeList(wire['requiredStatuses'], text),
    entries: wire.enqueuedPullRequests?.map(entryOf) ?? null,
    doubts: [],
  }
}

export function testRunOf(id: string, wire: WireRun): TestRun {
  const reports = [...checkRunsIn(wire['checkSuites']), ...commitStatusesIn(wire['statusChecks'])]
  return serviceTestRun(wire, {
    id,
    status: word(wire.status),
    // `expected` is GitHub's placeholder for a required status that nothing has reported yet.
    reports: reports.filter(report => report === 'unreadable' || report.word !== 'expected'),
    dependentPullRequests: readableItems(wire['dependentPrs'], number),
  })
}

/** A row of list-quarantined-tests. Empty texts say nothing, so they count as absent. */
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

/** An unreadable entry still takes a place: it counts as enqueued, and may be any pull request's. */
function entryOf(item: unknown): QueueEntry {
  const wire = membersOf(item)
  const named = number(wire['prNumber'])
  const isReadable = named !== null || wire['prNumber'] == null
  return {
    number: named,
    title: text(wire['prTitle']),
    state: isReadable ? word(wire['state']) : null,
    stateChangedAt: text(wire['stateChangedAt']),
  }
}

/** Check runs and commit statuses count together, because often only one of the two lists has entries. */
function checkRunsIn(suites: unknown): (Report | 'unreadable')[] {
  if (!Array.isArray(suites)) return ['unreadable']
  const runs = suites.flatMap(suite => membersOf(suite)['checkRuns'] ?? [null])
  return runs.map(each => {
    const run = membersOf(each)
    const [status, conclusion] = [word(run['status']), word(run['conclusion'])]
    const hasEnded = conclusion !== null && (status === null || status === 'completed')
    return reportOf('check-run', run['name'], run['url'], hasEnded ? conclusion : status)
  })
}

function commitStatusesIn(statuses: unknown): (Report | 'unreadable')[] {
  if (!Array.isArray(statuses)) return ['unreadable']
  return statuses.map(membersOf).map(({ context, url, state }) => reportOf('status', context, url, word(state)))
}

function reportOf(source: Report['source'], name: unknown, url: unknown, word: string | null): Report | 'unreadable' {
  return typeof name === 'string' && name !== '' ? { source, name, url: text(url), word } : 'unreadable'
}

/** A word of an enumeration, in lower case: documentation and answers write some words in capitals. */
function word(value: unknown): string | null {
  return text(value)?.toLowerCase() ?? null
}
