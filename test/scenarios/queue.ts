/** #42 of acme/rocket in GitHub's own queue, as the stand-in of GitHub takes it. */
import {
  gitHubState,
  type PullRequest,
  type Repository,
  requiresChecks,
  requiresQueue,
  type State,
  type Wire,
} from '../stand-in/github/state.js'
import { HEAD } from './bodies.ts'
import type { Scenario } from './scenario.ts'

/** The commit of its group, of the target branch, and of the event `merge_group`. */
export const GROUP = 'c'.repeat(40)
export const MAIN = '0'.repeat(40)
export const EVENT_GROUP = '62983e0bda3891a5aedaf0878b634d292e518de5'

export interface OnGitHub {
  /** #42 in the first, the second … query; the last one stays. Left out: it was never submitted. */
  standings?: Wire[]
  pullRequest?: PullRequest
  repository?: Repository
  state?: Omit<State, 'repositories'>
}

/** GitHub with #42 and a branch `main`. */
export function gitHubWith({ standings, pullRequest, repository, state }: OnGitHub): State {
  const own = { head: { sha: HEAD }, ...(standings && { standings }), ...pullRequest }
  return gitHubState({ branches: { main: MAIN }, ...repository, pullRequests: { 42: own } }, state)
}

/** A step with `source: github`; of the outputs, those are compared that the case is about. */
export function queueScenario(values: OnGitHub & Omit<Scenario, 'requests' | 'github'>): Scenario {
  const inputs = { source: 'github', ...values.inputs }
  return { ...values, inputs, github: gitHubWith(values), hasOthers: true, requests: [] }
}

/** The time so many minutes ago: the step measures ages by the real clock. */
export function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString()
}

export const added = (minutes = 90): Wire => ({ kind: 'added', at: ago(minutes) })
export const removed = (reason: string | null, minutes = 10): Wire => ({
  ...{ kind: 'removed', at: ago(minutes), reason, group: GROUP },
})
/** In the queue for so many minutes, with a group that is being checked. */
export const queued = (minutes = 90, entry: Wire = {}): Wire => ({
  entry: { state: 'AWAITING_CHECKS', enqueuedAt: ago(minutes), headCommit: GROUP, builtAt: ago(minutes), ...entry },
  events: [added(minutes)],
})

/** A check run that ended so, or that still is what the word says. */
export function job(
  name: string,
  word = 'success',
  { began = 40, ended = 30, ...more }: Wire & { began?: number; ended?: number } = {},
): Wire {
  const runs = ['queued', 'in_progress', 'waiting'].includes(word)
  const times = { started_at: ago(began), completed_at: runs ? null : ago(ended) }
  return { name, status: runs ? word : 'completed', conclusion: runs ? null : word, ...times, ...more }
}

/** The branch requires a queue with a time-out of an hour, and these checks. */
export function rules(...checks: Parameters<typeof requiresChecks>): Record<string, Wire[]> {
  return { main: [requiresQueue(60), requiresChecks(...checks)] }
}
