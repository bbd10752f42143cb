/** No entry. */
const NONE = 0xffff_ffff
const FIRST_CAPACITY = 256

/**
 * Which entries of a list bear a name, without keeping the names: twelve bytes an entry and a table of heads. The
 * entries with the same low bits of a hash form a chain, the newest first; there are never more entries than chains.
 */
export class NameIndex {
  #count = 0
  #heads = new Uint32Array(FIRST_CAPACITY).fill(NONE)
  #next = new Uint32Array(FIRST_CAPACITY)
  #low = new Uint32Array(FIRST_CAPACITY)
  #high = new Uint32Array(FIRST_CAPACITY)
  readonly #seed: number

  /** @param seed decides nothing but the order of the chains: nobody can choose names that all fall into one */
  constructor(seed: number) {
    this.#seed = seed
  }

  /** Adds the name of the next entry. */
  add(name: string): void {
    if (this.#count === this.#next.length) this.#grow()
    const [low, high] = hashOf(name, this.#seed)
    this.#low[this.#count] = low
    this.#high[this.#count] = high
    this.#chain(this.#count++)
  }

  /** Entries that bear the name, in their order. Another name is among them only where all 64 bits of the hash agree. */
  candidates(name: string): number[] {
    const [low, high] = hashOf(name, this.#seed)
    const found: number[] = []
    let entry = this.#heads[low & (this.#heads.length - 1)] ?? NONE
    while (entry !== NONE) {
      if (this.#low[entry] === low && this.#high[entry] === high) found.push(entry)
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

/** Two hashes of 32 bits that mix each other in the end (after cyrb53, which is in the public domain). */
function hashOf(text: string, seed: number): [low: number, high: number] {
  let low = 0xdead_beef ^ seed
  let high = 0x41c6_ce57 ^ seed
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    low = Math.imul(low ^ unit, 0x9e37_79b1)
    high = Math.imul(high ^ unit, 0x5f35_6495)
  }
  low = Math.imul(low ^ (low >>> 16), 0x85eb_ca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2_ae35)
  high = Math.imul(high ^ (high >>> 16), 0x85eb_ca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2_ae35)
  return [low >>> 0, high >>> 0]
}
