import * as z from 'zod/mini'
import { outcomeOfWord } from '../../facts/check.ts'
import { type Answer, type Check, mapAnswer, type RequiredCheck } from '../../facts/facts.ts'
import type { CheckElsewhere, CheckState, Requirement } from '../../facts/source.ts'
import { askGraphql } from '../../github/graphql.ts'
import { type CheckReport, commitWithReports, FIELDS_OF_REPORTS, reportsIn } from './commit-reports.ts'
import type { PullRequestAnswer } from './pull-request.ts'
import type { SessionPoll } from './session.ts'

const pullRequest = z.object({
  state: z.string(),
  isDraft: z.boolean(),
  mergeable: z.string(),
  mergeStateStatus: z.string(),
  reviewDecision: z.nullable(z.string()),
})
const repository = z.object({
  isInOrganization: z.boolean(),
  pullRequest,
  head: commitWithReports,
  target: commitWithReports,
})
const FIELDS = {
  ...FIELDS_OF_REPORTS,
  pullRequest: 'pullRequest(number: $number)',
  head: 'object(oid: $head)',
  target: 'object(expression: $target)',
}

/** The first 100 reports on a pull request's head and on its target branch, and what GitHub says of its merge. */
export interface HeadAndTarget {
  /** False for the repository of a person, which can have no queue. */
  isInOrganization: boolean
  pullRequest: z.output<typeof pullRequest>
  onHead: CheckReport[]
  /** False if the head has more than 100 reports, or some that the token may not see. */
  isHeadWhole: boolean
  onTarget: CheckReport[]
}

export async function askHeadAndTarget(
  { scope, branch }: SessionPoll,
  { number, headRefOid }: PullRequestAnswer,
): Promise<Answer<HeadAndTarget>> {
  const variables = {
    '$number: Int!': number,
    '$head: GitObjectID!': headRefOid,
    '$target: String!': `refs/heads/${branch}`,
    '$after: String': null,
  }
  const topic = { task: 'read the checks of the head and of the target branch', permission: 'checks: read' }
  const found = await askGraphql(scope, { name: 'HeadAndTarget', variables, topic, repository, fields: FIELDS })
  return mapAnswer(found, ({ data: { head, target, ...rest }, refusal }) => {
    const isHeadWhole = refusal('head') === null && !head?.statusCheckRollup?.contexts.pageInfo.hasNextPage
    return { ...rest, onHead: reportsIn(head), isHeadWhole, onTarget: reportsIn(target) }
  })
}

/** What a pull request lacks to enter the queue, what a person has to do first. Null if an unread report may tell. */
export function unmetRequirementsOf(
  { pullRequest: { state, isDraft, mergeable, mergeStateStatus, reviewDecision }, onHead, isHeadWhole }: HeadAndTarget,
  required: readonly RequiredCheck[],
): Requirement[] | null {
  const names = new Set(required.map(({ name }) => name))
  const reports = onHead.filter(({ isRequired, name }) => isRequired || names.has(name))
  // A report that GitHub marks as required may differ from the required name in letter case.
  const reported = new Set(reports.map(({ name }) => name.toLowerCase()))
  const missingNames = [...names].filter(name => isHeadWhole && !reported.has(name.toLowerCase()))
  const missing = missingNames.map(name => ({ name, url: null, word: 'missing', since: null }))
  const requirementIf = (holds: boolean, kind: Requirement['kind']) => (holds ? [{ kind, check: null }] : [])
  const checksThat = (outcome: Check['outcome'], kind: Requirement['kind']) =>
    reports.filter(({ word }) => outcomeOfWord(word) === outcome).map(report => ({ kind, check: checkStateOf(report) }))
  const unmet = [
    ...requirementIf(state !== 'OPEN', 'closed'),
    ...requirementIf(isDraft, 'draft'),
    ...requirementIf(mergeable === 'CONFLICTING', 'conflict'),
    ...requirementIf(reviewDecision === 'CHANGES_REQUESTED', 'changes-requested'),
    ...requirementIf(reviewDecision === 'REVIEW_REQUIRED', 'review-required'),
    ...checksThat('failed', 'check-failed'),
    ...missing.map(check => ({ kind: 'check-missing' as const, check })),
    ...checksThat('pending', 'check-pending'),
    ...requirementIf(mergeStateStatus === 'BEHIND', 'behind'),
  ]
  return unmet.length > 0 || isHeadWhole ? unmet : null
}

/** How the check of this name ended on the head and on the target branch; null where that is not known. */
export function checkElsewhere({ onHead, onTarget }: HeadAndTarget, name: string): CheckElsewhere {
  const endIn = (reports: readonly CheckReport[]) => {
    const [first, ...others] = reports.filter(report => report.name === name)
    // If several reports differ, it is not known which one counts.
    return first && others.every(({ word }) => word === first.word) ? checkStateOf(first) : null
  }
  return { name, onHead: endIn(onHead), onTarget: endIn(onTarget) }
}

function checkStateOf({ name, url, word, since }: CheckReport): CheckState {
  return { name, url, word, since }
}
