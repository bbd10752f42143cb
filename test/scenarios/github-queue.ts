import { expect, test } from 'vitest'
import { violationsOf } from '../checkers/github.ts'
import { type EventFixture, loadEvent } from '../events/index.js'
import { type RunOptions, runAction } from '../launcher/runner.js'
import { startGitHubApi } from '../stand-in/github/api.js'
import { GITHUB_TOKEN } from '../stand-in/github/server.js'
import { gitHubState, type PullRequest, type Repository, type State, type Wire } from '../stand-in/github/state.js'
import { HEAD } from './bodies.ts'
import { expectNoSecret, expectReport, MADE_ANEW, type Outputs, wordsOf } from './scenario.ts'

/** A step with `source: github`, and what has to come out. */
export interface QueueScenario {
  /** `pull-request`, unless given: #42 into main. */
  event?: EventFixture | RunOptions['event']
  /** Beside `source: github`. */
  inputs?: Record<string, string>
  /** #42 in the first, the second … query; the last one stays. Left out: it was never submitted. */
  standings?: Wire[]
  pullRequest?: PullRequest
  repository?: Repository
  state?: Omit<State, 'repositories'>
  githubToken?: string
  workspace?: Record<string, string>
  env?: Record<string, string>
  exit: 0 | 1
  /** Only those that the case is about. */
  outputs: Outputs
  /** The output `reasons` in short, `<condition>: <code>` or `<code>`. */
  reasons?: string[]
  /** In any order; not compared unless given. */
  requests?: string[]
}

/** The commit of the merge group. */
export const GROUP = 'c'.repeat(40)

/** Minutes of the morning on which everything happens. */
export function at(minute: number): string {
  return `2025-03-11T09:${String(minute).padStart(2, '0')}:00Z`
}

export const added = (minute = 10): Wire => ({ kind: 'added', at: at(minute) })
export const removed = (reason: string | null, minute = 20, group: string | null = GROUP): Wire => ({
  kind: 'removed',
  at: at(minute),
  reason,
  group,
})
/** In the queue, with a group that is being checked. */
export const queued = (entry: Wire = {}): Wire => ({
  entry: { state: 'AWAITING_CHECKS', enqueuedAt: at(10), position: 2, headCommit: GROUP, ...entry },
  events: [added()],
})
export const MERGED: Wire = { merged: true, state: 'MERGED', events: [added(), removed('merged')] }

export async function runQueueScenario(values: QueueScenario) {
  const { event = 'pull-request', inputs, standings, pullRequest, repository, state, env } = values
  const loaded = typeof event === 'string' ? loadEvent(event) : { ...event, env: {} }
  const own = { head: { sha: HEAD }, ...(standings && { standings }), ...pullRequest }
  const api = await startGitHubApi(
    gitHubState({ branches: { main: '0'.repeat(40) }, ...repository, pullRequests: { 42: own } }, state),
  )
  try {
    const result = await runAction({
      event: loaded,
      inputs: { source: 'github', ...inputs },
      env: { GITHUB_API_URL: api.url, GITHUB_GRAPHQL_URL: api.graphqlUrl, ...loaded.env, ...env },
      githubToken: values.githubToken ?? GITHUB_TOKEN,
      ...(values.workspace && { workspace: values.workspace }),
    })
    return { result, requests: api.requests.toSorted(), violations: await violationsOf(api) }
  } finally {
    await api.close()
  }
}

/** Without ages: the stand-in's times stand still, and the clock does not. */
function ageless(text: string): string {
  return text.replace(/\b\d+(?:\.\d+)? (?:d|h|m|min|s)(?: \d+ (?:h|m|min|s))?\b/g, 'AGE')
}

/** Registers the cases of a theme, each a run of the bundle; their words lie in `snapshots/<theme>.txt`. */
export function queueScenarios(theme: string, cases: Record<string, QueueScenario>): void {
  const words: Record<string, string> = {}
  test.each(Object.entries(cases))(`${theme}: %s`, async (name, values) => {
    const { result, requests, violations } = await runQueueScenario(values)
    const { exitCode, stderr, outputs } = result
    words[name] = ageless(wordsOf(result))
    const reasons: { code: string; condition: string | null }[] = JSON.parse(outputs['reasons'] ?? '[]')
    const told = Object.keys(values.outputs)
    expect({
      exitCode,
      stderr,
      outputs: Object.fromEntries(told.map(each => [each, outputs[each]])),
      reasons: reasons.map(({ condition, code }) => (condition === null ? code : `${condition}: ${code}`)),
      ...(values.requests && { requests }),
    }).toEqual({
      exitCode: values.exit,
      stderr: '',
      outputs: values.outputs,
      reasons: values.reasons ?? [],
      ...(values.requests && { requests: values.requests.toSorted() }),
    })
    expect(violations).toEqual([])
    expectReport(result)
    expectNoSecret(result)
  })

  test(`${theme}: words`, async () => {
    const told = Object.keys(cases).map(name => `=== ${name}\n${words[name]}\n`)
    await expect(told.join('\n'), MADE_ANEW).toMatchFileSnapshot(`snapshots/${theme}.txt`)
  })
}
