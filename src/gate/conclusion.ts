import type { Plan, RunContext, Snapshot } from '../facts/context.ts'
import type { Condition } from '../facts/facts.ts'
import {
  type Doubt,
  type Facts,
  type FailedRead,
  failedReads,
  isAbsent,
  isRead,
  refusedReads,
  valueIn,
} from '../facts/facts.ts'
import { incomplete } from '../facts/test-report.ts'
import { judge, type TestJudges } from './conditions.ts'
import { findingOf, isIn, otherBase, snapshotOf } from './doubts.ts'
import { noQueue, remedyWithoutQueue } from './queue.ts'
import { byRank, type ConditionVerdict, isOfTests, type Reason, reason } from './reasons.ts'
import { warningsOn } from './statuses.ts'
import { pullRequestIn } from './subject.ts'

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
  tests?: TestJudges | undefined
}

/** Judges all conditions and decides how the step ends. Pure. */
export function conclude(facts: Facts, context: RunContext, requirements: Requirements): Verdict {
  const { require, onUnavailable, tests } = requirements
  const snapshot = snapshotOf(facts, context)
  const ready = facts.pullRequest === undefined ? null : judge('ready', snapshot)
  const conditions = require.map(each => (each === 'ready' && ready) || judge(each, snapshot, tests))
  const needed = neededFailures(facts, requirements, conditions)
  return {
    conclusion: conclusionOf(conditions, needed),
    succeeds: succeeds(conditions, needed, onUnavailable),
    conditions,
    reasons: reasonsInOrder(conditions, needed, snapshot),
    ready: ready?.verdict ?? null,
    doubts: snapshot.doubts,
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
 * All reasons, the main one first: refused reads, then unmet conditions, unknown ones, and what decides nothing. Among
 * equals, reasons that waiting can't change come first, because "wait" is no help as long as they stand.
 *
 * @param needed the failed reads that decide by themselves
 */
function reasonsInOrder(conditions: ConditionVerdict[], needed: FailedRead[], snapshot: Snapshot): Reason[] {
  const of = (verdict: ConditionVerdict['verdict'], final: boolean) =>
    conditions
      .filter(condition => condition.verdict === verdict && condition.final === final)
      .flatMap(({ reasons }) => reasons)
      .toSorted(byRank)
  const ofConditions = [...of('unmet', true), ...of('unmet', false), ...of('unknown', true), ...of('unknown', false)]
  const testsBlock = ofConditions.some(({ code }) => code === 'blocking-failures')
  const refused = conditions.length > 0 ? needed.map(each => reasonOfFailure(each, needed, testsBlock)) : []
  const deciding = [...refused, ...withNoQueueFirst(ofConditions, snapshot)]
  const failures = failedReads(snapshot.facts).map(each => reasonOfFailure(each, needed, testsBlock))
  // One line for all calls that fail in one way.
  const newFailures = without(deciding, failures, (a, b) => a.code === b.code)
  const sides = [...newFailures, ...without(deciding, sideReasons(snapshot), isSame)]
  return [...deciding, ...sides.toSorted(byRank)]
}

/** Those that say something new: neither one of `said` nor an earlier one is the same. */
function without(said: readonly Reason[], all: readonly Reason[], same: (a: Reason, b: Reason) => boolean): Reason[] {
  return all.filter((each, at) => ![...said, ...all.slice(0, at)].some(other => same(other, each)))
}

/** A stale head is one reason, in whatever words. */
function isSame(a: Reason, b: Reason): boolean {
  return a.code === b.code && (a.code === 'stale-head' || a.message === b.message)
}

function reasonOfFailure({ read, failure }: FailedRead, needed: FailedRead[], testsBlock: boolean): Reason {
  const { code, message, outage, headline } = failure
  // The unread list might excuse the blocking tests. `on-unavailable: warn` is no remedy: they would still block.
  const mightExcuse = read === 'quarantined-tests' && testsBlock
  const remedy = mightExcuse && outage ? 'Run the job again when the service is back.' : failure.remedy
  const decides = mightExcuse || needed.some(each => each.read === read)
  const found = reason(code, null, message, decides ? remedy : 'The verdict does not rest on this answer.')
  return headline === undefined ? found : { ...found, headline }
}

/** A missing queue comes before all other reasons that rest on the branch: the branch may be misspelt. */
function withNoQueueFirst(reasons: Reason[], snapshot: Snapshot): Reason[] {
  const { facts, context } = snapshot
  const [main] = reasons
  if (!isAbsent(facts.queue) || !main || !restsOnQueue(main, facts)) return reasons
  // A pull request that is submitted into this branch contradicts a missing queue, so neither answer is the cause.
  const pr = pullRequestIn(facts, context)
  if (pr && isIn(pr) && !otherBase(pr, snapshot)) return reasons
  const isNoQueue = ({ code }: Reason) => code === 'queue-not-found'
  const known = reasons.filter(isNoQueue)
  const added = reason('queue-not-found', null, `${noQueue(context)}.`, remedyWithoutQueue(snapshot))
  return [...(known.length > 0 ? known : [added]), ...reasons.filter(each => !isNoQueue(each))]
}

/** True unless the reason is a failed read, or is about tests: neither rests on the branch. */
function restsOnQueue(main: Reason, facts: Facts): boolean {
  // The rules of a branch require checks whether it has a queue or not.
  if (isOfTests(main) || main.condition === 'merge-group-checks') return false
  // If the test run was read, a reason about it does not rest on the queue.
  if (main.condition === 'test-run-succeeded' && isRead(facts.testRun)) return false
  return !failedReads(facts).some(({ failure }) => failure.code === main.code)
}

/** Reasons that people should know, whichever conditions are required. */
function sideReasons(snapshot: Snapshot): Reason[] {
  const { facts, context, doubts } = snapshot
  const run = valueIn(facts.testRun)
  const list = valueIn(facts.quarantinedTests)
  const gap = list && incomplete(list)
  return [
    ...(run ? warningsOn(run, context) : []),
    ...doubts
      .flatMap(doubt => findingOf(doubt, snapshot).reasons)
      // No condition waits for these reasons, so more time is no remedy.
      .map(each => ({ ...each, condition: null, remedy: each.remedy === 'wait' ? 'Run the job again.' : each.remedy })),
    ...(gap ? [reason(gap.code, null, `The ${gap.clause}.`, gap.remedy)] : []),
  ]
}
