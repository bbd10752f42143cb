import { expect, test } from 'vitest'
import type { RunContext } from '../../src/facts/context.ts'
import { type Facts, makeDoubt, type TestRun } from '../../src/facts/facts.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import { nameOfRun, pullRequestIn, queueIn, shownRun, testRunIn } from '../../src/gate/subject.ts'
import { asText } from '../../src/text/message.ts'
import {
  context,
  facts,
  OTHER,
  ofPullRequest,
  ofQueue,
  pullRequest,
  queue,
  read,
  testBranchContext,
  testRun,
} from '../builders.ts'

const ELSEWHERE = makeDoubt(['pull-request'], 'It is of another repository.')

const PR = pullRequest()
const QUEUE = queue()
const RUN = testRun()
const UNBEGUN = testRun({ testBranch: '', testBranchSha: '', status: 'cancelled' })
const FOREIGN = testRun({ testBranchSha: OTHER })

test.each<[string, Partial<Facts>, RunContext | null, unknown]>([
  ['the one that was asked for', { pullRequest: read(PR) }, context(), PR],
  ['another one', ofPullRequest({ number: 43 }), context(), null],
  ['that of another repository', ofPullRequest({ doubts: [ELSEWHERE] }), context(), null],
  ['none was asked for', { pullRequest: read(PR) }, context({ pullRequest: null }), null],
  ['before anything is known', { pullRequest: read(PR) }, null, null],
])('pullRequestIn: %s', (_, given, about, expected) => {
  expect(pullRequestIn(facts(given), about)).toBe(expected)
})

test.each<[string, Partial<Facts>, RunContext | null, unknown]>([
  ['the one that was asked for', { queue: read(QUEUE) }, context(), QUEUE],
  ['another one', ofQueue({ branch: 'next' }), context(), null],
  ['none was asked for', { queue: read(QUEUE) }, context({ targetBranch: null }), null],
  ['before anything is known', { queue: read(QUEUE) }, null, null],
])('queueIn: %s', (_, given, about, expected) => {
  expect(queueIn(facts(given), about)).toBe(expected)
})

test.each<[string, Partial<Facts>, RunContext | null, decides: unknown, shown: unknown]>([
  ['the one that was asked for', { testRun: read(RUN) }, testBranchContext(), RUN, RUN],
  ['that of another commit', { testRun: read(FOREIGN) }, testBranchContext(), null, null],
  ['before anything is known', { testRun: read(RUN) }, null, null, null],
  ['one that ended before it began', { testRun: read(UNBEGUN) }, testBranchContext(), UNBEGUN, UNBEGUN],
])('testRunIn and shownRun: %s', (_, given, about, decides, shown) => {
  expect(testRunIn(facts(given), about)).toBe(decides)
  expect(shownRun(facts(given), {}, about)).toBe(shown)
})

test('a run that explains is shown, and never decides; one that was asked for comes first', () => {
  const run = read(testRun({ id: 'found' }))
  expect(shownRun(facts(), { testRun: run }, context())).toBe(run.value)
  expect(shownRun(facts({ testRun: read(RUN) }), { testRun: run }, context())).toBe(RUN)
})

test.each<[string, Partial<TestRun>, 'service-v1' | 'github', string]>([
  ['by its id', {}, 'service-v1', `Test run \`${RUN.id}\` of #42`],
  ['of nobody known', { pullRequests: null }, 'service-v1', `Test run \`${RUN.id}\``],
  [
    'of a batch',
    { pullRequests: [1, 2, 3, 4].map(of) },
    'service-v1',
    `Test run \`${RUN.id}\` of #1, #2, #3 and 1 more`,
  ],
  ['of a merge group', {}, 'github', 'Merge group `baebb6f` of #42'],
])('nameOfRun: %s', (_, over, source, expected) => {
  expect(asText(nameOfRun(testRun(over), SOURCES[source]))).toBe(expected)
})

function of(number: number) {
  return { number, url: null, title: null }
}
