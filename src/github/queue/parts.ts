import type * as z from 'zod/mini'
import { type Answer, failedBy, type GitHubFailure } from '../../facts/reading.ts'
import {
  failureOfError,
  type GitHubRead,
  type GitHubScope,
  type GraphqlAnswer,
  type GraphqlError,
  shaped,
} from '../client.ts'
import { type Topic, unexpected, unsupported } from '../failure.ts'

/**
 * A part of an answer of GraphQL. Null means that GitHub sent null without an error: "there is none". Each part fails
 * on its own: a part that the token may not read does not affect the others.
 */
export type Part<T> = Answer<T | null, GitHubFailure>

/** An answer of GraphQL that is read part by part. */
export interface PartialAnswer extends GraphqlAnswer {
  topic: Topic
  /** Fields that the server does not know, as `Type.field`; they were not asked for. */
  leftOut: ReadonlySet<string>
}

/** Fields without which a pull request can't be judged. */
const NEEDED = ['PullRequest.isInMergeQueue', 'PullRequest.merged']

/**
 * Sends a query whose answer is read part by part. Fields that the server does not know are added to `leftOut` for the
 * rest of the step, and the query is sent once more without them. Throws only on cancellation.
 */
export async function askParts(
  { client, poll }: GitHubScope,
  topic: Topic,
  queryWithout: (leftOut: ReadonlySet<string>) => { query: string; variables: Record<string, unknown> },
  leftOut: Set<string>,
): Promise<GitHubRead<PartialAnswer>> {
  for (let isRepeated = false; ; isRepeated = true) {
    const missing = NEEDED.find(field => leftOut.has(field))
    if (missing !== undefined) return failedBy(unsupported(topic, missing))
    const { query, variables } = queryWithout(leftOut)
    const reading = await client.graphql(query, variables, topic, poll)
    if (reading.kind === 'failed') return reading
    const { data, errors } = reading.value
    const unknown = errors.flatMap(({ unknownField }) => unknownField ?? [])
    const isNews = unknown.some(field => !leftOut.has(field))
    for (const field of unknown) leftOut.add(field)
    const [first] = errors
    if (first && (unknown.length > 0 || data === undefined)) {
      if (isNews && !isRepeated) continue
      return failedBy(failureOfError(first, topic))
    }
    const answer = { ...reading.value, topic, leftOut: new Set(leftOut) }
    const failure = failureOfWhole(answer)
    return failure ? failedBy(failure) : { kind: 'read', value: answer }
  }
}

/** The failure of the whole answer, from an error that names no part of the data; null if there is no such error. */
function failureOfWhole({ data, errors, topic }: PartialAnswer): GitHubFailure | null {
  const roots = typeof data === 'object' && data !== null ? Object.keys(data) : []
  const about = errors.find(({ path }) => path === null || path.length === 0 || !roots.includes(String(path[0])))
  return about ? failureOfError(about, topic) : null
}

/**
 * The part at a path, checked with a schema. An error at, above or in the part makes it a failure.
 *
 * @param dispensable names of members that the part can do without: an error in such a member leaves that member null
 */
export function partAt<Schema extends z.ZodMiniType>(
  answer: PartialAnswer,
  path: readonly string[],
  shape: Schema,
  dispensable: readonly string[] = [],
): Part<z.output<Schema>> {
  const place = placeAt(answer, path)
  if (place.kind === 'failed' || place.value === null) return place as Part<never>
  const isSpared = (error: GraphqlError) =>
    error.path?.slice(path.length).some(member => dispensable.includes(String(member)))
  const inside = answer.errors.find(error => isWithin(error, path) && !isSpared(error))
  if (inside) return failedBy(failureOfError(inside, answer.topic))
  const read = shaped(shape, place.value, answer.topic)
  return read.kind === 'read' ? read : failedBy(unexpected(answer.topic, path.join('.')))
}

/** The unchecked value at a path, for an object whose members are parts themselves. */
export function placeAt({ data, errors, topic }: PartialAnswer, path: readonly string[]): Part<NonNullable<unknown>> {
  let value: unknown = data
  for (let depth = 0; ; depth++) {
    const here = path.slice(0, depth)
    const exact = errors.find(error => error.path?.length === depth && isWithin(error, here))
    if (exact) return failedBy(failureOfError(exact, topic))
    if (value === null) {
      // An error in a member that can't be null makes the object null.
      const inside = errors.find(error => isWithin(error, here))
      return inside ? failedBy(failureOfError(inside, topic)) : { kind: 'read', value: null }
    }
    const member = path[depth]
    if (value === undefined || (member !== undefined && typeof value !== 'object')) {
      return failedBy(unexpected(topic, here.join('.')))
    }
    if (member === undefined) return { kind: 'read', value: value as NonNullable<unknown> }
    value = Object.hasOwn(value, member) ? (value as Record<string, unknown>)[member] : undefined
  }
}

function isWithin({ path }: GraphqlError, above: readonly string[]): boolean {
  return path !== null && above.every((member, at) => path[at] === member)
}
