/** All that is asked of GitHub, so that it is loaded with one import where it is needed, and not before. */
export { requestBudget } from './budget.ts'
export { createGitHubClient } from './client.ts'
export { readChangedFiles } from './files.ts'
export { readPullRequest } from './pull-request.ts'
