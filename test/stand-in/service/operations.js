import { integer, members, Refusal, text } from './request.js'

/**
 * @import { Answer, V1Operation, PullRequest, Queue, Repo, Repository, State } from './state.js'
 *
 * @typedef {(state: State, body: unknown) => Answer} Operation
 */

/** Rows of a page without `page_size`: a guess, as the contract doesn't say. */
const DEFAULT_PAGE_SIZE = 20

/** @type {Record<string, V1Operation>} */
export const operationOfPath = {
  '/v1/flaky-tests/list-quarantined-tests': 'listQuarantinedTests',
  '/v1/getMergeQueueTestingDetails': 'getMergeQueueTestingDetails',
  '/v1/getQueue': 'getQueue',
  '/v1/getSubmittedPullRequest': 'getSubmittedPullRequest',
}

/** @type {Record<V1Operation, Operation>} */
const operations = { listQuarantinedTests, getMergeQueueTestingDetails, getQueue, getSubmittedPullRequest }

/**
 * The service's answer to a JSON body: 200, 400 if the body breaks the contract, 404 if the state lacks the object.
 *
 * @param {V1Operation} name
 * @param {State} state
 * @param {unknown} body
 * @returns {Answer}
 */
export function answer(name, state, body) {
  try {
    return operations[name](state, body)
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.message }
    throw error
  }
}

/** @type {Operation} */
function listQuarantinedTests(state, body) {
  const request = members(body, 'body', { required: ['repo', 'org_url_slug', 'page_query'] })
  const repo = readRepo(request['repo'])
  const organization = text(request['org_url_slug'], 'body.org_url_slug')
  const query = readPageQuery(request['page_query'])
  const repository = findRepository(state, repo)
  if (repository.organization !== organization) throw new Refusal(404, 'organization not found')
  const tests = repository.quarantinedTests
  const first = query.index * query.size
  return {
    status: 200,
    body: { quarantined_tests: tests.slice(first, first + query.size), page: pageOf(tests.length, query) },
  }
}

/** @type {Operation} */
function getMergeQueueTestingDetails(state, body) {
  const request = members(body, 'body', { required: ['repo', 'testRunId', 'targetBranch'] })
  const repo = readRepo(request['repo'])
  const id = text(request['testRunId'], 'body.testRunId')
  const queue = findQueue(state, repo, text(request['targetBranch'], 'body.targetBranch'))
  if (!Object.hasOwn(queue.testRuns, id)) throw new Refusal(404, 'test run not found')
  return { status: 200, body: queue.testRuns[id] }
}

/** @type {Operation} */
function getQueue(state, body) {
  const request = members(body, 'body', { required: ['repo', 'targetBranch'] })
  const repo = readRepo(request['repo'])
  const queue = findQueue(state, repo, text(request['targetBranch'], 'body.targetBranch'))
  const enqueuedPullRequests = queue.enqueued.map(number => {
    if (!hasPullRequest(queue, number)) throw new Error(`The state lists ${number} but doesn't hold it`)
    const { forceEnqueued: _1, isCurrentlySubmittedToQueue: _2, ...entry } = findPullRequest(queue, number)
    return entry
  })
  return { status: 200, body: { ...queue.settings, enqueuedPullRequests } }
}

/** @type {Operation} */
function getSubmittedPullRequest(state, body) {
  const request = members(body, 'body', { required: ['repo', 'pr', 'targetBranch'], optional: ['includeTimeline'] })
  const repo = readRepo(request['repo'])
  const pr = members(request['pr'], 'body.pr', { required: ['number'] })
  const number = integer(pr['number'], 'body.pr.number', 1, 2147483647)
  const queue = findQueue(state, repo, text(request['targetBranch'], 'body.targetBranch'))
  const { noBatch: _, ...pullRequest } = findPullRequest(queue, number)
  const verifiedByTestRun = pullRequest['state'] === 'merged' ? (runOf(queue, number) ?? null) : null
  const timeline = request['includeTimeline'] === true ? { timeline: timelineOf(queue, number) } : {}
  return { status: 200, body: { verifiedByTestRun, ...pullRequest, ...timeline } }
}

/** What v1 calls the states of an entry in its timeline. */
const MOMENTS = /** @type {Record<string, string>} */ ({ failed: 'failure', cancelled: 'cancellation' })

