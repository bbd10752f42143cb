/** One comment and one status, by the bundle against a stateful GitHub that is held to GitHub's own description. */
import { expect, test } from 'vitest'
import { violationsOf } from '../checkers/github.ts'
import { left, pullRequest, queue } from './bodies.ts'
import { gitHubWith } from './queue.ts'
import { expectNoSecret, expectReport, ok } from './scenario.ts'
import { runStep } from './step.ts'

const READY = pullRequest()
const OUT = left('failed')

test('one comment that is kept up to date, and a status for each run; an older run changes no newer comment', async () => {
  let state = gitHubWith({})
  const seen: string[] = []
  for (const [body, run] of [
    [OUT, '100'],
    [READY, '103'],
    [OUT, '101'],
  ] as const) {
    const { result, github } = await runStep({
      inputs: { require: 'ready', comment: 'on-failure', 'status-context': 'gate' },
      answers: { getSubmittedPullRequest: ok(body), getQueue: ok(queue()) },
      env: { GITHUB_RUN_ID: run },
      github: state,
    })
    state = github.state
    expect(result.stderr).toBe('')
    expect(result.outputs['comment-url']).toBe('https://github.com/acme/rocket/pull/42#issuecomment-1001')
    expectReport(result)
    expectNoSecret(result)
    expect(await violationsOf(github)).toEqual([])
    const { pullRequests = {}, statuses = {} } = state.repositories['acme/rocket'] ?? {}
    const headlines = (pullRequests[42]?.comments ?? []).map(each => /<h3>(.*)<\/h3>/.exec(each.body)?.[1])
    const states = Object.values(statuses).flat()
    seen.push(`${headlines.join()} · ${states.map(each => each['state']).join()}`)
  }
  expect(seen).toEqual([
    '⛔ #&#8203;42 failed in the queue · failure',
    '✅ #&#8203;42 is ready · failure,success',
    '✅ #&#8203;42 is ready · failure,success,failure',
  ])
})
