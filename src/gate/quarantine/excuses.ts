import type { QuarantinedTests } from '../../facts/facts.ts'
import type { Reading } from '../../facts/reading.ts'
import type { FailedTest, QuarantinedTest, ReportedTest, TestIdentity, TestReports } from '../../facts/test-report.ts'
import { comparableFile, comparableParent, incomplete } from '../../facts/test-report.ts'
import { type Message, say } from '../../message.ts'
import { REASONS } from '../reasons.ts'

/** The quarantined tests, or the reason why not all are known, worded to follow a colon. */
export type EntriesRead =
  | { complete: true; entries: readonly QuarantinedTest[] }
  /** `outage`: another try may get the list. `remedy`: how to make it readable. */
  | { complete: false; why: Message; outage?: boolean; remedy?: Message }

/** The quarantined tests of one poll, with files and parents in the form in which they are compared. */
export function entriesRead(reading: Reading<QuarantinedTests>, workspace: string): EntriesRead {
  switch (reading.kind) {
    case 'read': {
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
    case 'failed': {
      const { message, outage, remedy } = reading.failure
      const why = say`the list of quarantined tests could not be read. ${message}`
      return outage ? { complete: false, why, outage } : { complete: false, why, remedy }
    }
    case 'absent':
      return { complete: false, why: 'the service has no such list of quarantined tests.' }
    case 'not-asked':
      return { complete: false, why: 'the list of quarantined tests was not asked for.' }
  }
}

function comparable(test: QuarantinedTest, workspace: string): QuarantinedTest {
  const file = comparableFile(test.file, workspace)
  const parent = comparableParent(test.parent)
  return file === test.file && parent === test.parent ? test : { ...test, file, parent }
}

/** An entry that almost fits a test. `differs` is the only member that differs; null if the entry has only a name. */
export interface NearMiss {
  entry: QuarantinedTest
  differs: Member | 'variant' | null
}

export interface BlockingTest {
  test: FailedTest
  /**
   * `not-quarantined`: no entry fits it. `ambiguous`: an entry fits it and other tests. `nameless`: no entry can fit.
   * `list-incomplete`: an unread entry may fit. `too-many-of-a-name`: too many tests and entries share its name to be
   * compared. `too-many-excused`: an entry fits, but more tests would be excused than allowed.
   */
  cause: 'not-quarantined' | 'ambiguous' | 'nameless' | 'list-incomplete' | 'too-many-of-a-name' | 'too-many-excused'
  /** At most a few. */
  nearMisses: NearMiss[]
  /** At most a few entries that fit this test and others. */
  ambiguous: QuarantinedTest[]
}

export interface ExcusedTest {
  test: FailedTest
  entry: QuarantinedTest
  fit: 'exact' | 'partial'
}

/** The tests of the reports, compared with the quarantined ones. */
export interface Excuses {
  blocking: BlockingTest[]
  excused: ExcusedTest[]
  /** Entries whose test passed at the first try, in the order of the list: candidates for release. */
  passed: QuarantinedTest[]
  seen: ReadonlySet<QuarantinedTest>
}

/** If both the tests and the entries of one name are more than this, they are not compared. */
export const MOST_OF_A_NAME = 2000
/** The most near misses, and the most ambiguous entries, that are named for one test. */
const MOST_NAMED = 3
/** The most entries of one name that are looked at to explain why a test blocks. */
const MOST_EXPLAINING = 50

/** Compares the tests of the reports with the quarantined ones. Pure. */
export function excusesOf(reports: TestReports, list: EntriesRead, variant: string | null): Excuses {
  if (!list.complete) {
    const blocking = reports.failed.map(test => blocked(test, test.name === '' ? 'nameless' : 'list-incomplete'))
    return { blocking, excused: [], passed: [], seen: new Set() }
  }
  // A parent that all tests share distinguishes none.
  const members = MEMBERS.filter(member => member !== 'parent' || !reports.singleParent)
  const byName = Map.groupBy(list.entries, ({ name }) => name)
  const excuses = new Map<FailedTest, Omit<ExcusedTest, 'test'>>()
  const crowded = new Set<string>()
  const seen = new Set<QuarantinedTest>()
  const passed = new Set<QuarantinedTest>()
  for (const [name, cases] of casesByName(reports, byName)) {
    const entries = byName.get(name)?.filter(entry => isOfVariant(entry, variant)) ?? []
    if (cases.length > MOST_OF_A_NAME && entries.length > MOST_OF_A_NAME) {
      crowded.add(name)
      for (const entry of entries) seen.add(entry)
      continue
    }
    for (const entry of entries) {
      const { isSeen, only, fit } = fittingCase(cases, entry, members)
      if (isSeen) seen.add(entry)
      if (only?.outcome === 'passed' && !only.flaky) passed.add(entry)
      if (!only?.failure) continue
      const before = excuses.get(only.failure)?.fit
      if (before === undefined || (before === 'partial' && fit === 'exact')) excuses.set(only.failure, { entry, fit })
    }
  }
  const blocking: BlockingTest[] = []
  const excused: ExcusedTest[] = []
  for (const test of reports.failed) {
    const excuse = excuses.get(test)
    if (excuse) excused.push({ test, ...excuse })
    else if (test.name === '') blocking.push(blocked(test, 'nameless'))
    else if (crowded.has(test.name)) blocking.push(blocked(test, 'too-many-of-a-name'))
    else blocking.push(unexcused(test, byName.get(test.name) ?? [], variant, members))
  }
  return { blocking, excused, passed: list.entries.filter(entry => passed.has(entry)), seen }
}

interface TestCase {
  test: TestIdentity
  outcome: ReportedTest['outcome']
  flaky: boolean
  failure: FailedTest | null
}

/** The tests whose names are in the list, by name. The reports hold each test once. */
function casesByName({ failed, others }: TestReports, names: ReadonlyMap<string, unknown>) {
  const isNamed = ({ name }: TestIdentity) => name !== '' && names.has(name)
  const cases: TestCase[] = [
    ...others.filter(isNamed).map(test => ({ test, outcome: test.outcome, flaky: test.flaky, failure: null })),
    ...failed.filter(isNamed).map(test => ({ test, outcome: 'failed' as const, flaky: false, failure: test })),
  ]
  return Map.groupBy(cases, ({ test }) => test.name)
}

/** The one test case that an entry means: the only exact fit or, if there is no exact fit, the only partial one. */
function fittingCase(
  cases: readonly TestCase[],
  entry: QuarantinedTest,
  members: readonly Member[],
): { isSeen: boolean; only: TestCase | null; fit: 'exact' | 'partial' } {
  const exact: TestCase[] = []
  const partial: TestCase[] = []
  for (const each of cases) {
    const fit = fitOf(each.test, entry, members)
    if (fit !== null) (fit === 'exact' ? exact : partial).push(each)
  }
  const isSeen = exact.length + partial.length > 0
  const [only = null, another] = exact.length > 0 ? exact : partial
  return { isSeen, only: another ? null : only, fit: exact.length > 0 ? 'exact' : 'partial' }
}

function unexcused(
  test: FailedTest,
  entries: readonly QuarantinedTest[],
  variant: string | null,
  members: readonly Member[],
): BlockingTest {
  const verdict = blocked(test, 'not-quarantined')
  for (const entry of entries.slice(0, MOST_EXPLAINING)) {
    // An entry with only a name could mean any test of that name.
    const hasNameOnly = members.every(member => !entry[member])
    const differs = hasNameOnly ? null : onlyDifference(test, entry, variant, members)
    if (differs !== undefined && verdict.nearMisses.length < MOST_NAMED) verdict.nearMisses.push({ entry, differs })
    if (isOfVariant(entry, variant) && fitOf(test, entry, members) !== null) {
      verdict.cause = 'ambiguous'
      if (verdict.ambiguous.length < MOST_NAMED) verdict.ambiguous.push(entry)
    }
  }
  return verdict
}

function blocked(test: FailedTest, cause: BlockingTest['cause']): BlockingTest {
  return { test, cause, nearMisses: [], ambiguous: [] }
}

/** Withdraws all excuses: if there are more than allowed, the environment is probably broken. */
export function withoutExcuses(excuses: Excuses): Excuses {
  const more = excuses.excused.map(({ test }) => blocked(test, 'too-many-excused'))
  return { ...excuses, blocking: [...excuses.blocking, ...more], excused: [] }
}

/** The entries of this variant that fit no test of the reports: renamed, deleted, or not run here. */
export function unseenEntries(
  { seen }: Excuses,
  entries: readonly QuarantinedTest[],
  variant: string | null,
): QuarantinedTest[] {
  return entries.filter(entry => !seen.has(entry) && isOfVariant(entry, variant))
}

/** The entries that decide about these reports: those seen in them, and all with the name of a failed test. */
export function decidingEntries(
  { seen }: Excuses,
  entries: readonly QuarantinedTest[],
  { failed }: Pick<TestReports, 'failed'>,
): QuarantinedTest[] {
  const names = new Set(failed.map(({ name }) => name))
  return entries.filter(entry => names.has(entry.name) || seen.has(entry))
}

/** The members that are compared besides name and variant. */
type Member = 'classname' | 'file' | 'parent'

const MEMBERS: readonly Member[] = ['classname', 'file', 'parent']

/** Null and an empty text both mean: no variant. */
function isOfVariant(entry: QuarantinedTest, variant: string | null): boolean {
  return (entry.variant || null) === (variant || null)
}

/**
 * `exact` if all members are equal, `partial` if those that both have are equal; null if one differs, or only the name
 * agrees.
 */
function fitOf(test: TestIdentity, entry: QuarantinedTest, members: readonly Member[]): 'exact' | 'partial' | null {
  let agreeing = 0
  let exact = true
  for (const member of members) {
    const ours = test[member] || null
    const theirs = entry[member] || null
    if (ours === null || theirs === null) exact &&= ours === theirs
    else if (ours === theirs) agreeing++
    else return null
  }
  if (agreeing === 0) return null
  return exact ? 'exact' : 'partial'
}

/** The only member that differs, if another agrees: the test was moved, renamed, or quarantined for another variant. */
function onlyDifference(
  test: TestIdentity,
  entry: QuarantinedTest,
  variant: string | null,
  members: readonly Member[],
): Member | 'variant' | undefined {
  let agreeing = 0
  const differing: (Member | 'variant')[] = isOfVariant(entry, variant) ? [] : ['variant']
  for (const member of members) {
    if (!test[member] || !entry[member]) continue
    if (test[member] === entry[member]) agreeing++
    else differing.push(member)
  }
  return agreeing > 0 && differing.length === 1 ? differing[0] : undefined
}
