import fs from 'node:fs'
import http from 'node:http'
import { createLogger } from '@stoplight/prism-core'
import { getHttpOperationsFromSpec, type IHttpConfig } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'
import { parse } from 'yaml'
import { close, listen } from '../stand-in/listen.js'

/** The public descriptions of the service's two APIs. */
export const DESCRIPTION = new URL('../../docs/service.openapi.yaml', import.meta.url)
export const V2_DESCRIPTION = new URL('../../docs/service-v2.openapi.yaml', import.meta.url)

/** A description as data. */
export function readDescription(file = DESCRIPTION) {
  return parse(fs.readFileSync(file, 'utf8'))
}

/** One exchange as the client saw it. */
export interface Seen {
  path: string
  status: number
  /** Prism's complaints about the request or the answer; null if it has none. */
  violations: string | null
}

/** A server made from the description, behind a recorder. */
export interface Described {
  url: string
  seen: Seen[]
  close: () => Promise<void>
}

/** Prism before a service: it holds each request and each answer against the description and hands them on. */
export function startProxy(upstream: string, description: object = readDescription()): Promise<Described> {
  return start(description, { isProxy: true, upstream: new URL(upstream), errors: true, ...CHECKS }, () => null)
}

/**
 * Prism in the place of a service: it makes answers up.
 *
 * @param prefer what the header `Prefer` of each request says: `seed=…` makes the same answer each time, `code=…` asks
 * for one of the answers that are no success
 */
export function startMock(prefer: () => string): Promise<Described> {
  return start(readDescription(), { isProxy: false, errors: true, ...CHECKS }, prefer)
}

const CHECKS = {
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  upstreamProxy: undefined,
  mock: { dynamic: true },
}

async function start(description: object, config: IHttpConfig, prefer: () => string | null): Promise<Described> {
  const operations = await getHttpOperationsFromSpec(structuredClone(description))
  const logger = createLogger('prism', { level: 'silent' })
  const prism = createServer(operations, { config, components: { logger }, cors: false })
  const target = await prism.listen(0, '127.0.0.1')
  const seen: Seen[] = []
  const recorder = http.createServer((request, response) => {
    const wanted = prefer()
    // A refusal is no JSON, whatever the client accepts; Prism would answer with a success instead.
    const headers = {
      ...request.headers,
      ...(wanted !== null && { prefer: wanted }),
      ...(wanted?.includes('code=') && { accept: '*/*' }),
    }
    const outgoing = http.request(target + request.url, { method: request.method, headers }, async incoming => {
      const body = Buffer.concat(await incoming.toArray())
      const status = incoming.statusCode ?? 0
      // A request that it does not let through it answers itself.
      const refusal = incoming.headers['content-type'] === 'application/problem+json' ? body.toString() : null
      const violations = incoming.headers['sl-violations']?.toString() ?? refusal
      seen.push({ path: request.url ?? '', status, violations })
      response.writeHead(status, incoming.headers).end(body)
    })
    outgoing.on('error', error => response.destroy(error))
    request.pipe(outgoing)
  })
  return {
    url: `http://127.0.0.1:${await listen(recorder)}`,
    seen,
    async close() {
      await close(recorder)
      await prism.close()
    },
  }
}
