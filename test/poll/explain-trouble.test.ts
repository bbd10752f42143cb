/** Explaining a pull request while GitHub refuses, is limited, redirects, lies, breaks off or says nothing. */

import { describe, expect, test } from 'vitest'
import type { Facts } from '../../src/facts/facts.ts'
import { diagnose } from '../../src/gate/diagnosis/diagnosis.ts'
import { pictureOf } from '../../src/gate/snapshot.ts'
import { rendered } from '../../src/text/message.ts'
import { HEAD, NOW } from '../builders.ts'
import { ABOUT_42, aQueue, facts, inState, notReady, queued, withEntries } from '../gate/diagnosis/cases.ts'
import * as answers from '../stand-in/github/answers.js'
import { type Answer, requiresChecks, type State, sha } from '../stand-in/github/state.js'
import { branchOf, id, runOf, useExplained } from './explained.ts'

const explained = useExplained()

const REPOSITORY = {
  branches: { [branchOf('a')]: sha('a') },
  pullRequests: { 42: { head: { sha: HEAD }, views: [{ mergeable: true, mergeable_state: 'blocked' }] } },
  checkRuns: { [HEAD]: [{ name: 'unit', status: 'completed', conclusion: 'failure' }] },
  rules: { main: [requiresChecks('unit')] },
}
const mute = [{ name: 'unit', url: null, outcome: null }]
const RUNS = { [id('a')]: runOf('a', { reported: mute }) }

/** Each kind of stuck, with what it would have asked GitHub. */
const STUCK: [string, Facts, (keyof Facts)[]][] = [
  ['testing', facts({ ...inState('testing'), ...aQueue() }), ['foundRun', 'rules']],
  ['failed', facts(inState('failed')), ['foundRun', 'github', 'timeline']],
  ['cancelled', facts(inState('cancelled')), ['timeline']],
  [
    'blocked',
    facts({
      ...notReady({ mergeability: 'not_mergeable', hasImpactedTargets: false }),
      ...withEntries(queued(42, 'not_ready')),
    }),
    ['github', 'headChecks', 'rules', 'timeline'],
  ],
]

const TROUBLES: [string, Answer, violates?: true][] = [
  ['401', answers.badCredentials()],
  ['403', answers.forbidden()],
  ['404', answers.notFound()],
  ['410', answers.gone()],
  ['429, a secondary limit', answers.secondaryLimit(30, 429)],
  ['403, a secondary limit without a time', answers.secondaryLimit(null)],
  ['the primary limit', answers.primaryLimit(NOW / 1000 + 3600)],
  ['a redirect to another origin', answers.redirect('https://elsewhere.example/')],
  ['a redirect to itself', answers.redirect('/repos/acme/rocket/pulls/42')],
  ['502', answers.serverError()],
  ['a body that breaks off', answers.breakOff(), true],
  ['an empty object', { status: 200, body: {} }, true],
  ['null', { status: 200, body: null }, true],
  ['a list of nulls', { status: 200, body: [null] }, true],
  ['a page in HTML', { status: 200, body: '<html>Unicorn!</html>', headers: { 'content-type': 'text/html' } }, true],
  ['silence', answers.silence(), true],
]

const KINDS = TROUBLES.flatMap(([name, answer, violates = false]) =>
  STUCK.map(([state, given, needed]) => [name, state, { answer, violates, given, needed }] as const),
)

describe('only facts that GitHub withholds are left out', () => {
  test.each(KINDS)('%s: %s', async (_, __, { answer, violates, given, needed }) => {
    const state = { faults: [{ at: '', answer, violates }] }
    const { found, requests } = await explained(given, REPOSITORY, RUNS, state, { timeoutMs: 200 })
    expect(requests).toBeLessThanOrEqual(10)
    const missing = Object.entries(found).filter(([, reading]) => reading.kind === 'failed')
    expect(missing.map(([name]) => name).toSorted()).toEqual(needed.toSorted())
    for (const [, reading] of missing)
      expect(rendered(reading)).toMatchObject({ failure: { message: expect.stringMatching(/^GitHub/) } })
    // The causes are those that the service alone tells.
    const causes = (of: Facts) => diagnose(pictureOf(of, ABOUT_42), NOW).map(({ code, certainty }) => [code, certainty])
    expect(causes(found)).toEqual(causes(given))
    const { pullRequest, queue, testRun } = found
    expect({ pullRequest, queue, testRun }).toEqual({
      pullRequest: given.pullRequest,
      queue: given.queue,
      testRun: given.testRun,
    })
  })
})

test('an error of GraphQL takes nothing from REST', async () => {
  const state = { faults: [{ at: 'graphql', answer: answers.graphqlError('FORBIDDEN') }] }
  const { found } = await explained(facts(inState('failed')), REPOSITORY, RUNS, state)
  expect(rendered(found.foundRun)).toMatchObject({
    kind: 'failed',
    failure: { message: 'GitHub refused to search the branches for the test branch' },
  })
  expect([found.github.kind, found.timeline.kind]).toEqual(['read', 'read'])
})

test('a token that reads nothing but the pull request', async () => {
  const permissions = { checks: 'none', statuses: 'none', contents: 'none' } satisfies State['permissions']
  const { found } = await explained(STUCK[3]?.[1] ?? facts({}), REPOSITORY, RUNS, { permissions })
  expect(found.github).toMatchObject({ kind: 'read', value: { mergeableState: 'blocked' } })
  expect(found.headChecks).toMatchObject({
    kind: 'failed',
    failure: {
      message: 'GitHub refused to list the check runs of the commit (403)',
      remedy: "Add `checks: read` to the job's `permissions`, or set `github-token` to a token that has it.",
    },
  })
})

test('checks of many pages that a poll has no requests for are not known', async () => {
  const jobs = Array.from({ length: 1000 }, (_, at) => ({ name: `job ${at}`, conclusion: 'success' }))
  const repository = { ...REPOSITORY, checkRuns: { [sha('a')]: [{ name: 'unit', conclusion: 'failure' }, ...jobs] } }
  const { found, requests } = await explained(facts(inState('failed')), repository, RUNS)
  expect(requests).toBeLessThanOrEqual(10)
  expect(found.checks).toMatchObject({ kind: 'read', value: { incomplete: [{ cause: 'over-budget' }] } })
  const [likeliest] = diagnose(pictureOf(found, ABOUT_42), NOW)
  expect(likeliest).toMatchObject({ code: 'cause-unknown', certainty: 'possible' })
})
