import * as z from 'zod/mini'
import { outcomeInWord } from '../../facts/commit.ts'
import type { Snapshot } from '../../facts/context.ts'
import {
  type Answer,
  type Check,
  mapAnswer,
  type ReportedStatus,
  type RequiredCheck,
  type TestRun,
  valueIn,
} from '../../facts/facts.ts'
import type { CheckElsewhere, CheckEnd, Explanation, ExplanationRead, Requirement } from '../../facts/source.ts'
import { askGraphql } from '../../github/graphql.ts'
import { unpassedJobsBefore } from './check-results.ts'
import { type CheckReport, commitWithReports, FIELDS_OF_REPORTS, missingCheck, reportsIn } from './commit-reports.ts'
import type { PullRequestAnswer } from './pull-request.ts'
import type { QueueStatus } from './queue-status.ts'
import { askQueueStatus, askTestRun, type Poll } from './session.ts'
import { lastPushes } from './timeline.ts'

/**
 * Reads what explains a verdict: the last group, the reports on it, and those elsewhere. A report of a pull request that
 * was thrown out takes at most eight requests, with those of its poll.
 */
export async function explainQueue(
  poll: Poll,
  { facts }: Snapshot,
  needs: readonly ExplanationRead[],
): Promise<Explanation> {
  const standing = await listedStanding(poll)
  const asks = (...wanted: ExplanationRead[]) => wanted.some(need => needs.includes(need))
  const found = asks('test-run') ? await askTestRun(poll, standing?.group ?? { absent: true }) : undefined
  const run = valueIn(found) ?? valueIn(facts.testRun)
  const { failed, missing } = openChecks(run)
  const asksBeside = asks('requirements', 'repository-owner') || failed.length + missing.length > 0
  const beside = standing && asksBeside ? await askHeadAndTarget(poll, standing.answer) : undefined
  const { latestRunEvidence: lastRun } = poll.session
  const required = lastRun?.required ?? (standing && asks('requirements') ? await poll.requiredChecks() : null)
  const pushes = standing && lastPushes(standing.answer)
  // A check that was cancelled, or that never ran, did not fail.
  const first = failed.find(({ word }) => word === 'failure' || word === 'timed_out' || word === 'error')
  const onHead = valueIn(beside)?.onHead ?? []
  return {
    testRun: found,
    removal: fact(standing?.pullRequest?.removal),
    removalCount: fact(standing?.removalCount),
    pushedAfterRemoval: fact(pushes?.sinceRemoval),
    pushedInQueue: fact(pushes?.inQueue),
    checkTimeoutMinutes: fact(required?.timeoutMinutes),
    otherRuleType: fact(required?.gaps[0]?.rule),
    hasAutoMerge: fact(standing && standing.answer.autoMergeRequest !== null),
    unmetRequirements: beside && mapAnswer(beside, each => requirementsOf(each, required?.checks ?? [])),
    isPersonalRepository: beside && mapAnswer(beside, each => !each.isInOrganization),
    checkElsewhere: beside && first && mapAnswer(beside, each => sameCheckIn(each, first.name)),
    failedJobs: fact(first && jobsBeneath(first.name, lastRun?.reported.checks ?? [])),
    missingChecks: fact(
      missing.length === 0 ? null : missing.map(name => missingCheck(name, run?.reported ?? [], onHead)),
    ),
  }
}

/** What was read; nothing for what is not known. */
function fact<T>(value: T | null | undefined): { value: T } | undefined {
  return value == null ? undefined : { value }
}

/** The standing of the deciding poll; asked for again, if only the step's event tells that it was removed. */
async function listedStanding(poll: Poll): Promise<QueueStatus | null> {
  const { latestStatus: latest, queueActivity } = poll.session
  const isListed = !latest?.pullRequest?.removal || valueIn(latest.group) !== null
  if (isListed || queueActivity?.action !== 'dequeued') return latest
  await askQueueStatus(poll, latest.answer.number)
  return poll.session.latestStatus
}

/** The required checks of a run that failed, and those that nothing has reported. */
function openChecks(run: TestRun | null): { failed: ReportedStatus[]; missing: string[] } {
  const { reported = [], reportedIsWhole = false, requiredStatuses = null } = run ?? {}
  const required = new Set(requiredStatuses)
  const known = new Set(reported.map(({ name }) => name))
  return {
    failed: reported.filter(({ name, outcome }) => required.has(name) && outcome === 'failed'),
    missing: reportedIsWhole ? [...required].filter(name => !known.has(name)) : [],
  }
}

function jobsBeneath(failed: string, checks: readonly Check[]): CheckEnd[] {
  const report = checks.find(({ name, outcome }) => name === failed && outcome === 'failed')
  if (!report) return []
  return unpassedJobsBefore(report, checks).map(({ name, url, word = '', completedAt, startedAt }) => {
    return { name, url, word, since: completedAt ?? startedAt }
  })
}

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
  head: z.nullable(z.union([commitWithReports])),
  target: z.nullable(z.union([commitWithReports])),
})
const FIELDS = {
  ...FIELDS_OF_REPORTS,
  pullRequest: 'pullRequest(number: $number)',
  head: 'object(oid: $head)',
  target: 'object(expression: $target)',
}

/** What GitHub shows beside the queue. */
export interface HeadAndTarget {
  /** False for the repository of a person, which can have no queue. */
  isInOrganization: boolean
  pullRequest: z.output<typeof pullRequest>
  onHead: CheckReport[]
  onTarget: CheckReport[]
}

async function askHeadAndTarget({ scope, branch }: Poll, answer: PullRequestAnswer): Promise<Answer<HeadAndTarget>> {
  const variables = {
    '$number: Int!': answer.number,
    '$head: GitObjectID!': answer.headRefOid,
    '$target: String!': `refs/heads/${branch}`,
    '$after: String': null,
  }
  const topic = { task: 'read the checks of the head and of the target branch', permission: 'checks: read' }
  const found = await askGraphql(scope, { name: 'Beside', variables, topic, repository, fields: FIELDS })
  return mapAnswer(found, ({ data: { head, target, ...rest } }) => {
    return { ...rest, onHead: reportsIn(head), onTarget: reportsIn(target) }
  })
}

/** What GitHub still waits for before a pull request can enter the queue, what a person has to do first. */
export function requirementsOf(
  { pullRequest: { state, isDraft, mergeable, mergeStateStatus, reviewDecision }, onHead }: HeadAndTarget,
  required: readonly RequiredCheck[],
): Requirement[] {
  const of = (kind: Requirement['kind'], holds: boolean): Requirement[] => (holds ? [{ kind, check: null }] : [])
  const names = new Set(required.map(({ name }) => name))
  const wanted = onHead.filter(each => each.isRequired || names.has(each.name))
  const about = (kind: Requirement['kind'], outcome: Check['outcome']) =>
    wanted
      .filter(({ word }) => outcomeInWord(word) === outcome)
      .map((each): Requirement => ({ kind, check: endOf(each) }))
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

function sameCheckIn({ onHead, onTarget }: HeadAndTarget, name: string): CheckElsewhere {
  const endIn = (reports: readonly CheckReport[]) => {
    const [first, ...others] = reports.filter(each => each.name === name)
    // Of several that differ, it is not known which one counts.
    return first && others.every(({ word }) => word === first.word) ? endOf(first) : null
  }
  return { name, onHead: endIn(onHead), onTarget: endIn(onTarget) }
}

function endOf({ name, url, word, since }: CheckReport): CheckEnd {
  return { name, url, word, since }
}
