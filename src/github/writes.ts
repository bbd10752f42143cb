import crypto from 'node:crypto'
import * as z from 'zod/mini'
import { type Answer, isFailed, mapAnswer } from '../facts/facts.ts'
import type { GitHubScope } from './client.ts'
import { notFound } from './failure.ts'
import { askGraphql } from './graphql.ts'
import { askRest } from './rest.ts'

const READ = { task: 'list the comments of the pull request', permission: 'pull-requests: write' }
const WRITE = { task: 'write the comment', permission: 'pull-requests: write' }
const STATUS = { task: 'set the commit status', permission: 'statuses: write' }

const comments = z.object({
  pageInfo: z.object({ hasPreviousPage: z.boolean(), startCursor: z.nullable(z.string()) }),
  nodes: z.array(z.object({ databaseId: z.number(), body: z.string(), viewerDidAuthor: z.boolean() })),
})
type Comment = z.output<typeof comments>['nodes'][number]

const repository = z.object({ pullRequest: z.nullable(z.object({ comments })) })
const FIELDS = { pullRequest: 'pullRequest(number: $number)', comments: 'comments(last: 100, before: $before)' }
const written = z.object({ id: z.number() })

/** A comment as a step wants it. */
export interface WantedComment {
  marker: string
  /** `GITHUB_RUN_ID`: a comment of a newer run is left as it is. */
  run: string
  body: string
  /** False if only an existing comment is updated. */
  create: boolean
}

/** The marker of a step's comment, with the key hashed, so that no key can end the HTML comment. */
export function markerOf(key: string): string {
  return `<!-- merge-queue-gate ${crypto.createHash('sha256').update(key).digest('hex').slice(0, 32)} -->`
}

/** Creates or updates the one comment with this marker, and gives its id; null if none is there or wanted. */
export async function upsertComment(
  scope: GitHubScope,
  number: number,
  { marker, run, body, create }: WantedComment,
): Promise<Answer<number | null>> {
  const found = await findComment(scope, number, marker)
  if (isFailed(found)) return found
  const own = found.value
  if (own === null && !create) return { value: null }
  if (own !== null && runIn(own.body) > Number(run)) return { value: own.databaseId }
  const text = { body: `${marker}\n<!-- run ${Number(run)} -->\n${body}` }
  const [route, place] =
    own === null
      ? ['POST /repos/{owner}/{repo}/issues/{issue_number}/comments', { issue_number: number }]
      : ['PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', { comment_id: own.databaseId }]
  const answer = await askRest(scope, { route, parameters: { ...place, ...text }, topic: WRITE, shape: written })
  return mapAnswer(answer, ({ data }) => data.id)
}

/**
 * The newest comment that the token's owner wrote and that begins with the marker.
 *
 * @param before the cursor of the page behind; null for the last page
 */
async function findComment(
  scope: GitHubScope,
  number: number,
  marker: string,
  before: string | null = null,
): Promise<Answer<Comment | null>> {
  const variables = { '$number: Int!': number, '$before: String': before }
  const answer = await askGraphql(scope, { name: 'Comments', variables, topic: READ, repository, fields: FIELDS })
  if (isFailed(answer)) return answer
  const listed = answer.value.data.pullRequest?.comments
  if (!listed) return { failure: notFound(READ) }
  const own = listed.nodes.findLast(({ body, viewerDidAuthor }) => viewerDidAuthor && body.startsWith(marker))
  const { hasPreviousPage, startCursor } = listed.pageInfo
  if (own || !hasPreviousPage || startCursor === before) return { value: own ?? null }
  return findComment(scope, number, marker, startCursor)
}

/** The workflow run that wrote a comment; 0 if the comment does not say. */
function runIn(body: string): number {
  return Number(/<!-- run (\d{1,15}) -->/.exec(body.slice(0, 200))?.[1] ?? 0)
}

export interface CommitStatus {
  context: string
  state: 'success' | 'failure' | 'error'
  /** At most 140 characters. */
  description: string
  /** The page to link to, if there is one. */
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
    topic: STATUS,
    shape: z.unknown(),
  })
}
