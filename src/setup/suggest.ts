import leven from 'leven'

/**
 * The names that somebody may have meant, all equally near. A name is near if it is at most two edits away (one, if it
 * has under six letters), or if it is the singular or plural of the given one. Letter case plays no part, nor does `_`
 * or a blank for `-`.
 */
export function nearest<Name extends string>(given: string, names: readonly Name[]): Name[] {
  const wanted = normal(given)
  // No name is near a text of this length, and comparing a very long one takes time.
  if (wanted.length > 40) return []
  const near = names
    .map(name => ({ name, edits: isPlural(wanted, normal(name)) ? 1 : leven(wanted, normal(name)) }))
    .filter(({ name, edits }) => edits <= (name.length < 6 ? 1 : 2))
  const least = Math.min(...near.map(({ edits }) => edits))
  return near.filter(({ edits }) => edits === least).map(({ name }) => name)
}

/**
 * The one value that is nearest; null if there is none, or several are equally near. A negated value is never suggested
 * for a text that is not negated, nor the other way round.
 */
export function nearestValue<Name extends string>(given: string, values: readonly Name[]): Name | null {
  const candidates = values.filter(value => isNegated(value) === isNegated(given))
  const [only, ...others] = nearest(given, candidates)
  return only !== undefined && others.length === 0 ? only : null
}

/** True if a name says the opposite of a word: `!submitted`, `not ready`, `unmerged`, `no-blocking-failures`. */
export function isNegated(name: string): boolean {
  return /(?:^|-)(?:no|un)/.test(normal(name))
}

function normal(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^(?:[!~^]\s*|-(?=\S))/, 'not-')
    .replace(/[_\s]/g, '-')
}

function isPlural(a: string, b: string): boolean {
  const plurals = (name: string) => [`${name}s`, `${name}es`, name.replace(/y$/, 'ies')]
  return a !== b && (plurals(a).includes(b) || plurals(b).includes(a))
}
