/** Test reports and quarantined tests with a default for every member. */
import type {
  FailedTest,
  QuarantinedTest,
  ReportedTest,
  TestIdentity,
  TestInputs,
  TestReports,
} from '../../../src/facts/test-report.ts'
import type { EntryList } from '../../../src/gate/quarantine/excuses.ts'

export function reportedTest(over: Partial<ReportedTest> = {}): ReportedTest {
  return {
    name: 'ignites',
    classname: 'Engine',
    file: 'test/engine.test.ts',
    parent: 'Engine',
    outcome: 'failed',
    flaky: false,
    ...over,
  }
}

/** Reports of these tests, as the reader puts them together; one without a name is no test. */
export function testReports(tests: readonly ReportedTest[], over: Partial<TestReports> = {}): TestReports {
  const of = (outcome: ReportedTest['outcome']) => tests.filter(test => test.outcome === outcome)
  const failed = of('failed')
  const passed = of('passed').length
  return {
    files: ['junit.xml'],
    counts: {
      ran: passed + failed.length,
      passed,
      failed: failed.length,
      skipped: of('skipped').length,
      flaky: tests.filter(({ flaky }) => flaky).length,
    },
    failed: failed.map(failure),
    flaky: tests.filter(({ flaky }) => flaky),
    notFailed: tests.filter(({ outcome }) => outcome !== 'failed'),
    hasSingleParent: new Set(tests.flatMap(({ parent }) => parent || [])).size <= 1,
    hasOnlyParents: tests.every(({ classname, file }) => !classname && !file),
    problems: [],
    ...over,
  }
}

function failure({ name, classname, file, parent }: TestIdentity): FailedTest {
  return {
    name,
    classname,
    file,
    parent,
    message: 'boom',
    trace: 'at line 1',
    hasPassedNamesake: false,
    isTest: name !== '',
    place: file === null ? null : { file, line: 1 },
    report: 'junit.xml',
  }
}

export function listOf(...tests: QuarantinedTest[]): EntryList & { isComplete: true } {
  return { isComplete: true, entries: tests }
}

export const NO_LIST: EntryList = { isComplete: false, why: 'nobody asked.', remedy: 'Ask.' }

/** A step whose tests failed, without limits. */
export function testOptions(over: Partial<TestInputs> = {}): TestInputs {
  return { testOutcome: 'failure', variant: null, maxExcused: null, minTests: null, ...over }
}
