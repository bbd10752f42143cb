import type * as z from 'zod/mini'
import { jsonLines } from '../escape.ts'
import { NameIndex } from './name-index.ts'
import type { quarantinedTest } from './schema/service.ts'
import { timeOf } from './time.ts'

export type QuarantinedTest = z.output<typeof quarantinedTest>

/** Since when a test has been quarantined. */
export interface QuarantinedSince {
  /** Milliseconds since the epoch; NaN where the service says nothing that can be read. */
  time: number
  /** It is the last update of the status, which stands in: the test is at least as old. */
  atLeast: boolean
}

/** Some tests of a list, one after the other. */
interface Page {
  /** Index of its first test. */
  first: number
  /** UTF-8: a line of JSON for each test, and a comma between two of the whole list. */
  rows: Uint8Array
  /** Where each line begins in `rows`. */
  starts: Uint32Array
  since: Float64Array
  atLeast: Uint8Array
}

/** Owners of one test that are looked at; more is no list of owners any more. */
const MOST_OWNERS = 20
const LINE_BREAK = 10

/**
 * Many quarantined tests, in the service's order. As objects, a hundred thousand of them would take more memory than
 * all the rest of a run; so each is kept as a line of JSON, and every page, age, owner and name in here is that of the
 * line with the same index.
 */
export class TestList {
  #count = 0
  readonly #decoder = new TextDecoder()
  readonly #pages: Page[] = []
  readonly #byOwner = new Map<string, number[]>()
  readonly #names = new NameIndex()
  readonly #identities = new NameIndex()

  /** A list of these tests. */
  static of(tests: readonly QuarantinedTest[]): TestList {
    const list = new TestList()
    list.append(tests)
    return list
  }

  get count(): number {
    return this.#count
  }

  /** Indices of the tests of each owner; under the empty name those of the tests that have none. */
  get byOwner(): ReadonlyMap<string, readonly number[]> {
    return this.#byOwner
  }

  /**
   * Adds a page.
   *
   * @returns whether no earlier page held one of its tests; one that the page itself lists twice took no other's place
   */
  append(tests: readonly QuarantinedTest[]): boolean {
    if (tests.length === 0) return true
    const first = this.#count
    let isNew = true
    const rows = new TextEncoder().encode(`${this.#count === 0 ? '' : ','}\n${jsonLines(tests)}`)
    const since = tests.map(sinceOf)
    this.#pages.push({
      first,
      rows,
      starts: startsOf(rows, tests.length),
      since: Float64Array.from(since, ({ time }) => time),
      atLeast: Uint8Array.from(since, ({ atLeast }) => Number(atLeast)),
    })
    for (const test of tests) {
      const { name, codeowners } = test
      const index = this.#count++
      this.#names.add(name)
      const before = this.#identities.add(identityOf(test))
      if (before !== null && before < first) isNew = false
      if (codeowners.length < 2) this.#give(codeowners[0] ?? '', index)
      else for (const owner of new Set(codeowners.slice(0, MOST_OWNERS))) this.#give(owner, index)
    }
    return isNew
  }

  /** The test at an index from 0 to below the count. Throws a RangeError on any other index. */
  at(index: number): QuarantinedTest {
    const { first, rows, starts } = this.#pageOf(index)
    const next = starts[index - first + 1]
    // Before the next row there are a comma and a line break.
    const end = next === undefined ? rows.length : next - 2
    return JSON.parse(this.#decoder.decode(rows.subarray(starts[index - first], end)))
  }

  /** All tests in their order; only those of one page stand in memory as objects. */
  *[Symbol.iterator](): Generator<QuarantinedTest> {
    for (const { rows, starts } of this.#pages) {
      yield* JSON.parse(`[${this.#decoder.decode(rows.subarray(starts[0]))}]`)
    }
  }

  /** The names whose hash has this low half: most often none or one, and each once. */
  namesOf(low: number): string[] {
    return this.#names.firsts(low).map(index => this.at(index).name)
  }

  /** The tests of a name with their indices, in their order, each made when it is asked for. */
  *named(name: string): Generator<[index: number, test: QuarantinedTest]> {
    for (const index of this.#names.candidates(name)) {
      const test = this.at(index)
      if (test.name === name) yield [index, test]
    }
  }

  /** Since when the test at an index has been quarantined. Throws like {@link at}. */
  since(index: number): QuarantinedSince {
    const { first, since, atLeast } = this.#pageOf(index)
    return { time: since[index - first] ?? Number.NaN, atLeast: atLeast[index - first] === 1 }
  }

  /** The inside of a JSON array of all tests, in pieces of UTF-8. */
  *json(): Generator<Uint8Array> {
    for (const { rows } of this.#pages) yield rows
  }

  #give(owner: string, index: number): void {
    const own = this.#byOwner.get(owner)
    if (own) own.push(index)
    else this.#byOwner.set(owner, [index])
  }

  #pageOf(index: number): Page {
    let low = 0
    let high = this.#pages.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#pages[middle]?.first ?? 0) <= index) low = middle
      else high = middle - 1
    }
    const page = this.#pages[low]
    if (!page || !Number.isInteger(index) || index < 0 || index >= this.#count) throw new RangeError(`no test ${index}`)
    return page
  }
}

/** What tells an entry apart from every other one of a list that is whole. */
function identityOf({ name, parent, file, classname, variant, testCaseId }: QuarantinedTest): string {
  return `${name}\0${parent}\0${file}\0${classname}\0${variant}\0${testCaseId}`
}

function sinceOf({ quarantinedAt, statusLastUpdatedAt }: QuarantinedTest): QuarantinedSince {
  const time = timeOf(quarantinedAt)
  if (time !== null) return { time, atLeast: false }
  const updated = timeOf(statusLastUpdatedAt)
  return { time: updated ?? Number.NaN, atLeast: updated !== null }
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
