import { ago, forkEvent, HEAD, job, pullRequestEvent, rules, type Story, stackBase } from './play.ts'

const ON_PULL_REQUEST = pullRequestEvent({})
const SUBMITTED = { require: 'submitted' }
const ARMED = { autoMergeRequest: { enabledAt: ago(600) } }
const GREEN = { checkRuns: { [HEAD]: [job('unit')] } }

/** #42 is not in the queue; the number is the row of the story. */
export const OUTSIDE_STORIES: Record<string, Story> = {
  '14 auto-merge is armed, and nothing is missing': {
    event: ON_PULL_REQUEST,
    inputs: SUBMITTED,
    standings: [ARMED],
    repository: GREEN,
    conclusion: 'failed',
    diagnosis: 'not-submitted',
    says: [
      '#42 is not in the queue, though auto-merge is on',
      'nothing that GitHub lists is missing',
      'off and on again',
    ],
  },
  '14b auto-merge is armed, and it is behind': {
    event: ON_PULL_REQUEST,
    inputs: SUBMITTED,
    standings: [{ ...ARMED, mergeStateStatus: 'BEHIND' }],
    repository: GREEN,
    conclusion: 'failed',
    diagnosis: 'not-submitted',
    says: ['it is behind its base branch', 'Update its branch'],
  },
  '14c a review is required, and a check failed': {
    event: ON_PULL_REQUEST,
    inputs: SUBMITTED,
    standings: [{ ...ARMED, reviewDecision: 'REVIEW_REQUIRED' }],
    repository: { checkRuns: { [HEAD]: [job('unit', 'failure')] } },
    conclusion: 'failed',
    diagnosis: 'not-submitted',
    says: ['a review is required', '`unit`', 'failed on its head'],
  },
  '14d a required check was never reported on the head': {
    event: ON_PULL_REQUEST,
    inputs: SUBMITTED,
    standings: [ARMED],
    repository: { rules: rules('unit', 'e2e'), ...GREEN },
    conclusion: 'failed',
    diagnosis: 'not-submitted',
    says: ['nothing has reported `e2e` on its head'],
  },
  '14e it is a draft with conflicts': {
    event: ON_PULL_REQUEST,
    inputs: SUBMITTED,
    pullRequest: { draft: true },
    standings: [{ mergeable: 'CONFLICTING' }],
    repository: GREEN,
    conclusion: 'failed',
    diagnosis: 'not-submitted',
    says: ['it is a draft', 'it has conflicts'],
  },
  'a preflight of the workflow files, and it is not in the queue': {
    event: ON_PULL_REQUEST,
    inputs: { require: 'merge-group-checks' },
    repository: { workflows: { [HEAD]: { 'ci.yml': 'on: pull_request\njobs: { unit: { runs-on: x } }\n' } } },
    conclusion: 'failed',
    diagnosis: '',
    outputs: { 'uncovered-checks': '["unit"]' },
    says: ['`unit` is not reported on merge groups', '`on: [pull_request, merge_group]`'],
  },
  '28 the repository belongs to a person': {
    event: ON_PULL_REQUEST,
    inputs: SUBMITTED,
    standings: [{ isMergeQueueEnabled: false }],
    repository: { isPersonal: true, rules: {} },
    conclusion: 'unknown',
    diagnosis: 'personal-repository',
    says: ['acme/rocket belongs to a person', 'no merge queue', 'organization'],
  },
  "29 the queue is another product's": {
    event: ON_PULL_REQUEST,
    inputs: SUBMITTED,
    standings: [{ isMergeQueueEnabled: false }],
    repository: { rules: {} },
    conclusion: 'unknown',
    diagnosis: '',
    says: ['Turn on "Require merge queue"', '`source: service`'],
  },
  '30 it is stacked on another branch': {
    event: ON_PULL_REQUEST,
    inputs: { ...SUBMITTED, 'target-branch': 'main' },
    pullRequest: { base: { ref: 'feature/one' } },
    standings: [{ isMergeQueueEnabled: false }],
    conclusion: 'unknown',
    diagnosis: '',
    says: ['stacked on "feature/one", which has no queue', 'bottom of the stack'],
  },
  '54 GitHub says that it is stacked: the base of the stack counts': {
    event: pullRequestEvent({}, { base: stackBase(), stack: { base: { ref: 'main' } } }),
    inputs: { require: 'not-submitted' },
    pullRequest: { base: { ref: 'feature/one' } },
    conclusion: 'passed',
    diagnosis: '',
    outputs: { 'target-branch': 'main' },
    says: [],
  },
  '37 the comment on a pull request of a fork can not be written': {
    event: forkEvent(),
    inputs: SUBMITTED,
    state: { permissions: { 'pull-requests': 'read' } },
    conclusion: 'failed',
    diagnosis: 'not-submitted',
    says: [],
    warns: ['`pull_request_target`', 'check out nothing'],
  },
}
