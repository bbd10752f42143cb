/**
 * The duration of explaining: independent requests are sent at once. By the virtual clock, so the figures are exact.
 */
import { expect, test } from 'vitest'
import type { Facts } from '../../src/facts/facts.ts'
import type { FactSource } from '../../src/facts/source.ts'
import { needsOfDiagnosis } from '../../src/gate/diagnosis/needs.ts'
import { requestBudget } from '../../src/github/bounds.ts'
import type { GitHubClient } from '../../src/github/client.ts'
import * as github from '../../src/github/readers.ts'
import { explain } from '../../src/poll/explain.ts'
import { HEAD, NOW } from '../builders.ts'
import { ABOUT_42, aQueue, facts, inState, notReady } from '../gate/diagnosis/cases.ts'
import { sha } from '../stand-in/github/state.js'
import { virtualClock } from './clock.ts'
import { branchOf, runOf } from './explained.ts'

/** Milliseconds of one request, by what it asks. Of different lengths, so that no two chains are equal by chance. */
const TAKES = {
  graphql: 310,
  testRun: 170,
  'check-runs': 290,
  'commits/{ref}/status': 130,
  pulls: 230,
  rules: 110,
  timeline: 270,
}
type Kind = keyof typeof TAKES

/** Requests that depend on one another: each takes what the one before has found. */
const CHAINS: Kind[][] = [
  ['graphql', 'testRun', 'check-runs'],
  // The first page says how many there are.
  ['timeline', 'timeline'],
  ['check-runs'],
  ['pulls'],
  ['rules'],
]

function kindOf(what: string): Kind {
  const kind = (Object.keys(TAKES) as Kind[]).find(each => what.includes(each))
  if (!kind) throw new Error(`nobody said how long ${what} takes`)
  return kind
}

/** Explains with requests that take their time. */
async function timed(given: Facts) {
  const clock = virtualClock()
  const sent: Kind[] = []
  const answered = async <T>(what: string, value: T): Promise<T> => {
    const kind = kindOf(what)
    sent.push(kind)
    await clock.sleep(TAKES[kind])
    return value
  }
  const read = <T>(data: T, lastPage: number | null = null) =>
    ({ kind: 'read', value: { status: 200, data, lastPage, hasNext: lastPage !== null } }) as const
  const nodes = [{ name: branchOf('a'), target: { oid: sha('a') } }]
  const client: GitHubClient = {
    request: (route, { page }) => {
      if (/check-runs/.test(route)) return answered(route, read({ total_count: 0, check_runs: [] }))
      if (/status$/.test(route)) return answered(route, read({ total_count: 0, statuses: [] }))
      if (!/\/pulls\//.test(route)) return answered(route, read([], /timeline/.test(route) && page === 1 ? 3 : null))
      const view = { number: 42, state: 'open', head: { sha: HEAD }, base: { ref: 'main' }, mergeable: true }
      return answered(route, read({ ...view, mergeable_state: 'blocked' }))
    },
    graphql: () => {
      const refs = { totalCount: 1, pageInfo: { hasNextPage: false }, nodes }
      return answered('graphql', { kind: 'read', value: { data: { repository: { refs } }, errors: [] } } as const)
    },
  }
  const mute = [{ name: 'unit', url: null, outcome: null }]
  const source = { testRun: () => answered('testRun', runOf('a', { reported: mute })) } as Partial<FactSource>
  const start = clock.now()
  await clock.run(
    explain(given, ABOUT_42, needsOfDiagnosis(given, ABOUT_42, NOW), {
      github,
      client,
      source: source as FactSource,
      poll: { budget: requestBudget(), signal: undefined },
      clock,
      checkRunId: null,
    }),
  )
  return { took: clock.now() - start, sent }
}

test.each<[string, Facts, requests: number]>([
  ['testing', facts({ ...inState('testing'), ...aQueue() }), 5],
  ['failed', facts(inState('failed')), 8],
  ['cancelled', facts(inState('cancelled')), 3],
  ['blocked', facts(notReady({ mergeability: 'not_mergeable', hasImpactedTargets: false })), 7],
])('at most 1.3 times the slowest chain of requests: %s', async (_, given, requests) => {
  const { took, sent } = await timed(given)
  expect(sent).toHaveLength(requests)
  const chains = CHAINS.filter(chain => chain.every(kind => sent.includes(kind)))
  const longest = Math.max(...chains.map(chain => chain.reduce((sum, kind) => sum + TAKES[kind], 0)))
  expect(took).toBeGreaterThanOrEqual(longest)
  expect(took / longest).toBeLessThanOrEqual(1.3)
})
