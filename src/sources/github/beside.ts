import * as z from 'zod/mini'
import { matrixOf } from '../../facts/commit.ts'
import { type Answer, mapped, type ReportedStatus, type RequiredCheck } from '../../facts/facts.ts'
import type { CheckEnd, MissingCheck, Requirement, SameCheck } from '../../facts/source.ts'
import type { GitHubScope } from '../../github/client.ts'
import { askGraphql, field } from '../../github/graphql.ts'
import type { PullRequestAnswer } from './query.ts'
import { commitWithReports, type Report, reportsIn } from './rollup.ts'

const pullRequest = z.object({
  isDraft: z.boolean(),
  mergeable: z.string(),
  mergeStateStatus: z.string(),
  reviewDecision: z.nullable(z.string()),
})
const repository = z.object({
  isInOrganization: z.boolean(),
  pullRequest: field('pullRequest(number: $number)', pullRequest),
  head: field('object(oid: $head)', z.nullable(z.union([commitWithReports]))),
  target: field('object(expression: $target)', z.nullable(z.union([commitWithReports]))),
})

/** What GitHub shows beside the queue: it explains, and decides nothing. */
export interface Beside {
  /** False for the repository of a person, which can have no queue. */
  isInOrganization: boolean
  pullRequest: z.output<typeof pullRequest>
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
  return mapped(answer, ({ data: { head, target, ...found } }) => {
    return { ...found, onHead: reportsIn(head), onTarget: reportsIn(target) }
  })
}

/** What GitHub still waits for before a pull request can enter the queue, what a person has to do first. */
export function requirementsOf(
  { state }: PullRequestAnswer,
  { pullRequest: { isDraft, mergeable, mergeStateStatus, reviewDecision }, onHead }: Beside,
  required: readonly RequiredCheck[],
): Requirement[] {
  const of = (kind: Requirement['kind'], holds: boolean): Requirement[] => (holds ? [{ kind, check: null }] : [])
  const names = new Set(required.map(({ name }) => name))
  const wanted = onHead.filter(each => each.isRequired || names.has(each.name))
  const about = (kind: Requirement['kind'], outcome: Report['outcome']) =>
    wanted.filter(each => each.outcome === outcome).map((each): Requirement => ({ kind, check: endOf(each) }))
  const missing = [...names].filter(name => !wanted.some(each => each.name.toLowerCase() === name.toLowerCase()))
  return [
    ...of('closed', state !== 'OPEN'),
    ...of('draft', isDraft),
    ...of('conflict', mergeable === 'CONFLICTING'),
    ...of('changes-requested', reviewDecision === 'CHANGES_REQUESTED'),
    ...of('review-required', reviewDecision === 'REVIEW_REQUIRED'),
    ...about('check-failed', 'failed'),
    ...missing.map((name): Requirement => {
      return { kind: 'check-missing', check: { name, url: null, word: 'missing', since: null } }
    }),
    ...about('check-pending', 'pending'),
    ...of('behind', mergeStateStatus === 'BEHIND'),
  ]
}

/** How a check of the group stands elsewhere. */
export function sameCheckOf(name: string, { onHead, onTarget }: Beside): SameCheck {
  return { name, onHead: endIn(onHead, name), onTarget: endIn(onTarget, name) }
}

function endIn(reports: readonly Report[], name: string): CheckEnd | null {
  const found = reports.find(each => each.name === name)
  return found ? endOf(found) : null
}

function endOf({ name, url, word, since }: Report): CheckEnd {
  return { name, url, word, since }
}

/** The slug of the app of GitHub Actions. */
const ACTIONS = 'github-actions'

/**
 * Why a required check has not been reported on a group: a name that nearly fits was, or it is reported elsewhere.
 *
 * @param reported what was reported on the group
 * @param onHead what was reported on the head of the pull request
 */
export function missingCheck(
  name: string,
  reported: readonly ReportedStatus[],
  onHead: readonly Report[],
): MissingCheck {
  const found = (why: MissingCheck['why'], near: string | null): MissingCheck => ({ name, why, near })
  for (const { name: near, word } of reported) {
    if (near.endsWith(` / ${name}`)) return found('reusable-workflow', near)
    if (name.endsWith(` / ${near}`)) return found('workflow-name', near)
    if (fitsTemplate(near, name)) return found('unexpanded-matrix', near)
    if (name.startsWith(`${near} (`) && word === 'skipped') return found('unexpanded-matrix', near)
    if (inLetters(near) === inLetters(name) && inLetters(name) !== '') return found('other-letters', near)
  }
  const elsewhere = onHead.find(each => each.name === name)
  if (elsewhere) return found(elsewhere.by === ACTIONS ? 'no-trigger' : 'pull-requests-only', elsewhere.by)
  const leg = reported.find(each => matrixOf(each.name) !== null && matrixOf(each.name) === matrixOf(name))
  return leg ? found('other-leg', leg.name) : found('unknown', null)
}

/** True for `unit (${{ matrix.os }})` and `unit (linux)`: the matrix was skipped before it was expanded. */
function fitsTemplate(template: string, name: string): boolean {
  const start = template.indexOf('${{')
  const end = template.lastIndexOf('}}')
  if (start === -1 || end < start) return false
  const [first, last] = [template.slice(0, start), template.slice(end + 2)]
  return name.length > first.length + last.length && name.startsWith(first) && name.endsWith(last)
}

/** A name without letter case, blanks and signs. */
function inLetters(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
