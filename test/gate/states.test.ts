import { expect, test } from 'vitest'
import type { RunContext } from '../../src/facts/context.ts'
import type { Facts } from '../../src/facts/facts.ts'
import { snapshotOf } from '../../src/gate/doubts.ts'
import { inAnotherState, unknownState } from '../../src/gate/states.ts'
import { context, facts, OTHER, ofRun, pullRequest, testBranchContext, type testRun } from '../builders.ts'

const FAILED = '#42 failed in the queue.'
const FIX = 'Fix what failed, then submit it again.'
const OF_43 = { number: 43, url: null, title: null }
const OF_42 = { ...OF_43, number: 42 }

function run(over: Parameters<typeof testRun>[0]): Partial<Facts> {
  return ofRun({ reported: [failing('unit', 'https://ci.example/unit')], ...over })
}

function failing(name: string, url: string | null) {
  return { name, url, outcome: 'failed' as const }
}

test.each<[string, Partial<Facts>, evidence: string, remedy?: string | undefined, about?: RunContext]>([
  ['no test run was read', {}, FAILED],
  [
    'one status failed',
    run({ reported: [failing('unit', 'https://ci.example/unit'), { name: 'e2e', url: null, outcome: 'passed' }] }),
    '#42 failed in the queue: `unit` (https://ci.example/unit) failed.',
    FIX,
  ],
  [
    'several failed: the first with its link, and how many more',
    run({ reported: [failing('e2e', null), failing('unit', 'https://ci.example/unit')] }),
    '#42 failed in the queue: `unit` (https://ci.example/unit) and 1 more failed.',
    FIX,
  ],
  ['one without a link', run({ reported: [failing('e2e', null)] }), '#42 failed in the queue: `e2e` failed.', FIX],
  [
    'a link that is none',
    run({ reported: [failing('unit', 'javascript:alert(1)')] }),
    '#42 failed in the queue: `unit` failed.',
    FIX,
  ],
  [
    'a name that would end its code span',
    run({ requiredStatuses: ['a`b`c'], reported: [failing('a`b`c', null)] }),
    "#42 failed in the queue: `a'b'c` failed.",
    FIX,
  ],
  ['none that is required failed', run({ requiredStatuses: ['e2e'] }), FAILED],
  ['which are required is not known', run({ requiredStatuses: null }), FAILED],
  ['the run is about another pull request', run({ pullRequests: [OF_43] }), FAILED],
  [
    'the run is about several',
    run({ pullRequests: [OF_43, OF_42] }),
    '#42 failed in the queue: `unit` (https://ci.example/unit) failed.',
    FIX,
  ],
  ['the run is that of another commit', run({ testBranchSha: OTHER }), FAILED, undefined, testBranchContext()],
])('why it failed: %s', (_, given, evidence, remedy = expect.any(String), about = context()) => {
  const finding = inAnotherState(pullRequest(), 'failed', { facts: facts(given), context: about, doubts: [] })
  expect(finding).toEqual({
    verdict: 'unmet',
    evidence,
    reasons: [{ code: 'state-failed', condition: null, message: evidence, remedy }],
    final: true,
    outage: false,
  })
})

test('only a failed one is asked why it failed', () => {
  const snapshot = { facts: facts(run({})), context: context(), doubts: [] }
  expect(inAnotherState(pullRequest(), 'testing', snapshot)).toMatchObject({
    evidence: '#42 is being tested.',
    reasons: [{ code: 'state-testing' }],
  })
})

test.each([
  [null, 'The service does not say in which state #42 is.'],
  ['hibernating', '#42 is in the state "hibernating", which this version does not know.'],
])('unknownState: %s', (state, evidence) => {
  expect(unknownState(pullRequest({ state }), snapshotOf(facts(), context()))).toMatchObject({
    verdict: 'unknown',
    evidence,
    reasons: [{ code: 'state-unknown' }],
  })
})
