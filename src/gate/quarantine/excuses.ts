import { failureIn, hasValue, type Reading } from '../../facts/facts.ts'
import {
  comparableFile,
  comparableParent,
  type FailedTest,
  gapInList,
  isNewEachRun,
  type QuarantinedTest,
  type QuarantinedTests,
  type TestIdentity,
  type TestReports,
} from '../../facts/test-report.ts'
import { code, type Message, say, sentences } from '../../text/message.ts'

/** The quarantined tests, here called entries. If not all are known: why, in sentences that can follow a colon. */
export type EntryList =
  | { isComplete: true; entries: readonly QuarantinedTest[] }
  /** `outage`: another try may get the list. */
  | { isComplete: false; why: Message; remedy: Message; outage?: boolean }

/** The quarantined tests of one poll, with files and parents in the form in which they are compared. */
export function entriesIn(reading: Reading<QuarantinedTests> | undefined, workspace: string): EntryList {
  const gap = hasValue(reading) ? gapInList(reading.value) : null
  if (hasValue(reading) && gap === null) {
    return { isComplete: true, entries: reading.value.tests.map(test => asCompared(test, workspace)) }
  }
  const failure = failureIn(reading)
  const outage = failure?.outage === true
  const why = gap
    ? `the ${gap.clause}.`
    : sentences('the list of quarantined tests could not be read.', failure?.message ?? '')
  const remedy = gap?.remedy ?? failure?.remedy ?? 'Fix the failed tests.'
  return { isComplete: false, why, remedy: outage ? WHEN_BACK : remedy, outage }
}

const WHEN_BACK = 'Fix the failed tests, or run the job again when the service is back.'

function asCompared(test: QuarantinedTest, workspace: string): QuarantinedTest {
  return { ...test, file: comparableFile(test.file, workspace), parent: comparableParent(test.parent) }
}

export interface BlockingTest {
  test: FailedTest
  /**
   * `not-quarantined`: no entry fits the test. `ambiguous`: an entry fits the test and others. `no-test`: a set-up failed,
   * or code did not load. `list-incomplete`: an unread entry may fit. `too-many-excused`: an entry fits, but more tests
   * would be excused than allowed.
   */
  why: 'not-quarantined' | 'ambiguous' | 'no-test' | 'list-incomplete' | 'too-many-excused'
  /** Beside `why`: more on why nothing excuses the test, worded to follow its name. */
  notes: Message[]
}

export interface Excuses {
  blocking: BlockingTest[]
  excused: FailedTest[]
}

/** Compares the tests of the reports with the quarantined ones. Pure. */
export function excusesOf(reports: TestReports, list: EntryList, variant: string | null): Excuses {
  const found: Excuses = { blocking: [], excused: [] }
  const entriesByName = Map.groupBy(list.isComplete ? list.entries : [], ({ name }) => name)
  const { excused, ambiguous } = excusedTests(reports, entriesByName, variant)
  const block = (test: FailedTest, why: BlockingTest['why'], ...more: Message[]) => {
    const notes = test.hasPassedNamesake ? ['failed and passed under one name', ...more] : more
    found.blocking.push({ test, why, notes })
  }
  for (const test of reports.failed) {
    if (!test.isTest) block(test, 'no-test')
    else if (!list.isComplete) block(test, 'list-incomplete')
    else if (excused.has(test)) found.excused.push(test)
    else if (ambiguous.has(test)) block(test, 'ambiguous', 'the quarantined test fits other tests as well')
    else block(test, 'not-quarantined', ...nearMiss(test, entriesByName.get(test.name) ?? [], variant, reports))
  }
  return found
}

/** `excused`: the tests with an entry that fits no other test. `ambiguous`: those with an entry that fits others, too. */
function excusedTests(
  reports: TestReports,
  entriesByName: ReadonlyMap<string, readonly QuarantinedTest[]>,
  variant: string | null,
) {
  const tests: TestIdentity[] = [...reports.notFailed, ...reports.failed].filter(({ name }) => entriesByName.has(name))
  const testsByName = Map.groupBy(tests, ({ name }) => name)
  const excused = new Set<TestIdentity>()
  const ambiguous = new Set<TestIdentity>()
  for (const [name, entries] of entriesByName) {
    for (const entry of entries) {
      if (!isOfVariant(entry, variant)) continue
      const fitting = testsByName.get(name)?.filter(test => fits(test, entry, reports)) ?? []
      const [only, another] = fitting
      if (another) for (const each of fitting) ambiguous.add(each)
      else if (only) excused.add(only)
    }
  }
  return { excused, ambiguous }
}

/** Withdraws all excuses. Where more tests fail than `max-excused` allows, the environment is probably broken. */
export function withoutExcuses({ blocking, excused }: Excuses): Excuses {
  const more = excused.map((test): BlockingTest => ({ test, why: 'too-many-excused', notes: [] }))
  return { blocking: [...blocking, ...more], excused: [] }
}

/** The members that are compared besides name and variant. */
const MEMBERS = ['classname', 'file', 'parent'] as const
type Member = (typeof MEMBERS)[number]

/** Null and an empty text both mean: no variant. */
function isOfVariant(entry: QuarantinedTest, variant: string | null): boolean {
  return (entry.variant || null) === (variant || null)
}

/** True if both have a member to compare, and all that both have are equal. Name and variant are compared elsewhere. */
function fits(test: TestIdentity, entry: QuarantinedTest, reports: TestReports): boolean {
  const compared = MEMBERS.filter(member => isCompared(member, test, entry, reports))
  return compared.length > 0 && compared.every(member => test[member] === entry[member])
}

/** True if both have the member, and it can tell tests apart. */
function isCompared(member: Member, test: TestIdentity, entry: QuarantinedTest, reports: TestReports): boolean {
  if (!test[member] || !entry[member]) return false
  if (member !== 'parent') return true
  if (isNewEachRun(test.parent)) return false
  // A parent that all tests share tells none apart. It counts only if neither a test nor the entry has a class or a file.
  return !reports.hasSingleParent || (reports.hasOnlyParents && !entry.classname && !entry.file)
}

/** A note on the first of these entries that differs in exactly one member, else on one that has no member to compare. */
function nearMiss(
  test: TestIdentity,
  entries: readonly QuarantinedTest[],
  variant: string | null,
  reports: TestReports,
): Message[] {
  let hasBareEntry = false
  for (const entry of entries) {
    const compared = MEMBERS.filter(member => isCompared(member, test, entry, reports))
    const differing = compared.filter(member => test[member] !== entry[member])
    const [only, another] = isOfVariant(entry, variant) ? differing : [...differing, 'variant' as const]
    if (only && !another) return [noteOnDifference(only, entry, { ...test, variant })]
    if (!only) hasBareEntry = true
  }
  return hasBareEntry ? ['quarantined under this name, but without a class, file or suite that can be compared'] : []
}

const MEMBER_NAMES = { classname: 'class', file: 'file', parent: 'suite', variant: 'variant' } as const
type Compared = Pick<QuarantinedTest, keyof typeof MEMBER_NAMES>

function noteOnDifference(member: keyof Compared, entry: Compared, test: Compared): Message {
  const there = entry[member] ? code(entry[member]) : 'none'
  const here = test[member] ? code(test[member]) : 'none'
  const difference = `quarantined in another ${MEMBER_NAMES[member]}`
  if (member === 'variant') return say`${difference}: ${there}, and this run has ${here}`
  return say`${difference}: ${member === 'file' ? 'moved' : 'renamed'} from ${there} to ${here}?`
}
