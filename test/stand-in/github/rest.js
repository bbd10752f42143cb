/**
 * GitHub's REST API over the state: method, path, query and body in, answer out. No I/O.
 *
 * @import { Answer, Permission, PullRequest, Repository, State, Wire } from './state.js'
 * @import { Place } from './bodies.js'
 *
 * @typedef {object} Ask
 * @property {string} method
 * @property {string} path  Without the base path and the query.
 * @property {URLSearchParams} query
 * @property {unknown} body
 * @property {string} api  Base address, for the links.
 *
 * @typedef {object} Room  What a route works on.
 * @property {State} state
 * @property {Repository} repository
 * @property {Place} place
 * @property {Ask} ask
 * @property {Record<string, string>} of  What stands in the braces of the route.
 */
import { forbidden, locked, notFound, unprocessable } from './answers.js'
import {
  branchBody,
  checkRunBody,
  commentBody,
  pullRequestBody,
  repositoryBody,
  ruleBody,
  statusBody,
  userBody,
} from './bodies.js'
import { WORKFLOW_LOGIN } from './state.js'

/** Characters of a comment; of a status's description; statuses of one context on one commit. */
const LONGEST_COMMENT = 65_536
const LONGEST_DESCRIPTION = 140
const MOST_STATUSES = 1000

/** @type {[string, Permission | null, 'read' | 'write', (room: Room) => Answer][]} */
const ROUTES = [
  ['GET /repos/{owner}/{repo}/pulls/{number}', 'pull-requests', 'read', readPullRequest],
  ['GET /repos/{owner}/{repo}/commits/{ref}/check-runs', 'checks', 'read', listCheckRuns],
  ['GET /repos/{owner}/{repo}/commits/{ref}/status', 'statuses', 'read', readCombinedStatus],
  ['GET /repos/{owner}/{repo}/rules/branches/{branch}', null, 'read', listRules],
  ['GET /repos/{owner}/{repo}/branches/{branch}', 'contents', 'read', readBranch],
  ['POST /repos/{owner}/{repo}/issues/{number}/comments', 'pull-requests', 'write', createComment],
  ['PATCH /repos/{owner}/{repo}/issues/comments/{id}', 'pull-requests', 'write', changeComment],
  ['POST /repos/{owner}/{repo}/statuses/{sha}', 'statuses', 'write', createStatus],
]

