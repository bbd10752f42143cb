import * as z from 'zod/mini'
import type { Snapshot } from '../../facts/context.ts'
import {
  type Answer,
  type Check,
  mapped,
  type ReportedStatus,
  type RequiredCheck,
  type TestRun,
  valueIn,
} from '../../facts/facts.ts'
import type { CheckEnd, Explanation, Need, Requirement } from '../../facts/source.ts'
import { askGraphql } from '../../github/graphql.ts'
import { unpassedBeneath } from './check-standing.ts'
import type { PullRequestAnswer } from './query.ts'
import type { RequiredChecks } from './required.ts'
import { CALLS_OF_REPORTS, commitWithReports, missingCheck, type Report, reportsIn } from './rollup.ts'
import { askLastRun, askStanding, type Poll } from './session.ts'
import type { Standing } from './standing.ts'
import { lastPushes } from './timeline.ts'

/**
 * Reads what explains a verdict: the last group, the reports on it, and those elsewhere. A report of a pull request that
 * was thrown out takes at most eight requests, with those of its poll.
 */
export async function explainQueue(poll: Poll, { facts }: Snapshot, needs: readonly Need[]): Promise<Explanation> {
  const standing = await listedStanding(poll)
  const wants = (...wanted: Need[]) => wanted.some(need => needs.includes(need))
  const found = wants('run') ? await askLastRun(poll, standing) : undefined
  const run = valueIn(found) ?? valueIn(facts.testRun)
  const { failed, missing } = openChecks(run)
  const asksBeside = wants('requirements', 'isPersonal') || failed.length + missing.length > 0
  const beside = standing && asksBeside ? await askBeside(poll, standing.answer) : undefined
  const { lastRun } = poll.session
  const required = lastRun?.required ?? (standing && wants('requirements') ? await poll.required() : undefined)
  // A check that was cancelled, or that never ran, did not fail.
  const first = failed.find(({ word }) => word === 'failure' || word === 'timed_out' || word === 'error')
  const jobs = first ? jobsBeneath(first, lastRun?.checks.checks ?? []) : []
  return {
    ...(found && { run: found }),
    ...(standing && ofStanding(standing)),
    ...(required && ofRules(required)),
    ...(standing &&
      beside && {
        requirements: mapped(beside, each => requirementsOf(standing.answer, each, required?.checks ?? [])),
        isPersonal: mapped(beside, each => !each.isInOrganization),
      }),
    ...(first &&
      beside && {
        sameCheck: mapped(beside, ({ onHead, onTarget }) => {
          return { name: first.name, onHead: endIn(onHead, first.name), onTarget: endIn(onTarget, first.name) }
        }),
      }),
    ...(jobs.length > 0 && { jobs: { value: jobs } }),
    ...(run &&
      missing.length > 0 && {
        missing: { value: missing.map(name => missingCheck(name, run.reported, valueIn(beside)?.onHead ?? [])) },
      }),
  }
}

/** The standing of the deciding poll; asked for again, if only the step's event tells that it was removed. */
async function listedStanding(poll: Poll): Promise<Standing | null> {
  const { latest, activity } = poll.session
  const isListed = !latest?.pullRequest?.removal || valueIn(latest.group) !== null
  if (isListed || activity?.action !== 'dequeued') return latest
  await askStanding(poll, latest.answer.number)
  return poll.session.latest
}

function ofStanding({ answer, pullRequest, removals }: Standing): Explanation {
  const { inQueue, sinceRemoval } = lastPushes(answer)
  return {
    ...(pullRequest?.removal && { removal: { value: pullRequest.removal } }),
    ...(removals !== null && { removalCount: { value: removals } }),
    ...(sinceRemoval !== null && { pushedSince: { value: sinceRemoval } }),
    ...(inQueue !== null && { pushedInQueue: { value: inQueue } }),
  }
}

function ofRules({ timeoutMinutes, incomplete }: RequiredChecks): Explanation {
  return {
    ...(timeoutMinutes !== null && { timeoutMinutes: { value: timeoutMinutes } }),
    ...(incomplete?.rule !== undefined && { openRule: { value: incomplete.rule } }),
  }
}

/** The required checks of a run that failed, and those that nothing has reported. */
function openChecks(run: TestRun | null): { failed: ReportedStatus[]; missing: string[] } {
  const { requiredStatuses, reported = [], reportedIsWhole = false } = run ?? {}
  const names = requiredStatuses ?? []
  const required = new Set(names)
  const known = new Set(reported.map(({ name }) => name))
  return {
    failed: reported.filter(({ name, outcome }) => required.has(name) && outcome === 'failed'),
    missing: reportedIsWhole ? names.filter(name => !known.has(name)) : [],
  }
}

function jobsBeneath({ name: failed }: ReportedStatus, checks: readonly Check[]): CheckEnd[] {
  const report = checks.find(({ name, outcome }) => name === failed && outcome === 'failed')
  if (!report) return []
  return unpassedBeneath(report, checks).map(({ name, url, word = '', completedAt, startedAt }) => {
    return { name, url, word, since: completedAt ?? startedAt }
  })
}

const pullRequest = z.object({
  isDraft: z.boolean(),
  mergeable: z.string(),
  mergeStateStatus: z.string(),
  reviewDecision: z.nullable(z.string()),
})
const repository = z.object({
  isInOrganization: z.boolean(),
  pullRequest,
  head: z.nullable(z.union([commitWithReports])),
  target: z.nullable(z.union([commitWithReports])),
})
const CALLS = {
  ...CALLS_OF_REPORTS,
  pullRequest: 'pullRequest(number: $number)',
  head: 'object(oid: $head)',
  target: 'object(expression: $target)',
}

/** What GitHub shows beside the queue. */
export interface Beside {
  /** False for the repository of a person, which can have no queue. */
  isInOrganization: boolean
  pullRequest: z.output<typeof pullRequest>
  onHead: Report[]
  onTarget: Report[]
}

async function askBeside({ scope, branch }: Poll, answer: PullRequestAnswer): Promise<Answer<Beside>> {
  const variables = {
    '$number: Int!': answer.number,
    '$head: GitObjectID!': answer.headRefOid,
    '$target: String!': `refs/heads/${branch}`,
    '$after: String': null,
  }
  const topic = { task: 'read the checks of the head and of the target branch', permission: 'checks: read' }
  const found = await askGraphql(scope, { name: 'Beside', variables, topic, repository, calls: CALLS })
  return mapped(found, ({ data: { head, target, ...rest } }) => {
    return { ...rest, onHead: reportsIn(head), onTarget: reportsIn(target) }
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

function endIn(reports: readonly Report[], name: string): CheckEnd | null {
  const found = reports.find(each => each.name === name)
  return found ? endOf(found) : null
}

function endOf({ name, url, word, since }: Report): CheckEnd {
  return { name, url, word, since }
}
