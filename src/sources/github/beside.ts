import * as z from 'zod/mini'
import type { RequiredCheck } from '../../facts/facts.ts'
import { type Answer, mapped } from '../../facts/facts.ts'
import type { CheckEnd, Requirement, SameCheck } from '../../facts/source.ts'
import type { GitHubScope } from '../../github/client.ts'
import { askGraphql, field } from '../../github/graphql.ts'
import type { PullRequestAnswer } from './query.ts'
import { commitWithReports, type Report, reportsIn } from './rollup.ts'

const nullableText = z.nullable(z.string())
const repository = z.object({
  isInOrganization: z.boolean(),
  pullRequest: field(
    'pullRequest(number: $number)',
    z.nullable(
      z.object({
        isDraft: z.boolean(),
        mergeable: z.string(),
        mergeStateStatus: z.string(),
        reviewDecision: nullableText,
      }),
    ),
  ),
  head: field('object(oid: $head)', z.nullable(z.union([commitWithReports]))),
  target: field('object(expression: $target)', z.nullable(z.union([commitWithReports]))),
})

/** What GitHub shows beside the queue: it explains, and decides nothing. */
export interface Beside {
  /** False for the repository of a person, which can have no queue. */
  isInOrganization: boolean
  isDraft: boolean
  hasConflicts: boolean
  isBehind: boolean
  /** In GitHub's words; null if the branch asks for no review. */
  review: string | null
  onHead: Report[]
  onTarget: Report[]
}

/** Asks for the reports on the head and on the target branch, and for what keeps a pull request from being merged. */
export async function askBeside(
  scope: GitHubScope,
  { number, headRefOid }: PullRequestAnswer,
  branch: string,
): Promise<Answer<Beside>> {
  const variables = {
    '$number: Int!': number,
    '$head: GitObjectID!': headRefOid,
    '$target: String!': `refs/heads/${branch}`,
    '$after: String': null,
  }
  const topic = { task: 'read the checks of the head and of the target branch', permission: 'checks: read' }
  const answer = await askGraphql(scope, { name: 'Beside', variables, topic, repository })
  return mapped(answer, ({ data: { isInOrganization, pullRequest, head, target } }) => ({
    isInOrganization,
    isDraft: pullRequest?.isDraft ?? false,
    hasConflicts: pullRequest?.mergeable === 'CONFLICTING',
    isBehind: pullRequest?.mergeStateStatus === 'BEHIND',
    review: pullRequest?.reviewDecision ?? null,
    onHead: reportsIn(head),
    onTarget: reportsIn(target),
  }))
}

/** What GitHub still waits for before a pull request can enter the queue, what a person has to do first. */
export function requirementsOf(
  { state }: PullRequestAnswer,
  { isDraft, hasConflicts, isBehind, review, onHead }: Beside,
  required: readonly RequiredCheck[],
): Requirement[] {
  const of = (kind: Requirement['kind'], holds: boolean): Requirement[] => (holds ? [{ kind, check: null }] : [])
  const names = new Set(required.map(({ name }) => name))
  const wanted = onHead.filter(each => each.isRequired || names.has(each.name))
  const about = (kind: Requirement['kind'], reports: readonly Report[]) =>
    reports.map((report): Requirement => ({ kind, check: endOf(report) }))
  const missing = [...names].filter(name => !wanted.some(each => each.name.toLowerCase() === name.toLowerCase()))
  return [
    ...of('closed', state !== 'OPEN'),
    ...of('draft', isDraft),
    ...of('conflict', hasConflicts),
    ...of('changes-requested', review === 'CHANGES_REQUESTED'),
    ...of('review-required', review === 'REVIEW_REQUIRED'),
    ...about(
      'check-failed',
      wanted.filter(({ outcome }) => outcome === 'failed'),
    ),
    ...missing.map((name): Requirement => {
      return { kind: 'check-missing', check: { name, url: null, word: 'missing', since: null } }
    }),
    ...about(
      'check-pending',
      wanted.filter(({ outcome }) => outcome === 'pending'),
    ),
    ...of('behind', isBehind),
  ]
}

/** How a check of the group stands elsewhere. */
export function sameCheckOf(name: string, { onHead, onTarget }: Beside): SameCheck {
  return { name, onHead: endIn(onHead, name), onTarget: endIn(onTarget, name), sinceThen: null }
}

function endIn(reports: readonly Report[], name: string): CheckEnd | null {
  const found = reports.find(each => each.name === name)
  return found ? endOf(found) : null
}

function endOf({ name, url, word, since }: Report): CheckEnd {
  return { name, url, word, since }
}
