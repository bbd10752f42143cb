/** A test, told apart by 64 bits; two others look alike once in a million runs of a million tests. */
export interface TestHash {
  high: number
  low: number
  /** Of the name alone. */
  name: number
}

/** States of a test in {@link CompactTests}: 0 where nothing is known, up to 255. */
export type TestState = number

const FIRST_CAPACITY = 64

/**
 * Many tests with a small number each: 13 bytes a place, at most two thirds of them taken. Open addressing: a test
 * stands at the first place from its hash on that is free.
 */
export class CompactTests {
  private high = new Uint32Array(FIRST_CAPACITY)
  private low = new Uint32Array(FIRST_CAPACITY)
  private names = new Uint32Array(FIRST_CAPACITY)
  private states = new Uint8Array(FIRST_CAPACITY)
  private size = 0

  get(hash: TestHash): TestState {
    return this.states[this.placeOf(hash)] ?? 0
  }

  /** @param state not 0, unless the test is in already */
  set(hash: TestHash, state: TestState): void {
    const place = this.placeOf(hash)
    if (this.isFree(place)) {
      if (state === 0) return
      this.size++
    }
    this.high[place] = hash.high
    this.low[place] = hash.low
    this.names[place] = hash.name
    this.states[place] = state
    if (this.size * 3 > this.states.length * 2) this.grow()
  }

  /** Calls back for each test; the hash is the same object each time. */
  forEach(visit: (hash: TestHash, state: TestState) => void): void {
    const hash: TestHash = { high: 0, low: 0, name: 0 }
    for (let place = 0; place < this.states.length; place++) {
      if (this.isFree(place)) continue
      hash.high = this.high[place] ?? 0
      hash.low = this.low[place] ?? 0
      hash.name = this.names[place] ?? 0
      visit(hash, this.states[place] ?? 0)
    }
  }

  clear(): void {
    this.size = 0
    if (this.states.length > 4096) this.allocate(FIRST_CAPACITY)
    else for (const column of [this.high, this.low, this.names, this.states]) column.fill(0)
  }

  private placeOf({ high, low }: TestHash): number {
    const mask = this.states.length - 1
    let place = (high ^ low) & mask
    while (!this.isFree(place) && !(this.high[place] === high && this.low[place] === low)) place = (place + 1) & mask
    return place
  }

  /** A hash has a low half other than 0. */
  private isFree(place: number): boolean {
    return this.low[place] === 0
  }

  private allocate(capacity: number): void {
    this.high = new Uint32Array(capacity)
    this.low = new Uint32Array(capacity)
    this.names = new Uint32Array(capacity)
    this.states = new Uint8Array(capacity)
  }

  private grow(): void {
    const { high, low, names, states } = this
    this.allocate(states.length * 2)
    const hash: TestHash = { high: 0, low: 0, name: 0 }
    for (let from = 0; from < states.length; from++) {
      if (low[from] === 0) continue
      hash.high = high[from] ?? 0
      hash.low = low[from] ?? 0
      const place = this.placeOf(hash)
      this.high[place] = hash.high
      this.low[place] = hash.low
      this.names[place] = names[from] ?? 0
      this.states[place] = states[from] ?? 0
    }
  }
}
