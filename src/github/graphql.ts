import * as z from 'zod/mini'
import { type Answer, type Failure, isFailed } from '../facts/facts.ts'
import type { GitHubScope } from './client.ts'
import { DEFAULT_PAUSE_MS, forbidden, notFound, rateLimited, type Topic, unexpected, unsupported } from './failure.ts'
import { shaped } from './read.ts'

/** A question to GraphQL. Its shape is the query: text, type and reading follow from it. */
export interface Question<Schema extends z.ZodMiniType> {
  /** The log shows it. */
  name: string
  /** `$number: Int!` beside `$owner` and `$name`, which every query has. */
  variables?: Readonly<Record<`$${string}`, unknown>>
  topic: Topic
  /** Of what the answer holds about the repository. */
  repository: Schema
  /** The members that are asked for under another name than their own, or with arguments: `comments(last: 100)`. */
  calls?: Calls
}

/** The call of a member, by its name. */
export type Calls = Readonly<Record<string, string>>

/** What a query found out about the repository. A member that was refused is null. */
interface Found<T> {
  data: T
  /** Why a member, by its path below the repository, is null; null if no error says so. */
  refusal(...path: string[]): Failure | null
}

/**
 * Sends one query. An answer that fits the shape counts, whatever errors stand beside it: the shape says which members
 * may be missing. Throws only on cancellation.
 */
export async function askGraphql<Schema extends z.ZodMiniType>(
  { client, repository: { owner, name }, poll }: GitHubScope,
  question: Question<Schema>,
): Promise<Answer<Found<z.output<Schema>>>> {
  const { topic, repository, variables = {} } = question
  const values = Object.entries(variables).map(([variable, value]) => [variable.slice(1).split(':')[0], value])
  const answer = await client.query(textOf(question), { owner, name, ...Object.fromEntries(values) }, topic, poll)
  if (isFailed(answer)) return answer
  const body = shaped(BODY, answer.value.data, topic)
  if (isFailed(body)) return body
  const errors = body.value.errors ?? []
  const unknownField = errors.find(({ extensions }) => extensions?.code === 'undefinedField')
  if (unknownField) return { failure: unsupported(topic) }
  const outside = errors.find(({ path }) => path?.[0] !== 'repository')
  if (outside) return { failure: failureOf(outside, topic) }
  const found = shaped(repository, body.value.data?.repository, topic)
  if (isFailed(found)) return errors[0] ? { failure: failureOf(errors[0], topic) } : found
  const refusal = (...path: string[]) => {
    const error = errors.find(each => path.every((member, at) => each.path?.[at + 1] === member))
    return error ? failureOf(error, topic) : null
  }
  return { value: { data: found.value, refusal } }
}

/** The text of a query. */
export function textOf({ name, variables = {}, repository, calls = {} }: Question<z.ZodMiniType>): string {
  const declared = ['$owner: String!', '$name: String!', ...Object.keys(variables)].join(', ')
  return `query ${name}(${declared}) { repository(owner: $owner, name: $name) ${fieldsOf(repository, calls)} }`
}

/** The fields that a shape asks for; empty for a value without fields. */
function fieldsOf(schema: z.core.$ZodType, calls: Calls): string {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return `{ ${membersOf(def.shape, calls)} }`
    case 'array':
      return fieldsOf(def.element, calls)
    case 'nullable':
    case 'optional':
      return fieldsOf(def.innerType, calls)
    case 'union':
      return `{ __typename ${def.options.map(option => fragmentOf(option, calls)).join(' ')} }`
    default:
      return ''
  }
}

function membersOf(shape: Readonly<Record<string, z.core.$ZodType>>, calls: Calls): string {
  const fields = Object.entries(shape).map(([name, member]) => {
    const call = calls[name] ?? name
    const alias = call.split('(')[0] === name ? '' : `${name}: `
    return `${alias}${call} ${fieldsOf(member, calls)}`.trim()
  })
  return fields.join(' ')
}

/** The fields of one type of a union, which its `__typename` names. */
function fragmentOf(option: z.core.$ZodType, calls: Calls): string {
  const { __typename: type, ...members } = (option as z.core.$ZodObject)._zod.def.shape
  const { def } = (type as z.core.$ZodTypes)._zod
  const fields = membersOf(members, calls)
  // An option for all other types asks for nothing more.
  return def.type === 'literal' && fields !== '' ? `... on ${String(def.values[0])} { ${fields} }` : ''
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

/** The failure that an error of GraphQL stands for. None of its texts is printed. */
function failureOf({ type }: z.output<typeof graphqlError>, topic: Topic): Failure {
  switch (type) {
    case 'NOT_FOUND':
      return notFound(topic)
    case 'FORBIDDEN':
    case 'INSUFFICIENT_SCOPES':
      return forbidden(topic)
    case 'RATE_LIMITED':
    case 'RATE_LIMIT':
      return rateLimited(topic, DEFAULT_PAUSE_MS)
    default:
      return unexpected(topic)
  }
}
