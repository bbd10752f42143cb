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
  outage,
  plan,
  pullRequest,
  queue,
  read,
  requirements,
  testBranchContext,
  testRun,
} from '../builders.ts'

const FREE = { queue: read(queue({ requiredStatuses: ['unit'] })) }
const REQUIRED = { queue: read(queue({ requiredStatuses: ['unit', ' Gate '] })) }

describe('ownStatus', () => {
  test.each<[string, Partial<Facts>, RunContext, OwnStatus]>([
    ['the queue requires others', FREE, context(), 'free'],
    ['the queue requires nothing', { queue: read(queue({ requiredStatuses: [] })) }, context(), 'free'],
    ['the queue requires it, in whichever letter case', REQUIRED, context(), 'required'],
    ['the branch has no queue', { queue: ABSENT }, context(), 'free'],
    ['the queue does not say', { queue: read(queue({ requiredStatuses: null })) }, context(), 'unknown'],
    ['another queue came', { queue: read(queue({ branch: 'next' })) }, context(), 'unknown'],
    ['an outage', { queue: failed(outage()) }, context(), 'unknown'],
    ['a refused token', { queue: failed(hardFailure()) }, context(), 'unknown'],
    ['not asked', {}, context(), 'unknown'],
    [
      'the test run requires it',
      { ...FREE, testRun: read(testRun({ requiredStatuses: ['gate'] })) },
      testBranchContext(),
      'required',
    ],
    [
      "another's test run counts for nothing",
      { ...FREE, testRun: read(testRun({ requiredStatuses: ['gate'], testBranchSha: OTHER })) },
      testBranchContext(),
      'free',
    ],
  ])('%s', (_, given, about, expected) => {
    expect(ownStatus(facts(given), about, 'gate')).toBe(expected)
  })
})

describe('the verdict', () => {
  const all = { ...REQUIRED, pullRequest: read(pullRequest()) }

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
    const given = facts({ pullRequest: read(pullRequest()), queue: failed(hardFailure()) })
    const wanted = requirements({ plan: plan({ reads: ['pull-request'], from: 'input' }), statusContext: 'gate' })
    expect(conclude(given, context(), wanted)).toMatchObject({ conclusion: 'reported', succeeds: true })
  })
})
