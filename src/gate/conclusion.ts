import { branchName } from '../facts/branch.ts'
import type { Condition } from '../facts/conditions.ts'
import type { Plan, RunContext } from '../facts/context.ts'
import { type Doubt, type Facts, type FailedRead, failedReads, refusedReads, type TestRun } from '../facts/facts.ts'
import { isAbsent, isRead, valueIn } from '../facts/reading.ts'
import { incomplete } from '../facts/test-report.ts'
import { asText, firstOf, quoted, say } from '../text/message.ts'
import { judge, type TestJudges } from './judge.ts'
import { noQueue, remedyWithoutQueue } from './queue.ts'
import { byRank, isOfTests, type Reason, reason } from './reasons.ts'
import { findingOf, type Snapshot, snapshotOf } from './snapshot.ts'
import { requiredStatuses } from './statuses.ts'
import { isForeignRun } from './subject.ts'
import type { ConditionVerdict } from './verdict.ts'

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

/** The inputs that decide. */
export interface Requirements {
  require: readonly Condition[]
  onUnavailable: 'fail' | 'warn'
  plan: Plan
  tests?: TestJudges | undefined
}

/** Judges all conditions and decides how the step ends. Pure. */
export function conclude(facts: Facts, context: RunContext, requirements: Requirements): Verdict {
  const { require, onUnavailable } = requirements
  const snapshot = snapshotOf(facts, context)
  const { doubts } = snapshot
  const conditions = require.map(condition => judge(condition, snapshot, requirements.tests))
  const needed = neededFailures(facts, requirements, conditions)
  return {
    conclusion: conclusionOf(conditions, needed),
    succeeds: succeeds(conditions, needed, onUnavailable),
    conditions,
    reasons: reasonsOf(conditions, needed, snapshot),
    ready: facts.pullRequest === undefined ? null : judge('ready', snapshot).verdict,
    doubts,
  }
}

/**
 * The failed reads that decide by themselves. With conditions, a failed read only makes those unknown that need it. But
 * if an outage keeps a condition from being judged, refused reads decide as well, so that the outage hides no refusal.
 * Without conditions, each failed read that the input `read` names decides. With `read: auto`, failed reads decide only
 * if all reads failed.
 */
function neededFailures(facts: Facts, { require, plan }: Requirements, conditions: ConditionVerdict[]): FailedRead[] {
  if (require.length > 0) return conditions.some(({ outage }) => outage) ? refusedReads(facts, plan.needed) : []
  // A queue that is read only for the step's own status decides nothing.
  const failed = failedReads(facts).filter(({ read }) => plan.reads.includes(read))
  const isAll = plan.from === 'auto' && failed.length === plan.reads.length
  return failed.filter(({ read }) => isAll || plan.needed.includes(read))
}

function conclusionOf(conditions: ConditionVerdict[], needed: FailedRead[]): Conclusion {
  if (conditions.some(({ verdict }) => verdict === 'unmet')) return 'failed'
  if (conditions.some(({ verdict }) => verdict === 'unknown') || needed.length > 0) return 'unknown'
  return conditions.length === 0 ? 'reported' : 'passed'
}

/** `on-unavailable` can allow only outages; every other verdict that is not met fails the step. */
function succeeds(conditions: ConditionVerdict[], needed: FailedRead[], onUnavailable: 'fail' | 'warn'): boolean {
  const allowed = (outage: boolean) => outage && onUnavailable === 'warn'
  return (
    needed.every(({ failure }) => allowed(failure.outage)) &&
    conditions.every(({ verdict, outage }) => verdict === 'met' || allowed(outage))
  )
}

/**
 * Refused reads come first, then unmet conditions, unknown ones, and the reasons that decide nothing. Among equals,
 * reasons that waiting can't change come first, because "wait" is no help as long as they stand.
 */
function reasonsOf(conditions: ConditionVerdict[], needed: FailedRead[], snapshot: Snapshot): Reason[] {
  const of = (verdict: ConditionVerdict['verdict'], final: boolean) =>
    conditions
      .filter(condition => condition.verdict === verdict && condition.final === final)
      .flatMap(({ reasons }) => reasons)
      .toSorted(byRank)
  const told = [...of('unmet', true), ...of('unmet', false), ...of('unknown', true), ...of('unknown', false)]
  const testsBlock = told.some(({ code }) => code === 'blocking-failures')
  const failures = failedReads(snapshot.facts).map(each => reasonOfFailure(each, needed, testsBlock))
  const refused = conditions.length > 0 ? needed.map(each => reasonOfFailure(each, needed, testsBlock)) : []
  const isAlreadySaid = ({ code, message }: Reason) =>
    [...refused, ...told].some(
      each => each.code === code && (code === 'stale-head' || asText(each.message) === asText(message)),
    )
  const news = [...failures, ...sideReasons(snapshot)].filter(each => !isAlreadySaid(each))
  return [...refused, ...withNoQueueFirst(told, snapshot), ...news.toSorted(byRank)]
}

