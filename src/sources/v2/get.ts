import type { Send } from '../../http/transport.ts'
import { factIn, type Reader } from '../reading.ts'
import type { WireOrder, WirePullRequest } from './rows.ts'

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
