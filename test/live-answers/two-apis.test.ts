/**
 * The same world by both APIs of the service: a key of the v2 API, swapped in the secret alone, gives the same verdict,
 * outputs and sentences.
 */
import { expect, test } from 'vitest'
import type { HttpAnswer, HttpRequest } from '../../src/http/exchange.ts'
import { answered } from '../sources/doubles.ts'
import { answer, operationOfPath } from '../stand-in/service/operations.js'
import { EXAMPLE, exampleState } from '../stand-in/service/scenario.js'
import { changePullRequest, type State } from '../stand-in/service/state.js'
import { answerV2, routeOf } from '../stand-in/service/v2.js'
import { NOW, playAgainst } from './play.ts'

const EXAMPLE_STATE = exampleState({ now: NOW })

/** The example, with transitions of #1202 in the words of v2. */
function withHistory(transition: Record<string, unknown>): State {
  const [repository, ...others] = EXAMPLE_STATE.repositories
  const queues = repository?.queues.map(queue => ({ ...queue, histories: { 1202: [transition] } })) ?? []
  const state: State = { ...EXAMPLE_STATE, repositories: repository ? [{ ...repository, queues }, ...others] : others }
  const entry = { state: transition['state'], stateChangedAt: transition['changedAt'] }
  return changePullRequest(1202, entry)(state)
}

const AT = new Date(NOW - 120_000).toISOString()
const RUN = { 'test-run-id': EXAMPLE.testRunId }

const STORIES: [string, require: string, number: number, State, inputs?: Record<string, string>][] = [
  ['merged', 'merged, settled', 1201, EXAMPLE_STATE],
  ['waits to be merged', 'tests-passed, ready', 1203, EXAMPLE_STATE],
  ['being tested, with its run', 'test-run-succeeded', 1205, EXAMPLE_STATE, RUN],
  ['held', 'settled', 1206, EXAMPLE_STATE],
  ['not mergeable', 'ready', 1208, EXAMPLE_STATE],
  ['never submitted', 'submitted', 7, EXAMPLE_STATE],
  ['never submitted, and safe to push', 'not-submitted', 7, EXAMPLE_STATE],
  ['no such queue', 'queue-running', 7, EXAMPLE_STATE, { 'target-branch': 'mian' }],
  ['a paused queue', 'queue-running, queue-empty', 7, EXAMPLE_STATE, { 'target-branch': EXAMPLE.pausedBranch }],
  [
    'failed checks',
    'merged',
    1202,
    withHistory({
      state: 'failed',
      reason: 'TEST_RUN_REQUIRED_STATUS_FAILED',
      changedAt: AT,
      failed: { failureCausingChecks: [{ name: 'unit', url: 'https://ci.example/unit', conclusion: 'TIMED_OUT' }] },
    }),
  ],
  ['a push', 'merged', 1202, withHistory({ state: 'cancelled', reason: 'PR_PUSHED_TO', changedAt: AT })],
  [
    'a person',
    'merged',
    1202,
    withHistory({ state: 'cancelled', reason: 'USER_REQUESTED', changedAt: AT, actor: { gitHubLogin: 'mona' } }),
  ],
]

test.each(STORIES)('%s', async (_, require, number, state, inputs) => {
  const given = {
    require,
    inputs: { repository: 'example/shop', 'pull-request': String(number), 'target-branch': EXAMPLE.branch, ...inputs },
  }
  const [v1, v2] = [await playAgainst(byV1(state), 'v1', given), await playAgainst(byV2(state), 'v2', given)]
  expect(v2.outputs).toEqual({ ...v1.outputs, source: 'service-v2', 'report-file': v2.outputs['report-file'] })
  expect(sentencesOf(v2.log)).toEqual(sentencesOf(v1.log))
})

const byV1 =
  (state: State) =>
  ({ url, body }: HttpRequest): HttpAnswer => {
    const operation = operationOfPath[url.pathname]
    if (operation === undefined) throw new Error(`an odd request: ${url}`)
    const { status, body: told } = answer(operation, state, JSON.parse(body ?? ''))
    return answered(status, told)
  }

const byV2 =
  (state: State) =>
  ({ url }: HttpRequest): HttpAnswer => {
    const route = routeOf(url.pathname + url.search)
    if (route === null) throw new Error(`an odd request: ${url}`)
    const { status, body } = answerV2(route.name, state, route.id, route.query)
    return answered(status, body)
  }

/** What is said after the requests. */
function sentencesOf(log: string): string[] {
  return log.split('\n').slice(log.split('\n').lastIndexOf('::endgroup::') + 1)
}
