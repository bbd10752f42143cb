import type { Snapshot } from '../../facts/context.ts'
import type { Check, ReportedStatus, RequiredCheck, TestRun } from '../../facts/facts.ts'
import { type Answer, isRead, mapped, type Reading, valueIn } from '../../facts/facts.ts'
import type { CheckEnd, Explanation, Need } from '../../facts/source.ts'
import { askOnce, askRun, type Poll } from './ask.ts'
import { jobsBeneath, unpassed } from './beneath.ts'
import { askBeside, type Beside, requirementsOf, sameCheckOf } from './beside.ts'
import { groupIn } from './groups.ts'
import { pushesSince } from './head.ts'
import { type RequiredChecks, readRequired } from './required.ts'
import { missingCheck } from './rollup.ts'
import type { Standing } from './standing.ts'
import { removalOf } from './timeline.ts'

/** The most missing checks that are explained. */
const MOST_MISSING = 20

/**
 * Reads what explains a verdict: the last group, the reports on it, and those elsewhere. A report of a pull request that
 * was thrown out takes at most eight requests, with those of its poll.
 */
export async function explainQueue(poll: Poll, { facts }: Snapshot, needs: readonly Need[]): Promise<Explanation> {
  const standing = await listedStanding(poll)
  const wants = (...wanted: Need[]) => wanted.some(need => needs.includes(need))
  const found = wants('run') ? await askLastRun(poll, standing) : undefined
  const run = valueIn(found) ?? valueIn(facts.testRun)
  const open = run ? openChecks(run) : { failed: [], missing: [] }
  const asksBeside = wants('requirements', 'isPersonal') || open.failed.length + open.missing.length > 0
  const beside = standing && asksBeside ? await askBeside(poll.scope, standing.answer, poll.branch) : undefined
  const known = poll.session.lastRun
  const required = known?.required ?? (standing && wants('requirements') ? await askRequired(poll) : undefined)
  return {
    ...(found && { run: found }),
    ...(standing && ofStanding(standing)),
    ...(required && ofRules(required)),
    ...(standing && beside && ofBeside(standing, beside, required?.checks ?? [])),
    ...ofChecks(open, run, beside, known?.checks.checks ?? []),
  }
}

function askRequired({ session, scope, branch }: Poll): Promise<RequiredChecks> {
  return session.lastRun ? Promise.resolve(session.lastRun.required) : readRequired(scope, branch)
}

/** The standing of the deciding poll; asked for again, if only the step's event tells that it was removed. */
async function listedStanding(poll: Poll): Promise<Standing | null> {
  const { latest, activity } = poll.session
  if (latest === null || latest.removed === null || latest.removed.group !== null) return latest
  if (activity?.action !== 'dequeued') return latest
  await askOnce(poll, latest.answer.number)
  return poll.session.latest
}

/** The test run of the group that the pull request's entry or last removal names. */
async function askLastRun(poll: Poll, standing: Standing | null): Promise<Reading<TestRun>> {
  const found = groupIn(standing)
  if (!isRead(found)) return found
  if (found.value === null) return { absent: true }
  const { number, title } = standing?.answer ?? { number: 0, title: null }
  return askRun(poll, { ...found.value, pullRequest: { number, title } }, askRequired(poll))
}

function ofStanding({ answer, removals, removed }: Standing): Explanation {
  const { inQueue, sinceRemoval } = pushesSince(answer)
  const timeOf = (pushes: typeof inQueue) =>
    pushes.flatMap(each => ('createdAt' in each ? each.createdAt : [])).at(-1) ?? ''
  return {
    ...(removed && { removal: { value: removalOf(removed) } }),
    ...(removals !== null && { removalCount: { value: removals } }),
    ...(sinceRemoval.length > 0 && { pushedSince: { value: timeOf(sinceRemoval) } }),
    ...(inQueue.length > 0 && { pushedInQueue: { value: timeOf(inQueue) } }),
  }
}

function ofRules({ timeoutMinutes, incomplete }: RequiredChecks): Explanation {
  return {
    ...(timeoutMinutes !== null && { timeoutMinutes: { value: timeoutMinutes } }),
    ...(incomplete?.rule !== undefined && { openRule: { value: incomplete.rule } }),
  }
}

function ofBeside({ answer }: Standing, beside: Answer<Beside>, required: readonly RequiredCheck[]): Explanation {
  return {
    requirements: mapped(beside, each => requirementsOf(answer, each, required)),
    isPersonal: mapped(beside, each => !each.isInOrganization),
  }
}

interface OpenChecks {
  failed: ReportedStatus[]
  missing: string[]
}

/** The required checks of a run that failed, and those that nothing has reported. */
function openChecks({ requiredStatuses, reported, reportedIsWhole }: TestRun): OpenChecks {
  const names = requiredStatuses ?? []
  const required = new Set(names)
  const known = new Set(reported.map(({ name }) => name))
  return {
    failed: reported.filter(({ name, outcome }) => required.has(name) && outcome === 'failed'),
    missing: reportedIsWhole ? names.filter(name => !known.has(name)).slice(0, MOST_MISSING) : [],
  }
}

/** What is known of the first check that failed, and of those that are missing. */
function ofChecks(
  { failed, missing }: OpenChecks,
  run: TestRun | null,
  beside: Answer<Beside> | undefined,
  checks: readonly Check[],
): Explanation {
  // A check that was cancelled, or that never ran, did not fail.
  const first = failed.find(({ word }) => word === 'failure' || word === 'timed_out' || word === 'error')
  const report = first && checks.find(({ name, outcome }) => name === first.name && outcome === 'failed')
  const jobs = report ? unpassed(jobsBeneath(report, checks)).map(endOf) : []
  return {
    ...(first && beside && { sameCheck: mapped(beside, each => sameCheckOf(first.name, each)) }),
    ...(jobs.length > 0 && { jobs: { value: jobs } }),
    ...(run &&
      missing.length > 0 && {
        missing: { value: missing.map(name => missingCheck(name, run.reported, valueIn(beside)?.onHead ?? [])) },
      }),
  }
}

function endOf({ name, url, word = '', completedAt, startedAt }: Check): CheckEnd {
  return { name, url, word, since: completedAt ?? startedAt }
}
