import { code, type Message, together } from '../text/message.ts'

/** The name that a text probably means; null if it is like none of them. */
export function nearestOf(text: string, names: readonly string[]): string | null {
  const shape = shapeOf(text)
  const distances = names.map(name => ({ name, distance: editDistance(shape, shapeOf(name)) }))
  const near = distances.filter(({ name, distance }) => distance <= tolerance(shapeOf(name).length))
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.name ?? null
}

/** How many letters of a name may be wrong: a short name is one letter away from many others. */
function tolerance(length: number): number {
  if (length < 5) return 0
  return length < 8 ? 1 : 2
}

/** People mistake hyphens, underscores and capitals for each other. */
function shapeOf(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

/** How many letters have to be put in, taken out, replaced or swapped with the next one (optimal string alignment). */
function editDistance(a: string, b: string): number {
  // Longer texts are like none of our names, and would cost much.
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i++) {
    rows.push([i])
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const replaced = at(i - 1, j - 1) + (isSame ? 0 : 1)
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : replaced
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped))
    }
  }
  return at(a.length, b.length)
}

/** Names of which one is meant: `a`, `b` or `c`. */
export function orList(names: readonly string[]): Message {
  const [last, ...before] = names.toReversed().map(name => code(name))
  if (last === undefined || before.length === 0) return last === undefined ? '' : together([last])
  return together([together(before.toReversed(), ', '), ' or ', last])
}
