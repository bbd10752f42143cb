/** All readers of GitHub, so that one import loads them when they are needed. */

export { requestBudget } from './bounds.ts'
export { readTestBranches } from './branches.ts'
export { readChecks } from './checks.ts'
export { createGitHubClient } from './client.ts'
export { readChangedFiles, readPullRequest } from './pull-request.ts'
export { readRequiredChecks } from './rules.ts'
export { readTimeline } from './timeline.ts'
