import * as z from 'zod/mini'
import { type Answer, isFailed, type MergeGroupChecks, mapAnswer } from '../../facts/facts.ts'
import { ACTIONS_NAME } from '../../github/checks.ts'
import type { GitHubScope } from '../../github/client.ts'
import { notFound, type Topic } from '../../github/failure.ts'
import { askGraphql } from '../../github/graphql.ts'
import { coverageOf, type SeenCheck } from '../../github/workflows/coverage.ts'
import { parseWorkflows, type WorkflowFile } from '../../github/workflows/workflow.ts'
import type { RequiredChecks } from './required.ts'

/**
 * Finds out whether each check that a branch requires is reported on merge groups. Throws only on cancellation.
 *
 * @param head the commit whose workflow files count; null for the last commit of the branch
 */
export async function readMergeGroupChecks(
  scope: GitHubScope,
  targetBranch: string,
  head: string | null,
  required: Promise<RequiredChecks>,
): Promise<Answer<MergeGroupChecks>> {
  const [{ checks, gaps }, reading, seen] = await Promise.all([
    required,
    readWorkflowFiles(scope, head ?? `refs/heads/${targetBranch}`),
    readSeenChecks(scope, targetBranch),
  ])
  if (isFailed(reading)) return reading
  const { files, unread } = reading.value
  const workflows = await parseWorkflows(files, targetBranch)
  // A gap may hide required checks. Outages come last, so the first gap is an outage only if all are.
  const [gap] = gaps
  const value: MergeGroupChecks = {
    workflowRef: head ?? targetBranch,
    checks: checks.map(check => coverageOf(check, { targetBranch, workflows, unread, seen })),
    ...(gap && { whyMoreMayBeRequired: gap.why }),
    // A gap with a `ruleType` is a rule that names no checks: the list is whole. Any other is an unread answer.
    ...(gaps.some(({ ruleType }) => ruleType === undefined) && { isRequiredListPartial: true as const }),
    brokenFiles: [...workflows.broken],
  }
  // An outage makes the read fail in part. A refusal is no outage: that the list is not whole says enough.
  return { value, ...(gap?.failure?.outage && { failure: gap.failure }) }
}

const text = z.string()
const nullableText = z.nullable(text)

const FILES_TOPIC: Topic = { task: 'read the workflow files', permission: 'contents: read' }

/** The most characters of all workflow files together. */
const MOST_CHARACTERS = 1_000_000

// `askGraphql` writes its query from a shape: of a union, it asks for the fields of the types that are named.
const otherType = z.object({ __typename: text })
const blob = z.object({ __typename: z.literal('Blob'), text: nullableText, isTruncated: z.boolean() })
const entry = z.object({ path: nullableText, object: z.nullable(z.union([blob, otherType])) })
const tree = z.object({ __typename: z.literal('Tree'), entries: z.nullable(z.array(entry)) })
const filesShape = z.object({ commit: z.nullable(otherType), folder: z.nullable(z.union([tree, otherType])) })
const FIELDS_OF_FILES = { commit: 'object(expression: $commit)', folder: 'object(expression: $folder)' }

/**
 * Reads the workflow files of a commit, in one request.
 *
 * @param commit its id; `refs/heads/…` for the last commit of a branch
 * @returns the files, and the paths of files whose text is not known
 */
async function readWorkflowFiles(
  scope: GitHubScope,
  commit: string,
): Promise<Answer<{ files: WorkflowFile[]; unread: string[] }>> {
  const answer = await askGraphql(scope, {
    name: 'WorkflowFiles',
    variables: { '$commit: String!': commit, '$folder: String!': `${commit}:.github/workflows` },
    topic: FILES_TOPIC,
    repository: filesShape,
    fields: FIELDS_OF_FILES,
  })
  if (isFailed(answer)) return answer
  const { data, refusal } = answer.value
  const refused = refusal('commit') ?? refusal('folder')
  if (refused || !data.commit) return { failure: refused ?? notFound(FILES_TOPIC) }
  const files: WorkflowFile[] = []
  const unread: string[] = []
  let left = MOST_CHARACTERS
  for (const { path, object } of (data.folder && 'entries' in data.folder && data.folder.entries) || []) {
    // GitHub reads no other file here, and no folder.
    if (!path || !/\.ya?ml$/.test(path)) continue
    const content = object && 'text' in object && !object.isTruncated ? object.text : null
    left -= content?.length ?? 0
    if (content === null || left < 0) unread.push(path)
    else files.push({ path, text: content })
  }
  return { value: { files, unread } }
}

const GROUPS_TOPIC: Topic = { task: 'list the checks of the last merge groups', permission: 'checks: read' }

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
const rollup = z.object({ contexts: z.object({ nodes: z.array(z.nullable(z.union([run, status]))) }) })
const removal = z.object({
  __typename: z.literal('RemovedFromMergeQueueEvent'),
  createdAt: text,
  beforeCommit: z.nullable(z.object({ statusCheckRollup: z.nullable(rollup) })),
})
const timelineItems = z.object({ nodes: z.nullable(z.array(z.nullable(z.union([removal])))) })
const pullRequests = z.object({ nodes: z.nullable(z.array(z.nullable(z.object({ timelineItems })))) })
const FIELDS_OF_GROUPS = {
  pullRequests:
    'pullRequests(baseRefName: $branch, states: MERGED, first: 10, orderBy: { field: UPDATED_AT, direction: DESC })',
  timelineItems: 'timelineItems(last: 1, itemTypes: REMOVED_FROM_MERGE_QUEUE_EVENT)',
  contexts: 'contexts(first: 100)',
}

/** Reads the checks on the merge groups of the last ten merged pull requests, as far as the token may see them. */
async function readSeenChecks(scope: GitHubScope, branch: string): Promise<Answer<SeenCheck[]>> {
  const variables = { '$branch: String!': branch }
  const repository = z.object({ pullRequests })
  const query = { name: 'GroupChecks', variables, topic: GROUPS_TOPIC, repository, fields: FIELDS_OF_GROUPS }
  return mapAnswer(await askGraphql(scope, query), ({ data }) => {
    const removals = data.pullRequests.nodes?.flatMap(pull => pull?.timelineItems.nodes ?? []) ?? []
    return removals.flatMap(removal => {
      const reports = removal?.beforeCommit?.statusCheckRollup?.contexts.nodes ?? []
      return reports.flatMap(report => (report ? seenCheck(report, removal?.createdAt ?? '') : []))
    })
  })
}

/** A list of the report's check. Empty for a report after the merge, when the commit is also the target branch's. */
function seenCheck(report: z.output<typeof run> | z.output<typeof status>, mergedAt: string): SeenCheck[] {
  if (report.__typename === 'StatusContext') {
    const { context: name, createdAt, creator } = report
    // A workflow can post a status, and nothing says which one did.
    const isByActions = creator && creator.login === ACTIONS_NAME
    return isBefore(createdAt, mergedAt) ? [{ name, appId: null, isByActions, file: null }] : []
  }
  const { app, workflowRun } = report.checkSuite
  const isOfGroup = workflowRun ? workflowRun.event === 'merge_group' : isBefore(report.completedAt, mergedAt)
  if (!isOfGroup) return []
  const isByActions = workflowRun !== null || (app && app.slug === ACTIONS_NAME)
  return [{ name: report.name, appId: app?.databaseId ?? null, isByActions, file: workflowRun?.file?.path ?? null }]
}

function isBefore(time: string | null, limit: string): boolean {
  return Date.parse(time ?? '') <= Date.parse(limit)
}
