/** Most rows of one list in an answer. */
const MOST_ROWS = 100_000

/** A list of which the end was not seen yet. */
interface List {
  commas: number
  /** Rows that are objects. */
  objects: number
  /** The same of all lists directly inside of its rows. */
  inner: number
}

/**
 * Whether a list in the text of an answer has more rows than any list has. Objects in lists of several rows count
 * together: the check runs of all suites are one list.
 *
 * Looks at the text, for a document of millions of rows takes seconds to become one.
 */
export function hasTooManyRows(json: string): boolean {
  // A row takes two characters at least: ordinary answers need not be looked at.
  if (json.length < 2 * MOST_ROWS) return false
  // What is open, the innermost last; null stands for an object. Not by calling itself: it can be nested very deep.
  const open: (List | null)[] = []
  const lists: List[] = []
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(json, at)
        break
      case 0x2c: {
        // ,
        const list = open.at(-1)
        if (list && ++list.commas >= MOST_ROWS) return true
        break
      }
      case 0x5b: {
        // [
        const list = { commas: 0, objects: 0, inner: 0 }
        open.push(list)
        lists.push(list)
        break
      }
      case 0x7b: {
        // {
        const list = open.at(-1)
        if (list) list.objects++
        open.push(null)
        break
      }
      case 0x5d: {
        // ]
        if (!open.pop()) break
        const list = lists.pop()
        const around = lists.at(-1)
        if (!list || !around) break
        around.inner += list.objects
        if (around.inner > MOST_ROWS) return true
        break
      }
      case 0x7d: // }
        open.pop()
    }
  }
  return false
}

/** The index of the quote that ends a string, the length where none does. */
function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let backslashes = 0
    while (json[at - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return at
  }
  return json.length
}
