import * as z from 'zod/mini'
import { isSameCommit } from '../facts/commit.ts'
import { type FailedReading, type GitHubFailure, mapped } from '../facts/reading.ts'
import type { GitHubRead, GitHubScope } from './client.ts'
import { mayHaveLanded } from './failure.ts'
import { isNewer, isSameContent, type Marker, markerText, type OwnComment, readOwnComments } from './own-comments.ts'
import { readHead } from './pull-request.ts'
import { askRest } from './read.ts'

/** The one comment that a step keeps on a pull request. */
export interface WantedComment {
  pullRequest: number
  /** Tells the comment apart from others, and names the run that writes it. */
  marker: Marker
  body: string
  /** The head that this run is about; null if the run's commit is no pull request's head. */
  headSha: string | null
  /** True if a comment is created where there is none. An existing comment is updated in any case. */
  create: boolean
}

export type CommentOutcome =
  | { kind: 'created' | 'updated' | 'unchanged'; id: number }
  /** There is no comment, and none is to be created. */
  | { kind: 'none' }
  /** A newer run has written its comment, or this run's commit is no longer the head. */
  | { kind: 'outdated'; why: 'newer-run' | 'not-the-head' }
  | FailedReading<GitHubFailure>

/** The most passes over the list. One is usual; after creating a comment or losing an answer, another is needed. */
const MOST_PASSES = 5
/** The most writes whose answer is lost or whose comment is gone, before the step gives up. */
const MOST_TRIES = 2
const WRITE = { task: 'write the comment', permission: 'pull-requests: write' }

const written = z.object({ id: z.number() })

interface Progress {
  /** The comment that this run is known to have created. */
  created: OwnComment | null
  /** Writes so far whose answer was lost, or whose comment was gone. */
  tries: number
  /** The last failure that another pass may fix. */
  failed: FailedReading<GitHubFailure> | null
}

/**
 * Keeps one comment on a pull request: finds it, then creates or updates it. Every pass begins with the list, so that a
 * write whose answer was lost is found before anything is written again. If several runs created comments at the same
 * time, all keep the one with the lowest id. Throws only on cancellation.
 */
export async function keepComment(scope: GitHubScope, wanted: WantedComment): Promise<CommentOutcome> {
  const progress: Progress = { created: null, tries: 0, failed: null }
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const outcome = await onePass(scope, wanted, progress)
    if (outcome) return outcome
  }
  return progress.created ? { kind: 'created', id: progress.created.id } : (progress.failed ?? { kind: 'none' })
}

/** Reads the list and writes what is missing. Null if another pass is needed. */
async function onePass(scope: GitHubScope, wanted: WantedComment, progress: Progress): Promise<CommentOutcome | null> {
  const { pullRequest, marker } = wanted
  const body = `${markerText(marker)}\n${wanted.body}`
  const asks = commentRequests(scope)
  const list = await readOwnComments(scope, pullRequest, marker.key)
  if (list.kind === 'failed') {
    // The comment exists. The next run removes it if another run has created one as well.
    if (progress.created) return { kind: 'created', id: progress.created.id }
    // Another run may have removed a comment between the request for the list and the one for the authors.
    const again = list.failure.cause === 'not-found' && progress.failed === null
    progress.failed = list
    return again ? null : list
  }
  const own = withCreated(list.value, progress.created)
  const [kept, ...spare] = own
  if (own.some(each => isNewer(each.marker, marker))) {
    const { created } = progress
    if (created && created.id !== kept?.id) await asks.remove(created.id)
    return { kind: 'outdated', why: 'newer-run' }
  }
  if (kept && isSameContent(kept.body, body)) {
    for (const { id } of spare) await asks.remove(id)
    const isOurs = progress.created !== null || (progress.tries > 0 && markerText(kept.marker) === markerText(marker))
    return { kind: isOurs ? 'created' : 'unchanged', id: kept.id }
  }
  if (!kept && !wanted.create) return { kind: 'none' }
  if (progress.tries >= MOST_TRIES) return progress.failed
  if (wanted.headSha !== null) {
    const head = await readHead(scope, pullRequest)
    if (head.kind === 'failed') return head
    if (!isSameCommit(head.value, wanted.headSha)) return { kind: 'outdated', why: 'not-the-head' }
  }
  const answer = kept ? await asks.update(kept.id, body) : await asks.create(pullRequest, body)
  if (answer.kind === 'failed') {
    const isGone = kept !== undefined && answer.failure.cause === 'not-found'
    if (!isGone && !mayHaveLanded(answer.failure)) return answer
    progress.tries++
    progress.failed = answer
    return null
  }
  if (!kept) {
    progress.created = { id: answer.value.id, body, marker }
    return null
  }
  for (const { id } of spare) await asks.remove(id)
  return { kind: progress.created ? 'created' : 'updated', id: kept.id }
}

/** Adds the comment that was just created, because a list that lags behind can lack it. */
function withCreated(own: OwnComment[], created: OwnComment | null): OwnComment[] {
  if (!created || own.some(({ id }) => id === created.id)) return own
  return [...own, created].toSorted((a, b) => a.id - b.id)
}

function commentRequests(scope: GitHubScope) {
  const send = async (route: string, parameters: Record<string, unknown>): Promise<GitHubRead<{ id: number }>> => {
    return mapped(await askRest(scope, { route, parameters, topic: WRITE, shape: written }), ({ data }) => data)
  }
  const comment = '/repos/{owner}/{repo}/issues/comments/{comment_id}'
  return {
    create: (number: number, body: string) =>
      send('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', { issue_number: number, body }),
    update: (id: number, body: string) => send(`PATCH ${comment}`, { comment_id: id, body }),
    /** A failure is ignored, because the next run finds the spare comment again. */
    remove(id: number) {
      const { owner, name: repo } = scope.repository
      return scope.client.request(`DELETE ${comment}`, { owner, repo, comment_id: id }, WRITE, scope.poll)
    },
  }
}
