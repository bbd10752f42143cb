import type { Plan, RunContext, SecretlessOrigin, Snapshot } from '../facts/context.ts'
import {
  type Condition,
  type Doubt,
  type Facts,
  type FailedRead,
  type Failure,
  failedReads,
  failureIn,
  findDoubt,
  hasValue,
  isAbsent,
  refusedReads,
  valueIn,
} from '../facts/facts.ts'
import type { Explanation } from '../facts/source.ts'
import { gapInList } from '../facts/test-report.ts'
import { code, say } from '../text/message.ts'
import { judge, type TestJudges } from './conditions.ts'
import { snapshotOf } from './doubts.ts'
import { byRank, type ConditionVerdict, dedupeKey, failureFinding, type Reason, reason, unknown } from './reasons.ts'
import { statusWarnings } from './statuses.ts'
import { staleRun } from './test-run.ts'

export type Conclusion = 'passed' | 'failed' | 'unknown' | 'reported' | 'skipped' | 'cancelled'

export interface Verdict {
  conclusion: Conclusion
  succeeds: boolean
  conditions: ConditionVerdict[]
  /** The main reason first; empty if nothing needs explaining. */
  reasons: Reason[]
  /** Readiness, required or not; null if the pull request was not asked for. */
  ready: ConditionVerdict['verdict'] | null
  doubts: readonly Doubt[]
}

export interface Requirements {
  require: readonly Condition[]
  onUnavailable: 'fail' | 'warn'
  plan: Plan
  testJudges?: TestJudges | undefined
}

/** Judges all conditions and decides how the step ends. Pure. */
export function conclude(facts: Facts, context: RunContext, requirements: Requirements): Verdict {
  const { require, onUnavailable, testJudges } = requirements
  const snapshot = snapshotOf(facts, context)
  const ready = facts.pullRequest === undefined ? null : judge('ready', snapshot)
  const conditions = require.map(each => (each === 'ready' && ready) || judge(each, snapshot, testJudges))
  const open = conditions.filter(({ verdict }) => verdict !== 'met')
  const decisive = decidingFailures(facts, requirements, open)
  const obstacles = [...open, ...decisive.map(({ failure }) => failure)]
  const isUnmet = open.some(({ verdict }) => verdict === 'unmet')
  const withoutObstacle = require.length === 0 ? 'reported' : 'passed'
  return {
    conclusion: isUnmet ? 'failed' : obstacles.length > 0 ? 'unknown' : withoutObstacle,
    // `on-unavailable` can allow only outages; every other verdict that is not met fails the step.
    succeeds: obstacles.every(({ outage }) => outage && onUnavailable === 'warn'),
    conditions,
    reasons: reasonsInOrder(open, decisive, snapshot),
    ready: ready?.verdict ?? null,
    doubts: snapshot.doubts,
  }
}

/**
 * The failed reads that decide by themselves. With conditions: if an outage left one unknown, the refused reads (those
 * that failed for another cause) decide, too, or the outage would hide them. Without conditions: the failed reads that
 * the input `read` names. With `read: auto`, failed reads decide only if all reads failed.
 */
function decidingFailures(facts: Facts, { require, plan }: Requirements, open: ConditionVerdict[]): FailedRead[] {
  if (require.length > 0) return open.some(({ outage }) => outage) ? refusedReads(facts, plan.decisiveReads) : []
  // A source may tell of the queue beside the pull request. A failure of what was not asked for decides nothing.
  const failed = failedReads(facts).filter(({ read }) => plan.reads.includes(read))
  const haveAllFailed = plan.isAuto && failed.length === plan.reads.length
  return failed.filter(({ read }) => haveAllFailed || plan.decisiveReads.includes(read))
}

/**
 * All reasons, the main one first: reads that decide, then unmet conditions, unknown ones, and what decides nothing. Among
 * equals, reasons that waiting can't change come first, because "wait" is no help as long as they stand.
 */
