import * as z from 'zod/mini'
import type { ChangedFiles } from '../facts/facts.ts'
import { failedBy, gitHubFailure } from '../facts/reading.ts'
import type { GitHubRead, GitHubScope } from './client.ts'
import { readPages } from './read.ts'

const MOST_FILES = 3000

const files = z.array(z.object({ filename: z.string() }))

/**
 * Reads the files that a pull request changes (GET /repos/{owner}/{repo}/pulls/{n}/files). A list that is not whole
 * says why; if nothing was read, the reading is a failed one. Throws only on cancellation.
 */
export async function readChangedFiles(scope: GitHubScope, pullRequest: number): Promise<GitHubRead<ChangedFiles>> {
  const { items, incomplete } = await readPages(scope, {
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
    parameters: { pull_number: pullRequest },
    topic: { task: 'list the changed files of the pull request', permission: 'pull-requests: read' },
    shape: files,
    items: page => page.map(({ filename }) => filename),
    limit: {
      items: MOST_FILES,
      failure: gitHubFailure(
        'too-many',
        'GitHub lists at most 3,000 changed files of a pull request, and this one may change more',
        'Split the pull request.',
      ),
    },
  })
  if (incomplete && items.length === 0) return failedBy(incomplete)
  return { kind: 'read', value: { paths: items, incomplete } }
}
