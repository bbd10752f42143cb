import * as z from 'zod/mini'
import { isSameCommit } from '../facts/commit.ts'
import type { FailedReading, GitHubFailure } from '../facts/reading.ts'
import type { GitHubRead, GitHubScope } from './client.ts'
import { isNewer, isSameContent, type Marker, markerText } from './marker.ts'
import { type OwnComment, readOwnComments } from './own-comments.ts'
import { readHead } from './pull-request.ts'
import { askRest } from './read.ts'

/** The one comment that a step keeps on a pull request. */
export interface WantedComment {
  pullRequest: number
  /** Tells it apart from others, and says which run speaks. */
  marker: Marker
  /** What it says, without the marker. */
  body: string
  /** The commit that this run is about; null where it has none, or one that is no pull request's head. */
  headSha: string | null
  /** Whether one is created where there is none; else one that is there is still put right. */
  create: boolean
}

/** What became of a comment. */
export type CommentOutcome =
  | { kind: 'created' | 'updated' | 'unchanged' }
  /** There is none, and none was wanted. */
  | { kind: 'none' }
  /** A newer run has spoken, or this run's commit is no longer the head. */
  | { kind: 'outdated'; why: 'newer-run' | 'not-the-head' }
  | FailedReading<GitHubFailure>

/** How often the list is read and acted on: once in most runs, again after creating and after a lost answer. */
const MOST_PASSES = 5
/** Writes that are tried, where it isn't known whether one landed. */
const MOST_TRIES = 2
const WRITE = { task: 'write the comment', permission: 'pull-requests: write' }

const written = z.object({ id: z.number() })

/** What the passes so far have come to. */
interface Progress {
  /** What this run created for certain. */
  created: OwnComment | null
  /** Writes whose answer was lost, or whose comment was gone. */
  tries: number
  isHead: boolean
  /** The last failure that another pass may put right. */
  failed: FailedReading<GitHubFailure> | null
}

/**
 * Keeps one comment on a pull request: finds it, creates it or changes it where it says something else. Every pass
 * begins with the list, so that a write whose answer was lost is found before anything is written again, and of
 * comments that runs created at the same time all keep the one with the lowest id. Throws only on cancellation.
 */
export async function keepComment(scope: GitHubScope, wanted: WantedComment): Promise<CommentOutcome> {
  const progress: Progress = { created: null, tries: 0, isHead: wanted.headSha === null, failed: null }
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const outcome = await onePass(scope, wanted, progress)
    if (outcome) return outcome
  }
  return progress.created ? { kind: 'created' } : (progress.failed ?? { kind: 'none' })
}

/** Reads the list and does what it calls for; null where the list has to be looked at again. */
async function onePass(scope: GitHubScope, wanted: WantedComment, progress: Progress): Promise<CommentOutcome | null> {
  const { pullRequest, marker } = wanted
  const body = `${markerText(marker)}\n${wanted.body}`
  const asks = commentRequests(scope)
  const list = await readOwnComments(scope, pullRequest, marker.key)
  if (list.kind === 'failed') {
    // It is there. Whether another run created one as well, the next run will see.
    if (progress.created) return { kind: 'created' }
    // Another run took one away between the list and the question who wrote it.
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
    const isOurs = progress.created !== null || (progress.tries > 0 && kept.body.startsWith(markerText(marker)))
    return { kind: isOurs ? 'created' : 'unchanged' }
  }
  if (!kept && !wanted.create) return { kind: 'none' }
  if (!progress.isHead) {
    const head = await readHead(scope, pullRequest)
    if (head.kind === 'failed') return head
    if (!isSameCommit(head.value, wanted.headSha ?? '')) return { kind: 'outdated', why: 'not-the-head' }
    progress.isHead = true
  }
  if (progress.tries >= MOST_TRIES) return progress.failed
  const answer = kept ? await asks.update(kept.id, body) : await asks.create(pullRequest, body)
  if (answer.kind === 'failed') {
    const isGone = kept !== undefined && answer.failure.cause === 'not-found'
    if (!isGone && !MAY_HAVE_LANDED.has(answer.failure.cause)) return answer
    progress.tries++
    progress.failed = answer
    return null
  }
  if (!kept) {
    progress.created = { id: answer.value.id, body, marker }
    return null
  }
  for (const { id } of spare) await asks.remove(id)
  return { kind: progress.created ? 'created' : 'updated' }
}

/** Failures after which the write can be there all the same. */
const MAY_HAVE_LANDED: ReadonlySet<GitHubFailure['cause']> = new Set([
  'silent',
  'unavailable',
  'unexpected',
  'too-large',
])

/** What was just created can be missing in a list that lags behind. */
function withCreated(own: OwnComment[], created: OwnComment | null): OwnComment[] {
  if (!created || own.some(({ id }) => id === created.id)) return own
  return [...own, created].toSorted((a, b) => a.id - b.id)
}

function commentRequests(scope: GitHubScope) {
  const send = async (route: string, parameters: Record<string, unknown>): Promise<GitHubRead<{ id: number }>> => {
    const answer = await askRest(scope, { route, parameters, topic: WRITE, shape: written })
    return answer.kind === 'failed' ? answer : { kind: 'read', value: answer.value.data }
  }
  const comment = '/repos/{owner}/{repo}/issues/comments/{comment_id}'
  return {
    create: (number: number, body: string) =>
      send('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', { issue_number: number, body }),
    update: (id: number, body: string) => send(`PATCH ${comment}`, { comment_id: id, body }),
    /** A spare one that stays is found by the next run. */
    remove(id: number) {
      const { owner, name: repo } = scope.repository
      return scope.client.request(`DELETE ${comment}`, { owner, repo, comment_id: id }, WRITE, scope.poll)
    },
  }
}
