import type { QuarantinedTests } from '../../facts/facts.ts'
import { isRead, type Reading } from '../../facts/facts.ts'
import type { QuarantinedTest } from '../../facts/test-report.ts'
import { encoded, type Send } from '../../http/transport.ts'
import { DocumentError } from '../../text/document.ts'
import { code, quoted, say } from '../../text/message.ts'
import { list, text } from '../members.ts'
import { factIn, notKnown, type Page, type Reader, reader, readingOf, readList } from '../reading.ts'
import { WIRE, type WireRow } from './wire.ts'

/** This repository's quarantined tests in a collection. A list that may be another repository's counts as unknown. */
export async function quarantinedTests(
  send: Send,
  repositoryId: Promise<string>,
  collection: string,
  signal: AbortSignal,
): Promise<Reading<QuarantinedTests>> {
  const id = await readingOf(repositoryId)
  if (!isRead(id)) return id
  const ask = (cursor: string) => pageOf(send, collection, cursor, signal)
  const reading = await readList(ask, testsReader(collection, id.value), true)
  if (!isRead(reading) || reading.value.partial !== null || reading.value.tests.length > 0) return reading
  // An empty list may be that of a misspelt collection.
  const known = reading.value.leftOut > 0 ? { absent: true } : await readingOf(findCollection(send, collection, signal))
  if (isRead(known)) return reading
  const partial = `collection ${collection} holds no test of this repository, or is not known`
  return { value: { ...reading.value, partial, isUnknown: true } }
}

function pageOf(send: Send, collection: string, cursor: string, signal: AbortSignal) {
  const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
  const query = `testCollectionId=${encoded(collection)}&quarantineState=quarantined&limit=100&includeTotal=true${after}`
  const whole = `The service knows no test collection ${quoted(collection)}.`
  const remedy = say`Set ${code('test-collection')} to the id that the service shows.`
  return send({ operation: 'tests', method: 'GET', path: `/v2/tests?${query}` }, signal).catch(notKnown(whole, remedy))
}

/** True if the organization has the collection; null if the service does not know it. */
function findCollection(send: Send, collection: string, signal: AbortSignal): Promise<true | null> {
  const path = `/v2/test-collections/${encoded(collection)}`
  return factIn(send({ operation: 'test-collections/{id}', method: 'GET', path }, signal), () => true as const)
}

/** The quarantined tests on a page. Rows that are another repository's are left out, and their ids kept. */
function testsReader(collection: string, repositoryId: string): Reader<Page> {
  const isOwn = (row: WireRow<'tests'>) =>
    row.repoId === repositoryId &&
    row.quarantineState === 'quarantined' &&
    (row.testCollectionId == null || row.testCollectionId === collection)
  return reader(WIRE.tests, ({ data, hasMore, nextCursor, total }) => {
    if (hasMore && !nextCursor) throw new DocumentError(say`member ${code('nextCursor')} is missing`)
    return {
      tests: data.filter(isOwn).map(quarantinedTestOf),
      leftOut: data.filter(row => !isOwn(row)).map(({ id }) => id),
      totalRows: total ?? null,
      totalPages: null,
      next: hasMore ? (nextCursor ?? '') : '',
    }
  })
}

/** Empty texts say nothing, so they count as absent. */
function quarantinedTestOf(row: WireRow<'tests'>): QuarantinedTest {
  return {
    name: row.name,
    parent: row.parentName || null,
    file: row.file || null,
    classname: row.className || null,
    variant: row.variant || null,
    codeowners: list(row['codeowners'], text) ?? [],
    quarantinedAt: row.quarantinedSince || null,
    statusLastUpdatedAt: row.statusSince || null,
    testCaseId: row.id,
  }
}
