import crypto from 'node:crypto'
import * as z from 'zod/mini'
import { failedBy, isFailed } from '../facts/reading.ts'
import type { GitHubRead, GitHubScope } from './client.ts'
import { notFound } from './failure.ts'
import { askGraphql, askRest } from './read.ts'

const READ = { task: 'list the comments of the pull request', permission: 'pull-requests: write' }
const WRITE = { task: 'write the comment', permission: 'pull-requests: write' }

const QUERY = `query ($owner: String!, $name: String!, $number: Int!, $before: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { comments(last: 100, before: $before) {
    pageInfo { hasPreviousPage startCursor } nodes { databaseId body viewerDidAuthor }
  } } }
}`
const nodes = z.array(z.object({ databaseId: z.number(), body: z.string(), viewerDidAuthor: z.boolean() }))
const pageInfo = z.object({ hasPreviousPage: z.boolean(), startCursor: z.nullish(z.string()) })
const pullRequest = z.nullable(z.object({ comments: z.object({ pageInfo, nodes }) }))
const listed = z.object({ repository: z.nullable(z.object({ pullRequest })) })
const written = z.object({ id: z.number() })

/** The marker of a step's comment, with the key hashed, so that no key can end the HTML comment. */
export function markerOf(key: string): string {
  return `<!-- merge-queue-gate ${crypto.createHash('sha256').update(key).digest('hex').slice(0, 32)} -->`
}

/** Creates or updates the one comment with this marker, and gives its id; null if there is none and none is wanted. */
export async function keepComment(
  scope: GitHubScope,
  number: number,
  { marker, body, create }: { marker: string; body: string; create: boolean },
): Promise<GitHubRead<number | null>> {
  const own = await findComment(scope, number, marker)
  if (isFailed(own) || (own.value === null && !create)) return own
  const text = { body: `${marker}\n${body}` }
  const [route, place] =
    own.value === null
      ? ['POST /repos/{owner}/{repo}/issues/{issue_number}/comments', { issue_number: number }]
      : ['PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', { comment_id: own.value }]
  const answer = await askRest(scope, { route, parameters: { ...place, ...text }, topic: WRITE, shape: written })
  return isFailed(answer) ? answer : { value: answer.value.data.id }
}

/** The newest comment that the token's owner wrote and that begins with the marker. */
async function findComment(scope: GitHubScope, number: number, marker: string): Promise<GitHubRead<number | null>> {
  const { owner, name } = scope.repository
  let before: string | null = null
  for (;;) {
    const variables: object = { owner, name, number, before }
    const answer: GitHubRead<z.output<typeof listed>> = await askGraphql(scope, {
      query: QUERY,
      variables,
      topic: READ,
      shape: listed,
    })
    if (isFailed(answer)) return answer
    const comments = answer.value.repository?.pullRequest?.comments
    if (!comments) return failedBy(notFound(READ))
    const own = comments.nodes.findLast(({ body, viewerDidAuthor }) => viewerDidAuthor && body.startsWith(marker))
    if (own) return { value: own.databaseId }
    if (!comments.pageInfo.hasPreviousPage) return { value: null }
    before = comments.pageInfo.startCursor ?? null
  }
}
