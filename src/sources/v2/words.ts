import type { QUEUE_MODES } from '../../facts/facts.ts'

/**
 * A value of an enumeration in the words of the facts: the v2 API writes `testsPassed` for `tests_passed`. A value in
 * another spelling, or one that is not in `words`, is shown unchanged and counts as unknown.
 */
export function inFacts(words: readonly string[], value: unknown): string | null {
  if (typeof value !== 'string') return null
  const isCamel = !value.includes('_')
  const word = value.replace(/[A-Z]/g, capital => `_${capital.toLowerCase()}`)
  return isCamel && words.includes(word) ? word : `unknown:${value}`
}

/** The modes of a queue, with the facts' names for them. */
const MODES: ReadonlyMap<string, (typeof QUEUE_MODES)[number]> = new Map([
  ['queue', 'single'],
  ['graph', 'parallel'],
])

export function modeOf(value: unknown): string | null {
  return typeof value === 'string' ? (MODES.get(value) ?? `unknown:${value}`) : null
}

/** The service's own conclusions; `neutral` says nothing: it can be a placeholder, or stand for other conclusions. */
const CONCLUSIONS: Readonly<Record<string, string>> = {
  success: 'success',
  skipped: 'skipped',
  failure: 'failure',
  cancelled: 'cancelled',
  timeout: 'timed_out',
}

/**
 * How a check went, in GitHub's words. A conclusion counts only if the check is `completed`. The provider's goes before
 * the service's, which is coarser.
 */
export function wordOf(check: Readonly<Record<string, unknown>>): string {
  const { status, conclusion, providerStatus, providerConclusion } = check
  if (status !== 'completed') return inGitHubsWords(providerStatus) ?? (status === 'queued' ? 'queued' : 'in_progress')
  if (providerConclusion != null) return inGitHubsWords(providerConclusion) ?? 'unknown'
  return (
    (typeof conclusion === 'string' && Object.hasOwn(CONCLUSIONS, conclusion) && CONCLUSIONS[conclusion]) || 'unknown'
  )
}

function inGitHubsWords(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Z_]+$/.test(value) ? value.toLowerCase() : null
}
