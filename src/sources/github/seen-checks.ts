import * as z from 'zod/mini'
import { mapped } from '../../facts/reading.ts'
import type { GitHubRead, GitHubScope } from '../../github/client.ts'
import type { Topic } from '../../github/failure.ts'
import type { SeenCheck } from '../../github/workflows/coverage.ts'
import { parsed } from '../../text/document.ts'
import { askParts } from './parts.ts'

const TOPIC: Topic = { task: 'list the checks of the last merge groups', permission: 'checks: read' }

const QUERY = `query GroupChecks($owner: String!, $name: String!, $branch: String!) {
  repository(owner: $owner, name: $name) {
    pullRequests(baseRefName: $branch, states: MERGED, first: 10, orderBy: { field: UPDATED_AT, direction: DESC }) {
      nodes {
        timelineItems(last: 1, itemTypes: REMOVED_FROM_MERGE_QUEUE_EVENT) {
          nodes {
            ... on RemovedFromMergeQueueEvent {
              createdAt
              beforeCommit {
                statusCheckRollup {
                  contexts(first: 100) {
                    nodes {
                      __typename
                      ... on CheckRun {
                        name
                        completedAt
                        checkSuite { app { databaseId slug } workflowRun { event file { path } } }
                      }
                      ... on StatusContext { context createdAt creator { login } }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}`

/** What a token may not read is null, or left out. */
const text = z.catch(z.nullish(z.string()), null)
const member = <Shape extends z.ZodMiniType>(shape: Shape) => z.catch(z.nullish(shape), null)
const app = z.object({ databaseId: z.catch(z.nullish(z.number()), null), slug: text })
const run = z.object({ event: text, file: member(z.object({ path: text })) })

const report = z.object({
  __typename: text,
  name: text,
  completedAt: text,
  checkSuite: member(z.object({ app: member(app), workflowRun: member(run) })),
  context: text,
  createdAt: text,
  creator: member(z.object({ login: text })),
})

type Report = z.output<typeof report>

/**
 * Reads the checks on the groups of the last ten pull requests that were merged, as far as the token sees them. Throws
 * only on cancellation.
 */
export async function readSeenChecks(scope: GitHubScope, branch: string): Promise<GitHubRead<SeenCheck[]>> {
  const answer = await askParts(scope, TOPIC, QUERY, { ...scope.repository, branch })
  return mapped(answer, ({ data }) =>
    nodesAt(data, 'repository', 'pullRequests')
      .flatMap(pull => nodesAt(pull, 'timelineItems'))
      .flatMap(seenOn),
  )
}

/** The checks on the group that a removal names. */
function seenOn(removal: unknown): SeenCheck[] {
  const removedAt = memberAt(removal, 'createdAt')
  return nodesAt(removal, 'beforeCommit', 'statusCheckRollup', 'contexts').flatMap(each => {
    const read = parsed(report, each)
    return read.success ? seenCheck(read.data, typeof removedAt === 'string' ? removedAt : '') : []
  })
}

/** The nodes of the connection at a path; none where it can't be read. */
function nodesAt(data: unknown, ...path: string[]): unknown[] {
  const nodes = memberAt(data, ...path, 'nodes')
  return Array.isArray(nodes) ? nodes : []
}

function memberAt(data: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], data)
}

/** The group's commit is that of the target branch later, so what was reported after the merge is left out. */
function seenCheck(each: Report, removedAt: string): SeenCheck[] {
  if (each.__typename === 'StatusContext') {
    if (!each.context || !isBefore(each.createdAt, removedAt)) return []
    // A workflow can post a status, and nothing says which one did.
    const isByActions = each.creator ? each.creator.login === 'github-actions' : null
    return [{ name: each.context, appId: null, isByActions, file: null }]
  }
  const { app, workflowRun } = each.checkSuite ?? {}
  const isOfGroup = workflowRun?.event ? workflowRun.event === 'merge_group' : isBefore(each.completedAt, removedAt)
  if (!each.name || !isOfGroup) return []
  const isByActions = app || workflowRun ? app?.slug === 'github-actions' || !!workflowRun : null
  return [{ name: each.name, appId: app?.databaseId ?? null, isByActions, file: workflowRun?.file?.path ?? null }]
}

function isBefore(time: string | null | undefined, limit: string): boolean {
  return Date.parse(time ?? '') <= Date.parse(limit)
}
