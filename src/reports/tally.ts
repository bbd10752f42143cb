import {
  type FailedTest,
  isOfOneRun,
  type ReportedTest,
  type TestIdentity,
  type TestOutcome,
  type TestReports,
} from '../facts/test-report.ts'

/** One `testcase` element, or a failure that stands directly in a suite. */
export interface TestCase extends ReportedTest {
  failure: Failure | null
  /** Its own further tries failed, so another case of its name that passed does not make it good. */
  failedAgain: boolean
}

export type Failure = Omit<FailedTest, keyof TestIdentity>

/** A test with its tries in one suite; skipped ones don't count. */
interface KeptTest extends ReportedTest {
  passes: number
  failures: number
  /** A try failed for good: a try before it had passed, or its further tries failed as well. */
  failedLast: boolean
  /** The first failure that has a message, mostly the nearest to the cause; else the last one. */
  failure: Failure | null
}

/** The tests of one class, file and parent; they share these texts, which saves a fourth of the memory. */
interface Scope extends Omit<TestIdentity, 'name'> {
  /** By name. What has none, or is no test, has a key that no other has, because it is never a further try. */
  tests: Map<string | symbol, KeptTest>
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

export function createTally(): Tally {
  return { tests: new Map(), cases: 0, texts: 0 }
}

/** Adds a test case to those of its `testsuite` element: cases of one identity may be tries of one test. */
export function addTry(tally: Tally, suite: TestsByScope, test: TestCase): void {
  tally.cases++
  const kept = keptTest(suite, test)
  kept.flaky ||= test.flaky
  if (test.outcome === 'passed') kept.passes++
  if (test.failure === null) return
  kept.failedLast ||= kept.passes > 0 || test.failedAgain
  kept.failures++
  if (kept.failure?.message) return
  kept.failure = tally.texts++ < MOST_TEXTS ? test.failure : { ...test.failure, message: null, trace: null }
}

function keptTest(suite: TestsByScope, { name, classname, file, parent, failure }: TestCase): KeptTest {
  const scopeKey = `${classname ?? ''}\0${file ?? ''}\0${parent ?? ''}`
  const scope = suite.get(scopeKey) ?? { classname, file, parent, tests: new Map() }
  suite.set(scopeKey, scope)
  const key = name === '' || failure?.isTest === false ? Symbol('never a further try') : name
  const known = scope.tests.get(key)
  if (known) return known
  const kept: KeptTest = {
    name,
    classname: scope.classname,
    file: scope.file,
    parent: scope.parent,
    outcome: 'skipped',
    flaky: false,
    passes: 0,
    failures: 0,
    failedLast: false,
    failure: null,
  }
  scope.tests.set(key, kept)
  return kept
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
  outcome: TestOutcome | null,
): void {
  const all = [...suite.values()].flatMap(scope => [...scope.tests.values()])
  // If some test passed twice, all ran several times, whatever their outcome.
  const isCount = marksRetries && all.some(({ passes }) => passes > 1)
  for (const test of all) {
    const { passes, failedLast } = test
    const isMadeGood = marksRetries ? passes === 1 && !isCount : passes > 0 && !failedLast && outcome !== 'failure'
    decide(test, isMadeGood)
  }
  for (const [key, scope] of suite) {
    const known = tests.get(key)?.tests
    if (known) for (const [name, test] of scope.tests) keepWorst(known, name, test)
    else tests.set(key, scope)
  }
}

function decide(test: KeptTest, isMadeGood: boolean): void {
  const { passes, failures, failure } = test
  if (failures === 0) {
    test.outcome = passes > 0 ? 'passed' : 'skipped'
    return
  }
  test.flaky = isMadeGood
  test.outcome = isMadeGood ? 'passed' : 'failed'
  if (isMadeGood) test.failure = null
  else if (failure) failure.alsoPassed = passes > 0
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
  for (const { tests: ofScope, classname, file, parent } of tests.values()) {
    if (parent !== null && !isOfOneRun(parent)) parents.add(parent)
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
  return { counts, failed, flaky, others, singleParent: parents.size <= 1, parentsOnly }
}

function identityIn({ name, classname, file, parent }: TestIdentity): TestIdentity {
  return { name, classname, file, parent }
}