const PATTERNS = ROUTES.map(([route, ...rest]) => {
  const pattern = new RegExp(`^${route.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  return /** @type {const} */ ([pattern, ...rest])
})

/**
 * @param {State} state  Changed by what writes.
 * @param {Ask} ask
 * @returns {Answer}
 */
export function answerRest(state, ask) {
  for (const [pattern, permission, level, respond] of PATTERNS) {
    const match = pattern.exec(`${ask.method} ${ask.path}`)
    if (!match?.groups) continue
    const of = Object.fromEntries(Object.entries(match.groups).map(([key, text]) => [key, decodeURIComponent(text)]))
    const { owner = '', repo: name = '' } = of
    const repository = state.repositories[`${owner}/${name}`]
    if (!repository) return notFound()
    if (permission !== null && !may(state, permission, level)) return forbidden()
    return respond({ state, repository, place: { api: ask.api, owner, name }, ask, of })
  }
  return notFound()
}

/**
 * @param {State} state
 * @param {Permission} permission
 * @param {'read' | 'write'} level
 */
export function may({ permissions = {} }, permission, level) {
  const given = permissions[permission] ?? 'write'
  return given === 'write' || given === level
}

/** @param {Room} room */
function readPullRequest({ repository, place, of }) {
  const given = pullRequestOf(repository, of)
  if (!given) return notFound()
  // The last view stays.
  const view = (given.views?.length ?? 0) > 1 ? given.views?.shift() : given.views?.[0]
  return ok(pullRequestBody(place, Number(of['number']), given, view ?? {}))
}

/** @param {Room} room */
function listCheckRuns({ repository, place, ask, of }) {
  const runs = Object.entries(repository.checkRuns?.[of['ref'] ?? ''] ?? [])
  const answer = page(ask, runs, ([at, run]) => checkRunBody(place, of['ref'] ?? '', run, Number(at)))
  return { ...answer, body: { total_count: runs.length, check_runs: answer.body } }
}

/** @param {Room} room */
function readCombinedStatus({ repository, place, ask, of }) {
  const commit = of['ref'] ?? ''
  /** @type {Map<string, [number, Wire]>} */
  const latest = new Map()
  for (const [at, status] of Object.entries(repository.statuses?.[commit] ?? [])) {
    // A context is the same in any letter case.
    latest.set(String(status['context'] ?? 'default').toLowerCase(), [Number(at), status])
  }
  const statuses = [...latest.values()]
  const states = statuses.map(([, { state }]) => state)
  const isFailed = states.some(state => state === 'failure' || state === 'error')
  const isDone = states.length > 0 && !states.includes('pending')
  const answer = page(ask, statuses, ([at, status]) => statusBody(place, commit, status, at))
  const url = `${place.api}/repos/${place.owner}/${place.name}/commits/${commit}`
  return {
    ...answer,
    body: {
      ...{ state: isFailed ? 'failure' : isDone ? 'success' : 'pending', sha: commit, total_count: statuses.length },
      ...{ statuses: answer.body, repository: repositoryBody(place), commit_url: url, url: `${url}/status` },
    },
  }
}

/** @param {Room} room */
function listRules({ repository, ask, of }) {
  const rules = Object.entries(repository.rules?.[of['branch'] ?? ''] ?? [])
  return page(ask, rules, ([at, rule]) => ruleBody(rule, Number(at)))
}

/** @param {Room} room */
function readBranch({ repository, place, of }) {
  const branch = of['branch'] ?? ''
  const commit = repository.branches?.[branch]
  if (commit === undefined) return notFound()
  return ok(branchBody(place, branch, commit, repository.protections?.[branch]))
}

/** @param {Room} room */
function createComment({ state, repository, place, ask, of }) {
  const given = pullRequestOf(repository, of)
  if (!given) return notFound()
  if (given.locked) return locked()
  const text = textOf(ask.body)
  const wrong = wrongText(text)
  if (wrong) return wrong
  const ids = Object.values(repository.pullRequests ?? {}).flatMap(each => numbered(state, each).map(({ id }) => id))
  const comment = { id: Math.max(1000, ...ids) + 1, body: text, login: state.login ?? WORKFLOW_LOGIN }
  given.comments = [...(given.comments ?? []), comment]
  const body = commentBody(place, Number(of['number']), comment)
  return { status: 201, body, headers: { location: body.url } }
}

/** @param {Room} room */
function changeComment({ state, repository, place, ask, of }) {
  const found = Object.entries(repository.pullRequests ?? {}).flatMap(([number, given]) =>
    numbered(state, given)
      .filter(({ id }) => id === Number(of['id']))
      .map(comment => ({ number: Number(number), given, comment })),
  )[0]
  if (!found) return notFound()
  const { number, given, comment } = found
  if (comment.login !== (state.login ?? WORKFLOW_LOGIN)) return forbidden()
  const body = textOf(ask.body)
  const wrong = wrongText(body)
  if (wrong) return wrong
  given.comments = numbered(state, given).map(each => (each.id === comment.id ? { ...each, body } : each))
  return ok(commentBody(place, number, { ...comment, body }))
}

/** @param {Room} room */
function createStatus({ state, repository, place, ask, of }) {
  const commit = of['sha'] ?? ''
  if (!commitsOf(repository).includes(commit)) return unprocessable('Status', `No commit found for SHA: ${commit}`)
  const given = typeof ask.body === 'object' && ask.body !== null ? /** @type {Wire} */ (ask.body) : {}
  const { description = null, context = 'default' } = given
  if (!['error', 'failure', 'pending', 'success'].includes(String(given['state']))) {
    return unprocessable('Status', 'state is not included in the list')
  }
  if (typeof description === 'string' && description.length > LONGEST_DESCRIPTION) {
    return unprocessable('Status', `description is too long (maximum is ${LONGEST_DESCRIPTION} characters)`)
  }
  const statuses = repository.statuses?.[commit] ?? []
  const same = statuses.filter(each => String(each['context']).toLowerCase() === String(context).toLowerCase())
  if (same.length >= MOST_STATUSES) {
    return unprocessable('Status', 'This SHA and context has reached the maximum number of statuses.')
  }
  const status = { ...given, context, description }
  repository.statuses = { ...repository.statuses, [commit]: [...statuses, status] }
  const creator = userBody(place.api, state.login ?? WORKFLOW_LOGIN)
  const body = { ...statusBody(place, commit, status, statuses.length), creator }
  return { status: 201, body, headers: { location: body.url } }
}

/**
 * @param {Repository} repository
 * @param {Record<string, string>} of
 * @returns {PullRequest | undefined}
 */
function pullRequestOf(repository, of) {
  return repository.pullRequests?.[Number(of['number'])]
}

/** @param {Repository} repository */
function commitsOf({ pullRequests = {}, branches = {}, checkRuns = {}, statuses = {} }) {
  const heads = Object.values(pullRequests).map(({ head }) => head?.sha ?? 'a'.repeat(40))
  return [...heads, ...Object.values(branches), ...Object.keys(checkRuns), ...Object.keys(statuses)]
}

/**
 * @param {State} state
 * @param {PullRequest} given
 */
export function numbered(state, { comments = [] }) {
  return comments.map((comment, at) => ({ id: 1 + at, login: state.login ?? WORKFLOW_LOGIN, ...comment }))
}

/** @param {unknown} body */
function textOf(body) {
  return typeof body === 'object' && body !== null && 'body' in body ? String(body.body) : ''
}

/** @param {string} text */
function wrongText(text) {
  if (text === '') return unprocessable('IssueComment', 'body cannot be blank')
  // GitHub counts characters, not UTF-16 units.
  return [...text].length > LONGEST_COMMENT
    ? unprocessable('IssueComment', `body is too long (maximum is ${LONGEST_COMMENT} characters)`)
    : null
}

/**
 * @param {unknown} body
 * @returns {Answer}
 */
function ok(body) {
  return { status: 200, body }
}

/**
 * One page of a list, with GitHub's links to the others.
 *
 * @template T
 * @param {Ask} ask
 * @param {T[]} items
 * @param {(item: T) => unknown} body
 * @returns {Answer & {body: unknown[]}}
 */
function page({ path, query, api }, items, body) {
  const size = Math.min(100, Number(query.get('per_page') ?? 30))
  const number = Number(query.get('page') ?? 1)
  const last = Math.max(1, Math.ceil(items.length / size))
  /** @param {number} to @param {string} name */
  const link = (to, name) => {
    const others = new URLSearchParams(query)
    others.set('page', String(to))
    return `<${api}${path}?${others}>; rel="${name}"`
  }
  const back = number > 1 ? [link(number - 1, 'prev'), link(1, 'first')] : []
  const on = number < last ? [link(number + 1, 'next'), link(last, 'last')] : []
  return {
    status: 200,
    body: items.slice((number - 1) * size, number * size).map(body),
    headers: back.length + on.length > 0 ? { link: [...back, ...on].join(', ') } : {},
  }
}
