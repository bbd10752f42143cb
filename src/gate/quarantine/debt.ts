import type { QuarantinedTests } from '../../facts/facts.ts'
import { isRead, type Reading } from '../../facts/facts.ts'
import { ageOf, incomplete, type QuarantineAge, type QuarantinedTest } from '../../facts/test-report.ts'
import { formatDuration } from '../../text/duration.ts'
import { code, say, sentences } from '../../text/message.ts'
import { type Finding, failedRead, forGood, met, unknown, unmet, withoutValue } from '../reasons.ts'

/** `max-quarantined` and `max-quarantine-age`; null if not given. */
export interface QuarantineLimits {
  count: number | null
  ageMs: number | null
}

export interface AgedTest extends QuarantineAge {
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

interface OwnerDebt extends Debt {
  /** Empty for tests that nobody owns. */
  owner: string
}

/** All quarantined tests, and those of each owner; sorted by the number of overdue tests, then of all tests. */
export interface DebtReport extends Debt {
  owners: OwnerDebt[]
}

/** A test counts for at most so many of the owners that the service names. */
const MOST_OWNERS = 20

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
  if (!isRead(reading)) {
    const absent = unknown('not-found', 'The service knows no such repository or organization.')
    return withoutValue(reading, forGood(absent))
  }
  const gap = incomplete(reading.value)
  const debt = debtOf(agedTests(reading.value.tests, now), limits.ageMs)
  const [oldest] = debt.tests
  // A part of the list can prove that a limit is broken, but never that one is kept.
  const age = overAge(debt, limits)
  const count = overCount(debt, limits)
  if (age && count) return forGood(bothOver(age, count))
  const over = age ?? count
  if (over) return forGood(over)
  const isAgeUnknown = limits.ageMs !== null && debt.ageUnknown > 0
  // An unknown age stays unknown, whatever is on the pages that an outage kept back.
  if (gap !== null && !(isAgeUnknown && reading.failure?.outage)) {
    // The failure that kept a page back says more, and has a remedy; that the list is incomplete is told beside it.
    return reading.failure ? failedRead(reading.failure) : forGood(unknown(gap.code, `The ${gap.clause}.`, gap.remedy))
  }
  if (isAgeUnknown) {
    const sentence = `The quarantine date of ${debt.ageUnknown === 1 ? '1 test' : `${debt.ageUnknown} tests`} is unknown.`
    return forGood(unknown('not-known', sentence, 'Look in the service for quarantined tests without a date.'))
  }
  const all = testsAre(debt.tests.length)
  if (limits.ageMs === null || !oldest) return met(`${all} quarantined.`)
  return met(`${all} quarantined, the oldest for ${formatDuration(oldest.ms ?? 0)}.`)
}

/** Joins the two findings into one, whose main reason names both limits. */
function bothOver(age: Finding, count: Finding): Finding {
  const headline = 'Both limits on quarantined tests are exceeded'
  const remedy = 'Fix tests or delete them until both limits hold, or raise the limits.'
  const main = age.reasons.map(each => ({
    ...each,
    headline,
    message: sentences(each.message, count.evidence),
    remedy,
  }))
  return { ...age, reasons: [...main, ...count.reasons] }
}

function overCount({ tests }: Debt, limits: QuarantineLimits): Finding | null {
  if (limits.count === null || tests.length <= limits.count) return null
  const sentence = say`${testsAre(tests.length)} quarantined, more than ${code('max-quarantined')} (${limits.count}).`
  return unmet('quarantine-over-limit', sentence)
}

function overAge({ overdue, tests: [oldest] }: Debt, limits: QuarantineLimits): Finding | null {
  if (limits.ageMs === null || !overdue) return null
  const limit = say`longer than ${code('max-quarantine-age')} (${formatDuration(limits.ageMs)})`
  const sentence = say`${testsAre(overdue)} quarantined for ${limit}, the oldest for ${formatDuration(oldest?.ms ?? 0)}.`
  return unmet('quarantine-overdue', sentence)
}

function testsAre(count: number): string {
  return count === 1 ? '1 test is' : `${count} tests are`
}

/**
 * The debt at `now` (epoch milliseconds), over all and by owner. A test with several owners counts for each of them.
 *
 * @param ageLimitMs `max-quarantine-age`, or null
 */
export function debtByOwner(list: readonly QuarantinedTest[], ageLimitMs: number | null, now: number): DebtReport {
  const all = agedTests(list, now)
  const byOwner = new Map<string, AgedTest[]>()
  for (const aged of all) {
    const named = aged.test.codeowners.slice(0, MOST_OWNERS)
    for (const owner of named.length === 0 ? [''] : new Set(named)) {
      const known = byOwner.get(owner)
      if (known) known.push(aged)
      else byOwner.set(owner, [aged])
    }
  }
  const owners = [...byOwner]
    .map(([owner, tests]): OwnerDebt => ({ owner, ...debtOf(tests, ageLimitMs) }))
    .sort(
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
