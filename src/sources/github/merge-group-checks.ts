import * as z from 'zod/mini'
import { type Answer, isFailed, type MergeGroupChecks, mapAnswer } from '../../facts/facts.ts'
import { ACTIONS_NAME } from '../../github/checks.ts'
import type { GitHubScope } from '../../github/client.ts'
import { notFound, type Topic } from '../../github/failure.ts'
import { askGraphql } from '../../github/graphql.ts'
import { coverageOf, type SeenCheck } from '../../github/workflows/coverage.ts'
import { readWorkflows, type WorkflowFile } from '../../github/workflows/workflow.ts'
import type { RequiredChecks } from './required.ts'

/**
 * Whether each check that a branch requires is reported on its merge groups. Throws only on cancellation.
 *
 * @param head the commit whose workflow files count; null for the last one of the branch
 */
export async function readMergeGroupChecks(
  scope: GitHubScope,
  targetBranch: string,
  head: string | null,
  asked: Promise<RequiredChecks>,
): Promise<Answer<MergeGroupChecks>> {
  const [{ checks, gaps }, read, seen] = await Promise.all([
    asked,
    readWorkflowFiles(scope, head ?? `refs/heads/${targetBranch}`),
    readSeenChecks(scope, targetBranch),
  ])
  if (isFailed(read)) return read
  const { files, unread } = read.value
  const workflows = await readWorkflows(files, targetBranch)
  const [gap] = gaps
  const value: MergeGroupChecks = {
    workflowRef: head ?? targetBranch,
    checks: checks.map(check => coverageOf(check, { targetBranch, workflows, unread, seen })),
    ...(gap && { whyMoreRequired: gap.why }),
    // More may be required, under names that are not known.
    ...(gaps.some(({ rule }) => rule === undefined) && { isRequiredListPartial: true as const }),
    brokenFiles: [...workflows.broken],
  }
  return { value, ...(gap?.failure?.outage && { failure: gap.failure }) }
}

const text = z.string()
const nullableText = z.nullable(text)

const FILES: Topic = { task: 'read the workflow files', permission: 'contents: read' }

/** The most characters of all workflow files together. */
const LONGEST = 1_000_000

const other = z.object({ __typename: text })
const blob = z.object({ __typename: z.literal('Blob'), text: nullableText, isTruncated: z.boolean() })
const entry = z.object({ path: nullableText, object: z.nullable(z.union([blob, other])) })
const tree = z.object({ __typename: z.literal('Tree'), entries: z.nullable(z.array(entry)) })
const filesShape = z.object({
  commit: z.nullable(other),
  folder: z.nullable(z.union([tree, other])),
})
const FIELDS_OF_FILES = { commit: 'object(expression: $commit)', folder: 'object(expression: $folder)' }

/**
 * Reads the workflow files of a commit, or of the last commit of a branch, in one request.
 *
 * @param commit what Git calls a revision: an id, or `refs/heads/…`
 * @returns the files, and the paths of those whose text is not known
 */
async function readWorkflowFiles(
  scope: GitHubScope,
  commit: string,
): Promise<Answer<{ files: WorkflowFile[]; unread: string[] }>> {
  const variables = { '$commit: String!': commit, '$folder: String!': `${commit}:.github/workflows` }
  const query = { name: 'WorkflowFiles', variables, topic: FILES, repository: filesShape, fields: FIELDS_OF_FILES }
  const answer = await askGraphql(scope, query)
  if (isFailed(answer)) return answer
  const { data, refusal } = answer.value
  const refused = refusal('commit') ?? refusal('folder')
  if (refused || !data.commit) return { failure: refused ?? notFound(FILES) }
  const files: WorkflowFile[] = []
  const unread: string[] = []
  let left = LONGEST
  for (const { path, object } of (data.folder && 'entries' in data.folder && data.folder.entries) || []) {
    // GitHub reads no other file, and none in a folder below.
    if (!path || !/\.ya?ml$/.test(path)) continue
    const content = object && 'text' in object && !object.isTruncated ? object.text : null
    left -= content?.length ?? 0
    if (content === null || left < 0) unread.push(path)
    else files.push({ path, text: content })
  }
  return { value: { files, unread } }
}

