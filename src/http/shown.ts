import type { Readiness } from '../facts/facts.ts'

/** An object of which any member may be missing or odd. */
export type Members = Readonly<Record<string, unknown>>

// A value of another type counts as missing.

export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/** The items that can be shown; null if the value is no list. */
export function list<Item>(value: unknown, of: (item: unknown) => Item | null): Item[] | null {
  return Array.isArray(value) ? value.map(of).filter(item => item !== null) : null
}

export function readinessOf(wire: Members, mergeability: string | null): Readiness {
  return {
    requiresImpactedTargets: flag(wire['requiresImpactedTargets']),
    hasImpactedTargets: flag(wire['hasImpactedTargets']),
    baseBranchMatches: flag(wire['doesBaseBranchMatch']),
    mergeability,
  }
}

/** The settings of a queue that have the same names in both APIs. */
export function settingsOf(wire: Members) {
  return {
    concurrency: number(wire['concurrency']),
    testingTimeoutMinutes: number(wire['testingTimeoutMinutes']),
    canOptimisticallyMerge: flag(wire['canOptimisticallyMerge']),
    pendingFailureDepth: number(wire['pendingFailureDepth']),
    batchingMaxWaitTimeMinutes: number(wire['batchingMaxWaitTimeMinutes']),
    batchingMinSize: number(wire['batchingMinSize']),
    bisectionConcurrency: number(wire['bisectionConcurrency']),
  }
}

/** A list whose items are all texts; else null, because its content is unknown. */
export function namesIn(value: unknown): string[] | null {
  return Array.isArray(value) && value.every(each => typeof each === 'string') ? value : null
}

/** Gives a commit status the required name that equals its own but for letter case, as on GitHub; else its own. */
export function statusNames(
  required: readonly (string | null)[] | null | undefined,
): (context: string | null | undefined) => string {
  const known = required?.filter(name => name !== null) ?? []
  // Of equal names the first counts.
  const byLower = new Map(known.toReversed().map(name => [name.toLowerCase(), name]))
  return context => byLower.get(context?.toLowerCase() ?? '') ?? context ?? ''
}
