import type { Snapshot } from '../../facts/context.ts'
import { type Check, mapped, type ReportedStatus, type TestRun, valueIn } from '../../facts/facts.ts'
import type { CheckEnd, Explanation, Need } from '../../facts/source.ts'
import { askBeside, missingCheck, requirementsOf, sameCheckOf } from './beside.ts'
import { unpassedBeneath } from './check-standing.ts'
import type { RequiredChecks } from './required.ts'
import { askLastRun, askStanding, type Poll } from './session.ts'
import type { Standing } from './standing.ts'
import { lastPushes, removalOf } from './timeline.ts'

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
  const beside = standing && asksBeside ? await askBeside(poll.scope, standing.answer, poll.branch) : undefined
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
    ...(first && beside && { sameCheck: mapped(beside, each => sameCheckOf(first.name, each)) }),
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
  if (!latest?.removed || latest.removed.group !== null || activity?.action !== 'dequeued') return latest
  await askStanding(poll, latest.answer.number)
  return poll.session.latest
}

function ofStanding({ answer, removals, removed }: Standing): Explanation {
  const { inQueue, sinceRemoval } = lastPushes(answer)
  return {
    ...(removed && { removal: { value: removalOf(removed) } }),
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
