import type { Check } from '../facts/facts.ts'
import { timeOf } from '../text/duration.ts'

/**
 * The report of a name that counts: of several check runs the one that began last, if it also ended last. An earlier
 * one that still runs makes it pending; one that ended later, or an order that is not known, leaves the outcome
 * unknown if outcomes differ.
 *
 * @param reports of one name, at least one
 */
export function latestOf(reports: readonly [Check, ...Check[]]): Check {
  const [newest, ...earlier] = reports.toSorted(byStart) as [Check, ...Check[]]
  if (earlier.length === 0) return newest
  const running = earlier.find(({ outcome }) => outcome === 'pending')
  if (running) return newest.outcome === 'pending' ? newest : { ...newest, outcome: 'pending', word: wordOf(running) }
  if (newest.outcome === 'pending') return newest
  if (earlier.every(({ outcome }) => outcome === newest.outcome)) return newest
  if (!earlier.every(each => isBefore(each, newest))) return { ...newest, outcome: 'unknown' }
  const failed = earlier.find(each => each.outcome === 'failed' && each.suite !== newest.suite)
  return newest.outcome === 'passed' && failed ? { ...newest, failedEarlier: failed.url ?? '' } : newest
}

/** The latest report of each name, for each source and app apart, in the order in which the names first occur. */
export function latestOfEach(reports: readonly Check[]): Check[] {
  const groups = Map.groupBy(reports, ({ source, appId, name }) => JSON.stringify([source, appId, name]))
  return [...groups.values()].map(same => latestOf(same as [Check, ...Check[]]))
}

function wordOf({ word }: Check): string {
  return word ?? 'in_progress'
}

/** The newest first; of equal times the higher id. */
function byStart(a: Check, b: Check): number {
  return (timeOf(b.startedAt) ?? 0) - (timeOf(a.startedAt) ?? 0) || (b.id ?? 0) - (a.id ?? 0)
}

/** True if a report both began and ended before another one, by known times. */
function isBefore(earlier: Check, later: Check): boolean {
  const began = [timeOf(earlier.startedAt), timeOf(later.startedAt)]
  const ended = [timeOf(earlier.completedAt), timeOf(later.completedAt)]
  const [a, b, c, d] = [...began, ...ended]
  if (a == null || b == null || c == null || d == null) return false
  return a < b && c <= d
}
