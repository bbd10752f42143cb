/**
 * The requests and answers of the v2 API. A member of a schema has to have its type, else `readDocument` throws, and the
 * read fails. Other members can be of any type: they are read in brackets, as in `wire['title']`.
 */
import * as z from 'zod/mini'
import type { Repository } from '../../facts/facts.ts'
import type { Reader } from '../../http/answer.ts'
import { type Message, quoted } from '../../text/message.ts'
import { DocumentError, nonEmpty, pullRequestNumber, readDocument } from '../../text/outside.ts'
import { mustMatch } from '../reading.ts'

export interface Address {
  /** A path below `/v2/`, with `{id}` where the id goes. */
  operation: string
  id?: string
  query?: Record<string, string>
}

/** Sends one request; null if the service says that there is nothing at that address. */
export type Get = <T>(address: Address, reader: Reader<T>) => Promise<T | null>

export const optionalText = z.nullish(z.string())
/** Items can be of any type: one that can't be read still counts as an entry. */
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
  // The facts get as many entries as this total says. Without a maximum, a wrong total would fill the memory.
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

export type WireQueue = z.output<typeof queue>
export type WireOrder = z.output<typeof order>
export type WirePullRequest = z.output<typeof pullRequest>

export function isBatch(value: unknown): value is z.output<typeof batch> {
  return batch.safeParse(value).success
}

/** Gives a list of one row or none. Throws if the list has more rows, or one that was not asked for. */
function rowReader<Row extends z.ZodMiniType>(
  row: Row,
  isAsked: (row: z.output<Row>) => boolean,
  asked: Message,
): Reader<z.output<Row>[]> {
  return json => {
    const { data, hasMore } = readDocument(listOf(row), json)
    if (data.length > 1 || hasMore) throw new DocumentError('more than one row came where one was asked for')
    return data.map(each => mustMatch(each, isAsked, asked))
  }
}

export function repositoryReader({ host, owner, name }: Repository) {
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const path = `${owner}/${name}`
  return rowReader(repository, row => isSame(row.path, path) && isSame(row.host ?? host, host), path)
}

export function queueReader(repositoryId: string, branch: string) {
  const isAsked = (row: WireQueue) => row.repositoryId === repositoryId && row.targetBranch === branch
  return rowReader(queue, isAsked, `the queue of ${quoted(branch)}`)
}

export function pullRequestReader(repositoryId: string, number: number) {
  return rowReader(pullRequest, row => row.repositoryId === repositoryId && row.number === number, `#${number}`)
}

export function readOrder(json: unknown): WireOrder {
  return readDocument(order, json)
}

/**
 * A value of an enumeration as the facts write it: the v2 API writes `testsPassed` for `tests_passed`. Any value that
 * `words` lacks becomes `unknown:<value>`.
 */
export function factsWord(words: readonly string[], value: unknown): string | null {
  if (typeof value !== 'string') return null
  const word = value.replace(/[A-Z]/g, capital => `_${capital.toLowerCase()}`)
  // A value with `_` is not the v2 API's spelling.
  return !value.includes('_') && words.includes(word) ? word : `unknown:${value}`
}
