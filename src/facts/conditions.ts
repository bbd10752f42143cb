/** The names that the `read` input takes. */
export const READS = ['pull-request', 'queue', 'test-run', 'quarantined-tests', 'merge-group-checks'] as const
export type Read = (typeof READS)[number]

/** The names that the `require` input takes; `gate/conditions.ts` says of each when it is met, and what it reads. */
export const CONDITION_NAMES = [
  'submitted',
  'not-submitted',
  'ready',
  'tests-passed',
  'merged',
  'settled',
  'queue-running',
  'queue-empty',
  'test-run-succeeded',
  'no-blocking-failures',
  'quarantine-within-limits',
  'merge-group-checks',
] as const
export type Condition = (typeof CONDITION_NAMES)[number]
