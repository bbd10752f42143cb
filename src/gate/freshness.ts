import { isSameCommit, short } from '../facts/commit.ts'
import type { GitHubReading } from '../facts/facts.ts'
import { type Finding, unknown } from './verdict.ts'

/**
 * Whether the service speaks of the commit that this run is about. Where it does not, GitHub decides which of the two
 * is behind; a stale commit never passes.
 *
 * @param sha commit that the service speaks of
 * @param head commit of the event, or null where there is none: then nothing is called stale
 * @returns null where nothing stands in the way
 */
export function staleness(sha: string, head: string | null, github: GitHubReading): Finding | null {
  if (head === null) return null
  if (github.kind === 'read' && !isSameCommit(github.value.headSha, head)) {
    return unknown(
      'stale-head',
      `This run is about ${short(head)}, which is no longer the head (${short(github.value.headSha)}).`,
      false,
    )
  }
  if (isSameCommit(sha, head)) return null
  const mismatch = `The service speaks of ${short(sha)}, this run is about ${short(head)}`
  if (github.kind === 'read') return unknown('service-behind', `${mismatch}, which is the head: the service is behind.`)
  const failure = github.kind === 'failed' ? github : null
  return unknown('head-unknown', `${mismatch}${failure ? `: ${failure.message}.` : '.'}`, true, failure?.remedy)
}
