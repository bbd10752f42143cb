import { expect, test } from 'vitest'
import type { Facts } from '../../src/facts/facts.ts'
import { type FactSource, SOURCES } from '../../src/facts/source.ts'
import { asText } from '../../src/message.ts'
import { withFailedChecks, withHindsight } from '../../src/poll/hindsight.ts'
import {
  ABSENT,
  context,
  facts,
  failed,
  NOW,
  ofPullRequest,
  ofRun,
  outage,
  read,
  removal,
  TEST_RUN_ID,
  testRun,
} from '../builders.ts'

const PERSON = removal({ reason: 'by-person' })
const GROUP_RUN = testRun({
  requiredStatuses: ['unit', 'e2e'],
  reported: [
    { name: 'unit', url: null, outcome: 'passed' },
    { name: 'e2e', url: null, outcome: 'failed' },
  ],
})
const out = (state: string, over = {}) => ofPullRequest({ submitted: false, state, ...over })

async function hindsight(
  given: Partial<Facts>,
  over: { looksForRun?: boolean; about?: ReturnType<typeof context> } = {},
) {
  const asked: string[] = []
  const source: Partial<FactSource> = {
    removal: async () => {
      asked.push('removal')
      return read(PERSON)
    },
    newestRun: async () => {
      asked.push('newest run')
      return read(testRun())
    },
  }
  const { looksForRun = false, about = context() } = over
  const signal = new AbortController().signal
  const found = await withHindsight(facts(given), about, source as FactSource, {
    looksForRun,
    isAsked: false,
    now: NOW,
    signal,
  })
  return { asked, ...found }
}

test.each<[string, Partial<Facts>, string[]]>([
  ['one that was taken out', out('cancelled'), ['removal']],
  ['one that failed', out('failed'), ['removal', 'newest run']],
  ['one that failed, with its run', { ...out('failed'), ...ofRun() }, ['removal']],
  ['one that is merged', out('merged'), []],
  ['one that is in the queue', ofPullRequest({ state: 'pending' }), []],
  ['one whose reason is known', out('cancelled', { removal: PERSON }), []],
  ['one that was never submitted', { pullRequest: ABSENT }, []],
])('asked after the poll that decides: %s', async (_, given, expected) => {
  expect((await hindsight(given)).asked).toEqual(expected)
})

test('a run that the step asks for by name is looked for', async () => {
  const given = { ...ofPullRequest({ state: 'pending' }), testRun: ABSENT }
  expect((await hindsight(given, { looksForRun: true })).facts.foundRun).toEqual(read(testRun()))
  const named = context({ testRunId: { value: TEST_RUN_ID, from: 'input' } })
  expect((await hindsight(given, { looksForRun: true, about: named })).asked).toEqual([])
})

test('the reason stands with the pull request', async () => {
  const { facts: after } = await hindsight(out('cancelled'))
  expect(after.pullRequest).toMatchObject({ value: { removal: PERSON } })
})

test('a failure is a notice, and changes nothing else', async () => {
  const source: Partial<FactSource> = { removal: async () => failed(outage({ message: 'It is down.' })) }
  const given = facts(out('cancelled'))
  const { signal } = new AbortController()
  const found = await withHindsight(given, context(), source as FactSource, {
    looksForRun: false,
    isAsked: false,
    now: NOW,
    signal,
  })
  expect({ ...found, notices: found.notices.map(each => asText(each)) }).toEqual({
    facts: given,
    notices: ['It is down. It is not known why #42 left the queue.'],
  })
})

test('where nothing is required, a run that is asked for and not read is a failed read', async () => {
  const down = failed(outage({ message: 'It is down.' }))
  const source: Partial<FactSource> = { newestRun: async () => down }
  const given = facts({ ...ofPullRequest({ state: 'pending' }), testRun: ABSENT })
  const asked = { looksForRun: true, isAsked: true, now: NOW, signal: new AbortController().signal }
  const found = await withHindsight(given, context(), source as FactSource, asked)
  expect(found).toEqual({ facts: { ...given, testRun: down, foundRun: ABSENT }, notices: [] })
})

test.each<[string, Partial<Facts>, object[]]>([
  ['of the run under report', { testRun: read(GROUP_RUN) }, [{ name: 'e2e', url: null }]],
  ['of the run that was found', { foundRun: read(GROUP_RUN) }, [{ name: 'e2e', url: null }]],
  ['not of a run that tests others', { testRun: read({ ...GROUP_RUN, pullRequests: [] }) }, []],
])('the checks that threw it out, by its group: %s', (_, run, failedChecks) => {
  const left = out('failed', { removal: removal({ reason: 'checks-failed' }) })
  const found = withFailedChecks(facts({ ...left, ...run }), context({ source: SOURCES.github }))
  expect(found.pullRequest).toMatchObject({ value: { removal: { failedChecks } } })
})

test.each<[string, Partial<Facts>, ReturnType<typeof context>]>([
  ['for another reason', out('cancelled', { removal: PERSON }), context({ source: SOURCES.github })],
  ['from the queue of a service', out('failed', { removal: removal({ reason: 'checks-failed' }) }), context()],
])('no check threw out what was removed %s', (_, left, about) => {
  const given = facts({ ...left, testRun: read(GROUP_RUN) })
  expect(withFailedChecks(given, about)).toBe(given)
})
