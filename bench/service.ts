/**
 * The stand-in of the service over TLS, a process of its own so that it takes no time from what is measured. The first
 * part of the path is the time that an answer takes: `/20/v1/getQueue` is answered 20 ms after the request is there.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import https from 'node:https'
import { performance } from 'node:perf_hooks'
import { credentials } from '../test/faults/certificates.js'
import { listen } from '../test/stand-in/listen.js'
import { answer, operationOfPath } from '../test/stand-in/service/operations.js'
import { exampleState } from '../test/stand-in/service/scenario.js'
import { TOKEN } from '../test/stand-in/service/server.js'
import type { Answer, State } from '../test/stand-in/service/state.js'

/** Rows of the list of each organization. */
const ROWS = { 'one-page': 100, 'thousand-pages': 100_000 }
const states = Object.entries(ROWS).map(([organization, rows]) => withTests(organization, rows))

const server = https.createServer(credentials('server'), (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => reply(request, response, Buffer.concat(chunks).toString()))
})
server.keepAliveTimeout = 60_000
process.send?.(`https://127.0.0.1:${await listen(server)}`)
process.once('disconnect', () => process.exit())

function reply(request: IncomingMessage, response: ServerResponse, body: string): void {
  const due = performance.now() + Number(/^\/(\d+)\//.exec(request.url ?? '')?.[1] ?? 0)
  const { status, body: said } = answered(request, body)
  const plain = typeof said === 'string'
  const bytes = Buffer.from(plain ? said : JSON.stringify(said))
  at(due, () => {
    response.writeHead(status, {
      'content-type': plain ? 'text/plain; charset=utf-8' : 'application/json',
      'content-length': bytes.length,
      'x-request-id': 'bench-1',
    })
    response.end(bytes)
  })
}

function answered(request: IncomingMessage, text: string): Answer {
  const operation = operationOfPath[(request.url ?? '').replace(/^\/\d+(?=\/)/, '')]
  if (!operation || request.headers['x-api-token'] !== TOKEN) return { status: 404, body: 'no such path' }
  const body = JSON.parse(text)
  const state = states.find(({ repositories }) => repositories[0]?.organization === body.org_url_slug) ?? states[0]
  return state ? answer(operation, state, body) : { status: 500, body: 'no state' }
}

/** Acts at a point in time. A timer alone is up to a millisecond late, which would be 5 % of 20 ms. */
function at(due: number, act: () => void): void {
  const left = due - performance.now()
  if (left <= 0) act()
  else if (left > 2) setTimeout(at, left - 2, due, act)
  else setImmediate(at, due, act)
}

function withTests(organization: string, rows: number): State {
  const state = exampleState({ now: Date.now() })
  const repositories = state.repositories.map(repository => {
    const tests = repository.quarantinedTests
    const quarantinedTests = Array.from({ length: rows }, (_, index) => ({
      ...tests[index % tests.length],
      name: `keeps its promise ${index + 1}`,
      // A list that holds a test twice is read again.
      test_case_id: `test-${index}`,
    }))
    return { ...repository, organization, quarantinedTests }
  })
  return { ...state, repositories }
}
