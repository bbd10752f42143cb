import type { Repository } from '../../facts/facts.ts'
import type { Send } from '../../http/transport.ts'
import { DocumentError } from '../../text/document.ts'
import { code, quoted, say } from '../../text/message.ts'
import { factIn, type Reader, reader } from '../reading.ts'
import { WIRE, type Wire, type WireRow } from './wire.ts'

export type WireQueue = WireRow<'queues'>
export type WireOrder = Wire['order']
export type WirePullRequest = WireRow<'pullRequests'>
export type WireRun = Wire['verificationRun']
export type WireTransition = WireRow<'history'>

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
