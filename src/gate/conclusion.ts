import type { Condition } from '../facts/conditions.ts'
import type { Plan, RunContext } from '../facts/context.ts'
import { type Doubt, type Facts, type FailedRead, failedReads, refusedReads } from '../facts/facts.ts'
import { judge, type TestJudges } from './conditions.ts'
import { reasonsInOrder } from './main-reason.ts'
import type { Reason } from './reasons.ts'
import { snapshotOf } from './snapshot.ts'
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
