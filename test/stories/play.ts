import { loadEvent } from '../events/index.js'
import { maskLog } from '../launcher/log.js'
import { type RunOptions, runAction } from '../launcher/runner.js'
import { startGitHubApi } from '../stand-in/github/api.js'
import { GITHUB_TOKEN } from '../stand-in/github/server.js'
import {
  gitHubState,
  type PullRequest,
  type Repository,
  requiresChecks,
  requiresQueue,
  type State,
  type Wire,
} from '../stand-in/github/state.js'

/** What happened to somebody in a public thread, as answers of the stand-in, and what the step has to tell. */
export interface Story {
  /** `dequeued` of #42 into main, unless given. */
  event?: RunOptions['event']
  /** Beside `source: github` and `comment: always`. */
  inputs?: Record<string, string>
  /** #42 in the first, the second … query; the last one stays. */
  standings?: Wire[]
  pullRequest?: PullRequest
  repository?: Repository
  state?: Omit<State, 'repositories'>
  conclusion: string
  diagnosis: string
  outputs?: Record<string, string>
  /**
   * What the last line of the log and the comment have to hold. An age is held without its last digits, because the
   * stories take a minute or two.
   */
  says: string[]
  /** What stands in a warning or a notice. */
  warns?: string[]
}

/** Head of #42 in the event; the commits of its group, of the target branch, and of the event `merge_group`. */
export const HEAD = 'a7f3772c30eb0c79b2472e1777c5bbdae1355ab7'
export const GROUP = 'c'.repeat(40)
export const MAIN = '0'.repeat(40)
export const EVENT_GROUP = '62983e0bda3891a5aedaf0878b634d292e518de5'

/** The time so many minutes ago: the step measures ages by the real clock. */
export function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString()
}

export const added = (minutes = 90): Wire => ({ kind: 'added', at: ago(minutes) })
export const removed = (reason: string | null, minutes = 10, group: string | null = GROUP): Wire => ({
  ...{ kind: 'removed', at: ago(minutes), reason, group },
})
/** Thrown out ten minutes ago. */
export const out = (reason: string | null): Wire => ({ events: [added(), removed(reason)] })
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

/** The event `pull_request` of #42, with other members of the payload. */
export function pullRequestEvent(changes: Wire, members: Wire = {}): RunOptions['event'] {
  const { env: _, ...event } = loadEvent('pull-request')
  const { pull_request: own, ...payload } = event.payload as Record<string, Wire>
  return { ...event, payload: { ...payload, ...changes, pull_request: { ...own, ...members } } }
}

export function dequeued(reason = 'CI_FAILURE', minutes = 10): RunOptions['event'] {
  return pullRequestEvent({ action: 'dequeued', reason }, { updated_at: ago(minutes) })
}

/** The base of a pull request that is stacked on another one. */
export function stackBase(): Wire {
  const { payload } = loadEvent('pull-request')
  const { pull_request: own } = payload as { pull_request: { base: Wire } }
  return { ...own.base, ref: 'feature/one' }
}

export function forkEvent(): RunOptions['event'] {
  return withoutEnv(loadEvent('pull-request-fork'))
}

/** The event `workflow_run` of a run on the merge group of #42. */
export function workflowRunEvent(): RunOptions['event'] {
  const { env: _, ...event } = loadEvent('workflow-run-push')
  const { workflow_run: run, ...payload } = event.payload as Record<string, Wire>
  const members = { event: 'merge_group', head_sha: GROUP, head_branch: `gh-readonly-queue/main/pr-42-${MAIN}` }
  return { ...event, payload: { ...payload, workflow_run: { ...run, ...members, conclusion: 'failure' } } }
}

export const IN_GROUP: RunOptions['event'] = withoutEnv(loadEvent('merge-group'))

function withoutEnv({ env: _, ...event }: ReturnType<typeof loadEvent>): RunOptions['event'] {
  return event
}

export async function play({ event = dequeued(), inputs, standings, pullRequest, repository, state }: Story) {
  const own = { head: { sha: HEAD }, ...(standings && { standings }), ...pullRequest }
  const api = await startGitHubApi(
    gitHubState({ branches: { main: MAIN }, rules: rules('unit'), ...repository, pullRequests: { 42: own } }, state),
  )
  try {
    const result = await runAction({
      event,
      inputs: { source: 'github', comment: 'always', ...inputs },
      env: { GITHUB_API_URL: api.url, GITHUB_GRAPHQL_URL: api.graphqlUrl },
      githubToken: GITHUB_TOKEN,
    })
    const lines = maskLog(result.stdout)
      .split('\n')
      .filter(line => /^::(?:error|warning|notice)/.test(line))
    const comments = api.state.repositories['acme/rocket']?.pullRequests?.[42]?.comments ?? []
    return {
      result,
      requests: api.requests,
      violations: api.violations,
      /** Errors, warnings and notices; the last one is what the step ends with. */
      lines: lines.map(decoded),
      comment: plainText(comments.at(-1)?.body ?? ''),
    }
  } finally {
    await api.close()
  }
}

function decoded(line: string): string {
  return line.replaceAll('%25', '%').replaceAll('%3A', ':').replaceAll('%2C', ',')
}

/** A comment as it is read: without markup, with names as the log has them. */
function plainText(html: string): string {
  return html
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<a href="([^"]*)"><code>(.*?)<\/code><\/a>/g, '`$2` ($1)')
    .replaceAll(/<\/?code>/g, '`')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#8203;', '')
    .replaceAll('&#35;', '#')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
    .trim()
}
