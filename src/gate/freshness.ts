import { isSameCommit, short } from '../facts/commit.ts'
import type { PullRequest } from '../facts/facts.ts'
import { say } from '../message.ts'
import type { Picture } from './picture.ts'
import { type Finding, forGood, unknown } from './verdict.ts'

/**
 * Whether the service speaks of the commit that this run is for. Where it does not, GitHub decides which of the two is
 * behind; a stale commit never passes. Where the event has no head, nothing is called stale.
 *
 * @returns null where nothing stands in the way
 */
export function staleness({ number, sha }: PullRequest, { facts, context }: Picture): Finding | null {
  const head = context.pullRequestHead
  if (head === null) return null
  const { github } = facts
  const seen = github.kind === 'read' && github.value.number === number ? github.value.headSha : null
  if (seen !== null && !isSameCommit(seen, head)) {
    const evidence = `This run is for ${short(head)}, which is no longer the head of #${number} (${short(seen)}).`
    return forGood(unknown('stale-head', evidence))
  }
  if (isSameCommit(sha, head)) return null
  const mismatch = `The service has commit ${short(sha)} of #${number}; this run is for ${short(head)}`
  if (seen !== null) return unknown('service-behind', `${mismatch}, which is the head.`)
  if (github.kind !== 'failed') return unknown('head-unknown', `${mismatch}.`)
  return unknown('head-unknown', say`${mismatch}. ${github.failure.message}.`, github.failure.remedy)
}
