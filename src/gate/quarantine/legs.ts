import { plain } from '../../escape.ts'
import { shortApart } from '../../facts/commit.ts'
import type {
  LegReport,
  LegReports,
  ReportProblem,
  TestIdentity,
  TestOutcome,
  TestReports,
} from '../../facts/test-report.ts'
import { code, firstOf, type Message, quoted, say } from '../../message.ts'
import { type Finding, headed, unknown, unmet } from '../verdict.ts'
import { withoutExcuses } from './excuses.ts'
import type { JudgedGroup, JudgedTests, TestOptions } from './tests.ts'
import { examine, isStopped, joined, judgeTests, passedBy, tooFew, tooManyExcused, trusted } from './tests.ts'

export interface MergedRun {
  runId: string
  commit: string
  expectedReports: number
}

/** The run, and the inputs of the merging step. */
export type MergeOptions = MergedRun & Omit<TestOptions, 'variant'>

/**
 * Makes one verdict of the reports of several legs. Pure. Every excuse is computed anew from its leg's facts; the
 * number of legs and the limits apply to all legs together. Where the merging step gives no limit, each leg's own
 * applies, so a leg that exceeded it never passes here. A file that is no report could be any leg's, so one such file
 * makes the whole verdict unknown.
 *
 * @returns the legs sorted by name; none if a report is invalid
 */
export function mergeLegs({ reports, problems, unmatched }: LegReports, options: MergeOptions): JudgedTests {
  const invalid = [...problems.map(told => unknown('leg-report-invalid', told)), ...defectsOf(reports, options)]
  if (invalid.length > 0) return { finding: joined(invalid, ''), groups: [], outdated: [] }
  const { counting, outdated } = countingReports(reports, options.testOutcome)
  const judged = counting.map(report => judgedAnew(report, options))
  const excused = judged.reduce((sum, { excuses }) => sum + excuses.excused.length, 0)
  const limits = tooManyExcused(excused, options.maxExcused)
  const groups = judged.map(({ findings, ...leg }): JudgedGroup => {
    if (limits.length > 0 && leg.excuses.excused.length > 0) {
      return { ...leg, verdict: 'unmet', excuses: withoutExcuses(leg.excuses) }
    }
    return { ...leg, verdict: trusted(joined(findings, ''), options.untrusted).verdict }
  })
  const ran = counting.reduce((sum, { tests }) => sum + tests.counts.ran, 0)
  const findings = isStopped(options.testOutcome)
    ? [unknown('tests-not-run', `The step that runs the tests was ${options.testOutcome}.`)]
    : [
        ...judged.flatMap(leg => leg.findings),
        ...limits,
        ...crashOf(counting, options.testOutcome),
        ...wrongNumber(counting, outdated, options.expectedReports, unmatched),
        ...tooFew(ran, options.minTests),
      ]
  const evidence = `In ${counting.length === 1 ? 'one leg' : `${counting.length} legs`}, ${passedBy(ran, excused)}`
  return { finding: trusted(joined(findings, evidence), options.untrusted), groups, outdated }
}

/** Findings on reports that can't count: of another run or commit, doubled, or contradicting their own facts. */
function defectsOf(reports: readonly LegReport[], options: MergeOptions): Finding[] {
  const places = new Set<string>()
  return reports.flatMap(report => {
    const { runId, attempt, commit } = report
    const which = `The report of leg ${quoted(report.leg)} (attempt ${attempt})`
    const defect = (told: Message, remedy?: Message) => unknown('leg-report-invalid', told, remedy)
    if (runId !== options.runId) {
      return [defect(`${which} is of run ${plain(runId, 40)}; this is run ${plain(options.runId, 40)}.`, OF_THIS_RUN)]
    }
    if (commit !== options.commit) {
      const [theirs, own] = shortApart(commit, options.commit)
      return [defect(say`${which} is of commit ${theirs}; this run is about ${own}.`, OF_THIS_RUN)]
    }
    const place = JSON.stringify([report.leg, attempt])
    if (places.has(place)) {
      const told = `Two report files name the same leg, ${quoted(report.leg)} (attempt ${attempt}).`
      const remedy = say`Give each job of the matrix a ${code('leg')} of its own. If it is one file in two folders, download it once.`
      return [headed('Two test jobs share one leg', defect(told, remedy))]
    }
    places.add(place)
    return forgeriesOf(report, options.untrusted).map(told => defect(`${which} ${told}`))
  })
}

const OF_THIS_RUN = 'Download only the artifacts of this run.'

/** Claims of a report that don't follow from its own facts. */
function forgeriesOf(report: LegReport, untrusted: boolean): string[] {
  const { counts, failed } = report.tests
  const addsUp = counts.ran === counts.passed + counts.failed && counts.failed === failed.length
  if (!addsUp) return ['holds counts that do not add up.']
  if (report.verdict === null) return []
  const { finding } = judgeTests(testsOf(report), report.quarantined, { ...report, untrusted })
  if (finding.verdict === report.verdict) return []
  return [`says that the condition is ${report.verdict}, but by its own facts it is ${finding.verdict}.`]
}

/**
 * For each leg, the report of its highest attempt. Re-running the failed jobs keeps the reports of the others, so a
 * report of an earlier attempt counts if its condition was met and the outcome of all legs shows that no leg died.
 */
