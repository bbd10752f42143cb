import { expect, test } from 'vitest'
import { readRequiredChecks } from '../../src/github/rules.ts'
import { rendered } from '../../src/text/message.ts'
import * as answers from '../stand-in/github/answers.js'
import {
  ACTIONS_APP,
  type Answer,
  gitHubState,
  requiresChecks,
  type State,
  type Wire,
} from '../stand-in/github/state.js'
import { ROCKET, useGitHub } from './api.ts'

const openGitHub = useGitHub()

async function read(rules: Wire[], rest: Omit<State, 'repositories'> = {}, branch = 'main', options = {}) {
  const { client, poll, api } = await openGitHub(gitHubState({ rules: { [branch]: rules } }, rest), options)
  return { reading: await readRequiredChecks({ client, repository: ROCKET, poll }, branch), api }
}

const ACTIONS = { context: 'e2e', integration_id: ACTIONS_APP }
const WHERE = 'GET /repos/acme/rocket/rules/branches/'

test.each<[string, Wire[], object[]]>([
  ['no rule', [], []],
  ['a rule of another kind', [{ type: 'deletion' }], []],
  ['no check', [requiresChecks()], []],
  [
    "anybody's check and that of an app",
    [{ type: 'deletion' }, requiresChecks('unit', ACTIONS)],
    [
      { name: 'unit', appId: null },
      { name: 'e2e', appId: ACTIONS_APP },
    ],
  ],
  [
    'several rulesets, each check once',
    [requiresChecks('unit', 'e2e'), requiresChecks('unit', ACTIONS)],
    [
      { name: 'unit', appId: null },
      { name: 'e2e', appId: null },
      { name: 'e2e', appId: ACTIONS_APP },
    ],
  ],
])('%s', async (_, rules, value) => {
  expect((await read(rules)).reading).toEqual({ value })
})

test('a branch with a slash, on pages', async () => {
  const rules = Array.from({ length: 101 }, (_, at) => requiresChecks(`check ${at}`))
  const { reading, api } = await read(rules, {}, 'release/1.4')
  expect(isRead(reading) && reading.value.length).toBe(101)
  expect(api.requests).toEqual([1, 2].map(page => `${WHERE}release%2F1.4?per_page=100&page=${page}`))
})

const wrong = (body: unknown): Answer => ({ status: 200, body })

test.each<[string, Answer, object]>([
  [
    'without `metadata: read`',
    answers.forbidden(),
    {
      cause: 'forbidden',
      message: 'GitHub refused to list the rules of the branch (403)',
      remedy: "Add `metadata: read` to the job's `permissions`, or set `github-token` to a token that has it.",
    },
  ],
  ['no list', wrong({}), { cause: 'unexpected' }],
  ['a rule without a type', wrong([{}]), { cause: 'unexpected', message: expect.stringContaining('`[0].type`') }],
  ['checks without parameters', wrong([{ type: 'required_status_checks' }]), { cause: 'unexpected' }],
  [
    'a check without a name',
    wrong([{ type: 'required_status_checks', parameters: { required_status_checks: [{}] } }]),
    { cause: 'unexpected', message: expect.stringContaining('`required_status_checks[0].context`') },
  ],
])('%s', async (_, answer, failure) => {
  const { reading } = await read([], { faults: [{ at: WHERE, answer, violates: answer.status === 200 }] })
  expect(rendered(reading)).toMatchObject({ failure })
})

test('rules that are not all read are not known', async () => {
  const rules = Array.from({ length: 301 }, () => requiresChecks('unit'))
  const { reading } = await read(rules, {}, 'main', { requests: 3 })
  expect(reading).toMatchObject({ failure: { cause: 'over-budget' } })
})
