import { formatDuration } from '../../duration.ts'
import type { QuarantinedTests } from '../../facts/facts.ts'
import type { Reading } from '../../facts/reading.ts'
import type { TestList } from '../../facts/test-list.ts'
import { type Finding, forGood, met, unknown, unmet, withoutValue } from '../verdict.ts'

/** `max-quarantined` and `max-quarantine-age`; null where it is not given. */
export interface QuarantineLimits {
  count: number | null
  ageMs: number | null
}

/** What becomes overdue within so many days, those of the shorter spans included. */
export interface Soon {
  in7Days: number
  in14Days: number
  in30Days: number
}

/** The quarantined tests of one owner, or of all. */
export interface Debt {
  count: number
  /** Age of the oldest in milliseconds; null where no age is known. */
  oldestMs: number | null
  /** The oldest is at least this old: only its last update is known. */
  oldestAtLeast: boolean
  /** Over the limit of age; null where there is none. */
  overdue: number | null
  soon: Soon | null
  /** Tests that a limit of age can't be held against: of no known age, or at least so old and not yet overdue. */
  ageUnknown: number
}

export interface OwnerDebt extends Debt {
  /** Empty where nobody owns them. */
  owner: string
}

/** All quarantined tests, and those of each owner: the most overdue first, then the most. */
export interface DebtReport extends Debt {
  owners: OwnerDebt[]
}

/** The owners of a file by CODEOWNERS; empty where it names none. */
export type OwnersOf = (file: string) => readonly string[]

const DAY = 86_400_000

/**
 * Judges `quarantine-within-limits`. Pure.
 *
 * @param now milliseconds since the epoch
 */
export function judgeDebt(reading: Reading<QuarantinedTests>, limits: QuarantineLimits, now: number): Finding {
  if (limits.count === null && limits.ageMs === null) {
    return forGood(unknown('bad-input', 'Neither `max-quarantined` nor `max-quarantine-age` is given.'))
  }
  if (reading.kind !== 'read') {
    return withoutValue(reading, unknown('not-found', 'The service knows no such repository or organization.'))
  }
  const { tests, partial } = reading.value
  const debt = debtOf(everyIndex(tests), tests, limits.ageMs, now)
  const over = [...overLimit(debt, limits), ...overAge(debt, limits)]
  const [first] = over
  // What was read proves that a limit is broken, however much is missing; it never proves that one is kept.
  if (first) return forGood({ ...first, reasons: over.flatMap(({ reasons }) => reasons) })
  if (partial !== null) {
    const { failure } = reading
    const cut = unknown('partial-list', `The list of quarantined tests is not whole: ${partial}.`)
    // What kept a page back says more, and what to do about it; that the list is not whole is told beside it.
    return forGood(failure ? withoutValue({ kind: 'failed', failure }, cut) : cut)
  }
  if (limits.ageMs !== null && debt.ageUnknown > 0) {
    const told = `Since when ${testsAre(debt.ageUnknown)} quarantined is not known.`
    return forGood(unknown('quarantine-age-unknown', told))
  }
  const oldest =
    limits.ageMs === null || debt.oldestMs === null ? '' : `, the oldest for ${formatDuration(debt.oldestMs)}`
  return met(`${testsAre(debt.count)} quarantined${oldest}.`)
}

function overLimit({ count }: Debt, limits: QuarantineLimits): Finding[] {
  if (limits.count === null || count <= limits.count) return []
  const told = `${testsAre(count)} quarantined, more than \`max-quarantined\` (${limits.count}).`
  return [unmet('quarantine-over-limit', told)]
}

function overAge({ overdue, oldestMs }: Debt, limits: QuarantineLimits): Finding[] {
  if (limits.ageMs === null || !overdue) return []
  const limit = `longer than \`max-quarantine-age\` (${formatDuration(limits.ageMs)})`
  const told = `${testsAre(overdue)} quarantined for ${limit}, the oldest for ${formatDuration(oldestMs ?? 0)}.`
  return [unmet('quarantine-overdue', told)]
}

function testsAre(count: number): string {
  return count === 1 ? '1 test is' : `${count} tests are`
}

/**
 * The debt, over all and by owner. A test with several owners counts for each of them.
 *
 * @param ageLimitMs `max-quarantine-age`, or null
 * @param now milliseconds since the epoch
 * @param ownersOf owners of tests for which the service names none
 */
export function debtByOwner(
  list: TestList,
  ageLimitMs: number | null,
  now: number,
  ownersOf: OwnersOf = () => [],
): DebtReport {
  const owners = [...indicesByOwner(list, ownersOf)]
    .map(([owner, indices]): OwnerDebt => ({ owner, ...debtOf(indices, list, ageLimitMs, now) }))
    .sort((a, b) => (b.overdue ?? 0) - (a.overdue ?? 0) || b.count - a.count || (a.owner < b.owner ? -1 : 1))
  return { ...debtOf(everyIndex(list), list, ageLimitMs, now), owners }
}

/** Indices of the tests of each owner, CODEOWNERS where the service names none; the empty owner has the rest. */
export function indicesByOwner(list: TestList, ownersOf: OwnersOf): Map<string, readonly number[]> {
  const found = new Map<string, number[]>()
  for (const [owner, indices] of list.byOwner) if (owner !== '') found.set(owner, [...indices])
  for (const index of list.byOwner.get('') ?? []) {
    const { file } = list.at(index)
    const owners = file ? ownersOf(file) : []
    for (const owner of owners.length === 0 ? [''] : new Set(owners)) {
      const own = found.get(owner)
      if (own) own.push(index)
      else found.set(owner, [index])
    }
  }
  return found
}

function* everyIndex({ count }: TestList): Generator<number> {
  for (let index = 0; index < count; index++) yield index
}

/**
 * Milliseconds since a test was quarantined; NaN where that is not known or lies ahead.
 *
 * @param now milliseconds since the epoch
 */
export function ageOf(list: TestList, index: number, now: number): { ms: number; atLeast: boolean } {
  const { time, atLeast } = list.since(index)
  return { ms: time <= now ? now - time : Number.NaN, atLeast }
}

function debtOf(indices: Iterable<number>, list: TestList, limit: number | null, now: number): Debt {
  let count = 0
  let oldest = -1
  let oldestAtLeast = false
  let overdue = 0
  let ageUnknown = 0
  const soon: Soon = { in7Days: 0, in14Days: 0, in30Days: 0 }
  for (const index of indices) {
    count++
    const { ms, atLeast } = ageOf(list, index, now)
    const isOverdue = limit !== null && ms > limit
    if (Number.isNaN(ms) || (atLeast && !isOverdue)) ageUnknown++
    if (ms > oldest) {
      oldest = ms
      oldestAtLeast = atLeast
    }
    if (limit === null) continue
    if (isOverdue) overdue++
    else {
      if (ms + 7 * DAY > limit) soon.in7Days++
      if (ms + 14 * DAY > limit) soon.in14Days++
      if (ms + 30 * DAY > limit) soon.in30Days++
    }
  }
  return {
    count,
    oldestMs: oldest < 0 ? null : oldest,
    oldestAtLeast,
    overdue: limit === null ? null : overdue,
    soon: limit === null ? null : soon,
    ageUnknown,
  }
}
