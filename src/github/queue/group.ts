import { reportsOf } from '../../facts/check.ts'
import type { CommitChecks, RequiredCheck, TestRun } from '../../facts/facts.ts'
import { code, firstOf, type Message, say } from '../../message.ts'
import type { RequiredChecks } from './required.ts'

/** A merge group, as far as the event or the answer about the pull request describes it. */
export interface Group {
  sha: string
  createdAt: string | null
  /** From the event `merge_group`; empty elsewhere. */
  branch: string
  pullRequest: { number: number; title: string | null } | null
  /** False if the group left the queue without a merge: then passed checks are no success. */
  canSucceed: boolean
}

/** The step's own check and status, which don't count for a group, because the step would wait for itself. */
export interface OwnNames {
  /** `check-run-id`; null if the runner does not name it. */
  checkRunId: number | null
  /** `status-context`; null if there is none. */
  statusContext: string | null
}

/** The outcome of a required check on the group's commit. */
interface Standing {
  name: string
  outcome: 'passed' | 'failed' | 'pending' | 'missing' | 'unknown'
  url: string | null
  isSkipped: boolean
}

/**
 * A merge group as a test run, from the required checks on its commit. It can succeed only if the list of required
 * checks is complete and not empty. Pure.
 */
export function runOfGroup(group: Group, required: RequiredChecks, checks: CommitChecks, own: OwnNames): TestRun {
  const wanted = required.checks.filter(check => !isOwn(check, checks, own))
  const standings = combined(wanted.map(check => standingOf(check, checks)))
  const { status, undecided } = statusOf(standings, group, required, checks)
  const names = new Set(standings.map(({ name }) => name))
  const others = checks.checks.filter(({ name }) => !names.has(name))
  return {
    id: group.sha,
    status,
    ...(undecided !== null && { undecided }),
    createdAt: group.createdAt,
    testBranch: group.branch,
    testBranchSha: group.sha,
    requiredStatuses: [...names],
    requiredStatusesSource: null,
    reported: [
      ...standings.flatMap(({ name, outcome, url, isSkipped }) =>
        outcome === 'missing' ? [] : [{ name, url, outcome, ...(isSkipped && { skipped: true as const }) }],
      ),
      ...others.map(({ name, url, outcome }) => ({ name, url, outcome })),
    ],
    reportedIsWhole: checks.incomplete.length === 0,
    pullRequests: group.pullRequest === null ? [] : [{ ...group.pullRequest, url: null }],
    impactedTargets: null,
    impactedTargetsForTestedPullRequests: null,
    dependentPullRequests: null,
    doubts: [],
  }
}

function statusOf(
  standings: readonly Standing[],
  group: Group,
  { checks, incomplete }: RequiredChecks,
  { incomplete: [unread] }: CommitChecks,
): { status: string | null; undecided: Message | null } {
  const unsure = (undecided: Message) => ({ status: null, undecided })
  const has = (outcome: Standing['outcome']) => standings.filter(each => each.outcome === outcome)
  if (has('failed').length > 0) return { status: 'failed', undecided: null }
  if (has('pending').length + has('missing').length > 0) return { status: 'in_progress', undecided: null }
  const untold = has('unknown')
  if (untold.length > 0) {
    const why = unread ? say`: ${unread.message}` : ''
    return unsure(say`GitHub does not say how ${firstOf(untold, 3, ({ name }) => code(name))} went${why}.`)
  }
  if (incomplete !== null) {
    return unsure(say`The checks that the queue requires are not all known: ${incomplete}.`)
  }
  if (standings.length === 0) {
    const but = checks.length > 0 ? ' but those of this step' : ''
    return unsure(`The branch requires no check${but}, so nothing says that anything was tested.`)
  }
  if (!group.canSucceed) {
    return unsure('All required checks passed, but the pull request left the queue, which did not merge it.')
  }
  return { status: 'succeeded', undecided: null }
}

function standingOf(required: RequiredCheck, { checks, incomplete }: CommitChecks): Standing {
  const { name } = required
  const reports = reportsOf(required, checks)
  const [first, ...others] = reports
  const isSkipped = reports.some(({ skipped }) => skipped)
  if (!first) {
    // A report may be in the unread part of the list.
    return { name, outcome: incomplete.length > 0 ? 'unknown' : 'missing', url: null, isSkipped }
  }
  // An unread report of this name may have failed.
  const agrees = others.every(({ outcome }) => outcome === first.outcome)
  const isSure = agrees && (first.outcome !== 'passed' || incomplete.length === 0)
  return { name, outcome: isSure ? first.outcome : 'unknown', url: first.url, isSkipped }
}

const WORST: readonly Standing['outcome'][] = ['failed', 'missing', 'pending', 'unknown', 'passed']

/** One outcome for each name: several rules can name a check, each for another app, and the worst outcome counts. */
function combined(standings: readonly Standing[]): Standing[] {
  return [...Map.groupBy(standings, ({ name }) => name).values()].flatMap(same => {
    const worst = same.toSorted((a, b) => WORST.indexOf(a.outcome) - WORST.indexOf(b.outcome))
    return worst.slice(0, 1).map(first => ({ ...first, isSkipped: same.some(({ isSkipped }) => isSkipped) }))
  })
}

/** True for the check that the step runs in, if no other report has its name, and for the status that the step sets. */
function isOwn(required: RequiredCheck, { checks }: CommitChecks, { checkRunId, statusContext }: OwnNames): boolean {
  const reports = reportsOf(required, checks)
  const isOwnStatus = statusContext !== null && required.name.toLowerCase() === statusContext.toLowerCase()
  // A check run of that name is somebody else's, because the step sets only a status.
  if (isOwnStatus) return reports.every(({ source }) => source === 'status')
  return checkRunId !== null && reports.length === 1 && reports[0]?.id === checkRunId
}
