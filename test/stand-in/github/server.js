import { createServer } from 'node:http'
import { close, listen } from '../listen.js'

/**
 * @typedef {object} GitHubAnswer
 * @property {number} status
 * @property {unknown} body  A string is sent as it stands, anything else as JSON.
 * @property {Record<string, string>} [headers]  Win over those of the stand-in, names in lower case.
 * @property {boolean} [silent]  Nothing is ever sent.
 *
 * @typedef {object} GitHubRequest
 * @property {string} method
 * @property {string} path  With the query, if there is one.
 * @property {'matches' | 'differs' | 'none'} token  Of the authorization header.
 *
 * @typedef {object} GitHub
 * @property {string} url  For GITHUB_API_URL.
 * @property {GitHubRequest[]} requests  In the order in which they came.
 * @property {() => Promise<void>} close  Ends open connections as well.
 */

/** The token that counts as the right one. */
export const GITHUB_TOKEN = 'github-stand-in-token'

/**
 * Starts a stand-in of GitHub's API on a port of 127.0.0.1. It serves pull requests alone, GET
 * /repos/{owner}/{repo}/pulls/{n}, by answers that are sent as they stand; every other path is 404, as GitHub has it.
 *
 * @param {object} options
 * @param {Record<string, GitHubAnswer>} options.pullRequests  By `owner/repo#number`.
 * @returns {Promise<GitHub>}
 */
export async function startGitHub({ pullRequests }) {
  /** @type {GitHubRequest[]} */
  const requests = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ method: request.method ?? '', path, token: tokenOf(request.headers.authorization) })
    const match = /^\/repos\/([^/]+\/[^/]+)\/pulls\/(\d+)$/.exec(path)
    const answer = (request.method === 'GET' && match && pullRequests[`${match[1]}#${match[2]}`]) || NOT_FOUND
    if (answer.silent) return
    const plain = typeof answer.body === 'string'
    response.writeHead(answer.status, {
      'content-type': plain ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
      'x-github-request-id': 'C0DE:1',
      ...answer.headers,
    })
    response.end(plain ? answer.body : JSON.stringify(answer.body))
  })
  return { url: `http://127.0.0.1:${await listen(server)}`, requests, close: () => close(server) }
}

/** @type {GitHubAnswer} */
const NOT_FOUND = {
  status: 404,
  body: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' },
}

/**
 * @param {string | undefined} authorization
 * @returns {GitHubRequest['token']}
 */
function tokenOf(authorization) {
  if (authorization === undefined) return 'none'
  return /^(?:token|bearer) (.*)$/i.exec(authorization)?.[1] === GITHUB_TOKEN ? 'matches' : 'differs'
}
