import type * as z from 'zod/mini'
import { type Answer, failedBy, type GitHubFailure, isFailed, isRead } from '../../facts/reading.ts'
import { failureOfError, type GitHubRead, type GitHubScope, type GraphqlAnswer, shaped } from '../../github/client.ts'
import { type Topic, unexpected, unsupported } from '../../github/failure.ts'

/** A part of an answer of GraphQL; null means that GitHub sent null without an error. Each part fails on its own. */
export type Part<T> = Answer<T | null, GitHubFailure>

export interface PartialAnswer extends GraphqlAnswer {
  topic: Topic
}

/** Sends a query whose answer is read part by part. An error without a place in the data fails the whole answer. */
export async function askParts(
  { client, poll }: GitHubScope,
  topic: Topic,
  query: string,
  variables: Record<string, unknown>,
): Promise<GitHubRead<PartialAnswer>> {
  const reading = await client.graphql(query, variables, topic, poll)
  if (isFailed(reading)) return reading
  const { data, errors } = reading.value
  const unknown = errors.find(({ unknownField }) => unknownField !== null)?.unknownField
  if (unknown) return failedBy(unsupported(topic, unknown))
  const isPart = (path: readonly unknown[] | null) => typeof data === 'object' && path?.[0] === 'repository'
  const about = errors.find(({ path }) => !isPart(path))
  return about ? failedBy(failureOfError(about, topic)) : { value: { ...reading.value, topic } }
}

/** The part at a path, checked with a schema. An error at, above or in the part makes it a failure. */
export function partAt<Schema extends z.ZodMiniType>(
  { data, errors, topic }: PartialAnswer,
  path: readonly string[],
  shape: Schema,
): Part<z.output<Schema>> {
  const touches = (other: readonly (string | number)[] | null) =>
    other?.every((member, at) => at >= path.length || member === path[at]) ?? false
  const error = errors.find(each => touches(each.path))
  if (error) return failedBy(failureOfError(error, topic))
  const value = path.reduce<unknown>((at, member) => (at as Record<string, unknown> | null)?.[member] ?? null, data)
  if (value === null) return { value: null }
  const read = shaped(shape, value, topic)
  return isRead(read) ? read : failedBy(unexpected(topic, path.join('.')))
}
