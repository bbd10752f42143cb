import { describe, expect, test } from 'vitest'
import type { QuarantineAge, QuarantinedTest } from '../../../src/facts/test-report.ts'
import { debtOf, judgeDebt, type QuarantineLimits } from '../../../src/gate/quarantine/debt.ts'
import { asText } from '../../../src/text/message.ts'
import { ago, failed, hardFailure, NOW, outage, quarantinedTest, quarantinedTests, read } from '../../builders.ts'

const DAY = 86_400_000
const old = (days: number, over: Partial<QuarantinedTest> = {}) =>
  quarantinedTest({ quarantinedAt: ago(days * DAY), ...over })
/** Only its last update is known. */
const updated = (days: number) => quarantinedTest({ quarantinedAt: null, statusLastUpdatedAt: ago(days * DAY) })
const undated = quarantinedTest({ quarantinedAt: null, statusLastUpdatedAt: null })

describe('quarantine-within-limits', () => {
  const days = (count: number): QuarantineLimits => ({ count: null, ageMs: count * DAY })
  const tests = (count: number): QuarantineLimits => ({ count, ageMs: null })
  test.each<[name: string, tests: QuarantinedTest[], limits: QuarantineLimits, verdict: string, partial?: 'a part']>([
    ['none quarantined', [], { count: 0, ageMs: DAY }, 'met'],
    ['exactly as many', [old(1), old(1)], tests(2), 'met'],
    ['one more', [old(1), old(1)], tests(1), 'unmet quarantine-over-limit'],
    ['exactly as old', [old(30)], days(30), 'met'],
    [
      'a millisecond older',
      [quarantinedTest({ quarantinedAt: ago(30 * DAY + 1) })],
      days(30),
      'unmet quarantine-overdue',
    ],
    ['both limits kept', [old(1)], { count: 1, ageMs: DAY }, 'met'],
    [
      'both limits broken',
      [old(2), old(2)],
      { count: 1, ageMs: DAY },
      'unmet quarantine-overdue quarantine-over-limit',
    ],
    ['ages without a limit', [undated, old(9)], tests(2), 'met'],
    ['at least overdue', [updated(31)], days(30), 'unmet quarantine-overdue'],
    ['at least as young is never within', [updated(1)], days(30), 'unknown not-known'],
    ['no age', [undated], days(30), 'unknown not-known'],
    ['a time to come', [old(-1)], days(30), 'unknown not-known'],
    ['an update to come', [updated(-1)], days(30), 'unknown not-known'],
    ['now', [old(0)], days(0), 'met'],
    ['no age beside an overdue one', [undated, old(31)], days(30), 'unmet quarantine-overdue'],
    ['a part that proves it', [old(1), old(1)], tests(1), 'unmet quarantine-over-limit', 'a part'],
    ['a part that proves the age', [old(31)], days(30), 'unmet quarantine-overdue', 'a part'],
    ['a part that proves nothing', [old(1)], { count: 1, ageMs: 30 * DAY }, 'unknown partial-list', 'a part'],
    ['an empty part', [], tests(0), 'unknown partial-list', 'a part'],
    ['no limit', [old(1)], { count: null, ageMs: null }, 'unknown bad-input'],
  ])('%s', (_, list, limits, verdict, partial) => {
    const reading = read(quarantinedTests({ tests: list, whyPartial: partial ? 'a page is missing' : null }))
    const finding = judgeDebt(reading, limits, NOW)
    expect([finding.verdict, ...finding.reasons.map(({ code }) => code)].join(' ')).toBe(verdict)
    if (finding.verdict !== 'met') expect(finding.final).toBe(true)
  })

  test.each([
    ['an outage', failed(outage()), 'unknown service-unavailable', true],
    ['a refused token', failed(hardFailure()), 'unknown token-refused', false],
    [
      'an outage in the middle',
      { ...read(quarantinedTests({ whyPartial: 'cut' })), failure: outage() },
      'unknown service-unavailable',
      true,
    ],
    ['a part, and nothing failed', read(quarantinedTests({ whyPartial: 'cut' })), 'unknown partial-list', false],
    ['not asked for', undefined, 'unknown internal-error', false],
  ])('%s', (_, reading, verdict, isOutage) => {
    const finding = judgeDebt(reading, tests(5), NOW)
    expect(`${finding.verdict} ${finding.reasons[0]?.code}`).toBe(verdict)
    expect([finding.outage, finding.final]).toEqual([isOutage, !isOutage])
  })

  test('an outage in the middle hides no age that stays unknown', () => {
    const reading = { ...read(quarantinedTests({ tests: [undated], whyPartial: 'cut' })), failure: outage() }
    const { reasons, outage: isOutage } = judgeDebt(reading, days(30), NOW)
    expect([reasons[0]?.code, isOutage]).toEqual(['not-known', false])
  })

  test.each<[QuarantinedTest[], QuarantineLimits, string]>([
    [[old(2)], { count: 5, ageMs: 30 * DAY }, '1 test is quarantined.'],
    [[old(2), old(3)], tests(5), '2 tests are quarantined.'],
    [[], { count: 0, ageMs: DAY }, '0 tests are quarantined.'],
    [[old(2), old(3)], tests(1), '2 tests are quarantined, more than `max-quarantined` (1).'],
    [
      [old(40), old(3)],
      days(30),
      '1 test is quarantined for longer than `max-quarantine-age` (30 d), the oldest for 40 d.',
    ],
    [[undated, updated(1)], days(30), 'The quarantine date of 2 tests is unknown.'],
  ])('says why', (list, limits, evidence) => {
    expect(asText(judgeDebt(read(quarantinedTests({ tests: list })), limits, NOW).evidence)).toBe(evidence)
  })
})

/** An age as it is compared: in days, with a sign where it is a lower bound. */
const inDays = ({ ms, mayBeOlder }: QuarantineAge) => (ms === null ? 'unknown' : `${mayBeOlder ? '≥ ' : ''}${ms / DAY}`)

describe('the debt', () => {
  test('the oldest first, those of unknown age last', () => {
    const list = [
      old(10, { name: '10' }),
      old(25, { name: '25' }),
      old(40, { name: '40' }),
      { ...undated, name: 'undated' },
      { ...updated(20), name: 'updated' },
      { ...old(-1), name: 'ahead' },
    ]
    const { tests, ...counts } = debtOf(list, 30 * DAY, NOW)
    expect(counts).toEqual({ overdue: 1, ageUnknown: 3 })
    expect(tests.map(each => `${each.test.name}: ${inDays(each)}`)).toEqual([
      '40: 40',
      '25: 25',
      'updated: ≥ 20',
      '10: 10',
      'undated: unknown',
      'ahead: unknown',
    ])
  })

  test('without a limit nothing is overdue', () => {
    expect(debtOf([updated(400)], null, NOW)).toMatchObject({ overdue: null, ageUnknown: 1 })
  })
})
