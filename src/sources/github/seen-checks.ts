import * as z from 'zod/mini'
import { type Answer, mapped } from '../../facts/facts.ts'
import type { GitHubScope } from '../../github/client.ts'
import type { Topic } from '../../github/failure.ts'
import { askGraphql, field } from '../../github/graphql.ts'
import type { SeenCheck } from '../../github/workflows/coverage.ts'

const TOPIC: Topic = { task: 'list the checks of the last merge groups', permission: 'checks: read' }

const text = z.string()
const nullableText = z.nullable(text)
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
const nodes = z.array(z.nullable(z.union([run, status])))
const rollup = z.object({ contexts: field('contexts(first: 100)', z.object({ nodes })) })
const removal = z.object({
  __typename: z.literal('RemovedFromMergeQueueEvent'),
  createdAt: text,
  beforeCommit: z.nullable(z.object({ statusCheckRollup: z.nullable(rollup) })),
})
const timelineItems = field(
  'timelineItems(last: 1, itemTypes: REMOVED_FROM_MERGE_QUEUE_EVENT)',
  z.object({ nodes: z.nullable(z.array(z.nullable(z.union([removal])))) }),
)
/** What a token may not read is null. */
const repository = z.object({
  pullRequests: field(
    'pullRequests(baseRefName: $branch, states: MERGED, first: 10, orderBy: { field: UPDATED_AT, direction: DESC })',
    z.object({ nodes: z.nullable(z.array(z.nullable(z.object({ timelineItems })))) }),
  ),
})

/**
 * Reads the checks on the groups of the last ten pull requests that were merged, as far as the token sees them. Throws
 * only on cancellation.
 */
export async function readSeenChecks(scope: GitHubScope, branch: string): Promise<Answer<SeenCheck[]>> {
  const variables = { '$branch: String!': branch }
  const answer = await askGraphql(scope, { name: 'GroupChecks', variables, topic: TOPIC, repository })
  return mapped(answer, ({ data }) => {
    const removals = data.pullRequests.nodes?.flatMap(pull => pull?.timelineItems.nodes ?? []) ?? []
    return removals.flatMap(each => {
      const reports = each?.beforeCommit?.statusCheckRollup?.contexts.nodes ?? []
      return reports.flatMap(report => (report ? seenCheck(report, each?.createdAt ?? '') : []))
    })
  })
}

/** The group's commit is that of the target branch later, so what was reported after the merge is left out. */
function seenCheck(each: z.output<typeof run> | z.output<typeof status>, removedAt: string): SeenCheck[] {
  if (each.__typename === 'StatusContext') {
    if (!isBefore(each.createdAt, removedAt)) return []
    // A workflow can post a status, and nothing says which one did.
    const isByActions = each.creator ? each.creator.login === 'github-actions' : null
    return [{ name: each.context, appId: null, isByActions, file: null }]
  }
  const { app: by, workflowRun: of } = each.checkSuite
  const isOfGroup = of ? of.event === 'merge_group' : isBefore(each.completedAt, removedAt)
  if (!isOfGroup) return []
  const isByActions = by || of ? by?.slug === 'github-actions' || of !== null : null
  return [{ name: each.name, appId: by?.databaseId ?? null, isByActions, file: of?.file?.path ?? null }]
}

function isBefore(time: string | null, limit: string): boolean {
  return Date.parse(time ?? '') <= Date.parse(limit)
}
