import { plain } from '../escape.ts'
import { grouped } from '../message.ts'

/** A value of an enumeration of the service as people write it: `tests_passed` is "tests passed". */
export function inWords(value: string): string {
  return plain(value, 60).replace(/(?<=[a-z\d])_(?=[a-z\d])/g, ' ')
}

/**
 * The first of some, with how many are left: `a, b and 3 more`.
 *
 * @param write one of those that are named; text from outside has to be made harmless here
 */
export function firstOf<Item>(items: readonly Item[], most: number, write: (item: Item) => string): string {
  const left = items.length - most
  return `${items.slice(0, most).map(write).join(', ')}${left > 0 ? ` and ${grouped(left)} more` : ''}`
}
