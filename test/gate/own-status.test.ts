import { describe, expect, test } from 'vitest'
import type { RunContext } from '../../src/facts/context.ts'
import type { Facts } from '../../src/facts/facts.ts'
import { conclude } from '../../src/gate/conclusion.ts'
import { type OwnStatus, ownStatus } from '../../src/gate/subject.ts'
import { isFinal } from '../../src/gate/waiting.ts'
import {
  ABSENT,
  context,
  facts,
  failed,
  hardFailure,
  OTHER,
  ofPullRequest,
  ofQueue,
  ofRun,
  outage,
  plan,
  requirements,
  testBranchContext,
} from '../builders.ts'

const FREE = ofQueue({ requiredStatuses: ['unit'] })
const REQUIRED = ofQueue({ requiredStatuses: ['unit', ' Gate '] })

describe('ownStatus', () => {
  test.each<[string, Partial<Facts>, RunContext, OwnStatus]>([
    ['the queue requires others', FREE, context(), 'free'],
    ['the queue requires nothing', ofQueue({ requiredStatuses: [] }), context(), 'free'],
    ['the queue requires it, in whichever letter case', REQUIRED, context(), 'required'],
    ['the branch has no queue', { queue: ABSENT }, context(), 'free'],
    ['a step that judges tests alone may report to the queue', REQUIRED, context({ reportsToQueue: true }), 'free'],
    ['the queue does not say', ofQueue({ requiredStatuses: null }), context(), 'unknown'],
    [
      'the queue is known to require more than it says',
      ofQueue({ requiredStatuses: null, moreRequired: 'the rules could not be read' }),
      context(),
      'free',
    ],
    ['another queue came', ofQueue({ branch: 'next' }), context(), 'unknown'],
    ['an outage', { queue: failed(outage()) }, context(), 'unknown'],
    ['a refused token', { queue: failed(hardFailure()) }, context(), 'unknown'],
    ['not asked', {}, context(), 'unknown'],
    [
      'the test run requires it',
      { ...FREE, ...ofRun({ requiredStatuses: ['gate'] }) },
      testBranchContext(),
      'required',
    ],
    [
      "another's test run counts for nothing",
      { ...FREE, ...ofRun({ requiredStatuses: ['gate'], testBranchSha: OTHER }) },
      testBranchContext(),
      'free',
    ],
  ])('%s', (_, given, about, expected) => {
    expect(ownStatus(facts(given), about, 'gate')).toBe(expected)
  })
})

describe('the verdict', () => {
  const all = { ...REQUIRED, ...ofPullRequest() }

  test('a name that the queue requires is a bad input, and ends every wait', () => {
    const verdict = conclude(facts(all), context(), requirements({ require: ['merged'], statusContext: 'gate' }))
    expect(verdict).toMatchObject({ conclusion: 'failed', succeeds: false, reasons: [{ code: 'bad-input' }] })
    expect(isFinal(verdict, facts(all), plan())).toBe(true)
  })

  test.each([null, 'another'])('a name that it does not require changes nothing: %s', statusContext => {
    const wanted = requirements({ require: ['ready'] })
    expect(conclude(facts(all), context(), { ...wanted, statusContext })).toEqual(
      conclude(facts(all), context(), wanted),
    )
  })

  test('a queue that was read for the status alone decides nothing when it fails', () => {
    const given = facts({ ...ofPullRequest(), queue: failed(hardFailure()) })
    const wanted = requirements({ plan: plan({ reads: ['pull-request'], from: 'input' }), statusContext: 'gate' })
    expect(conclude(given, context(), wanted)).toMatchObject({ conclusion: 'reported', succeeds: true })
  })
})
