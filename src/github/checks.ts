import * as z from 'zod/mini'
import { outcomeInWord } from '../facts/check.ts'
import { isSameCommit } from '../facts/commit.ts'
import type { Check, CommitChecks } from '../facts/facts.ts'
import { failedBy, gitHubFailure } from '../facts/reading.ts'
import { timeOf } from '../text/time.ts'
import type { GitHubRead, GitHubScope } from './client.ts'
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

const ANOTHER_COMMIT = gitHubFailure(
  'unexpected',
  'GitHub was asked for the checks of one commit, and answered with those of another',
  'Run the job again.',
)

type CheckRun = z.output<typeof checkRuns>['check_runs'][number]
type Status = z.output<typeof combinedStatus>['statuses'][number]

/**
 * Reads what was reported on a commit: check runs (GET /repos/{owner}/{repo}/commits/{ref}/check-runs) and commit
 * statuses (GET …/commits/{ref}/status). Of several check runs with one name from one app, and of several statuses with
 * one name, only the latest is kept.
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
): Promise<GitHubRead<CommitChecks>> {
  const ofAnother = (commits: (string | null | undefined)[]) =>
    commits.some(each => each && !isSameCommit(each, sha)) ? ANOTHER_COMMIT : null
  const [runs, statuses] = await Promise.all([
    readPages(scope, {
      route: 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
      parameters: { ref: sha, filter: 'latest' },
      topic: { task: 'list the check runs of the commit', permission: 'checks: read' },
      shape: checkRuns,
      fault: page => ofAnother(page.check_runs.map(run => run.head_sha)),
      items: page => page.check_runs.map(ofCheckRun),
      keyOf: ({ id }) => id,
      total: page => page.total_count,
    }),
    readPages(scope, {
      route: 'GET /repos/{owner}/{repo}/commits/{ref}/status',
      parameters: { ref: sha },
      topic: { task: 'list the statuses of the commit', permission: 'statuses: read' },
      shape: combinedStatus,
      fault: page => ofAnother([page.sha]),
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
  return { value: { sha, checks: [...checksOf(runs, ownId), ...checksOf(statuses)], incomplete } }
}

/** The checks of a list. If it is incomplete, no outcome is known: an unread report may be the latest of its name. */
function checksOf({ items, incomplete }: PagesRead<Check>, ownId: number | null = null): Check[] {
  const others = latestOfEach(items.filter(({ id }) => ownId === null || id !== ownId))
  const own = items.filter(({ id }) => ownId !== null && id === ownId)
  const alone = own.filter(({ name, appId }) => !others.some(each => each.name === name && each.appId === appId))
  const latest = [...others, ...alone]
  return incomplete ? latest.map(check => ({ ...check, outcome: 'unknown' })) : latest
}

/** The latest report of each name, for each app apart, in the order in which the names first occur. */
export function latestOfEach(reports: readonly Check[]): Check[] {
  const groups = Map.groupBy(reports, ({ source, appId, name }) => JSON.stringify([source, appId, name]))
  return [...groups.values()].map(latest)
}

/** The latest report of one name. If times don't tell which one it is, and outcomes differ, the outcome is unknown. */
function latest(reports: readonly Check[]): Check {
  const times = timesOf(reports.map(({ startedAt }) => startedAt)) ?? timesOf(reports.map(each => each.completedAt))
  // Check runs without an app may be of several apps, so none of them supersedes another.
  const isOrdered = reports.every(({ source, appId }) => source === 'status' || appId !== null)
  const newest = isOrdered && times !== null ? times.reduce((a, b) => Math.max(a, b)) : null
  const candidates = newest === null ? reports : reports.filter((_, at) => times?.[at] === newest)
  const first = candidates.reduce((a, b) => ((b.id ?? 0) > (a.id ?? 0) ? b : a))
  return candidates.every(({ outcome }) => outcome === first.outcome) ? first : { ...first, outcome: 'unknown' }
}

/** The times; null if one is unknown. The starts of some reports are thus never compared with the ends of others. */
function timesOf(texts: readonly (string | null)[]): number[] | null {
  const times = texts.map(timeOf).filter(time => time !== null)
  return times.length === texts.length ? times : null
}

function ofCheckRun(run: CheckRun): Check {
  const conclusion = run.conclusion?.toLowerCase()
  const word = conclusion ?? run.status?.toLowerCase()
  const outcome = outcomeOfRun(run.status?.toLowerCase(), conclusion)
  return {
    source: 'check-run',
    name: run.name,
    appId: run.app?.id ?? null,
    id: run.id,
    outcome,
    url: run.html_url ?? null,
    detailsUrl: run.details_url ?? null,
    ...(word !== undefined && { word }),
    startedAt: run.started_at ?? null,
    completedAt: outcome === 'pending' ? null : (run.completed_at ?? null),
  }
}

function ofStatus(status: Status): Check {
  const outcome = outcomeInWord(status.state?.toLowerCase() ?? '')
  return {
    source: 'status',
    name: status.context,
    appId: null,
    id: null,
    outcome,
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
