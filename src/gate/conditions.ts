import type { Snapshot } from '../facts/context.ts'
import { type Condition, type Facts, READS, type Read } from '../facts/facts.ts'
import { mergeGroupChecks } from './merge-group-checks.ts'
import { merged, notSubmitted, ready, settled, submitted, testsPassed } from './pull-request.ts'
import { queueEmpty, queueRunning } from './queue.ts'
import { type ConditionVerdict, type Finding, NOT_READ } from './reasons.ts'
import { testRunSucceeded } from './test-run.ts'

/** The judges of the conditions on tests, which are loaded only for a step about tests. */
export type TestJudges = Record<'no-blocking-failures' | 'quarantine-within-limits', (facts: Facts) => Finding>

interface ConditionRecord {
  needs: readonly Read[]
  judge: (snapshot: Snapshot, tests: TestJudges | undefined) => Finding
  /** The headline of a step that requires only this condition, if it is met; `fillNames` replaces each `{…}`. */
  headlineIfMet: string
  /** When the condition is met, in Markdown, for docs/reference.md. */
  meaning: string
}

export const CONDITIONS: Record<Condition, ConditionRecord> = {
  submitted: {
    needs: ['pull-request'],
    judge: submitted,
    headlineIfMet: '{pr} is in the queue',
    meaning: 'The pull request is in the queue now.',
  },
  'not-submitted': {
    // "Not submitted" is safe only if the queue exists and does not list the pull request.
    needs: ['pull-request', 'queue'],
    judge: notSubmitted,
    headlineIfMet: '{pr} is not in the queue',
    meaning: 'It is not in the queue. If it is not merged, the queue must also exist and not list it.',
  },
  ready: {
    needs: ['pull-request'],
    judge: ready,
    headlineIfMet: '{pr} is ready',
    meaning:
      'The queue could start testing it: mergeable, the right base branch, and impacted targets if the queue needs them.',
  },
  'tests-passed': {
    needs: ['pull-request'],
    judge: testsPassed,
    headlineIfMet: '{pr} passed its tests',
    meaning: 'Its state is `tests_passed` or `merged`.',
  },
  merged: {
    needs: ['pull-request'],
    judge: merged,
    headlineIfMet: '{pr} is merged',
    meaning: 'Its state is `merged`.',
  },
  settled: {
    needs: ['pull-request', 'queue'],
    judge: settled,
    headlineIfMet: 'The queue is done with {pr}',
    meaning: 'Its state is `merged`, `failed` or `cancelled`, or it is not in the queue.',
  },
  'queue-running': {
    needs: ['queue'],
    judge: queueRunning,
    headlineIfMet: '{queue} is running',
    meaning: 'The state of the queue is `running`.',
  },
  'queue-empty': {
    needs: ['queue'],
    judge: queueEmpty,
    headlineIfMet: '{queue} is empty',
    meaning: 'The queue exists and lists no live entry. A service does not list pull requests that are not ready.',
  },
  'test-run-succeeded': {
    needs: ['test-run'],
    judge: testRunSucceeded,
    headlineIfMet: 'The test run succeeded',
    meaning: 'The status of the test run is `succeeded`.',
  },
  'no-blocking-failures': {
    // Test reports are files, no read of the source. They need the list of quarantined tests only if a test failed.
    needs: [],
    judge: ({ facts }, tests) => tests?.['no-blocking-failures'](facts) ?? NOT_READ,
    headlineIfMet: 'No failed test blocks',
    meaning: 'Tests ran, every one that failed is excused, and `test-outcome` does not contradict that.',
  },
  'quarantine-within-limits': {
    needs: ['quarantined-tests'],
    judge: ({ facts }, tests) => tests?.['quarantine-within-limits'](facts) ?? NOT_READ,
    headlineIfMet: 'The quarantined tests are within the limits',
    meaning: 'The quarantined tests are within `max-quarantined` and `max-quarantine-age`, where given.',
  },
  'merge-group-checks': {
    needs: ['merge-group-checks'],
    judge: mergeGroupChecks,
    headlineIfMet: 'The merge groups get all required checks',
    meaning: "GitHub's own queue: every check that the target branch requires will be reported on merge groups.",
  },
}

/** Judges one condition by the facts of one poll. Pure: the same facts always give the same verdict. */
export function judge(condition: Condition, snapshot: Snapshot, tests?: TestJudges): ConditionVerdict {
  const { reasons, ...found } = CONDITIONS[condition].judge(snapshot, tests)
  return { condition, ...found, reasons: reasons.map(each => ({ ...each, condition })) }
}

export function readsNeeded(conditions: readonly Condition[]): Read[] {
  return READS.filter(read => conditions.some(condition => CONDITIONS[condition].needs.includes(read)))
}
