/**
 * The answers of the v2 API. A member of a schema has to have its type, else the reader throws a DocumentError, and the
 * read fails. Members that no schema names can be of any type: they are read in brackets, as in `wire['title']`.
 */
import * as z from 'zod/mini'
import type { Repository } from '../../facts/facts.ts'
import type { Reader } from '../../http/answer.ts'
import { code, type Message, quoted, say } from '../../text/message.ts'
import { DocumentError, nonEmpty, pullRequestNumber } from '../../text/outside.ts'
import { mustMatch, schemaReader } from '../reading.ts'

export interface Address {
  /** A path below `/v2/`, with `{id}` where the id goes. */
  operation: string
  id?: string
  query?: Record<string, string>
}

/** Sends one request; null if the service says that there is nothing at that address. */
export type Get = <T>(address: Address, reader: Reader<T>) => Promise<T | null>

export const optionalText = z.nullish(z.string())
/** Items can be of any type: the facts count also those that can't be read. */
const optionalItems = z.nullish(z.array(z.unknown()))

/** The rows of a list are in `data`, in every list of the API. */
export function listOf<Row extends z.ZodMiniType>(row: Row) {
  return z.object({ data: z.array(row), nextCursor: optionalText, hasMore: z.boolean(), total: z.nullish(z.int()) })
}

const repository = z.object({ id: nonEmpty, path: z.string(), host: optionalText })

const queue = z.looseObject({ id: nonEmpty, repositoryId: z.string(), targetBranch: z.string(), state: z.string() })

/** What the service calls the order of a queue: the batches that it tests, and the entries that wait. */
const order = z.looseObject({
  queueState: z.string(),
  batches: optionalItems,
  pending: optionalItems,
  awaitingAdmission: optionalItems,
  // The facts hold an entry for each that is counted: a larger number, which no queue has, would fill the memory.
  awaitingAdmissionTotal: z.nullish(z.int().check(z.maximum(100_000))),
})

const batch = z.looseObject({
  verificationRunId: optionalText,
  state: optionalText,
  isBisection: z.nullish(z.boolean()),
  pullRequests: z.array(z.unknown()),
})

const pullRequest = z.looseObject({
  id: nonEmpty,
  repositoryId: z.string(),
  number: pullRequestNumber,
  sha: optionalText,
  isCurrentlySubmittedToQueue: z.boolean(),
  queueEntry: z.nullish(z.looseObject({ mergeQueueId: nonEmpty, state: optionalText })),
})

const run = z.looseObject({ id: nonEmpty, testBranchSha: optionalText, status: optionalText })

const transition = z.looseObject({ pullRequestId: optionalText, state: optionalText })

// The checked answers; they can have more members than are described here.
export type WireQueue = z.output<typeof queue>
export type WireOrder = z.output<typeof order>
export type WirePullRequest = z.output<typeof pullRequest>
export type WireRun = z.output<typeof run>
export type WireTransition = z.output<typeof transition>

export function isBatch(value: unknown): value is z.output<typeof batch> {
  return batch.safeParse(value).success
}

/** Gives the only row of a list; null if the list is empty. Throws if it has more rows, or one that was not asked for. */
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
/** The service lists the newest run of a pull request first; null if there is none. */
export const readNewestRun = schemaReader(listOf(run), ({ data }) => data[0] ?? null)
export const readTransitions = schemaReader(listOf(transition), ({ data }) => data)
