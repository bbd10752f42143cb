import { changeMembers, loadEvent } from '../events/index.js'
import { HEAD } from '../scenarios/bodies.ts'
import { added, EVENT_GROUP, GROUP, job, MAIN, queued, removed, rules } from '../scenarios/queue.ts'
import type { StepEvent } from '../scenarios/step.ts'
import type { Story } from './play.ts'

/** #42's entry names the commit of the event `merge_group`. */
const inGroup = (minutes = 35) => [queued(minutes, { headCommit: EVENT_GROUP })]
const own = job('gate', 'in_progress', { id: 77 })
const MANY = ['unit', 'e2e', 'lint', 'types', 'docs', 'build', 'audit', 'pack']
const SCANNED = {
  main: [...(rules('unit')['main'] ?? []), { type: 'code_scanning', parameters: { code_scanning_tools: [] } }],
}

/** The gate runs on the merge group; unless told otherwise, a required check is missing there. */
function onGroup(story: Partial<Story>): Story {
  return {
    event: 'merge-group',
    inputs: { require: 'test-run-succeeded', 'check-run-id': '77' },
    standings: inGroup(),
    conclusion: 'failed',
    diagnosis: 'required-status-missing',
    ...story,
  }
}

/** The step looks from the pull request, which is not merged yet. */
function waiting(story: Partial<Story>): Story {
  return {
    event: 'pull-request',
    inputs: { require: 'merged' },
    conclusion: 'failed',
    diagnosis: 'required-status-missing',
    ...story,
  }
}

/** The event `workflow_run` of a run on the merge group of #42. */
function workflowRunEvent(): StepEvent {
  const { name, payload } = loadEvent('workflow-run-push')
  changeMembers(payload, {
    'workflow_run.event': 'merge_group',
    'workflow_run.head_sha': GROUP,
    'workflow_run.head_branch': `gh-readonly-queue/main/pr-42-${MAIN}`,
    'workflow_run.conclusion': 'failure',
  })
  return { name, payload }
}

