import type { QuarantinedTests } from '../../facts/facts.ts'
import type { Reading } from '../../facts/reading.ts'
import type { QuarantinedTest } from '../../facts/test-list.ts'
import type { FailedTest, TestReports } from '../../facts/test-report.ts'
import { casesByName, type Excuse, fittingIn, type TestCase } from './cases.ts'
import { fitOf, isOfVariant, type Member, membersToCompare, onlyDifference } from './fit.ts'

/** Quarantined tests that can be found by name: the service's whole list, or what a report file keeps of it. */
export interface Entries {
  count: number
  at(index: number): QuarantinedTest
  named(name: string): Iterable<[index: number, test: QuarantinedTest]>
}

/** The quarantined tests, or why not all of them are known. */
export type EntriesRead = { complete: true; entries: Entries } | { complete: false; why: string }

/** The quarantined tests of one poll. */
export function entriesRead(reading: Reading<QuarantinedTests>): EntriesRead {
  switch (reading.kind) {
    case 'read': {
      const { tests, partial } = reading.value
      if (partial === null && !reading.failure) return { complete: true, entries: tests }
      return {
        complete: false,
        why: `the list of quarantined tests is not whole (${partial ?? inside(reading.failure?.message ?? '')})`,
      }
    }
    case 'failed':
      return {
        complete: false,
        why: `the list of quarantined tests could not be read (${inside(reading.failure.message)})`,
      }
    case 'absent':
      return { complete: false, why: 'the service knows no such list of quarantined tests' }
    case 'not-asked':
      return { complete: false, why: 'the list of quarantined tests was not asked for' }
  }
}

/** A sentence between brackets: what comes after them ends it. */
function inside(sentence: string): string {
  return sentence.replace(/\.$/, '')
}

/** An entry that almost fits a test, and the one thing in which they differ. */
export interface NearMiss {
  /** Index of the entry. */
  entry: number
  differs: Member | 'variant'
}

/** A failed test that nothing excuses. */
export interface BlockingTest {
  test: FailedTest
  /**
   * `not-quarantined`: no entry fits it. `ambiguous`: one does, and other tests as well. `nameless`: nothing can.
   * `list-incomplete`: nobody knows. `too-many-excused`: an entry does, and so do others for more tests than may be.
   */
  cause: 'not-quarantined' | 'ambiguous' | 'nameless' | 'list-incomplete' | 'too-many-excused'
  /** A few at most. */
  nearMisses: NearMiss[]
  /** Indices of entries that fit it and others, a few at most. */
  ambiguous: number[]
}

/** A failed test that a quarantined one excuses. */
export interface ExcusedTest extends Excuse {
  test: FailedTest
}

/** What the quarantined tests say about the tests of the reports. */
export interface Excuses {
  /** In the order of the reports. */
  blocking: BlockingTest[]
  excused: ExcusedTest[]
  /** Indices of entries whose test passed at the first try: candidates for release. In their order. */
  passed: number[]
  /** Of each entry, whether it fits a test of the reports; null where not all entries are known. */
  seen: Uint8Array | null
}

/** Near misses and ambiguous entries that are named for one test. */
const MOST_NAMED = 3
/** Entries of one name that are looked at to explain why a test blocks. */
const MOST_COMPARED = 50

/** Holds the tests of the reports against the quarantined ones. Pure. */
export function excusesOf(reports: TestReports, list: EntriesRead, variant: string | null): Excuses {
  if (!list.complete) {
    const blocking = reports.failed.map(test => blocked(test, test.name === '' ? 'nameless' : 'list-incomplete'))
    return { blocking, excused: [], passed: [], seen: null }
  }
  const { entries } = list
  const members = membersToCompare(reports.singleParent)
  const seen = new Uint8Array(entries.count)
  const passed: number[] = []
  const verdicts: (ExcusedTest | BlockingTest | undefined)[] = new Array(reports.failed.length)
  for (const [name, cases] of casesByName(reports)) {
    const named = excuse(cases, entries.named(name), variant, members, (entry, test) => {
      seen[entry] = 1
      if (test?.outcome === 'passed' && !test.flaky) passed.push(entry)
    })
    for (const each of cases) {
      for (const index of each.failures) {
        const test = reports.failed[index]
        if (test) verdicts[index] = each.excuse ? { test, ...each.excuse } : explained(test, named, variant, members)
      }
    }
  }
  const blocking: BlockingTest[] = []
  const excused: ExcusedTest[] = []
  for (const [index, test] of reports.failed.entries()) {
    const verdict = verdicts[index] ?? blocked(test, 'nameless')
    if ('cause' in verdict) blocking.push(verdict)
    else excused.push(verdict)
  }
  return { blocking, excused, passed: passed.sort((a, b) => a - b), seen }
}

