import type { Snapshot } from '../../facts/context.ts'
import { isRead } from '../../facts/facts.ts'
import type { Explanation, Need } from '../../facts/source.ts'
import type { Verdict } from '../conclusion.ts'
import { REASONS, type ReasonCode } from '../reason-codes.ts'
import type { Cause, CauseCode, Reason } from '../reasons.ts'
import { pullRequestIn } from '../subject.ts'
import { CAUSES } from './codes.ts'
import { GITHUB_CAUSES } from './github.ts'
import { ENTRY_CAUSES, QUEUE_CAUSES, READINESS_CAUSES } from './queue.ts'
import { REMOVAL_CAUSES } from './removal.ts'
import type { CauseRule } from './rule.ts'
import { FAILED_CHECK_CAUSES, TEST_RUN_CAUSES } from './test-run.ts'

/** All causes; the first that finds something is the cause. */
const RULES: readonly CauseRule[] = [
  ...GITHUB_CAUSES,
  ...FAILED_CHECK_CAUSES,
  ...REMOVAL_CAUSES,
  ...ENTRY_CAUSES,
  ...QUEUE_CAUSES,
  ...READINESS_CAUSES,
  ...TEST_RUN_CAUSES,
]

/** The parts of the explanation that a cause of this snapshot may need and that the deciding poll has not read. */
export function needsOf(snapshot: Snapshot): Need[] {
  const { facts, context } = snapshot
  const has: Partial<Record<Need, boolean>> = {
    removal: (pullRequestIn(facts, context)?.removal ?? null) !== null,
    run: isRead(facts.testRun),
  }
  const needs = rulesOf(snapshot).flatMap(rule => rule.needs)
  return [...new Set(needs)].filter(need => !has[need])
}

/** The cause, if a fact names one. It decides nothing. Pure. */
export function causeOf(snapshot: Snapshot, explanation: Explanation, now: number): Cause | null {
  for (const { code, find } of rulesOf(snapshot)) {
    const found = find(snapshot, explanation, now)
    if (found) return { code, certain: true, evidence: [], remedy: remedyOf(code), ...found }
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

/** Answers in doubt and a merge have no cause. */
function rulesOf(snapshot: Snapshot): CauseRule[] {
  const { facts, context, doubts } = snapshot
  if (doubts.length > 0 || pullRequestIn(facts, context)?.state === 'merged') return []
  return RULES.filter(rule => rule.when(snapshot))
}

function remedyOf(code: CauseCode): Cause['remedy'] {
  return code in CAUSES ? CAUSES[code as keyof typeof CAUSES].remedy : REASONS[code as ReasonCode].remedy
}
