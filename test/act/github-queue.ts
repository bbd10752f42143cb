/** States of GitHub's own queue that several cases begin with. */
import { requiresChecks, type Wire } from '../stand-in/github/state.js'
import { commitId, EXAMPLE } from '../stand-in/service/scenario.js'

export const NUMBER = 1204
export const HEAD = commitId(`pull request ${NUMBER}`)
/** The commit of the merge group. */
export const GROUP = 'c'.repeat(40)

/** Minutes of the hour in which everything happens. */
export function at(minute: number): string {
  return `2026-03-01T09:${String(minute).padStart(2, '0')}:00Z`
}

export const ADDED = { kind: 'added', at: at(10) }
export const REMOVED_AT = at(20)

/** In the queue, with a group. */
export const WITH_GROUP: Wire = {
  entry: { state: 'AWAITING_CHECKS', enqueuedAt: ADDED.at, builtAt: at(11), position: 1, headCommit: GROUP },
  events: [ADDED],
}
export const THROWN_OUT: Wire = {
  events: [ADDED, { kind: 'removed', at: REMOVED_AT, reason: 'failed_checks', group: GROUP }],
}
export const MERGED: Wire = {
  merged: true,
  state: 'MERGED',
  events: [ADDED, { kind: 'removed', at: REMOVED_AT, reason: 'merged', group: GROUP }],
}
export const RULES = { rules: { [EXAMPLE.branch]: [{ type: 'merge_queue' }, requiresChecks('ci / unit')] } }
export const UNIT_FAILED = { [GROUP]: [{ name: 'ci / unit', conclusion: 'failure' }] }

/** The pull request in the first, the second … query; the last one stays. */
export function standing(...standings: Wire[]) {
  return { pullRequests: { [NUMBER]: { head: { ref: 'a-branch', sha: HEAD }, standings } } }
}
