import { jsonLines } from '../escape.ts'
import type { QuarantinedTest, TestList, TestPage } from './facts.ts'
import { timeOf } from './time.ts'

/** Owners of one test that are looked at; more is no list of owners any more. */
const MOST_OWNERS = 20
const LINE_BREAK = 10

/** A list of these tests. */
export function testListOf(tests: readonly QuarantinedTest[]): TestList {
  const list: TestList = { count: 0, pages: [], byOwner: new Map() }
  appendTests(list, tests)
  return list
}

/** Puts tests to the end of a list that nobody has seen yet. */
export function appendTests(list: TestList, tests: readonly QuarantinedTest[]): void {
  if (tests.length === 0) return
  const comma = list.count === 0 ? '' : ','
  const rows = new TextEncoder().encode(`${comma}\n${jsonLines(tests)}`)
  list.pages.push({
    first: list.count,
    rows,
    starts: startsOf(rows, tests.length),
    quarantinedAt: Float64Array.from(tests, ({ quarantinedAt }) => timeOf(quarantinedAt) ?? Number.NaN),
  })
  for (const { codeowners } of tests) {
    const index = list.count++
    if (codeowners.length < 2) giveTo(list, codeowners[0] ?? '', index)
    else for (const owner of new Set(codeowners.slice(0, MOST_OWNERS))) giveTo(list, owner, index)
  }
}

function giveTo({ byOwner }: TestList, owner: string, index: number): void {
  const own = byOwner.get(owner)
  if (own) own.push(index)
  else byOwner.set(owner, [index])
}

/** The test at an index from 0 to below the count. */
export function testAt(list: TestList, index: number): QuarantinedTest {
  const { first, rows, starts } = pageOf(list, index)
  const next = starts[index - first + 1]
  // Before the next row there are a comma and a line break.
  const end = next === undefined ? rows.length : next - 2
  return JSON.parse(new TextDecoder().decode(rows.subarray(starts[index - first], end)))
}

function pageOf({ count, pages }: TestList, index: number): TestPage {
  let low = 0
  let high = pages.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((pages[middle]?.first ?? 0) <= index) low = middle
    else high = middle - 1
  }
  const page = pages[low]
  if (!page || index < 0 || index >= count) throw new RangeError(`no test ${index}`)
  return page
}

/** Where the lines begin; there is a line break before the first of them. */
function startsOf(rows: Uint8Array, count: number): Uint32Array {
  const starts = new Uint32Array(count)
  let start = 0
  for (let line = 0; line < count; line++) {
    start = rows.indexOf(LINE_BREAK, start) + 1
    starts[line] = start
  }
  return starts
}
