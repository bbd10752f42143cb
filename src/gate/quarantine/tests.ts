import { type Facts, hasValue } from '../../facts/facts.ts'
import type { TestIdentity, TestInputs, TestOutcome, TestReports } from '../../facts/test-report.ts'
import { code, count, grouped, listOf, type Message, quoted, say, sentences, shortList } from '../../text/message.ts'
import type { TestJudges } from '../conditions.ts'
import { type Finding, forGood, met, NOT_READ, unknown, unmet } from '../reasons.ts'
import { judgeDebt, type QuarantineLimits } from './debt.ts'
import { type BlockingTest, type EntryList, type Excuses, entriesIn, excusesOf, withoutExcuses } from './excuses.ts'

/** All that decides about tests besides the facts of a poll. */
export interface TestSettings extends TestInputs {
  limits: QuarantineLimits
  /** Why the list of quarantined tests can't be asked for, in a sentence to follow a colon; null if it can. */
  whyNoList: { why: Message; remedy: Message } | null
  /** Milliseconds since the epoch, from which ages are reckoned. */
  now: number
  /** The workspace's path. The files in the list of quarantined tests may start with it. */
  workspace: string
}

/** The judges of the conditions on tests, and the details of their findings. */
export interface CachedTestJudges {
  judges: TestJudges
  /** The tests of a poll; null if no test reports were read. */
  findJudgedTests: (facts: Facts) => JudgedTests | null
}

/** Judges the tests of each poll once, however often the result is asked for. */
export function createTestJudges(settings: TestSettings): CachedTestJudges {
  const { whyNoList, workspace, limits, now } = settings
  const cache = new WeakMap<Facts, JudgedTests>()
  const listIn = ({ quarantinedTests: list }: Facts): EntryList =>
    list === undefined && whyNoList ? { isComplete: false, ...whyNoList } : entriesIn(list, workspace)
  const findJudgedTests = (facts: Facts) => {
    if (!hasValue(facts.testReports)) return null
    const found = cache.get(facts) ?? judgeTests(facts.testReports.value, listIn(facts), settings)
    cache.set(facts, found)
    return found
  }
  return {
    findJudgedTests,
    judges: {
      'no-blocking-failures': facts => findJudgedTests(facts)?.finding ?? NOT_READ,
      'quarantine-within-limits': facts => judgeDebt(facts.quarantinedTests, limits, now),
    },
  }
}

/** The finding of `no-blocking-failures`, required or not, and the tests that it rests on. */
export interface JudgedTests {
  finding: Finding
  reports: TestReports
  failures: Excuses
}

export function judgeTests(reports: TestReports, list: EntryList, inputs: TestInputs): JudgedTests {
  const { testOutcome, variant, maxExcused, minTests } = inputs
  const beforeLimit = excusesOf(reports, list, variant)
  const isOver = maxExcused !== null && beforeLimit.excused.length > maxExcused
  const failures = isOver ? withoutExcuses(beforeLimit) : beforeLimit
  // Tests that did not run to their end prove nothing, whatever was found.
  const isStopped = testOutcome === 'skipped' || testOutcome === 'cancelled'
  const findings = isStopped
    ? [unknown('tests-not-run', `The step that runs the tests was ${testOutcome}.`)]
    : [
        ...wrongReports(reports),
        ...blockingTests(beforeLimit, failures.blocking.length, list, maxExcused),
        ...crash(reports, testOutcome),
        ...(isOver ? [tooManyExcused(beforeLimit.excused.length, maxExcused)] : []),
        ...tooFewTests(reports, minTests),
      ]
  const finding = decidingFinding(findings, evidenceOfPass(reports.counts.ran, failures.excused.length))
  return {
    finding: waitsForList(list, failures, findings) ? { ...finding, final: false } : finding,
    reports,
    failures,
  }
}

/** True if tests block only because an outage kept the list back: a later poll may read the list. */
function waitsForList(list: EntryList, { blocking }: Excuses, findings: readonly Finding[]): boolean {
  if (list.isComplete || !list.outage || findings.length !== 1) return false
  return blocking.length > 0 && blocking.every(({ why }) => why === 'list-incomplete')
}

const MOST_NAMED = 3

/** A reason for each kind of problem. An empty report beside a good one is fine. */
function wrongReports({ problems }: TestReports): Finding[] {
  return [...Map.groupBy(problems, ({ kind }) => kind)].flatMap(([kind, alike]) => {
    if (kind === 'empty') return []
    const named = alike.slice(0, MOST_NAMED).map(({ message }) => say`${message}.`)
    const message = sentences(...named, sameForOthers(alike.length - MOST_NAMED))
    return kind === 'missing' ? [unmet('report-missing', message)] : [unknown(`report-${kind}`, message)]
  })
}