/** #42 is in the queue; the number is the row of the story. */
export const IN_QUEUE_STORIES: Record<string, Story> = {
  '1 seven of eight workflows have no trigger for merge groups, on the group': onGroup({
    repository: {
      rules: rules(...MANY),
      checkRuns: { [EVENT_GROUP]: [job('unit'), own], [HEAD]: MANY.map(name => job(name)) },
    },
    outputs: { context: 'merge-group', 'pull-requests': '[42]', 'pull-request': '42' },
    says: ['`e2e`', '`lint`', '4 more', 'merge group of #42 for 35 m', '`on: merge_group`'],
  }),
  '1b the same, on the pull request': waiting({
    standings: [queued(35)],
    repository: {
      rules: rules(...MANY),
      checkRuns: { [GROUP]: [job('unit')], [HEAD]: MANY.map(name => job(name)) },
    },
    says: ['`e2e`', 'merge group of #42 for 35 m', '`on: merge_group`'],
  }),
  '2 the one required aggregate is green, and jobs beneath it never ran': onGroup({
    repository: {
      rules: rules('ci-required'),
      checkRuns: {
        [EVENT_GROUP]: [
          job('changes', 'success', { began: 34, ended: 33 }),
          job('unit', 'cancelled', { began: 33, ended: 20 }),
          job('e2e', 'skipped', { began: 33, ended: 33 }),
          job('ci-required', 'success', { began: 19, ended: 18 }),
        ],
      },
    },
    conclusion: 'passed',
    diagnosis: '',
    warns: ['`ci-required`', '`unit`', 'was cancelled', '`e2e`', 'was skipped'],
  }),
  '7 the matrix was skipped before it was expanded': onGroup({
    standings: inGroup(5),
    repository: {
      rules: rules('verify-browser (22.x)'),
      checkRuns: { [EVENT_GROUP]: [job('verify-browser', 'skipped'), own] },
    },
    says: ['`verify-browser (22.x)`', '`verify-browser` was reported instead', 'skipped before it was expanded'],
  }),
  '8 it reports under the name of the template': waiting({
    standings: [queued(5)],
    repository: {
      rules: rules('Emulated Cloud (aws)'),
      checkRuns: { [GROUP]: [job(`Emulated Cloud (\${{ matrix.provider }})`, 'skipped')] },
    },
    says: ['`Emulated Cloud (aws)`', 'skipped before it was expanded'],
  }),
  '9 the job moved into a reusable workflow': onGroup({
    standings: inGroup(5),
    repository: { rules: rules('review-bot-gate'), checkRuns: { [EVENT_GROUP]: [job('gate / review-bot-gate'), own] } },
    says: ['`review-bot-gate`', '`gate / review-bot-gate` was reported instead', '"caller / job"', 'Require the name'],
  }),
  '10 an app posts its status on pull requests only': waiting({
    standings: [queued(35)],
    repository: {
      rules: rules('license/cla'),
      statuses: { [HEAD]: [{ context: 'license/cla', state: 'success', by: 'cla-assistant[bot]' }] },
      checkRuns: { [GROUP]: [job('unit')] },
    },
    says: ['`license/cla`', 'cla-assistant', 'on pull requests only', 'a job of that name'],
  }),
  '12 a rule waits for code scanning results': waiting({
    standings: [queued(70)],
    repository: {
      rules: SCANNED,
      checkRuns: { [GROUP]: [job('unit')] },
    },
    diagnosis: 'rule-waits',
    says: ['`code_scanning`', '#42', '1 h 1', '60 minutes', '`on: merge_group`'],
  }),
  '12b the same, on the group': onGroup({
    standings: inGroup(70),
    repository: {
      rules: SCANNED,
      checkRuns: { [EVENT_GROUP]: [job('unit')] },
    },
    conclusion: 'unknown',
    diagnosis: 'rule-waits',
    says: ['`code_scanning`', '`on: merge_group`'],
  }),
  '13 all green, and nothing merges': waiting({
    standings: [queued(240, { state: 'MERGEABLE' })],
    repository: { checkRuns: { [GROUP]: [job('unit', 'success', { began: 235, ended: 227 })] } },
    diagnosis: 'queue-stalled',
    says: ['#42', '3 h ', 'time-out is 1 h', 'queue it again'],
  }),
  '25 no runner takes the job': waiting({
    standings: [queued(50)],
    repository: { checkRuns: { [GROUP]: [job('unit', 'queued', { began: 49 })] } },
    diagnosis: 'no-runner',
    says: ['`unit`', 'queued for ', 'no runner took it', '`runs-on`'],
  }),
  '26 an app reports by a status that GitHub marks as required': onGroup({
    repository: {
      rules: rules({ context: 'Vercel', integration_id: 8329 }),
      statuses: { [EVENT_GROUP]: [{ context: 'Vercel', state: 'success', by: 'vercel[bot]' }] },
      marked: ['Vercel'],
    },
    conclusion: 'passed',
    diagnosis: '',
  }),
  '19 the run of a merge group that failed': {
    event: workflowRunEvent(),
    inputs: { require: 'merged' },
    standings: [{ events: [added(), removed('failed_checks', 3)] }],
    repository: { checkRuns: { [GROUP]: [job('unit', 'failure')] } },
    conclusion: 'failed',
    diagnosis: 'required-status-failed',
    outputs: { context: 'merge-group', 'pull-request': '42', 'target-branch': 'main' },
    says: ['#42', '`unit`', 'failed'],
  },
  '19b the run of a merge group that the queue has rebuilt': {
    event: workflowRunEvent(),
    inputs: { require: 'merged', comment: 'never' },
    standings: [queued(10, { headCommit: HEAD })],
    conclusion: 'unknown',
    diagnosis: '',
    outputs: { context: 'merge-group', 'pull-request': '', 'target-branch': '' },
    warns: [
      'GitHub does not show #42 in the merge group of this run, commit `ccccccc`: the queue has dropped or rebuilt that group.',
    ],
  },
  '51 a run of that name in another workflow failed earlier': onGroup({
    repository: {
      checkRuns: {
        [EVENT_GROUP]: [
          job('unit', 'failure', { began: 30, ended: 25, check_suite: { id: 8 }, id: 1 }),
          job('unit', 'success', { began: 20, ended: 15, id: 2 }),
        ],
      },
    },
    conclusion: 'passed',
    diagnosis: '',
    warns: ['`unit`', 'an earlier run of that name', 'a name of its own'],
  }),
  '51b an earlier run of that name still runs': onGroup({
    repository: {
      checkRuns: {
        [EVENT_GROUP]: [
          job('unit', 'in_progress', { began: 30, check_suite: { id: 8 }, id: 1 }),
          job('unit', 'success', { began: 20, ended: 15, id: 2 }),
        ],
      },
    },
    diagnosis: '',
    outputs: { reason: 'test-run-in-progress' },
    says: ['in progress'],
  }),
  '52 the older run was recorded after the newer one': onGroup({
    repository: {
      checkRuns: {
        [EVENT_GROUP]: [
          job('unit', 'cancelled', { began: 30, ended: 10, check_suite: { id: 8 }, id: 1 }),
          job('unit', 'success', { began: 20, ended: 15, id: 2 }),
        ],
      },
    },
    conclusion: 'unknown',
    diagnosis: '',
    says: ['not known which report of `unit` counts', 'a name of its own'],
  }),
  'a workflow queued it with its own token': waiting({
    standings: [queued(40, { enqueuer: 'github-actions[bot]' })],
    diagnosis: 'no-merge-group-runs',
    says: ['merge group of #42 for 4', 'with its own token', 'queue it by hand'],
  }),
  'a deployment waits for an approval': waiting({
    standings: [queued(40)],
    repository: { checkRuns: { [GROUP]: [job('deploy', 'waiting', { began: 39 })] }, rules: rules('deploy') },
    diagnosis: 'awaits-approval',
    says: ['`deploy`', 'waits for an approval', 'Approve the run'],
  }),
  'held as unmergeable, without a group': waiting({
    standings: [queued(90, { state: 'UNMERGEABLE', headCommit: null })],
    diagnosis: '',
    says: ['#42 is held as unmergeable', 'the pull requests ahead of it'],
  }),
}
