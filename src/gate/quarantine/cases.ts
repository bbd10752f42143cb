import type { QuarantinedTest } from '../../facts/test-list.ts'
import type { FailedTest, ReportedTest, TestIdentity, TestReports } from '../../facts/test-report.ts'
import { fitOf, isSameTest, keyed, MEMBERS, type Member, memberOf } from './fit.ts'

/** A test of the reports, once, with what it came to. */
export interface TestCase {
  test: TestIdentity
  outcome: ReportedTest['outcome']
  flaky: boolean
  /** Indices of what is told of its failure; empty where it did not fail. */
  failures: number[]
  /** The best that was found so far. */
  excuse: Excuse | null
}

/** An entry that fits a test case. */
export interface Excuse {
  /** Index of the entry. */
  entry: number
  fit: 'exact' | 'partial'
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

/** The tests that the reports name, failed ones and namesakes, each once: name by name. */
export function* casesByName({ failed, namesakes }: TestReports): Generator<[name: string, cases: TestCase[]]> {
  // Chains, for most names stand alone: a list for each of a hundred thousand would be most of the work.
  const lasts = new Map<string, number>()
  const before = new Int32Array(namesakes.length + failed.length)
  const link = ({ name }: TestIdentity, at: number) => {
    if (name === '') return
    before[at] = lasts.get(name) ?? NONE
    lasts.set(name, at)
  }
  for (const [at, test] of namesakes.entries()) link(test, at)
  for (const [at, test] of failed.entries()) link(test, namesakes.length + at)
  for (const [name, last] of lasts) {
    const cases: TestCase[] = []
    for (let at = last; at !== NONE; at = before[at] ?? NONE) cases.push(caseAt(at, namesakes, failed))
    yield [name, cases.length === 1 ? cases : eachOnce(cases.reverse())]
  }
}

const NONE = -1

function caseAt(at: number, namesakes: readonly ReportedTest[], failed: readonly FailedTest[]): TestCase {
  const namesake = namesakes[at]
  if (namesake) {
    return { test: namesake, outcome: namesake.outcome, flaky: namesake.flaky, failures: [], excuse: null }
  }
  const index = at - namesakes.length
  const test = failed[index]
  if (!test) throw new RangeError(`no test ${at}`)
  return { test, outcome: 'failed', flaky: false, failures: [index], excuse: null }
}

/** @param cases all of one name */
function eachOnce(cases: readonly TestCase[]): TestCase[] {
  const distinct: TestCase[] = []
  const byKey = new Map<string, TestCase>()
  for (const each of cases) {
    const key = cases.length > FEW ? keyOf(each.test, MEMBERS) : null
    const same = key === null ? distinct.find(other => isSameTest(other.test, each.test)) : byKey.get(key)
    if (same) join(same, each)
    else {
      distinct.push(each)
      if (key !== null) byKey.set(key, each)
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
  const found: Fitting = { count: 0, exact: null, first: null }
  let exact = 0
  for (const each of cases) {
    const fit = fitOf(each.test, entry, members)
    if (fit === null) continue
    found.count = found.count === 0 ? 1 : 2
    found.first ??= each
    if (fit === 'exact') found.exact = ++exact === 1 ? each : null
  }
  return found
}

interface Bucket {
  count: number
  first: TestCase
}

/** Test cases by the members that are compared. */
interface Sorted {
  compared: readonly Member[]
  buckets: Map<string, Bucket>
}

/**
 * What an entry fits is the sum over the sets of members that a case can have: of each set, the cases that agree in what
 * both have. For that the cases of a set are sorted by just those members, once the first entry asks for it.
 */
function lookedUp(cases: readonly TestCase[], members: readonly Member[]): (entry: QuarantinedTest) => Fitting {
  const bySet = new Map<number, TestCase[]>()
  for (const each of cases) {
    const set = membersOf(each.test, members)
    const own = bySet.get(set)
    if (own) own.push(each)
    else bySet.set(set, [each])
  }
  const known = new Map<number, Sorted>()
  const sortedBy = (set: number, shared: number): Sorted => {
    const which = (set << members.length) | shared
    const there = known.get(which)
    if (there) return there
    const compared = members.filter((_, at) => (shared & (1 << at)) !== 0)
    const sorted = { compared, buckets: bucketsOf(bySet.get(set) ?? [], compared) }
    known.set(which, sorted)
    return sorted
  }
  return entry => {
    const has = membersOf(entry, members)
    const found: Fitting = { count: 0, exact: null, first: null }
    for (const set of bySet.keys()) {
      if ((set & has) === 0) continue
      const { compared, buckets } = sortedBy(set, set & has)
      const bucket = buckets.get(keyOf(entry, compared))
      if (!bucket) continue
      found.count = found.count === 0 && bucket.count === 1 ? 1 : 2
      found.first ??= bucket.first
      if (set === has && bucket.count === 1) found.exact = bucket.first
    }
    return found
  }
}

function bucketsOf(cases: readonly TestCase[], compared: readonly Member[]): Map<string, Bucket> {
  const buckets = new Map<string, Bucket>()
  for (const each of cases) {
    const key = keyOf(each.test, compared)
    const bucket = buckets.get(key)
    if (bucket) bucket.count++
    else buckets.set(key, { count: 1, first: each })
  }
  return buckets
}

/** A bit for each member that is there. */
function membersOf(from: TestIdentity | QuarantinedTest, members: readonly Member[]): number {
  return members.reduce((bits, member, at) => (memberOf(from, member) === null ? bits : bits | (1 << at)), 0)
}

/** A text that two have in common only if these members are equal. */
function keyOf(from: TestIdentity | QuarantinedTest, members: readonly Member[]): string {
  const [only] = members
  // As a rule it is one, and needs no text of its own.
  if (only !== undefined && members.length === 1) return memberOf(from, only) ?? ''
  return members.map(member => keyed(memberOf(from, member))).join('')
}
