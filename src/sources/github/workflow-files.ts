import * as z from 'zod/mini'
import { isFailed } from '../../facts/reading.ts'
import type { GitHubRead, GitHubScope } from '../../github/client.ts'
import { notFound, type Topic } from '../../github/failure.ts'
import { askGraphql } from '../../github/read.ts'
import type { WorkflowFile } from '../../github/workflows/workflow.ts'

const TOPIC: Topic = { task: 'read the workflow files', permission: 'contents: read' }
const FOLDER = '.github/workflows'

/** The most characters of one file, and of all files together. */
const LONGEST_FILE = 500_000
const LONGEST = 2_000_000

const QUERY = `query WorkflowFiles($owner: String!, $name: String!, $commit: String!, $folder: String!) {
  repository(owner: $owner, name: $name) {
    commit: object(expression: $commit) { __typename }
    folder: object(expression: $folder) {
      ... on Tree { entries { path object { ... on Blob { text isTruncated } } } }
    }
  }
}`

const blob = z.object({ text: z.nullish(z.string()), isTruncated: z.nullish(z.boolean()) })
const shape = z.object({
  repository: z.object({
    commit: z.nullish(z.object({})),
    folder: z.nullish(
      z.object({
        entries: z.nullish(z.array(z.object({ path: z.nullish(z.string()), object: z.nullish(blob) }))),
      }),
    ),
  }),
})

/** The workflow files of a commit, and the paths of those whose text is not known. */
export interface WorkflowFiles {
  files: WorkflowFile[]
  unread: string[]
}

/**
 * Reads the workflow files of a commit, or of the last commit of a branch, in one request. Throws only on cancellation.
 *
 * @param commit what Git calls a revision: an id, or `refs/heads/…`
 */
export async function readWorkflowFiles(scope: GitHubScope, commit: string): Promise<GitHubRead<WorkflowFiles>> {
  const variables = { ...scope.repository, commit, folder: `${commit}:${FOLDER}` }
  const answer = await askGraphql(scope, { query: QUERY, variables, topic: TOPIC, shape })
  if (isFailed(answer)) return answer
  const { commit: found, folder } = answer.value.repository
  if (!found) return { failure: notFound(TOPIC) }
  const files: WorkflowFile[] = []
  const unread: string[] = []
  let left = LONGEST
  for (const { path, object } of folder?.entries ?? []) {
    // GitHub reads no other file, and none in a folder below.
    if (!path || !/\.ya?ml$/.test(path)) continue
    const text = object?.isTruncated ? null : (object?.text ?? null)
    left -= text?.length ?? 0
    if (text === null || text.length > LONGEST_FILE || left < 0) unread.push(path)
    else files.push({ path, text })
  }
  return { value: { files, unread } }
}
