import leven from 'leven'

/**
 * The name that somebody probably meant: at most two edits away (one for names of under six letters), the singular for
 * the plural or the other way, or with `_` or a blank for `-`. Letter case plays no part. Null if no name is near, or
 * several are equally near.
 */
export function nearest<Name extends string>(given: string, names: readonly Name[]): Name | null {
  const wanted = normal(given)
  // No name is near a text of this length, and comparing a very long one takes time.
  if (wanted.length > 40) return null
  const near = names
    .map(name => ({ name, edits: isPlural(wanted, normal(name)) ? 1 : leven(wanted, normal(name)) }))
    .filter(({ name, edits }) => edits <= (name.length < 6 ? 1 : 2))
    .toSorted((a, b) => a.edits - b.edits)
  const [first, second] = near
  return first && (!second || first.edits < second.edits) ? first.name : null
}

/** The same for a value that can be negated: a negated one is never suggested for one that is not, nor vice versa. */
export function nearestValue<Name extends string>(given: string, values: readonly Name[]): Name | null {
  return nearest(
    given,
    values.filter(value => isNegated(value) === isNegated(given)),
  )
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
