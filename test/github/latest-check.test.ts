import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Check } from '../../src/facts/facts.ts'
import { latestOfEach, readChecks } from '../../src/github/checks.ts'
import { gitHubState, sha, type Wire } from '../stand-in/github/state.js'
import { ROCKET, useGitHub } from './api.ts'

const openGitHub = useGitHub()
const HEAD = sha('a')

/** Names and outcomes of what these reports come to. */
async function outcomes(checkRuns: Wire[], statuses: Wire[] = []) {
  const { client, poll } = await openGitHub(
    gitHubState({ checkRuns: { [HEAD]: checkRuns }, statuses: { [HEAD]: statuses } }),
  )
  const reading = await readChecks({ client, repository: ROCKET, poll }, HEAD)
  return reading.kind === 'read' ? reading.value.checks.map(({ name, outcome }) => [name, outcome]) : reading
}

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
