import type { GitHubFailure } from '../facts/reading.ts'
import { listed } from './wording.ts'

/** What could not be written, and why. */
export interface Refusal {
  what: 'comment' | 'status'
  failure: GitHubFailure
}

/** What the token needs for it: a line of YAML under `permissions`. */
const PERMISSIONS: Record<Refusal['what'], string> = {
  comment: 'pull-requests: write',
  status: 'statuses: write',
}

const UNDONE: Record<Refusal['what'], string> = { comment: 'no comment was written', status: 'no status was set' }

/** The causes that all features share, and what is said of them. */
const OF_THE_TOKEN: Partial<Record<GitHubFailure['cause'], (permissions: string) => string>> = {
  forbidden: permissions =>
    `\`github-token\` lacks permissions (403). Under the job's \`permissions\`, add ${permissions}. For a pull request from a fork or Dependabot the token stays read-only, whatever the job says`,
  'token-missing': permissions => `\`github-token\` is empty. Set it to a token with ${permissions}`,
}

/**
 * A sentence or two for each cause. A token that may not write is one notice with all permissions that are missing; the
 * rest is told once for each text.
 */
export function refusalNotices(refusals: readonly Refusal[]): string[] {
  const ofTheToken = Object.entries(OF_THE_TOKEN).flatMap(([cause, tell]) => {
    const those = refusals.filter(({ failure }) => failure.cause === cause)
    if (those.length === 0) return []
    const whats = [...new Set(those.map(({ what }) => what))]
    const undone = listed(whats.map(what => UNDONE[what]))
    return [`${capital(undone)}: ${tell(listed(whats.map(what => `\`${PERMISSIONS[what]}\``)))}.`]
  })
  const others = refusals.flatMap(({ what, failure }) =>
    failure.cause in OF_THE_TOKEN ? [] : [`${capital(UNDONE[what])}: ${failure.message}. ${failure.remedy}`],
  )
  return [...ofTheToken, ...new Set(others)]
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
