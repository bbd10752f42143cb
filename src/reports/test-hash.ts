import type { TestIdentity } from '../facts/test-report.ts'
import type { TestHash } from './compact-tests.ts'

/** Hashes tests one after the other; what is equal to the test before costs nothing. */
export type HashTest = (test: TestIdentity) => TestHash

interface Hashed {
  text: string
  high: number
  low: number
}

/** The returned object is the same each time. */
export function createTestHasher(): HashTest {
  const result: TestHash = { high: 0, low: 0, name: 0 }
  const classname: Hashed = { text: '', high: 0, low: 0 }
  const file: Hashed = { text: '', high: 0, low: 0 }
  const parent: Hashed = { text: '', high: 0, low: 0 }
  const name: Hashed = { text: '', high: 0, low: 0 }
  for (const each of [classname, file, parent, name]) hashInto(each, '')
  return test => {
    if (test.classname !== classname.text) hashInto(classname, test.classname ?? '')
    if (test.file !== file.text) hashInto(file, test.file ?? '')
    if (test.parent !== parent.text) hashInto(parent, test.parent ?? '')
    if (test.name !== name.text) hashInto(name, test.name)
    result.high = mix(mix(mix(name.high, classname.high), file.high), parent.high)
    result.low = mix(mix(mix(name.low, classname.low), file.low), parent.low) >>> 2
    result.name = name.low
    return result
  }
}

/** 32 bits of a name, as {@link createTestHasher} has them. */
export function hashName(name: string): number {
  const hashed: Hashed = { text: '', high: 0, low: 0 }
  hashInto(hashed, name)
  return hashed.low
}

/**
 * FNV-1a over pairs of UTF-16 units; the second half adds up all that the first one went through, so that two texts
 * have to meet in both.
 */
function hashInto(target: Hashed, text: string): void {
  let high = 0x811c9dc5
  let low = 0xdeadbeef
  for (let at = 0; at < text.length; at += 2) {
    // Behind the end it is NaN, which counts as 0.
    high = rotated(Math.imul(high ^ (text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16)), 0x01000193))
    low = (rotated(low) + high) | 0
  }
  target.text = text
  target.high = scatter(high ^ text.length)
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
