import { isOtherCommit, isSameCommit, short, shortApart } from '../facts/commit.ts'
import type { RunContext } from '../facts/context.ts'
import type { Facts, PullRequest } from '../facts/facts.ts'
import { capitalised, code, say } from '../message.ts'
import { against, type Picture } from './picture.ts'
import { viewIn } from './subject.ts'
import { type Finding, forGood, unknown, withoutGitHub } from './verdict.ts'

/**
 * The finding if the service's commit of the pull request is in doubt, missing, or another than this run's. Null if the
 * commits agree, or if the event has no head to compare with. GitHub tells which of two commits is behind. A stale
 * commit never passes.
 */
export function staleness(pr: PullRequest, picture: Picture): Finding | null {
  const { facts, context } = picture
  const { number, sha } = pr
  const head = context.pullRequestHead
  if (head === null || isSameCommit(sha, head)) return against(picture, 'head')
  // An unknown head may be this run's.
  if (sha === null) {
    const unread = `${capitalised(context.source.name)} does not say which commit is the head of #${number}.`
    return against(picture, 'head') ?? unknown('head-unknown', unread)
  }
  const [theirs, own] = shortApart(sha, head)
  const mismatch = say`${capitalised(context.source.name)} has commit ${theirs} of #${number}; this run is for ${own}`
  const { github } = facts
  // Another commit never passes, whatever GitHub would answer. So no outage is to blame.
  if (github.kind === 'failed') return { ...withoutGitHub('head-unknown', mismatch, github.failure), outage: false }
  const seen = newHeadIn(facts, context)
  if (seen !== null) {
    const evidence = say`This run is for ${code(short(head))}, which is no longer the head of #${number} (${code(short(seen))}).`
    const isNews = (before: Facts) => isMismatch(before, head) && newHeadIn(before, context) !== null
    return lasting(unknown('stale-head', evidence), picture, isNews)
  }
  if (viewIn(facts, context) === null) return unknown('head-unknown', say`${mismatch}.`)
  return unknown('service-behind', say`${mismatch}, which is the head.`)
}

/** The service and GitHub lag by seconds, so an answer is final only if two polls in a row give it. */
export function lasting(found: Finding, { before = null }: Picture, said: (before: Facts) => boolean): Finding {
  return before !== null && said(before) ? forGood(found) : found
}

function isMismatch({ pullRequest }: Facts, head: string): boolean {
  return pullRequest.kind === 'read' && isOtherCommit(pullRequest.value.sha, head)
}

/** GitHub's head, if it is new to this run. The head before the push is not new: a replica that lags still shows it. */
function newHeadIn(facts: Facts, context: RunContext): string | null {
  const head = viewIn(facts, context)?.headSha ?? null
  const known = [context.pullRequestHead, context.previousHead]
  return head !== null && known.some(each => each !== null && isSameCommit(head, each)) ? null : head
}
