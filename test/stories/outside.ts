import { HEAD } from '../scenarios/bodies.ts'
import { ago, job } from '../scenarios/queue.ts'
import { pullRequestEvent, type Story } from './play.ts'

const SUBMITTED = { require: 'submitted' }
const ARMED = { autoMergeRequest: { enabledAt: ago(600) } }
const GREEN = { checkRuns: { [HEAD]: [job('unit')] } }

/** The step requires that #42 was submitted; unless told otherwise, it was not. */
function outside(story: Partial<Story>): Story {
  return {
    event: 'pull-request',
    inputs: SUBMITTED,
    conclusion: 'failed',
    diagnosis: 'not-submitted',
    ...story,
  }
}

/** #42 is not in the queue; the number is the row of the story. */
export const OUTSIDE_STORIES: Record<string, Story> = {
  '14 auto-merge is armed, and nothing is missing': outside({
    standings: [ARMED],
    repository: GREEN,
    says: [
      '#42 is not in the queue, though auto-merge is on',
      'nothing that GitHub lists is missing',
      'off and on again',
    ],
  }),
  '14b auto-merge is armed, and it is behind': outside({
    standings: [{ ...ARMED, mergeStateStatus: 'BEHIND' }],
    repository: GREEN,
    says: ['it is behind its base branch', 'Update its branch'],
  }),
  '14c a review is required, and a check failed': outside({
    standings: [{ ...ARMED, reviewDecision: 'REVIEW_REQUIRED' }],
    repository: { checkRuns: { [HEAD]: [job('unit', 'failure')] } },
    says: ['a review is required', '`unit`', 'failed on its head'],
  }),
  'a preflight of the workflow files, and it is not in the queue': outside({
    inputs: { require: 'merge-group-checks' },
    repository: { workflows: { [HEAD]: { 'ci.yml': 'on: pull_request\njobs: { unit: { runs-on: x } }\n' } } },
    diagnosis: '',
    outputs: { 'uncovered-checks': '["unit"]' },
    says: ['Merge groups will lack the required `unit`', '`on: [pull_request, merge_group]`'],
  }),
  '28 the repository belongs to a person': outside({
    standings: [{ isMergeQueueEnabled: false }],
    repository: { isPersonal: true, rules: {} },
    conclusion: 'unknown',
    diagnosis: 'personal-repository',
    says: ['acme/rocket belongs to a person', 'no merge queue', 'organization'],
  }),
  "29 the queue is another product's": outside({
    standings: [{ isMergeQueueEnabled: false }],
    repository: { rules: {} },
    conclusion: 'unknown',
    diagnosis: '',
    says: ['Turn on "Require merge queue"', '`source: service`'],
  }),
  '30 it is stacked on another branch': outside({
    inputs: { ...SUBMITTED, 'target-branch': 'main' },
    pullRequest: { base: { ref: 'feature/one' } },
    standings: [{ isMergeQueueEnabled: false }],
    conclusion: 'unknown',
    diagnosis: '',
    says: ['stacked on "feature/one", which has no queue', 'bottom of the stack'],
  }),
  '54 GitHub says that it is stacked: the base of the stack counts': {
    event: pullRequestEvent({
      'pull_request.base.ref': 'feature/one',
      'pull_request.stack': { base: { ref: 'main' } },
    }),
    inputs: { require: 'not-submitted' },
    pullRequest: { base: { ref: 'feature/one' } },
    conclusion: 'passed',
    diagnosis: '',
    outputs: { 'target-branch': 'main' },
  },
  '37 the comment on a pull request of a fork can not be written': {
    event: 'pull-request-fork',
    inputs: SUBMITTED,
    state: { permissions: { 'pull-requests': 'read' } },
    conclusion: 'failed',
    diagnosis: 'not-submitted',
    warns: ['`pull_request_target`', 'check out nothing'],
  },
}
