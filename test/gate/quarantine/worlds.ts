/** Small worlds of test reports and quarantined tests, in which names, classes and files often collide. */
import fc from 'fast-check'
import type {
  FailedTest,
  LegReport,
  LegReports,
  QuarantinedTest,
  ReportedTest,
  TestIdentity,
  TestReports,
} from '../../../src/facts/test-report.ts'
import { decidingEntries, type EntriesRead, type Excuses } from '../../../src/gate/quarantine/excuses.ts'
import type { MergeOptions } from '../../../src/gate/quarantine/legs.ts'
import { judgeTests, type TestOptions } from '../../../src/gate/quarantine/tests.ts'
import { HEAD, quarantinedTest } from '../../builders.ts'

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

/** Reports of these tests, as the reader puts them together. */
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
    others: tests.filter(({ outcome }) => outcome !== 'failed'),
    singleParent: new Set(tests.flatMap(({ parent }) => parent || [])).size <= 1,
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
    alsoPassed: false,
    line: 1,
    report: 'junit.xml',
  }
}

export function listOf(...tests: QuarantinedTest[]): EntriesRead & { complete: true } {
  return { complete: true, entries: tests }
}

export const NO_LIST: EntriesRead = { complete: false, why: 'nobody asked.' }

/** A step whose tests failed, without limits. */
export function testOptions(over: Partial<TestOptions> = {}): TestOptions {
  return { testOutcome: 'failure', variant: null, maxExcused: null, minTests: null, untrusted: false, ...over }
}

/** The report of a leg as its step wrote it, then changed. */
export function leg(
  name: string,
  tests: readonly ReportedTest[] = [reportedTest({ name: 'passes', outcome: 'passed' })],
  over: Partial<LegReport> = {},
  list: EntriesRead = listOf(quarantinedTest()),
): LegReport {
  const failed = tests.some(({ outcome }) => outcome === 'failed')
  const { testOutcome = failed ? 'failure' : 'success', variant = null, maxExcused = null, minTests = null } = over
  const reports = testReports(tests)
  const { finding, excuses } = judgeTests(reports, list, testOptions({ testOutcome, variant, maxExcused, minTests }))
  return {
    runId: '77',
    attempt: 1,
    commit: HEAD,
    leg: name,
    testOutcome,
    variant,
    maxExcused,
    minTests,
    verdict: finding.verdict,
    ...factsOfLeg(reports, list, excuses),
    ...over,
  }
}

/** The report files of these legs, each of which could be read. */
export function legReports(reports: LegReport[], over: Partial<LegReports> = {}): LegReports {
  return { files: [], reports, problems: [], ...over }
}

/** The merging step expects two legs of run 77. */
export function mergeOptions(over: Partial<MergeOptions> = {}): MergeOptions {
  return {
    runId: '77',
    commit: HEAD,
    expectedReports: 2,
    testOutcome: null,
    maxExcused: null,
    minTests: null,
    untrusted: false,
    ...over,
  }
}

function factsOfLeg(
  reports: TestReports,
  list: EntriesRead,
  excuses: Excuses,
): Pick<LegReport, 'tests' | 'quarantined'> {
  const { counts, failed, others, singleParent, problems } = reports
  const names = new Set(failed.map(({ name }) => name))
  return {
    tests: {
      counts,
      failed: failed.map(({ message, trace, alsoPassed, ...rest }) => rest),
      namesakes: others.filter(({ name }) => names.has(name)),
      singleParent,
      problems,
    },
    quarantined: list.complete
      ? { complete: true, entries: decidingEntries(excuses, list.entries, reports) }
      : { complete: false, why: list.why },
  }
}

const value = (...values: string[]) => fc.constantFrom(null, '', ...values)
const identity = {
  name: fc.constantFrom('a', 'b', 'c', 'd', '__proto__', ''),
  classname: value('C', 'D'),
  file: value('f', 'g', 'h'),
  parent: value('p', 'q'),
}
const anyReported: fc.Arbitrary<ReportedTest> = fc.record({
  ...identity,
  outcome: fc.constantFrom('failed', 'failed', 'passed', 'skipped'),
  flaky: fc.boolean(),
})

/** Tests of reports, each once; those without a name as often as they come. */
export const anyTests: fc.Arbitrary<ReportedTest[]> = fc
  .array(
    anyReported.map(test => ({ ...test, flaky: test.flaky && test.outcome === 'passed' })),
    { maxLength: 30 },
  )
  .map(tests => {
    const found = new Map(tests.map((test, at) => [test.name === '' ? at : identityOf(test), test]))
    return [...found.values()]
  })

/** The same for equal tests only; null and empty are the same. */
function identityOf({ name, classname, file, parent }: ReportedTest): string {
  return JSON.stringify([name, classname || null, file || null, parent || null])
}

export const anyVariant = fc.constantFrom(null, '', 'linux', 'Linux')

const anyEntry: fc.Arbitrary<QuarantinedTest> = fc.record({ ...identity, variant: anyVariant }).map(quarantinedTest)

/** Tests, and entries of which most were made for one of them, some with less than the report says. */
export const anyWorld: fc.Arbitrary<{ tests: ReportedTest[]; entries: QuarantinedTest[] }> = anyTests.chain(tests => {
  const made = fc
    .record({ at: fc.nat(), keeps: fc.subarray(['classname', 'file', 'parent'] as const), variant: anyVariant })
    .map(({ at, keeps, variant }) => {
      const test = tests[at % Math.max(1, tests.length)] ?? reportedTest()
      const kept = Object.fromEntries(keeps.map(member => [member, test[member]]))
      const { name, classname, file, parent } = test
      const whole = keeps.length === 0 ? { classname, file, parent } : { classname: null, file: null, parent: null }
      return quarantinedTest({ name, ...whole, ...kept, variant: variant === 'linux' && at % 2 === 0 ? null : variant })
    })
  const entries = fc.array(fc.oneof({ weight: 9, arbitrary: made }, anyEntry), { maxLength: 60 })
  return fc.record({ tests: fc.constant(tests), entries })
})