function reasonsInOrder(open: ConditionVerdict[], decisive: FailedRead[], snapshot: Snapshot): Reason[] {
  const reasonsOf = (verdict: string, isFinal: boolean) => {
    const alike = open.filter(each => each.verdict === verdict && each.final === isFinal)
    return alike.flatMap(({ reasons }) => reasons).toSorted(byRank)
  }
  const ofConditions = ['unmet', 'unknown'].flatMap(each => [...reasonsOf(each, true), ...reasonsOf(each, false)])
  const ofReads = decisive.flatMap(({ failure }) => failureFinding(failure).reasons).toSorted(byRank)
  const testsBlock = ofConditions.some(({ code }) => code === 'blocking-failures')
  const hidesVerdict = open.some(({ outage }) => outage)
  const failed = failedReads(snapshot.facts).flatMap(({ read, failure }) => {
    const mayDecide = (testsBlock && read === 'quarantined-tests') || (hidesVerdict && failure.outage)
    const remedy = mayDecide ? failure.remedy : 'The verdict does not rest on this answer.'
    return failureFinding({ ...failure, remedy }).reasons
  })
  const decidingNothing = [...failed, ...warningsIn(snapshot)].toSorted(byRank)
  const all = [...ofReads, ...ofConditions, ...decidingNothing]
  // Reasons of a condition all stay. A reason without a condition is left out if it was already given.
  const wasSaid = (each: Reason, at: number) => all.slice(0, at).some(said => dedupeKey(said) === dedupeKey(each))
  return all.filter((each, at) => each.condition !== null || !wasSaid(each, at))
}

function warningsIn({ facts, context, doubts }: Snapshot): Reason[] {
  const run = valueIn(facts.testRun)
  const list = valueIn(facts.quarantinedTests)
  const gap = list && gapInList(list)
  return [
    ...(run ? (staleRun(run, context)?.reasons ?? statusWarnings(run, context)) : []),
    ...doubts.flatMap(({ code, message, remedy, headline }) => unknown(code, message, remedy, headline).reasons),
    ...(gap ? [reason(gap.code, null, `The ${gap.clause}.`, gap.remedy)] : []),
  ]
}

export interface Decision {
  verdict: Verdict
  facts: Facts
  /** What was news, and when, in milliseconds since the first poll began; empty if there was only one poll. */
  timeline: { elapsedMs: number; what: string }[]
  /** The number of complete polls. A poll that the deadline cut off counts only if there is no other. */
  polls: number
  timedOut: boolean
  /** The outage in which the wait ended, the age of the last complete answer, and whether outages are allowed. */
  outageAtEnd?: { failure: Failure; answerAgeMs: number; isAllowed?: boolean }
}

export const NO_POLL = { facts: {}, timeline: [], polls: 0, timedOut: false } satisfies Omit<Decision, 'verdict'>

/** The verdict of a step that ends before a poll; of these, only a skipped one succeeds. */
export function earlyVerdict(conclusion: Conclusion, reasons: Reason[], conditions: ConditionVerdict[] = []): Verdict {
  return { conclusion, succeeds: conclusion === 'skipped', conditions, reasons, ready: null, doubts: [] }
}

export function cancelledVerdict(latest: Verdict | null): Verdict {
  const known = latest ?? earlyVerdict('cancelled', [])
  const main = reason('cancelled', null, 'The step was cancelled before a verdict.')
  return { ...known, conclusion: 'cancelled', succeeds: false, reasons: [main, ...known.reasons] }
}

/**
 * The verdict of a step that would set a required status: it fails, and the status is not set, because the queue would
 * merge on it. Null if nothing that was read requires a status of this name.
 */
