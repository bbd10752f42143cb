import { createTextHasher } from './text-hash.ts'

/** No entry. */
const NONE = 0xffff_ffff
const FIRST_CAPACITY = 256

/**
 * Which entries of a list bear a name, without keeping the names: twelve bytes an entry and a table of heads. The
 * entries with the same low bits of a hash form a chain, the newest first; there are never more entries than chains.
 * The hash is that of the test reports, so that names are found by hashes of theirs. Whoever could quarantine a hundred
 * thousand tests of chosen names would make the step slow by it, and no verdict another.
 */
export class NameIndex {
  #count = 0
  #heads = new Uint32Array(FIRST_CAPACITY).fill(NONE)
  #next = new Uint32Array(FIRST_CAPACITY)
  #low = new Uint32Array(FIRST_CAPACITY)
  #high = new Uint32Array(FIRST_CAPACITY)
  readonly #hashText = createTextHasher()
  readonly #hash = { high: 0, low: 0 }

  /**
   * Adds the name of the next entry.
   *
   * @returns the last entry before it that bears the name, by all 64 bits of the hash; null where none does
   */
  add(name: string): number | null {
    if (this.#count === this.#next.length) this.#grow()
    this.#hashText(name, this.#hash)
    const { low, high } = this.#hash
    this.#low[this.#count] = low
    this.#high[this.#count] = high
    this.#chain(this.#count++)
    let before = this.#next[this.#count - 1] ?? NONE
    while (before !== NONE && (this.#low[before] !== low || this.#high[before] !== high)) {
      before = this.#next[before] ?? NONE
    }
    return before === NONE ? null : before
  }

  /** Entries that bear the name, in their order. Another name is among them only where all 64 bits of the hash agree. */
  candidates(name: string): number[] {
    this.#hashText(name, this.#hash)
    const { low, high } = this.#hash
    return this.#chained(low).filter(entry => this.#high[entry] === high)
  }

  /** The first entry of each name whose hash has this low half, in their order; names are told apart by 64 bits. */
  firsts(low: number): number[] {
    const known = new Set<number | undefined>()
    return this.#chained(low).filter(entry => {
      const high = this.#high[entry]
      return !known.has(high) && known.add(high)
    })
  }

  /** The entries whose hash has this low half, in their order. */
  #chained(low: number): number[] {
    const found: number[] = []
    let entry = this.#heads[low & (this.#heads.length - 1)] ?? NONE
    while (entry !== NONE) {
      if (this.#low[entry] === low) found.push(entry)
      entry = this.#next[entry] ?? NONE
    }
    return found.reverse()
  }

  #chain(entry: number): void {
    const head = (this.#low[entry] ?? 0) & (this.#heads.length - 1)
    this.#next[entry] = this.#heads[head] ?? NONE
    this.#heads[head] = entry
  }

  #grow(): void {
    const capacity = 2 * this.#next.length
    this.#low = resized(this.#low, capacity)
    this.#high = resized(this.#high, capacity)
    this.#next = new Uint32Array(capacity)
    this.#heads = new Uint32Array(capacity).fill(NONE)
    for (let entry = 0; entry < this.#count; entry++) this.#chain(entry)
  }
}

function resized(values: Uint32Array, capacity: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(capacity)
  larger.set(values)
  return larger
}
