import type { GitHubScope } from '../client.ts'

/** How many of the latest events of the queue are asked for: the latest one tells how the pull request left. */
const EVENTS = 10
/** How many of the latest pushes and events of the queue are asked for. */
const PUSHES = 30

/** The query about one pull request: its entry and its events. */
export function standingQuery(
  { repository, number }: { repository: GitHubScope['repository']; number: number },
  leftOut: ReadonlySet<string>,
): Query {
  // The log shows the name of the query.
  return repositoryQuery('PullRequest', repository, [{ text: pullRequestText(leftOut), takes: { number: ['Int!', number] } }])
}

/** A query with the variables that it takes. */
interface Query {
  query: string
  variables: Record<string, unknown>
}

/** A part of a query, with the types and values of the variables in it: an unused variable would fail the query. */
export interface QueryPart {
  text: string
  takes: Record<string, [type: string, value: unknown]>
}

export function repositoryQuery(name: string, repository: GitHubScope['repository'], parts: QueryPart[]): Query {
  const own: QueryPart['takes'] = { owner: ['String!', repository.owner], name: ['String!', repository.name] }
  const taken = [own, ...parts.map(({ takes }) => takes)].flatMap(takes => Object.entries(takes))
  const query = `query ${name}(${taken.map(([variable, [type]]) => `$${variable}: ${type}`).join(', ')}) {
  repository(owner: $owner, name: $name) { __typename ${parts.map(({ text }) => text).join('\n')} }
}`
  return { query, variables: Object.fromEntries(taken.map(([variable, [, value]]) => [variable, value])) }
}

function pullRequestText(leftOut: ReadonlySet<string>): string {
  const { fields, object } = selection(leftOut)
  const pr = 'PullRequest'
  const login = fields('Actor', 'login')
  const added = `... on AddedToMergeQueueEvent { __typename ${fields('AddedToMergeQueueEvent', 'createdAt')} }`
  const removed = `... on RemovedFromMergeQueueEvent {
        __typename ${fields('RemovedFromMergeQueueEvent', 'createdAt', 'reason')}
        ${object('RemovedFromMergeQueueEvent', 'actor', login)}
        ${object('RemovedFromMergeQueueEvent', 'beforeCommit', fields('Commit', 'oid'))}
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
      ${object(pr, 'author', login)}
      ${object(pr, 'autoMergeRequest', fields('AutoMergeRequest', 'enabledAt'))}
      ${object(
        pr,
        'mergeQueueEntry',
        `${fields('MergeQueueEntry', 'state', 'position', 'enqueuedAt', 'estimatedTimeToMerge', 'jump')}
        ${object('MergeQueueEntry', 'enqueuer', login)}
        ${object('MergeQueueEntry', 'headCommit', fields('Commit', 'oid', 'committedDate'))}`,
      )}
      ${timeline('queueEvents', EVENTS, ofQueue, `${added} ${removed}`)}
      ${timeline('pushes', PUSHES, `${ofQueue}, HEAD_REF_FORCE_PUSHED_EVENT, PULL_REQUEST_COMMIT`, added)}
    }`
}

/** Writes the fields of a type, without those in `leftOut`. */
function selection(leftOut: ReadonlySet<string>) {
  const has = (type: string, field: string) => !leftOut.has(`${type}.${field}`)
  return {
    fields: (type: string, ...names: string[]) => names.filter(name => has(type, name)).join(' '),
    object(type: string, field: string, members: string, { alias = '', given = '' } = {}) {
      if (!has(type, field)) return ''
      // `__typename` is always asked for, because an object without members makes the query invalid.
      return `${alias === '' ? '' : `${alias}: `}${field}${given} { __typename ${members} }`
    },
  }
}
