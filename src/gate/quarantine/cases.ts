import type { QuarantinedTest } from '../../facts/test-list.ts'
import type { FailedTest, ReportedTest, TestReports } from '../../facts/test-report.ts'
import { fitOf, identityKey, isSameTest, type Member, memberOf } from './fit.ts'

/** A test of the reports, once, with what it came to. */
export interface TestCase extends ReportedTest {
  /** What is told of its failure; empty where it did not fail. */
  failures: FailedTest[]
}

/** The test cases that an entry fits. */
export interface Fitting {
  /** 2 stands for more, too. */
  count: 0 | 1 | 2
  /** The only one that it fits exactly. */
  exact: TestCase | null
  /** One that it fits. */
  first: TestCase | null
}

/** Up to here comparing one by one is the fastest, and the time is still linear in the entries. */
const FEW = 8

/** The named test cases that share a name with a failed one, or that the reports give as namesakes: by name, each once. */
export function casesByName({ failed, namesakes }: TestReports): Map<string, TestCase[]> {
  const found = new Map<string, TestCase[]>()
  const add = (test: TestCase) => {
    if (test.name === '') return
    const own = found.get(test.name)
    if (own) own.push(test)
    else found.set(test.name, [test])
  }
  for (const test of namesakes) add({ ...test, failures: [] })
  for (const test of failed) {
    const { name, classname, file, parent } = test
    add({ name, classname, file, parent, outcome: 'failed', flaky: false, failures: [test] })
  }
  for (const [name, cases] of found) if (cases.length > 1) found.set(name, eachOnce(cases))
  return found
}

function eachOnce(cases: TestCase[]): TestCase[] {
  const distinct: TestCase[] = []
  const byKey = new Map<string, TestCase>()
  for (const test of cases) {
    const key = cases.length > FEW ? identityKey(test) : ''
    const same = key === '' ? distinct.find(other => isSameTest(other, test)) : byKey.get(key)
    if (same) join(same, test)
    else {
      distinct.push(test)
      if (key !== '') byKey.set(key, test)
    }
  }
  return distinct
}

/** The worst outcome counts; a skip says the least. */
function join(test: TestCase, { outcome, flaky, failures }: TestCase): void {
  if (outcome === 'failed' || test.outcome === 'skipped') test.outcome = outcome
  test.flaky ||= flaky
  test.failures.push(...failures)
}

/**
 * Finds the test cases of one name that an entry of that name and of the right variant fits. However many there are of
 * either, an entry costs the same: nobody has to compare each with each.
 */
export function fittingIn(cases: readonly TestCase[], members: readonly Member[]): (entry: QuarantinedTest) => Fitting {
  return cases.length <= FEW ? entry => compared(cases, entry, members) : lookedUp(cases, members)
}

function compared(cases: readonly TestCase[], entry: QuarantinedTest, members: readonly Member[]): Fitting {
  const fitting = cases.filter(test => fitOf(test, entry, members) !== null)
  const exact = fitting.filter(test => fitOf(test, entry, members) === 'exact')
  return { count: many(fitting.length), exact: onlyOne(exact), first: fitting[0] ?? null }
}

interface Bucket {
  count: number
  first: TestCase
}

/**
 * Which members a case has, and their values, for each part of them that an entry could share with it. What an entry
 * fits is then the sum over the sets of members that a case can have: in each, those that agree on what both have.
 */
function lookedUp(cases: readonly TestCase[], members: readonly Member[]): (entry: QuarantinedTest) => Fitting {
  const sets = 2 ** members.length
  const buckets = new Map<string, Bucket>()
  const put = (key: string, test: TestCase) => {
    const bucket = buckets.get(key)
    if (bucket) bucket.count++
    else buckets.set(key, { count: 1, first: test })
  }
  for (const test of cases) {
    const has = membersOf(test, members)
    for (let shared = 1; shared < sets; shared++) {
      if ((shared & has) === shared) put(keyOf(has, shared, test, members), test)
    }
  }
  return entry => {
    const wants = membersOf(entry, members)
    let count = 0
    let first: TestCase | null = null
    for (let has = 1; has < sets; has++) {
      const bucket = (has & wants) === 0 ? undefined : buckets.get(keyOf(has, has & wants, entry, members))
      if (!bucket) continue
      count += bucket.count
      first ??= bucket.first
    }
    const same = wants === 0 ? undefined : buckets.get(keyOf(wants, wants, entry, members))
    return { count: many(count), exact: same?.count === 1 ? same.first : null, first }
  }
}

/** A bit for each member that is there. */
function membersOf(from: ReportedTest | QuarantinedTest, members: readonly Member[]): number {
  return members.reduce((bits, member, at) => (memberOf(from, member) === null ? bits : bits | (1 << at)), 0)
}

function keyOf(has: number, shared: number, from: ReportedTest | QuarantinedTest, members: readonly Member[]): string {
  const values = members.filter((_, at) => (shared & (1 << at)) !== 0).map(member => memberOf(from, member))
  return JSON.stringify([has, shared, ...values])
}

function many(count: number): Fitting['count'] {
  return count === 0 ? 0 : count === 1 ? 1 : 2
}

function onlyOne(cases: TestCase[]): TestCase | null {
  return cases.length === 1 ? (cases[0] ?? null) : null
}
