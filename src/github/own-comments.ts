import crypto from 'node:crypto'
import * as z from 'zod/mini'
import { failedBy } from '../facts/reading.ts'
import type { GitHubRead, GitHubScope } from './client.ts'
import { askGraphql, readPages } from './read.ts'

/** Written by this token's owner, with this key in its marker. */
export interface OwnComment {
  id: number
  body: string
  marker: Marker
}

const TOPIC = { task: 'list the comments of the pull request', permission: 'pull-requests: write' }
const MOST_IDS = 100

// Names don't help: an installation's token can't ask for `/user`, and REST and GraphQL name a bot differently.
const AUTHORS = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on IssueComment { id viewerDidAuthor } } }`

const comments = z.array(z.object({ id: z.number(), node_id: z.string(), body: z.nullish(z.string()) }))
const authors = z.object({ nodes: z.array(z.nullable(z.object({ viewerDidAuthor: z.optional(z.boolean()) }))) })

/**
 * Lists the comments of a pull request whose marker has the key and whose author is the token's owner, the lowest id
 * first (GET /repos/{owner}/{repo}/issues/{n}/comments, all pages, then GraphQL `viewerDidAuthor` of those with the
 * key). An incomplete list is a failed reading. Throws only on cancellation.
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
    // GitHub keeps the order of the ids; the ids themselves can come back in a newer form.
    own.push(
      ...part.filter((_, index) => answer.value.nodes[index]?.viewerDidAuthor === true).map(each => each.comment),
    )
  }
  return { kind: 'read', value: own.toSorted((a, b) => a.id - b.id) }
}

/** The run that wrote a comment. Ids of runs grow, and attempts with each re-run. */
export interface Marker {
  key: string
  /** A text that isn't digits counts as the oldest. */
  run: string
  attempt: string
}

const NAME = 'merge-queue-gate'
/** The name, if it holds a token, which is cut out of GitHub's answers. */
const CUT_NAME = String.raw`[a-z-]*(?:\*\*\*|…)[a-z-]*`
/** Only at the very start: a marker quoted further down doesn't count. */
const MARKER = new RegExp(`^<!-- (?:${NAME}|${CUT_NAME}) key=([\\da-f]{32}) run=(\\d{1,20}) attempt=(\\d{1,9}) -->`)
/** The link to the run differs in each run and doesn't count as content. */
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

/** Equal in content, whichever run wrote it. */
export function isSameContent(one: string, other: string): boolean {
  return contentOf(one) === contentOf(other)
}

/** GitHub may change line breaks and blanks at the ends. */
function contentOf(body: string): string {
  return body.replace(MARKER, '').replaceAll('\r\n', '\n').replace(RUN_LINK, '').trim()
}

function digits(text: string): string {
  return /^\d{1,20}$/.test(text) ? text : '0'
}
