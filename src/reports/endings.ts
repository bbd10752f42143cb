import { failuresCounted, lacksCases, shortageOfFailures, shortagesOfCases } from './counts.ts'
import { isForgivenUncounted, repeatsTests } from './dialects.ts'
import type { ReportState, SuiteElement } from './elements.ts'
import { addTry, endSuite, isFull } from './tally.ts'
import { type CaseElement, setUpOf, type TestCase, testCaseOf } from './test-case.ts'
import { ReportError } from './xml.ts'

/** @param isWhole false if the report broke off in it: then it counts only if it has failed */
export function endCase(state: ReportState, element: CaseElement, isWhole: boolean): void {
  const { cases, suites, tally, outcome } = state
  const suite = suites.at(-1)
  cases.pop()
  if (!suite) return
  if (isWhole && isFull(tally)) throw new ReportError('truncated', 'it holds too many tests; the rest is not read')
  const test = testCaseOf(element, aroundIn(suite), state)
  const failures = element.failures.length + element.flaky.length + element.rerun.length
  const hasFailed = test.outcome === 'failed'
  if (!isWhole && !hasFailed) return
  for (const { counts } of suites) {
    if (element.skipped || test.outcome === 'skipped') counts.shown.skipped++
    if (hasFailed && failures === 0) counts.shown.failed++
  }
  const waits = hasFailed && isWhole && outcome === 'success' && isForgivenUncounted(element)
  if (waits) suite.uncounted.push({ test, failures })
  else takeIn(state, suite, test, failures)
}

function aroundIn({ parent = null, file }: SuiteElement) {
  return { parent, file }
}

function takeIn(state: ReportState, suite: SuiteElement, test: TestCase, failures: number): void {
  const { tally, report, suites, failed } = state
  if (test.outcome === 'failed') {
    failed.tests += Math.max(1, failures)
    for (const each of suites) each.hasFailed = true
    if (test.isTest) suite.failedTests++
  }
  addTry(tally, suite.tests, test, report)
}

/** Takes in what only the end of a suite decides. */
export function endTests(state: ReportState, suite: SuiteElement, isWhole: boolean): void {
  const { suites, tally, outcome, failed } = state
  const { counts, uncounted, setUps } = suite
  const left = counts.shown.failed - uncounted.reduce((sum, { failures }) => sum + failures, 0)
  const isUncounted = isWhole && counts.counted.failures !== null && failuresCounted(counts, left) <= left
  for (const { test, failures } of uncounted) {
    takeIn(state, suite, isUncounted ? { ...test, outcome: 'skipped' } : test, failures)
  }
  const signs = { errors: counts.counted.errors, failedTests: suite.failedTests }
  for (const each of setUps) {
    if (!repeatsTests(each.message || each.text, signs)) takeIn(state, suite, setUpOf(each, aroundIn(suite), state), 1)
  }
  endSuite(tally, suite, outcome)
  suites.pop()
  if (suite.hasFailed && suites.length > 0) failed.suites++
}

export function closeSuite(state: ReportState, suite: SuiteElement): void {
  endTests(state, suite, true)
  const { counts } = suite
  const short = shortageOfFailures(counts)
  if (short) state.short(short)
  if (lacksCases(counts)) state.lacking.push(counts)
  if (state.suites.length > 0) return
  for (const each of shortagesOfCases(state.lacking, counts)) state.short(each)
  const { tests, suites, byComments } = state.failed
  if (byComments <= tests + suites) return
  const message = `its last comments count ${byComments} failed, and ${tests + suites || 'none'} can be seen in it`
  state.short({ place: counts.place, message, isOfCases: false })
}
