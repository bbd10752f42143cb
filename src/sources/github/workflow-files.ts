import * as z from 'zod/mini'
import { type Answer, isFailed } from '../../facts/facts.ts'
import type { GitHubScope } from '../../github/client.ts'
import { notFound, type Topic } from '../../github/failure.ts'
import { askGraphql, field } from '../../github/graphql.ts'
import type { WorkflowFile } from '../../github/workflows/workflow.ts'

const TOPIC: Topic = { task: 'read the workflow files', permission: 'contents: read' }
const FOLDER = '.github/workflows'

/** The most characters of one file, and of all files together. */
const LONGEST_FILE = 500_000
const LONGEST = 1_000_000

const other = z.object({ __typename: z.string() })
const blob = z.object({ __typename: z.literal('Blob'), text: z.nullable(z.string()), isTruncated: z.boolean() })
const entries = z.nullable(
  z.array(z.object({ path: z.nullable(z.string()), object: z.nullable(z.union([blob, other])) })),
)
const tree = z.object({ __typename: z.literal('Tree'), entries })
const repository = z.object({
  commit: field('object(expression: $commit)', z.nullable(other)),
  folder: field('object(expression: $folder)', z.nullable(z.union([tree, z.object({ __typename: z.string() })]))),
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
export async function readWorkflowFiles(scope: GitHubScope, commit: string): Promise<Answer<WorkflowFiles>> {
  const variables = { '$commit: String!': commit, '$folder: String!': `${commit}:${FOLDER}` }
  const answer = await askGraphql(scope, { name: 'WorkflowFiles', variables, topic: TOPIC, repository })
  if (isFailed(answer)) return answer
  const { data, refusal } = answer.value
  const { commit: found, folder } = data
  const refused = refusal('commit') ?? refusal('folder')
  if (refused || !found) return { failure: refused ?? notFound(TOPIC) }
  const files: WorkflowFile[] = []
  const unread: string[] = []
  let left = LONGEST
  for (const { path, object } of entriesIn(folder)) {
    // GitHub reads no other file, and none in a folder below.
    if (!path || !/\.ya?ml$/.test(path)) continue
    const text = object && 'text' in object && !object.isTruncated ? object.text : null
    left -= text?.length ?? 0
    if (text === null || text.length > LONGEST_FILE || left < 0) unread.push(path)
    else files.push({ path, text })
  }
  return { value: { files, unread } }
}

function entriesIn(folder: z.output<typeof repository>['folder']): NonNullable<z.output<typeof entries>> {
  return (folder && 'entries' in folder && folder.entries) || []
}
