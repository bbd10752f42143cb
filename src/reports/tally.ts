import {
  type FailedTest,
  isNewEachRun,
  type ReportedTest,
  type TestIdentity,
  type TestOutcome,
  type TestReports,
} from '../facts/test-report.ts'

/** A test of a suite: a `testcase` element, or a failure that stands directly in the suite. */
export interface TestCase extends ReportedTest {
  /** Its tries; skipped ones don't count. */
  passes: number
  failures: number
  /** A failed try followed one that passed, or all further tries failed. */
  failedLast: boolean
  /** The first failure that has a message, mostly the nearest to the cause; else the last one. */
  failure: Failure | null
}

export type Failure = Omit<FailedTest, keyof TestIdentity>

/** The tests of one class, file and parent; they share these texts, which saves a fourth of the memory. */
interface Scope extends Omit<TestIdentity, 'name'> {
  /** By name. A case without a name, or that is no test, has a key of its own: it is never a further try. */
  tests: Map<string | symbol, TestCase>
}

export type TestsByScope = Map<string, Scope>

export interface Tally {
  readonly tests: TestsByScope
  /** Test cases that were read. */
  cases: number
  /** Failures whose message and trace are kept. */
  texts: number
}

/** No more test cases are read. */
export const MOST_CASES = 2_000_000
/** More messages than the job summary can show. */
const MOST_TEXTS = 5000

const RANK = { skipped: 0, passed: 1, failed: 2 }

/** Adds a test case to those of its `testsuite` element: cases of one identity may be tries of one test. */
export function addTry(tally: Tally, suite: TestsByScope, test: TestCase): void {
  tally.cases++
  if (test.failure && tally.texts++ >= MOST_TEXTS) test.failure = { ...test.failure, message: null, trace: null }
  const { classname, file, parent } = test
  const scopeKey = `${classname ?? ''}\0${file ?? ''}\0${parent ?? ''}`
  const scope = suite.get(scopeKey) ?? { classname, file, parent, tests: new Map() }
  suite.set(scopeKey, scope)
  const key = test.name === '' || test.failure?.isTest === false ? Symbol('never a further try') : test.name
  const before = scope.tests.get(key)
  if (before) addRepeat(before, test)
  else scope.tests.set(key, test)
  test.classname = scope.classname
  test.file = scope.file
  test.parent = scope.parent
}

function addRepeat(test: TestCase, { passes, failures, failedLast, failure, flaky }: TestCase): void {
  test.failedLast ||= failedLast || (failures > 0 && test.passes > 0)
  test.passes += passes
  test.failures += failures
  test.flaky ||= flaky
  if (failure && !test.failure?.message) test.failure = failure
}

/**
 * Adds the tests of a suite that ends. If several suites or files have the same test, its worst outcome counts.
 *
 * @param marksRetries cases of one name in the suite are tries of one test, never two tests
 */
export function endTests(
  { tests }: Tally,
  suite: TestsByScope,
  marksRetries: boolean,
  testOutcome: TestOutcome | null,
): void {
  const all = [...suite.values()].flatMap(scope => [...scope.tests.values()])
  // A test that passed twice shows that the whole suite ran again, so no case is a further try.
  const isCount = marksRetries && all.some(({ passes }) => passes > 1)
  for (const test of all) {
    const { passes, failedLast } = test
    const isMadeGood = marksRetries ? passes === 1 && !isCount : passes > 0 && !failedLast && testOutcome !== 'failure'
    decide(test, isMadeGood)
  }
  for (const [key, scope] of suite) {
    const known = tests.get(key)?.tests
    if (known) for (const [name, test] of scope.tests) keepWorst(known, name, test)
    else tests.set(key, scope)
  }
}

function decide(test: TestCase, isMadeGood: boolean): void {
  const { passes, failures, failure } = test
  if (failures === 0) {
    test.outcome = passes > 0 ? 'passed' : 'skipped'
    return
  }
  test.flaky = isMadeGood
  test.outcome = isMadeGood ? 'passed' : 'failed'
  if (isMadeGood) test.failure = null
  else if (failure) failure.hasPassedNamesake = passes > 0
}

function keepWorst(all: Map<string | symbol, TestCase>, key: string | symbol, test: TestCase): void {
  const before = all.get(key)
  if (!before || RANK[test.outcome] > RANK[before.outcome]) all.set(key, test)
  else before.flaky ||= test.flaky
}

/** What the gate judges: each failed test with its failure, all others, and how many there are of each. */
export function summarize({ tests }: Tally): Omit<TestReports, 'files' | 'problems'> {
  const failed: FailedTest[] = []
  const others: ReportedTest[] = []
  const parents = new Set<string>()
  let parentsOnly = true
  for (const { tests: ofScope, classname, file, parent } of tests.values()) {
    if (parent !== null && !isNewEachRun(parent)) parents.add(parent)
    if (classname !== null || file !== null) parentsOnly = false
    for (const test of ofScope.values()) {
      if (test.failure) failed.push({ ...identityIn(test), ...test.failure })
      else others.push(test)
    }
  }
  const flaky = others.filter(test => test.flaky).map(identityIn)
  const skipped = others.filter(({ outcome }) => outcome === 'skipped').length
  const passed = others.length - skipped
  const counts = { ran: passed + failed.length, passed, failed: failed.length, skipped, flaky: flaky.length }
  return { counts, failed, flaky, notFailed: others, hasSingleParent: parents.size <= 1, hasOnlyParents: parentsOnly }
}

function identityIn({ name, classname, file, parent }: TestIdentity): TestIdentity {
  return { name, classname, file, parent }
}
