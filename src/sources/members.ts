/** Reads members that no schema has checked: a value of another type counts as missing. */
import type { Readiness } from '../facts/facts.ts'

/** An object of which any member may be missing, or of another type. */
export type Members = Readonly<Record<string, unknown>>

/** The members of a value; none if the value is no object. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
}

export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/** The items that `read` can read; null if the value is no list. */
export function readableItems<Item>(value: unknown, read: (item: unknown) => Item | null): Item[] | null {
  return Array.isArray(value) ? value.map(read).filter(item => item !== null) : null
}

/** The items of a list if `read` can read all of them; else null. */
export function wholeList<Item>(value: unknown, read: (item: unknown) => Item | null): Item[] | null {
  const items = readableItems(value, read)
  return items !== null && items.length === (value as unknown[]).length ? items : null
}

/** A pull request as either API lists it; null for an item without a number. */
export function listedPullRequest(item: unknown): { number: number; url: string | null } | null {
  const members = membersOf(item)
  const found = number(members['number'] ?? members['prNumber'])
  return found === null ? null : { number: found, url: text(members['url'] ?? members['prUrl']) }
}

/** The readiness of a pull request; null if there is none. A member that can't be read is null. */
export function readinessOf(value: unknown, mergeability: string | null): Readiness | null {
  if (value == null) return null
  const wire = membersOf(value)
  return {
    requiresImpactedTargets: flag(wire['requiresImpactedTargets']),
    hasImpactedTargets: flag(wire['hasImpactedTargets']),
    baseBranchMatches: flag(wire['doesBaseBranchMatch']),
    mergeability,
  }
}
