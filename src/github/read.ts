import type * as z from 'zod/mini'
import type { Answer, GitHubFailure } from '../facts/reading.ts'
import { type GitHubAnswer, type GitHubClient, type GitHubPoll, shaped } from './client.ts'
import type { Topic } from './failure.ts'

/** What is asked of REST about a repository, and what the answer has to look like. */
export interface RestQuestion<Schema extends z.ZodMiniType> {
  /** `GET /repos/{owner}/{repo}/…` */
  route: string
  repository: { owner: string; name: string }
  /** What fills the other braces, the query and the body. */
  parameters: Readonly<Record<string, unknown>>
  topic: Topic
  shape: Schema
}

/** Sends one request of REST, and holds its answer against the shape. Throws only on cancellation. */
export async function askRest<Schema extends z.ZodMiniType>(
  client: GitHubClient,
  { route, repository, parameters, topic, shape }: RestQuestion<Schema>,
  poll: GitHubPoll,
): Promise<Answer<{ data: z.output<Schema>; answer: GitHubAnswer }, GitHubFailure>> {
  const { owner, name: repo } = repository
  const answer = await client.request(route, { owner, repo, ...parameters }, topic, poll)
  if (answer.kind === 'failed') return answer
  const read = shaped(shape, answer.value.data, topic)
  return read.kind === 'failed' ? read : { kind: 'read', value: { data: read.value, answer: answer.value } }
}

/** Sends one query of GraphQL, and holds its data against the shape. Throws only on cancellation. */
export async function askGraphql<Schema extends z.ZodMiniType>(
  client: GitHubClient,
  { query, variables, topic, shape }: { query: string; variables: object; topic: Topic; shape: Schema },
  poll: GitHubPoll,
): Promise<Answer<z.output<Schema>, GitHubFailure>> {
  const answer = await client.graphql(query, { ...variables }, topic, poll)
  return answer.kind === 'failed' ? answer : shaped(shape, answer.value, topic)
}
