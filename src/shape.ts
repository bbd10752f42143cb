/**
 * What the documents have to look like of which a step reads a few members: the event file and GitHub's answer. What the
 * service answers has more to it and is described in `service/wire.ts`.
 */

/** A document is not what it has to be. The message names the member, and not what it holds: that is somebody else's. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError'
}

/** Gives the value as it should be, or throws a {@link ShapeError} that names its path. */
export type Shape<T> = (value: unknown, path?: string) => T

/** The type of what a shape gives. */
export type Shaped<S> = S extends Shape<infer T> ? T : never

/** Any text, the empty one too. */
export function text(value: unknown, path = ''): string {
  if (typeof value !== 'string') throw unlike(path, 'a string')
  return value
}

/** True or false. */
export function flag(value: unknown, path = ''): boolean {
  if (typeof value !== 'boolean') throw unlike(path, 'a boolean')
  return value
}

/** A text that a pattern takes. */
export function matching(pattern: RegExp): Shape<string> {
  return (value, path = '') => {
    const given = text(value, path)
    if (!pattern.test(given)) throw outOfRange(path)
    return given
  }
}

/** The id of a commit, SHA-1 or SHA-256. */
export const commitId: Shape<string> = matching(/^[\da-f]{40,64}$/i)

/** A whole number from `lowest` to `highest`. */
export function wholeNumber(lowest: number, highest: number): Shape<number> {
  return (value, path = '') => {
    if (typeof value !== 'number') throw unlike(path, 'a number')
    if (!Number.isInteger(value) || value < lowest || value > highest) throw outOfRange(path)
    return value
  }
}

/** What may be null or absent; it is null then. */
export function optional<T>(shape: Shape<T>): Shape<T | null> {
  return (value, path) => (value === undefined || value === null ? null : shape(value, path))
}

/** A list of any length. */
export function list<T>(shape: Shape<T>): Shape<T[]> {
  return (value, path = '') => {
    if (!Array.isArray(value)) throw unlike(path, 'an array')
    return value.map((item, at) => shape(item, `${path}[${at}]`))
  }
}

/** An object with at least these members; the others are left out. */
export function object<Members extends Readonly<Record<string, Shape<unknown>>>>(
  members: Members,
): Shape<{ [Name in keyof Members]: Shaped<Members[Name]> }> {
  return (value, path = '') => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unlike(path, 'an object')
    const given = value as Record<string, unknown>
    const pairs = Object.entries(members).map(([name, shape]) => {
      return [
        name,
        shape(Object.hasOwn(given, name) ? given[name] : undefined, path === '' ? name : `${path}.${name}`),
      ] as const
    })
    return Object.fromEntries(pairs) as { [Name in keyof Members]: Shaped<Members[Name]> }
  }
}

/** The error of a member that is not what it should be: `a string`. */
export function unlike(path: string, expected: string): ShapeError {
  return new ShapeError(`${memberAt(path)} is not ${expected}`)
}

/** The error of a member that is of the right type, and can't be right. */
export function outOfRange(path: string): ShapeError {
  return new ShapeError(`${memberAt(path)} is out of range`)
}

function memberAt(path: string): string {
  return path === '' ? 'the document' : `\`${path}\``
}