function reasonOfFailure({ read, failure }: FailedRead, needed: FailedRead[], testsBlock: boolean): Reason {
  const { code, message, outage, headline } = failure
  // The unread list might excuse the blocking tests. `on-unavailable: warn` is no remedy: they would still block.
  const mightExcuse = read === 'quarantined-tests' && testsBlock
  const own = mightExcuse && outage ? 'Run the job again when the service is back.' : failure.remedy
  const counts = mightExcuse || needed.some(each => each.read === read)
  const told = reason(code, null, message, counts ? own : 'The verdict does not rest on this answer.')
  return headline === undefined ? told : { ...told, headline }
}

/** A missing queue comes before all other reasons that rest on the branch: the branch may be misspelt. */
function withNoQueueFirst(told: Reason[], snapshot: Snapshot): Reason[] {
  const { facts, context } = snapshot
  const [main] = told
  if (!isAbsent(facts.queue) || !main || !restsOnQueue(main, facts)) return told
  // A pull request that is submitted into this branch contradicts a missing queue, so neither answer is the cause.
  const pr = valueIn(facts.pullRequest)
  const isOfOther = pr?.baseBranch ? branchName(pr.baseBranch) !== context.targetBranch?.value : false
  if (pr?.submitted && !isOfOther) return told
  const isNoQueue = ({ code }: Reason) => code === 'queue-not-found'
  const known = told.filter(isNoQueue)
  const added = reason('queue-not-found', null, `${noQueue(context)}.`, remedyWithoutQueue(snapshot))
  return [...(known.length > 0 ? known : [added]), ...told.filter(each => !isNoQueue(each))]
}

/** True unless the reason is a failed read, or is about tests: neither rests on the branch. */
function restsOnQueue(given: Reason, facts: Facts): boolean {
  const { code, condition } = given
  if (isOfTests(given)) return false
  // If the test run was read, a reason about it does not rest on the queue.
  if (condition === 'test-run-succeeded' && isRead(facts.testRun)) return false
  return !failedReads(facts).some(({ failure }) => failure.code === code)
}

/** Reasons that people should know, whichever conditions are required. */
function sideReasons(snapshot: Snapshot): Reason[] {
  const { facts, context, doubts } = snapshot
  const testRun = valueIn(facts.testRun)
  const reasons: Reason[] = []
  if (testRun && isForeignRun(testRun, context)) {
    const message = 'The test run is on another commit than this run, so its outcome does not count.'
    reasons.push(reason('stale-head', null, message))
  } else if (testRun?.status === 'succeeded') {
    reasons.push(...untested(testRun))
  }
  for (const each of doubts.flatMap(doubt => findingOf(doubt, snapshot).reasons)) {
    // No condition waits for these reasons, so more time is no remedy.
    reasons.push({ ...each, condition: null, remedy: each.remedy === 'wait' ? 'Run the job again.' : each.remedy })
  }
  const list = valueIn(facts.quarantinedTests)
  const gap = list && incomplete(list)
  if (gap) reasons.push(reason(gap.code, null, `The ${gap.clause}.`))
  return reasons
}

/** Warnings about required statuses that a succeeded test run lacks or that were skipped. */
function untested(testRun: TestRun): Reason[] {
  if (testRun.requiredStatuses?.length === 0) {
    const message = 'The test run succeeded, but no status was required of it.'
    return [reason('required-status-missing', null, message, 'Check which statuses the queue requires.')]
  }
  const names = (all: readonly { name: string }[]) => firstOf(all, 3, ({ name }) => quoted(name))
  const missing = (requiredStatuses(testRun) ?? []).filter(({ state }) => state === 'missing')
  const skipped = testRun.reported.filter(each => each.skipped)
  const told = say`The test run succeeded, though nothing reported ${names(missing)}.`
  const remedy =
    'Queues skip tests that they find redundant; if these were not, check that a workflow reports under this very name.'
  const also = say`The test run succeeded, though ${names(skipped)} ${skipped.length === 1 ? 'was' : 'were'} skipped: a skipped status counts as passed, but tests nothing.`
  return [
    ...(missing.length > 0 ? [reason('required-status-missing', null, told, remedy)] : []),
    ...(skipped.length > 0 ? [reason('required-status-skipped', null, also)] : []),
  ]
}
