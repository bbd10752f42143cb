import { type ChecksByName, checksByName, reportsOf, testedNothing } from '../../facts/check.ts'
import type { CommitChecks, RequiredCheck, TestRun } from '../../facts/facts.ts'
import type { GitHubFailure } from '../../facts/reading.ts'
import { code, firstOf, type Message, say } from '../../text/message.ts'
import { type Gap, type RequiredChecks, requiredNames } from './required.ts'

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
interface CheckStanding {
  name: string
  /** `unread`: the check would be `passed` or `missing`, but the list of reports is incomplete. */
  outcome: 'passed' | 'failed' | 'pending' | 'missing' | 'unknown' | 'unread'
  url: string | null
  word?: string
}

/**
 * A merge group as a test run, from the required checks on its commit. It can succeed only if the list of required
 * checks is complete and not empty. Pure.
 *
 * @returns also, as `failure`, an outage that leaves the status unknown
 */
export function runOfGroup(
  group: Group,
  required: RequiredChecks,
  checks: CommitChecks,
  own: OwnNames,
): { value: TestRun; failure?: GitHubFailure } {
  const byName = checksByName(checks.checks)
  const wanted = required.checks.filter(check => !isOwn(check, byName, own))
  const standings = combined(wanted.map(check => standingOf(check, byName, checks.incomplete.length > 0)))
  const { status, undecided, outage, isRefused } = statusOf(standings, checks, hindranceOf(standings, group, required))
  const reported = new Set(standings.flatMap(({ name }) => reportsOf({ name, appId: null }, byName)))
  const others = checks.checks.filter(check => !reported.has(check))
  const value = {
    id: group.sha,
    status,
    ...(undecided !== null && { undecided }),
    ...(outage && { openByOutage: true as const }),
    ...(isRefused && { openByRefusal: true as const }),
    createdAt: group.createdAt,
    testBranch: group.branch,
    testBranchSha: group.sha,
    ...requiredNames(standings, required.incomplete),
    requiredStatusesSource: null,
    reported: [...standings.flatMap(reportOf), ...others.map(({ name, url, outcome }) => ({ name, url, outcome }))],
    reportedIsWhole: checks.incomplete.length === 0,
    pullRequests: group.pullRequest === null ? null : [{ ...group.pullRequest, url: null }],
    impactedTargets: null,
    impactedTargetsForTestedPullRequests: null,
    dependentPullRequests: null,
    doubts: [],
  }
  // For a step without `require`, the outage decides even if something else leaves the status unknown as well.
  const [lost] = status === null && checks.incomplete.every(failure => failure.outage) ? checks.incomplete : []
  const failure = outage ?? lost
  return { value, ...(failure && { failure }) }
}

/** The report of a required check, as a run holds it; a missing check has none. */
function reportOf({ name, outcome, url, word }: CheckStanding): NonNullable<TestRun['reported']> {
  if (outcome === 'missing') return []
  const known = outcome === 'unread' ? 'unknown' : outcome
  return [{ name, url, outcome: known, ...(word !== undefined && { word }) }]
}

/** Why the run can't count as succeeded, whatever is reported; null if it can. */
function hindranceOf(
  standings: readonly CheckStanding[],
  { canSucceed }: Group,
  { checks, incomplete }: RequiredChecks,
): Gap | null {
  if (!canSucceed) {
    const why = 'The queue did not merge the pull request, so passed checks of its last group prove nothing.'
    return { why, outage: null }
  }
  if (incomplete !== null) {
    return {
      ...incomplete,
      why: say`The checks that the queue requires are not all known: ${incomplete.why}.`,
    }
  }
  if (standings.length > 0) return null
  const but = checks.length > 0 ? ' but those of this step' : ''
  return { why: `The branch requires no check${but}, so nothing says that anything was tested.`, outage: null }
}

interface Status {
  status: string | null
  undecided: Message | null
  outage: GitHubFailure | null
  isRefused: boolean
}

function statusOf(standings: readonly CheckStanding[], { incomplete }: CommitChecks, hindrance: Gap | null): Status {
  const has = (outcome: CheckStanding['outcome']) => standings.filter(each => each.outcome === outcome)
  const decided = (status: string) => ({ status, undecided: null, outage: null, isRefused: false })
  if (has('failed').length > 0) return decided('failed')
  if (has('pending').length + has('missing').length > 0) return decided('in_progress')
  const untold = [...has('unknown'), ...has('unread')]
  const isCut = incomplete.some(({ outage }) => !outage)
  // A list that changed while it was read can be whole the next time.
  const isRefused =
    hindrance?.isRefused === true || incomplete.some(({ outage, cause }) => !outage && cause !== 'too-many')
  // Reports can't remove the hindrance, so an outage that kept reports from being read plays no part.
  if (hindrance?.outage === null || (hindrance && untold.length === 0)) {
    // If reports are missing, the status stays unknown when the outage of the rules is over.
    return { status: null, undecided: hindrance.why, outage: isCut ? null : hindrance.outage, isRefused }
  }
  if (untold.length === 0) return decided('succeeded')
  const [unread] = incomplete
  const why = unread ? say`: ${unread.message}` : ''
  const undecided = say`GitHub does not say how ${firstOf(untold, 3, ({ name }) => code(name))} went${why}.`
  const isByOutage = has('unknown').length === 0 && !isCut
  return { status: null, undecided, outage: isByOutage && unread ? unread : null, isRefused }
}

function standingOf(required: RequiredCheck, checks: ChecksByName, isIncomplete: boolean): CheckStanding {
  const { name } = required
  const reports = reportsOf(required, checks)
  const [first, ...others] = reports
  const word = (reports.find(testedNothing) ?? first)?.word
  const url = first?.url ?? null
  const agrees = others.every(({ outcome }) => outcome === first?.outcome)
  const outcome = agrees ? (first?.outcome ?? 'missing') : 'unknown'
  // A report in the unread part of a list may have failed.
  const isOpen = isIncomplete && (outcome === 'passed' || outcome === 'missing')
  return { name, outcome: isOpen ? 'unread' : outcome, url, ...(word !== undefined && { word }) }
}

/** All outcomes, the worst first. */
const WORST: readonly CheckStanding['outcome'][] = ['failed', 'missing', 'pending', 'unknown', 'unread', 'passed']

/** Each name once. Several rules can require one name from different apps; then the worst outcome counts. */
function combined(standings: readonly CheckStanding[]): CheckStanding[] {
  return [...Map.groupBy(standings, ({ name }) => name).values()].map(same => {
    const worst = same.reduce((a, b) => (WORST.indexOf(b.outcome) < WORST.indexOf(a.outcome) ? b : a))
    const idle = same.find(testedNothing)
    return worst.outcome === 'passed' && idle ? { ...worst, ...idle } : worst
  })
}

/** True for the check that the step runs in, if no other report has its name, and for the status that the step sets. */
function isOwn(required: RequiredCheck, checks: ChecksByName, { checkRunId, statusContext }: OwnNames): boolean {
  const reports = reportsOf(required, checks)
  const isOwnStatus = statusContext !== null && required.name.toLowerCase() === statusContext.toLowerCase()
  // A check run of that name is somebody else's, because the step sets only a status.
  if (isOwnStatus) return reports.every(({ source }) => source === 'status')
  return checkRunId !== null && reports.length === 1 && reports[0]?.id === checkRunId
}
