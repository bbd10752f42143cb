import { code, listOf, type Message, say, shortList } from '../text/message.ts'
import type { Check } from './facts.ts'

/**
 * By GitHub's word, the gravest first: the outcome that it means, and the check's state, worded to follow its name.
 * The word of a check run is its conclusion, else its status; the word of a commit status is its state.
 */
const WORDS: ReadonlyMap<string, [outcome: Check['outcome'], state: string]> = new Map([
  ['failure', ['failed', 'failed']],
  ['error', ['failed', 'failed']],
  ['timed_out', ['failed', 'timed out']],
  ['startup_failure', ['failed', 'could not start']],
  ['action_required', ['failed', 'waits for an approval']],
  ['cancelled', ['failed', 'was cancelled']],
  ['skipped', ['passed', 'was skipped']],
  ['neutral', ['passed', 'was neutral']],
  ['queued', ['pending', 'is queued']],
  ['waiting', ['pending', 'waits for an approval']],
  ['in_progress', ['pending', 'is running']],
  ['pending', ['pending', 'is pending']],
  ['requested', ['pending', 'is pending']],
  ['success', ['passed', 'passed']],
])

/** The outcome that a word of GitHub means; `unknown` for any other text, also an empty one. */
export function outcomeOfWord(word: string): Check['outcome'] {
  return WORDS.get(word)?.[0] ?? 'unknown'
}

/** The state of a check, to follow its name; `failed` for a missing or unlisted word, which only failed checks have. */
export function checkStateInWords(word = 'failure'): string {
  return WORDS.get(word)?.[1] ?? 'failed'
}

/** True if GitHub counts the check as passed, though it tested nothing. */
export function testedNothing({ word }: { word?: string | undefined }): boolean {
  return word === 'skipped' || word === 'neutral'
}

/** The name of the job that a leg of a matrix belongs to: `unit` for `unit (linux)`; null if the name is not a leg's. */
export function matrixNameOf(name: string): string | null {
  const end = name.endsWith(')') ? name.lastIndexOf(' (') : -1
  return end > 0 ? name.slice(0, end) : null
}

/** True if names differ by no more than a caller or workflow in front, matrix values, punctuation or letter case. */
export function isNearName(a: string, b: string): boolean {
  return jobIn(a) !== '' && jobIn(a) === jobIn(b)
}

function jobIn(name: string): string {
  const job = (matrixNameOf(name) ?? name).split(' / ').at(-1) ?? ''
  return job.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Checks by their names in lower case: a commit can have thousands of checks, and a branch require thousands. */
export type ChecksByName = ReadonlyMap<string, readonly Check[]>

export function checksByName(checks: readonly Check[]): ChecksByName {
  return Map.groupBy(checks, ({ name }) => name.toLowerCase())
}

/** The checks of this name. GitHub looks at letter case in names of check runs, and ignores it in those of statuses. */
export function checksNamed(name: string, checks: ChecksByName): Check[] {
  const alike = checks.get(name.toLowerCase()) ?? []
  return alike.filter(check => check.kind === 'status' || check.name === name)
}

/** A check by its name, and how it ended or stands in its own word. */
export interface NamedCheck {
  name: string
  url: string | null
  word?: string | undefined
}

export const MOST_NAMED = 3

/** Checks with their states, the gravest first: `unit` failed and `e2e` was cancelled. */
export function checksInWords(checks: readonly NamedCheck[]): Message {
  const ranks = [...WORDS.values()].map(([, state]) => state)
  const byState = [...Map.groupBy(checks, ({ word }) => checkStateInWords(word))]
  const ranked = byState.toSorted(([a], [b]) => ranks.indexOf(a) - ranks.indexOf(b))
  return listOf(ranked.map(([state, alike]) => say`${namesOf(alike)} ${alike.length === 1 ? state : inPlural(state)}`))
}

function namesOf(checks: readonly NamedCheck[]): Message {
  const nameOf = ({ name, url }: NamedCheck) => code(name, url)
  return checks.length > MOST_NAMED ? shortList(checks, MOST_NAMED, nameOf) : listOf(checks.map(nameOf))
}

function inPlural(state: string): string {
  return state
    .replace(/^was /, 'were ')
    .replace(/^is /, 'are ')
    .replace(/^waits /, 'wait ')
}

export function remedyForFailedChecks(checks: readonly NamedCheck[]): Message {
  const words = checks.map(({ word }) => word ?? 'failure')
  const gravest = [...WORDS.keys()].find(word => words.includes(word)) ?? 'failure'
  return REMEDIES[gravest] ?? 'Fix what failed, then submit the pull request again.'
}

const REMEDIES: Readonly<Record<string, Message>> = {
  timed_out: 'Look at what took so long, then submit the pull request again.',
  startup_failure: 'Correct the workflow file, then submit the pull request again.',
  action_required: 'Have the run approved, then submit the pull request again.',
  cancelled: say`A cancelled check did not fail: most likely a ${code('concurrency')} group cancelled it. Submit the pull request again.`,
}
