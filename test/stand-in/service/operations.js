/**
 * @import { Answer, V1Operation, PullRequest, Queue, Repo, Repository, State } from './state.js'
 *
 * @typedef {object} Body  What the operations are asked; test/checkers/openapi.test.ts holds requests to the description.
 * @property {Repo} repo
 * @property {string} targetBranch
 * @property {{number: number}} pr
 * @property {boolean} [includeTimeline]
 * @property {string} testRunId
 * @property {string} org_url_slug
 * @property {{page_size?: number, page_token?: string}} page_query
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

/** A request that the service doesn't serve: an HTTP status and a plain-text body. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/**
 * The service's answer to a JSON body: 200, or 404 if the state lacks the object.
 *
 * @param {V1Operation} name
 * @param {State} state
 * @param {unknown} body
 * @returns {Answer}
 */
export function answer(name, state, body) {
  try {
    return { status: 200, body: operations[name](state, /** @type {Body} */ (body)) }
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.message }
    throw error
  }
}

/** @type {Record<V1Operation, (state: State, body: Body) => unknown>} */
const operations = {
  listQuarantinedTests(state, { repo, org_url_slug: organization, page_query: query }) {
    const repository = findRepository(state, repo)
    if (repository.organization !== organization) throw new Refusal(404, 'organization not found')
    const { page_size: size = DEFAULT_PAGE_SIZE, page_token: token = '' } = query
    // A page token holds the page's index and size.
    const index = Number(Buffer.from(token, 'base64url').toString().replace(/:.*/, ''))
    const tests = repository.quarantinedTests
    return { quarantined_tests: tests.slice(index * size, (index + 1) * size), page: pageOf(tests.length, index, size) }
  },
  getMergeQueueTestingDetails(state, { repo, testRunId, targetBranch }) {
    const { testRuns } = findQueue(state, repo, targetBranch)
    if (!Object.hasOwn(testRuns, testRunId)) throw new Refusal(404, 'test run not found')
    return testRuns[testRunId]
  },
  getQueue(state, { repo, targetBranch }) {
    const queue = findQueue(state, repo, targetBranch)
    const enqueuedPullRequests = queue.enqueued.map(number => {
      const { forceEnqueued: _1, isCurrentlySubmittedToQueue: _2, ...entry } = findPullRequest(queue, number)
      return entry
    })
    return { ...queue.settings, enqueuedPullRequests }
  },
  getSubmittedPullRequest(state, { repo, pr: { number }, targetBranch, includeTimeline }) {
    const queue = findQueue(state, repo, targetBranch)
    const { noBatch: _, ...pullRequest } = findPullRequest(queue, number)
    const verifiedByTestRun = pullRequest['state'] === 'merged' ? (runOf(queue, number) ?? null) : null
    return { verifiedByTestRun, ...pullRequest, ...(includeTimeline && { timeline: timelineOf(queue, number) }) }
  },
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
 * @param {number} rows
 * @param {number} index
 * @param {number} size
 */
function pageOf(rows, index, size) {
  const pages = Math.ceil(rows / size)
  /** @param {number} target */
  const token = target => (target >= 0 && target < pages ? Buffer.from(`${target}:${size}`).toString('base64url') : '')
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
 * @returns {PullRequest}
 */
function findPullRequest(queue, number) {
  const found = queue.pullRequests.find(pullRequest => pullRequest.prNumber === number)
  if (!found) throw new Refusal(404, 'pull request not found')
  return found
}
