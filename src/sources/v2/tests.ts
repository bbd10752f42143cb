/** The quarantined tests of a collection, which can hold tests of several repositories. */
import * as z from 'zod/mini'
import { hasValue, type Reading } from '../../facts/facts.ts'
import type { QuarantinedTest, QuarantinedTests } from '../../facts/test-report.ts'
import { code, quoted, say } from '../../text/message.ts'
import { DocumentError, nonEmpty, readDocument } from '../../text/outside.ts'
import { readableItems, text } from '../members.ts'
import { readTestPages } from '../pages.ts'
import { mustExist, readingOf } from '../reading.ts'
import { type Get, listOf, optionalText } from './wire.ts'

const test = z.looseObject({
  id: nonEmpty,
  testCollectionId: optionalText,
  repoId: optionalText,
  name: z.string(),
  parentName: optionalText,
  className: optionalText,
  file: optionalText,
  variant: optionalText,
  statusSince: optionalText,
  quarantineState: optionalText,
  quarantinedSince: optionalText,
})
type WireTest = z.output<typeof test>

/** The tests of this repository. If there are none, the collection may be a wrong one, unless it exists and is empty. */
export async function quarantinedTests(
  get: Get,
  repositoryId: Promise<string>,
  collection: string,
): Promise<Reading<QuarantinedTests>> {
  const repository = await readingOf(repositoryId)
  if (!hasValue(repository)) return repository
  const readPage = pageReader(repository.value, collection)
  const filter = { testCollectionId: collection, quarantineState: 'quarantined', limit: '100', includeTotal: 'true' }
  const notFound = `The service knows no test collection ${quoted(collection)}.`
  const remedy = say`Set ${code('test-collection')} to the id that the service shows.`
  const reading = await readTestPages({ needsTotal: true }, cursor => {
    const query = { ...filter, ...(cursor !== '' && { cursor }) }
    return mustExist(get({ operation: 'tests', query }, readPage), notFound, remedy)
  })
  if (!hasValue(reading) || reading.value.whyPartial !== null || reading.value.tests.length > 0) return reading
  const exists = () => readingOf(get({ operation: 'test-collections/{id}', id: collection }, () => true))
  if (reading.value.leftOutCount === 0 && hasValue(await exists())) return reading
  const whyPartial = `collection ${collection} holds no test of this repository, or is not known`
  return { value: { ...reading.value, whyPartial, mayBeOtherList: true } }
}

/** Reads a page. Rows that are not quarantined in this collection for this repository are left out. */
function pageReader(repositoryId: string, collection: string) {
  const isCounted = ({ repoId, quarantineState, testCollectionId }: WireTest) =>
    repoId === repositoryId && quarantineState === 'quarantined' && (testCollectionId ?? collection) === collection
  return (json: unknown) => {
    const { data, hasMore, nextCursor, total } = readDocument(listOf(test), json)
    if (hasMore && !nextCursor) throw new DocumentError(say`member ${code('nextCursor')} is missing`)
    return {
      tests: data.filter(isCounted).map(quarantinedTestOf),
      leftOutIds: data.filter(row => !isCounted(row)).map(({ id }) => id),
      totalRows: total ?? null,
      totalPages: null,
      next: (hasMore && nextCursor) || '',
    }
  }
}

/** Empty texts say nothing, so they count as absent. */
function quarantinedTestOf(row: WireTest): QuarantinedTest {
  return {
    name: row.name,
    parent: row.parentName || null,
    file: row.file || null,
    classname: row.className || null,
    variant: row.variant || null,
    codeowners: readableItems(row['codeowners'], text) ?? [],
    quarantinedAt: row.quarantinedSince || null,
    statusLastUpdatedAt: row.statusSince || null,
    testCaseId: row.id,
  }
}
