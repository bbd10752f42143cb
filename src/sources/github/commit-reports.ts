import * as z from 'zod/mini'
import { type Answer, type Check, isFailed, mapAnswer } from '../../facts/facts.ts'
import type { CheckState } from '../../facts/source.ts'
import type { GitHubScope } from '../../github/client.ts'
import { askGraphql } from '../../github/graphql.ts'

const text = z.string()
const nullableText = z.nullable(text)
const run = z.object({
  __typename: z.literal('CheckRun'),
  name: text,
  status: text,
  conclusion: nullableText,
  url: text,
  startedAt: nullableText,
  completedAt: nullableText,
  isRequired: z.boolean(),
  checkSuite: z.object({ app: z.nullable(z.object({ slug: text })) }),
})
const status = z.object({
  __typename: z.literal('StatusContext'),
  context: text,
  state: text,
  targetUrl: nullableText,
  createdAt: text,
  isRequired: z.boolean(),
  creator: z.nullable(z.object({ login: text })),
})
const contexts = z.object({
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: nullableText }),
  nodes: z.array(z.nullable(z.union([run, status]))),
})

/**
 * The shape of a commit with its reports. `askGraphql` writes the query from it. GitHub's field is for any Git object,
 * so a union of one type makes the query ask for commits alone. The query must declare `$number` and `$after`.
 */
export const commitWithReports = z.nullable(
  z.union([z.object({ __typename: z.literal('Commit'), statusCheckRollup: z.nullable(z.object({ contexts })) })]),
)
export const FIELDS_OF_REPORTS = {
  contexts: 'contexts(first: 100, after: $after)',
  isRequired: 'isRequired(pullRequestNumber: $number)',
}

/** A check run or a status on a commit, and whether GitHub marks it as required for the pull request `$number`. */
export interface CheckReport extends CheckState {
  kind: Check['kind']
  /** Who reported it: the slug of an app, or a login; null if GitHub does not say. */
  reporter: string | null
  isRequired: boolean
}

export function reportsIn(commit: z.output<typeof commitWithReports>): CheckReport[] {
  return commit?.statusCheckRollup?.contexts.nodes.flatMap(node => (node ? [reportOf(node)] : [])) ?? []
}

function reportOf(node: z.output<typeof run> | z.output<typeof status>): CheckReport {
  const { isRequired } = node
  if (node.__typename === 'StatusContext') {
    const { context: name, state, targetUrl: url, createdAt: since, creator } = node
    const reporter = creator?.login.replace('[bot]', '') ?? null
    return { kind: 'status', name, url, word: state.toLowerCase(), since, reporter, isRequired }
  }
  const { name, status, conclusion, url, startedAt, completedAt, checkSuite } = node
  const word = (conclusion ?? status).toLowerCase()
  const reporter = checkSuite.app?.slug ?? null
  return { kind: 'check-run', name, url, word, since: completedAt ?? startedAt, reporter, isRequired }
}

/**
 * Reads the reports on a commit that GitHub marks as required for a pull request.
 *
 * @param after the cursor of the page before; null for the first page
 */
export async function readMarkedRequired(
  scope: GitHubScope,
  sha: string,
  number: number,
  after: string | null = null,
): Promise<Answer<CheckReport[]>> {
  const answer = await askGraphql(scope, {
    name: 'Required',
    variables: { '$sha: GitObjectID!': sha, '$number: Int!': number, '$after: String': after },
    topic: { task: 'list the required checks of the commit', permission: 'checks: read' },
    repository: z.object({ object: commitWithReports }),
    fields: { ...FIELDS_OF_REPORTS, object: 'object(oid: $sha)' },
  })
  if (isFailed(answer)) return answer
  const { object: commit } = answer.value.data
  const marked = reportsIn(commit).filter(report => report.isRequired)
  const { hasNextPage = false, endCursor = null } = commit?.statusCheckRollup?.contexts.pageInfo ?? {}
  // If the cursor led to the same page again, reading would never end.
  if (!hasNextPage || endCursor === after) return { value: marked }
  return mapAnswer(await readMarkedRequired(scope, sha, number, endCursor), more => [...marked, ...more])
}
