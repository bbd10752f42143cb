import type { Facts } from '../../facts/facts.ts'
import { isRead } from '../../facts/facts.ts'
import type { QuarantinedTest, ReportProblem, TestInputs, TestOutcome, TestReports } from '../../facts/test-report.ts'
import { code, type Message, say } from '../../text/message.ts'
import type { TestJudges } from '../conditions.ts'
import type { ReasonCode } from '../reason-codes.ts'
import { type Finding, forGood, met, unknown, unmet, withHeadline } from '../reasons.ts'
import { blockedBy } from './blocking.ts'
import { judgeDebt, type QuarantineLimits } from './debt.ts'
import { type BlockingTest, type EntriesRead, type Excuses, entriesRead, excusesOf, withoutExcuses } from './excuses.ts'

/** All that decides about tests: the inputs, and what is known of the list. */
export interface TestSettings extends TestInputs {
  limits: QuarantineLimits
  /** Why the list of quarantined tests can't be asked for, worded to follow a colon; null if it can. */
  withoutList: { why: Message; remedy: Message } | null
  /** Milliseconds since the epoch, from which ages are reckoned. */
  now: number
  /** The path of the workspace; the files of quarantined tests may begin with it. */
  workspace: string
}

/** The judges of the conditions on tests, and the details of their findings. */
export interface JudgeOfTests {
  judges: TestJudges
  /** The tests of a poll; null if no test reports were read. */
  judged: (facts: Facts) => JudgedTests | null
}

/** Judges the tests of each poll once, however often the result is asked for. Pure. */
export function createJudgeOfTests(settings: TestSettings): JudgeOfTests {
  const known = new WeakMap<Facts, JudgedTests>()
  const judged = (facts: Facts) => {
    const { testReports } = facts
    if (!isRead(testReports)) return null
    const found = known.get(facts) ?? judgeTests(testReports.value, entriesIn(facts, settings), settings)
    known.set(facts, found)
    return found
  }
  const notRead = forGood(unknown('internal-error', 'No test reports were read.'))
  return {
    judged,
    judges: {
      'no-blocking-failures': facts => judged(facts)?.finding ?? notRead,
      'quarantine-within-limits': facts => judgeDebt(facts.quarantinedTests, settings.limits, settings.now),
    },
  }
}

function entriesIn({ quarantinedTests }: Facts, { withoutList, workspace }: TestSettings): EntriesRead {
  if (quarantinedTests === undefined && withoutList !== null) return { complete: false, ...withoutList }
  return entriesRead(quarantinedTests, workspace)
}

/** The finding of `no-blocking-failures`, required or not, and the tests that it rests on. */
export interface JudgedTests {
  finding: Finding
  variant: string | null
  reports: TestReports
  /** The quarantined tests; null if not all are known. */
  entries: readonly QuarantinedTest[] | null
  excuses: Excuses
}

/** Judges the tests of a step. Pure. */
export function judgeTests(reports: TestReports, list: EntriesRead, inputs: TestInputs): JudgedTests {
  const all = excusesOf(reports, list, inputs.variant)
  const isOver = inputs.maxExcused !== null && all.excused.length > inputs.maxExcused
  const excuses = isOver ? withoutExcuses(all) : all
  const findings = isStopped(inputs.testOutcome)
    ? [stopped(inputs.testOutcome)]
    : [
        ...problemsOf(reports.problems),
        ...blocked(all, excuses, list, inputs),
        ...crashed(reports, inputs.testOutcome),
        ...empty(reports),
        ...(isOver ? [tooManyExcused(all.excused.length, inputs.maxExcused ?? 0)] : []),
        ...tooFew(reports.counts.ran, inputs.minTests),
      ]
  const finding = joined(findings, passedBy(reports.counts.ran, excuses.excused.length))
  return {
    finding: waitsForList(list, excuses, findings) ? { ...finding, final: false } : finding,
    variant: inputs.variant,
    reports,
    entries: list.complete ? list.entries : null,
    excuses,
  }
}

/** True if an outage of the list is all that stands against the tests: a later poll may read it. */
function waitsForList(list: EntriesRead, { blocking }: Excuses, findings: readonly Finding[]): boolean {
  const isAll =
    findings.length === 1 && blocking.length > 0 && blocking.every(({ cause }) => cause === 'list-incomplete')
  return isAll && !list.complete && list.outage === true
}

type StoppedOutcome = 'skipped' | 'cancelled'

function isStopped(outcome: TestOutcome | null): outcome is StoppedOutcome {
  return outcome === 'skipped' || outcome === 'cancelled'
}

/** Tests that did not run to their end prove nothing, whatever was found. */
function stopped(outcome: StoppedOutcome): Finding {
  const remedy = outcome === 'cancelled' ? 'Run the job again.' : undefined
  return unknown('tests-not-run', `The step that runs the tests was ${outcome}.`, remedy)
}

const CODE_OF = {
  missing: 'report-missing',
  malformed: 'report-malformed',
  outside: 'report-outside',
  unsearched: 'report-unsearched',
  truncated: 'report-truncated',
  outdated: 'report-outdated',
} as const satisfies Record<Exclude<ReportProblem['kind'], 'empty'>, ReasonCode>

