import type { CauseRule } from './rule.ts'

/** What only GitHub's own queue can tell. */
export const GITHUB_CAUSES: readonly CauseRule[] = []
