import diagnostics from 'node:diagnostics_channel'

/** Real HTTP requests of this process that were begun and have not ended. */
export interface Flights {
  open(): number
  /** The open ones, as a hanging run is to name them. */
  told(): string
  stop(): void
}

/** Channels of Node's own client and of the one behind `fetch`: where a request begins, and where it ends. */
const BEGINNINGS = ['http.client.request.start', 'undici:request:create']
const ENDS = [
  'http.client.response.finish',
  'http.client.request.error',
  'undici:request:trailers',
  'undici:request:error',
]

export function watchFlights(): Flights {
  const open = new Set<unknown>()
  const begin = (message: unknown) => void open.add(requestOf(message))
  const end = (message: unknown) => void open.delete(requestOf(message))
  for (const name of BEGINNINGS) diagnostics.subscribe(name, begin)
  for (const name of ENDS) diagnostics.subscribe(name, end)
  return {
    open: () => open.size,
    told: () => [...open].map(told).join(', '),
    stop() {
      for (const name of BEGINNINGS) diagnostics.unsubscribe(name, begin)
      for (const name of ENDS) diagnostics.unsubscribe(name, end)
    },
  }
}

function requestOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'request' in message ? message.request : message
}

function told(request: unknown): string {
  if (typeof request !== 'object' || request === null) return String(request)
  const { method, origin, host, path } = request as Record<string, unknown>
  return `${method} ${origin ?? host}${path}`
}
