/** All that is asked of GitHub, so that it is loaded with one import where it is needed, and not before. */

export { requestBudget } from './bounds.ts'
export { readTestBranches } from './branches.ts'
export { readChecks } from './checks.ts'
export { createGitHubClient } from './client.ts'
export { readChangedFiles } from './files.ts'
export { readPullRequest } from './pull-request.ts'
export { readRequiredChecks } from './rules.ts'
export { readTimeline } from './timeline.ts'
