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

/** The tests of one class, file and parent; they share these texts, which saves a fourth of the memory. */
interface Scope extends Omit<TestIdentity, 'name'> {
  /** By name. What has none, or is no test, has a key that no other has, because it is never a further try. */
  tests: Map<string | symbol, KeptTest>
}

type TestsByScope = Map<string, Scope>

export interface Tally {
  readonly tests: TestsByScope
  /** Test cases that were read. */
  cases: number
  /** Failures whose message and trace are kept. */
  texts: number
}

const MOST_CASES = 2_000_000
/** More messages than the job summary can show. */
const MOST_TEXTS = 5000

const RANK = { skipped: 0, passed: 1, failed: 2 }

export function createTally(): Tally {
  return { tests: new Map(), cases: 0, texts: 0 }
}

/** True if no more test cases are accepted. */
export function isFull({ cases }: Tally): boolean {
  return cases >= MOST_CASES
}

/** Adds a test case to those of its `testsuite` element: cases of one identity may be tries of one test. */
export function addTry(tally: Tally, suite: TestsByScope, test: TestCase, report: string): void {
  tally.cases++
  const { classname, file, parent } = test
  const scopeKey = `${classname ?? ''}\0${file ?? ''}\0${parent ?? ''}`
  const scope = suite.get(scopeKey) ?? { classname, file, parent, tests: new Map() }
  suite.set(scopeKey, scope)
  const { tests } = scope
  const key = test.isTest && test.name !== '' ? test.name : Symbol('never a further try')
  const before = tests.get(key)
  if (!before || before.outcome === 'skipped') {
    tests.set(key, keptTest(tally, scope, test, report))
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
  tests: TestsByScope
  /** Cases of one name in the suite are tries of one test, never two tests. */
  marksRetries: boolean
}

/** Adds the tests of a suite that ends. If several suites or files have the same test, its worst outcome counts. */
export function endSuite(
  { tests }: Tally,
  { tests: suite, marksRetries }: SuiteOfTests,
  outcome: TestOutcome | null,
): void {
  const all = [...suite.values()].flatMap(scope => [...scope.tests.values()])
  // If some test passed twice, all ran several times, whatever their outcome.
  const isCount = all.some(({ tries }) => tries && tries.passes > 1)
  const isMadeGood = ({ passes, failedLast }: Tries) =>
    marksRetries ? passes === 1 && !isCount : passes > 0 && !failedLast && outcome !== 'failure'
  for (const test of all) decideTries(test, isMadeGood)
  for (const [key, scope] of suite) {
    const known = tests.get(key)?.tests
    if (known) for (const [name, test] of scope.tests) keepWorst(known, name, test)
    else tests.set(key, scope)
  }
}

function decideTries(test: KeptTest, isMadeGood: (tries: Tries) => boolean): void {
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

function keptTest(tally: Tally, scope: Scope, test: TestCase, report: string): KeptTest {
  const { classname, file, parent } = scope
  const { name, outcome, flaky } = test
  const kept: KeptTest = { name, classname, file, parent, outcome, flaky }
  if (outcome === 'failed') kept.failure = failureOf(tally, test, report)
  if (test.failedAgain) kept.tries = { passes: 0, failures: 1, failedLast: true }
  return kept
}

function failureOf(tally: Tally, test: TestCase, report: string): Failure {
  const { line, place, isTest } = test
  const { message, trace } = tally.texts++ < MOST_TEXTS ? test : { message: null, trace: null }
  return { message, trace, alsoPassed: false, isTest, line, place, report }
}
