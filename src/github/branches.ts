import * as z from 'zod/mini'
import { parseTestBranch } from '../facts/branch.ts'
import type { TestBranch } from '../facts/facts.ts'
import { failedBy, gitHubFailure } from '../facts/reading.ts'
import { commitId } from '../facts/schema/shapes.ts'
import { code, say } from '../message.ts'
import type { GitHubRead, GitHubScope } from './client.ts'
import { notFound } from './failure.ts'
import { askGraphql } from './read.ts'

const TOPIC = { task: 'search the branches for the test branch', permission: 'contents: read' }

/** Asks for one page, on which GitHub gives at most 100 branches. */
const QUERY = `query ($owner: String!, $name: String!, $part: String!) {
  repository(owner: $owner, name: $name) {
    refs(refPrefix: "refs/heads/", query: $part, first: 100) {
      totalCount
      pageInfo { hasNextPage }
      nodes { name target { oid } }
    }
  }
}`

const answer = z.object({
  repository: z.nullable(
    z.object({
      refs: z.nullable(
        z.object({
          totalCount: z.number(),
          pageInfo: z.object({ hasNextPage: z.boolean() }),
          nodes: z.array(z.object({ name: z.string(), target: z.object({ oid: commitId }) })),
        }),
      ),
    }),
  ),
})

/**
 * Reads the test branches with this pull request's number in their names (GraphQL `refs(query:)`, one page). GitHub is
 * asked for `-<number>` anywhere in a name, because a batch names several numbers (`pr-41-42`). Anybody who can push
 * can make such a branch, so its name is only a claim. If there are over 100, the reading fails. Throws only on
 * cancellation.
 */
export async function readTestBranches(scope: GitHubScope, pullRequest: number): Promise<GitHubRead<TestBranch[]>> {
  const { owner, name } = scope.repository
  const variables = { owner, name, part: `-${pullRequest}` }
  const reading = await askGraphql(scope, { query: QUERY, variables, topic: TOPIC, shape: answer })
  if (reading.kind === 'failed') return reading
  const refs = reading.value.repository?.refs
  if (!refs) return failedBy(notFound(TOPIC))
  if (refs.pageInfo.hasNextPage || refs.totalCount > refs.nodes.length) {
    const message = say`More than 100 branch names contain ${code(`-${pullRequest}`)}, so the test branch is not known`
    const remedy = say`Set ${code('test-run-id')}, or delete branches that nobody needs.`
    return failedBy(gitHubFailure('too-many', message, remedy))
  }
  const branches = refs.nodes.flatMap(({ name, target }) => {
    const claim = parseTestBranch(name)
    return claim?.pullRequests.includes(pullRequest) ? [{ name, sha: target.oid, ...claim }] : []
  })
  return { kind: 'read', value: branches }
}
