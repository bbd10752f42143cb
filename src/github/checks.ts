import * as z from 'zod/mini'
import { isSameCommit, outcomeInWord } from '../facts/commit.ts'
import type { Check, CommitChecks } from '../facts/facts.ts'
import { type Answer, failedBy } from '../facts/facts.ts'
import { timeOf } from '../text/duration.ts'
import type { GitHubScope } from './client.ts'
import { type PagesRead, readPages } from './read.ts'

const text = z.nullish(z.string())

const checkRuns = z.object({
  total_count: z.number(),
  check_runs: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      head_sha: text,
      status: text,
      conclusion: text,
      started_at: text,
      completed_at: text,
      html_url: text,
      details_url: text,
      check_suite: z.nullish(z.object({ id: z.number() })),
      app: z.nullish(z.object({ id: z.number() })),
    }),
  ),
})

const combinedStatus = z.object({
  sha: text,
  total_count: z.number(),
  statuses: z.array(
    z.object({ context: z.string(), state: text, target_url: text, created_at: text, updated_at: text }),
  ),
})

type CheckRun = z.output<typeof checkRuns>['check_runs'][number]
type Status = z.output<typeof combinedStatus>['statuses'][number]

/**
 * Reads what was reported on a commit: check runs (GET /repos/{owner}/{repo}/commits/{ref}/check-runs) and commit
 * statuses (GET …/commits/{ref}/status). Of several check runs with one name from one app, only the latest is kept.
 *
 * If one of the two lists is incomplete, `incomplete` says why, and every outcome of that list is `unknown`. If nothing
 * of either list could be read, the reading fails. Throws only on cancellation.
 *
 * @param ownId the check run that the step runs in; this check run never supersedes another one of its name
 */
export async function readChecks(
  scope: GitHubScope,
  sha: string,
  ownId: number | null = null,
): Promise<Answer<CommitChecks>> {
  const isOther = (commit: string | null | undefined) => Boolean(commit) && !isSameCommit(commit ?? null, sha)
  const [runs, statuses] = await Promise.all([
    readPages(scope, {
      route: 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
      parameters: { ref: sha, filter: 'latest' },
      topic: { task: 'list the check runs of the commit', permission: 'checks: read' },
      shape: checkRuns,
      isForeign: page => page.check_runs.some(run => isOther(run.head_sha)),
      items: page => page.check_runs.map(ofCheckRun),
      keyOf: ({ id }) => id,
      total: page => page.total_count,
    }),
    readPages(scope, {
      route: 'GET /repos/{owner}/{repo}/commits/{ref}/status',
      parameters: { ref: sha },
      topic: { task: 'list the statuses of the commit', permission: 'statuses: read' },
      shape: combinedStatus,
      isForeign: page => isOther(page.sha),
      items: page => page.statuses.map(ofStatus),
      keyOf: ({ name }) => name,
      total: page => page.total_count,
    }),
  ])
  const isNothing = runs.items.length + statuses.items.length === 0
  const incomplete = [runs.incomplete, statuses.incomplete].filter(each => each !== null)
  const [first, second] = incomplete
  // If only one of the two failures is an outage, the other one is reported.
  if (first && second && isNothing) return failedBy(first.outage ? second : first)
  return { value: { sha, checks: [...checksOf(runs, ownId), ...checksOf(statuses, null)], incomplete } }
}

/** The checks of a list. If it is incomplete, no outcome is known: an unread report may be the latest of its name. */
function checksOf({ items, incomplete }: PagesRead<Check>, ownId: number | null): Check[] {
  const isOwn = ({ id }: Check) => ownId !== null && id === ownId
  const others = latestOfEach(items.filter(each => !isOwn(each)))
  const own = items.filter(isOwn).filter(({ name }) => !others.some(each => each.name === name))
  const latest = [...others, ...own]
  return incomplete ? latest.map(check => ({ ...check, outcome: 'unknown' })) : latest
}

function ofCheckRun(run: CheckRun): Check {
  const conclusion = run.conclusion?.toLowerCase()
  const status = run.status?.toLowerCase()
  const outcome = outcomeOfRun(status, conclusion)
  const word = conclusion ?? status
  return {
    source: 'check-run',
    name: run.name,
    appId: run.app?.id ?? null,
    suite: run.check_suite?.id ?? null,
    id: run.id,
    outcome,
    ...(word !== undefined && { word }),
    url: run.html_url ?? null,
    detailsUrl: run.details_url ?? null,
    startedAt: run.started_at ?? null,
    completedAt: outcome === 'pending' ? null : (run.completed_at ?? null),
  }
}

function ofStatus(status: Status): Check {
  const word = status.state?.toLowerCase()
  const outcome = outcomeInWord(word ?? '')
  return {
    source: 'status',
    name: status.context,
    appId: null,
    suite: null,
    id: null,
    outcome,
    ...(word !== undefined && { word }),
    url: status.target_url ?? null,
    detailsUrl: status.target_url ?? null,
    startedAt: status.created_at ?? null,
    completedAt: outcome === 'pending' ? null : (status.updated_at ?? null),
  }
}

function outcomeOfRun(status = '', conclusion?: string): Check['outcome'] {
  if (status === 'completed') {
    const ended = outcomeInWord(conclusion ?? '')
    return ended === 'pending' ? 'unknown' : ended
  }
  // A running check with a conclusion contradicts itself.
  return outcomeInWord(status) === 'pending' && conclusion === undefined ? 'pending' : 'unknown'
}

/**
 * The report of a name that counts: of several check runs the one that began last, if it also ended last. An earlier
 * one that still runs makes it pending; one that ended later, or an order that is not known, leaves the outcome
 * unknown if outcomes differ.
 *
 * @param reports of one name, at least one
 */
export function latestOf(reports: readonly [Check, ...Check[]]): Check {
  const [newest, ...earlier] = reports.toSorted(byStart) as [Check, ...Check[]]
  if (earlier.length === 0) return newest
  const running = earlier.find(({ outcome }) => outcome === 'pending')
  if (running) return newest.outcome === 'pending' ? newest : { ...newest, outcome: 'pending', word: wordOf(running) }
  if (newest.outcome === 'pending') return newest
  if (earlier.every(({ outcome }) => outcome === newest.outcome)) return newest
  if (!earlier.every(each => isBefore(each, newest))) return { ...newest, outcome: 'unknown' }
  const failed = earlier.find(each => each.outcome === 'failed' && each.suite !== newest.suite)
  return newest.outcome === 'passed' && failed ? { ...newest, failedEarlier: failed.url ?? '' } : newest
}

/** The latest report of each name, for each source and app apart, in the order in which the names first occur. */
export function latestOfEach(reports: readonly Check[]): Check[] {
  const groups = Map.groupBy(reports, ({ source, appId, name }) => JSON.stringify([source, appId, name]))
  return [...groups.values()].map(same => latestOf(same as [Check, ...Check[]]))
}

function wordOf({ word }: Check): string {
  return word ?? 'in_progress'
}

/** The newest first; of equal times the higher id. */
function byStart(a: Check, b: Check): number {
  return (timeOf(b.startedAt) ?? 0) - (timeOf(a.startedAt) ?? 0) || (b.id ?? 0) - (a.id ?? 0)
}

/** True if a report both began and ended before another one, by known times. */
function isBefore(earlier: Check, later: Check): boolean {
  const began = [timeOf(earlier.startedAt), timeOf(later.startedAt)]
  const ended = [timeOf(earlier.completedAt), timeOf(later.completedAt)]
  const [a, b, c, d] = [...began, ...ended]
  if (a == null || b == null || c == null || d == null) return false
  return a < b && c <= d
}
