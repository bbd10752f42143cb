import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Check } from '../../src/facts/facts.ts'
import { latestOfEach, readChecks } from '../../src/github/checks.ts'
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
import { ROCKET, useGitHub } from './api.ts'

const openGitHub = useGitHub()
const HEAD = sha('a')
const RUNS = `GET /repos/acme/rocket/commits/${HEAD}/check-runs`
const STATUS = `GET /repos/acme/rocket/commits/${HEAD}/status`

async function read(repository: Repository, rest: Omit<State, 'repositories'> = {}, options = {}) {
  const { client, poll, api } = await openGitHub(gitHubState(repository, rest), options)
  return { reading: await readChecks({ client, repository: ROCKET, poll }, HEAD), api }
}

/** Names and outcomes of what these reports come to. */
async function outcomes(checkRuns: Wire[], statuses: Wire[] = [], faults: State['faults'] = []) {
  const { reading } = await read({ checkRuns: { [HEAD]: checkRuns }, statuses: { [HEAD]: statuses } }, { faults })
  return isRead(reading) ? reading.value.checks.map(({ name, outcome }) => [name, outcome]) : reading
}

const RUN: Check = {
  source: 'check-run',
  name: 'unit',
  appId: ACTIONS_APP,
  id: 5000,
  outcome: 'passed',
  url: 'https://github.com/acme/rocket/runs/5000',
  detailsUrl: 'https://github.com/acme/rocket/actions/runs/77/job/5000',
  startedAt: '2026-03-01T09:00:00Z',
  completedAt: '2026-03-01T09:05:00Z',
}

test('check runs and statuses, with all that is told of them', async () => {
  const { reading, api } = await read({
    checkRuns: {
      [HEAD]: [
        { name: 'unit' },
        {
          name: 'e2e',
          app: null,
          status: 'queued',
          conclusion: null,
          started_at: null,
          html_url: null,
          details_url: null,
        },
      ],
    },
    statuses: {
      [HEAD]: [
        { context: 'ci', state: 'success', target_url: 'https://ci.example/1', updated_at: '2026-03-01T09:07:00Z' },
        { context: 'deploy', state: 'pending' },
      ],
    },
  })
  const none = { appId: null, id: null, url: null, detailsUrl: null, startedAt: null, completedAt: null }
  const url = 'https://ci.example/1'
  const startedAt = '2026-03-01T09:00:00Z'
  expect(reading).toEqual({
    value: {
      sha: HEAD,
      checks: [
        RUN,
        { ...none, source: 'check-run', name: 'e2e', id: 5001, outcome: 'pending' },
        {
          ...{ ...none, source: 'status', name: 'ci', outcome: 'passed', url, detailsUrl: url, startedAt },
          completedAt: '2026-03-01T09:07:00Z',
        },
        { ...none, source: 'status', name: 'deploy', outcome: 'pending', startedAt },
      ],
      incomplete: [],
    },
  })
  expect(api.requests).toEqual([`${RUNS}?filter=latest&per_page=100&page=1`, `${STATUS}?per_page=100&page=1`])
})

test.each<[string, Repository, NonNullable<State['faults']>]>([
  ['check run', { checkRuns: { [HEAD]: [{ name: 'unit' }, { name: 'e2e', head_sha: sha('b') }] } }, []],
  [
    'status',
    { statuses: { [HEAD]: [{ context: 'ci', state: 'success' }] } },
    [{ at: STATUS, answer: own => ({ ...own, body: { ...(own.body as object), sha: sha('b') } }) }],
  ],
])('a %s of another commit: none of its list counts', async (_, repository, faults) => {
  const { reading } = await read(repository, { faults })
  const message = 'GitHub was asked for the checks of one commit, and answered with those of another'
  expect(reading).toMatchObject({ value: { checks: [], incomplete: [{ message, outage: false }] } })
})

test('nothing was reported', async () => {
  const { reading } = await read({})
  expect(reading).toEqual({ value: { sha: HEAD, checks: [], incomplete: [] } })
})

/** Words that GitHub sends without describing them, and unknown words. */
const UNDESCRIBED = ['error', 'stale', 'startup_failure', 'SUCCESS', 'sparkling', '']

