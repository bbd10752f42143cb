import { outcomeOfWord } from '../facts/check.ts'
import type { ReportedStatus, TestRun } from '../facts/facts.ts'
import { listedPullRequest, type Members, membersOf, readableItems, text, wholeList } from './members.ts'

/** A check run or commit status on the test branch. */
export interface RunReport extends Pick<ReportedStatus, 'name' | 'url'> {
  kind: 'check-run' | 'status'
  /** Its state or conclusion, in GitHub's words; null if the answer does not say. */
  word: string | null
}

/**
 * A test run of the service. `parts` holds the members that the two APIs write differently. A report without a readable
 * name is `unreadable`.
 */
export function testRunFrom(
  wire: Members,
  parts: Pick<TestRun, 'id' | 'status' | 'dependentPullRequests'> & { reports: readonly (RunReport | 'unreadable')[] },
): TestRun {
  const { id, status, dependentPullRequests, reports } = parts
  const { requiredStatuses } = wire
  const names = readableItems(requiredStatuses, text)
  // A list of which no item can be read is not known to be empty.
  const required = names?.length === 0 && (requiredStatuses as unknown[]).length > 0 ? null : names
  // In names of commit statuses, GitHub ignores case. Of required names that differ in case alone, the first counts.
  const requiredByLower = new Map(required?.toReversed().map(name => [name.toLowerCase(), name]))
  const known = reports.filter(report => report !== 'unreadable')
  return {
    id,
    status,
    createdAt: text(wire['createdAt']),
    testBranch: text(wire['testBranch']) ?? '',
    testBranchSha: text(wire['testBranchSha']) ?? '',
    requiredStatuses: required,
    reported: known.map(({ kind, name, url, word }) => ({
      name: (kind === 'status' && requiredByLower.get(name.toLowerCase())) || name,
      url,
      outcome: word === null ? null : outcomeOfWord(word),
      ...(word !== null && { word }),
    })),
    // An unreadable report may be that of any required status. A required status with an unreadable name may be that
    // of any report. In both cases, no status is known to be missing.
    reportedIsWhole:
      known.length === reports.length && (requiredStatuses == null || wholeList(requiredStatuses, text) !== null),
    pullRequests: eachOnce(testedPullRequestsIn(wire['testedPullRequests'])),
    dependentPullRequests,
    doubts: [],
  }
}

interface TestedPullRequest {
  number: number
  /** The head that was tested; null if the answer does not say. */
  sha: string | null
  url: string | null
  title: string | null
}

/** The pull requests in a list of a test run; null if the list is missing, or has an item without a number. */
export function testedPullRequestsIn(value: unknown): TestedPullRequest[] | null {
  return wholeList(value, item => {
    const { title, sha } = membersOf(item)
    const listed = listedPullRequest(item)
    return listed && { ...listed, title: text(title), sha: text(sha) }
  })
}

function eachOnce(rows: TestedPullRequest[] | null): TestRun['pullRequests'] {
  const alike = rows && [...Map.groupBy(rows, row => row.number).values()]
  return alike?.flatMap(([row]) => (row ? [{ number: row.number, url: row.url, title: row.title }] : [])) ?? null
}
