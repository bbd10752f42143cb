/** A test, told apart by 62 bits: among a million tests two look alike once in ten million runs. */
export interface TestHash {
  /** 32 bits. */
  high: number
  /** 30 bits. */
  low: number
  /** 32 bits of the name alone: the low half of its {@link TextHash}, by which the list of quarantined tests knows it. */
  name: number
  /** Another one wherever the classname, the file or the parent is another than that of the test before. */
  scope: number
}

/** States of a test in {@link CompactTests}, 1 to 3; 0 where it is not in. */
export type TestState = number

const FIRST_CAPACITY = 64
const STATE_BITS = 2
const STATE_MASK = 3

/**
 * Many tests with a small number each, 8 bytes a place, at most two thirds of the places taken. Open addressing: a
 * test stands at the first place from its hash on that is free. None is ever taken out alone.
 */
export class CompactTests {
  /** Two words a place: the high half, then the low one with the state; 0 there is a free place. */
  private words = new Uint32Array(2 * FIRST_CAPACITY)
  private size = 0

  get({ high, low }: TestHash): TestState {
    return (this.words[this.placeOf(high, low) + 1] ?? 0) & STATE_MASK
  }

  /** @param state 1 to 3 */
  set({ high, low }: TestHash, state: TestState): void {
    this.put(this.placeOf(high, low), high, low, state)
  }

  count(state: TestState): number {
    let count = 0
    for (let at = 1; at < this.words.length; at += 2) if (((this.words[at] ?? 0) & STATE_MASK) === state) count++
    return count
  }

  private put(place: number, high: number, low: number, state: TestState): void {
    const isNew = this.words[place + 1] === 0
    this.words[place] = high
    this.words[place + 1] = ((low << STATE_BITS) | state) >>> 0
    if (isNew && ++this.size * 3 > this.words.length) this.grow()
  }

  private placeOf(high: number, low: number): number {
    const { words } = this
    const mask = words.length - 1
    let place = ((high ^ low) * 2) & mask
    while (words[place + 1] !== 0) {
      if (words[place] === high && (words[place + 1] ?? 0) >>> STATE_BITS === low) break
      place = (place + 2) & mask
    }
    return place
  }

  private grow(): void {
    const { words } = this
    this.words = new Uint32Array(words.length * 2)
    for (let from = 0; from < words.length; from += 2) {
      const low = words[from + 1] ?? 0
      if (low === 0) continue
      const high = words[from] ?? 0
      const place = this.placeOf(high, low >>> STATE_BITS)
      this.words[place] = high
      this.words[place + 1] = low
    }
  }
}
