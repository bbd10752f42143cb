/**
 * The answers as the v2 API sends them. A member that is the purpose of the operation is required. All others are let
 * through unchecked: no odd member that a verdict does not rest on breaks an answer. They are read by their names in
 * brackets: `wire['title']`.
 */
import * as z from 'zod/mini'
import type { Repository } from '../../facts/facts.ts'
import type { Send } from '../../http/transport.ts'
import { DocumentError, filled, pullRequestNumber } from '../../text/document.ts'
import { code, quoted, say } from '../../text/message.ts'
import type { Members } from '../members.ts'
import { factIn, type Reader, reader } from '../reading.ts'

const text = z.nullish(z.string())
/** A list that can't be read is a list that is not known; one item that can't be read still takes a place. */
const items = z.nullish(z.array(z.unknown()))

/** The envelope of all lists. */
function listOf<Row extends z.ZodMiniType>(row: Row) {
  return z.object({
    data: z.array(row),
    nextCursor: text,
    hasMore: z.boolean(),
    total: z.nullish(z.int()),
  })
}

const repository = z.object({ id: filled, path: z.string(), host: text })

const queue = z.looseObject({
  id: filled,
  repositoryId: z.string(),
  targetBranch: z.string(),
  state: z.string(),
})

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

const verificationRun = z.looseObject({
  id: filled,
  testBranch: text,
  testBranchSha: text,
  status: text,
})

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

/** The answers by subject. */
export const WIRE = {
  repositories: listOf(repository),
  queues: listOf(queue),
  order,
  pullRequests: listOf(pullRequest),
  verificationRun,
  verificationRuns: listOf(verificationRun),
  history: listOf(transition),
  tests: listOf(test),
}

/** A batch of the order; one that can't be read leaves the order unknown. */
export function isBatch(value: unknown): value is z.output<typeof batch> {
  return batch.safeParse(value).success
}

/** The checked answers; they can have more members than are described here. */
export type Wire = { [Name in keyof typeof WIRE]: z.output<(typeof WIRE)[Name]> }
export type WireRow<Name extends 'queues' | 'pullRequests' | 'history' | 'tests'> = Wire[Name]['data'][number]

export type WireQueue = WireRow<'queues'>
export type WireOrder = Wire['order']
export type WirePullRequest = WireRow<'pullRequests'>
export type WireRun = Wire['verificationRun']
export type WireTransition = WireRow<'history'>

/**
 * A value of an enumeration in the words of the facts: the v2 API writes `testsPassed` for `tests_passed`. A value in
 * another spelling, or one that is not in `words`, is shown unchanged and counts as unknown.
 */
export function inFacts(words: readonly string[], value: unknown): string | null {
  if (typeof value !== 'string') return null
  const isCamel = !value.includes('_')
  const word = value.replace(/[A-Z]/g, capital => `_${capital.toLowerCase()}`)
  return isCamel && words.includes(word) ? word : `unknown:${value}`
}

/** The service's own conclusions; `neutral` says nothing: it can be a placeholder, or stand for other conclusions. */
const CONCLUSIONS: ReadonlyMap<unknown, string> = new Map([
  ['success', 'success'],
  ['skipped', 'skipped'],
  ['failure', 'failure'],
  ['cancelled', 'cancelled'],
  ['timeout', 'timed_out'],
])

/**
 * How a check went, in GitHub's words. A conclusion counts only if the check is `completed`. The provider's goes before
 * the service's, which is coarser.
 */
export function wordOf(check: Members): string {
  const { status, conclusion, providerStatus, providerConclusion } = check
  if (status !== 'completed') return inGitHubsWords(providerStatus) ?? (status === 'queued' ? 'queued' : 'in_progress')
  if (providerConclusion != null) return inGitHubsWords(providerConclusion) ?? 'unknown'
  return CONCLUSIONS.get(conclusion) ?? 'unknown'
}

function inGitHubsWords(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Z_]+$/.test(value) ? value.toLowerCase() : null
}

/** The only row of a list; null if it has none. Several rows, where one was asked for, break the contract. */
function onlyRow<Row>({ data, hasMore }: { data: readonly Row[]; hasMore: boolean }): Row | null {
  if (data.length > 1 || hasMore) throw new DocumentError('more than one row came where one was asked for')
  return data[0] ?? null
}

// An answer about something else than what was asked for breaks the contract.

/** The id of the repository asked for; null if the service doesn't know it. */
export function repositoryReader({ host, owner, name }: Repository): Reader<string | null> {
  return reader(WIRE.repositories, rows => {
    const row = onlyRow(rows)
    if (row === null) return null
    const isSame = row.path.toLowerCase() === `${owner}/${name}`.toLowerCase()
    if (isSame && (row.host == null || row.host.toLowerCase() === host.toLowerCase())) return row.id
    throw new DocumentError(say`${code('path')} or ${code('host')} is that of another repository`)
  })
}

/** The queue of a branch; null if it has none. */
export function queueReader(repositoryId: string, targetBranch: string): Reader<WireQueue | null> {
  return reader(WIRE.queues, rows => {
    const row = onlyRow(rows)
    if (row === null || (row.repositoryId === repositoryId && row.targetBranch === targetBranch)) return row
    throw new DocumentError(
      `asked for the queue of ${quoted(targetBranch)}, it is about that of ${quoted(row.targetBranch)} or of another repository`,
    )
  })
}

/** The row of a pull request; null if the service knows none. */
export function pullRequestReader(repositoryId: string, number: number): Reader<WirePullRequest | null> {
  return reader(WIRE.pullRequests, rows => {
    const row = onlyRow(rows)
    if (row === null || (row.repositoryId === repositoryId && row.number === number)) return row
    throw new DocumentError(say`asked for #${number}, it is about #${row.number} or another repository`)
  })
}

export function runReader(id: string): Reader<WireRun> {
  return reader(WIRE.verificationRun, wire => {
    if (wire.id.toLowerCase() === id.toLowerCase()) return wire
    throw new DocumentError(say`asked for test run ${code(id)}, it is about ${code(wire.id)}`)
  })
}

export const readOrder: Reader<WireOrder> = reader(WIRE.order, wire => wire)
/** The newest run of a pull request; null if it has none. */
export const readNewestRun: Reader<WireRun | null> = reader(WIRE.verificationRuns, ({ data }) => data[0] ?? null)
/** Transitions, newest first. */
export const readHistory: Reader<WireTransition[]> = reader(WIRE.history, ({ data }) => data)

/** Reads one address; null if the service says that there is nothing. */
export type Get = <T>(operation: string, path: string, reader: Reader<T>, signal: AbortSignal) => Promise<T | null>

/** @param latest the end of all tries of each request, by the monotonic clock */
export function getter(send: Send, latest?: number): Get {
  return (operation, path, reader, signal) =>
    factIn(send({ operation, method: 'GET', path: `/v2/${path}` }, signal, latest), reader)
}

/** What the last poll has read that an explanation is looked up by. */
export interface Seen {
  row: WirePullRequest | null
  order: WireOrder | null
}