/**
 * Finds the excuse of each test case of one name that has one, an exact one before a partial one.
 *
 * @param told called with each entry that fits a test case, and with that case unless it fits others just as well
 * @returns the first entries, to explain by them why a test blocks
 */
function excuse(
  cases: readonly TestCase[],
  named: Iterable<[number, QuarantinedTest]>,
  variant: string | null,
  members: readonly Member[],
  told: (entry: number, test: TestCase | null) => void,
): [number, QuarantinedTest][] {
  const firsts: [number, QuarantinedTest][] = []
  let fitting: ReturnType<typeof fittingIn> | null = null
  for (const each of named) {
    if (firsts.length < MOST_COMPARED) firsts.push(each)
    const [entry, quarantined] = each
    if (!isOfVariant(quarantined, variant)) continue
    fitting ??= fittingIn(cases, members)
    const { count, exact, first } = fitting(quarantined)
    if (count === 0) continue
    const test = exact ?? (count === 1 ? first : null)
    told(entry, test)
    if (test && test.excuse?.fit !== 'exact' && (exact || test.excuse === null)) {
      test.excuse = { entry, fit: exact ? 'exact' : 'partial' }
    }
  }
  return firsts
}

/** Why a named test blocks, by the entries of its name. */
function explained(
  test: FailedTest,
  named: readonly [number, QuarantinedTest][],
  variant: string | null,
  members: readonly Member[],
): BlockingTest {
  const verdict = blocked(test, 'not-quarantined')
  for (const [entry, quarantined] of named) {
    const differs = onlyDifference(test, quarantined, variant, members)
    if (differs !== null && verdict.nearMisses.length < MOST_NAMED) verdict.nearMisses.push({ entry, differs })
    if (isOfVariant(quarantined, variant) && fitOf(test, quarantined, members) !== null) {
      verdict.cause = 'ambiguous'
      if (verdict.ambiguous.length < MOST_NAMED) verdict.ambiguous.push(entry)
    }
  }
  return verdict
}

function blocked(test: FailedTest, cause: BlockingTest['cause']): BlockingTest {
  return { test, cause, nearMisses: [], ambiguous: [] }
}

/** The same where more tests are excused than may be: then the environment is broken, and nothing is excused. */
export function withoutExcuses(excuses: Excuses): Excuses {
  const more = excuses.excused.map(({ test }) => blocked(test, 'too-many-excused'))
  return { ...excuses, blocking: [...excuses.blocking, ...more], excused: [] }
}

/** Indices of the entries of this variant that fit no test of the reports: renamed, deleted, or not run here. */
export function* unseenEntries({ seen }: Excuses, entries: Entries, variant: string | null): Generator<number> {
  for (const [index, isSeen] of (seen ?? []).entries()) {
    if (isSeen === 0 && isOfVariant(entries.at(index), variant)) yield index
  }
}

/** The entries that decide about these reports: those seen in them, and all that share the name of a failed test. */
export function decidingEntries(
  { seen }: Excuses,
  entries: Entries,
  { failed }: Pick<TestReports, 'failed'>,
): QuarantinedTest[] {
  const kept = new Map<number, QuarantinedTest>()
  for (const name of new Set(failed.map(test => test.name))) {
    for (const [index, test] of entries.named(name)) kept.set(index, test)
  }
  for (const [index, isSeen] of (seen ?? []).entries()) {
    if (isSeen === 1 && !kept.has(index)) kept.set(index, entries.at(index))
  }
  return [...kept].sort(([a], [b]) => a - b).map(([, test]) => test)
}
