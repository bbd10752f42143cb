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
  bytes: Uint8Array
  words: Int32Array
}

/** Writes a text into the bytes and returns their number: half the time of a Buffer's `write`. */
type Encode = (text: string, bytes: Uint8Array) => number

function createScratch(size: number): Scratch {
  const memory = new ArrayBuffer(Math.ceil(size / 4) * 4)
  return { bytes: new Uint8Array(memory), words: new Int32Array(memory) }
}

/** The returned object is the same each time. */
export function createTestHasher(): HashTest {
  const result: TestHash = { high: 0, low: 0, name: 0, scope: 0 }
  const scratch = createScratch(4096)
  const encoder = new TextEncoder()
  const encode: Encode = (text, bytes) => encoder.encodeInto(text, bytes).written
  const [classname, file, parent, name] = [hashed(), hashed(), hashed(), hashed()]
  const scope = { high: 0, low: 0 }
  const isChanged = (member: Hashed, text: string | null): boolean => {
    if ((text ?? '') === member.text) return false
    hashInto(member, text ?? '', scratch, encode)
    return true
  }
  const enterScope = (): void => {
    scope.high = mix(mix(classname.high, file.high), parent.high)
    scope.low = mix(mix(classname.low, file.low), parent.low)
    result.scope++
  }
  for (const each of [classname, file, parent]) hashInto(each, '', scratch, encode)
  enterScope()
  return test => {
    const isOtherClass = isChanged(classname, test.classname)
    const isOtherFile = isChanged(file, test.file)
    const isOtherParent = isChanged(parent, test.parent)
    if (isOtherClass || isOtherFile || isOtherParent) enterScope()
    hashInto(name, test.name, scratch, encode)
    result.high = mix(scope.high, name.high)
    result.low = mix(scope.low, name.low) >>> 2
    result.name = name.low
    return result
  }
}

function hashed(): Hashed {
  return { text: '', high: 0, low: 0 }
}

/**
 * FNV-1a over four bytes of UTF-8 at a time, which is faster than taking the units of a text one by one. The second
 * half adds up all that the first one went through, so that two texts have to meet in both.
 */
function hashInto(target: Hashed, text: string, scratch: Scratch, encode: Encode): void {
  const large = text.length * 3 > scratch.bytes.length - 4
  const { bytes, words } = large ? createScratch(text.length * 3 + 4) : scratch
  const length = encode(text, bytes)
  for (let at = length; at < length + 4; at++) bytes[at] = 0
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
