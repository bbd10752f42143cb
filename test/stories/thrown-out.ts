import {
  added,
  ago,
  dequeued,
  GROUP,
  HEAD,
  job,
  MAIN,
  out,
  pullRequestEvent,
  removed,
  rules,
  type Story,
} from './play.ts'

const THROWN_OUT = out('failed_checks')
const FAILED = { checkRuns: { [GROUP]: [job('unit', 'failure')] } }

/** #42 was thrown out of the queue; the number is the row of the story. */
export const THROWN_OUT_STORIES: Record<string, Story> = {
  '3 a re-run of the failed check is green on the same commit': {
    standings: [THROWN_OUT],
    repository: { checkRuns: { [GROUP]: [job('unit')] } },
    conclusion: 'reported',
    diagnosis: 'required-status-failed',
    says: [
      '#42 left the queue because a check failed',
      'every required check of that commit has passed since',
      'ubmit the pull request again',
    ],
  },
  '4 a concurrency group cancelled the required job': {
    standings: [THROWN_OUT],
    repository: { rules: rules('Build+test'), checkRuns: { [GROUP]: [job('Build+test', 'cancelled')] } },
    conclusion: 'reported',
    diagnosis: 'required-status-failed',
    says: ['`Build+test`', 'was cancelled', 'did not fail', '`concurrency`'],
  },
  '16 it is the third time': {
    standings: [
      {
        events: [
          added(300),
          removed('failed_checks', 200),
          added(190),
          removed('failed_checks', 100),
          added(),
          removed('failed_checks'),
        ],
      },
    ],
    repository: FAILED,
    conclusion: 'reported',
    diagnosis: 'required-status-failed',
    outputs: { 'removal-count': '3' },
    says: ['`unit`', 'failed', '3rd time'],
  },
  '17 the check passed on the own head and on the target branch': {
    standings: [THROWN_OUT],
    repository: { checkRuns: { ...FAILED.checkRuns, [HEAD]: [job('unit')], [MAIN]: [job('unit')] } },
    conclusion: 'reported',
    diagnosis: 'required-status-failed',
    says: ['`unit`', 'failed', "passed on #42's own head and on `main`", 'only together with what is merged before it'],
  },
  '17b the check fails on the target branch, too': {
    standings: [THROWN_OUT],
    repository: { checkRuns: { ...FAILED.checkRuns, [HEAD]: [job('unit')], [MAIN]: [job('unit', 'failure')] } },
    conclusion: 'reported',
    diagnosis: 'required-status-failed',
    says: ['`unit`', 'fails on `main`', '#42 is not at fault'],
  },
  '20 the required aggregate failed because another job did': {
    standings: [THROWN_OUT],
    repository: {
      rules: rules('ci-required'),
      checkRuns: {
        [GROUP]: [
          job('lint', 'success', { began: 60, ended: 50 }),
          job('e2e', 'failure', { began: 60, ended: 50 }),
          job('ci-required', 'failure', { began: 40, ended: 39 }),
        ],
      },
    },
    conclusion: 'reported',
    diagnosis: 'required-status-failed',
    says: ['`ci-required`', 'Beneath', '`e2e`', 'failed'],
  },
  '21 a fix was pushed since': {
    event: pullRequestEvent({ action: 'synchronize' }, { updated_at: ago(2) }),
    standings: [{ ...THROWN_OUT, pushes: [added(), removed('failed_checks'), { kind: 'committed' }] }],
    repository: FAILED,
    conclusion: 'reported',
    diagnosis: 'required-status-failed',
    says: ['#42 has been pushed to since it left the queue', '`unit`', 'an older commit'],
  },
  '23 all green, and the merge itself was not allowed': {
    event: dequeued('BRANCH_PROTECTIONS'),
    standings: [out('branch_protection_failure')],
    repository: { checkRuns: { [GROUP]: [job('unit')] } },
    conclusion: 'reported',
    diagnosis: 'provider-refused',
    outputs: { 'removal-reason': 'provider-refused' },
    says: ['GitHub did not allow the merge itself', 'BRANCH_PROTECTIONS', 'who may push'],
  },
  '32 it was force-pushed while queued': {
    standings: [{ ...THROWN_OUT, pushes: [added(), { kind: 'force-pushed', at: ago(40) }, removed('failed_checks')] }],
    repository: { checkRuns: { [GROUP]: [] } },
    conclusion: 'reported',
    diagnosis: 'evicted-by-push',
    says: ['#42 was pushed to while it was in the queue', 'ubmit it again'],
  },
  '40 GitHub gave no reason': {
    event: dequeued('UNKNOWN_REMOVAL_REASON'),
    standings: [out(null)],
    conclusion: 'reported',
    diagnosis: 'state-cancelled',
    says: ['GitHub gave no reason'],
  },
  'timed out: no workflow runs on the group': {
    event: dequeued('CI_TIMEOUT'),
    standings: [out('checks_timed_out')],
    repository: { checkRuns: { [HEAD]: [job('unit')] } },
    conclusion: 'reported',
    diagnosis: 'timed-out',
    says: ['#42 left the queue because', 'time', '`unit`', '`on: merge_group`'],
  },
  'a conflict with one ahead of it': {
    event: dequeued('MERGE_CONFLICT'),
    standings: [out('merge_conflict')],
    conclusion: 'reported',
    diagnosis: 'conflict',
    says: ['#42 left the queue because it has conflicts', 'esolve the conflicts'],
  },
  'taken out by hand': {
    event: dequeued('MANUAL'),
    standings: [out('manual')],
    conclusion: 'reported',
    diagnosis: 'removed-by-person',
    says: ['#42 was taken out of the queue', 'octocat'],
  },
}
