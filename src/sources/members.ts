/** Members of answers that are read leniently: a value of another type counts as missing. */

import type { Readiness } from '../facts/facts.ts'
import type { Blocker } from '../facts/source.ts'

/** An object of which any member may be missing or odd. */
export type Members = Readonly<Record<string, unknown>>

/** The members of a part; none if the part is no object. */
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

/** The items that can be shown; null if the value is no list. */
export function list<Item>(value: unknown, of: (item: unknown) => Item | null): Item[] | null {
  return Array.isArray(value) ? value.map(of).filter(item => item !== null) : null
}

/** A list whose items are all texts; else null, because its content is unknown. */
export function namesIn(value: unknown): string[] | null {
  return Array.isArray(value) && value.every(each => typeof each === 'string') ? value : null
}

/** The names in a list of required statuses, even if it has gaps; null if it names none though it is not empty. */
export function requiredIn(value: unknown): string[] | null {
  const names = list(value, text)
  return names !== null && (names.length > 0 || (value as unknown[]).length === 0) ? names : null
}

export function readinessOf(wire: Members, mergeability: string | null): Readiness {
  return {
    requiresImpactedTargets: flag(wire['requiresImpactedTargets']),
    hasImpactedTargets: flag(wire['hasImpactedTargets']),
    baseBranchMatches: flag(wire['doesBaseBranchMatch']),
    mergeability,
  }
}

/** Gives a commit status the required name that equals its own but for letter case, as on GitHub; else its own. */
export function statusNames(required: readonly string[] | null): (context: string) => string {
  // Of equal names the first counts.
  const byLower = new Map((required ?? []).toReversed().map(name => [name.toLowerCase(), name]))
  return context => byLower.get(context.toLowerCase()) ?? context
}

/** A pull request as a test run lists it. */
interface Tested {
  number: number
  /** The head that was tested; null if the answer does not say. */
  sha: string | null
  url: string | null
  title: string | null
}

/** The pull requests of a test run, as either API writes them; null if the list is missing or has an odd item. */
export function testedIn(value: unknown): Tested[] | null {
  const rows = list(value, item => {
    const members = membersOf(item)
    const found = number(members['number'] ?? members['prNumber'])
    const url = text(members['url'] ?? members['prUrl'])
    return found === null ? null : { number: found, url, title: text(members['title']), sha: text(members['sha']) }
  })
  return rows !== null && rows.length === (value as unknown[]).length ? rows : null
}

/** Each number once, by its first row. */
export function eachNumberOnce(rows: readonly Tested[]): Omit<Tested, 'sha'>[] {
  const byNumber = new Map(rows.toReversed().map(row => [row.number, row]))
  return [...new Set(rows.map(row => byNumber.get(row.number) ?? row))].map(({ sha: _, ...shown }) => shown)
}

/** The pull requests that hold another one, as either API lists them. */
export function blockersIn(value: unknown): Blocker[] {
  const blockers = list(value, item => {
    const outer = membersOf(item)
    const members = { ...membersOf(outer['pullRequest']), ...outer }
    const found = number(members['number'] ?? members['prNumber'])
    return found === null ? null : { number: found, url: text(members['url'] ?? members['prUrl']) }
  })
  return blockers ?? []
}
