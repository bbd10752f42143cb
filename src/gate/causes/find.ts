import type { Snapshot } from '../../facts/context.ts'
import { isAbsent, isOver, isRead } from '../../facts/facts.ts'
import type { Explanation, Need } from '../../facts/source.ts'
import type { Verdict } from '../conclusion.ts'
import type { ReasonCode } from '../reason-codes.ts'
import type { Cause, CauseCode, Reason } from '../reasons.ts'
import { pullRequestIn } from '../subject.ts'
import { evidenceOf, type Rule } from './evidence.ts'
import { heldByAnother, notReady, notRunning, notSubmitted, ownCheck, personalRepository, stalled } from './queue.ts'
import { failedUntold, pushedInQueue, removed } from './removal.ts'
import { awaitsApproval, failedCheck, missingChecks, noRunner, noRuns, ruleWaits } from './test-run.ts'

/** Where a pull request can stand, or else its run. */
interface Situation {
  /** What is read to explain it; each part may be missing or have failed. */
  needs: readonly Need[]
  /** The first rule that finds something tells the cause. */
  rules: readonly Rule[]
}

const OF_RUN: readonly Rule[] = [failedCheck, noRuns, awaitsApproval, noRunner, missingChecks, ruleWaits]
const RUN_ALONE: Situation = { needs: ['run', 'checks'], rules: OF_RUN }
const IN: Situation = {
  needs: ['history', 'run', 'checks'],
  rules: [heldByAnother, notRunning, notReady, ...OF_RUN, ownCheck, stalled],
}
const OUT: Situation = {
  needs: ['history', 'run', 'checks'],
  rules: [pushedInQueue, removed, failedUntold],
}
const NO_QUEUE: Situation = { needs: ['isPersonal'], rules: [personalRepository] }
const NEVER_IN: Situation = { needs: ['requirements'], rules: [notSubmitted] }

/** Answers in doubt and a merge have no cause. */
function situationOf({ facts, context, doubts }: Snapshot): Situation | null {
  const pr = pullRequestIn(facts, context)
  if (doubts.length > 0 || pr?.state === 'merged') return null
  if (pr && (pr.removal !== null || isOver(pr.state))) return OUT
  if (pr?.submitted) return IN
  if (facts.pullRequest === undefined) return RUN_ALONE
  if (isAbsent(facts.queue)) return NO_QUEUE
  return isAbsent(facts.pullRequest) || pr?.submitted === false ? NEVER_IN : null
}

/** The parts of the explanation that a cause of this snapshot may need and that the deciding poll has not read. */
export function needsOf(snapshot: Snapshot): Need[] {
  const hasRun = isRead(snapshot.facts.testRun)
  return (situationOf(snapshot)?.needs ?? []).filter(need => need !== 'run' || !hasRun)
}

/** The cause, if a fact names one. It decides nothing. Pure. */
export function causeOf(snapshot: Snapshot, explanation: Explanation, now: number): Cause | null {
  const evidence = evidenceOf(snapshot, explanation, now)
  for (const rule of situationOf(snapshot)?.rules ?? []) {
    const found = rule(evidence)
    if (found) return found
  }
  return null
}

/** Reasons that only give the state of a pull request or a test run, which the cause explains. */
const EXPLAINED: readonly ReasonCode[] = [
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

const ALSO_EXPLAINED: Partial<Record<CauseCode, ReasonCode>> = { 'rule-waits': 'not-known' }

export function withCause(verdict: Verdict, cause: Cause | null): Verdict {
  if (cause === null) return verdict
  const isExplained = ({ code }: Reason) =>
    EXPLAINED.includes(code) || code === cause.code || ALSO_EXPLAINED[cause.code] === code
  const explained = (each: Reason) => (isExplained(each) ? { ...each, cause } : each)
  return {
    ...verdict,
    reasons: verdict.reasons.map(explained),
    conditions: verdict.conditions.map(each => ({ ...each, reasons: each.reasons.map(explained) })),
  }
}
