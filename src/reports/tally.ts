import {
  type FailedTest,
  isNewEachRun,
  type ReportedTest,
  type TestIdentity,
  type TestReports,
} from '../facts/test-report.ts'

/** A test of a suite: a `testcase` element, or a failure that stands directly in the suite. */
export interface TestCase extends ReportedTest {
  /** How many of its tries passed, and how many failed; a skipped try counts in neither. */
  passes: number
  failures: number
  /** A try failed after one that passed, or the report marks further tries that all failed. */
  failedAgain: boolean
  /** The first failure that has a message, mostly the nearest to the cause; else the last one. */
  failure: TestFailure | null
}

/** What a report says of a failed test besides its name, class, file and parent. */
export type TestFailure = Omit<FailedTest, keyof TestIdentity>

/** The tests of one class, file and parent; they share these texts, which saves a fourth of the memory. */
interface Scope extends Omit<TestIdentity, 'name'> {
  /** By name. A case without a name, and a failure that is no test, has a symbol as its key: no other case is a try of it. */
  tests: Map<string | symbol, TestCase>
}

/** By class, file and parent. */
export type TestsByScope = Map<string, Scope>

/** What was read so far from all reports. */
export interface Tally {
  /** The tests of the suites that have ended. */
  readonly tests: TestsByScope
  /** Numbers of all test cases, and of those that failed. */
  cases: number
  failures: number
}

/** At most this many test cases are read. */
export const MOST_CASES = 2_000_000
/** At most this many failures keep message and trace; the job summary shows fewer. */
const MOST_TEXTS = 5000

const RANK = { skipped: 0, passed: 1, failed: 2 }

/** Adds a test case to the tests of its suite. A case of a known name, class, file and parent may be a further try. */
export function addTry(tally: Tally, testsOfSuite: TestsByScope, test: TestCase): void {
  tally.cases++
  if (test.failure && tally.failures++ >= MOST_TEXTS) test.failure = { ...test.failure, message: null, trace: null }
  const { classname, file, parent } = test
  const scopeKey = `${classname ?? ''}\0${file ?? ''}\0${parent ?? ''}`
  const scope = testsOfSuite.get(scopeKey) ?? { classname, file, parent, tests: new Map() }
  testsOfSuite.set(scopeKey, scope)
  const key = test.name === '' || test.failure?.isTest === false ? Symbol('never a further try') : test.name
  const known = scope.tests.get(key)
  if (known) addFurtherTry(known, test)
  else scope.tests.set(key, test)
  test.classname = scope.classname
  test.file = scope.file
  test.parent = scope.parent
}

function addFurtherTry(test: TestCase, { passes, failures, failedAgain, failure, flaky }: TestCase): void {
  test.failedAgain ||= failedAgain || (failures > 0 && test.passes > 0)
  test.passes += passes
  test.failures += failures
  test.flaky ||= flaky
  if (failure && !test.failure?.message) test.failure = failure
}

/**
 * Ends a suite: sets the outcomes of its tests by all their tries, and adds the tests to the tally. If several suites or
 * files have the same test, its worst outcome counts. `repeatsAreTries`: cases of one name in it are tries of one test,
 * unless the whole suite ran again. `hasStepFailed`: the step that ran the tests failed.
 */
export function endTests(
  { tests }: Tally,
  testsOfSuite: TestsByScope,
  { repeatsAreTries, hasStepFailed }: { repeatsAreTries: boolean; hasStepFailed: boolean },
): void {
  const all = [...testsOfSuite.values()].flatMap(scope => [...scope.tests.values()])
  // A test that passed twice shows that the whole suite ran again, so no case is a further try.
  const ranAgain = all.some(({ passes }) => passes > 1)
  for (const test of all) {
    // Cases of one name may be two tests. If the step failed, the failure counts.
    const passedAtLast = test.passes > 0 && !test.failedAgain && !hasStepFailed
    setOutcome(test, repeatsAreTries ? test.passes === 1 && !ranAgain : passedAtLast)
  }
  for (const [key, scope] of testsOfSuite) {
    const known = tests.get(key)?.tests
    if (known) for (const [name, test] of scope.tests) keepWorst(known, name, test)
    else tests.set(key, scope)
  }
}

/** @param passForgives a try that passed outweighs those that failed */
function setOutcome(test: TestCase, passForgives: boolean): void {
  const { passes, failures, failure } = test
  if (failures === 0) {
    test.outcome = passes > 0 ? 'passed' : 'skipped'
    return
  }
  test.flaky = passForgives
  test.outcome = passForgives ? 'passed' : 'failed'
  if (passForgives) test.failure = null
  else if (failure) failure.hasPassedNamesake = passes > 0
}

function keepWorst(tests: Map<string | symbol, TestCase>, key: string | symbol, test: TestCase): void {
  const known = tests.get(key)
  if (!known || RANK[test.outcome] > RANK[known.outcome]) tests.set(key, test)
  else known.flaky ||= test.flaky
}

/** The failed tests of the tally, the others, their numbers, and whether a parent can tell tests apart. */
export function summarize({ tests }: Tally): Omit<TestReports, 'files' | 'problems'> {
  const failed: FailedTest[] = []
  const notFailed: ReportedTest[] = []
  const comparableParents = new Set<string>()
  let hasOnlyParents = true
  for (const { tests: ofScope, classname, file, parent } of tests.values()) {
    if (parent !== null && !isNewEachRun(parent)) comparableParents.add(parent)
    if (classname !== null || file !== null) hasOnlyParents = false
    for (const test of ofScope.values()) {
      if (test.failure) failed.push({ ...identityIn(test), ...test.failure })
      else notFailed.push(test)
    }
  }
  const flaky = notFailed.filter(test => test.flaky).map(identityIn)
  const skipped = notFailed.filter(({ outcome }) => outcome === 'skipped').length
  const passed = notFailed.length - skipped
  const counts = { ran: passed + failed.length, passed, failed: failed.length, skipped, flaky: flaky.length }
  return { counts, failed, flaky, notFailed, hasSingleParent: comparableParents.size <= 1, hasOnlyParents }
}

function identityIn({ name, classname, file, parent }: TestIdentity): TestIdentity {
  return { name, classname, file, parent }
}
