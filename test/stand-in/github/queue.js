/**
 * GitHub's own merge queue, as GraphQL answers about it: where a pull request stands, and which checks are required.
 *
 * @import { PullRequest, Repository, State, Wire } from './state.js'
 */
import { refusal } from './graphql.js'
import { may } from './rest.js'
import { ACTIONS_APP, sha } from './state.js'

const ADDED = '2026-03-01T09:00:00Z'

/**
 * @param {unknown} oid
 * @param {unknown} [committedDate]  Now, if nothing else is said.
 */
function commit(oid, committedDate = new Date().toISOString()) {
  return { __typename: 'Commit', oid, committedDate }
}

/** @param {unknown} login */
function actor(login) {
  return login === null ? null : { __typename: String(login).includes('[bot]') ? 'Bot' : 'User', login }
}

/**
 * The members of a pull request that tell of the queue. Each query takes the next view, and the last one stays.
 *
 * @param {PullRequest} given
 */
export function standingOf(given) {
  const { standings = [] } = given
  const view = (standings.length > 1 ? standings.shift() : standings[0]) ?? {}
  const { entry = null, events = [], pushes = events, ...members } = view
  return {
    ...{ isMergeQueueEnabled: true, isInMergeQueue: entry !== null, merged: given.merged ?? false, mergedAt: null },
    ...{ author: actor('octocat'), autoMergeRequest: null },
    mergeQueueEntry: entry && entryOf(/** @type {Wire} */ (entry)),
    /** @param {{last: number, itemTypes: string[]}} of */
    timelineItems: ({ last, itemTypes }) =>
      timeline(/** @type {Wire[]} */ (itemTypes.includes('PULL_REQUEST_COMMIT') ? pushes : events), last),
    ...members,
  }
}

/** @param {Wire} given */
function entryOf({ enqueuer = 'octocat', headCommit = null, builtAt, ...given }) {
  return {
    ...{ __typename: 'MergeQueueEntry', state: 'QUEUED', position: 1, enqueuedAt: ADDED, estimatedTimeToMerge: null },
    ...{ jump: false, enqueuer: actor(enqueuer), headCommit: headCommit && commit(headCommit, builtAt) },
    ...given,
  }
}

/**
 * @param {Wire[]} events
 * @param {number} last
 */
function timeline(events, last) {
  const nodes = events.slice(-last).map(({ kind, at = ADDED, reason = null, group = null, by = 'octocat' }) => {
    switch (kind) {
      case 'added':
        return { __typename: 'AddedToMergeQueueEvent', createdAt: at, actor: actor(by) }
      case 'removed': {
        const beforeCommit = group && commit(group)
        return { __typename: 'RemovedFromMergeQueueEvent', createdAt: at, reason, actor: actor(by), beforeCommit }
      }
      case 'force-pushed':
        return { __typename: 'HeadRefForcePushedEvent', createdAt: at }
      default:
        return { __typename: 'PullRequestCommit', commit: commit(sha('a')) }
    }
  })
  return { nodes, totalCount: events.length, pageInfo: { hasPreviousPage: events.length > last, hasNextPage: false } }
}

/**
 * The checks of a commit, with those that are marked as required.
 *
 * @param {State} state
 * @param {Repository} repository
 * @param {string} oid
 */
export function commitOf(state, { checkRuns = {}, statuses = {}, marked = [] }, oid) {
  const runs = (checkRuns[oid] ?? []).map((given, at) => {
    const { name, app = ACTIONS_APP, status = 'completed', conclusion = 'success', started_at = ADDED } = given
    const isDone = status === 'completed'
    return {
      ...{ __typename: 'CheckRun', name, status: inCapitals(status), startedAt: started_at },
      ...{
        conclusion: isDone ? inCapitals(conclusion) : null,
        completedAt: isDone ? (given['completed_at'] ?? ADDED) : null,
      },
      url: given['html_url'] ?? `https://github.com/acme/rocket/runs/${given['id'] ?? 5000 + at}`,
      isRequired: () => isMarked(state, marked, name),
      checkSuite: {
        app: app === null ? null : { databaseId: app, slug: app === ACTIONS_APP ? 'github-actions' : `app-${app}` },
      },
    }
  })
  const contexts = (statuses[oid] ?? []).map(({ context, state: word, by = 'octocat', target_url = null }) => ({
    ...{ __typename: 'StatusContext', context, state: inCapitals(word), targetUrl: target_url, createdAt: ADDED },
    ...{ creator: actor(by), isRequired: () => isMarked(state, marked, context) },
  }))
  const nodes = [...runs, ...contexts]
  const page = { nodes, totalCount: nodes.length, pageInfo: { hasNextPage: false, endCursor: null } }
  return { ...commit(oid), statusCheckRollup: nodes.length === 0 ? null : { contexts: page } }
}

/** @param {unknown} word */
function inCapitals(word) {
  return String(word).toUpperCase()
}

/**
 * @param {State} state
 * @param {string[]} marked
 * @param {unknown} name
 */
function isMarked(state, marked, name) {
  if (!may(state, 'checks', 'read')) throw refusal('FORBIDDEN', 'Resource not accessible by integration')
  return marked.includes(String(name))
}

/**
 * The same object, of which the members that the state names can't be read.
 *
 * @param {State} state
 * @param {string} type
 * @param {Wire} members
 */
export function refusing({ refused = [] }, type, members) {
  const withheld = Object.keys(members).filter(name => refused.includes(`${type}.${name}`))
  const refuse = () => {
    throw refusal('FORBIDDEN', 'Resource not accessible by integration')
  }
  return { ...members, ...Object.fromEntries(withheld.map(name => [name, refuse])) }
}