test.each<[string | null, Check['outcome']]>([
  ...['success', 'skipped', 'neutral', 'SUCCESS'].map((word): [string, Check['outcome']] => [word, 'passed']),
  ...['failure', 'cancelled', 'timed_out', 'action_required', 'error', 'startup_failure'].map(
    (word): [string, Check['outcome']] => [word, 'failed'],
  ),
  ...['stale', 'sparkling', '', null].map((word): [string | null, Check['outcome']] => [word, 'unknown']),
])('a check run that is completed, %j: %s', async (conclusion, outcome) => {
  const violates = UNDESCRIBED.includes(conclusion ?? 'null')
  const faults = [{ at: RUNS, answer: (own: { status: number }) => own, violates }]
  expect(await outcomes([{ name: 'unit', conclusion }], [], faults)).toEqual([['unit', outcome]])
})

test.each<[string, string | null, Check['outcome']]>([
  ...['queued', 'in_progress', 'waiting', 'requested', 'pending'].map((word): [string, null, Check['outcome']] => [
    word,
    null,
    'pending',
  ]),
  ['in_progress', 'success', 'unknown'],
  ['sparkling', null, 'unknown'],
])('a check run that is %s, %j: %s', async (status, conclusion, outcome) => {
  const faults = [{ at: RUNS, answer: (own: { status: number }) => own, violates: status === 'sparkling' }]
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

describe('the latest of each name of a source', () => {
  const at = (minute: number) => ({ started_at: `2026-03-01T09:0${minute}:00Z` })
  const ended = (minute: number) => ({ started_at: null, completed_at: `2026-03-01T09:0${minute}:00Z` })
  const failure = { conclusion: 'failure' }
  test.each<[string, Wire[], unknown[]]>([
    ['it failed, and passed when run again', [{ ...at(1), ...failure }, at(2)], ['passed']],
    ['the same in another order', [at(2), { ...at(1), ...failure }], ['passed']],
    ['it passed, and runs again', [at(1), { ...at(2), status: 'in_progress' }], ['pending']],
    ['two apps', [at(1), { ...at(2), ...failure, app: 7 }], ['passed', 'failed']],
    ['the same time, differing', [at(1), { ...at(1), ...failure }], ['unknown']],
    [
      'the same time, alike',
      [
        { ...at(1), ...failure },
        { ...at(1), conclusion: 'cancelled' },
      ],
      ['failed'],
    ],
    ['a time is missing', [at(1), { started_at: null, completed_at: null, ...failure }], ['unknown']],
    ['their starts are not known, their ends are', [ended(1), { ...ended(2), ...failure }], ['failed']],
    [
      'the start of one, and the end of the other',
      [
        { ...at(2), completed_at: null },
        { ...ended(3), ...failure },
      ],
      ['unknown'],
    ],
    [
      'their apps are unknown',
      [
        { ...at(1), ...failure, app: null },
        { ...at(2), app: null },
      ],
      ['unknown'],
    ],
  ])('%s', async (_, runs, expected) => {
    const found = await outcomes(runs.map(run => ({ name: 'unit', ...run })))
    expect(found).toEqual(expected.map(outcome => ['unit', outcome]))
  })

  test('a check run and a status of one name are two', async () => {
    expect(await outcomes([{ name: 'ci' }], [{ context: 'ci', state: 'failure' }])).toEqual([
      ['ci', 'passed'],
      ['ci', 'failed'],
    ])
  })

  const check = fc.record<Check>({
    source: fc.constantFrom('check-run', 'status'),
    name: fc.constantFrom('a', 'b', '__proto__'),
    appId: fc.constantFrom(1, 2),
    id: fc.nat(),
    outcome: fc.constantFrom('passed', 'failed', 'pending', 'unknown'),
    url: fc.constant(null),
    detailsUrl: fc.constant(null),
    startedAt: fc.option(
      fc.integer({ min: 10, max: 59 }).map(minute => `2026-03-01T09:${minute}:00Z`),
      { freq: 20 },
    ),
    completedAt: fc.constant(null),
  })
  const keyOf = ({ source, name, appId }: Check) => `${source} ${appId} ${name}`

  test('property: each name once, with the outcome of its latest report, or none', () => {
    fc.assert(
      fc.property(fc.array(check), reports => {
        const found = latestOfEach(reports)
        expect(found.map(keyOf).toSorted()).toEqual([...new Set(reports.map(keyOf))].toSorted())
        for (const each of found) {
          const own = reports.filter(report => keyOf(report) === keyOf(each))
          // ISO 8601 of one zone sorts as text.
          const times = own.map(({ startedAt }) => startedAt).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
          const isTimed = !times.includes(null)
          const last = own.filter(({ startedAt }) => !isTimed || startedAt === times.at(-1))
          const said = new Set(last.map(({ outcome }) => outcome))
          expect(each.outcome).toBe(said.size === 1 ? last[0]?.outcome : 'unknown')
        }
      }),
    )
  })

  test('property: the order of the reports plays no part', () => {
    const said = (reports: Check[]) =>
      latestOfEach(reports)
        .map(each => `${keyOf(each)} ${each.outcome}`)
        .toSorted()
    fc.assert(
      fc.property(fc.array(check), fc.nat(), (reports, turn) => {
        const at = reports.length === 0 ? 0 : turn % reports.length
        expect(said([...reports.slice(at), ...reports.slice(0, at)].toReversed())).toEqual(said(reports))
      }),
    )
  })
})

describe('pages', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `unit ${index}` }))

  test('all are read, the latter at once', async () => {
    const { reading, api } = await read({ checkRuns: { [HEAD]: many(250) } })
    expect(reading).toMatchObject({ value: { incomplete: [] } })
    expect(isRead(reading) && reading.value.checks.map(({ name }) => name)).toEqual(many(250).map(({ name }) => name))
    expect(api.requests).toHaveLength(4)
  })

  test('more than the poll has requests for: not asked for, and no outcome counts', async () => {
    const { reading, api } = await read({ checkRuns: { [HEAD]: many(250) } }, {}, { requests: 3 })
    expect(isRead(reading) && new Set(reading.value.checks.map(({ outcome }) => outcome))).toEqual(new Set(['unknown']))
    expect(reading).toMatchObject({
      value: {
        incomplete: [
          {
            cause: 'over-budget',
            message:
              'GitHub was not asked to list the check runs of the commit: the 3 requests of this poll are used up',
          },
        ],
      },
    })
    expect(api.requests).toHaveLength(2)
  })

  test('a page that fails', async () => {
    const faults = [{ at: `${RUNS}?filter=latest&per_page=100&page=2`, answer: answers.serverError(502) }]
    const { reading } = await read(
      { checkRuns: { [HEAD]: many(101) }, statuses: { [HEAD]: [{ context: 'ci', state: 'success' }] } },
      { faults },
    )
    expect(reading).toMatchObject({ value: { incomplete: [{ cause: 'unavailable' }] } })
    expect(isRead(reading) && reading.value.checks.filter(({ outcome }) => outcome !== 'unknown')).toMatchObject([
      { name: 'ci', outcome: 'passed' },
    ])
  })

  test('fewer than GitHub counts', async () => {
    const answer = (own: { status: number; body?: unknown }) => ({
      ...own,
      body: { ...Object(own.body), total_count: 7 },
    })
    const { reading } = await read({ checkRuns: { [HEAD]: many(2) } }, { faults: [{ at: RUNS, answer }] })
    expect(reading).toMatchObject({
      value: {
        checks: [{ outcome: 'unknown' }, { outcome: 'unknown' }],
        incomplete: [
          {
            cause: 'too-many',
            message: 'GitHub counted 7 when asked to list the check runs of the commit, but gave 2',
            remedy: 'Run the job again.',
          },
        ],
      },
    })
  })

  test('a check run that comes twice hides another one', async () => {
    const { reading } = await read({
      checkRuns: { [HEAD]: [{ name: 'a', id: 7 }, { name: 'a', id: 7 }, { name: 'b' }] },
    })
    const message = 'GitHub counted 3 when asked to list the check runs of the commit, but gave 2'
    expect(reading).toMatchObject({ value: { incomplete: [{ cause: 'too-many', message }] } })
  })

  test('a status that comes twice hides another one', async () => {
    const answer = (own: Answer) => {
      const { statuses } = Object(own.body)
      return { ...own, body: { ...Object(own.body), total_count: 2, statuses: [statuses[0], statuses[0]] } }
    }
    const faults = [{ at: `GET /repos/acme/rocket/commits/${HEAD}/status`, answer }]
    const { reading } = await read({ statuses: { [HEAD]: [{ context: 'a', state: 'success' }] } }, { faults })
    const message = 'GitHub counted 2 when asked to list the statuses of the commit, but gave 1'
    expect(reading).toMatchObject({ value: { incomplete: [{ cause: 'too-many', message }] } })
  })

  test('links that promise a million pages', async () => {
    const link = '<https://api.github.com/x?page=2>; rel="next", <https://api.github.com/x?page=1000000>; rel="last"'
    const faults = [{ at: RUNS, answer: (own: { status: number }) => ({ ...own, headers: { link } }) }]
    const { reading, api } = await read({ checkRuns: { [HEAD]: many(2) } }, { faults })
    expect(reading).toMatchObject({ value: { incomplete: [{ cause: 'over-budget' }] } })
    expect(api.requests).toHaveLength(2)
  })
})

