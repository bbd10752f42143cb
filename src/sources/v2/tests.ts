import type { QuarantinedTests } from '../../facts/facts.ts'
import { isRead, type Reading } from '../../facts/reading.ts'
import { encoded, type Send } from '../../http/transport.ts'
import { code, quoted, say } from '../../text/message.ts'
import { readList } from '../list.ts'
import { notKnown, orNull, readingOf } from '../reading.ts'
import { testsReader } from './answers.ts'

/** This repository's quarantined tests in a collection. A list that may be another repository's counts as unknown. */
export async function quarantinedTests(
  send: Send,
  repositoryId: Promise<string>,
  collection: string,
  signal?: AbortSignal,
): Promise<Reading<QuarantinedTests>> {
  const id = await readingOf(repositoryId)
  if (!isRead(id)) return id
  const ask = (cursor: string) => pageOf(send, collection, cursor, signal)
  const reading = await readList(ask, testsReader(collection, id.value))
  if (!isRead(reading) || reading.value.partial !== null || reading.value.tests.length > 0) return reading
  // An empty list may be that of a misspelt collection.
  const known = await readingOf(hasCollection(send, collection, signal))
  if (isRead(known) && reading.value.leftOut === 0) return reading
  const partial = `collection ${collection} holds no test of this repository, or is not known`
  return { value: { ...reading.value, partial, isUnknown: true } }
}

function pageOf(send: Send, collection: string, cursor: string, signal?: AbortSignal) {
  const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
  const query = `testCollectionId=${encoded(collection)}&quarantineState=quarantined&limit=100&includeTotal=true${after}`
  const whole = `The service knows no test collection ${quoted(collection)}.`
  const remedy = say`Set ${code('test-collection')} to the id that the service shows.`
  return send({ operation: 'tests', method: 'GET', path: `/v2/tests?${query}` }, signal).catch(notKnown(whole, remedy))
}

/** True if the organization has the collection; null if the service does not know it. */
function hasCollection(send: Send, collection: string, signal?: AbortSignal): Promise<true | null> {
  const path = `/v2/test-collections/${encoded(collection)}`
  return send({ operation: 'test-collections/{id}', method: 'GET', path }, signal).then(() => true as const, orNull)
}
