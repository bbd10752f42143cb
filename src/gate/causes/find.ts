import type { Snapshot } from '../../facts/context.ts'
import { hasValue, isAbsent, isEndState } from '../../facts/facts.ts'
import type { Explanation, ExplanationRead } from '../../facts/source.ts'
import type { Verdict } from '../conclusion.ts'
import type { ReasonCode } from '../reason-codes.ts'
import type { Cause, Reason } from '../reasons.ts'
import { pullRequestIn } from '../subject.ts'
import { type CauseRule, evidenceOf } from './evidence.ts'
import { awaitsOwnCheck, heldByAnother, notQueued, notReady, notRunning, personalRepository, stalled } from './queue.ts'
import { failedWithoutRemoval, pushedInQueue, removedFromQueue } from './removal.ts'
import { awaitsApproval, failedCheck, missingChecks, noChecks, noRunner, ruleWaits } from './test-run.ts'

/** The causes to look for, depending on where the pull request is. */
interface RuleSet {
  /** What to read for the rules; each part may be missing or have failed. */
  needs: readonly ExplanationRead[]
  /** The first rule that finds a cause wins. */
  rules: readonly CauseRule[]
}

const TEST_RUN_RULES: readonly CauseRule[] = [failedCheck, noChecks, awaitsApproval, noRunner, missingChecks, ruleWaits]
const ONLY_TEST_RUN: RuleSet = { needs: ['test-run', 'checks'], rules: TEST_RUN_RULES }
const IN_QUEUE: RuleSet = {
  needs: ['history', 'test-run', 'checks'],
  rules: [heldByAnother, notRunning, notReady, ...TEST_RUN_RULES, awaitsOwnCheck, stalled],
}
const LEFT_QUEUE: RuleSet = {
  needs: ['history', 'test-run', 'checks'],
  rules: [pushedInQueue, removedFromQueue, failedWithoutRemoval],
}
const NO_QUEUE: RuleSet = { needs: ['repository-owner'], rules: [personalRepository] }
const NOT_IN_QUEUE: RuleSet = { needs: ['requirements'], rules: [notQueued] }

/** By where the pull request is, if it was asked for. Null if it is merged, an answer is in doubt, or none tells. */
function ruleSetOf({ facts, context, doubts }: Snapshot): RuleSet | null {
  const pr = pullRequestIn(facts, context)
  if (doubts.length > 0 || pr?.state === 'merged') return null
  if (pr && (pr.removal !== null || isEndState(pr.state))) return LEFT_QUEUE
  if (pr?.submitted) return IN_QUEUE
  if (facts.pullRequest === undefined) return ONLY_TEST_RUN
  if (isAbsent(facts.queue)) return NO_QUEUE
  return isAbsent(facts.pullRequest) || pr?.submitted === false ? NOT_IN_QUEUE : null
}

/** The parts of the explanation that a cause of this snapshot may need and that the deciding poll has not read. */
export function needsOf(snapshot: Snapshot): ExplanationRead[] {
  const hasRun = hasValue(snapshot.facts.testRun)
  return (ruleSetOf(snapshot)?.needs ?? []).filter(need => need !== 'test-run' || !hasRun)
}

/** The cause by the first rule that finds one, else null. It explains the verdict and never changes it. Pure. */
export function causeOf(snapshot: Snapshot, explanation: Explanation, now: number): Cause | null {
  const evidence = evidenceOf(snapshot, explanation, now)
  for (const rule of ruleSetOf(snapshot)?.rules ?? []) {
    const found = rule(evidence)
    if (found) return found
  }
  return null
}

/** Reasons that only give a state of the pull request, its test run or the queue: any cause explains them. */
const EXPLAINED_BY_ANY: readonly ReasonCode[] = [
  'state-failed',
  'state-cancelled',
  'state-not-ready',
  'state-pending',
  'state-testing',
  'state-tests-passed',
  'state-pending-failure',
  'state-unmergeable',
  'not-submitted',
  'test-run-failed',
  'required-status-failed',
  'test-run-in-progress',
  'queue-not-found',
]

/** The verdict, with the cause added to each reason that it explains. */
export function withCause(verdict: Verdict, cause: Cause | null): Verdict {
  if (cause === null) return verdict
  // A branch rule that waits also explains why the outcome of the test run is not known.
  const isExplained = ({ code }: Reason) =>
    EXPLAINED_BY_ANY.includes(code) || code === cause.code || (cause.code === 'rule-waits' && code === 'not-known')
  const explained = (each: Reason) => (isExplained(each) ? { ...each, cause } : each)
  return {
    ...verdict,
    reasons: verdict.reasons.map(explained),
    conditions: verdict.conditions.map(each => ({ ...each, reasons: each.reasons.map(explained) })),
  }
}
