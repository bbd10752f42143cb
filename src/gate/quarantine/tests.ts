import { plain, quoted } from '../../escape.ts'
import type { TestOutcome } from '../../facts/leg-report.ts'
import type { FailedTest, ReportProblem, TestReports } from '../../facts/test-report.ts'
import { firstOf } from '../../facts/words.ts'
import type { ReasonCode } from '../reasons.ts'
import { type Finding, forGood, met, unknown, unmet } from '../verdict.ts'
import { type EntriesRead, type Excuses, excusesOf, withoutExcuses } from './excuses.ts'

/** What of the inputs and of the event decides about the tests. */
export interface TestOptions {
  /** Null where it is not given: then nothing is met. */
  testOutcome: TestOutcome | null
  variant: string | null
  /** More excused tests than this excuse nothing; null for no limit. */
  maxExcused: number | null
  /** Fewer tests that ran than this are too few; null for no limit. */
  minTests: number | null
  /** The reports come from elsewhere (`workflow_run`): nothing that rests on them is ever met. */
  untrusted: boolean
}

/** The verdict on `no-blocking-failures`, and on each test. */
export interface TestsVerdict {
  finding: Finding
  excuses: Excuses
}

/** Judges the tests of one job. Pure. */
export function judgeTests(reports: TestReports, list: EntriesRead, options: TestOptions): TestsVerdict {
  const excuses = excusesOf(reports, list, options.variant)
  const findings = findingsOf(reports, excuses, list, options.testOutcome)
  const limited = limitExcuses(excuses, options.maxExcused)
  // What did not run, or not to its end, says nothing, whatever was found.
  if (!isStopped(options.testOutcome)) {
    findings.push(...limited.findings, ...tooFew(reports.counts.ran, options.minTests))
  }
  const evidence = passedBy(reports.counts.ran, limited.excuses.excused.length)
  return { finding: trusted(joined(findings, evidence), options.untrusted), excuses: limited.excuses }
}

/** Whether the tests did not run, or not to their end: then what they came to says nothing. */
export function isStopped(outcome: TestOutcome | null): boolean {
  return outcome === 'skipped' || outcome === 'cancelled'
}

/** What stands against the tests of one job, limits over all of them aside; empty where nothing does. */
export function findingsOf(
  reports: TestReports,
  { blocking }: Excuses,
  list: EntriesRead,
  testOutcome: TestOutcome | null,
): Finding[] {
  if (isStopped(testOutcome)) {
    return [unknown('tests-not-run', `The step that runs the tests was ${testOutcome}.`)]
  }
  const { counts, failed, problems } = reports
  const findings = problemsOf(problems)
  if (blocking.length > 0)
    findings.push(
      unmet(
        'blocking-failures',
        blockedBy(
          blocking.map(each => each.test),
          list,
        ),
        list.complete ? undefined : 'Fix them, or run the tests where the list of quarantined tests can be read.',
      ),
    )
  if (failed.length === 0 && counts.failed === 0 && testOutcome === 'failure') {
    findings.push(unmet('test-crash', 'The step that runs the tests failed, and no test did.'))
  }
  if (testOutcome === null) {
    const told = 'No `test-outcome` was given, so a crash can not be told from a pass.'
    findings.push(unknown('leg-report-invalid', told, 'Set `test-outcome` in the step that reads the test reports.'))
  }
  if (failed.length !== counts.failed) {
    const told = `The reports count ${failedTests(counts.failed)} and show ${failed.length}.`
    findings.push(unknown('report-truncated', told))
  }
  if (counts.ran === 0) {
    const told = problems.find(({ kind }) => kind === 'empty')?.message
    findings.push(unknown('report-empty', told ?? 'No test ran: the reports hold none, or only skipped ones.'))
  }
  return findings
}

const CODE_OF = {
  missing: 'report-missing',
  malformed: 'report-malformed',
  outside: 'report-outside',
  truncated: 'report-truncated',
} as const satisfies Record<Exclude<ReportProblem['kind'], 'empty'>, ReasonCode>

/** Reasons of one kind about single files, at most; a workspace can hold thousands. */
const MOST_PROBLEMS = 20

function problemsOf(problems: readonly ReportProblem[]): Finding[] {
  return Object.entries(CODE_OF).flatMap(([kind, code]) => {
    const own = problems.filter(problem => problem.kind === kind)
    const untold = own.length - MOST_PROBLEMS
    return own.slice(0, MOST_PROBLEMS).map(({ message }, at) => {
      const more = at === 0 && untold > 0 ? ` The same of ${untold} more.` : ''
      // What to do follows in the same line.
      const sentence = message.endsWith('.') ? message : `${message}.`
      return (code === 'report-missing' ? unmet : unknown)(code, `${sentence}${more}`)
    })
  })
}

/** Tests that are named in one sentence. */
const MOST_NAMED = 3

function blockedBy(tests: readonly FailedTest[], list: EntriesRead): string {
  const which = firstOf(tests, MOST_NAMED, ({ name }) => (name === '' ? 'one without a name' : quoted(name)))
  if (list.complete) return `${failedTests(tests.length)} without an excuse: ${which}.`
  return `${failedTests(tests.length)}, and nothing can excuse any: ${plain(list.why)}. It is about ${which}.`
}

/** The excuses under `max-excused`, and what is to be said if there are too many. */
export function limitExcuses(excuses: Excuses, most: number | null): { excuses: Excuses; findings: Finding[] } {
  const count = excuses.excused.length
  if (most === null || count <= most) return { excuses, findings: [] }
  const told = `${failedTests(count)} ${count === 1 ? 'is' : 'are'} quarantined, more than \`max-excused\` (${most}).`
  return { excuses: withoutExcuses(excuses), findings: [unmet('too-many-excused', told)] }
}

/** What is to be said if fewer tests ran than `min-tests`. */
export function tooFew(ran: number, least: number | null): Finding[] {
  if (least === null || ran >= least) return []
  const told = `${ran} ${ran === 1 ? 'test' : 'tests'} ran, fewer than \`min-tests\` (${least}).`
  return [unknown('report-truncated', told, 'Look for a crash behind the last test, or lower `min-tests`.')]
}

/** One finding of many: the unmet ones decide, then the unknown ones; where there is none it is met. */
export function joined(findings: readonly Finding[], evidence: string): Finding {
  const decisive = [...findings.filter(isUnmet), ...findings.filter(each => !isUnmet(each))]
  const [first] = decisive
  return first ? forGood({ ...first, reasons: decisive.flatMap(({ reasons }) => reasons) }) : met(evidence)
}

function isUnmet({ verdict }: Finding): boolean {
  return verdict === 'unmet'
}

/** The evidence where nothing stands against the tests. */
export function passedBy(ran: number, excused: number): string {
  const whole = `${ran} ${ran === 1 ? 'test' : 'tests'} ran`
  return excused === 0
    ? `${whole}, none failed.`
    : `${whole}, ${excused} failed and ${excused === 1 ? 'is' : 'are'} quarantined.`
}

/** What comes from elsewhere is never met. */
export function trusted(finding: Finding, untrusted: boolean): Finding {
  if (!untrusted || finding.verdict !== 'met') return finding
  const told = 'On this event the reports come from another run, which can write into them what it likes.'
  return forGood(unknown('report-untrusted', told))
}

function failedTests(count: number): string {
  return `${count} failed ${count === 1 ? 'test' : 'tests'}`
}
