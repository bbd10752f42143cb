/**
 * GitHub's GraphQL API over the state: queries are checked and executed against the schema that GitHub publishes.
 *
 * @import { Answer, Repository, State } from './state.js'
 */
import { readFileSync } from 'node:fs'
import { buildSchema, execute, GraphQLError, parse, TypeInfo, validate, visit, visitWithTypeInfo } from 'graphql'
import { badCredentials } from './answers.js'
import { commitOf, refusing, standingOf } from './queue.js'
import { numbered as commentsOf, may } from './rest.js'
import { sha, WORKFLOW_LOGIN } from './state.js'
import { mergedPullRequests, objectAt } from './workflows.js'

/** @type {{schema?: import('graphql').GraphQLSchema}} */
const loaded = {}

/** The types in use, as `scripts/github.ts` cuts them out; read by the first query. */
function publishedSchema() {
  const file = new URL('../../checkers/github.graphql', import.meta.url)
  loaded.schema ??= buildSchema(readFileSync(file, 'utf8'), { noLocation: true })
  return loaded.schema
}

/**
 * @param {State} state
 * @param {unknown} body
 * @param {string[]} violations  Told what in the query or in the answer breaks GitHub's schema.
 * @returns {Promise<Answer>}
 */
export async function answerGraphql(state, body, violations) {
  const schema = publishedSchema()
  const { query, variables } = /** @type {{query?: unknown, variables?: Record<string, unknown>}} */ (body ?? {})
  if (typeof query !== 'string') {
    violations.push('graphql: a request without a query')
    return badCredentials()
  }
  const document = parse(query)
  const errors = validate(schema, document)
  violations.push(...errors.map(({ message }) => `graphql: ${message}`))
  if (errors.length > 0) return { status: 200, body: { errors: errors.map(({ message }) => ({ message })) } }
  const unknown = unknownFields(schema, document, state.unknownFields ?? [])
  if (unknown.length > 0) return { status: 200, body: { errors: unknown } }
  const result = await execute({ schema, document, rootValue: rootOf(state), variableValues: variables })
  const told = result.errors?.map(({ message, path, extensions }) => {
    if (extensions['type'] === undefined) violations.push(`graphql: ${message}`)
    return { type: extensions['type'], path, message }
  })
  return { status: 200, body: { data: result.data, ...(told && { errors: told }) } }
}

/**
 * The answer of a server that does not know these fields, each as `Type.field`: it executes nothing of the query.
 *
 * @param {import('graphql').GraphQLSchema} schema
 * @param {import('graphql').DocumentNode} document
 * @param {string[]} fields
 */
function unknownFields(schema, document, fields) {
  const types = new TypeInfo(schema)
  /** @type {object[]} */
  const errors = []
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name: { value: fieldName } }) {
        const typeName = types.getParentType()?.name ?? ''
        if (!fields.includes(`${typeName}.${fieldName}`)) return
        errors.push({
          path: ['query', fieldName],
          extensions: { code: 'undefinedField', typeName, fieldName },
          message: `Field '${fieldName}' doesn't exist on type '${typeName}'`,
        })
      },
    }),
  )
  return errors
}

/** @param {State} state */
function rootOf(state) {
  const login = state.login ?? WORKFLOW_LOGIN
  return {
    viewer: { login, id: 'U_1', databaseId: login.length },
    /** @param {{owner: string, name: string}} of */
    repository({ owner, name }) {
      const repository = state.repositories[`${owner}/${name}`]
      if (!repository) {
        throw refusal('NOT_FOUND', `Could not resolve to a Repository with the name '${owner}/${name}'.`)
      }
      return {
        id: 'R_1',
        name,
        nameWithOwner: `${owner}/${name}`,
        isInOrganization: !repository.isPersonal,
        /** @param {{number: number}} of */
        pullRequest: ({ number }) => pullRequestOf(state, repository, number),
        /** @param {{oid?: string, expression?: string}} of */
        object: ({ oid = '', expression }) =>
          expression === undefined || expression in headsOf(repository)
            ? commitOf(state, repository, headsOf(repository)[expression ?? ''] ?? oid)
            : objectAt(state, repository, expression),
        pullRequests: () => mergedPullRequests(state, repository),
      }
    },
  }
}

/**
 * The commits of branches whose workflow files no test gives, by the revision that names each.
 *
 * @param {Repository} repository
 * @returns {Record<string, string>}
 */
function headsOf({ branches = {}, workflows }) {
  if (workflows) return {}
  return Object.fromEntries(Object.entries(branches).map(([name, commit]) => [`refs/heads/${name}`, commit]))
}

/**
 * @param {State} own
 * @param {Repository} repository
 * @param {number} number
 */
function pullRequestOf(own, { pullRequests = {} }, number) {
  const given = pullRequests[number]
  if (!given) throw refusal('NOT_FOUND', `Could not resolve to a PullRequest with the number of ${number}.`)
  const state = given.merged ? 'MERGED' : (given.state ?? 'open').toUpperCase()
  return refusing(own, 'PullRequest', {
    ...{ id: `PR_${number}`, number, state, title: given.title ?? `Change ${number}`, isDraft: given.draft ?? false },
    ...{ mergeable: 'MERGEABLE', mergeStateStatus: 'CLEAN', reviewDecision: null },
    ...{
      locked: given.locked ?? false,
      headRefName: given.head?.ref ?? 'feature',
      headRefOid: given.head?.sha ?? sha('a'),
    },
    baseRefName: given.base?.ref ?? 'main',
    ...standingOf(given),
    /** @param {{last: number, before?: string | null}} of */
    comments: ({ last, before }) => {
      const end = before === undefined || before === null ? Number.POSITIVE_INFINITY : Number(before)
      const all = may(own, 'pull-requests', 'read') ? commentsOf(own, given).slice(0, end) : []
      const start = Math.max(0, all.length - last)
      const nodes = all.slice(start).map(({ id, body, login }) => {
        return { databaseId: id, body, viewerDidAuthor: login === (own.login ?? WORKFLOW_LOGIN) }
      })
      return {
        nodes,
        totalCount: all.length,
        pageInfo: { hasPreviousPage: start > 0, startCursor: String(start), hasNextPage: false },
      }
    },
  })
}

/**
 * @param {string} type  As GitHub puts it beside the message.
 * @param {string} message
 */
export function refusal(type, message) {
  return new GraphQLError(message, { extensions: { type } })
}
