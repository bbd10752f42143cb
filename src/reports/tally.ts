import type { FailedTest, ReportedTest, TestIdentity, TestReports } from '../facts/test-report.ts'
import { createTextHasher } from '../facts/text-hash.ts'
import { CompactNames, type NamesOf } from './compact-names.ts'
import { CompactTests } from './compact-tests.ts'
import type { TestCase } from './test-case.ts'
import { createTestHasher, type HashTest } from './test-hash.ts'
import { detachedTest, type KeptTest, PASSED, SKIPPED, type Tries } from './tries.ts'

/** Tests that are kept whole; a run with more is broken in another way. */
export const MAX_KEPT = 250_000
/** Characters of all messages and traces together. Those of the first failures are shown. */
const MAX_TEXT = 8 * 1024 * 1024

/** All tests of all reports: equal ones of different suites and files count by their worst outcome. */
export interface Tally {
  readonly kept: Map<string, KeptTest>
  readonly compact: CompactTests
  readonly names: CompactNames
  readonly hash: HashTest
  readonly nameless: { passed: number; skipped: number }
  text: number
}

const RANK = { skipped: 0, passed: 1, failed: 2 }

export function createTally(): Tally {
  return {
    kept: new Map(),
    compact: new CompactTests(),
    names: new CompactNames(),
    hash: createTestHasher(),
    nameless: { passed: 0, skipped: 0 },
    text: 0,
  }
}

/** Takes over the tests of a suite of which some try failed. */
export function closeTries(tally: Tally, tries: Tries): void {
  for (const test of tries.values()) keep(tally, keyOf(test), test)
}

/** A test case without a name: never the same as another. */
export function addNameless(tally: Tally, test: TestCase, report: string): void {
  if (test.outcome === 'failed' || test.flaky) keep(tally, `\0${tally.kept.size}`, detachedTest(test, report))
  else tally.nameless[test.outcome]++
}

function keep(tally: Tally, key: string, test: KeptTest): void {
  const before = tally.kept.get(key)
  if (!before) tally.kept.set(key, withinLimit(tally, test))
  else if (RANK[test.outcome] > RANK[before.outcome]) Object.assign(before, withinLimit(tally, test))
}

function withinLimit(tally: Tally, test: KeptTest): KeptTest {
  tally.text += (test.message?.length ?? 0) + (test.trace?.length ?? 0)
  return tally.text > MAX_TEXT ? { ...test, message: null, trace: null } : test
}

/** What a first reading comes to. */
export function summarize(tally: Tally): Pick<TestReports, 'counts' | 'failed' | 'flaky'> {
  const failed: FailedTest[] = []
  const flaky: TestIdentity[] = []
  for (const test of tally.kept.values()) {
    const { name, classname, file, parent, message, trace, line, report } = test
    if (test.outcome === 'failed') failed.push({ name, classname, file, parent, message, trace, line, report })
    else flaky.push({ name, classname, file, parent })
  }
  const passed = tally.compact.count(PASSED) + tally.nameless.passed + flaky.length
  return {
    counts: {
      ran: passed + failed.length,
      passed,
      failed: failed.length,
      skipped: tally.compact.count(SKIPPED) + tally.nameless.skipped,
      flaky: flaky.length,
    },
    failed,
    flaky,
  }
}

/**
 * Those that are known, and the tests that did not fail and bear one of the names, each once; one more than
 * {@link MAX_KEPT} at most.
 *
 * @param known what this function returned for other names
 * @param wanted the names; a test without one is never among those that are found
 */
export function testsNamed(
  { kept, compact, names, hash }: Tally,
  known: readonly ReportedTest[],
  wanted: NamesOf,
): ReportedTest[] {
  const found = [...known]
  const isFound = new CompactTests()
  for (const test of known) isFound.set(hash(test), PASSED)
  const namesOf = remembering(wanted)
  for (const { name, classname, file, parent, outcome, flaky } of kept.values()) {
    if (outcome === 'failed' || name === '') continue
    const test = { name, classname, file, parent }
    const hashed = hash(test)
    if (isFound.get(hashed) !== 0 || !namesOf(hashed.name).includes(name)) continue
    found.push({ ...test, outcome, flaky })
  }
  for (const test of names.named(namesOf)) {
    if (found.length > MAX_KEPT) break
    const hashed = hash(test)
    const state = compact.get(hashed)
    // The rest has only a hash in common with a name, or failed elsewhere.
    if ((state !== PASSED && state !== SKIPPED) || isFound.get(hashed) !== 0) continue
    isFound.set(hashed, state)
    found.push({ ...test, outcome: state === PASSED ? 'passed' : 'skipped', flaky: false })
  }
  return found
}

/** Looks a hash up once where it has names: a hundred thousand tests can bear the same. */
function remembering(namesOf: NamesOf): NamesOf {
  const known = new Map<number, readonly string[]>()
  return hash => {
    const before = known.get(hash)
    if (before) return before
    const names = namesOf(hash)
    if (names.length > 0) known.set(hash, names)
    return names
  }
}

/** Finds these names by their hashes; each may come more than once. */
export function byHash(names: Iterable<string>): NamesOf {
  const hashText = createTextHasher()
  const hash = { high: 0, low: 0 }
  const all = new Map<number, string[]>()
  for (const name of new Set(names)) {
    hashText(name, hash)
    const own = all.get(hash.low)
    if (own) own.push(name)
    else all.set(hash.low, [name])
  }
  return low => all.get(low) ?? []
}

/** Tells tests of all reports apart. XML holds no NUL. */
function keyOf({ name, classname, file, parent }: TestIdentity): string {
  return `${name}\0${classname ?? ''}\0${file ?? ''}\0${parent ?? ''}`
}
