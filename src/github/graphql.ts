import * as z from 'zod/mini'
import { type Answer, type Failure, isFailed } from '../facts/facts.ts'
import type { GitHubScope } from './client.ts'
import { forbidden, notFound, rateLimited, type Topic, unexpected, unsupported } from './failure.ts'
import { parseAnswer } from './rest.ts'

/** A query about one repository. Its text, its type and the parsing of its answer follow from `repository`. */
export interface GraphqlQuery<Schema extends z.ZodMiniType> {
  /** Shown in the log. */
  name: string
  /** Values by their declarations: `{ '$number: Int!': 42 }`. Every query also has `$owner` and `$name`. */
  variables?: Readonly<Record<`$${string}`, unknown>>
  topic: Topic
  /** The shape of the member `repository` in the answer. */
  repository: Schema
  fields?: FieldsByMember
}

/** Fields, at any depth, that need more than their member's name, by that name: `{ runs: 'checkRuns(last: 100)' }`. */
type FieldsByMember = Readonly<Record<string, string>>

interface RepositoryAnswer<T> {
  /** A member that GitHub refused is null. */
  data: T
  /** Why GitHub refused the member at this path below the repository; null if no error names the member. */
  refusal(...path: string[]): Failure | null
}

/**
 * Sends one query. An answer that fits the shape counts, even with errors about single members: the shape says which
 * members may be null. Throws only on cancellation.
 */
export async function askGraphql<Schema extends z.ZodMiniType>(
  { client, repository: { owner, name }, requestOptions }: GitHubScope,
  query: GraphqlQuery<Schema>,
): Promise<Answer<RepositoryAnswer<z.output<Schema>>>> {
  const { topic, repository, variables = {} } = query
  const values = Object.entries(variables).map(([declaration, value]) => [/\w+/.exec(declaration)?.[0], value])
  const allValues = { owner, name, ...Object.fromEntries(values) }
  const answer = await client.query(queryText(query), allValues, topic, requestOptions)
  if (isFailed(answer)) return answer
  const body = parseAnswer(BODY, answer.value.data, topic)
  if (isFailed(body)) return body
  const errors = body.value.errors ?? []
  if (errors.some(({ extensions }) => extensions?.code === 'undefinedField')) return { failure: unsupported(topic) }
  // An error whose path does not lead into the repository is about the whole query.
  const general = errors.find(({ path }) => path?.[0] !== 'repository')
  if (general) return { failure: failureOfError(general, topic) }
  const found = parseAnswer(repository, body.value.data?.repository, topic)
  if (isFailed(found)) return errors[0] ? { failure: failureOfError(errors[0], topic) } : found
  const refusal = (...path: string[]) => {
    const error = errors.find(each => path.every((member, at) => each.path?.[at + 1] === member))
    return error ? failureOfError(error, topic) : null
  }
  return { value: { data: found.value, refusal } }
}

export function queryText({ name, variables = {}, repository, fields = {} }: GraphqlQuery<z.ZodMiniType>): string {
  const declarations = ['$owner: String!', '$name: String!', ...Object.keys(variables)].join(', ')
  const selectionSet = selectionSetOf(repository, fields)
  return `query ${name}(${declarations}) { repository(owner: $owner, name: $name) ${selectionSet} }`
}

/** The fields that a shape asks for, in braces; empty for a value without fields. */
function selectionSetOf(schema: z.core.$ZodType, fields: FieldsByMember): string {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return `{ ${selectionsOf(def.shape, fields)} }`
    case 'array':
      return selectionSetOf(def.element, fields)
    case 'nullable':
    case 'optional':
      return selectionSetOf(def.innerType, fields)
    case 'union':
      return `{ __typename ${def.options.map(option => fragmentOf(option, fields)).join(' ')} }`
    default:
      return ''
  }
}

function selectionsOf(shape: Readonly<Record<string, z.core.$ZodType>>, fields: FieldsByMember): string {
  const selections = Object.entries(shape).map(([name, member]) => {
    const field = fields[name] ?? name
    const alias = field.split('(')[0] === name ? '' : `${name}: `
    return `${alias}${field} ${selectionSetOf(member, fields)}`.trim()
  })
  return selections.join(' ')
}

/** The fragment for one type of a union, which may have just one. `__typename` in the option's shape names the type. */
function fragmentOf(option: z.core.$ZodType, fields: FieldsByMember): string {
  const { __typename: type, ...members } = (option as z.core.$ZodObject)._zod.def.shape
  const { def } = (type as z.core.$ZodTypes)._zod
  const selections = selectionsOf(members, fields)
  // An option whose `__typename` is any text stands for all other types, and asks for no fields.
  return def.type === 'literal' && selections !== '' ? `... on ${String(def.values[0])} { ${selections} }` : ''
}

const text = z.nullish(z.string())
const graphqlError = z.object({
  type: text,
  path: z.nullish(z.array(z.union([z.string(), z.number()]))),
  extensions: z.nullish(z.object({ code: text })),
})
const BODY = z.object({
  data: z.nullish(z.object({ repository: z.unknown() })),
  errors: z.nullish(z.array(graphqlError)),
})

/** The failure behind an error of GraphQL, by the error's type: none of its texts is printed. */
function failureOfError({ type }: z.output<typeof graphqlError>, topic: Topic): Failure {
  switch (type) {
    case 'NOT_FOUND':
      return notFound(topic)
    case 'FORBIDDEN':
    case 'INSUFFICIENT_SCOPES':
      return forbidden(topic)
    case 'RATE_LIMITED':
    case 'RATE_LIMIT':
      return rateLimited(topic)
    default:
      return unexpected(topic)
  }
}
