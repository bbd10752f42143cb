import { hashName } from './test-hash.ts'

/** Hashes of many names, 4 bytes each; one that comes twice is kept twice. */
export class NameHashes {
  private hashes = new Uint32Array(1024)
  private size = 0

  readonly add = (hash: number): void => {
    if (this.size === this.hashes.length) {
      const all = new Uint32Array(this.size * 2)
      all.set(this.hashes)
      this.hashes = all
    }
    this.hashes[this.size++] = hash
  }

  /** Whether one of the names may be among them: false is certain. */
  mayHave(names: ReadonlySet<string>): boolean {
    const wanted = new Set([...names].map(hashName))
    return wanted.size > 0 && this.hashes.subarray(0, this.size).some(hash => wanted.has(hash))
  }
}
