import { checksByName, MOST_NAMED, reportsOf } from '../../facts/commit.ts'
import type { Check, Failure, ReportedStatus, TestRun } from '../../facts/facts.ts'
import { code, firstOf, say, sentences } from '../../text/message.ts'
import { type CheckResult, checkResultsOf, type RunEvidence, UNIQUE_NAMES, warningsOn } from './check-results.ts'
import type { Gap, RequiredChecks } from './required.ts'

/** A merge group, as far as the event or the answer about the pull request describes it. */
export interface TestedGroup {
  sha: string
  createdAt: string | null
  /** From the event `merge_group`; empty elsewhere. */
  branch: string
  pullRequest: { number: number; title: string | null } | null
  /** False if the group left the queue without a merge: then passed checks are no success. */
  canSucceed: boolean
}

/**
 * A merge group as a test run, from the required checks on its commit. It can succeed only if the list of required
 * checks is complete and not empty. Pure.
 *
 * @param own the check run that the step runs in
 * @returns also, as `failure`, an outage that leaves the status unknown
 */
export function testRunOfGroup(
  group: TestedGroup,
  reads: RunEvidence,
  own: number | null,
): { value: TestRun; failure?: Failure } {
  const { required, reported: checks } = reads
  const [unlisted] = required.gaps
  const { standings, ownCheck } = checkResultsOf(reads, own)
  const { status, gaps } = statusOf(standings, checks.incomplete, hindranceOf(standings, group, required))
  const isOutage = ({ failure }: Gap) => failure?.outage === true
  // What no waiting changes comes first.
  const open = gaps.find(gap => !isOutage(gap)) ?? gaps[0]
  const isRefused = gaps.some(({ failure }) => failure?.outage === false)
  const warnings = warningsOn(standings, checks.checks)
  // Several rules can require one name from different apps.
  const names = [...new Set(standings.map(({ name }) => name))]
  const byName = checksByName(checks.checks)
  const ofRequired = new Set(names.flatMap(name => reportsOf({ name, appId: null }, byName)))
  const listed = [
    ...standings.flatMap(({ name, outcome, report }) => (report ? [reported(name, outcome, report)] : [])),
    ...checks.checks.filter(check => !ofRequired.has(check)).map(each => reported(each.name, each.outcome, each)),
  ]
  const value: TestRun = {
    id: group.sha,
    status,
    ...(ownCheck !== undefined && { ownCheck }),
    ...(open && {
      undecided: {
        message: open.why,
        remedy: open.remedy ?? open.failure?.remedy ?? LOOK,
        outage: isOutage(open),
        final: isRefused,
      },
    }),
    createdAt: group.createdAt,
    testBranch: group.branch,
    testBranchSha: group.sha,
    requiredStatuses: unlisted && names.length === 0 ? null : names,
    ...(unlisted && { moreRequired: unlisted.why }),
    reported: listed,
    ...(checks.checks.length > listed.length && { hasOtherReports: true as const }),
    reportedIsWhole: checks.incomplete.length === 0,
    ...(warnings.length > 0 && { warnings }),
    pullRequests: group.pullRequest === null ? null : [{ ...group.pullRequest, url: null }],
    dependentPullRequests: null,
    doubts: [],
  }
  // For a step without `require`, the outage decides even if something else leaves the status unknown as well.
  const failure = gaps.find(isOutage)?.failure
  const isCut = checks.incomplete.some(({ outage }) => !outage)
  return { value, ...(failure && !isCut && { failure }) }
}

const LOOK = say`Look at the checks of the merge group. ${code('github-token')} has to be able to read them (${code('checks: read')}, ${code('statuses: read')}), the rules of the branch, and its classic protection.`

function reported(name: string, outcome: CheckResult['outcome'], check: Check): ReportedStatus {
  const { url, word, completedAt, startedAt } = check
  const known = outcome === 'unread' || outcome === 'missing' ? 'unknown' : outcome
  const since = completedAt ?? startedAt
  return { name, url, outcome: known, ...(word && { word }), ...(since !== null && { since }) }
}

/** Why the run can't count as succeeded, whatever is reported; null if it can. */
function hindranceOf(standings: readonly CheckResult[], group: TestedGroup, required: RequiredChecks): Gap | null {
  const [gap] = required.gaps
  if (!group.canSucceed) {
    return { why: 'The queue did not merge the pull request, so passed checks of its last group prove nothing.' }
  }
  if (gap) {
    const why = say`The checks that the queue requires are not all known: ${gap.why}.`
    return { ...gap, why: sentences(why, gap.failure?.message ?? '') }
  }
  if (standings.length > 0) return null
  const but = required.checks.length > 0 ? ' but those of this step' : ''
  return {
    why: `The branch requires no check${but}, so nothing says that anything was tested.`,
    remedy: 'Require the checks of the jobs that test, in the rules of the branch.',
  }
}

/** The status, and what leaves it open. */
function statusOf(
  standings: readonly CheckResult[],
  unread: readonly Failure[],
  hindrance: Gap | null,
): { status: string | null; gaps: Gap[] } {
  const has = (...outcomes: CheckResult['outcome'][]) => standings.filter(each => outcomes.includes(each.outcome))
  if (has('failed').length > 0) return { status: 'failed', gaps: [] }
  if (has('pending', 'missing').length > 0) return { status: 'in_progress', gaps: [] }
  const open = firstOf(has('unknown', 'unread'), MOST_NAMED, ({ name }) => code(name))
  const why = open === '' ? '' : say`It is not known which report of ${open} counts, or how it ended.`
  const ofChecks = { why: sentences(why, unread[0]?.message ?? ''), remedy: unread[0]?.remedy ?? UNIQUE_NAMES }
  const ofLists = unread.map(failure => ({ why: sentences(why, failure.message), failure }))
  const gaps = [...(hindrance ? [hindrance] : []), ...(has('unknown').length > 0 ? [ofChecks] : []), ...ofLists]
  return { status: gaps.length > 0 ? null : 'succeeded', gaps }
}
