import type { QuarantinedTest, ReportProblem, TestInputs, TestOutcome, TestReports } from '../../facts/test-report.ts'
import { code, firstOf, type Message, quoted, say } from '../../text/message.ts'
import type { ReasonCode } from '../reasons.ts'
import { type Finding, forGood, met, unknown, unmet, withHeadline } from '../verdict.ts'
import { type BlockingTest, type EntriesRead, type Excuses, excusesOf, withoutExcuses } from './excuses.ts'

/** The tests of one job, compared with the quarantined tests. */
export interface JudgedGroup {
  variant: string | null
  reports: TestReports
  /** The quarantined tests; null if not all are known. */
  entries: readonly QuarantinedTest[] | null
  excuses: Excuses
}

/** The finding of `no-blocking-failures`, required or not, and the tests that it rests on. */
export interface JudgedTests {
  finding: Finding
  groups: JudgedGroup[]
}

export interface TestOptions extends TestInputs {
  /** The reports come from elsewhere (`workflow_run`), so no condition that rests on them is ever met. */
  untrusted: boolean
}

/** Judges the tests of one job. Pure. */
export function judgeTests(
  reports: TestReports,
  list: EntriesRead,
  options: TestOptions,
): { finding: Finding; excuses: Excuses } {
  const { excuses, findings } = examine(reports, list, options)
  const evidence = passedBy(reports.counts.ran, excuses.excused.length)
  const found = joined(findings, evidence)
  // If only the list is missing, a later poll may read it; until then the tests block.
  const isHidden = excuses.blocking.every(({ cause }) => cause === 'list-incomplete') && excuses.blocking.length > 0
  const canChange = !list.complete && list.outage === true && findings.length === 1 && isHidden
  const finding = canChange && !options.untrusted ? { ...found, canChange } : trusted(found, options.untrusted)
  return { finding, excuses }
}

/** Compares the tests of one job with the list and the limits: tells which are excused, and all problems. */
export function examine(
  reports: TestReports,
  list: EntriesRead,
  { testOutcome, variant, maxExcused, minTests }: TestInputs,
): { excuses: Excuses; findings: Finding[] } {
  const excuses = excusesOf(reports, list, variant)
  const limits = tooManyExcused(excuses.excused.length, maxExcused)
  const held = limits.length > 0 ? withoutExcuses(excuses) : excuses
  const isFull = maxExcused !== null && excuses.excused.length + excuses.blocking.length > maxExcused
  const findings = findingsOf(reports, excuses, list, testOutcome, { all: held.blocking.length, isFull })
  // Tests that did not run to their end prove nothing, whatever was found.
  if (!isStopped(testOutcome)) findings.push(...limits, ...tooFew(reports.counts.ran, minTests))
  return { findings, excuses: held }
}

export function isStopped(outcome: TestOutcome | null): boolean {
  return outcome === 'skipped' || outcome === 'cancelled'
}

/**
 * All findings but those on limits.
 *
 * @param all number of tests that block, including those that only `max-excused` keeps from being excused
 * @param isFull quarantining what blocks would exceed `max-excused`, so that is no remedy
 */
function findingsOf(
  reports: TestReports,
  { blocking }: Excuses,
  list: EntriesRead,
  testOutcome: TestOutcome | null,
  { all, isFull }: { all: number; isFull: boolean },
): Finding[] {
  if (isStopped(testOutcome)) {
    const remedy = testOutcome === 'cancelled' ? 'Run the job again.' : undefined
    return [unknown('tests-not-run', `The step that runs the tests was ${testOutcome}.`, remedy)]
  }
  const { counts, failed, problems } = reports
  const findings = problemsOf(problems)
  if (blocking.length > 0) {
    const them = all > blocking.length ? 'all that failed' : all === 1 ? 'it' : 'them'
    const remedy = list.complete
      ? `Fix ${them}${isFull ? '' : ', or quarantine what has a name under exactly the name, class and file in the test report'}.`
      : (list.remedy ??
        `Fix ${them}, or ${list.outage ? 'run the job again when the service is back' : 'run the tests where the list of quarantined tests can be read'}.`)
    const blocked = `${failedTests(all)} ${all === 1 ? 'blocks' : 'block'}`
    const headline = list.complete ? blocked : `${blocked}: no quarantine list`
    findings.push(withHeadline(headline, unmet('blocking-failures', blockedBy(blocking, list), remedy)))
  }
  if (failed.length === 0 && testOutcome === 'failure') {
    findings.push(unmet('test-crash', 'The step that runs the tests failed, but no report shows a failed test.'))
  }
  if (counts.ran === 0) {
    const told = problems.find(({ kind }) => kind === 'empty')?.message
    findings.push(unknown('report-empty', say`${told ?? 'No report shows a test that ran'}.`))
  }
  return findings
}

