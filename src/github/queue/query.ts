/**
 * The query about one pull request and its queue: the pull request, its entry, its events and, if wanted, the queue's
 * list. Every field can be left out, because one unknown field fails the whole query.
 */

/** Last events of the queue that are asked for: the last one tells how the pull request left. */
const EVENTS = 10
/** Events of the queue and pushes, from the end. */
const PUSHES = 30
/** Most entries of the queue that GitHub gives on a page. */
export const ENTRIES = 100

/** The subject of the query. */
export interface StandingQuestion {
  owner: string
  name: string
  /** Null where only the queue is asked for. */
  number: number | null
  /** Branch whose queue is listed; null: no list. */
  listOf: string | null
}

/** The query with the variables that it takes. */
export function standingQuery(
  { owner, name, number, listOf }: StandingQuestion,
  leftOut: ReadonlySet<string>,
): { query: string; variables: Record<string, string | number> } {
  const parameters = ['$owner: String!', '$name: String!']
  const variables: Record<string, string | number> = { owner, name }
  if (number !== null) {
    parameters.push('$number: Int!')
    variables['number'] = number
  }
  // An unused variable would fail the query, too.
  const isListed = listOf !== null && !leftOut.has('Repository.mergeQueue')
  if (isListed) {
    parameters.push('$branch: String!')
    variables['branch'] = listOf
  }
  const body = [number === null ? '' : pullRequestText(leftOut), isListed ? listText(leftOut, 'null') : '']
  const query = `query Standing(${parameters.join(', ')}) {
  repository(owner: $owner, name: $name) { __typename ${body.join('\n')} }
}`
  return { query, variables }
}

/** A further page of the queue's list. */
export function entriesQuery(leftOut: ReadonlySet<string>): string {
  return `query Entries($owner: String!, $name: String!, $branch: String!, $after: String!) {
  repository(owner: $owner, name: $name) { ${listText(leftOut, '$after')} }
}`
}

function pullRequestText(leftOut: ReadonlySet<string>): string {
  const { fields, object } = selection(leftOut)
  const pr = 'PullRequest'
  const added = `... on AddedToMergeQueueEvent { __typename ${fields('AddedToMergeQueueEvent', 'createdAt')} }`
  const removed = `... on RemovedFromMergeQueueEvent {
        __typename ${fields('RemovedFromMergeQueueEvent', 'createdAt', 'reason')}
        ${object('RemovedFromMergeQueueEvent', 'actor', 'login')}
        ${object('RemovedFromMergeQueueEvent', 'beforeCommit', 'oid')}
      }`
  const timeline = (alias: string, last: number, types: string, nodes: string) =>
    object(pr, 'timelineItems', `pageInfo { hasPreviousPage } nodes { __typename ${nodes} }`, {
      alias,
      given: `(last: ${last}, itemTypes: [${types}])`,
    })
  const ofQueue = 'ADDED_TO_MERGE_QUEUE_EVENT, REMOVED_FROM_MERGE_QUEUE_EVENT'
  return `pullRequest(number: $number) {
      __typename
      ${fields(pr, 'number', 'title', 'state', 'merged', 'mergedAt', 'baseRefName', 'headRefOid')}
      ${fields(pr, 'isMergeQueueEnabled', 'isInMergeQueue')}
      ${object(pr, 'author', 'login')}
      ${object(pr, 'autoMergeRequest', 'enabledAt')}
      ${object(
        pr,
        'mergeQueueEntry',
        `${fields('MergeQueueEntry', 'state', 'position', 'enqueuedAt', 'estimatedTimeToMerge', 'jump')}
        ${object('MergeQueueEntry', 'enqueuer', 'login')}
        ${object('MergeQueueEntry', 'headCommit', fields('Commit', 'oid', 'committedDate'))}`,
      )}
      ${timeline('queueEvents', EVENTS, ofQueue, `${added} ${removed}`)}
      ${timeline('pushes', PUSHES, `${ofQueue}, HEAD_REF_FORCE_PUSHED_EVENT, PULL_REQUEST_COMMIT`, `${added}`)}
    }`
}

function listText(leftOut: ReadonlySet<string>, after: string): string {
  const { fields, object } = selection(leftOut)
  const entry = `${fields('MergeQueueEntry', 'position', 'state', 'enqueuedAt')}
        ${object('MergeQueueEntry', 'pullRequest', fields('PullRequest', 'number', 'title', 'headRefOid'))}`
  const entries = `totalCount pageInfo { hasNextPage endCursor } nodes { __typename ${entry} }`
  return object(
    'Repository',
    'mergeQueue',
    `${object('MergeQueue', 'configuration', fields('MergeQueueConfiguration', 'checkResponseTimeout', 'mergeMethod', 'maximumEntriesToBuild'))}
      ${object('MergeQueue', 'entries', entries, { given: `(first: ${ENTRIES}, after: ${after})` })}`,
    { given: '(branch: $branch)' },
  )
}

/** Writes the fields of a type, without those in `leftOut`. */
function selection(leftOut: ReadonlySet<string>) {
  const has = (type: string, field: string) => !leftOut.has(`${type}.${field}`)
  return {
    fields: (type: string, ...names: string[]) => names.filter(name => has(type, name)).join(' '),
    object(type: string, field: string, members: string, { alias = '', given = '' } = {}) {
      if (!has(type, field)) return ''
      // An object without members would be an invalid query.
      return `${alias === '' ? '' : `${alias}: `}${field}${given} { __typename ${members} }`
    },
  }
}
