import { afterEach, expect } from 'vitest'
import { requestBudget } from '../../src/github/bounds.ts'
import { createGitHubClient, type GitHubClientOptions, type GitHubPoll } from '../../src/github/client.ts'
import type { Clock } from '../../src/runner/clock.ts'
import { cleanerOf } from '../../src/text/secret.ts'
import { violationsOf } from '../checkers/github.ts'
import { type GitHubApi, startGitHubApi } from '../stand-in/github/api.js'
import { GITHUB_TOKEN } from '../stand-in/github/server.js'
import type { State } from '../stand-in/github/state.js'

/** The time of all tests, in milliseconds since the epoch. */
export const NOW = Date.parse('2026-03-02T10:00:00Z')

export const ROCKET = { owner: 'acme', name: 'rocket' }

/** A clock that stands still; sleeping takes no time. */
export function stillClock(now: () => number = () => NOW): Clock {
  return { now, monotonic: now, sleep: async () => {} }
}

interface Options extends Partial<GitHubClientOptions> {
  enterprise?: boolean
  /** Requests of the poll. */
  requests?: number
  /** Milliseconds for each of them. */
  timeoutMs?: number
}

/**
 * Gives a test file a function that starts the stand-in and makes a client of it. After each test, all requests and
 * answers are checked against GitHub's own description.
 */
export function useGitHub() {
  const open: GitHubApi[] = []
  afterEach(async () => {
    const apis = open.splice(0)
    await Promise.all(apis.map(api => api.close()))
    for (const api of apis) expect(await violationsOf(api)).toEqual([])
  })
  return async (state: State, { enterprise = false, requests = 10, timeoutMs, ...options }: Options = {}) => {
    const api = await startGitHubApi(state, { enterprise })
    open.push(api)
    const client = createGitHubClient({
      apiUrl: api.url,
      graphqlUrl: api.graphqlUrl,
      token: GITHUB_TOKEN,
      clean: cleanerOf(GITHUB_TOKEN),
      clock: stillClock(),
      ...options,
    })
    const poll: GitHubPoll = { budget: requestBudget(requests), signal: undefined, ...(timeoutMs && { timeoutMs }) }
    return { api, client, poll }
  }
}
