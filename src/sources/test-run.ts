/** A test run as either API writes it. */

import { outcomeInWord } from '../facts/commit.ts'
import type { ReportedStatus, TestRun } from '../facts/facts.ts'
import { listedIn, type Members, membersOf, readableItems, text, wholeList } from './reading.ts'

/** Something that reported on the test branch, with its word; null if it says none. */
export interface Report extends Pick<ReportedStatus, 'name' | 'url'> {
  source: 'check-run' | 'status'
  word: string | null
}

/**
 * A test run. Both APIs write most of its members alike; those that they write differently are `parts`.
 *
 * @param parts a report without a readable name is `unreadable`: it may be that of any required status
 */
export function serviceTestRun(
  wire: Members,
  parts: Pick<TestRun, 'id' | 'status' | 'dependentPullRequests'> & { reports: readonly (Report | 'unreadable')[] },
): TestRun {
  const { id, status, dependentPullRequests, reports } = parts
  const { requiredStatuses } = wire
  const named = readableItems(requiredStatuses, text)
  const required = named?.length === 0 && (requiredStatuses as unknown[]).length > 0 ? null : named
  const nameOf = statusNames(required ?? [])
  const known = reports.filter(report => report !== 'unreadable')
  return {
    id,
    status,
    createdAt: text(wire['createdAt']),
    testBranch: text(wire['testBranch']) ?? '',
    testBranchSha: text(wire['testBranchSha']) ?? '',
    requiredStatuses: required,
    reported: known.map(({ source, name, url, word }) => ({
      name: source === 'status' ? nameOf(name) : name,
      url,
      outcome: word === null ? null : outcomeInWord(word),
      ...(word !== null && { word }),
    })),
    // A required status without a name may be that of any report.
    reportedIsWhole:
      known.length === reports.length && (requiredStatuses == null || wholeList(requiredStatuses, text) !== null),
    pullRequests: eachOnce(testedIn(wire['testedPullRequests'])),
    dependentPullRequests,
    doubts: [],
  }
}

/** Gives a commit status the required name that equals its own but for letter case, as on GitHub; else its own. */
function statusNames(required: readonly string[]): (context: string) => string {
  // Of equal names the first counts.
  const byLower = new Map(required.toReversed().map(name => [name.toLowerCase(), name]))
  return context => byLower.get(context.toLowerCase()) ?? context
}

/** A pull request as a test run lists it. */
interface Tested {
  number: number
  /** The head that was tested; null if the answer does not say. */
  sha: string | null
  url: string | null
  title: string | null
}

/** The pull requests of a test run; null if the list is missing or has an odd item. */
export function testedIn(value: unknown): Tested[] | null {
  return wholeList(value, item => {
    const { title, sha } = membersOf(item)
    const listed = listedIn(item)
    return listed && { ...listed, title: text(title), sha: text(sha) }
  })
}

/** Each number once, by its first row. */
function eachOnce(rows: Tested[] | null): TestRun['pullRequests'] {
  const alike = rows && [...Map.groupBy(rows, row => row.number).values()]
  return alike?.flatMap(([row]) => (row ? [{ number: row.number, url: row.url, title: row.title }] : [])) ?? null
}
