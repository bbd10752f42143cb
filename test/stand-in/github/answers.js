/**
 * GitHub's refusals and failures. Put one into `faults` of the state.
 *
 * @import { Answer } from './state.js'
 */

const DOCS = 'https://docs.github.com/rest'

/**
 * @param {number} status
 * @param {string} message
 * @param {object} [more]
 * @returns {Answer}
 */
function refusal(status, message, more = {}) {
  return { status, body: { message, documentation_url: DOCS, status: String(status), ...more } }
}

export const requiresAuthentication = () => refusal(401, 'Requires authentication')
export const badCredentials = () => refusal(401, 'Bad credentials')
export const notFound = () => refusal(404, 'Not Found')
export const gone = () => refusal(410, 'This issue was deleted')
export const serverError = (status = 502) => refusal(status, 'Server Error')

/** The token lacks a permission. */
export const forbidden = () => refusal(403, 'Resource not accessible by integration')

/** Only members may comment. */
export const locked = () => refusal(403, 'Unable to create comment because issue is locked.')

/**
 * @param {string} resource
 * @param {string} message
 */
export function unprocessable(resource, message) {
  return refusal(422, 'Validation Failed', { errors: [{ resource, code: 'custom', message }] })
}

/**
 * The primary limit: so many requests an hour.
 *
 * @param {number} resetsAt  Seconds since the epoch.
 * @param {403 | 429} [status]
 */
export function primaryLimit(resetsAt, status = 403) {
  return {
    ...refusal(status, 'API rate limit exceeded for installation ID 1234.'),
    headers: { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(resetsAt) },
  }
}

/**
 * A secondary limit: too much at once. GitHub does not always say for how long.
 *
 * @param {number | null} retryAfter  Seconds.
 * @param {403 | 429} [status]
 */
export function secondaryLimit(retryAfter, status = 403) {
  return {
    ...refusal(status, 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'),
    headers: { 'x-ratelimit-remaining': '900', ...(retryAfter !== null && { 'retry-after': String(retryAfter) }) },
  }
}

/**
 * @param {string} location
 * @param {number} [status]
 */
export function redirect(location, status = 301) {
  return { ...refusal(status, 'Moved Permanently', { url: location }), headers: { location } }
}

/**
 * An error of GraphQL, which comes with status 200.
 *
 * @param {'NOT_FOUND' | 'FORBIDDEN' | 'RATE_LIMITED' | 'INSUFFICIENT_SCOPES'} type
 */
export function graphqlError(type) {
  return { status: 200, body: { data: null, errors: [{ type, path: ['repository'], message: 'Could not do it' }] } }
}

/** Nothing is ever sent. */
export const silence = () => ({ status: 200, silent: true })

/** The connection breaks in the middle of the body. */
export const breakOff = () => ({ status: 200, broken: true, body: `{"state": "${'x'.repeat(1000)}` })
