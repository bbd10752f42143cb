import { createServer } from 'node:http'
import { close, listen } from '../listen.js'
import { badCredentials, requiresAuthentication, serverError } from './answers.js'
import { answerRest } from './rest.js'
import { GITHUB_TOKEN } from './state.js'

/**
 * @import { IncomingMessage, ServerResponse } from 'node:http'
 * @import { Answer, Fault, State } from './state.js'
 *
 * @typedef {object} Exchange  One request and what was sent.
 * @property {string} method
 * @property {string} path  Without the base path and the query.
 * @property {Record<string, string>} query
 * @property {Record<string, string>} headers  Names in lower case; without the token.
 * @property {unknown} body
 * @property {'matches' | 'differs' | 'none'} token  Of the authorization header.
 * @property {Answer} answer
 * @property {boolean} violates  The answer is meant to break GitHub's description.
 *
 * @typedef {object} GitHubApi
 * @property {string} url  For GITHUB_API_URL.
 * @property {string} graphqlUrl  For GITHUB_GRAPHQL_URL.
 * @property {State} state  As the requests have left it.
 * @property {Exchange[]} exchanges  In the order in which the requests came in full.
 * @property {string[]} requests  The same, each as `GET /repos/…?page=1`, or `graphql`.
 * @property {string[]} violations  What in GraphQL broke the published schema; for REST see test/checkers/github.ts.
 * @property {Promise<void>} received  Resolves with the first request.
 * @property {() => Promise<void>} close  Ends open connections as well.
 */

/**
 * Starts a stateful stand-in of GitHub's API on a port of 127.0.0.1: what is created is there in the next list.
 *
 * @param {State} state  Copied first.
 * @param {object} [options]
 * @param {boolean} [options.enterprise]  Paths as GitHub Enterprise Server has them: `/api/v3` and `/api/graphql`.
 * @returns {Promise<GitHubApi>}
 */
export async function startGitHubApi(state, { enterprise = false } = {}) {
  const own = structuredClone({ ...state, faults: [] })
  const faults = (state.faults ?? []).map(fault => ({ ...fault, left: fault.times ?? Number.POSITIVE_INFINITY }))
  const base = enterprise ? '/api/v3' : ''
  const graphqlPath = enterprise ? '/api/graphql' : '/graphql'
  /** @type {Pick<GitHubApi, 'exchanges' | 'requests' | 'violations'>} */
  const log = { exchanges: [], requests: [], violations: [] }
  /** @type {() => void} */
  let receive = () => {}
  /** @type {Promise<void>} */
  const received = new Promise(resolve => {
    receive = resolve
  })

  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? '', `http://${request.headers.host}`)
    const isGraphql = address.pathname === graphqlPath
    const isInside = address.pathname.startsWith(`${base}/`)
    const path = isGraphql || !isInside ? address.pathname : address.pathname.slice(base.length)
    const ask = {
      ...{ method: request.method ?? '', path, query: address.searchParams, body: parsed(await bodyOf(request)) },
      api: `${address.origin}${base}`,
    }
    const { authorization, ...headers } = request.headers
    const token = tokenOf(authorization)
    const name = isGraphql ? 'graphql' : `${ask.method} ${path}${address.search}`
    const fault = faults.find(each => each.left > 0 && name.startsWith(each.at))
    if (fault) fault.left--
    const answerItself = async () => {
      if (token === 'none') return requiresAuthentication()
      if (token === 'differs') return badCredentials()
      if (!isGraphql) return answerRest(own, ask)
      // Loaded by the first query: the demo, whose queries are answered by a fault, runs without any package.
      const { answerGraphql } = await import('./graphql.js')
      return answerGraphql(own, ask.body, log.violations)
    }
    const answer = await answerWith(fault, answerItself).catch(error => {
      log.violations.push(`${name}: ${error}`)
      return serverError(500)
    })
    log.requests.push(name)
    log.exchanges.push({
      ...{ method: ask.method, path, query: Object.fromEntries(ask.query), body: ask.body, token, answer },
      headers: /** @type {Record<string, string>} */ (headers),
      violates: fault?.violates ?? false,
    })
    receive()
    send(response, answer)
  })
  const origin = `http://127.0.0.1:${await listen(server)}`
  return {
    ...{ ...log, url: `${origin}${base}`, graphqlUrl: `${origin}${graphqlPath}`, state: own, received },
    close: () => close(server),
  }
}

/**
 * @param {Fault | undefined} fault
 * @param {() => Promise<Answer>} answerItself
 */
async function answerWith(fault, answerItself) {
  if (!fault) return answerItself()
  return typeof fault.answer === 'function' ? fault.answer(await answerItself()) : fault.answer
}

/**
 * @param {ServerResponse} response
 * @param {Answer} answer
 */
function send(response, { status, body, headers, silent, broken }) {
  if (silent) return
  const isPlain = typeof body === 'string'
  const text = isPlain ? body : JSON.stringify(body)
  response.writeHead(status, {
    ...(body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
    'x-github-request-id': 'C0DE:1',
    ...(broken && { 'content-length': String(2 * text.length) }),
    ...headers,
  })
  if (broken) response.write(text, () => response.destroy())
  else response.end(body === undefined ? undefined : text)
}

/** @param {IncomingMessage} request */
async function bodyOf(request) {
  return Buffer.concat(await request.toArray()).toString()
}

/** @param {string} text */
function parsed(text) {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * @param {string | undefined} authorization
 * @returns {Exchange['token']}
 */
function tokenOf(authorization) {
  if (authorization === undefined) return 'none'
  return /^(?:token|bearer) (.*)$/i.exec(authorization)?.[1] === GITHUB_TOKEN ? 'matches' : 'differs'
}
