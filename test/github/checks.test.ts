import { describe, expect, test } from 'vitest'
import type { Check } from '../../src/facts/facts.ts'
import { hasValue } from '../../src/facts/facts.ts'
import { readChecks } from '../../src/github/checks.ts'
import * as answers from '../stand-in/github/answers.js'
import {
  ACTIONS_APP,
  type Answer,
  gitHubState,
  type Repository,
  type State,
  sha,
  type Wire,
} from '../stand-in/github/state.js'
import { useGitHub } from './api.ts'

const openGitHub = useGitHub()
const HEAD = sha('a')
const RUNS = `GET /repos/acme/rocket/commits/${HEAD}/check-runs`
const STATUS = `GET /repos/acme/rocket/commits/${HEAD}/status`

async function read(repository: Repository, rest: Omit<State, 'repositories'> = {}, ownId: number | null = null) {
  const { scope, api } = await openGitHub(gitHubState(repository, rest))
  return { reading: await readChecks(scope, HEAD, ownId), api }
}

/** Names and outcomes of what these reports come to. */
async function outcomes(checkRuns: Wire[], statuses: Wire[] = [], faults: State['faults'] = [], ownId?: number) {
  const { reading } = await read(
    { checkRuns: { [HEAD]: checkRuns }, statuses: { [HEAD]: statuses } },
    { faults },
    ownId,
  )
  return hasValue(reading) ? reading.value.checks.map(({ name, outcome }) => [name, outcome]) : reading
}

test('check runs and statuses, with all that is told of them', async () => {
  const queued = { status: 'queued', conclusion: null, started_at: null, html_url: null }
  const { reading, api } = await read({
    checkRuns: { [HEAD]: [{ name: 'unit' }, { name: 'e2e', app: null, check_suite: null, ...queued }] },
    statuses: {
      [HEAD]: [
        { context: 'ci', state: 'success', target_url: 'https://ci.example/1', updated_at: '2026-03-01T09:07:00Z' },
        { context: 'deploy', state: 'pending' },
      ],
    },
  })
  const startedAt = '2026-03-01T09:00:00Z'
  const none = { appId: null, suite: null, id: null, url: null, startedAt: null, completedAt: null }
  const url = 'https://ci.example/1'
  expect(reading).toEqual({
    value: {
      sha: HEAD,
      checks: [
        {
          kind: 'check-run',
          name: 'unit',
          appId: ACTIONS_APP,
          suite: 7,
          id: 5000,
          outcome: 'passed',
          word: 'success',
          url: 'https://github.com/acme/rocket/runs/5000',
          startedAt,
          completedAt: '2026-03-01T09:05:00Z',
        },
        { ...none, kind: 'check-run', name: 'e2e', id: 5001, outcome: 'pending', word: 'queued' },
        {
          ...{ ...none, kind: 'status', name: 'ci', outcome: 'passed', word: 'success', url },
          ...{ startedAt, completedAt: '2026-03-01T09:07:00Z' },
        },
        { ...none, kind: 'status', name: 'deploy', outcome: 'pending', word: 'pending', startedAt },
      ],
      incomplete: [],
    },
  })
  expect(api.requests).toEqual([`${RUNS}?filter=latest&per_page=100&page=1`, `${STATUS}?per_page=100&page=1`])
})

/** Words that GitHub's description does not have. */
const UNDESCRIBED = ['error', 'stale', 'startup_failure', 'SUCCESS', 'sparkling', '']

type Told = readonly [status: string, conclusion: string | null, outcome: Check['outcome']]

const ended = (outcome: Check['outcome'], ...words: (string | null)[]) =>
  words.map((word): Told => ['completed', word, outcome])

test.each<Told>([
  ...ended('passed', 'success', 'skipped', 'neutral', 'SUCCESS'),
  ...ended('failed', 'failure', 'cancelled', 'timed_out', 'action_required', 'error', 'startup_failure'),
  ...ended('unknown', 'stale', 'sparkling', '', null),
  ...['queued', 'in_progress', 'waiting', 'requested', 'pending'].map((word): Told => [word, null, 'pending']),
  ['in_progress', 'success', 'unknown'],
  ['sparkling', null, 'unknown'],
])('a check run that is %s, %j: %s', async (status, conclusion, outcome) => {
  const violates = UNDESCRIBED.includes(conclusion ?? status)
  const faults = [{ at: RUNS, answer: (own: { status: number }) => own, violates }]
  expect(await outcomes([{ name: 'unit', status, conclusion }], [], faults)).toEqual([['unit', outcome]])
})

