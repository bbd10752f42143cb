/** The names that the `read` input takes. */
export const READS = ['pull-request', 'queue', 'test-run', 'quarantined-tests'] as const
export type Read = (typeof READS)[number]

/** The conditions of the `require` input with the reads that decide them. */
export const CONDITION_NEEDS = {
  submitted: ['pull-request'],
  // "Not submitted" is safe only if the queue exists and does not list the pull request.
  'not-submitted': ['pull-request', 'queue'],
  ready: ['pull-request'],
  'tests-passed': ['pull-request'],
  merged: ['pull-request'],
  settled: ['pull-request', 'queue'],
  'queue-running': ['queue'],
  'queue-empty': ['queue'],
  'test-run-succeeded': ['test-run'],
  // The list of quarantined tests is needed only if tests failed, which the test reports tell.
  'no-blocking-failures': [],
  'quarantine-within-limits': ['quarantined-tests'],
} as const satisfies Record<string, readonly Read[]>

export type Condition = keyof typeof CONDITION_NEEDS
export const CONDITIONS = Object.keys(CONDITION_NEEDS) as Condition[]

/** The reads that decide the conditions, in the order of {@link READS}. */
export function readsNeeded(conditions: readonly Condition[]): Read[] {
  const needed = new Set<Read>(conditions.flatMap(condition => CONDITION_NEEDS[condition]))
  return READS.filter(read => needed.has(read))
}
