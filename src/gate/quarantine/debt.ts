import { isRead, type QuarantinedTests, type Reading } from '../../facts/facts.ts'
import { ageOf, incomplete, type QuarantineAge, type QuarantinedTest } from '../../facts/test-report.ts'
import { formatDuration } from '../../text/duration.ts'
import { code, count, say, sentences } from '../../text/message.ts'
import { type Finding, failedRead, forGood, met, NOT_READ, unknown, unmet, withoutValue } from '../reasons.ts'

/** `max-quarantined` and `max-quarantine-age`; null if not given. */
export interface QuarantineLimits {
  count: number | null
  ageMs: number | null
}

interface AgedTest extends QuarantineAge {
  test: QuarantinedTest
}

/** The quarantined tests of one owner, or of all. */
export interface Debt {
  /** The oldest first, those of unknown age last. */
  tests: AgedTest[]
  /** The number of tests that are over the limit of age; null if there is no limit. */
  overdue: number | null
  /** How many tests can't be compared with a limit of age: no age is known, or only a lower bound within it. */
  ageUnknown: number
}

/** All quarantined tests, and those of each owner; sorted by the number of overdue tests, then of all tests. */
export interface DebtReport extends Debt {
  /** `owner` is empty for tests that nobody owns. */
  owners: (Debt & { owner: string })[]
}

/** Judges `quarantine-within-limits` at `now`, in milliseconds since the epoch. Pure. */
export function judgeDebt(
  reading: Reading<QuarantinedTests> | undefined,
  limits: QuarantineLimits,
  now: number,
): Finding {
  if (limits.count === null && limits.ageMs === null) {
    const none = say`Neither ${code('max-quarantined')} nor ${code('max-quarantine-age')} is given.`
    return forGood(unknown('bad-input', none))
  }
  if (!isRead(reading)) return withoutValue(reading, NOT_READ)
  const { tests, overdue, ageUnknown } = debtOf(agedTests(reading.value.tests, now), limits.ageMs)
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
  const [first] = broken
  if (first) {
    const evidence = sentences(...broken.map(each => each.evidence))
    return forGood({ ...first, evidence, reasons: broken.flatMap(({ reasons }) => reasons) })
  }
  // An unknown age stays unknown, whatever is on the pages that an outage kept back.
  if (limits.ageMs !== null && ageUnknown > 0) {
    const sentence = `The quarantine date of ${count(ageUnknown, 'test', 'tests')} is unknown.`
    return forGood(unknown('not-known', sentence, 'Look in the service for quarantined tests without a date.'))
  }
  if (reading.failure) return failedRead(reading.failure)
  const gap = incomplete(reading.value)
  if (gap !== null) return forGood(unknown(gap.code, `The ${gap.clause}.`, gap.remedy))
  return met(`${count(tests.length, 'test is', 'tests are')} quarantined.`)
}

/**
 * The debt at `now` (epoch milliseconds), over all and by owner. A test with several owners counts for each of them.
 *
 * @param ageLimitMs `max-quarantine-age`, or null
 */
export function debtByOwner(list: readonly QuarantinedTest[], ageLimitMs: number | null, now: number): DebtReport {
  const all = agedTests(list, now)
  const owned = all.flatMap(aged => {
    const { codeowners } = aged.test
    const owners = codeowners.length === 0 ? [''] : new Set(codeowners)
    return [...owners].map(owner => ({ owner, aged }))
  })
  const owners = [...Map.groupBy(owned, ({ owner }) => owner)].map(([owner, some]) => {
    const tests = some.map(({ aged }) => aged)
    return { owner, ...debtOf(tests, ageLimitMs) }
  })
  owners.sort(
    (a, b) => (b.overdue ?? 0) - (a.overdue ?? 0) || b.tests.length - a.tests.length || (a.owner < b.owner ? -1 : 1),
  )
  return { ...debtOf(all, ageLimitMs), owners }
}

/** The tests with their ages: the oldest first, those of unknown age last. */
function agedTests(list: readonly QuarantinedTest[], now: number): AgedTest[] {
  return list.map(test => ({ test, ...ageOf(test, now) })).sort((a, b) => (b.ms ?? -1) - (a.ms ?? -1))
}

function debtOf(tests: AgedTest[], limit: number | null): Debt {
  const isOverdue = ({ ms }: AgedTest) => limit !== null && ms !== null && ms > limit
  return {
    tests,
    overdue: limit === null ? null : tests.filter(isOverdue).length,
    ageUnknown: tests.filter(each => each.ms === null || (each.atLeast && !isOverdue(each))).length,
  }
}
