import type { PullRequest, QueueEntry } from '../../facts.ts'
import { html, link } from '../../inert.ts'
import { stateFor } from '../phrases.ts'
import type { Result } from '../result.ts'

/** An icon for each state of a pull request. */
const STATE_ICONS: Record<string, string> = {
  not_ready: '⚪',
  pending: '⏳',
  testing: '🧪',
  tests_passed: '✅',
  merged: '🟣',
  failed: '❌',
  cancelled: '🚫',
  pending_failure: '⚠️',
}

export const VERDICT_ICONS = { met: '✅', unmet: '❌', unknown: '❔' }

/** The state of a pull request with its icon and how long it has been in it. */
export function stateCell(submission: PullRequest | QueueEntry, now: number): string {
  return `${STATE_ICONS[submission.state ?? ''] ?? '❔'} ${html(stateFor(submission, now))}`
}

/** The priority by name and number; null where neither is known. */
export function priority(submission: PullRequest | QueueEntry): string | null {
  const { priorityName, priorityValue } = submission
  if (priorityName === null && priorityValue === null) return null
  const value = priorityValue === null ? '' : ` (${priorityValue})`
  return `${html(priorityName ?? 'unnamed', 60)}${value}`
}

/** The page of a pull request, where the host is the one that runs the workflow. */
export function pullRequestLink({ context, run }: Result, number: number, text: string): string {
  if (!context?.onThisServer || run.serverUrl === '') return text
  const { owner, name } = context.repository.value
  return link(text, `${run.serverUrl}/${owner}/${name}/pull/${number}`)
}

export function yes(flag: boolean): string {
  return flag ? 'yes' : 'no'
}