const refused = (what: string, permission: string) => ({
  cause: 'forbidden',
  message: `GitHub refused to list the ${what} of the commit (403)`,
  remedy: `Add \`${permission}\` to the job's \`permissions\`, or set \`github-token\` to a token that has it.`,
})
const CHECKS_REFUSED = refused('check runs', 'checks: read')
const STATUSES_REFUSED = refused('statuses', 'statuses: read')
const BOTH = { checkRuns: { [HEAD]: [{ name: 'unit' }] }, statuses: { [HEAD]: [{ context: 'ci', state: 'success' }] } }

test.each<[string, NonNullable<State['permissions']>, object]>([
  [
    'without `checks: read` the statuses are known',
    { checks: 'none' },
    { value: { checks: [{ name: 'ci', outcome: 'passed' }], incomplete: [CHECKS_REFUSED] } },
  ],
  [
    'without `statuses: read` the check runs are known',
    { statuses: 'none' },
    { value: { checks: [{ name: 'unit', outcome: 'passed' }], incomplete: [STATUSES_REFUSED] } },
  ],
  ['without both nothing is', { checks: 'none', statuses: 'none' }, { failure: CHECKS_REFUSED }],
])('%s', async (_, permissions, expected) => {
  const { reading } = await read(BOTH, { permissions })
  expect(reading).toMatchObject(expected)
})

