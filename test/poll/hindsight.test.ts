import { expect, test } from 'vitest'
import type { Facts, Removal, TestRun } from '../../src/facts/facts.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import type { Reading } from '../../src/facts/reading.ts'
import type { FactSource } from '../../src/facts/source.ts'
import { withFailedChecks, withHindsight } from '../../src/poll/hindsight.ts'
import { asText } from '../../src/text/message.ts'
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

const DOWN = failed(outage({ message: 'It is down.' }))

async function hindsight(
  given: Partial<Facts>,
  over: {
    looksForRun?: boolean
    isAsked?: boolean
    about?: ReturnType<typeof context>
    removal?: Reading<Removal>
    newestRun?: Reading<TestRun>
  } = {},
) {
  const { looksForRun = false, isAsked = false, about = context() } = over
  const asked: string[] = []
  const source: Partial<FactSource> = {
    removal: async () => {
      asked.push('removal')
      return over.removal ?? read(PERSON)
    },
    newestRun: async () => {
      asked.push('newest run')
      return over.newestRun ?? read(testRun())
    },
  }
  const wanted = { looksForRun, isAsked, now: NOW, signal: new AbortController().signal }
  const { facts: found, notices } = await withHindsight(facts(given), about, source as FactSource, wanted)
  return { asked, facts: found, notices: notices.map(each => asText(each)) }
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

const PENDING = { ...ofPullRequest({ state: 'pending' }), testRun: ABSENT }
const NAMED = context({ testRunId: { value: TEST_RUN_ID, from: 'input' } })
const UNKNOWN = 'It is down. The newest test run of #42 is not known.'
const NEWEST = { foundRun: read(testRun()) }

test.each<[string, Partial<Facts>, Parameters<typeof hindsight>[1], added: Partial<Facts> | null, notices?: string[]]>([
  ['it is found', PENDING, {}, NEWEST],
  ['also where nothing is required', PENDING, { isAsked: true }, NEWEST],
  ['there is none', PENDING, { newestRun: ABSENT }, { foundRun: ABSENT }],
  ['a failure is a notice', PENDING, { newestRun: DOWN }, { foundRun: ABSENT }, [UNKNOWN]],
  [
    'a failed read, where nothing is required',
    PENDING,
    { isAsked: true, newestRun: DOWN },
    { testRun: DOWN, foundRun: ABSENT },
  ],
  ['an input names one', PENDING, { about: NAMED }, null],
  ['the queue names one', { ...PENDING, ...ofRun() }, { isAsked: true }, null],
  ['no pull request is known', { testRun: ABSENT }, { about: context({ pullRequest: null }) }, null],
])('the newest run, where the step asks for a run: %s', async (_, given, over, added, notices = []) => {
  expect(await hindsight(given, { looksForRun: true, ...over })).toEqual({
    asked: added ? ['newest run'] : [],
    facts: facts({ ...given, ...added }),
    notices,
  })
})

test('the reason stands with the pull request', async () => {
  const { facts: after } = await hindsight(out('cancelled'))
  expect(after).toEqual(facts(out('cancelled', { removal: PERSON })))
})

test('a failure is a notice, and changes nothing else', async () => {
  expect(await hindsight(out('cancelled'), { removal: DOWN })).toEqual({
    asked: ['removal'],
    facts: facts(out('cancelled')),
    notices: ['It is down. It is not known why #42 left the queue.'],
  })
})

test.each<[string, Partial<Facts>, object[]]>([
  ['of the run under report', { testRun: read(GROUP_RUN) }, [{ name: 'e2e', url: null }]],
  [
    'of a run that tests others with it',
    { testRun: read({ ...GROUP_RUN, pullRequests: [43, 42].map(number => ({ number, url: null, title: null })) }) },
    [{ name: 'e2e', url: null }],
  ],
  ['of the run that was found', { foundRun: read(GROUP_RUN) }, [{ name: 'e2e', url: null }]],
  ['none where those that are required are not known', { testRun: read({ ...GROUP_RUN, requiredStatuses: null }) }, []],
])('the checks that threw it out, by its group: %s', (_, run, failedChecks) => {
  const left = out('failed', { removal: removal({ reason: 'checks-failed' }) })
  const found = withFailedChecks(facts({ ...left, ...run }), context({ source: SOURCES.github }))
  expect(found.pullRequest).toMatchObject({ value: { removal: { failedChecks } } })
})

const FAILED = out('failed', { removal: removal({ reason: 'checks-failed' }) })
const OTHERS = [{ number: 43, url: null, title: null }]

test.each<[string, Partial<Facts>, over?: ReturnType<typeof context>]>([
  ['it was removed for another reason', out('cancelled', { removal: PERSON })],
  ['it was not removed', ofPullRequest()],
  ['it was not read', { pullRequest: DOWN }],
  ['the queue is that of a service', FAILED, context()],
  ['no run is known', { ...FAILED, testRun: ABSENT }],
  ['nor what the run tests', { ...FAILED, ...ofRun({ ...GROUP_RUN, pullRequests: null }) }],
  ['the run tests nobody', { ...FAILED, ...ofRun({ ...GROUP_RUN, pullRequests: [] }) }],
  ['the run tests another', { ...FAILED, ...ofRun({ ...GROUP_RUN, pullRequests: OTHERS }) }],
])('no check threw it out: %s', (_, left, about = context({ source: SOURCES.github })) => {
  const given = facts({ testRun: read(GROUP_RUN), ...left })
  expect(withFailedChecks(given, about)).toBe(given)
})
