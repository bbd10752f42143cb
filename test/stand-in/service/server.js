import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { close, listen } from '../listen.js'
import { answer, operationOfPath, Refusal } from './operations.js'
import { stateAt } from './state.js'
import { answerV2, routeOf, v2Error } from './v2.js'

/**
 * @import { IncomingMessage, ServerResponse } from 'node:http'
 * @import { Answer, ScriptStep, State } from './state.js'
 *
 * @typedef {object} LoggedRequest
 * @property {string} method
 * @property {string} path  With the query, if there is one.
 * @property {Record<string, string>} headers
 *   Names in lower case, without those of the transport. The credential says whether it `matches` or `differs`.
 * @property {unknown} body  Parsed where it is JSON, else as text.
 *
 * @typedef {object} Service
 * @property {string} url  Without `/v1` and without a trailing slash.
 * @property {LoggedRequest[]} requests  In the order in which they were received in full, the refused ones too.
 * @property {() => Promise<void>} close  Ends open connections as well.
 */

/** The token that the service takes unless another is given. */
export const TOKEN = 'stand-in-token'
/** The key of the v2 API. */
export const V2_TOKEN = 'standin_v2_key'

const TRANSPORT_HEADERS = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding']

/**
 * Starts the stand-in on a port of 127.0.0.1. Every answer carries `X-Request-Id: <operation>-<n>`, counted from 1 for
 * each operation by itself, so that requests sent at once get the same ids in every run.
 *
 * @param {object} options
 * @param {State} options.state
 * @param {ScriptStep[]} [options.script]  Changes of the state over time.
 * @param {{now(): number}} [options.clock]  Milliseconds; only differences count.
 * @param {string} [options.token]
 * @param {number} [options.port]  0 is a free one.
 * @returns {Promise<Service>}
 */
export async function startService({ state, script = [], clock = Date, token = TOKEN, port = 0 }) {
  /** @type {LoggedRequest[]} */
  const requests = []
  /** @type {Map<string, number>} */
  const counts = new Map()
  /** @type {number | undefined} */
  let startedAt

  /**
   * @param {IncomingMessage} request
   * @param {string} body
   * @param {number} nth  Which request to this operation it is, from 1.
   * @returns {Answer}
   */
  const respond = (request, body, nth) => {
    startedAt ??= clock.now()
    const current = stateAt(state, script, clock.now() - startedAt)
    const v2 = routeOf(request.url ?? '')
    if (v2 && request.method !== 'GET') throw new Refusal(405, 'expected the method GET')
    if (v2 && request.headers.authorization !== `Bearer ${V2_TOKEN}`) return v2Error(401, 'INVALID_TOKEN')
    const name = v2?.name ?? readHead(request, token)
    const plan = current.answers?.[name]
    const planned = Array.isArray(plan) ? plan[nth - 1] : plan
    if (planned) return planned
    return v2
      ? answerV2(v2.name, current, v2.id, v2.query)
      : answer(readHead(request, token), current, JSON.parse(body))
  }

  const server = createServer(async (request, response) => {
    const operation = operationName(request.url ?? '')
    const nth = (counts.get(operation) ?? 0) + 1
    counts.set(operation, nth)
    /** @type {Answer} */
    let reply
    try {
      const body = Buffer.concat(await request.toArray()).toString()
      requests.push(logged(request, body, token))
      reply = respond(request, body, nth)
      if (reply.delay) await sleep(reply.delay, undefined, { ref: false })
    } catch (error) {
      reply = { status: error instanceof Refusal ? error.status : 500, body: messageOf(error) }
    }
    send(response, reply, `${operation}-${nth}`)
  })

  return { url: `http://127.0.0.1:${await listen(server, port)}`, requests, close: () => close(server) }
}

/** @param {string} path */
function operationName(path) {
  return operationOfPath[path] ?? routeOf(path)?.name ?? 'unknown'
}

/**
 * @param {IncomingMessage} request
 * @param {string} token
 * @returns {import('./state.js').V1Operation}
 */
function readHead(request, token) {
  const name = operationOfPath[request.url ?? '']
  if (!name) throw new Refusal(404, 'no such path')
  if (request.method !== 'POST') throw new Refusal(405, 'expected the method POST')
  if (request.headers['x-api-token'] !== token) throw new Refusal(401, 'unknown token in x-api-token')
  return name
}

/**
 * @param {IncomingMessage} request
 * @param {string} body
 * @param {string} token
 * @returns {LoggedRequest}
 */
function logged(request, body, token) {
  const headers = Object.entries(request.headers)
    .filter(([name]) => !TRANSPORT_HEADERS.includes(name))
    .map(([name, value]) => {
      if (name === 'x-api-token') return [name, value === token ? 'matches' : 'differs']
      if (name === 'authorization') return [name, value === `Bearer ${V2_TOKEN}` ? 'matches' : 'differs']
      return [name, String(value)]
    })
  let parsed
  try {
    parsed = JSON.parse(body)
  } catch {
    parsed = body
  }
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: Object.fromEntries(headers),
    body: parsed,
  }
}

/**
 * @param {ServerResponse} response
 * @param {Answer} reply
 * @param {string} requestId
 */
function send(response, { status, body, headers }, requestId) {
  const plain = typeof body === 'string'
  response.writeHead(status, {
    'content-type': plain ? 'text/plain; charset=utf-8' : 'application/json',
    'x-request-id': requestId,
    ...headers,
  })
  response.end(plain ? body : JSON.stringify(body))
}

/**
 * @param {unknown} error
 * @returns {string}
 */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}
