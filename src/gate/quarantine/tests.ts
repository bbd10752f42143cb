import { type Facts, isRead } from '../../facts/facts.ts'
import type { QuarantinedTest, TestIdentity, TestInputs, TestOutcome, TestReports } from '../../facts/test-report.ts'
import { code, firstOf, listOf, type Message, quoted, say, sentences } from '../../text/message.ts'
import type { TestJudges } from '../conditions.ts'
import { type Finding, forGood, met, NOT_READ, unknown, unmet, withHeadline } from '../reasons.ts'
import { judgeDebt, type QuarantineLimits } from './debt.ts'
import {
  type BlockingTest,
  type EntriesRead,
  type Excuses,
  entriesRead,
  excusesOf,
  notesOn,
  withoutExcuses,
} from './excuses.ts'

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
  const { withoutList, workspace, limits, now } = settings
  const known = new WeakMap<Facts, JudgedTests>()
  const judged = (facts: Facts) => {
    const { testReports, quarantinedTests } = facts
    if (!isRead(testReports)) return null
    const isOmitted = quarantinedTests === undefined && withoutList !== null
    const list = isOmitted ? ({ complete: false, ...withoutList } as const) : entriesRead(quarantinedTests, workspace)
    const found = known.get(facts) ?? judgeTests(testReports.value, list, settings)
    known.set(facts, found)
    return found
  }
  return {
    judged,
    judges: {
      'no-blocking-failures': facts => judged(facts)?.finding ?? NOT_READ,
      'quarantine-within-limits': facts => judgeDebt(facts.quarantinedTests, limits, now),
    },
  }
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
  const { testOutcome, variant, maxExcused, minTests } = inputs
  const all = excusesOf(reports, list, variant)
  const isOver = maxExcused !== null && all.excused.length > maxExcused
  const excuses = isOver ? withoutExcuses(all) : all
  // Tests that did not run to their end prove nothing, whatever was found.
  const isStopped = testOutcome === 'skipped' || testOutcome === 'cancelled'
  const findings = isStopped
    ? [unknown('tests-not-run', `The step that runs the tests was ${testOutcome}.`)]
    : [
        ...wrongReports(reports),
        ...blocked(all, excuses.blocking.length, list, maxExcused),
        ...crashed(reports, testOutcome),
        ...(isOver ? [tooManyExcused(all.excused.length, maxExcused)] : []),
        ...tooFew(reports, minTests),
      ]
  const finding = joined(findings, passedBy(reports.counts.ran, excuses.excused.length))
  return {
    finding: waitsForList(list, excuses, findings) ? { ...finding, final: false } : finding,
    variant,
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

/** The most reasons of one kind; a workspace can hold thousands of files with one problem. */
const MOST_PROBLEMS = 20

function wrongReports({ problems }: TestReports): Finding[] {
  return [...Map.groupBy(problems, ({ kind }) => kind)].flatMap(([kind, alike]) => {
    // An empty report beside a good one is fine.
    if (kind === 'empty') return []
    const others = alike.length - MOST_PROBLEMS
    const more = others > 0 ? ` The same holds for ${others} more.` : ''
    return alike.slice(0, MOST_PROBLEMS).map(({ message }, at) => {
      const sentence = say`${message}.${at === 0 ? more : ''}`
      return kind === 'missing' ? unmet('report-missing', sentence) : unknown(`report-${kind}`, sentence)
    })
  })
}

/**
 * The finding on the tests that block, if any.
 *
 * @param all before too many excuses were withdrawn
 * @param count how many block after that
 */
function blocked(all: Excuses, count: number, list: EntriesRead, maxExcused: number | null): Finding[] {
  const { blocking, excused } = all
  if (blocking.length === 0) return []
  const isFull = maxExcused !== null && excused.length + blocking.length > maxExcused
  const canBeExcused = !isFull && blocking.some(({ cause }) => cause !== 'no-test')
  const remedy = list.complete ? (canBeExcused ? undefined : 'Fix what failed.') : list.remedy
  const found = unmet('blocking-failures', blockedBy(blocking, list), remedy)
  return [withHeadline(count === 1 ? '1 failed test blocks' : `${count} failed tests block`, found)]
}

/** Why tests block, with the names of the first. */
function blockedBy(blocking: readonly BlockingTest[], list: EntriesRead): Message {
  const count = blocking.length
  const tests = blocking.filter(({ cause }) => cause !== 'no-test')
  const names = firstOf(tests, MOST_NAMED, nameWithNotes)
  if (list.complete) {
    const are = tests.length === 1 ? '1 failed test is' : `${tests.length} failed tests are`
    return sentences(tests.length === 0 ? '' : say`${are} not excused: ${names}.`, setUpsOf(blocking))
  }
  const them = count === 1 ? "1 test failed and can't" : `${count} tests failed and none can`
  const failed = tests.length === 0 ? '' : say`Failed: ${names}.`
  return sentences(say`${them} be excused: ${list.why}`, failed, setUpsOf(blocking))
}

const MOST_NAMED = 3

function nameWithNotes(blocking: BlockingTest): Message {
  const notes = notesOn(blocking)
  const name = quoted(blocking.test.name)
  return notes.length === 0 ? name : say`${name} (${listOf(notes)})`
}

/** Sentences on failures that are no tests, or an empty text. */
function setUpsOf(blocking: readonly BlockingTest[]): Message {
  const [first, ...others] = blocking.filter(({ cause }) => cause === 'no-test')
  if (!first) return ''
  const more = others.length > 0 ? ` The same holds for ${others.length} more.` : ''
  const what = `${placeOf(first.test)} stands for a set-up, or for code that did not load.`
  return `${what} Its tests may not have run, so nothing excuses it.${more}`
}

function placeOf({ name, classname, parent, file }: TestIdentity): string {
  const failure = name.trim() === '' ? 'A failure' : `The failure ${quoted(name)}`
  if (classname) return `${failure} of class ${quoted(classname)}`
  if (parent) return `${failure} of suite ${quoted(parent)}`
  return file ? `${failure} in ${quoted(file)}` : failure
}

function crashed({ failed }: TestReports, outcome: TestOutcome | null): Finding[] {
  if (outcome === null) {
    return [unknown('bad-input', say`Input ${code('test-outcome')} is empty, so a crash can't be told from a pass.`)]
  }
  if (outcome !== 'failure' || failed.length > 0) return []
  return [unmet('test-crash', 'The step that runs the tests failed, but no test in the reports failed in the end.')]
}

function tooManyExcused(count: number, most: number): Finding {
  const tests = count === 1 ? '1 quarantined test' : `${count} quarantined tests`
  const sentence = say`${tests} failed, more than ${code('max-excused')} (${most}): none is excused.`
  return unmet('too-many-excused', sentence)
}

function tooFew({ counts, problems }: TestReports, least: number | null): Finding[] {
  const found: Finding[] = []
  const { ran } = counts
  if (ran === 0) {
    const empty = problems.find(({ kind }) => kind === 'empty')
    found.push(unknown('report-empty', say`${empty?.message ?? 'No report shows a test that ran'}.`))
  }
  if (least !== null && ran < least) {
    const limit = code('min-tests')
    const fewer = say`${ran} ${ran === 1 ? 'test' : 'tests'} ran, fewer than ${limit} (${least}).`
    const remedy = say`Look for a crash after the last test, and for reports that were not read; or lower ${limit}.`
    found.push(withHeadline(say`Fewer tests ran than ${limit}`, unknown('report-truncated', fewer, remedy)))
  }
  return found
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
