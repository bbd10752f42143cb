import { plain } from '../escape.ts'

/** A value of an enumeration of the service as people write it: `tests_passed` is "tests passed". */
export function inWords(value: string): string {
  return plain(value, 60).replace(/(?<=[a-z\d])_(?=[a-z\d])/g, ' ')
}
