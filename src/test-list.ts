import type { QuarantinedTest, TestList } from './facts.ts'
import { timeOf } from './gate/time.ts'
import { jsonLines } from './inert.ts'

/** Owners of one test that are looked at; more is no list of owners any more. */
const MOST_OWNERS = 20
const LINE_BREAK = 10

/** A list of these tests. */
export function testListOf(tests: readonly QuarantinedTest[]): TestList {
  const list: TestList = { count: 0, pages: [], byOwner: new Map(), quarantinedAt: [] }
  appendTests(list, tests)
  return list
}

/** Puts tests to the end of a list that nobody has seen yet. */
export function appendTests(list: TestList, tests: readonly QuarantinedTest[]): void {
  if (tests.length === 0) return
  const comma = list.count === 0 ? '' : ','
  const rows = new TextEncoder().encode(`${comma}\n${jsonLines(tests)}`)
  list.pages.push({ first: list.count, rows, starts: startsOf(rows) })
  for (const { codeowners, quarantinedAt } of tests) {
    const index = list.count++
    list.quarantinedAt.push(timeOf(quarantinedAt) ?? Number.NaN)
    for (const owner of codeowners.length === 0 ? [''] : new Set(codeowners.slice(0, MOST_OWNERS))) {
      const own = list.byOwner.get(owner)
      if (own) own.push(index)
      else list.byOwner.set(owner, [index])
    }
  }
}

/** All tests in their order, of which only some are in memory at a time. */
export function* testsIn(list: TestList): Generator<QuarantinedTest> {
  for (let index = 0; index < list.count; index++) yield testAt(list, index)
}

/** The test at an index from 0 to below the count. */
export function testAt({ count, pages }: TestList, index: number): QuarantinedTest {
  const page = pages.findLast(({ first }) => first <= index)
  if (!page || index >= count) throw new RangeError(`no test ${index}`)
  const { first, rows, starts } = page
  const next = starts[index - first + 1]
  // Before the next row there are a comma and a line break.
  const end = next === undefined ? rows.length : next - 2
  return JSON.parse(new TextDecoder().decode(rows.subarray(starts[index - first], end)))
}

/** Where the lines begin, the first line break being one before the first of them. */
function startsOf(rows: Uint8Array): number[] {
  const starts: number[] = []
  for (let at = rows.indexOf(LINE_BREAK); at >= 0; at = rows.indexOf(LINE_BREAK, at + 1)) starts.push(at + 1)
  return starts
}
