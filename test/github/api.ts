import { afterEach, expect } from 'vitest'
import {
  createGitHubClient,
  type GitHubClientOptions,
  type GitHubScope,
  type RequestOptions,
} from '../../src/github/client.ts'
import type { Clock } from '../../src/runner/clock.ts'
import { cleanerOf } from '../../src/text/outside.ts'
import { violationsOf } from '../checkers/github.ts'
import { type GitHubApi, startGitHubApi } from '../stand-in/github/api.js'
import type { State } from '../stand-in/github/state.js'
import { GITHUB_TOKEN } from '../stand-in/github/state.js'

/** The time of all tests, in milliseconds since the epoch. */
export const NOW = Date.parse('2026-03-02T10:00:00Z')

export const ROCKET = { owner: 'acme', name: 'rocket' }

/** A clock on which nothing takes time but sleeping. */
export function sleepingClock(slept: number[] = []): Clock {
  let now = NOW
  return {
    now: () => now,
    monotonic: () => now,
    sleep: async ms => {
      slept.push(ms)
      now += ms
    },
  }
}

interface Options extends Partial<GitHubClientOptions> {
  enterprise?: boolean
  requestOptions?: Partial<RequestOptions>
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
  return async (state: State, { enterprise = false, requestOptions = {}, ...options }: Options = {}) => {
    const api = await startGitHubApi(state, { enterprise })
    open.push(api)
    const client = createGitHubClient({
      apiUrl: api.url,
      graphqlUrl: api.graphqlUrl,
      token: GITHUB_TOKEN,
      clean: cleanerOf(GITHUB_TOKEN),
      requestTimeoutMs: 10_000,
      clock: sleepingClock(),
      random: () => 0,
      ...options,
    })
    const scope: GitHubScope = {
      client,
      repository: ROCKET,
      requestOptions: { signal: new AbortController().signal, ...requestOptions },
    }
    return { api, client, scope }
  }
}
