import type { TestIdentity } from '../facts/test-report.ts'
import type { TestHash } from './compact-tests.ts'

/** Hashes tests one after the other; what is not the name and equal to the test before costs nothing. */
export type HashTest = (test: TestIdentity) => TestHash

interface Hashed {
  text: string
  high: number
  low: number
}

/** Memory for the bytes of one text, as bytes and as words. */
interface Scratch {
  bytes: Buffer
  words: Int32Array
}

function createScratch(size: number): Scratch {
  const memory = new ArrayBuffer(Math.ceil(size / 4) * 4)
  return { bytes: Buffer.from(memory), words: new Int32Array(memory) }
}

/** The returned object is the same each time. */
export function createTestHasher(): HashTest {
  const result: TestHash = { high: 0, low: 0, name: 0 }
  const classname: Hashed = { text: '', high: 0, low: 0 }
  const file: Hashed = { text: '', high: 0, low: 0 }
  const parent: Hashed = { text: '', high: 0, low: 0 }
  const name: Hashed = { text: '', high: 0, low: 0 }
  const scratch = createScratch(4096)
  for (const each of [classname, file, parent, name]) hashInto(each, '', scratch)
  return test => {
    if (test.classname !== classname.text) hashInto(classname, test.classname ?? '', scratch)
    if (test.file !== file.text) hashInto(file, test.file ?? '', scratch)
    if (test.parent !== parent.text) hashInto(parent, test.parent ?? '', scratch)
    hashInto(name, test.name, scratch)
    result.high = mix(mix(mix(name.high, classname.high), file.high), parent.high)
    result.low = mix(mix(mix(name.low, classname.low), file.low), parent.low) >>> 2
    result.name = name.low
    return result
  }
}

/** 32 bits of a name, as {@link createTestHasher} has them. */
export function hashName(name: string): number {
  const hashed: Hashed = { text: '', high: 0, low: 0 }
  hashInto(hashed, name, createScratch(name.length * 3 + 4))
  return hashed.low
}

/**
 * FNV-1a over four bytes of UTF-8 at a time, which is faster than taking the units of a text one by one. The second
 * half adds up all that the first one went through, so that two texts have to meet in both.
 */
function hashInto(target: Hashed, text: string, scratch: Scratch): void {
  const large = text.length * 3 > scratch.bytes.length - 4
  const { bytes, words } = large ? createScratch(text.length * 3 + 4) : scratch
  const length = bytes.write(text)
  bytes.fill(0, length, length + 4)
  let high = 0x811c9dc5 ^ length
  let low = 0xdeadbeef
  for (let at = 0; at * 4 < length; at++) {
    high = rotated(Math.imul(high ^ (words[at] ?? 0), 0x01000193))
    low = (rotated(low) + high) | 0
  }
  target.text = text
  target.high = scatter(high)
  target.low = scatter(low)
}

/** A factor moves bits up only. */
function rotated(bits: number): number {
  return (bits << 13) | (bits >>> 19)
}

function mix(hash: number, next: number): number {
  return scatter(Math.imul(hash, 31) ^ next)
}

/** The last step of MurmurHash3: each bit of the input moves all bits of the result. */
function scatter(hash: number): number {
  let bits = hash ^ (hash >>> 16)
  bits = Math.imul(bits, 0x85ebca6b)
  bits ^= bits >>> 13
  bits = Math.imul(bits, 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
