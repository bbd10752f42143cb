import { code, html } from '../../escape.ts'
import { valueIn } from '../../facts/reading.ts'
import type { TestList } from '../../facts/test-list.ts'
import { since } from '../../facts/time.ts'
import { grouped } from '../../facts/words.ts'
import { quarantinedLine } from '../content.ts'
import type { Result } from '../result.ts'
import { count } from '../wording.ts'
import { fittedTable, folded, row } from './table.ts'

/** The tests of one owner, the oldest first. */
interface Owner {
  /** Empty where nobody owns them. */
  name: string
  /** Indices into the list. */
  tests: number[]
  oldestMs: number | null
}

/** The quarantined tests by owner, as far as they fit into `room` bytes; null where they were not read. */
export function quarantinedPart(result: Result, room: number): string | null {
  const { facts, endedAt, tests: about } = result
  const list = valueIn(facts.quarantinedTests)
  if (!list) return null
  const partial = list.partial === null ? '' : `\n<p>⚠️ This is not the whole list: ${html(list.partial)}.</p>`
  const heading = `<h3>${quarantinedLine(result)}</h3>${partial}`
  if (list.tests.count === 0) return heading

  const debt = about?.debt ?? null
  const owners = ownersOf(list.tests, endedAt, debt?.owners ?? null)
  const rows = owners.map(({ name, tests, oldestMs }) => row([owner(name), grouped(tests.length), age(oldestMs)]))
  const overviewRoom = Math.min(OVERVIEW_ROOM, room / 2)
  const overview =
    debt?.overview(overviewRoom) ?? fittedTable(['Owner', 'Tests', 'Oldest'], rows, rows.length, overviewRoom).html
  const parts = [heading, overview]
  let free = room - parts.reduce((sum, part) => sum + Buffer.byteLength(part) + 1, 0) - NOTE_SIZE
  let left = owners.length
  for (const each of owners) {
    if (free < SMALLEST_LIST) break
    const table = fittedTable(
      ['Test', 'Where', 'Age'],
      testRows(list.tests, each, endedAt),
      each.tests.length,
      free - FOLD_SIZE,
    )
    const part = folded(`${owner(each.name)}: ${count(each.tests.length, 'test', 'tests')}`, table.html)
    if (Buffer.byteLength(part) + 1 > free) break
    free -= Buffer.byteLength(part) + 1
    parts.push(part)
    left--
  }
  if (left > 0)
    parts.push(`<p><i>and the tests of ${count(left, 'more owner', 'more owners')}, see the report file</i></p>`)
  return parts.join('\n')
}

const OVERVIEW_ROOM = 100_000
const SMALLEST_LIST = 4000
const FOLD_SIZE = 3000
const NOTE_SIZE = 200

/**
 * Owners with the most tests first. A test with several owners is listed under each of them.
 *
 * @param given indices by owner, in their order, where they are not only those that the service names
 */
function ownersOf(list: TestList, now: number, given: ReadonlyMap<string, readonly number[]> | null): Owner[] {
  // Younger than any where it is not known.
  const ages = new Float64Array(list.count)
  for (let index = 0; index < list.count; index++) {
    const { time, atLeast } = list.since(index)
    ages[index] = Number.isNaN(time) || atLeast ? -1 : Math.max(0, now - time)
  }
  const ageOf = (test: number) => ages[test] ?? -1
  const owners = [...(given ?? list.byOwner)].map(([name, own]) => {
    const tests = own.toSorted((a, b) => ageOf(b) - ageOf(a))
    const oldest = ageOf(tests[0] ?? -1)
    return { name, tests, oldestMs: oldest < 0 ? null : oldest }
  })
  if (given !== null) return owners
  return owners.toSorted((a, b) => b.tests.length - a.tests.length || (a.name < b.name ? -1 : 1))
}

function* testRows(list: TestList, { tests }: Owner, now: number): Generator<string> {
  for (const index of tests) {
    const test = list.at(index)
    const variant = test.variant === null ? '' : ` <sub>${html(test.variant, 80)}</sub>`
    const where = test.file ?? test.classname ?? test.parent
    yield row([
      `${code(test.name, 200)}${variant}`,
      where === null ? '' : code(where, 200),
      age(since(test.quarantinedAt, now)),
    ])
  }
}

function owner(name: string): string {
  return name === '' ? '<i>no owner</i>' : code(name, 200)
}

function age(ms: number | null): string {
  return ms === null ? 'not known' : ms < DAY ? 'today' : `${grouped(Math.floor(ms / DAY))} d`
}

const DAY = 86_400_000
