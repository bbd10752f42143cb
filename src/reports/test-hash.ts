import type { TestIdentity } from '../facts/test-report.ts'
import { createTextHasher, scatter, type TextHash } from '../facts/text-hash.ts'
import type { TestHash } from './compact-tests.ts'

/** Hashes tests one after the other; what is not the name and equal to the test before costs nothing. */
export type HashTest = (test: TestIdentity) => TestHash

interface Hashed extends TextHash {
  text: string
}

/** The returned object is the same each time. */
export function createTestHasher(): HashTest {
  const result: TestHash = { high: 0, low: 0, name: 0, scope: 0 }
  const hashText = createTextHasher()
  const hashed = (): Hashed => {
    const member = { text: '', high: 0, low: 0 }
    hashText('', member)
    return member
  }
  const [classname, file, parent, name] = [hashed(), hashed(), hashed(), hashed()]
  const scope = { high: 0, low: 0 }
  const isChanged = (member: Hashed, text: string | null): boolean => {
    if ((text ?? '') === member.text) return false
    member.text = text ?? ''
    hashText(member.text, member)
    return true
  }
  const enterScope = (): void => {
    scope.high = mix(mix(classname.high, file.high), parent.high)
    scope.low = mix(mix(classname.low, file.low), parent.low)
    result.scope++
  }
  enterScope()
  return test => {
    const isOtherClass = isChanged(classname, test.classname)
    const isOtherFile = isChanged(file, test.file)
    const isOtherParent = isChanged(parent, test.parent)
    if (isOtherClass || isOtherFile || isOtherParent) enterScope()
    hashText(test.name, name)
    result.high = mix(scope.high, name.high)
    result.low = mix(scope.low, name.low) >>> 2
    result.name = name.low
    return result
  }
}

function mix(hash: number, next: number): number {
  return scatter(Math.imul(hash, 31) ^ next)
}
