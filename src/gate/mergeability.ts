import type { PullRequest } from '../facts/facts.ts'
import { code, firstOf, type Message, say } from '../message.ts'

type Detail = NonNullable<PullRequest['mergeabilityDetails']>[number]

/** Why GitHub would not merge it, as the source gives it: `reviewRequired` (0 of 1); null where it gives nothing. */
export function detailsOf({ mergeabilityDetails }: PullRequest): Message | null {
  const details = mergeabilityDetails ?? []
  return details.length === 0 ? null : firstOf(details, 3, each => say`${code(each.code)}${amountOf(each)}`)
}

function amountOf({ have, need, check, number }: Detail): Message {
  if (have !== null && need !== null) return ` (${have} of ${need})`
  if (check !== null) return say` (${code(check)})`
  return number === null ? '' : ` (on #${number})`
}

/** The remedy for the first of them; null where it is none that this version knows. */
export function remedyFor({ mergeabilityDetails }: PullRequest): string | null {
  const first = mergeabilityDetails?.[0]?.code ?? ''
  return (Object.hasOwn(REMEDIES, first) ? REMEDIES[first] : null) ?? null
}

const REMEDIES: Readonly<Record<string, string>> = {
  conflict: 'Resolve the conflicts and push.',
  behind: 'Update the branch of the pull request.',
  draft: 'Mark it as ready for review.',
  closed: 'Reopen it.',
  pending: 'Wait until GitHub has computed it.',
  awaitingCheck: 'Wait for the check.',
  failingCheck: 'Fix the check.',
  reviewRequired: 'Have it reviewed.',
  changesRequested: 'Settle what the review asks for.',
  stackNeedsRebase: 'Rebase it on the pull request that it is stacked on.',
}
