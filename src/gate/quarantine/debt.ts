import { type Facts, hasValue } from '../../facts/facts.ts'
import { ageOf, gapInList, type QuarantineAge, type QuarantinedTest } from '../../facts/test-report.ts'
import { formatDuration } from '../../text/duration.ts'
import { code, count, say } from '../../text/message.ts'
import { both, type Finding, failureFinding, forGood, met, NOT_READ, noValue, unknown, unmet } from '../reasons.ts'

/** `max-quarantined` and `max-quarantine-age`; null if not given. */
export interface QuarantineLimits {
  count: number | null
  ageMs: number | null
}

export interface AgedTest extends QuarantineAge {
  test: QuarantinedTest
  isOverdue: boolean
}

export interface DebtReport {
  /** The oldest first, those of unknown age last. */
  tests: AgedTest[]
  /** How many tests are over the limit of age; null if there is no limit. */
  overdue: number | null
  /** How many tests can't be compared with a limit of age: no age is known, or only a lower bound that is within it. */
  ageUnknown: number
}

/** Judges `quarantine-within-limits` at `now`, in milliseconds since the epoch. Pure. */
export function judgeDebt(reading: Facts['quarantinedTests'], limits: QuarantineLimits, now: number): Finding {
  if (limits.count === null && limits.ageMs === null) {
    const none = say`Neither ${code('max-quarantined')} nor ${code('max-quarantine-age')} is given.`
    return forGood(unknown('bad-input', none))
  }
  if (!hasValue(reading)) return noValue(reading, NOT_READ)
  const { tests, overdue, ageUnknown } = debtOf(reading.value.tests, limits.ageMs, now)
  // A part of the list can prove that a limit is broken, but never that one is kept.
  const broken: Finding[] = []
  if (limits.ageMs !== null && overdue) {
    const limit = say`longer than ${code('max-quarantine-age')} (${formatDuration(limits.ageMs)})`
    const oldest = formatDuration(tests[0]?.ms ?? 0)
    const sentence = say`${count(overdue, 'test is', 'tests are')} quarantined for ${limit}, the oldest for ${oldest}.`
    broken.push(unmet('quarantine-overdue', sentence))
  }
  if (limits.count !== null && tests.length > limits.count) {
    const sentence = say`${count(tests.length, 'test is', 'tests are')} quarantined, more than ${code('max-quarantined')} (${limits.count}).`
    broken.push(unmet('quarantine-over-limit', sentence))
  }
  if (broken.length > 0) return forGood(broken.reduce(both))
  // Final even after an outage: the pages that were not read would not give the ages of these tests.
  if (limits.ageMs !== null && ageUnknown > 0) {
    const sentence = `The quarantine date of ${count(ageUnknown, 'test', 'tests')} is unknown.`
    return forGood(unknown('not-known', sentence, 'Look in the service for quarantined tests without a date.'))
  }
  if (reading.failure) return failureFinding(reading.failure)
  const gap = gapInList(reading.value)
  if (gap !== null) return forGood(unknown(gap.code, `The ${gap.clause}.`, gap.remedy))
  return met(`${count(tests.length, 'test is', 'tests are')} quarantined.`)
}

/** The debt at `now`, in milliseconds since the epoch; `limit` is `max-quarantine-age` in milliseconds, or null. */
export function debtOf(list: readonly QuarantinedTest[], limit: number | null, now: number): DebtReport {
  const tests = list.map((test): AgedTest => {
    const age = ageOf(test, now)
    return { ...age, test, isOverdue: limit !== null && age.ms !== null && age.ms > limit }
  })
  tests.sort((a, b) => (b.ms ?? -1) - (a.ms ?? -1))
  return {
    tests,
    overdue: limit === null ? null : tests.filter(({ isOverdue }) => isOverdue).length,
    ageUnknown: tests.filter(({ ms, mayBeOlder, isOverdue }) => ms === null || (mayBeOlder && !isOverdue)).length,
  }
}
