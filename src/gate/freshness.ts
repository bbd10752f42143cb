import type { ProviderReading } from '../facts.ts'
import { isSameCommit, short } from './commit.ts'
import { type Finding, unknown } from './verdict.ts'

/**
 * Whether the service speaks of the commit that this run is about. Where it does not, GitHub decides which of the two
 * is behind; a stale commit never passes.
 *
 * @param sha commit that the service speaks of
 * @param head commit of the event, or null where there is none: then nothing is called stale
 * @returns null where nothing stands in the way
 */
export function staleness(sha: string, head: string | null, provider: ProviderReading): Finding | null {
  if (head === null) return null
  if (provider.kind === 'read' && !isSameCommit(provider.value.headSha, head)) {
    return unknown(
      'stale-head',
      `This run is about ${short(head)}, which is no longer the head (${short(provider.value.headSha)}).`,
      false,
    )
  }
  if (isSameCommit(sha, head)) return null
  const mismatch = `The service speaks of ${short(sha)}, this run is about ${short(head)}`
  if (provider.kind === 'read')
    return unknown('service-behind', `${mismatch}, which is the head: the service is behind.`)
  const failure = provider.kind === 'failed' ? provider : null
  return unknown('head-unknown', `${mismatch}${failure ? `: ${failure.message}.` : '.'}`, true, failure?.remedy)
}
