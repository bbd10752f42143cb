import { expect, test } from 'vitest'
import { readRules } from '../../src/github/read.ts'
import {
  ACTIONS_APP,
  type Answer,
  gitHubState,
  requiresChecks,
  requiresQueue,
  type State,
  type Wire,
} from '../stand-in/github/state.js'
import { useGitHub } from './api.ts'

const openGitHub = useGitHub()

async function read(rules: Wire[], rest: Omit<State, 'repositories'> = {}, branch = 'main') {
  const { scope, api } = await openGitHub(gitHubState({ rules: { [branch]: rules } }, rest))
  return { rules: await readRules(scope, branch), api }
}

const ACTIONS = { context: 'e2e', integration_id: ACTIONS_APP }
const WHERE = 'GET /repos/acme/rocket/rules/branches/'

test.each<[string, Wire[], object]>([
  ['no rule', [], { types: [], checks: [], timeoutMinutes: null }],
  ['a queue, and its time-out', [requiresQueue(60)], { types: ['merge_queue'], timeoutMinutes: 60 }],
  ['a queue of another shape', [{ type: 'merge_queue' }], { types: ['merge_queue'], timeoutMinutes: null }],
  [
    "anybody's check and that of an app",
    [{ type: 'deletion' }, requiresChecks('unit', ACTIONS)],
    {
      types: ['deletion', 'required_status_checks'],
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
  expect((await read(rules)).rules).toMatchObject({ ...expected, incomplete: null })
})

test('a branch with a slash', async () => {
  const { rules } = await read([requiresChecks('unit')], {}, 'release/1.4')
  expect(rules.checks).toHaveLength(1)
})

const wrong = (body: unknown): Answer => ({ status: 200, body })

test.each<[string, Answer, object]>([
  ['a rule without a type', wrong([{}]), { code: 'contract-broken' }],
  ['checks without parameters', wrong([{ type: 'required_status_checks' }]), { code: 'contract-broken' }],
  [
    'a check without a name',
    wrong([{ type: 'required_status_checks', parameters: { required_status_checks: [{}] } }]),
    { code: 'contract-broken' },
  ],
])('rules that are not all known: %s', async (_, answer, incomplete) => {
  const { rules } = await read([], { faults: [{ at: WHERE, answer, violates: true }] })
  expect(rules).toMatchObject({ incomplete })
})
