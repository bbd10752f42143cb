/**
 * The answers as the v2 API sends them. A member that is the purpose of the operation is required. All others are let
 * through unchecked: no odd member that a verdict does not rest on breaks an answer. They are read by their names in
 * brackets: `wire['title']`.
 */
import * as z from 'zod/mini'
import type { Repository } from '../../facts/facts.ts'
import type { Reader } from '../../http/answer.ts'
import { code, type Message, quoted, say } from '../../text/message.ts'
import { DocumentError, filled, pullRequestNumber } from '../../text/outside.ts'
import { mustMatch, schemaReader, type TestsPage } from '../reading.ts'

/** An address of the API: the id stands for `{id}` in the name of the operation. */
export interface Address {
  operation: string
  id?: string
  query?: Record<string, string>
}

/** Reads one address; null if the service says that there is nothing. */
export type Get = <T>(address: Address, reader: Reader<T>) => Promise<T | null>

const text = z.nullish(z.string())
/** A list that can't be read is a list that is not known; one item that can't be read still takes a place. */
const items = z.nullish(z.array(z.unknown()))

/** The envelope of all lists. */
function listOf<Row extends z.ZodMiniType>(row: Row) {
  return z.object({ data: z.array(row), nextCursor: text, hasMore: z.boolean(), total: z.nullish(z.int()) })
}

const repository = z.object({ id: filled, path: z.string(), host: text })

const queue = z.looseObject({ id: filled, repositoryId: z.string(), targetBranch: z.string(), state: z.string() })

const order = z.looseObject({
  queueState: z.string(),
  batches: items,
  pending: items,
  awaitingAdmission: items,
  // More entries than any queue has would only fill the memory.
  awaitingAdmissionTotal: z.nullish(z.int().check(z.maximum(100_000))),
})

const batch = z.looseObject({
  verificationRunId: text,
  state: text,
  isBisection: z.nullish(z.boolean()),
  pullRequests: z.array(z.unknown()),
})

const pullRequest = z.looseObject({
  id: filled,
  repositoryId: z.string(),
  number: pullRequestNumber,
  sha: text,
  isCurrentlySubmittedToQueue: z.boolean(),
  queueEntry: z.nullish(z.looseObject({ mergeQueueId: filled, state: text })),
})

const run = z.looseObject({ id: filled, testBranchSha: text, status: text })

const transition = z.looseObject({ pullRequestId: text, state: text })

const test = z.looseObject({
  id: filled,
  testCollectionId: text,
  repoId: text,
  name: z.string(),
  parentName: text,
  className: text,
  file: text,
  variant: text,
  statusSince: text,
  quarantineState: text,
  quarantinedSince: text,
})

// The checked answers; they can have more members than are described here.
export type WireQueue = z.output<typeof queue>
export type WireOrder = z.output<typeof order>
export type WirePullRequest = z.output<typeof pullRequest>
export type WireRun = z.output<typeof run>
export type WireTransition = z.output<typeof transition>
export type WireTest = z.output<typeof test>

/** A batch of the order; one that can't be read leaves the order unknown. */
export function isBatch(value: unknown): value is z.output<typeof batch> {
  return batch.safeParse(value).success
}

/** Reads a list of one row, or none: null. Several rows break the contract, and so does one that was not asked for. */
function rowReader<Row extends z.ZodMiniType>(
  row: Row,
  isAsked: (row: z.output<Row>) => boolean,
  asked: Message,
): Reader<z.output<Row> | null> {
  return schemaReader(listOf(row), ({ data, hasMore }) => {
    const [only = null] = data
    if (data.length > 1 || hasMore) throw new DocumentError('more than one row came where one was asked for')
    return only && mustMatch(only, isAsked(only), asked)
  })
}

export function repositoryReader({ host, owner, name }: Repository) {
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const path = `${owner}/${name}`
  return rowReader(repository, row => isSame(row.path, path) && isSame(row.host ?? host, host), path)
}

/** The queue of a branch; null if it has none. */
export function queueReader(repositoryId: string, branch: string) {
  const isAsked = (row: WireQueue) => row.repositoryId === repositoryId && row.targetBranch === branch
  return rowReader(queue, isAsked, `the queue of ${quoted(branch)}`)
}

export function pullRequestReader(repositoryId: string, number: number) {
  return rowReader(pullRequest, row => row.repositoryId === repositoryId && row.number === number, `#${number}`)
}

export function runReader(id: string): Reader<WireRun> {
  return schemaReader(run, wire =>
    mustMatch(wire, wire.id.toLowerCase() === id.toLowerCase(), say`test run ${code(id)}`),
  )
}

export const readOrder = schemaReader(order, wire => wire)
/** The newest run of a pull request; null if it has none. */
export const readNewestRun = schemaReader(listOf(run), ({ data }) => data[0] ?? null)
/** Transitions, newest first. */
export const readHistory = schemaReader(listOf(transition), ({ data }) => data)

/** A page of the tests of a collection. Rows that do not count are left out, and their ids kept. */
export function testsReader(counts: (row: WireTest) => boolean, testOf: (row: WireTest) => TestsPage['tests'][number]) {
  return schemaReader(listOf(test), ({ data, hasMore, nextCursor, total }): TestsPage => {
    if (hasMore && !nextCursor) throw new DocumentError(say`member ${code('nextCursor')} is missing`)
    return {
      tests: data.filter(counts).map(testOf),
      leftOutIds: data.filter(row => !counts(row)).map(({ id }) => id),
      totalRows: total ?? null,
      totalPages: null,
      next: (hasMore && nextCursor) || '',
    }
  })
}
