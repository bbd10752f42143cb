import * as z from 'zod/mini'
import { isSameCommit, shortShasApart } from '../../facts/commit.ts'
import { type Doubt, makeDoubt, TEST_RUN_STATUSES, type TestRun } from '../../facts/facts.ts'
import { code, say } from '../../text/message.ts'
import { nonEmpty, readDocument } from '../../text/outside.ts'
import { type Members, membersOf, readableItems, text } from '../members.ts'
import { mustMatch } from '../reading.ts'
import { type RunReport, testedPullRequestsIn, testRunFrom } from '../test-run.ts'
import { factsWord, type Get, listOf, optionalText, type WirePullRequest } from './wire.ts'

const run = z.looseObject({ id: nonEmpty, testBranchSha: optionalText, status: optionalText })
type WireRun = z.output<typeof run>

/** @param pullRequest that the run has to be about; without it, the run is not in doubt */
export async function getTestRun(get: Get, id: string, pullRequest?: WirePullRequest): Promise<TestRun | null> {
  // This id is the end of a bisection's branch name. Only v1 finds a run by it: in v2, the run has another id.
  if (/-bisection[^/]*$/.test(id)) return null
  const isAsked = (wire: WireRun) => wire.id.toLowerCase() === id.toLowerCase()
  const wire = await get({ operation: 'merge-queue-verification-runs/{id}', id }, json =>
    mustMatch(readDocument(run, json), isAsked, say`test run ${code(id)}`),
  )
  return wire && { ...testRunOf(id, wire), doubts: pullRequest ? doubtsAboutRun(wire, pullRequest) : [] }
}

/** The service lists the newest run first. */
export async function getNewestRun(get: Get, pullRequestId: string): Promise<TestRun | null> {
  const operation = 'pull-requests/{id}/verification-runs'
  const runs = await get({ operation, id: pullRequestId }, json => readDocument(listOf(run), json).data)
  return runs?.[0] ? testRunOf(runs[0].id, runs[0]) : null
}

function testRunOf(id: string, wire: WireRun): TestRun {
  const checks = readableItems(wire['checks'], membersOf)
  return testRunFrom(wire, {
    id,
    status: factsWord(TEST_RUN_STATUSES, wire.status),
    reports: checks?.map(reportOf) ?? ['unreadable'],
    dependentPullRequests: testedPullRequestsIn(wire['dependentPullRequests'])?.map(each => each.number) ?? null,
  })
}

function reportOf(check: Members): RunReport | 'unreadable' {
  const { name, kind, url } = check
  if (typeof name !== 'string' || name === '') return 'unreadable'
  return { name, kind: kind === 'statusCheck' ? 'status' : 'check-run', url: text(url), word: wordOf(check) }
}

/**
 * A doubt, unless the run tested the commit that the service shows for the pull request. Pull requests that the run is
 * built on count as tested.
 */
function doubtsAboutRun(wire: WireRun, { number, sha }: WirePullRequest): Doubt[] {
  // A run that ended before it had a commit has tested nothing: its status decides.
  if (!wire.testBranchSha && (wire.status === 'cancelled' || wire.status === 'failed')) return []
  const lists = [wire['testedPullRequests'], wire['dependentPullRequests']]
  const rows = lists.flatMap(each => testedPullRequestsIn(each) ?? [])
  const tested = rows.filter(row => row.number === number)
  const other = tested.find(row => !isSameCommit(row.sha, sha ?? null))
  if (tested.length > 0 && !other) return []
  const [otherCommit, current] = shortShasApart(other?.sha ?? '', sha ?? '')
  const found = other?.sha
    ? say`tested commit ${otherCommit} of #${number}, but the service has ${current}`
    : `does not say that it tested the commit of #${number}`
  return [makeDoubt(['test-run'], say`Test run ${code(wire.id)} ${found}.`, 'stale-head')]
}

/** The service's conclusions. `neutral` is left out, so unknown: it may be a placeholder, or stand for another. */
const CONCLUSIONS: ReadonlyMap<unknown, string> = new Map([
  ['success', 'success'],
  ['skipped', 'skipped'],
  ['failure', 'failure'],
  ['cancelled', 'cancelled'],
  ['timeout', 'timed_out'],
])

/** How a check went, in GitHub's words. The provider is GitHub; the service's own words are coarser. */
function wordOf({ status, conclusion, providerStatus, providerConclusion }: Members): string {
  if (status !== 'completed') return gitHubWord(providerStatus) ?? (status === 'queued' ? 'queued' : 'in_progress')
  if (providerConclusion != null) return gitHubWord(providerConclusion) ?? 'unknown'
  return CONCLUSIONS.get(conclusion) ?? 'unknown'
}

function gitHubWord(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Z_]+$/.test(value) ? value.toLowerCase() : null
}