const CODE_OF = {
  missing: 'report-missing',
  malformed: 'report-malformed',
  outside: 'report-outside',
  unsearched: 'report-unsearched',
  truncated: 'report-truncated',
} as const satisfies Record<Exclude<ReportProblem['kind'], 'empty'>, ReasonCode>

/** The most reasons of one kind; a workspace can hold thousands of files with one problem. */
const MOST_PROBLEMS = 20

function problemsOf(problems: readonly ReportProblem[]): Finding[] {
  return Object.entries(CODE_OF).flatMap(([kind, reason]) => {
    const own = problems.filter(problem => problem.kind === kind)
    const untold = own.length - MOST_PROBLEMS
    return own.slice(0, MOST_PROBLEMS).map(({ message }, at) => {
      const more = at === 0 && untold > 0 ? ` The same holds for ${untold} more.` : ''
      return (reason === 'report-missing' ? unmet : unknown)(reason, say`${message}.${more}`)
    })
  })
}

const MOST_NAMED = 3

function blockedBy(blocking: readonly BlockingTest[], list: EntriesRead): Message {
  if (!list.complete) return say`${failedTests(blocking.length)} can't be excused: ${list.why}`
  return say`${failedTests(blocking.length)} ${blocking.length === 1 ? 'is' : 'are'} not quarantined: ${blockingNames(blocking)}.`
}

/** A sentence with the blocking tests, shown after cause and remedy if the list of quarantined tests is not known. */
export function failedOf(blocking: readonly BlockingTest[]): Message {
  return blocking.length === 0 ? '' : say`Failed: ${blockingNames(blocking)}.`
}

function blockingNames(blocking: readonly BlockingTest[]): Message {
  return firstOf(blocking, MOST_NAMED, ({ test, cause }) => {
    const notes = [
      ...(test.alsoPassed ? ['failed and passed under one name'] : []),
      ...(cause === 'ambiguous' ? ['the quarantined test fits other tests as well'] : []),
    ]
    const name =
      test.name === '' ? `a test of ${quoted(test.classname ?? test.parent ?? '')} without a name` : quoted(test.name)
    return `${name}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`
  })
}

export function tooManyExcused(count: number, most: number | null): Finding[] {
  if (most === null || count <= most) return []
  const tests = count === 1 ? '1 quarantined test' : `${count} quarantined tests`
  const limit = code('max-excused')
  if (most === 0) {
    const remedy = say`Fix ${count === 1 ? 'it' : 'them'}, or raise ${limit}.`
    return [unmet('too-many-excused', say`${tests} failed, but ${limit} is 0: none is excused.`, remedy)]
  }
  return [unmet('too-many-excused', say`${tests} failed, more than ${limit} (${most}): none is excused.`)]
}

export function tooFew(ran: number, least: number | null): Finding[] {
  if (least === null || ran >= least) return []
  const limit = code('min-tests')
  const told = say`${ran} ${ran === 1 ? 'test' : 'tests'} ran, fewer than ${limit} (${least}).`
  const remedy = say`Look for a crash after the last test, and for reports that were not read; or lower ${limit}.`
  return [withHeadline(say`Fewer tests ran than ${limit}`, unknown('report-truncated', told, remedy))]
}

/** Joins findings into one: unmet ones decide before unknown ones. Without any finding, the result is met. */
export function joined(findings: readonly Finding[], evidence: string): Finding {
  const isUnmet = ({ verdict }: Finding) => verdict === 'unmet'
  const decisive = [...findings.filter(isUnmet), ...findings.filter(each => !isUnmet(each))]
  const [first] = decisive
  return first ? forGood({ ...first, reasons: decisive.flatMap(({ reasons }) => reasons) }) : met(evidence)
}

export function passedBy(ran: number, excused: number): string {
  const whole = `${ran} ${ran === 1 ? 'test' : 'tests'} ran`
  return excused === 0
    ? `${whole} and none failed.`
    : `${whole}; ${excused} failed and ${excused === 1 ? 'is' : 'are'} quarantined.`
}

export function trusted(finding: Finding, untrusted: boolean): Finding {
  if (!untrusted || finding.verdict !== 'met') return finding
  const told = 'On this event the reports come from another run, which can write into them what it likes.'
  return forGood(unknown('report-untrusted', told))
}

function failedTests(count: number): string {
  return `${count} failed ${count === 1 ? 'test' : 'tests'}`
}
