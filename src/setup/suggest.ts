/**
 * The name that somebody probably meant: at most two edits away (one for names of under six letters), the singular for
 * the plural or the other way, or with `_` or a blank for `-`. Letter case plays no part.
 *
 * An edit is a letter that is added, left out, changed, or swapped with its neighbour.
 *
 * @returns null where no name is near, or the nearest ones are equally near
 */
export function nearest<Name extends string>(given: string, names: readonly Name[]): Name | null {
  const wanted = normal(given)
  // Longer than any name with two letters more: nothing to compare, however long it is.
  if (wanted.length > 40) return null
  const near = names
    .map(name => ({ name, edits: isPlural(wanted, normal(name)) ? 1 : edits(wanted, normal(name)) }))
    .filter(({ name, edits }) => edits <= (name.length < 6 ? 1 : 2))
    .toSorted((a, b) => a.edits - b.edits)
  const [first, second] = near
  return first && (!second || first.edits < second.edits) ? first.name : null
}

function normal(name: string): string {
  return name.trim().toLowerCase().replace(/[_\s]/g, '-')
}

function isPlural(a: string, b: string): boolean {
  const plurals = (name: string) => [`${name}s`, `${name}es`, name.replace(/y$/, 'ies')]
  return a !== b && (plurals(a).includes(b) || plurals(b).includes(a))
}

/** Optimal string alignment distance. */
function edits(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const best = Math.min(changed, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(isSwap ? Math.min(best, (before[j - 2] ?? 0) + 1) : best)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