/**
 * The history of an entry as v1 tells it: the newest first, reasons in lower case, checks as statuses.
 *
 * @param {Queue} queue
 * @param {number} number
 */
function timelineOf({ histories = {} }, number) {
  return (histories[number] ?? []).toReversed().map(({ state, changedAt, reason, actor, failed }) => ({
    timestamp: changedAt,
    [MOMENTS[String(state)] ?? String(state)]: {
      reason: typeof reason === 'string' ? reason.toLowerCase() : null,
      ...(actor !== undefined && { actor }),
      ...timelineFailure(failed),
    },
  }))
}

/** @param {unknown} failed */
function timelineFailure(failed) {
  const { failureCausingChecks = [], ...others } = /** @type {Record<string, unknown>} */ (failed ?? {})
  return failed === undefined ? {} : { failureCausingStatuses: failureCausingChecks, ...others }
}

/**
 * The first test run of a pull request.
 *
 * @param {Queue} queue
 * @param {number} number
 */
function runOf({ testRuns }, number) {
  return Object.keys(testRuns).find(id => {
    const tested = /** @type {{prNumber: number}[]} */ (testRuns[id]?.['testedPullRequests'] ?? [])
    return tested.some(({ prNumber }) => prNumber === number)
  })
}

/**
 * @param {unknown} value
 * @returns {Repo}
 */
function readRepo(value) {
  const repo = members(value, 'body.repo', { required: ['host', 'owner', 'name'] })
  return {
    host: text(repo['host'], 'body.repo.host'),
    owner: text(repo['owner'], 'body.repo.owner'),
    name: text(repo['name'], 'body.repo.name'),
  }
}

/**
 * A page token holds the page's index and size; it is of no use with another size.
 *
 * @param {unknown} value
 * @returns {{index: number, size: number}}
 */
function readPageQuery(value) {
  const query = members(value, 'body.page_query', { optional: ['page_size', 'page_token'] })
  const { page_size = DEFAULT_PAGE_SIZE, page_token = '' } = query
  const size = integer(page_size, 'body.page_query.page_size', 1, 100)
  const token = text(page_token, 'body.page_query.page_token')
  if (token === '') return { index: 0, size }
  const index = Number(/^(\d+):/.exec(Buffer.from(token, 'base64url').toString())?.[1])
  if (token !== pageToken({ index, size })) throw new Refusal(400, 'body.page_query.page_token: unknown token')
  return { index, size }
}

/**
 * @param {{index: number, size: number}} page
 * @returns {string}
 */
function pageToken({ index, size }) {
  return Buffer.from(`${index}:${size}`).toString('base64url')
}

/**
 * @param {number} rows
 * @param {{index: number, size: number}} query
 */
function pageOf(rows, { index, size }) {
  const pages = Math.ceil(rows / size)
  /** @param {number} target */
  const token = target => (target >= 0 && target < pages ? pageToken({ index: target, size }) : '')
  return {
    total_rows: rows,
    total_pages: pages,
    next_page_token: token(index + 1),
    prev_page_token: token(index - 1),
    last_page_token: token(pages - 1),
    page_index: index,
  }
}

/**
 * @param {State} state
 * @param {Repo} repo
 * @returns {Repository}
 */
function findRepository(state, repo) {
  const found = state.repositories.find(
    ({ repo: { host, owner, name } }) => host === repo.host && owner === repo.owner && name === repo.name,
  )
  if (!found) throw new Refusal(404, 'repository not found')
  return found
}

/**
 * @param {State} state
 * @param {Repo} repo
 * @param {string} branch
 * @returns {Queue}
 */
function findQueue(state, repo, branch) {
  const found = findRepository(state, repo).queues.find(queue => queue.settings.branch === branch)
  if (!found) throw new Refusal(404, 'queue not found')
  return found
}

/**
 * @param {Queue} queue
 * @param {number} number
 */
function hasPullRequest(queue, number) {
  return queue.pullRequests.some(pullRequest => pullRequest.prNumber === number)
}

/**
 * @param {Queue} queue
 * @param {number} number
 * @returns {PullRequest}
 */
function findPullRequest(queue, number) {
  const found = queue.pullRequests.find(pullRequest => pullRequest.prNumber === number)
  if (!found) throw new Refusal(404, 'pull request not found')
  return found
}
