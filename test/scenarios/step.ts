/** The bundle as a step between the two stand-ins. */
import { type EventFixture, loadEvent } from '../events/index.js'
import { type RunOptions, type RunResult, runAction } from '../launcher/runner.js'
import { type GitHubApi, startGitHubApi } from '../stand-in/github/api.js'
import { GITHUB_TOKEN, type State as GitHubState } from '../stand-in/github/state.js'
import { type LoggedRequest, startService, TOKEN } from '../stand-in/service/server.js'
import type { State } from '../stand-in/service/state.js'

export type StepEvent = EventFixture | RunOptions['event']

export interface Step {
  /** `pull-request`, unless given: #42, mona/more-thrust into main. */
  event?: StepEvent
  /** Beside `endpoint` and `api-token`, unless GitHub's own queue is asked; an empty text takes one away. */
  inputs?: Record<string, string>
  env?: Record<string, string | undefined>
  /** Files of the workspace, text by path. */
  workspace?: Record<string, string>
  /** Answers of the service; anything that is not here is a 404 in plain text. */
  answers?: NonNullable<State['answers']>
  /** The token that the service takes. */
  token?: string
  /** With it `github-token` is there, unless `githubToken` says otherwise. */
  github?: GitHubState
  githubToken?: string
}

/** Runs a step; `github` is as the step has left it, and `requests` went to the service. */
export async function runStep(
  step: Step,
): Promise<{ result: RunResult; requests: LoggedRequest[]; github: GitHubApi }> {
  const { event = 'pull-request', inputs = {}, answers = {}, token = TOKEN, env, workspace, github, githubToken } = step
  const { env: variables, ...loaded } = typeof event === 'string' ? loadEvent(event) : { ...event, env: {} }
  const service = await startService({ state: { repositories: [], answers }, token })
  const api = await startGitHubApi(github ?? { repositories: {} })
  const asked = inputs['source'] === 'github' ? {} : { endpoint: service.url, 'api-token': token }
  try {
    const result = await runAction({
      event: loaded,
      inputs: { ...asked, ...inputs },
      env: { GITHUB_API_URL: api.url, GITHUB_GRAPHQL_URL: api.graphqlUrl, ...variables, ...env },
      githubToken: githubToken ?? (github ? GITHUB_TOKEN : ''),
      ...(workspace && { workspace }),
    })
    return { result, requests: service.requests, github: api }
  } finally {
    await Promise.all([service.close(), api.close()])
  }
}
