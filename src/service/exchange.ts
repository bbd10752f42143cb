import type { IncomingHttpHeaders } from 'node:http'

/** What one HTTP exchange sends. */
export interface Request {
  url: URL
  headers: Readonly<Record<string, string>>
  body: string
  /** Milliseconds for connecting, headers and body together. */
  timeoutMs: number
  signal: AbortSignal | undefined
}

/** What came back. Redirects are answers like any other; the body is unpacked and still bytes. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Sends a request and reads the whole answer. */
export type Exchange = (request: Request) => Promise<Answer>

/** Why there is no answer. */
export class ExchangeError extends Error {
  readonly kind: 'network' | 'host-not-found' | 'time-out' | 'too-large' | 'certificate' | 'proxy-refused' | 'contract'
  readonly status: number | null

  constructor(kind: ExchangeError['kind'], message: string, options?: { cause?: unknown; status?: number }) {
    super(message, options)
    this.name = 'ExchangeError'
    this.kind = kind
    this.status = options?.status ?? null
  }
}
