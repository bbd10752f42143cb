/**
 * Workflow files, and the checks on the groups of merged pull requests, as GraphQL answers about them.
 *
 * @import { Repository, State, Wire } from './state.js'
 */
import { refusal } from './graphql.js'
import { may } from './rest.js'
import { ACTIONS_APP, sha } from './state.js'

const FOLDER = '.github/workflows'
const MERGED = '2026-03-01T09:00:00Z'

/**
 * The object that a revision names: a commit, or the folder of its workflow files.
 *
 * @param {State} state
 * @param {Repository} repository
 * @param {string} expression
 */
export function objectAt(state, { workflows }, expression) {
  if (!may(state, 'contents', 'read')) throw refusal('FORBIDDEN', 'Resource not accessible by integration')
  const [revision = '', folder] = expression.split(':')
  const files = workflows?.[revision.replace('refs/heads/', '')]
  if (workflows && !files) return null
  if (folder === undefined) return { __typename: 'Commit', oid: sha('a') }
  if (!files || folder !== FOLDER) return null
  const entries = Object.entries(files).map(([name, text]) => ({
    ...{ name, path: `${FOLDER}/${name}`, type: 'blob' },
    object: { __typename: 'Blob', text, isTruncated: false, isBinary: false, byteSize: text.length },
  }))
  return { __typename: 'Tree', entries }
}

/**
 * The pull requests that were merged last, with the checks on their groups.
 *
 * @param {State} state
 * @param {Repository} repository
 */
export function mergedPullRequests(state, { groups = [] }) {
  const nodes = groups.map(({ removedAt = MERGED, checks = [] }) => ({
    timelineItems: {
      nodes: [
        {
          ...{ __typename: 'RemovedFromMergeQueueEvent', createdAt: removedAt, reason: 'merged' },
          beforeCommit: {
            ...{ __typename: 'Commit', oid: sha('e') },
            statusCheckRollup: () => {
              if (!may(state, 'checks', 'read')) throw refusal('FORBIDDEN', 'Resource not accessible by integration')
              return { contexts: { nodes: /** @type {Wire[]} */ (checks).map(reportOf) } }
            },
          },
        },
      ],
    },
  }))
  return { nodes, totalCount: nodes.length }
}

/** @param {Wire} check */
function reportOf({ name, context, at = MERGED, app = ACTIONS_APP, event = 'merge_group', file = null, by = null }) {
  if (context)
    return { __typename: 'StatusContext', context, createdAt: at, creator: by && { __typename: 'Bot', login: by } }
  const isByActions = app === ACTIONS_APP
  return {
    ...{ __typename: 'CheckRun', name, completedAt: at },
    checkSuite: {
      app: { databaseId: app, slug: isByActions ? 'github-actions' : 'other' },
      workflowRun: isByActions ? { event, file: file && { path: file } } : null,
    },
  }
}
