// A member that is only shown: one of another type is as if it were not there.

export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/** The items that can be shown; null where it is no list. */
export function list<Item>(value: unknown, of: (item: unknown) => Item | null): Item[] | null {
  return Array.isArray(value) ? value.map(of).filter(item => item !== null) : null
}
