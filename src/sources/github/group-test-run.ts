import { checksByName, checksNamed, MOST_NAMED } from '../../facts/check.ts'
import type { Check, Failure, ReportedStatus, TestRun } from '../../facts/facts.ts'
import { code, type Message, say, sentences, shortList } from '../../text/message.ts'
import { type CheckResult, checkResultsOf, type RunEvidence, UNIQUE_NAMES, warningsOn } from './check-results.ts'
import type { RequiredChecks } from './required.ts'

/** A merge group whose commit is tested, as far as the event or the answer about the pull request describes it. */
export interface TestedGroup {
  sha: string
  createdAt: string | null
  /** Known only from the event that is about the group. */
  branch?: string
  pullRequest: { number: number; title: string | null } | null
  /** False if the group left the queue without a merge: then passed checks are no success. */
  canSucceed: boolean
}

/** Why it is not known whether a run succeeded. */
interface Obstacle {
  message: Message
  remedy: Message
  failure?: Failure | undefined
}

/**
 * The test run of a merge group, by the required checks on its commit. It can succeed only if the list of required
 * checks is complete and not empty. Pure.
 *
 * @param ownId the check run that the step runs in
 * @returns the run, and the outage that leaves its status unknown, if one does
 */
export function testRunOfGroup(group: TestedGroup, evidence: RunEvidence, ownId: number | null) {
  const { required, reported } = evidence
  const [gap] = required.gaps
  const { results, ownCheck } = checkResultsOf(evidence, ownId)
  const { status, obstacles } = statusOf(results, reported.incomplete, obstacleOf(results, group, required))
  const isOutage = ({ failure }: Obstacle) => failure?.outage === true
  // An obstacle that no waiting removes comes first.
  const main = obstacles.find(obstacle => !isOutage(obstacle)) ?? obstacles[0]
  const isRefused = obstacles.some(({ failure }) => failure?.outage === false)
  const warnings = warningsOn(results, reported.checks)
  // Several rules can require one name from different apps.
  const names = [...new Set(results.map(({ name }) => name))]
  const byName = checksByName(reported.checks)
  const ofRequired = new Set(names.flatMap(name => checksNamed(name, byName)))
  const others = reported.checks.filter(check => !ofRequired.has(check))
  const statuses = [
    ...results.flatMap(({ name, outcome, report }) => (report ? [reportedStatus(name, outcome, report)] : [])),
    ...others.map(check => reportedStatus(check.name, check.outcome, check)),
  ]
  const value: TestRun = {
    id: group.sha,
    status,
    ...(ownCheck !== undefined && { ownCheck }),
    ...(main && {
      whyUndecided: { message: main.message, remedy: main.remedy, outage: isOutage(main), final: isRefused },
    }),
    createdAt: group.createdAt,
    testBranch: group.branch ?? '',
    testBranchSha: group.sha,
    requiredStatuses: gap && names.length === 0 ? null : names,
    ...(gap && { whyMoreMayBeRequired: gap.why }),
    reported: statuses,
    ...(reported.checks.length > statuses.length && { hasUncountedReports: true as const }),
    reportedIsWhole: reported.incomplete.length === 0,
    ...(warnings.length > 0 && { warnings }),
    pullRequests: group.pullRequest === null ? null : [{ ...group.pullRequest, url: null }],
    dependentPullRequests: null,
    doubts: [],
  }
  // A step without `require` ends as this outage, if any obstacle is one; not if a list of checks was refused.
  const failure = obstacles.find(isOutage)?.failure
  const isListRefused = reported.incomplete.some(({ outage }) => !outage)
  return { value, ...(failure && !isListRefused && { failure }) }
}

const LOOK = say`Look at the checks of the merge group. ${code('github-token')} has to be able to read them (${code('checks: read')}, ${code('statuses: read')}), the rules of the branch, and its classic protection.`

function reportedStatus(name: string, result: CheckResult['outcome'], check: Check): ReportedStatus {
  const { url, word, completedAt, startedAt } = check
  const outcome = result === 'unread' || result === 'missing' ? 'unknown' : result
  const since = completedAt ?? startedAt
  return { name, url, outcome, ...(word && { word }), ...(since !== null && { since }) }
}

/** Why the run can't count as succeeded, whatever is reported; null if it can. */
function obstacleOf(results: readonly CheckResult[], group: TestedGroup, required: RequiredChecks): Obstacle | null {
  const [gap] = required.gaps
  if (!group.canSucceed) {
    const message = 'The queue did not merge the pull request, so passed checks of its last group prove nothing.'
    return { message, remedy: LOOK }
  }
  if (gap) {
    const { failure, remedy = failure?.remedy ?? LOOK } = gap
    const why = say`The checks that the queue requires are not all known: ${gap.why}.`
    return { message: sentences(why, failure?.message ?? ''), remedy, failure }
  }
  if (results.length > 0) return null
  const but = required.checks.length > 0 ? ' but those of this step' : ''
  return {
    message: `The branch requires no check${but}, so nothing says that anything was tested.`,
    remedy: 'Require the checks of the jobs that test, in the rules of the branch.',
  }
}

/** The status of the run; null, with the obstacles, if it is not known. `incomplete`: why lists were not read whole. */
function statusOf(results: readonly CheckResult[], incomplete: readonly Failure[], obstacle: Obstacle | null) {
  const having = (...outcomes: CheckResult['outcome'][]) => results.filter(each => outcomes.includes(each.outcome))
  if (having('failed').length > 0) return { status: 'failed', obstacles: [] }
  if (having('pending', 'missing').length > 0) return { status: 'in_progress', obstacles: [] }
  const open = having('unknown', 'unread')
  const names = shortList(open, MOST_NAMED, ({ name }) => code(name))
  const why = open.length === 0 ? '' : say`It is not known which report of ${names} counts, or how it ended.`
  const [first] = incomplete
  const unknownChecks = { message: sentences(why, first?.message ?? ''), remedy: first?.remedy ?? UNIQUE_NAMES }
  const obstacles: Obstacle[] = [
    ...(obstacle ? [obstacle] : []),
    ...(having('unknown').length > 0 ? [unknownChecks] : []),
    ...incomplete.map(failure => ({ message: sentences(why, failure.message), remedy: failure.remedy, failure })),
  ]
  return { status: obstacles.length > 0 ? null : 'succeeded', obstacles }
}
