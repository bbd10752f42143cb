import type { Condition } from '../facts/conditions.ts'
import { type Facts, type Failure, failuresOf, valueIn } from '../facts/facts.ts'
import type { RunContext } from '../setup/context.ts'
import { judge } from './judge.ts'
import { byTelling, type Reason, reason } from './reasons.ts'
import { isForeignRun } from './subject.ts'
import type { ConditionVerdict } from './verdict.ts'

export type Conclusion = 'passed' | 'failed' | 'unknown' | 'reported' | 'skipped' | 'cancelled'

/** What came out, and how the step ends. */
export interface Verdict {
  conclusion: Conclusion
  /** Whether the step succeeds. */
  succeeds: boolean
  conditions: ConditionVerdict[]
  /** The most telling first; empty where there is nothing to explain. */
  reasons: Reason[]
  /** Readiness, required or not; null where the pull request was not read. */
  ready: ConditionVerdict['verdict'] | null
}

/** What of the inputs decides. */
export interface Requirements {
  require: readonly Condition[]
  onUnavailable: 'fail' | 'warn'
}

/** Judges all conditions and decides how the step ends. Pure. */
export function conclude(facts: Facts, context: RunContext, { require, onUnavailable }: Requirements): Verdict {
  const conditions = require.map(condition => judge(condition, facts, context))
  const failures = failuresOf(facts)
  return {
    conclusion: conclusionOf(conditions, failures),
    succeeds: succeeds(conditions, failures, onUnavailable),
    conditions,
    reasons: reasonsOf(conditions, failures, facts, context),
    ready: isAsked(facts) ? judge('ready', facts, context).verdict : null,
  }
}

/** Whether the pull request was asked for, or would have been if its branch were known. */
function isAsked({ pullRequest }: Facts): boolean {
  return pullRequest.kind !== 'not-asked' || pullRequest.because !== undefined
}

function conclusionOf(conditions: ConditionVerdict[], failures: Failure[]): Conclusion {
  if (conditions.some(({ verdict }) => verdict === 'unmet')) return 'failed'
  if (conditions.some(({ verdict }) => verdict === 'unknown')) return 'unknown'
  // What fails the step in any case leaves nothing to call passed or reported.
  if (failures.some(({ outage }) => !outage)) return 'unknown'
  return conditions.length === 0 ? 'reported' : 'passed'
}

/** A failed read that no condition needs is a warning if it is an outage; everything else fails in any case. */
function succeeds(conditions: ConditionVerdict[], failures: Failure[], onUnavailable: 'fail' | 'warn'): boolean {
  if (failures.some(({ outage }) => !outage)) return false
  return conditions.every(({ verdict, outage }) => verdict === 'met' || (outage && onUnavailable === 'warn'))
}

/** What decided comes first: the unmet conditions, then the unknown ones, then what no condition needed. */
function reasonsOf(conditions: ConditionVerdict[], failures: Failure[], facts: Facts, context: RunContext): Reason[] {
  const of = (verdict: ConditionVerdict['verdict']) =>
    conditions.filter(condition => condition.verdict === verdict).flatMap(({ reasons }) => reasons)
  const told = [...of('unmet').toSorted(byTelling), ...of('unknown').toSorted(byTelling)]
  const beside = failures.map(({ code, message, remedy, outage }) =>
    reason(code, null, message, outage ? 'No condition needs it.' : remedy),
  )
  const testRun = valueIn(facts.testRun)
  if (testRun && isForeignRun(testRun, context)) {
    beside.push(
      reason('stale-head', null, 'The test run of this branch is on another commit: what it says does not count.'),
    )
  }
  const partial = valueIn(facts.quarantinedTests)?.partial
  if (partial) beside.push(reason('partial-list', null, `The list of quarantined tests is not whole: ${partial}.`))
  const news = beside.filter(
    ({ code, message }) =>
      !told.some(each => each.code === code && (each.message === message || code === 'stale-head')),
  )
  return [...told, ...news.toSorted(byTelling)]
}
