import {
  type FailedTest,
  isOfOneRun,
  type ReportedTest,
  type TestIdentity,
  type TestOutcome,
  type TestReports,
} from '../facts/test-report.ts'
import type { TestCase } from './test-case.ts'

interface KeptTest extends ReportedTest {
  /** Of a failed test: the first failure that has a message, mostly the nearest to the cause; else the last one. */
  failure?: Failure
  /** Set if its suite shows several tries of the test; skipped ones don't count. */
  tries?: Tries
}

interface Tries {
  passes: number
  failures: number
  /** A try failed for good: a try before it had passed, or its further tries failed as well. */
  failedLast: boolean
}

type Failure = Omit<FailedTest, keyof TestIdentity>

/**
 * Tests by class, file and parent, then by name: neighbours in a report mostly share the first key. What has no name,
 * or is no test, has a key that no other has, because it is never a further try.
 */
export type TestsByIdentity = Map<string, Map<string | symbol, KeptTest>>

export interface Tally {
  readonly tests: TestsByIdentity
  /** Test cases that were read. */
  cases: number
  /** Failures whose message and trace are kept. */
  texts: number
  /** The scope of the test case that was added last; null before the first. */
  last: Scope | null
}

interface Scope extends Omit<TestIdentity, 'name'> {
  key: string
}

const MOST_CASES = 2_000_000
/** More messages than the job summary can show. */
const MOST_TEXTS = 5000

const RANK = { skipped: 0, passed: 1, failed: 2 }

export function createTally(): Tally {
  return { tests: new Map(), cases: 0, texts: 0, last: null }
}

/** True if no more test cases are accepted. */
export function isFull({ cases }: Tally): boolean {
  return cases >= MOST_CASES
}

/** Adds a test case to those of its `testsuite` element: cases of one identity may be tries of one test. */
export function addTry(tally: Tally, suite: TestsByIdentity, test: TestCase, report: string): void {
  tally.cases++
  const scope = enterScope(tally, test)
  const tests = suite.get(scope.key) ?? new Map<string | symbol, KeptTest>()
  suite.set(scope.key, tests)
  const key = test.isTest && test.name !== '' ? test.name : Symbol('never a further try')
  const before = tests.get(key)
  if (!before || before.outcome === 'skipped') {
    const own = keptTest(tally, scope, test, report)
    tests.set(typeof key === 'string' ? own.name : key, own)
  } else if (test.outcome !== 'skipped') {
    addRepeat(before, test)
    before.flaky ||= test.flaky
    if (test.outcome === 'failed' && !before.failure?.message) before.failure = failureOf(tally, test, report)
  }
}

function addRepeat(before: KeptTest, { outcome, failedAgain }: TestCase): void {
  const isFirst = before.outcome === 'passed'
  const tries = before.tries ?? { passes: isFirst ? 1 : 0, failures: isFirst ? 0 : 1, failedLast: false }
  if (outcome === 'passed') tries.passes++
  else {
    tries.failedLast ||= tries.passes > 0 || failedAgain
    tries.failures++
  }
  before.tries = tries
}

export interface SuiteOfTests {
  tests: TestsByIdentity
  /** Cases of one name in the suite are tries of one test, never two tests. */
  marksRetries: boolean
}

/** Adds the tests of a suite that ends. If several suites or files have the same test, its worst outcome counts. */
export function endSuite(
  { tests }: Tally,
  { tests: suite, marksRetries }: SuiteOfTests,
  outcome: TestOutcome | null,
): void {
  const own = [...suite.values()].flatMap(each => [...each.values()])
  // If some test passed twice, all ran several times, whatever their outcome.
  const isCount = own.some(({ tries }) => tries && tries.passes > 1)
  const isMadeGood = ({ passes, failedLast }: Tries) =>
    marksRetries ? passes === 1 && !isCount : passes > 0 && !failedLast && outcome !== 'failure'
  for (const test of own) settle(test, isMadeGood)
  for (const [key, each] of suite) {
    const all = tests.get(key)
    if (all) for (const [own, test] of each) keepWorst(all, own, test)
    else tests.set(key, each)
  }
}

function settle(test: KeptTest, isMadeGood: (tries: Tries) => boolean): void {
  const { tries } = test
  if (!tries) return
  delete test.tries
  if (tries.failures === 0) return
  test.flaky = isMadeGood(tries)
  test.outcome = test.flaky ? 'passed' : 'failed'
  if (test.flaky) delete test.failure
  else if (test.failure) test.failure.alsoPassed = tries.passes > 0
}

function keepWorst(all: Map<string | symbol, KeptTest>, key: string | symbol, test: KeptTest): void {
  const before = all.get(key)
  if (!before || RANK[test.outcome] > RANK[before.outcome]) all.set(key, test)
  else before.flaky ||= test.flaky
}

export function summarize({ tests }: Tally): Omit<TestReports, 'files' | 'problems'> {
  const failed: FailedTest[] = []
  const others: ReportedTest[] = []
  const parents = new Set<string>()
  let parentsOnly = true
  for (const own of tests.values()) {
    for (const test of own.values()) {
      const { failure, classname, file, parent } = test
      if (parent !== null && !isOfOneRun(parent)) parents.add(parent)
      if (classname !== null || file !== null) parentsOnly = false
      if (failure) failed.push({ ...identityIn(test), ...failure })
      else others.push(test)
    }
  }
  const flaky = others.filter(test => test.flaky).map(identityIn)
  const skipped = others.filter(({ outcome }) => outcome === 'skipped').length
  const passed = others.length - skipped
  const counts = { ran: passed + failed.length, passed, failed: failed.length, skipped, flaky: flaky.length }
  return { counts, failed, flaky, others, singleParent: parents.size <= 1, parentsOnly }
}

function identityIn({ name, classname, file, parent }: TestIdentity): TestIdentity {
  return { name, classname, file, parent }
}

/** Nearly all cases have the scope of the case before them, so that scope is reused. */
function enterScope(tally: Tally, { classname, file, parent }: TestIdentity): Scope {
  const { last } = tally
  if (classname === last?.classname && file === last.file && parent === last.parent) return last
  const own = (text: string | null) => text && detached(text)
  const key = `${classname ?? ''}\0${file ?? ''}\0${parent ?? ''}`
  tally.last = { classname: own(classname), file: own(file), parent: own(parent), key }
  return tally.last
}

function keptTest(tally: Tally, { classname, file, parent }: Scope, test: TestCase, report: string): KeptTest {
  const { outcome, flaky } = test
  const own: KeptTest = { name: detached(test.name), classname, file, parent, outcome, flaky }
  if (outcome === 'failed') own.failure = failureOf(tally, test, report)
  if (test.failedAgain) own.tries = { passes: 0, failures: 1, failedLast: true }
  return own
}

function failureOf(tally: Tally, { message, trace, line, place, isTest }: TestCase, report: string): Failure {
  const isKept = tally.texts++ < MOST_TEXTS
  const kept = (text: string | null) => (isKept ? text && detached(text) : null)
  return { message: kept(message), trace: kept(trace), alsoPassed: false, isTest, line, place, report }
}

/** A copy, because a slice would keep the whole chunk of the file in memory. */
function detached(text: string): string {
  return Buffer.from(text).toString()
}
