import { isNearName } from '../../facts/check.ts'
import { type Check, type Facts, mapAnswer, type ReportedStatus, type TestRun, valueIn } from '../../facts/facts.ts'
import type { CheckState, Explanation, ExplanationRead, MissingCheck } from '../../facts/source.ts'
import { ACTIONS_NAME } from '../../github/checks.ts'
import { matches, patternOf } from '../../github/workflows/names.ts'
import { unpassedJobsSummedUpBy } from './check-results.ts'
import type { CheckReport } from './commit-reports.ts'
import { askHeadAndTarget, checkElsewhere, unmetRequirementsOf } from './head-and-target.ts'
import type { QueueStatus } from './queue-status.ts'
import { askQueueStatus, askTestRun, type SessionPoll } from './session.ts'
import { lastPushes } from './timeline.ts'

/** Reads what explains a verdict: the last merge group, its checks, and those on the head and the target branch. */
export async function explain(
  poll: SessionPoll,
  facts: Facts,
  reads: readonly ExplanationRead[],
): Promise<Explanation> {
  const asks = (...wanted: ExplanationRead[]) => wanted.some(read => reads.includes(read))
  const status = await statusWithRemoval(poll)
  const runReading = asks('test-run') ? await askTestRun(poll, status?.group ?? { absent: true }) : undefined
  const run = valueIn(runReading) ?? valueIn(facts.testRun)
  const { failed, missing } = failedAndMissing(run)
  const asksHeadAndTarget = asks('requirements', 'repository-owner') || failed.length + missing.length > 0
  const headAndTarget = status && asksHeadAndTarget ? await askHeadAndTarget(poll, status.answer) : undefined
  // The checks of the last poll, or those that `askTestRun` has just read.
  const { latestRunEvidence: evidence } = poll.session
  const required = evidence?.required ?? (status && asks('requirements') ? await poll.requiredChecks() : null)
  const pushes = status && lastPushes(status.answer)
  // A check that was cancelled, or that never ran, did not fail.
  const firstFailed = failed.find(({ word }) => word === 'failure' || word === 'timed_out' || word === 'error')
  const elsewhere = valueIn(headAndTarget)
  const missingChecks = missing.map(name => whyMissing(name, run?.reported ?? [], elsewhere?.onHead ?? []))
  return {
    testRun: runReading,
    removal: fact(status?.pullRequest?.removal),
    removalCount: fact(status?.removalCount),
    pushedAfterRemoval: fact(pushes?.sinceRemoval),
    pushedInQueue: fact(pushes?.inQueue),
    checkTimeoutMinutes: fact(required?.timeoutMinutes),
    // A gap is an answer that could not be read, or a rule (`ruleType`) that asks for checks without naming them.
    otherRuleType: fact(required?.gaps.find(({ ruleType }) => ruleType !== undefined)?.ruleType),
    hasAutoMerge: fact(status && status.answer.autoMergeRequest !== null),
    unmetRequirements: fact(elsewhere && unmetRequirementsOf(elsewhere, required?.checks ?? [])),
    isPersonalRepository: headAndTarget && mapAnswer(headAndTarget, each => !each.isInOrganization),
    checkElsewhere:
      headAndTarget && firstFailed && mapAnswer(headAndTarget, each => checkElsewhere(each, firstFailed.name)),
    failedJobs: fact(firstFailed && unpassedJobsOf(firstFailed.name, evidence?.reported.checks ?? [])),
    missingChecks: fact(missingChecks.length === 0 ? null : missingChecks),
  }
}

/** A fact of the explanation; undefined for a value that is not known. */
function fact<T>(value: T | null | undefined): { value: T } | undefined {
  return value == null ? undefined : { value }
}

/** The status of the last poll. Asks again if the removal is known only from the event that started the step. */
async function statusWithRemoval(poll: SessionPoll): Promise<QueueStatus | null> {
  const { latestStatus: status, pullRequestActivity } = poll.session
  if (!status?.pullRequest?.removal || pullRequestActivity?.action !== 'dequeued') return status
  // A removal from the event has no merge group. A status with a group got its removal from GitHub's list.
  if (valueIn(status.group) !== null) return status
  return valueIn(await askQueueStatus(poll, status.answer.number)) ?? status
}

/** Of the required checks of a run: those that failed, and those that nothing has reported. */
function failedAndMissing(run: TestRun | null): { failed: ReportedStatus[]; missing: string[] } {
  const { reported = [], reportedIsWhole = false, requiredStatuses = null } = run ?? {}
  const required = new Set(requiredStatuses)
  const names = new Set(reported.map(({ name }) => name))
  return {
    failed: reported.filter(({ name, outcome }) => required.has(name) && outcome === 'failed'),
    missing: reportedIsWhole ? [...required].filter(name => !names.has(name)) : [],
  }
}

/** The jobs that a failed check sums up, and that did not pass. */
function unpassedJobsOf(failed: string, checks: readonly Check[]): CheckState[] {
  const report = checks.find(({ name, outcome }) => name === failed && outcome === 'failed')
  if (!report) return []
  return unpassedJobsSummedUpBy(report, checks).map(({ name, url, word = '', completedAt, startedAt }) => {
    return { name, url, word, since: completedAt ?? startedAt }
  })
}

/** Why a required check was not reported on the merge group: it has another name there, or only the head has it. */
export function whyMissing(
  name: string,
  onGroup: readonly ReportedStatus[],
  onHead: readonly CheckReport[],
): MissingCheck {
  for (const { name: similarName, word } of onGroup) {
    if (similarName.endsWith(` / ${name}`)) return { name, why: 'reusable-workflow', similarName }
    const isSkipped = name.startsWith(`${similarName} (`) && word === 'skipped'
    const isTemplate = similarName.includes('${{') && matches(name, patternOf(similarName))
    if (isSkipped || isTemplate) return { name, why: 'unexpanded-matrix', similarName }
  }
  const report = onHead.find(each => each.name === name)
  if (report) {
    const { reporter } = report
    return { name, why: reporter === ACTIONS_NAME ? 'no-trigger' : 'pull-requests-only', reporter }
  }
  const similar = onGroup.find(each => isNearName(each.name, name))
  return similar ? { name, why: 'other-name', similarName: similar.name } : { name, why: 'unknown' }
}
