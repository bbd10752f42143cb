/**
 * The state of the stand-in: plain data that a test can write by hand, compare and change. Members that go over the
 * wire carry their wire names; the rest of each record is passed on as it is.
 *
 * @typedef {{host: string, owner: string, name: string}} Repo
 * @typedef {Record<string, unknown>} WireObject
 * @typedef {WireObject & {prNumber: number}} PullRequest
 *   Members of a submitted pull request and of an enqueued one together; each answer leaves out what is not its own.
 * @typedef {WireObject & {branch: string}} QueueSettings  The answer of `getQueue` without `enqueuedPullRequests`.
 *
 * @typedef {object} Queue
 * @property {QueueSettings} settings
 * @property {number[]} enqueued  Numbers of the pull requests that `getQueue` lists, in its order.
 * @property {PullRequest[]} pullRequests  Every pull request that was ever submitted.
 * @property {Record<string, WireObject>} testRuns  By id: the answers of `getMergeQueueTestingDetails`.
 * @property {Record<number, WireObject[]>} [histories]  Transitions of an entry in v2's words, the oldest first, by number.
 *
 * @typedef {object} Repository
 * @property {Repo} repo
 * @property {string} organization  Slug.
 * @property {Queue[]} queues
 * @property {WireObject[]} quarantinedTests
 * @property {string} [testCollection]  Id of the collection that holds them, for v2.
 *
 * @typedef {'listQuarantinedTests' | 'getMergeQueueTestingDetails' | 'getQueue' | 'getSubmittedPullRequest'} V1Operation
 * @typedef {'v2.repositories' | 'v2.queues' | 'v2.order' | 'v2.pullRequests' | 'v2.runs' | 'v2.history' | 'v2.run' | 'v2.collection' | 'v2.tests'} V2Operation
 * @typedef {V1Operation | V2Operation} OperationName
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {unknown} body  A string is sent as plain text, anything else as JSON.
 * @property {Record<string, string>} [headers]  Win over those of the service, names in lower case.
 * @property {number} [delay]  Milliseconds before it is sent.
 *
 * @typedef {object} State
 * @property {Repository[]} repositories
 * @property {Partial<Record<OperationName, Answer | Answer[]>>} [answers]
 *   Answers that are sent as they stand, past the stand-in's own code: one for every request to the operation, or a
 *   list for its first requests, in order, after which the stand-in answers itself.
 *
 * @typedef {object} ScriptStep
 * @property {number} at  Milliseconds since the first request. A client's start takes an unknown time, so that is the zero.
 * @property {(state: State) => State} change  Must return a new state and leave the given one alone.
 */

/**
 * The state after all steps whose time has come, in the order of the list.
 *
 * @param {State} state
 * @param {ScriptStep[]} script
 * @param {number} elapsed  Milliseconds since the first request.
 * @returns {State}
 */
export function stateAt(state, script, elapsed) {
  return script.filter(step => step.at <= elapsed).reduce((current, step) => step.change(current), state)
}

/**
 * A change for a script: sets members of a pull request. `undefined` takes a member away.
 *
 * @param {number} number
 * @param {WireObject} members
 * @returns {(state: State) => State}
 */
export function changePullRequest(number, members) {
  return changeOne(`pull request ${number}`, queue => {
    if (!queue.pullRequests.some(pullRequest => pullRequest.prNumber === number)) return undefined
    const pullRequests = queue.pullRequests.map(pullRequest =>
      pullRequest.prNumber === number ? { ...pullRequest, ...members } : pullRequest,
    )
    return { ...queue, pullRequests }
  })
}

/**
 * A change for a script: sets members of a queue's settings and, if given, the numbers that it lists.
 *
 * @param {string} branch
 * @param {WireObject} settings
 * @param {number[]} [enqueued]
 * @returns {(state: State) => State}
 */
export function changeQueue(branch, settings, enqueued) {
  return changeOne(`queue of ${branch}`, queue =>
    queue.settings.branch === branch
      ? { ...queue, settings: { ...queue.settings, ...settings }, enqueued: enqueued ?? queue.enqueued }
      : undefined,
  )
}

/**
 * A change for a script: sets members of a test run.
 *
 * @param {string} id
 * @param {WireObject} members
 * @returns {(state: State) => State}
 */
export function changeTestRun(id, members) {
  return changeOne(`test run ${id}`, queue => {
    const testRun = queue.testRuns[id]
    return testRun && { ...queue, testRuns: { ...queue.testRuns, [id]: { ...testRun, ...members } } }
  })
}

/**
 * A change for a script: sets or, with `{}`, ends the answers that are sent as they stand.
 *
 * @param {NonNullable<State['answers']>} answers
 * @returns {(state: State) => State}
 */
export function changeAnswers(answers) {
  return state => ({ ...state, answers })
}

/**
 * @param {string} what  For the error: a change that meets nothing is a misspelt test, not a quiet success.
 * @param {(queue: Queue) => Queue | undefined} change  `undefined` where the queue is not concerned.
 * @returns {(state: State) => State}
 */
function changeOne(what, change) {
  return state => {
    let met = false
    const repositories = state.repositories.map(repository => ({
      ...repository,
      queues: repository.queues.map(queue => {
        const changed = change(queue)
        met ||= changed !== undefined
        return changed ?? queue
      }),
    }))
    if (!met) throw new Error(`The state has no ${what} to change`)
    return { ...state, repositories }
  }
}