export function requiredStatusVerdict(
  verdict: Verdict,
  name: string,
  { facts, explanation }: { facts: Facts; explanation: Explanation },
): Verdict | null {
  const runs = [valueIn(facts.testRun), valueIn(explanation.testRun)]
  const required = [
    ...[valueIn(facts.queue), ...runs].flatMap(each => each?.requiredStatuses ?? []),
    ...(valueIn(facts.mergeGroupChecks)?.checks ?? []).map(each => each.name),
    ...(valueIn(explanation.unmetRequirements) ?? []).flatMap(({ check }) => check?.name ?? []),
    // The check of this job is required, too, but `requiredStatuses` leaves it out: it can't end before this step.
    ...runs.flatMap(run => run?.ownCheck ?? []),
  ]
  if (!required.some(each => each.toLowerCase() === name.toLowerCase())) return null
  const message = say`The status ${code(name)} was not set: the queue requires it, and would merge on it.`
  const remedy = say`Set ${code('status-context')} to a name that nothing requires.`
  const main = {
    ...reason('bad-input', null, message, remedy),
    headline: say`${code('status-context')} names a required status`,
  }
  return { ...verdict, conclusion: 'failed', succeeds: false, reasons: [main, ...verdict.reasons] }
}

/** The reason for the missing token, worded to follow "This". */
export function whyNoToken(origin: SecretlessOrigin): string {
  return `event comes from ${origin === 'fork' ? 'a fork, which gets no' : 'Dependabot, which gets only its own'} secrets`
}

/**
 * The verdict of a step without a token, on an event that gets no secrets.
 *
 * @param testVerdict the verdict on `no-blocking-failures`, which needs no token; null if it is not required. If it is
 *   unmet, the step fails. No other condition is judged, so the step never passes: `onMissingToken` says how it ends.
 */
export function tokenlessVerdict(
  origin: SecretlessOrigin,
  { require, onMissingToken }: { require: readonly Condition[]; onMissingToken: 'fail' | 'skip' },
  testVerdict: ConditionVerdict | null = null,
): Verdict {
  const missing = reason('token-missing', null, `This ${whyNoToken(origin)}.`)
  const conditions = testVerdict === null ? [] : [testVerdict]
  const skips = require.length === 0 || onMissingToken === 'skip'
  if (skips && testVerdict?.verdict !== 'unmet') {
    const headline = 'Skipped: nothing that needs a token was checked'
    return earlyVerdict('skipped', [{ ...missing, headline, remedy: 'Nothing has to be done.' }], conditions)
  }
  const reasons = [...(skips ? [] : [missing]), ...(testVerdict?.reasons ?? [])]
  return earlyVerdict('failed', reasons, conditions)
}

/** True if no poll can help: all conditions are met, one can't be met any more, or a needed read failed for good. */
export function isFinal({ conditions }: Verdict, facts: Facts, { decisiveReads }: Plan): boolean {
  const open = conditions.filter(({ verdict }) => verdict !== 'met')
  if (open.length === 0 || open.some(({ final }) => final)) return true
  return refusedReads(facts, decisiveReads).length > 0
}

/** True if another poll has to confirm that the pull request left the queue without a merge: the answers may lag. */
export function needsConfirmation(facts: Facts, before: Facts | null, { source }: RunContext): boolean {
  return source.answersLag === true && isOutOfQueue(facts) && !(before && isOutOfQueue(before))
}

function isOutOfQueue({ pullRequest }: Facts): boolean {
  if (!hasValue(pullRequest)) return isAbsent(pullRequest)
  const { submitted, state, doubts } = pullRequest.value
  return !submitted && state !== 'merged' && findDoubt(doubts, 'pull-request', 'pull-request-state') === null
}

/** False if an outage kept a condition from being judged, or hid the list that may excuse the tests that block. */
export function isComplete({ conditions }: Verdict, { quarantinedTests }: Facts): boolean {
  const lacksList = failureIn(quarantinedTests)?.outage === true
  return conditions.every(({ condition, verdict, outage }) => {
    const mayBeExcused = condition === 'no-blocking-failures' && verdict === 'unmet'
    return !outage && !(mayBeExcused && lacksList)
  })
}
