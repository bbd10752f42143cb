import { expect, test } from 'vitest'
import { readRequired } from '../../../src/sources/github/required.ts'
import { useGitHub } from '../../github/api.ts'
import {
  ACTIONS_APP,
  type Answer,
  gitHubState,
  requiresChecks,
  requiresQueue,
  type State,
  sha,
  type Wire,
} from '../../stand-in/github/state.js'

const openGitHub = useGitHub()

async function read(rules: Wire[], rest: Omit<State, 'repositories'> = {}, branch = 'main') {
  const { scope } = await openGitHub(
    gitHubState({ branches: { [branch]: sha('c') }, rules: { [branch]: rules } }, rest),
  )
  return readRequired(scope, branch)
}

const ACTIONS = { context: 'e2e', integration_id: ACTIONS_APP }
const WHERE = 'GET /repos/acme/rocket/rules/branches/'
const QUEUE = { value: true }

test.each<[string, Wire[], object]>([
  ['no rule', [], { hasQueue: { failure: { code: 'queue-not-found' } }, checks: [], timeoutMinutes: null }],
  ['a queue, and its time-out', [requiresQueue(60)], { hasQueue: QUEUE, timeoutMinutes: 60 }],
  ['a queue of another shape', [{ type: 'merge_queue' }], { hasQueue: QUEUE, timeoutMinutes: null }],
  [
    "anybody's check and that of an app",
    [{ type: 'deletion' }, requiresChecks('unit', ACTIONS)],
    {
      checks: [
        { name: 'unit', appId: null },
        { name: 'e2e', appId: ACTIONS_APP },
      ],
    },
  ],
  [
    'an app whose id is none',
    [requiresChecks({ context: 'e2e', integration_id: -1 })],
    { checks: [{ name: 'e2e', appId: null }] },
  ],
])('%s', async (_, rules, expected) => {
  expect(await read(rules)).toMatchObject({ ...expected, gaps: [] })
})

test('a branch with a slash', async () => {
  expect((await read([requiresChecks('unit')], {}, 'release/1.4')).checks).toHaveLength(1)
})

const wrong = (body: unknown): Answer => ({ status: 200, body })

test.each<[string, Answer]>([
  ['a rule without a type', wrong([{}])],
  ['checks without parameters', wrong([{ type: 'required_status_checks' }])],
  ['a check without a name', wrong([{ type: 'required_status_checks', parameters: { required_status_checks: [{}] } }])],
])('rules that are not all known: %s', async (_, answer) => {
  const { gaps } = await read([], { faults: [{ at: WHERE, answer, violates: true }] })
  expect(gaps).toMatchObject([{ failure: { code: 'contract-broken' } }])
})
