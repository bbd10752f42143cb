import type { TestIdentity } from '../facts/test-report.ts'
import type { CompactNames } from './compact-names.ts'
import type { CompactTests } from './compact-tests.ts'
import { detached } from './detached.ts'
import type { TestCase } from './test-case.ts'
import type { HashTest } from './test-hash.ts'

/** A test that is kept whole, with what its tries came to so far. */
export interface KeptTest extends TestCase {
  /** The report that it is from. */
  report: string
}

/** States of tests of which only a hash is kept; the greater one is the worse one. */
export const SKIPPED = 1
export const PASSED = 2
/** Some try of it failed, in this suite or in another: it is kept whole there. */
const KEPT = 3

/**
 * The tests of one `testsuite` element of which some try failed: cases of the same name, classname and file are tries
 * of one test.
 */
export type Tries = Map<string, KeptTest>

/** What all suites share. */
export interface Shared {
  hash: HashTest
  /** What every test came to, by its worst outcome. */
  compact: CompactTests
  /** Of the tests of which only a hash is kept. */
  names: CompactNames
}

/** Adds a test case that has a name: the last try that is no skip decides. */
export function addTry(kept: Tries, test: TestCase, report: string, { hash, compact, names }: Shared): void {
  const hashed = hash(test)
  const state = compact.get(hashed)
  if (test.outcome === 'failed' || test.flaky) {
    keepTry(kept, test, report)
    compact.set(hashed, KEPT)
  } else if (state === KEPT) {
    // One that was kept in another suite, or another test of the same hash, is not there and changes nothing: the
    // failure counts.
    if (kept.has(keyOf(test))) keepTry(kept, test, report)
  } else {
    if (state === 0) names.add(hashed, test)
    if (test.outcome === 'passed') compact.set(hashed, PASSED)
    else if (state === 0) compact.set(hashed, SKIPPED)
  }
}

function keepTry(kept: Tries, test: TestCase, report: string): void {
  const key = keyOf(test)
  const before = kept.get(key)
  if (!before) kept.set(detached(key), detachedTest(test, report))
  else if (test.outcome !== 'skipped') {
    // What the first failure said is mostly nearest to the cause; a flaky test says nothing of its own.
    if (test.outcome === 'failed' && before.message === null) Object.assign(before, detachedTest(test, report))
    before.outcome = test.outcome
    // Whatever is kept has failed before.
    before.flaky = test.outcome === 'passed'
  }
}

/** Tells tests of one suite apart. XML holds no NUL. */
function keyOf({ name, classname, file }: TestIdentity): string {
  return `${name}\0${classname ?? ''}\0${file ?? ''}`
}

/** A test that keeps no chunk of its file alive. */
export function detachedTest(test: TestCase, report: string): KeptTest {
  const { classname, file, parent } = test
  return {
    ...test,
    name: detached(test.name),
    classname: classname && detached(classname),
    file: file && detached(file),
    parent: parent && detached(parent),
    message: test.message && detached(test.message),
    trace: test.trace && detached(test.trace),
    report,
  }
}
