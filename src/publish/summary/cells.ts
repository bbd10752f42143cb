import { html, link } from '../../escape.ts'
import type { PullRequest, QueueEntry } from '../../facts/facts.ts'
import type { Result } from '../result.ts'
import { stateFor } from '../wording.ts'

/** An icon for each state of a pull request. */
const STATE_ICONS = {
  not_ready: '⚪',
  pending: '⏳',
  testing: '🧪',
  tests_passed: '✅',
  merged: '🟣',
  failed: '❌',
  cancelled: '🚫',
  pending_failure: '⚠️',
}

export const VERDICT_ICONS = { met: '✅', unmet: '❌', unknown: '❓' }

/** The icon of a value that the service chose, which can be the name of a member of every object. */
export function iconOf(icons: Readonly<Record<string, string>>, value: string | null): string {
  return (value !== null && Object.hasOwn(icons, value) && icons[value]) || '❓'
}

/** Short text that stays on one line, however narrow its column gets. */
export function unbroken(escaped: string): string {
  return escaped.replaceAll(' ', '&nbsp;')
}

/** The state of a pull request with its icon and how long it has been in it. */
export function stateCell(submission: PullRequest | QueueEntry, now: number): string {
  return unbroken(`${iconOf(STATE_ICONS, submission.state)} ${html(stateFor(submission, now))}`)
}

/** The priority by its name, which says more than its number; null where it has none. */
export function priority({ priorityName }: PullRequest | QueueEntry): string | null {
  return priorityName === null ? null : unbroken(html(priorityName, 60))
}

/** The page of a pull request, where the host is the one that runs the workflow. */
export function pullRequestLink({ context, run }: Result, number: number, text: string): string {
  if (!context?.onThisServer || run.serverUrl === '') return linkOrText(text, null)
  const { owner, name } = context.repository.value
  return linkOrText(text, `${run.serverUrl}/${owner}/${name}/pull/${number}`)
}

/** A text with a number, as a link if there is an address, and as no link at all if there is none. */
export function linkOrText(text: string, address: string | null): string {
  const linked = link(text, address)
  // GitHub would make a link of the bare number, to whatever bears it in this repository.
  return linked === text ? text.replace('#', '#&#8203;') : linked
}

export function yes(flag: boolean): string {
  return flag ? 'yes' : 'no'
}
