import type { QuarantinedTests } from '../../facts/facts.ts'
import { isAbsent, isFailed, isRead, type Reading } from '../../facts/reading.ts'
import {
  comparableFile,
  comparableParent,
  type FailedTest,
  incomplete,
  type QuarantinedTest,
  type TestIdentity,
  type TestReports,
} from '../../facts/test-report.ts'
import { type Message, say } from '../../text/message.ts'
import { REASONS } from '../reasons.ts'

/** The quarantined tests, or the reason why not all are known, worded to follow a colon. */
export type EntriesRead =
  | { complete: true; entries: readonly QuarantinedTest[] }
  /** `outage`: another try may get the list. `remedy`: how to make it readable. */
  | { complete: false; why: Message; outage?: boolean; remedy?: Message }

/** The quarantined tests of one poll, with files and parents in the form in which they are compared. */
export function entriesRead(reading: Reading<QuarantinedTests> | undefined, workspace: string): EntriesRead {
  if (isAbsent(reading)) return { complete: false, why: 'the service has no such list of quarantined tests.' }
  if (isFailed(reading)) {
    const { message, outage, remedy } = reading.failure
    const why = say`the list of quarantined tests could not be read. ${message}`
    return outage ? { complete: false, why, outage } : { complete: false, why, remedy }
  }
  if (!isRead(reading)) return { complete: false, why: 'the list of quarantined tests was not asked for.' }
  const { value, failure } = reading
  const gap = incomplete(value)
  const outage = failure?.outage === true
  if (gap !== null) {
    const remedy = value.isUnknown ? { remedy: REASONS[gap.code].remedy } : {}
    return { complete: false, why: `the ${gap.clause}.`, outage, ...remedy }
  }
  if (!failure) return { complete: true, entries: value.tests.map(test => comparable(test, workspace)) }
  return { complete: false, why: say`the list of quarantined tests is not whole. ${failure.message}`, outage }
}

function comparable(test: QuarantinedTest, workspace: string): QuarantinedTest {
  const file = comparableFile(test.file, workspace)
  const parent = comparableParent(test.parent)
  return file === test.file && parent === test.parent ? test : { ...test, file, parent }
}

export interface BlockingTest {
  test: FailedTest
  /**
   * `not-quarantined`: no entry fits it. `ambiguous`: an entry fits it and other tests. `list-incomplete`: an unread
   * entry may fit. `too-many-excused`: an entry fits, but more tests would be excused than allowed.
   */
  cause: 'not-quarantined' | 'ambiguous' | 'list-incomplete' | 'too-many-excused'
}

export interface ExcusedTest {
  test: FailedTest
  entry: QuarantinedTest
}

/** The tests of the reports, compared with the quarantined ones. */
export interface Excuses {
  blocking: BlockingTest[]
  excused: ExcusedTest[]
}

/** Compares the tests of the reports with the quarantined ones. Pure. */
export function excusesOf(reports: TestReports, list: EntriesRead, variant: string | null): Excuses {
  if (!list.complete) {
    return { blocking: reports.failed.map(test => ({ test, cause: 'list-incomplete' })), excused: [] }
  }
  // A parent that all tests share distinguishes none.
  const members = MEMBERS.filter(member => member !== 'parent' || !reports.singleParent)
  const byName = Map.groupBy(list.entries, ({ name }) => name)
  const named = Map.groupBy<string, TestIdentity>([...reports.others, ...reports.failed], ({ name }) => name)
  const blocking: BlockingTest[] = []
  const excused: ExcusedTest[] = []
  for (const test of reports.failed) {
    const entries = test.name === '' ? [] : (byName.get(test.name) ?? [])
    const fitting = entries.filter(each => isOfVariant(each, variant) && fits(test, each, members))
    const only = (entry: QuarantinedTest) =>
      named.get(test.name)?.every(each => each === test || !fits(each, entry, members))
    const entry = fitting.find(only)
    if (entry) excused.push({ test, entry })
    else blocking.push({ test, cause: fitting.length > 0 ? 'ambiguous' : 'not-quarantined' })
  }
  return { blocking, excused }
}

/** Withdraws all excuses: if there are more than allowed, the environment is probably broken. */
export function withoutExcuses(excuses: Excuses): Excuses {
  const more = excuses.excused.map(({ test }) => ({ test, cause: 'too-many-excused' as const }))
  return { blocking: [...excuses.blocking, ...more], excused: [] }
}

/** The entries with the name of a failed test: they decide about these reports. */
export function decidingEntries(
  entries: readonly QuarantinedTest[],
  { failed }: Pick<TestReports, 'failed'>,
): QuarantinedTest[] {
  const names = new Set(failed.map(({ name }) => name))
  return entries.filter(entry => names.has(entry.name))
}

/** The members that are compared besides name and variant. */
type Member = 'classname' | 'file' | 'parent'

const MEMBERS: readonly Member[] = ['classname', 'file', 'parent']

/** Null and an empty text both mean: no variant. */
function isOfVariant(entry: QuarantinedTest, variant: string | null): boolean {
  return (entry.variant || null) === (variant || null)
}

/** True if at least one member is equal, and none that both have differs. */
function fits(test: TestIdentity, entry: QuarantinedTest, members: readonly Member[]): boolean {
  const both = members.filter(member => test[member] && entry[member])
  return both.length > 0 && both.every(member => test[member] === entry[member])
}
