import type { Plan, RunContext, Snapshot } from '../facts/context.ts'
import {
  type Condition,
  type Doubt,
  type Facts,
  type FailedRead,
  failedReads,
  refusedReads,
  valueIn,
} from '../facts/facts.ts'
import { incomplete } from '../facts/test-report.ts'
import { judge, type TestJudges } from './conditions.ts'
import { findingOf, snapshotOf } from './doubts.ts'
import { byRank, type ConditionVerdict, failedRead, type Reason, reason, VARYING } from './reasons.ts'
import { warningsOn } from './statuses.ts'
import { foreignRun } from './test-run.ts'

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
  const refused = needed.flatMap(({ failure }) => failedRead(failure).reasons)
  // An unread list might excuse the tests that block.
  const testsBlock = ofConditions.some(({ code }) => code === 'blocking-failures')
  const failed = failedReads(snapshot.facts).flatMap(({ read, failure }) => {
    const counts = testsBlock && read === 'quarantined-tests'
    return failedRead(counts ? failure : { ...failure, remedy: 'The verdict does not rest on this answer.' }).reasons
  })
  const sides = [...refused, ...failed, ...sideReasons(snapshot)].toSorted(byRank)
  const all = [...(conditions.length > 0 ? refused : []), ...ofConditions, ...sides]
  return all.filter((each, at) => each.condition !== null || !all.slice(0, at).some(said => isSame(said, each)))
}

function isSame(a: Reason, b: Reason): boolean {
  return a.code === b.code && (a.message === b.message || !VARYING.includes(a.code))
}

/** Reasons that people should know, whichever conditions are required. */
function sideReasons({ facts, context, doubts }: Snapshot): Reason[] {
  const run = valueIn(facts.testRun)
  const list = valueIn(facts.quarantinedTests)
  const gap = list && incomplete(list)
  return [
    ...(run ? (foreignRun(run, context)?.reasons ?? warningsOn(run, context)) : []),
    ...doubts.flatMap(doubt => findingOf(doubt).reasons),
    ...(gap ? [reason(gap.code, null, `The ${gap.clause}.`, gap.remedy)] : []),
  ]
}
