import * as z from 'zod/mini'
import { outcomeOfWord } from '../facts/check.ts'
import { isSameCommit } from '../facts/commit.ts'
import type { Answer, Check, CommitChecks, Failure } from '../facts/facts.ts'
import { timeOf } from '../text/duration.ts'
import type { GitHubScope } from './client.ts'
import { readAllPages } from './rest.ts'

/** The app of GitHub Actions at github.com: its id, and its slug, which is also its login. */
export const ACTIONS_APP_ID = 15368
export const ACTIONS_NAME = 'github-actions'

const text = z._default(z.nullable(z.string()), null)
const reference = z.nullish(z.object({ id: z.number() }))

const checkRun = z.object({
  id: z.number(),
  name: z.string(),
  head_sha: text,
  status: text,
  conclusion: text,
  started_at: text,
  completed_at: text,
  html_url: text,
  check_suite: reference,
  app: reference,
})
const checkRuns = z.object({ total_count: z.number(), check_runs: z.array(checkRun) })

const status = z.object({ context: z.string(), state: text, target_url: text, created_at: text, updated_at: text })
const combinedStatus = z.object({ sha: text, total_count: z.number(), statuses: z.array(status) })

/**
 * Reads what was reported on a commit: check runs (GET /repos/{owner}/{repo}/commits/{ref}/check-runs) and commit
 * statuses (GET …/commits/{ref}/status). Of several check runs with one name from one app, only the latest is kept.
 *
 * If a list is incomplete, `incomplete` says why, and every outcome of that list is `unknown`. If neither list could be
 * read at all, the reading fails. Throws only on cancellation.
 *
 * @param ownId the check run that the step runs in; it counts only if no other check run has its name
 */
export async function readChecks(
  scope: GitHubScope,
  sha: string,
  ownId: number | null = null,
): Promise<Answer<CommitChecks>> {
  const isOther = (commit: string | null) => commit !== null && !isSameCommit(commit, sha)
  const [runs, statuses] = await Promise.all([
    readAllPages(scope, {
      route: 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
      parameters: { ref: sha, filter: 'latest' },
      topic: { task: 'list the check runs of the commit', permission: 'checks: read' },
      shape: checkRuns,
      itemsOf: ({ check_runs: found, total_count: total }) =>
        found.some(run => isOther(run.head_sha)) ? null : { items: found.map(checkOfRun), total },
      keyOf: ({ id }) => id,
    }),
    readAllPages(scope, {
      route: 'GET /repos/{owner}/{repo}/commits/{ref}/status',
      parameters: { ref: sha },
      topic: { task: 'list the statuses of the commit', permission: 'statuses: read' },
      shape: combinedStatus,
      itemsOf: page =>
        isOther(page.sha) ? null : { items: page.statuses.map(checkOfStatus), total: page.total_count },
      keyOf: ({ name }) => name,
    }),
  ])
  const incomplete = [runs.incomplete, statuses.incomplete].filter(each => each !== null)
  const [first, second] = incomplete
  // An outage may soon be over, so the other failure is the one to report.
  if (first && second && runs.items.length + statuses.items.length === 0)
    return { failure: first.outage ? second : first }
  const others = new Set(runs.items.filter(({ id }) => id !== ownId).map(({ name }) => name))
  const counted = runs.items.filter(({ id, name }) => id !== ownId || !others.has(name))
  const checks = [...knownChecks(counted, runs.incomplete), ...knownChecks(statuses.items, statuses.incomplete)]
  return { value: { sha, checks, incomplete } }
}

/** The latest check of each name. No outcome of an incomplete list is known: a later report may be missing. */
function knownChecks(reports: readonly Check[], incomplete: Failure | null): Check[] {
  const latest = latestOfEach(reports)
  return incomplete ? latest.map(check => ({ ...check, outcome: 'unknown' })) : latest
}

function checkOfRun(run: z.output<typeof checkRun>): Check {
  const word = (run.conclusion ?? run.status)?.toLowerCase() ?? ''
  const found = outcomeOfWord(word)
  // A check run that has a conclusion before it is completed, or is completed without one, contradicts itself.
  const outcome = (run.status?.toLowerCase() === 'completed') === (found === 'pending') ? 'unknown' : found
  return {
    kind: 'check-run',
    name: run.name,
    appId: run.app?.id ?? null,
    suite: run.check_suite?.id ?? null,
    id: run.id,
    outcome,
    ...(word !== '' && { word }),
    url: run.html_url,
    startedAt: run.started_at,
    completedAt: outcome === 'pending' ? null : run.completed_at,
  }
}

function checkOfStatus({ context, state, target_url, created_at, updated_at }: z.output<typeof status>): Check {
  const word = state?.toLowerCase() ?? ''
  const outcome = outcomeOfWord(word)
  return {
    kind: 'status',
    name: context,
    appId: null,
    suite: null,
    id: null,
    outcome,
    ...(word !== '' && { word }),
    url: target_url,
    startedAt: created_at,
    completedAt: outcome === 'pending' ? null : updated_at,
  }
}

/** The latest report of each name, for each kind and app apart, in the order in which the names first occur. */
export function latestOfEach(reports: readonly Check[]): Check[] {
  const byName = Map.groupBy(reports, ({ kind, appId, name }) => JSON.stringify([kind, appId, name]))
  return [...byName.values()].map(alike => latestOf(alike as [Check, ...Check[]]))
}

/**
 * The report that counts, of all that have one name: the check run that began last. The outcome is pending while an
 * earlier check run is still running. If outcomes differ, the last one counts only if it is known to have ended last.
 * If it passed, `earlierFailureUrl` is the address of a failed run in another suite; '' if that run has no address.
 *
 * @param reports of one name, at least one
 */
export function latestOf(reports: readonly [Check, ...Check[]]): Check {
  const [newest, ...earlier] = reports.toSorted(newestFirst) as [Check, ...Check[]]
  if (earlier.length === 0 || newest.outcome === 'pending') return newest
  const running = earlier.find(({ outcome }) => outcome === 'pending')
  if (running) return { ...newest, outcome: 'pending', word: running.word ?? 'in_progress' }
  if (earlier.every(({ outcome }) => outcome === newest.outcome)) return newest
  if (!earlier.every(each => isBefore(each, newest))) return { ...newest, outcome: 'unknown' }
  // In its own suite, a later run of the name is a new try, which replaces the failed one.
  const failed = earlier.find(each => each.outcome === 'failed' && each.suite !== newest.suite)
  return newest.outcome === 'passed' && failed ? { ...newest, earlierFailureUrl: failed.url ?? '' } : newest
}

/** The newest first; of equal times the higher id. */
function newestFirst(a: Check, b: Check): number {
  return (timeOf(b.startedAt) ?? 0) - (timeOf(a.startedAt) ?? 0) || (b.id ?? 0) - (a.id ?? 0)
}

/** True if it is known that a report both began and ended before another one. */
function isBefore(earlier: Check, later: Check): boolean {
  const [began, ended] = [timeOf(earlier.startedAt), timeOf(earlier.completedAt)]
  const [beganLater, endedLater] = [timeOf(later.startedAt), timeOf(later.completedAt)]
  if (began === null || ended === null || beganLater === null || endedLater === null) return false
  return began < beganLater && ended <= endedLater
}
