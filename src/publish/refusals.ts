import type { GitHubFailure } from '../facts/reading.ts'
import { code, distinct, listOf, type Message, say } from '../message.ts'

/** What could not be written, and why. */
export interface Refusal {
  what: 'comment' | 'status'
  failure: GitHubFailure
}

/** What the token needs for it: a line of YAML under `permissions`. */
const PERMISSIONS = {
  comment: code('pull-requests: write'),
  status: code('statuses: write'),
}

/** The causes that all features share, and what is said of them. */
const OF_THE_TOKEN: Partial<Record<GitHubFailure['cause'], (permissions: Message) => Message>> = {
  forbidden: permissions =>
    say`${code('github-token')} lacks permissions (403). Under the job's ${code('permissions')}, add ${permissions}. For a pull request from a fork or Dependabot the token stays read-only, whatever the job says`,
  'token-missing': permissions => say`${code('github-token')} is empty. Set it to a token with ${permissions}`,
}

/**
 * A sentence or two for each cause. A token that may not write is one notice with all permissions that are missing; the
 * rest is told once for each text.
 */
export function refusalNotices(refusals: readonly Refusal[]): Message[] {
  const ofTheToken = Object.entries(OF_THE_TOKEN).flatMap(([cause, tell]) => {
    const whats = [...new Set(refusals.filter(({ failure }) => failure.cause === cause).map(({ what }) => what))]
    return whats.length === 0 ? [] : [say`${undone(whats)}: ${tell(listOf(whats.map(what => PERMISSIONS[what])))}.`]
  })
  const others = refusals.flatMap(({ what, failure }) =>
    failure.cause in OF_THE_TOKEN ? [] : [say`${undone([what])}: ${failure.message}. ${failure.remedy}`],
  )
  return [...ofTheToken, ...distinct(others)]
}

function undone(whats: readonly Refusal['what'][]): string {
  if (whats.length > 1) return 'No status was set and no comment was written'
  return whats[0] === 'comment' ? 'No comment was written' : 'No status was set'
}
