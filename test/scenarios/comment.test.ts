/** One comment and one status, by the bundle against a stateful GitHub that is held to GitHub's own description. */
import { expect, test } from 'vitest'
import { violationsOf } from '../checkers/github.ts'
import { loadEvent } from '../events/index.js'
import { runAction } from '../launcher/runner.js'
import { startGitHubApi } from '../stand-in/github/api.js'
import { GITHUB_TOKEN } from '../stand-in/github/server.js'
import { gitHubState } from '../stand-in/github/state.js'
import { startService, TOKEN } from '../stand-in/service/server.js'
import { HEAD, left, pullRequest, queue } from './bodies.ts'
import { expectNoSecret, expectReport, ok } from './scenario.ts'

const READY = pullRequest()
const OUT = left('failed')

test('one comment that is kept up to date, and a status for each run; an older run changes no newer comment', async () => {
  const state = gitHubState({ pullRequests: { 42: { head: { sha: HEAD } } }, branches: { head: HEAD } })
  const api = await startGitHubApi(state)
  const seen: string[] = []
  for (const [body, run] of [
    [OUT, '100'],
    [READY, '103'],
    [OUT, '101'],
  ] as const) {
    const answers = { getSubmittedPullRequest: ok(body), getQueue: ok(queue()) }
    const service = await startService({ state: { repositories: [], answers } })
    const event = loadEvent('pull-request')
    const result = await runAction({
      event,
      inputs: {
        endpoint: service.url,
        'api-token': TOKEN,
        require: 'ready',
        comment: 'on-failure',
        'status-context': 'gate',
      },
      env: { GITHUB_API_URL: api.url, GITHUB_GRAPHQL_URL: api.graphqlUrl, ...event.env, GITHUB_RUN_ID: run },
      githubToken: GITHUB_TOKEN,
    })
    await service.close()
    expect(result.stderr).toBe('')
    expect(result.outputs['comment-url']).toBe('https://github.com/acme/rocket/pull/42#issuecomment-1001')
    expectReport(result)
    expectNoSecret(result)
    const { pullRequests = {}, statuses = {} } = api.state.repositories['acme/rocket'] ?? {}
    const headlines = (pullRequests[42]?.comments ?? []).map(each => /<h3>(.*)<\/h3>/.exec(each.body)?.[1])
    seen.push(`${headlines.join()} · ${statuses[HEAD]?.map(each => each['state']).join()}`)
  }
  await api.close()
  expect(seen).toEqual([
    '⛔ #&#8203;42 failed in the queue · failure',
    '✅ #&#8203;42 is ready · failure,success',
    '✅ #&#8203;42 is ready · failure,success,failure',
  ])
  expect(await violationsOf(api)).toEqual([])
})
