import type { Clock } from '../../clock.ts'
import type { QuarantinedTests } from '../../facts/facts.ts'
import type { Answer, Reading } from '../../facts/reading.ts'
import { code, quoted, say } from '../../message.ts'
import { pagesOf, readList, type Spent } from '../list.ts'
import { notKnown, readAnswer, readingOf } from '../reading.ts'
import { type Answered, encoded, type Send } from '../transport.ts'
import { readCollections, testsReader } from './answers.ts'

/** The most pages of test collections that are searched for one id. */
const MOST_COLLECTION_PAGES = 100

/** This repository's quarantined tests in a collection. A list that may be another repository's counts as unknown. */
export async function quarantinedTests(
  send: Send,
  clock: Clock,
  repositoryId: Promise<string>,
  collection: string,
  signal?: AbortSignal,
): Promise<Reading<QuarantinedTests>> {
  const spent: Spent = { bytes: 0, latest: null }
  const id = await readingOf(repositoryId)
  if (id.kind !== 'read') return id
  const ask = (cursor: string, latest: number) => pageOf(send, collection, cursor, latest, signal)
  const reader = testsReader(collection, id.value)
  const reading = await readList(() => pagesOf(ask, reader, clock, spent))
  if (reading.kind !== 'read' || reading.value.partial !== null || reading.failure) return reading
  const { value } = reading
  if (value.totalRows === null) return partial(value, 'the service does not count its tests')
  if (value.tests.length > 0) return reading
  if (value.leftOut > 0) {
    const held = value.leftOut === 1 ? '1 test' : `${value.leftOut} tests`
    return unknownList(value, `collection ${collection} gave ${held}, but none that counts for this repository`)
  }
  const known = await readingOf(hasCollection(send, collection, signal, spent.latest ?? undefined))
  if (known.kind === 'failed') return { ...unknownList(value, 'it is empty'), failure: known.failure }
  if (known.kind === 'read') return reading
  return unknownList(value, `the service listed no test collection ${collection}`)
}

function pageOf(send: Send, collection: string, cursor: string, latest: number, signal?: AbortSignal) {
  const query = `testCollectionId=${encoded(collection)}&quarantineState=quarantined&limit=100&includeTotal=true`
  const path = `/v2/tests?${query}${after(cursor)}`
  const whole = `The service knows no test collection ${quoted(collection)}.`
  const remedy = say`Set ${code('test-collection')} to the id that the service shows.`
  return send({ operation: 'tests', method: 'GET', path }, signal, latest).catch(notKnown(whole, remedy))
}

/** True if a collection of the organization has this id; else null. */
async function hasCollection(send: Send, collection: string, signal?: AbortSignal, latest?: number) {
  const seen = new Set<string>()
  for (let cursor = ''; ; ) {
    const path = `/v2/test-collections?limit=100${after(cursor)}`
    const answered: Answered = await send({ operation: 'test-collections', method: 'GET', path }, signal, latest)
    const { ids, next } = await readAnswer(answered, readCollections)
    if (ids.includes(collection)) return true
    if (next === '' || seen.has(next) || seen.size === MOST_COLLECTION_PAGES) return null
    seen.add(next)
    cursor = next
  }
}

function after(cursor: string): string {
  return cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor.toWellFormed())}`
}

function partial(value: QuarantinedTests, why: string): Answer<QuarantinedTests> & { kind: 'read' } {
  return { kind: 'read', value: { ...value, partial: why } }
}

/** An unknown list: it may be another repository's, so it does not prove that no test is quarantined. */
function unknownList(value: QuarantinedTests, why: string): Answer<QuarantinedTests> & { kind: 'read' } {
  return partial({ ...value, isUnknown: true }, why)
}
