/** All readers of GitHub, so that one import loads them when they are needed. */

export { requestBudget } from './bounds.ts'
export { readChecks } from './checks.ts'
export { createGitHubClient } from './client.ts'
export { readPullRequest } from './pull-request.ts'