/** The most reasons of one kind; a workspace can hold thousands of files with one problem. */
const MOST_PROBLEMS = 20

function problemsOf(problems: readonly ReportProblem[]): Finding[] {
  return Object.entries(CODE_OF).flatMap(([kind, reason]) => {
    const alike = problems.filter(problem => problem.kind === kind)
    const others = alike.length - MOST_PROBLEMS
    return alike.slice(0, MOST_PROBLEMS).map(({ message }, at) => {
      const more = at === 0 && others > 0 ? ` The same holds for ${others} more.` : ''
      return (reason === 'report-missing' ? unmet : unknown)(reason, say`${message}.${more}`)
    })
  })
}

/**
 * The finding on the tests that block, if any.
 *
 * @param all before too many excuses were withdrawn
 * @param held afterwards
 */
function blocked(all: Excuses, held: Excuses, list: EntriesRead, { maxExcused }: TestInputs): Finding[] {
  if (all.blocking.length === 0) return []
  const count = held.blocking.length
  const blocks = count === 1 ? '1 failed test blocks' : `${count} failed tests block`
  const headline = list.complete ? blocks : `${blocks}: no quarantine list`
  const them = count > all.blocking.length ? 'all that failed' : count === 1 ? 'it' : 'them'
  const isFull = maxExcused !== null && all.excused.length + all.blocking.length > maxExcused
  const toRead = list.complete ? undefined : list.remedy
  const remedy = toRead ?? `Fix ${them}${list.complete && isFull ? '' : otherRemedy(all.blocking, list)}.`
  return [withHeadline(headline, unmet('blocking-failures', blockedBy(all.blocking, list), remedy))]
}

/** What else helps than to fix the tests, worded to follow that. */
function otherRemedy(blocking: readonly BlockingTest[], list: EntriesRead): string {
  const tests = blocking.filter(({ cause }) => cause !== 'no-test').length
  if (tests === 0) return ''
  if (!list.complete) {
    const where = 'run the tests where the list of quarantined tests can be read'
    return `, or ${list.outage ? 'run the job again when the service is back' : where}`
  }
  const them = tests < blocking.length ? 'the tests among them' : tests === 1 ? 'it' : 'them'
  return `, or quarantine ${them} under exactly the name, class and file in the test report`
}

function crashed({ failed, problems }: TestReports, outcome: TestOutcome | null): Finding[] {
  if (outcome === null) {
    return [unknown('bad-input', say`Input ${code('test-outcome')} is empty, so a crash can't be told from a pass.`)]
  }
  if (outcome !== 'failure' || failed.length > 0) return []
  const short = problems.find(({ kind }) => kind === 'truncated')
  const shown: Message = short
    ? say`the reports show no failed test: ${short.message}`
    : 'no test in the reports failed in the end'
  return [unmet('test-crash', say`The step that runs the tests failed, but ${shown}.`)]
}

function empty({ counts, problems }: TestReports): Finding[] {
  if (counts.ran > 0) return []
  const message = problems.find(({ kind }) => kind === 'empty')?.message
  return [unknown('report-empty', say`${message ?? 'No report shows a test that ran'}.`)]
}

function tooManyExcused(count: number, most: number): Finding {
  const tests = count === 1 ? '1 quarantined test' : `${count} quarantined tests`
  const limit = code('max-excused')
  if (most === 0) {
    const remedy = say`Fix ${count === 1 ? 'it' : 'them'}, or raise ${limit}.`
    return unmet('too-many-excused', say`${tests} failed, but ${limit} is 0: none is excused.`, remedy)
  }
  return unmet('too-many-excused', say`${tests} failed, more than ${limit} (${most}): none is excused.`)
}

function tooFew(ran: number, least: number | null): Finding[] {
  if (least === null || ran >= least) return []
  const limit = code('min-tests')
  const fewer = say`${ran} ${ran === 1 ? 'test' : 'tests'} ran, fewer than ${limit} (${least}).`
  const remedy = say`Look for a crash after the last test, and for reports that were not read; or lower ${limit}.`
  return [withHeadline(say`Fewer tests ran than ${limit}`, unknown('report-truncated', fewer, remedy))]
}

/** Joins findings into one: unmet ones decide before unknown ones. Without any finding, the result is met. */
function joined(findings: readonly Finding[], evidence: string): Finding {
  const isUnmet = ({ verdict }: Finding) => verdict === 'unmet'
  const decisive = [...findings.filter(isUnmet), ...findings.filter(each => !isUnmet(each))]
  const [first] = decisive
  return first ? forGood({ ...first, reasons: decisive.flatMap(({ reasons }) => reasons) }) : met(evidence)
}

function passedBy(ran: number, excused: number): string {
  const whole = `${ran} ${ran === 1 ? 'test' : 'tests'} ran`
  return excused === 0
    ? `${whole} and none failed.`
    : `${whole}; ${excused} failed and ${excused === 1 ? 'is' : 'are'} quarantined.`
}
