import { isSameCommit, shortApart } from '../facts/commit.ts'
import type { Snapshot } from '../facts/context.ts'
import type { PullRequest } from '../facts/facts.ts'
import { capitalised, say } from '../text/message.ts'
import { doubtFinding } from './snapshot.ts'
import { type Finding, unknown } from './verdict.ts'

/**
 * The finding if the source's commit of the pull request is in doubt, missing, or another than this run's; null if they
 * agree, or if the event has no head to compare with. A stale commit never passes.
 */
export function staleness({ number, sha }: PullRequest, snapshot: Snapshot): Finding | null {
  const { source, pullRequestHead: head } = snapshot.context
  const doubted = doubtFinding(snapshot, 'head')
  if (doubted || head === null || isSameCommit(sha, head)) return doubted
  const name = capitalised(source.name)
  if (sha === null) return unknown('stale-head', `${name} does not say which commit is the head of #${number}.`)
  const [theirs, own] = shortApart(sha, head)
  return unknown('stale-head', say`${name} has commit ${theirs} of #${number}; this run is for ${own}.`)
}