function sameForOthers(others: number): string {
  return others > 0 ? `The same holds for ${grouped(others)} more.` : ''
}

/** The finding on the tests that block by themselves, if any. `total` also counts those that `max-excused` blocks. */
function blockingTests({ blocking, excused }: Excuses, total: number, list: EntryList, most: number | null): Finding[] {
  if (blocking.length === 0) return []
  const fitsLimit = most === null || excused.length + blocking.length <= most
  const canBeExcused = fitsLimit && blocking.some(({ why }) => why !== 'no-test')
  const remedyWithList = canBeExcused ? undefined : 'Fix what failed.'
  const remedy = list.isComplete ? remedyWithList : list.remedy
  const headline = count(total, 'failed test blocks', 'failed tests block')
  return [unmet('blocking-failures', whyBlocking(blocking, list), remedy, headline)]
}

function whyBlocking(blocking: readonly BlockingTest[], list: EntryList): Message {
  const tests = blocking.filter(({ why }) => why !== 'no-test')
  const names = shortList(tests, MOST_NAMED, ({ test, notes }) =>
    notes.length === 0 ? quoted(test.name) : say`${quoted(test.name)} (${listOf(notes)})`,
  )
  const setUps = failedSetUps(blocking)
  if (list.isComplete) {
    const subject = count(tests.length, 'failed test is', 'failed tests are')
    const entries = count(list.entries.length, 'quarantined test', 'quarantined tests')
    return sentences(tests.length === 0 ? '' : say`${subject} excused by none of ${entries}: ${names}.`, setUps)
  }
  const subject = count(blocking.length, "test failed and can't", 'tests failed and none can')
  return sentences(say`${subject} be excused: ${list.why}`, tests.length === 0 ? '' : say`Failed: ${names}.`, setUps)
}

/** Sentences on failures that are no tests, or an empty text. */
function failedSetUps(blocking: readonly BlockingTest[]): Message {
  const [first, ...others] = blocking.filter(({ why }) => why === 'no-test')
  if (!first) return ''
  const what = `${nameOfFailure(first.test)} is not a test: a set-up failed, or code did not load.`
  const consequence = 'Tests that need it may not have run, so nothing excuses this failure.'
  return sentences(what, consequence, sameForOthers(others.length))
}

function nameOfFailure({ name, classname, parent, file }: TestIdentity): string {
  const failure = name.trim() === '' ? 'A failure' : `The failure ${quoted(name)}`
  if (classname) return `${failure} of class ${quoted(classname)}`
  if (parent) return `${failure} of suite ${quoted(parent)}`
  return file ? `${failure} in ${quoted(file)}` : failure
}

function crash({ failed }: TestReports, outcome: TestOutcome | null): Finding[] {
  if (outcome === null) {
    return [unknown('bad-input', say`Input ${code('test-outcome')} is empty, so a crash can't be told from a pass.`)]
  }
  if (outcome !== 'failure' || failed.length > 0) return []
  return [unmet('test-crash', 'The step that runs the tests failed, but no test in the reports failed in the end.')]
}

function tooManyExcused(amount: number, most: number): Finding {
  const tests = count(amount, 'quarantined test', 'quarantined tests')
  return unmet('too-many-excused', say`${tests} failed, more than ${code('max-excused')} (${most}): none is excused.`)
}

function tooFewTests({ counts: { ran }, problems }: TestReports, least: number | null): Finding[] {
  const found: Finding[] = []
  if (ran === 0) {
    const empty = problems.find(({ kind }) => kind === 'empty')
    found.push(unknown('report-empty', say`${empty?.message ?? 'No report shows a test that ran'}.`))
  }
  if (least !== null && ran < least) {
    const limit = code('min-tests')
    const fewer = say`${count(ran, 'test', 'tests')} ran, fewer than ${limit} (${least}).`
    const remedy = say`Look for a crash after the last test, and for reports that were not read; or lower ${limit}.`
    found.push(unknown('report-truncated', fewer, remedy, say`Fewer tests ran than ${limit}`))
  }
  return found
}

/** All findings in one: the first unmet one decides, else the first unknown one; all reasons stay. Met without any. */
function decidingFinding(findings: readonly Finding[], evidence: string): Finding {
  const isUnmet = ({ verdict }: Finding) => verdict === 'unmet'
  const decisive = [...findings.filter(isUnmet), ...findings.filter(each => !isUnmet(each))]
  const [first] = decisive
  return first ? forGood({ ...first, reasons: decisive.flatMap(({ reasons }) => reasons) }) : met(evidence)
}

function evidenceOfPass(ran: number, excused: number): string {
  const rest = excused === 0 ? ' and none failed' : `; ${count(excused, 'failed and is', 'failed and are')} quarantined`
  return `${count(ran, 'test', 'tests')} ran${rest}.`
}