test.each([
  ['check runs', RUNS, STATUS],
  ['statuses', STATUS, RUNS],
])('a refusal of the %s is not hidden by an outage of the others', async (_, refusing, down) => {
  const faults = [
    { at: refusing, answer: answers.forbidden() },
    { at: down, answer: { status: 503, body: 'down' }, violates: true },
  ]
  const { reading } = await read({}, { faults })
  expect(reading).toMatchObject({ failure: { cause: 'forbidden', outage: false } })
})

test.each<[string, unknown, string]>([
  ['no JSON', 'Unicorn!', ''],
  ['a list', [], ''],
  ['no count', { check_runs: [] }, ' (member `total_count`)'],
  ['no list', { total_count: 0 }, ' (member `check_runs`)'],
  [
    'a name that is none',
    { total_count: 1, check_runs: [{ id: 1, name: { a: 1 } }] },
    ' (member `check_runs[0].name`)',
  ],
])('a wrong shape: %s', async (_, body, member) => {
  const faults = [{ at: RUNS, answer: { status: 200, body }, violates: true }]
  const { reading } = await read({}, { faults })
  expect(reading).toMatchObject({
    value: {
      incomplete: [
        {
          cause: 'unexpected',
          message: `GitHub did not answer as documented when asked to list the check runs of the commit${member}`,
        },
      ],
    },
  })
})