const GROUPS: Topic = { task: 'list the checks of the last merge groups', permission: 'checks: read' }

const app = z.object({ databaseId: z.nullable(z.int()), slug: text })
const workflowRun = z.object({ event: text, file: z.nullable(z.object({ path: text })) })
const run = z.object({
  __typename: z.literal('CheckRun'),
  name: text,
  completedAt: nullableText,
  checkSuite: z.object({ app: z.nullable(app), workflowRun: z.nullable(workflowRun) }),
})
const status = z.object({
  __typename: z.literal('StatusContext'),
  context: text,
  createdAt: text,
  creator: z.nullable(z.object({ login: text })),
})
const reports = z.object({ nodes: z.array(z.nullable(z.union([run, status]))) })
const rollup = z.object({ contexts: reports })
const removal = z.object({
  __typename: z.literal('RemovedFromMergeQueueEvent'),
  createdAt: text,
  beforeCommit: z.nullable(z.object({ statusCheckRollup: z.nullable(rollup) })),
})
const timelineItems = z.object({ nodes: z.nullable(z.array(z.nullable(z.union([removal])))) })
/** What a token may not read is null. */
const groupsShape = z.object({
  pullRequests: z.object({ nodes: z.nullable(z.array(z.nullable(z.object({ timelineItems })))) }),
})
const FIELDS_OF_GROUPS = {
  pullRequests:
    'pullRequests(baseRefName: $branch, states: MERGED, first: 10, orderBy: { field: UPDATED_AT, direction: DESC })',
  timelineItems: 'timelineItems(last: 1, itemTypes: REMOVED_FROM_MERGE_QUEUE_EVENT)',
  contexts: 'contexts(first: 100)',
}

/** Reads the checks on the groups of the last ten pull requests that were merged, as far as the token sees them. */
async function readSeenChecks(scope: GitHubScope, branch: string): Promise<Answer<SeenCheck[]>> {
  const variables = { '$branch: String!': branch }
  const query = { name: 'GroupChecks', variables, topic: GROUPS, repository: groupsShape, fields: FIELDS_OF_GROUPS }
  const answer = await askGraphql(scope, query)
  return mapAnswer(answer, ({ data }) => {
    const removals = data.pullRequests.nodes?.flatMap(pull => pull?.timelineItems.nodes ?? []) ?? []
    return removals.flatMap(each => {
      const reported = each?.beforeCommit?.statusCheckRollup?.contexts.nodes ?? []
      return reported.flatMap(report => (report ? seenCheck(report, each?.createdAt ?? '') : []))
    })
  })
}

/** The group's commit is that of the target branch later, so what was reported after the merge is left out. */
function seenCheck(each: z.output<typeof run> | z.output<typeof status>, removedAt: string): SeenCheck[] {
  if (each.__typename === 'StatusContext') {
    if (!isBefore(each.createdAt, removedAt)) return []
    // A workflow can post a status, and nothing says which one did.
    const isByActions = each.creator ? each.creator.login === ACTIONS_NAME : null
    return [{ name: each.context, appId: null, isByActions, file: null }]
  }
  const { app: by, workflowRun: of } = each.checkSuite
  const isOfGroup = of ? of.event === 'merge_group' : isBefore(each.completedAt, removedAt)
  if (!isOfGroup) return []
  const isByActions = by || of ? by?.slug === ACTIONS_NAME || of !== null : null
  return [{ name: each.name, appId: by?.databaseId ?? null, isByActions, file: of?.file?.path ?? null }]
}

function isBefore(time: string | null, limit: string): boolean {
  return Date.parse(time ?? '') <= Date.parse(limit)
}
