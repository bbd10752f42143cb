import * as z from 'zod/mini'
import { type Answer, isFailed } from '../../facts/reading.ts'
import type { GitHubScope } from '../../github/client.ts'
import { askGraphql, field } from '../../github/graphql.ts'

/** A check on a commit that GitHub marks as required for a pull request. */
export interface Mark {
  name: string
  source: 'check-run' | 'status'
  appId: number | null
  /** Who posted the status: the login of an app is its slug. Null for a check run. */
  creator: string | null
}

/** The most pages of a hundred checks that are read. */
const MOST_PAGES = 10

const isRequired = field('isRequired(pullRequestNumber: $number)', z.boolean())
const run = z.object({
  __typename: z.literal('CheckRun'),
  name: z.string(),
  isRequired,
  checkSuite: z.object({ app: z.nullable(z.object({ databaseId: z.nullable(z.number()) })) }),
})
const status = z.object({
  __typename: z.literal('StatusContext'),
  context: z.string(),
  isRequired,
  creator: z.nullable(z.object({ login: z.string() })),
})
const commit = z.object({
  __typename: z.literal('Commit'),
  statusCheckRollup: z.nullable(
    z.object({
      contexts: field(
        'contexts(first: 100, after: $after)',
        z.object({
          pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) }),
          nodes: z.array(z.nullable(z.union([run, status]))),
        }),
      ),
    }),
  ),
})
const repository = z.object({ object: field('object(oid: $sha)', z.nullable(z.union([commit]))) })

/** Reads which reported checks of a commit GitHub marks as required for a pull request. Throws only on cancellation. */
export async function readMarks(scope: GitHubScope, sha: string, number: number): Promise<Answer<Mark[]>> {
  const marks: Mark[] = []
  let after: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer: Awaited<ReturnType<typeof askPage>> = await askPage(scope, sha, number, after)
    if (isFailed(answer)) return answer
    const contexts = answer.value.data.object?.statusCheckRollup?.contexts
    for (const node of contexts?.nodes ?? []) if (node?.isRequired) marks.push(markOf(node))
    if (!contexts?.pageInfo.hasNextPage) break
    after = contexts.pageInfo.endCursor
  }
  return { value: marks }
}

function askPage(scope: GitHubScope, sha: string, number: number, after: string | null) {
  return askGraphql(scope, {
    name: 'Required',
    variables: { '$sha: GitObjectID!': sha, '$number: Int!': number, '$after: String': after },
    topic: { task: 'list the required checks of the commit', permission: 'checks: read' },
    repository,
  })
}

function markOf(node: z.output<typeof run> | z.output<typeof status>): Mark {
  if (node.__typename === 'CheckRun') {
    const appId = node.checkSuite.app?.databaseId ?? null
    return { name: node.name, source: 'check-run', appId, creator: null }
  }
  return {
    name: node.context,
    source: 'status',
    appId: null,
    creator: node.creator?.login.replace('[bot]', '') ?? null,
  }
}
