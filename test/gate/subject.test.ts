import { expect, test } from 'vitest'
import type { RunContext } from '../../src/facts/context.ts'
import type { Doubt, Facts, Member } from '../../src/facts/facts.ts'
import { pullRequestIn, queueIn, shownRun, testRunIn } from '../../src/gate/subject.ts'
import { otherPullRequest } from '../../src/gate/test-run.ts'
import { rendered } from '../../src/text/message.ts'
import {
  ABSENT,
  context,
  facts,
  failed,
  OTHER,
  ofPullRequest,
  ofQueue,
  ofRun,
  outage,
  pullRequest,
  queue,
  read,
  testBranchContext,
  testRun,
} from '../builders.ts'

function another(member: Member): Doubt {
  return { members: [member], code: 'contradictory-answer', message: 'It is of another repository.', forGood: false }
}

const PR = pullRequest()
const QUEUE = queue()
const RUN = testRun()
const FOUND = testRun({ id: 'found' })
const FOREIGN = testRun({ testBranchSha: OTHER })

test.each<[string, Partial<Facts>, RunContext | null, unknown]>([
  ['the one that was asked for', { pullRequest: read(PR) }, context(), PR],
  ['another one', ofPullRequest({ number: 43 }), context(), null],
  ['that of another repository', ofPullRequest({ doubts: [another('number')] }), context(), null],
  ['none was asked for', { pullRequest: read(PR) }, context({ pullRequest: null }), null],
  ['before anything is known', { pullRequest: read(PR) }, null, null],
  ['none', { pullRequest: ABSENT }, context(), null],
  ['an outage', { pullRequest: failed(outage()) }, context(), null],
])('pullRequestIn: %s', (_, given, about, expected) => {
  expect(pullRequestIn(facts(given), about)).toBe(expected)
})

test.each<[string, Partial<Facts>, RunContext | null, unknown]>([
  ['the one that was asked for', { queue: read(QUEUE) }, context(), QUEUE],
  ['another one', ofQueue({ branch: 'next' }), context(), null],
  ['that of another repository', ofQueue({ doubts: [another('queue')] }), context(), null],
  ['none was asked for', { queue: read(QUEUE) }, context({ targetBranch: null }), null],
  ['before anything is known', { queue: read(QUEUE) }, null, null],
  ['none', { queue: ABSENT }, context(), null],
])('queueIn: %s', (_, given, about, expected) => {
  expect(queueIn(facts(given), about)).toBe(expected)
})

test.each<[string, Partial<Facts>, RunContext | null, decides: unknown, shown: unknown]>([
  ['the one that was asked for', { testRun: read(RUN) }, testBranchContext(), RUN, RUN],
  ['that of another commit', { testRun: read(FOREIGN) }, testBranchContext(), null, null],
  ['none', { testRun: ABSENT }, testBranchContext(), null, null],
  ['before anything is known', { testRun: read(RUN) }, null, null, null],
  ['one that was found is shown, and never decides', { foundRun: read(FOUND) }, context(), null, FOUND],
  [
    'one that was asked for comes before one that was found',
    { testRun: read(RUN), foundRun: read(FOUND) },
    context(),
    RUN,
    RUN,
  ],
  ['none was found', { foundRun: undefined }, context(), null, null],
])('testRunIn and shownRun: %s', (_, given, about, decides, shown) => {
  expect(testRunIn(facts(given), about)).toBe(decides)
  expect(shownRun(facts(given), about)).toBe(shown)
})

const GIVEN = { value: RUN.id, from: 'input' } as const
const OTHERS = testRun({ pullRequests: [7, 8].map(number => ({ number, url: null, title: null })) })

test.each<[string, Partial<Facts>, Partial<RunContext>, string | null]>([
  [
    'a run of other pull requests, by an input',
    { testRun: read(OTHERS) },
    { testRunId: GIVEN },
    '`test-run-id` names a test run of #7, #8, not of #42. Check that id.',
  ],
  ['a run that tests it', { testRun: read(RUN) }, { testRunId: GIVEN }, null],
  ['a run that names no pull request', ofRun({ pullRequests: [] }), { testRunId: GIVEN }, null],
  ['a run that was not read', { testRun: failed(outage()) }, { testRunId: GIVEN }, null],
  ['an event about no pull request', { testRun: read(OTHERS) }, { testRunId: GIVEN, kind: 'branch' }, null],
])('otherPullRequest: %s', (_, given, about, expected) => {
  expect(rendered(otherPullRequest(facts(given), context(about)))).toBe(expected)
})
