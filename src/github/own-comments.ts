import crypto from 'node:crypto'
import * as z from 'zod/mini'
import { failedBy } from '../facts/reading.ts'
import type { GitHubRead, GitHubScope } from './client.ts'
import { askGraphql, readPages } from './read.ts'

/** A comment that the token's owner wrote, with the wanted key in its marker. */
export interface OwnComment {
  id: number
  body: string
  marker: Marker
}

const TOPIC = { task: 'list the comments of the pull request', permission: 'pull-requests: write' }
const MOST_IDS = 100

// Authors' names don't help: an installation's token can't read `/user`, and REST and GraphQL name a bot differently.
const AUTHORS = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on IssueComment { id viewerDidAuthor } } }`

const comments = z.array(z.object({ id: z.number(), node_id: z.string(), body: z.nullish(z.string()) }))
const authors = z.object({ nodes: z.array(z.nullable(z.object({ viewerDidAuthor: z.optional(z.boolean()) }))) })

/**
 * Lists those comments of a pull request that have the key in their marker and the token's owner as author, the lowest
 * id first (GET /repos/{owner}/{repo}/issues/{n}/comments, all pages, then GraphQL `viewerDidAuthor` of
 * those with the key). If the list is incomplete, the reading fails. Throws only on cancellation.
 */
export async function readOwnComments(
  scope: GitHubScope,
  pullRequest: number,
  key: string,
): Promise<GitHubRead<OwnComment[]>> {
  const { items, incomplete } = await readPages(scope, {
    route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
    parameters: { issue_number: pullRequest },
    topic: TOPIC,
    shape: comments,
    items: page => page,
  })
  if (incomplete) return failedBy(incomplete)
  const marked = items.flatMap(({ id, node_id, body }) => {
    const marker = markerOf(body ?? '')
    return marker?.key === key ? [{ nodeId: node_id, comment: { id, body: body ?? '', marker } }] : []
  })
  const own: OwnComment[] = []
  for (let at = 0; at < marked.length; at += MOST_IDS) {
    const part = marked.slice(at, at + MOST_IDS)
    const variables = { ids: part.map(({ nodeId }) => nodeId) }
    const answer = await askGraphql(scope, { query: AUTHORS, variables, topic: TOPIC, shape: authors })
    if (answer.kind === 'failed') return answer
    // Answers are matched to comments by their order, which GitHub keeps. It can return the ids in a newer form.
    own.push(
      ...part.filter((_, index) => answer.value.nodes[index]?.viewerDidAuthor === true).map(each => each.comment),
    )
  }
  return { kind: 'read', value: own.toSorted((a, b) => a.id - b.id) }
}

/** The key of a comment, and the run that wrote it: a later run has a higher id, and a re-run a higher attempt. */
export interface Marker {
  key: string
  /** The run's id; a text that isn't digits counts as the oldest run. */
  run: string
  attempt: string
}

const NAME = 'merge-queue-gate'
/** The name as it comes back if it contains a token: tokens are cut out of GitHub's answers. */
const CUT_NAME = String.raw`[a-z-]*(?:\*\*\*|…)[a-z-]*`
/** Fits only at the very start: a marker that is quoted further down doesn't count. */
const MARKER = new RegExp(`^<!-- (?:${NAME}|${CUT_NAME}) key=([\\da-f]{32}) run=(\\d{1,20}) attempt=(\\d{1,9}) -->`)
/** The link to the run, which differs in each run and so doesn't count as content. */
const RUN_LINK = /\/actions\/runs\/\d+(?:\/attempts\/\d+)?/g

/** The key as the marker holds it: hashed, so that no key can end the HTML comment. */
export function hashedKey(key: string): string {
  return crypto.createHash('sha256').update(key).digest('hex').slice(0, 32)
}

export function markerText({ key, run, attempt }: Marker): string {
  return `<!-- ${NAME} key=${key} run=${digits(run)} attempt=${digits(attempt)} -->`
}

export function markerOf(body: string): Marker | null {
  const [, key, run, attempt] = MARKER.exec(body) ?? []
  return key === undefined || run === undefined || attempt === undefined ? null : { key, run, attempt }
}

export function isNewer(one: Marker, other: Marker): boolean {
  const [a, b] = [BigInt(digits(one.run)), BigInt(digits(other.run))]
  return a === b ? BigInt(digits(one.attempt)) > BigInt(digits(other.attempt)) : a > b
}

/** True if two bodies differ at most by the run that wrote them. */
export function isSameContent(one: string, other: string): boolean {
  return contentOf(one) === contentOf(other)
}

/** The body without its run. GitHub may change line breaks and the blanks at the ends, so they are evened out. */
function contentOf(body: string): string {
  return body.replace(MARKER, '').replaceAll('\r\n', '\n').replace(RUN_LINK, '').trim()
}

function digits(text: string): string {
  return /^\d{1,20}$/.test(text) ? text : '0'
}
