import type { Condition } from '../facts/conditions.ts'
import type { Facts } from '../facts/facts.ts'
import { merged, notSubmitted, ready, settled, submitted, testsPassed } from './pull-request.ts'
import { queueEmpty, queueRunning } from './queue.ts'
import type { Snapshot } from './snapshot.ts'
import { testRunSucceeded } from './test-run.ts'
import { type ConditionVerdict, type Finding, NOT_READ, named } from './verdict.ts'

/** The conditions on tests; their judges are loaded only for a step about tests. */
type TestCondition = 'no-blocking-failures' | 'quarantine-within-limits'

/** Judges the conditions on tests by the facts of one poll and the inputs. */
export type TestJudges = Record<TestCondition, (facts: Facts) => Finding>

/** Judges one condition by the facts of one poll. Pure: the same facts always give the same verdict. */
export function judge(condition: Condition, snapshot: Snapshot, tests?: TestJudges): ConditionVerdict {
  if (condition === 'no-blocking-failures' || condition === 'quarantine-within-limits') {
    return named(condition, tests?.[condition](snapshot.facts) ?? NOT_READ)
  }
  return named(condition, JUDGES[condition](snapshot))
}

const JUDGES: Record<Exclude<Condition, TestCondition>, (snapshot: Snapshot) => Finding> = {
  submitted,
  'not-submitted': notSubmitted,
  ready,
  'tests-passed': testsPassed,
  merged,
  settled,
  'queue-running': queueRunning,
  'queue-empty': queueEmpty,
  'test-run-succeeded': testRunSucceeded,
}
