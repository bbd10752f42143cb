/** A copy of its own: a part of a text keeps the whole chunk of the file in memory. */
export function detached(text: string): string {
  return Buffer.from(text).toString()
}
