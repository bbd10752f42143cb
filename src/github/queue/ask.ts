import { failedBy } from '../../facts/reading.ts'
import { failureOfError, type GitHubRead, type GitHubScope } from '../client.ts'
import { type Topic, unsupported } from '../failure.ts'
import { failureOfWhole, type PartialAnswer } from './parts.ts'

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