test.each<[string, Check['outcome']]>([
  ['success', 'passed'],
  ['SUCCESS', 'passed'],
  ['failure', 'failed'],
  ['error', 'failed'],
  ['pending', 'pending'],
  ['sparkling', 'unknown'],
])('a status %s: %s', async (state, outcome) => {
  expect(await outcomes([], [{ context: 'ci', state }])).toEqual([['ci', outcome]])
})

test("the step's own check run hides no other one of its name", async () => {
  const later = { name: 'unit', id: 9, status: 'in_progress', started_at: '2026-03-01T09:30:00Z' }
  expect(await outcomes([{ name: 'unit', conclusion: 'failure' }, later], [], [], 9)).toEqual([['unit', 'failed']])
  expect(await outcomes([later], [], [], 9)).toEqual([['unit', 'pending']])
})

describe('a list that is not whole has no outcomes', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `unit ${index}` }))
  const ofBody = (change: (body: Record<string, unknown>) => object) => (own: Answer) => ({
    ...own,
    body: { ...Object(own.body), ...change(Object(own.body)) },
  })

  test('all pages are read', async () => {
    const { reading, api } = await read({ checkRuns: { [HEAD]: many(250) } })
    expect(hasValue(reading) && reading.value.checks.map(({ name }) => name)).toEqual(many(250).map(({ name }) => name))
    expect(api.requests).toHaveLength(4)
  })

  test.each<[string, Wire[], NonNullable<State['faults']>[number], string]>([
    [
      'a page fails',
      many(101),
      { at: `${RUNS}?filter=latest&per_page=100&page=2`, answer: answers.forbidden() },
      'github-forbidden',
    ],
    [
      'fewer than GitHub counts',
      many(2),
      { at: RUNS, answer: ofBody(() => ({ total_count: 7 })) },
      'github-unavailable',
    ],
    [
      'one comes twice, and hides another one',
      [{ name: 'a', id: 7 }, { name: 'a', id: 7 }, { name: 'b' }],
      { at: RUNS, answer: own => own },
      'github-unavailable',
    ],
    ['of another commit', [{ name: 'unit', head_sha: sha('b') }], { at: RUNS, answer: own => own }, 'contract-broken'],
    [
      'no count',
      [],
      { at: RUNS, answer: { status: 200, body: { check_runs: [] } }, violates: true },
      'contract-broken',
    ],
    ['no JSON', [], { at: RUNS, answer: { status: 200, body: 'Unicorn!' }, violates: true }, 'contract-broken'],
  ])('%s', async (_, runs, fault, code) => {
    const statuses = { [HEAD]: [{ context: 'ci', state: 'success' }] }
    const { reading } = await read({ checkRuns: { [HEAD]: runs }, statuses }, { faults: [fault] })
    expect(reading).toMatchObject({ value: { incomplete: [{ code }] } })
    const known = hasValue(reading) && reading.value.checks.filter(({ outcome }) => outcome !== 'unknown')
    expect(known).toMatchObject([{ name: 'ci' }])
  })
})

const BOTH = { checkRuns: { [HEAD]: [{ name: 'unit' }] }, statuses: { [HEAD]: [{ context: 'ci', state: 'success' }] } }
const REFUSED = { code: 'github-forbidden' }

test.each<[string, Omit<State, 'repositories'>, object]>([
  [
    'without `checks: read` the statuses are known',
    { permissions: { checks: 'none' } },
    { value: { checks: [{ name: 'ci', outcome: 'passed' }], incomplete: [REFUSED] } },
  ],
  [
    'without `statuses: read` the check runs are known',
    { permissions: { statuses: 'none' } },
    { value: { checks: [{ name: 'unit', outcome: 'passed' }], incomplete: [REFUSED] } },
  ],
  ['without both nothing is', { permissions: { checks: 'none', statuses: 'none' } }, { failure: REFUSED }],
  [
    'a refusal is not hidden by an outage of the other list',
    { permissions: { checks: 'none' }, faults: [{ at: STATUS, answer: answers.serverError() }] },
    { failure: REFUSED },
  ],
])('%s', async (_, rest, expected) => {
  expect((await read(BOTH, rest)).reading).toMatchObject(expected)
})
