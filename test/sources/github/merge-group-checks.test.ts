import { expect, test } from 'vitest'
import { readMergeGroupChecks } from '../../../src/sources/github/merge-group-checks.ts'
import { readRequired } from '../../../src/sources/github/required.ts'
import { asText } from '../../../src/text/message.ts'
import { useGitHub } from '../../github/api.ts'
import { gitHubState, requiresChecks, sha } from '../../stand-in/github/state.js'

type Repository = Parameters<typeof gitHubState>[0]
type Rest = Parameters<typeof gitHubState>[1]

const start = useGitHub()
const HEAD = sha('b')
const CI = '.github/workflows/ci.yml'
const BRANCH: Repository = { branches: { main: sha('c') }, rules: { main: [requiresChecks('unit')] } }
const QUEUE = 'on: merge_group\njobs: { unit: { runs-on: x } }\n'
const OPEN = `on: merge_group
jobs: { a: { name: "\${{ matrix.os }}" } }
`

async function read(repository: Repository, rest: Rest = {}, head: string | null = HEAD) {
  const { scope } = await start(gitHubState({ ...BRANCH, ...repository }, rest))
  return readMergeGroupChecks(scope, 'main', head, readRequired(scope, 'main'))
}

async function verdicts(...given: Parameters<typeof read>): Promise<string[] | string> {
  const found = await read(...given)
  return 'value' in found ? found.value.checks.map(({ verdict }) => verdict) : found.failure.code
}

test('the files are those of the commit, the checks those of the branch', async () => {
  const pull = 'name: CI\non: pull_request\njobs: { unit: { runs-on: x } }\n'
  const found = await read({ workflows: { [HEAD]: { 'ci.yml': pull, 'notes.md': '', 'broken.yaml': '[' }, main: {} } })
  expect(found).toEqual({
    value: {
      workflowRef: HEAD,
      checks: [
        {
          name: 'unit',
          verdict: 'uncovered',
          job: { file: CI, workflow: 'CI', id: 'unit', line: 3 },
          triggerLine: 2,
          whyNotCovered: expect.anything(),
          remedy: expect.anything(),
          warnings: [],
        },
      ],
      brokenFiles: ['.github/workflows/broken.yaml'],
    },
  })
})

test.each<[string, Repository, Rest, string | null, string[] | string]>([
  ['the last commit of the branch', { workflows: { main: { 'ci.yml': QUEUE } } }, {}, null, ['covered']],
  ['no folder of workflows', { workflows: { [HEAD]: {} } }, {}, HEAD, ['unknown']],
  ['a commit that is not there', { workflows: {} }, {}, HEAD, 'not-found'],
  ['no permission for contents', {}, { permissions: { contents: 'none' } }, HEAD, 'github-forbidden'],
  [
    'a file that is too large',
    { workflows: { [HEAD]: { 'ci.yml': `#${' '.repeat(1_000_000)}` } } },
    {},
    HEAD,
    ['unknown'],
  ],
])('%s', async (_, repository, rest, head, expected) => {
  expect(await verdicts(repository, rest, head)).toEqual(expected)
})

const seen = (...checks: object[]): Repository => ({
  workflows: { [HEAD]: { 'ci.yml': OPEN } },
  groups: [{ removedAt: '2026-03-01T10:00:00Z', checks }],
})
const [EARLY, LATE] = ['2026-03-01T09:59:00Z', '2026-03-01T10:01:00Z']

test.each<[string, Repository, string]>([
  ['a run of the group', seen({ name: 'unit', file: CI }), 'covered'],
  ['a run of the group that ended after the merge', seen({ name: 'unit', file: CI, at: LATE }), 'covered'],
  ['a run of a push to the branch', seen({ name: 'unit', file: CI, event: 'push' }), 'unknown'],
  ['a run of another file', seen({ name: 'unit', file: 'gone.yml' }), 'unknown'],
  ['an app', seen({ name: 'unit', app: 7, at: EARLY }), 'covered'],
  ['an app that reported on the branch', seen({ name: 'unit', app: 7, at: LATE }), 'unknown'],
  ['a status', seen({ context: 'unit', at: EARLY, by: 'jenkins' }), 'covered'],
  ['a status that was set on the branch', seen({ context: 'unit', at: LATE, by: 'jenkins' }), 'unknown'],
  [
    'a status that some workflow set',
    { ...seen({ context: 'unit', at: EARLY, by: 'github-actions' }), workflows: { [HEAD]: {} } },
    'unknown',
  ],
  ['nothing', seen(), 'unknown'],
])('seen on the last groups: %s', async (_, repository, expected) => {
  expect(await verdicts(repository)).toEqual([expected])
})

test('what the token may not see of the last groups is not known, and no failure', async () => {
  const found = await read(seen({ name: 'unit', file: CI }), { permissions: { checks: 'none' } })
  expect('value' in found && found.value.checks.map(({ verdict }) => verdict)).toEqual(['unknown'])
})

test('rules that could not be read leave open what else is required', async () => {
  const repository: Repository = {
    workflows: { [HEAD]: { 'ci.yml': QUEUE } },
    rules: { main: [requiresChecks('unit'), { type: 'code_scanning', parameters: { code_scanning_tools: [] } }] },
    protections: { main: { protection: { enabled: true } } },
  }
  const found = await read(repository)
  const { whyMoreMayBeRequired = '', isRequiredListPartial } = 'value' in found ? found.value : {}
  expect([asText(whyMoreMayBeRequired), isRequiredListPartial]).toEqual([
    'the rule `code_scanning` of the branch asks for checks that GitHub does not name',
    true,
  ])
})