function countingReports(
  reports: readonly LegReport[],
  outcomeOfAll: TestOutcome | null,
): { counting: LegReport[]; outdated: LegReport[] } {
  const newest = new Map<string, LegReport>()
  for (const report of reports) {
    const other = newest.get(report.leg)
    if (!other || other.attempt < report.attempt) newest.set(report.leg, report)
  }
  const highest = reports.reduce((most, { attempt }) => Math.max(most, attempt), 0)
  const counts = ({ attempt, verdict }: LegReport) =>
    attempt === highest || (verdict === 'met' && outcomeOfAll === 'success')
  const all = [...newest.values()].sort((a, b) => (a.leg < b.leg ? -1 : 1))
  return { counting: all.filter(counts), outdated: all.filter(report => !counts(report)) }
}

function judgedAnew(
  report: LegReport,
  over: Pick<MergeOptions, 'maxExcused' | 'minTests'>,
): Omit<JudgedGroup, 'verdict'> & { findings: Finding[] } {
  const { leg, attempt, variant, quarantined, maxExcused, minTests } = report
  const reports = testsOf(report)
  const { excuses, findings } = examine(reports, quarantined, {
    ...report,
    maxExcused: over.maxExcused === null ? maxExcused : null,
    minTests: over.minTests === null ? minTests : null,
  })
  return {
    leg,
    attempt,
    variant,
    reports,
    entries: quarantined.complete ? quarantined.entries : null,
    excuses,
    findings: findings.map(finding => ofLeg(leg, finding)),
  }
}

/** The finding with the name of its leg before each message. */
function ofLeg(leg: string, finding: Finding): Finding {
  const named = (message: Message) => say`Leg ${quoted(leg)}: ${message}`
  const reasons = finding.reasons.map(reason => ({ ...reason, message: named(reason.message) }))
  return { ...finding, evidence: named(finding.evidence), reasons }
}

function crashOf(reports: readonly LegReport[], testOutcome: TestOutcome | null): Finding[] {
  const failed = reports.some(({ tests }) => tests.failed.length > 0)
  if (testOutcome !== 'failure' || failed) return []
  return [unmet('test-crash', say`The ${code('test-outcome')} of this step is failure, but no test failed in any leg.`)]
}

function wrongNumber(
  counting: readonly LegReport[],
  outdated: readonly LegReport[],
  expected: number,
  unmatched: Message | undefined,
): Finding[] {
  // Zero legs are never the expected number.
  if (counting.length === expected && expected > 0) return []
  const some = (reports: readonly LegReport[]) => firstOf(reports, MOST_NAMED, ({ leg }) => quoted(leg))
  const finding = (message: Message, remedy?: Message) => [
    headed(`${counting.length} of ${expected} test jobs reported`, unknown('legs-missing', message, remedy)),
  ]
  if (counting.length + outdated.length === 0) {
    const are = expected === 1 ? '1 report is' : `${expected} reports are`
    const none = say`${unmatched ?? 'No report file was found'}; ${are} expected.`
    return finding(none, 'Check the glob, and that each leg uploads the report file that this action wrote there.')
  }
  const which = counting.length === 0 ? '' : say` (${some(counting)})`
  const legs = counting.length === 1 ? '1 leg' : `${counting.length} legs`
  const told = say`Reports came from ${legs} of the tests${which}, but ${expected} are expected.`
  if (counting.length > expected) {
    const remedy = say`Correct ${code('expected-reports')}, or the glob in ${code('merge-reports')}.`
    return [headed('More test jobs reported than expected', unknown('legs-missing', told, remedy))]
  }
  if (outdated.length === 0) return finding(unmatched === undefined ? told : say`${told} ${unmatched}.`)
  const old = say`The report of an earlier attempt counts only if its condition was met and this step has ${code('test-outcome: success')}; this leaves out ${some(outdated)}.`
  const remedy = say`Set ${code('test-outcome')} to the result of the job of the legs (${code('needs.<id>.result')}), or run all jobs again.`
  return finding(say`${told} ${old}`, remedy)
}

const MOST_NAMED = 10

/** The problems of a leg in the action's own words: the comment shows them, and must repeat no text of a leg's file. */
const PROBLEM_OF_LEG: Record<ReportProblem['kind'], Message> = {
  missing: say`A glob of ${code('junit-paths')} matched no file`,
  empty: 'No test ran',
  malformed: 'A test report is malformed',
  truncated: 'A test report holds fewer tests or failures than it counts',
  outside: 'A test report lies outside the workspace',
  unsearched: "Test reports can't be searched",
}

function testsOf({ tests: { namesakes, failed, ...tests } }: LegReport): TestReports {
  const untold = failed.map(test => ({ ...test, message: null, trace: null, alsoPassed: false }))
  const problems = tests.problems.map(({ kind }) => ({ kind, message: PROBLEM_OF_LEG[kind] }))
  // Each test counts once, whatever the file lists.
  const idOf = ({ name, classname, file, parent }: TestIdentity) => JSON.stringify([name, classname, file, parent])
  const ids = new Set(failed.map(idOf))
  const others = namesakes.filter(each => !ids.has(idOf(each)))
  return { ...tests, problems, failed: untold, others, files: [], flaky: [] }
}
