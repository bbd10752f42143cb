import crypto from 'node:crypto'
import * as z from 'zod/mini'
import { type Answer, isFailed, mapAnswer } from '../facts/facts.ts'
import type { GitHubScope } from './client.ts'
import { notFound } from './failure.ts'
import { askGraphql } from './graphql.ts'
import { askRest } from './rest.ts'

const LIST_COMMENTS = { task: 'list the comments of the pull request', permission: 'pull-requests: write' }
const WRITE_COMMENT = { task: 'write the comment', permission: 'pull-requests: write' }
const SET_STATUS = { task: 'set the commit status', permission: 'statuses: write' }

const comments = z.object({
  pageInfo: z.object({ hasPreviousPage: z.boolean(), startCursor: z.nullable(z.string()) }),
  nodes: z.array(z.object({ databaseId: z.number(), body: z.string(), viewerDidAuthor: z.boolean() })),
})
type Comment = z.output<typeof comments>['nodes'][number]

const repository = z.object({ pullRequest: z.nullable(z.object({ comments })) })
const FIELDS = { pullRequest: 'pullRequest(number: $number)', comments: 'comments(last: 100, before: $before)' }

export interface WantedComment {
  /** Made by {@link markerOf}: it tells the step's comment from all others. */
  marker: string
  /** `GITHUB_RUN_ID`: a comment of a newer run is left as it is. */
  runId: string
  body: string
  /** False if only an existing comment may be updated. */
  mayCreate: boolean
}

/** A marker for the comment of a step. The key is hashed, so that no key can end the HTML comment. */
export function markerOf(key: string): string {
  return `<!-- merge-queue-gate ${crypto.createHash('sha256').update(key).digest('hex').slice(0, 32)} -->`
}

/** Creates or updates the comment with this marker, and gives its id; null if there is none and none may be created. */
export async function upsertComment(
  scope: GitHubScope,
  number: number,
  { marker, runId, body, mayCreate }: WantedComment,
): Promise<Answer<number | null>> {
  const found = await findComment(scope, number, marker)
  if (isFailed(found)) return found
  const old = found.value
  if (old === null && !mayCreate) return { value: null }
  if (old !== null && runIdIn(old.body) > Number(runId)) return { value: old.databaseId }
  const [route, target] =
    old === null
      ? ['POST /repos/{owner}/{repo}/issues/{issue_number}/comments', { issue_number: number }]
      : ['PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', { comment_id: old.databaseId }]
  const parameters = { ...target, body: `${marker}\n<!-- run ${Number(runId)} -->\n${body}` }
  const answer = await askRest(scope, { route, parameters, topic: WRITE_COMMENT, shape: z.object({ id: z.number() }) })
  return mapAnswer(answer, ({ data }) => data.id)
}

/**
 * The newest comment that the token's owner wrote and that begins with the marker.
 *
 * @param before the cursor of the first comment after the page; null for the last page
 */
async function findComment(
  scope: GitHubScope,
  number: number,
  marker: string,
  before: string | null = null,
): Promise<Answer<Comment | null>> {
  const variables = { '$number: Int!': number, '$before: String': before }
  const query = { name: 'Comments', variables, topic: LIST_COMMENTS, repository, fields: FIELDS }
  const answer = await askGraphql(scope, query)
  if (isFailed(answer)) return answer
  const listed = answer.value.data.pullRequest?.comments
  if (!listed) return { failure: notFound(LIST_COMMENTS) }
  const newest = listed.nodes.findLast(({ body, viewerDidAuthor }) => viewerDidAuthor && body.startsWith(marker))
  const { hasPreviousPage, startCursor } = listed.pageInfo
  // If the cursor led to the same page again, reading would never end.
  if (newest || !hasPreviousPage || startCursor === before) return { value: newest ?? null }
  return findComment(scope, number, marker, startCursor)
}

/** The id of the workflow run that wrote a comment; 0 if the comment does not say. */
function runIdIn(body: string): number {
  return Number(/<!-- run (\d{1,15}) -->/.exec(body.slice(0, 200))?.[1] ?? 0)
}

export interface CommitStatus {
  context: string
  state: 'success' | 'failure' | 'error'
  /** At most 140 characters. */
  description: string
  targetUrl: string | null
}

/** Sets a status on a commit (POST /repos/{owner}/{repo}/statuses/{sha}). Throws only on cancellation. */
export function setStatus(
  scope: GitHubScope,
  sha: string,
  { context, state, description, targetUrl }: CommitStatus,
): Promise<Answer<unknown>> {
  return askRest(scope, {
    route: 'POST /repos/{owner}/{repo}/statuses/{sha}',
    parameters: { sha, context, state, description, ...(targetUrl !== null && { target_url: targetUrl }) },
    topic: SET_STATUS,
    shape: z.unknown(),
  })
}
