import { type ChecksByName, checksByName, outcomeInWord, reportsOf } from '../../facts/commit.ts'
import type { Check, CommitChecks, Failure, ReportedStatus, TestRun } from '../../facts/facts.ts'
import { code, firstOf, type Message, say, sentences } from '../../text/message.ts'
import { aggregateWarnings, repeatWarnings, skippedWarnings } from './beneath.ts'
import { type CheckStanding, checkStanding, eachName, isOwn, needsMark, type OwnNames } from './check-standing.ts'
import { type Gap, type RequiredChecks, requiredNames } from './required.ts'
import type { Report } from './rollup.ts'

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

/** What was read about a group. */
export interface GroupReads {
  required: RequiredChecks
  checks: CommitChecks
  /** What GitHub marks as required; empty if it was not asked, or did not say. */
  marked: readonly Report[]
}

/** True if GitHub's marks can tell more than the rules and the protection of the branch do. */
export function needsMarks({ required, checks }: Omit<GroupReads, 'marked'>): boolean {
  const byName = checksByName(checks.checks)
  return required.incomplete !== null || required.checks.some(check => needsMark(check, byName))
}

/**
 * A merge group as a test run, from the required checks on its commit. It can succeed only if the list of required
 * checks is complete and not empty. Pure.
 *
 * @returns also, as `failure`, an outage that leaves the status unknown
 */
export function runOfGroup(group: Group, reads: GroupReads, own: OwnNames): { value: TestRun; failure?: Failure } {
  const { required, checks } = reads
  const byName = checksByName(checks.checks)
  const [ownCheck, standings] = standingsOf(reads, byName, own)
  const isIncomplete = checks.incomplete.length > 0
  const { status, undecided, outage, isRefused } = statusOf(standings, checks, hindranceOf(standings, group, required))
  const named = new Set(standings.flatMap(({ name }) => reportsOf({ name, appId: null }, byName)))
  const beneath = [aggregateWarnings, skippedWarnings].flatMap(each => each(standings, checks.checks))
  const warnings = [...repeatWarnings(standings), ...beneath]
  const value: TestRun = {
    id: group.sha,
    status,
    ...(ownCheck !== undefined && { ownCheck }),
    ...(undecided && { undecided: undecided.why, ...(undecided.remedy && { undecidedRemedy: undecided.remedy }) }),
    ...(outage && { openByOutage: true as const }),
    ...(isRefused && { openByRefusal: true as const }),
    createdAt: group.createdAt,
    testBranch: group.branch,
    testBranchSha: group.sha,
    ...requiredNames(standings, required.incomplete),
    reported: [
      ...standings.flatMap(({ name, outcome, report }) => (report ? [reported(name, outcome, report)] : [])),
      ...checks.checks.filter(check => !named.has(check)).map(each => reported(each.name, each.outcome, each)),
    ],
    reportedIsWhole: !isIncomplete,
    ...(warnings.length > 0 && { warnings }),
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

/** The name of the step's own check, and the standing of each other required one: of the rules, and of GitHub's marks. */
function standingsOf(
  { required, checks, marked }: GroupReads,
  byName: ChecksByName,
  own: OwnNames,
): [ownCheck: string | undefined, CheckStanding[]] {
  const known = new Set(required.checks.map(({ name }) => name.toLowerCase()))
  const more = marked.filter(({ name }) => !known.has(name.toLowerCase())).map(({ name }) => ({ name, appId: null }))
  const all = [...required.checks, ...more]
  const wanted = all.filter(check => !isOwn(check, byName, own))
  const isIncomplete = checks.incomplete.length > 0
  const standings = eachName(wanted.map(check => checkStanding(check, byName, marked, isIncomplete)))
  return [all.find(check => isOwn(check, byName, own))?.name, standings]
}

function reported(name: string, outcome: CheckStanding['outcome'], check: Check): ReportedStatus {
  const { url, word, completedAt, startedAt } = check
  const known = outcome === 'unread' || outcome === 'missing' ? 'unknown' : outcome
  const since = completedAt ?? startedAt
  return { name, url, outcome: known, ...(word && { word }), ...(since !== null && { since }) }
}

/** Why the run can't count as succeeded, whatever is reported; null if it can. */
function hindranceOf(
  standings: readonly CheckStanding[],
  { canSucceed }: Group,
  { checks, incomplete }: RequiredChecks,
): Gap | null {
  if (!canSucceed) {
    return { why: 'The queue did not merge the pull request, so passed checks of its last group prove nothing.' }
  }
  if (incomplete !== null) {
    const why = say`The checks that the queue requires are not all known: ${incomplete.why}.`
    return { ...incomplete, why: sentences(why, incomplete.failure?.message ?? '') }
  }
  if (standings.length > 0) return null
  const but = checks.length > 0 ? ' but those of this step' : ''
  return {
    why: `The branch requires no check${but}, so nothing says that anything was tested.`,
    remedy: 'Require the checks of the jobs that test, in the rules of the branch.',
  }
}

/** Why the outcome of these checks is not known, though all reports were read. */
function undecidedBy(open: readonly CheckStanding[]): Gap {
  const disagreeing = open.filter(
    ({ report }) => report?.word !== undefined && outcomeInWord(report.word) !== 'unknown',
  )
  if (disagreeing.length === 0) return { why: unknownEnds(open) }
  const names = firstOf(disagreeing, MOST_NAMED, ({ name }) => code(name))
  return {
    why: say`There are several reports of ${names} that disagree, and which of them GitHub takes is not known.`,
    remedy: 'Give each job a name of its own across workflows, and run the check again.',
  }
}

function unknownEnds(open: readonly CheckStanding[]): Message {
  return say`GitHub does not say how ${firstOf(open, MOST_NAMED, ({ name }) => code(name))} went.`
}

/** The most names of one sentence. */
const MOST_NAMED = 3

interface Status {
  status: string | null
  undecided: { why: Message; remedy?: Message } | null
  outage: Failure | null
  isRefused: boolean
}

function statusOf(standings: readonly CheckStanding[], { incomplete }: CommitChecks, hindrance: Gap | null): Status {
  const has = (outcome: CheckStanding['outcome']) => standings.filter(each => each.outcome === outcome)
  const decided = (status: string) => ({ status, undecided: null, outage: null, isRefused: false })
  if (has('failed').length > 0) return decided('failed')
  if (has('pending').length + has('missing').length > 0) return decided('in_progress')
  const open = [...has('unknown'), ...has('unread')]
  const isCut = incomplete.some(({ outage }) => !outage)
  const ofHindrance = hindrance?.failure?.outage ? hindrance.failure : null
  const isRefused = isCut || hindrance?.failure?.outage === false
  // Reports can't remove the hindrance, so an outage that kept reports from being read plays no part.
  if (hindrance && (!ofHindrance || open.length === 0)) {
    // If reports are missing, the status stays unknown when the outage of the rules is over.
    return { status: null, undecided: hindrance, outage: isCut ? null : ofHindrance, isRefused }
  }
  if (open.length === 0) return decided('succeeded')
  const [unread] = incomplete
  const isByOutage = has('unknown').length === 0 && !isCut
  const undecided = unread === undefined ? undecidedBy(open) : { why: sentences(unknownEnds(open), unread.message) }
  return { status: null, undecided, outage: isByOutage && unread ? unread : null, isRefused }
}
