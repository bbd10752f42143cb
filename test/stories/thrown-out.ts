import { HEAD } from '../scenarios/bodies.ts'
import { added, ago, GROUP, job, MAIN, removed, rules } from '../scenarios/queue.ts'
import { dequeued, pullRequestEvent, type Story } from './play.ts'

/** Ten minutes ago. */
const out = (reason: string | null) => ({ events: [added(), removed(reason)] })
const THROWN_OUT = out('failed_checks')
const FAILED = { checkRuns: { [GROUP]: [job('unit', 'failure')] } }

/** Unless told otherwise, `unit` failed on the group. */
function thrownOut(story: Partial<Story>): Story {
  return {
    standings: [THROWN_OUT],
    repository: FAILED,
    conclusion: 'reported',
    diagnosis: 'required-status-failed',
    ...story,
  }
}

function timedOut(story: Partial<Story>): Story {
  return {
    event: dequeued('CI_TIMEOUT'),
    standings: [out('checks_timed_out')],
    conclusion: 'reported',
    diagnosis: 'timed-out',
    ...story,
  }
}

/** #42 was thrown out of the queue; the number is the row of the story. */
export const THROWN_OUT_STORIES: Record<string, Story> = {
  '3 a re-run of the failed check is green on the same commit': thrownOut({
    repository: { checkRuns: { [GROUP]: [job('unit', 'success', { began: 5, ended: 2 })] } },
    says: [
      '#42 left the queue because a check failed',
      'every required check of that commit has passed since',
      'ubmit the pull request again',
    ],
  }),
  '4 a concurrency group cancelled the required job': thrownOut({
    repository: { rules: rules('Build+test'), checkRuns: { [GROUP]: [job('Build+test', 'cancelled')] } },
    says: ['`Build+test`', 'was cancelled', 'did not fail', '`concurrency`'],
  }),
  '16 it is the third time': thrownOut({
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
    outputs: { 'removal-count': '3' },
    says: ['`unit`', 'failed', '3 times'],
  }),
  '17 the check passed on the own head and on the target branch': thrownOut({
    repository: { checkRuns: { ...FAILED.checkRuns, [HEAD]: [job('unit')], [MAIN]: [job('unit')] } },
    says: ['`unit`', 'failed', "passed on #42's own head and on `main`", 'only together with what is merged before it'],
  }),
  '17b the check fails on the target branch, too': thrownOut({
    repository: { checkRuns: { ...FAILED.checkRuns, [HEAD]: [job('unit')], [MAIN]: [job('unit', 'failure')] } },
    says: ['`unit`', 'It fails on `main`', '#42 is not at fault'],
  }),
  '20 the required aggregate failed because another job did': thrownOut({
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
    says: ['`ci-required`', 'Beneath', '`e2e`', 'failed'],
  }),
  '21 a fix was pushed since': thrownOut({
    event: pullRequestEvent({ action: 'synchronize', 'pull_request.updated_at': ago(2) }),
    standings: [{ ...THROWN_OUT, pushes: [added(), removed('failed_checks'), { kind: 'committed' }] }],
    says: ['#42 has been pushed to since it left the queue', '`unit`', 'an older commit'],
  }),
  '23 all green, and the merge itself was not allowed': thrownOut({
    event: dequeued('BRANCH_PROTECTIONS'),
    standings: [out('branch_protection_failure')],
    repository: { checkRuns: { [GROUP]: [job('unit')] } },
    diagnosis: 'provider-refused',
    outputs: { 'removal-reason': 'provider-refused' },
    says: ['GitHub did not allow the merge itself', 'BRANCH_PROTECTIONS', 'who may push'],
  }),
  '32 it was force-pushed while queued': thrownOut({
    standings: [{ ...THROWN_OUT, pushes: [added(), { kind: 'force-pushed', at: ago(40) }, removed('failed_checks')] }],
    repository: { checkRuns: { [GROUP]: [] } },
    diagnosis: 'evicted-by-push',
    says: ['#42 was pushed to while it was in the queue', 'ubmit it again'],
  }),
  '40 GitHub gave no reason': thrownOut({
    event: dequeued('UNKNOWN_REMOVAL_REASON'),
    standings: [out(null)],
    diagnosis: 'state-cancelled',
    says: ['GitHub gave no reason'],
  }),
  'timed out: no workflow runs on the group': timedOut({
    repository: { checkRuns: { [HEAD]: [job('unit')] } },
    says: ['#42 left the queue because', 'time', '`unit`', '`on: merge_group`'],
  }),
  'timed out with a job that no runner took': timedOut({
    repository: { checkRuns: { [GROUP]: [job('unit', 'queued', { began: 80 })] } },
    says: ['its checks did not end in time', '`unit`', 'is queued', '`runs-on`'],
  }),
  'timed out, and all is green now': timedOut({
    repository: { checkRuns: { [GROUP]: [job('unit')] } },
    says: [
      'its checks did not end in time',
      'every required check of that commit is green',
      'ubmit the pull request again',
    ],
  }),
  'timed out while a deployment waited for an approval': timedOut({
    repository: { rules: rules('deploy'), checkRuns: { [GROUP]: [job('deploy', 'waiting', { began: 70 })] } },
    says: ['`deploy`', 'waits for an approval', 'Approve the run'],
  }),
  'the workflow file could not start': thrownOut({
    repository: { checkRuns: { [GROUP]: [job('unit', 'startup_failure')] } },
    says: ['`unit`', 'could not start', 'Correct the workflow file'],
  }),
  'a required check waits for an approval': thrownOut({
    repository: { checkRuns: { [GROUP]: [job('unit', 'action_required')] } },
    says: ['`unit`', 'waits for an approval', 'Have the run approved'],
  }),
  'all required checks are green, and another one failed': thrownOut({
    repository: { checkRuns: { [GROUP]: [job('unit'), job('e2e', 'failure')] } },
    says: ['every required check of that commit is green', '`e2e`', 'failed'],
  }),
  'the token may not read checks': thrownOut({
    state: { permissions: { checks: 'none', statuses: 'none' } },
    says: ['a required check failed', 'Which one is not known'],
    warns: ['`checks: read`'],
  }),
  'the required checks are hidden, and GitHub marks the one that failed': thrownOut({
    repository: {
      ...{ rules: {}, protections: { main: {} }, marked: ['unit'] },
      checkRuns: { [GROUP]: [job('unit', 'failure'), job('lint', 'failure')] },
    },
    says: ['because `unit`', 'failed'],
  }),
}
