/** From the text of test reports to the verdict, as a step goes: reader, matching, verdict, report file. */
import fc from 'fast-check'
import type { Facts } from '../../src/facts/facts.ts'
import { type LegReport, SCHEMA_VERSION, type TestOutcome } from '../../src/facts/leg-report.ts'
import type { QuarantinedTest } from '../../src/facts/test-list.ts'
import type { TestIdentity } from '../../src/facts/test-report.ts'
import { createJudgeOfTests, type JudgedTests, type TestSettings } from '../../src/gate/quarantine/judged.ts'
import { named } from '../../src/gate/verdict.ts'
import { reportOf } from '../../src/publish/report.ts'
import { presentTests } from '../../src/publish/tests/present.ts'
import { readLeg } from '../../src/reports/leg-reports.ts'
import { cleanerOf } from '../../src/secret.ts'
import { facts, inputs, NOW, quarantinedTest, quarantinedTests, read, result, runInfo, verdict } from '../builders.ts'
import { unambiguous } from '../gate/quarantine/oracle.ts'
import { type Names, type WrittenSuite, writeReport, writtenReportOf } from './reports-arbitrary.ts'
import { openTexts } from './workspace.ts'

/** The test reports of one job, and all quarantined tests. */
export interface Job {
  suites: WrittenSuite[]
  entries: QuarantinedTest[]
}

export interface Step {
  /** By default what a runner of these tests would have. */
  testOutcome?: TestOutcome | undefined
  maxExcused?: number | null | undefined
  minTests?: number | null | undefined
}

export interface Judged extends JudgedTests {
  facts: Facts
  settings: TestSettings
}

/** Judges reports, text by name. */
export async function judgeTexts(
  files: Readonly<Record<string, string | Uint8Array>>,
  entries: readonly QuarantinedTest[],
  { testOutcome, maxExcused = null, minTests = null }: Step = {},
): Promise<Judged> {
  const { reports } = await openTexts(files)
  const all = facts({
    testReports: { kind: 'read', value: reports },
    quarantinedTests: read(quarantinedTests({ tests: [...entries] })),
  })
  const settings: TestSettings = {
    testOutcome: testOutcome ?? (reports.failed.length > 0 ? 'failure' : 'success'),
    variant: null,
    maxExcused,
    minTests,
    untrusted: false,
    limits: { count: null, ageMs: null },
    withoutList: null,
    merge: null,
    now: NOW,
    workspace: '/work',
  }
  const tests = createJudgeOfTests(settings).judged(all)
  if (!tests) throw new Error('no reports were read')
  return { ...tests, facts: all, settings }
}

/** Judges a job whose suites stand in one file. */
export function judgeJob({ suites, entries }: Job, step: Step = {}): Promise<Judged> {
  return judgeTexts({ 'a.xml': writeReport(suites) }, entries, step)
}

/** What the step of a leg writes, as the step that merges reads it. */
export async function legOf(leg: string, { facts: all, settings, ...tests }: Judged): Promise<LegReport> {
  const shown = presentTests({ facts: all, judged: tests }, inputs(settings), {
    workspace: '/nowhere',
    now: NOW,
    clean: cleanerOf(),
  })
  const conditions = [named('no-blocking-failures', tests.finding)]
  const written = result({ facts: all, tests: shown, leg, run: runInfo(), verdict: verdict({ conditions }) })
  return readLeg(JSON.parse(JSON.stringify(reportOf(written))), SCHEMA_VERSION)
}

/** What the verdict says, without what the order decides. */
export function unordered({ finding, groups }: JudgedTests): unknown {
  return {
    verdict: finding.verdict,
    codes: finding.reasons.map(({ code }) => code).toSorted(),
    counts: groups.map(({ reports }) => reports.counts),
    blocking: groups.flatMap(({ excuses }) =>
      excuses.blocking.map(({ test, cause }) => [test.name, test.classname, test.file, test.parent, cause].join('\0')),
    ),
    excused: groups.reduce((sum, { excuses }) => sum + excuses.excused.length, 0),
  }
}

/** The job without the entries that fit more than one of its tests, by hand. */
export function withoutAmbiguity({ suites, entries }: Job): Job {
  const tests = suites.flatMap(suite => identitiesOf(suite, suite.name))
  const oneParent = new Set(tests.map(({ parent }) => parent)).size <= 1
  return { suites, entries: unambiguous(tests, entries, oneParent) }
}

function identitiesOf(suite: WrittenSuite, parent: string): TestIdentity[] {
  const own = suite.cases.map(({ name, classname, file }) => ({ name, classname, file, parent }))
  return [...own, ...suite.suites.flatMap(each => identitiesOf(each, parent))]
}

/** Entries for tests of the job, many with less than the report says, and in most jobs one for each test. */
function jobOf(names: Names, most: number): fc.Arbitrary<Job> {
  return writtenReportOf(names).chain(suites => {
    const identities = suites.flatMap(suite => identitiesOf(suite, suite.name))
    const whole = identities.map(quarantinedTest)
    const partial = fc
      .record({ at: fc.nat(), keeps: fc.subarray(['classname', 'file', 'parent'] as const) })
      .map(({ at, keeps }) => {
        const identity = identities[at % Math.max(1, identities.length)]
        const kept = Object.fromEntries(keeps.map(member => [member, identity?.[member] ?? null]))
        return quarantinedTest({ classname: null, file: null, parent: null, ...kept, name: identity?.name ?? 'a' })
      })
    const entries = fc
      .tuple(fc.constantFrom(true, true, false), fc.array(partial, { maxLength: most }))
      .map(([covers, some]) => (covers ? [...some, ...whole] : some))
    return fc.record({ suites: fc.constant(suites), entries })
  })
}

/** Tests of different suites are often the same, and entries often fit several. */
export const crowdedJob = jobOf({ names: ['a', 'b "&<'], classnames: ['c'], files: ['e.ts'], suites: ['s', 't'] }, 20)
/** Most tests have a name of their own. */
export const roomyJob = jobOf(
  { names: [...'abcdefghijkl'], classnames: ['c', 'd'], files: ['e.ts'], suites: ['s', 't'] },
  4,
)
