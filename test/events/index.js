import { readFileSync } from 'node:fs'

/**
 * An event: the payload of its kind, next to this file, with changes.
 *
 * @typedef {object} Row
 * @property {string} event  GITHUB_EVENT_NAME
 * @property {Record<string, unknown>} [changes]  New values of members of the payload, by their paths.
 * @property {string} [actor]  mona, unless given.
 * @property {string} [ref]  Where the payload names none and it is not `main`.
 * @property {string} [sha]
 */

const MAIN_TIP = '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9'
/** On `pull_request` the workflow runs on a merge commit, which is neither head nor base. */
const MERGE_SHA = '3504bb85b7f5ced998891323f07fb60ecf7bb483'
const FORK_HEAD = '8b0242134888a623a47e7aa197e18db103302dba'
const TEST_BRANCH = 'rocketq-merge/pr-42/3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6'
const FORK = { id: 710000457, name: 'rocket', full_name: 'hubot/rocket' }

const OF_FORK = {
  'pull_request.title': 'Fix the nozzle',
  'pull_request.head.ref': 'fix-nozzle',
  'pull_request.head.sha': FORK_HEAD,
  'pull_request.head.repo': FORK,
}

const rows = /** @satisfies {Record<string, Row>} */ ({
  'pull-request': { event: 'pull_request' },
  'pull-request-target': { event: 'pull_request_target', actor: 'hubot', changes: OF_FORK },
  'pull-request-review': { event: 'pull_request_review', actor: 'hubot', changes: { action: 'submitted' } },
  'pull-request-review-comment': {
    event: 'pull_request_review_comment',
    actor: 'hubot',
    changes: { action: 'created' },
  },
  'pull-request-fork': { event: 'pull_request', actor: 'hubot', changes: OF_FORK },
  'pull-request-fork-deleted': {
    event: 'pull_request',
    changes: { ...OF_FORK, action: 'labeled', 'pull_request.head.repo': null },
  },
  'pull-request-dependabot': {
    event: 'pull_request',
    actor: 'dependabot[bot]',
    changes: {
      'pull_request.title': 'Bump left-stage from 1.2.0 to 1.3.0',
      'pull_request.head.ref': 'dependabot/npm_and_yarn/left-stage-1.3.0',
      'pull_request.head.sha': '5dde4e9854bf1daf861a9511c0c4d10d0f5ef3ad',
    },
  },
  'pull-request-test-branch': {
    event: 'pull_request',
    actor: 'rocketq[bot]',
    changes: {
      number: 57,
      'pull_request.number': 57,
      'pull_request.title': 'Merge queue: testing #42',
      'pull_request.head.ref': TEST_BRANCH,
      'pull_request.head.sha': 'baebb6f69a2c9c07aae7277ae3730430230626d0',
    },
  },
  'pull-request-test-branch-fork': {
    event: 'pull_request',
    actor: 'hubot',
    changes: {
      number: 58,
      'pull_request.number': 58,
      'pull_request.title': 'Merge queue: testing #42',
      'pull_request.head.ref': TEST_BRANCH,
      'pull_request.head.sha': '48b051da0739261df2557d1bd3e50cd910e07202',
      'pull_request.head.repo': FORK,
    },
  },
  'push-main': { event: 'push' },
  'push-test-branch': {
    event: 'push',
    actor: 'rocketq[bot]',
    changes: {
      ref: 'refs/heads/rocketq-merge/pr-42-43/b82d47e1-05fa-4c69-8e13-7fd9604c2a5b-bisection-1',
      after: 'e8212b9244ef9cc9c4682b9182beda4d4741aa47',
    },
  },
  'push-temp-branch': {
    event: 'push',
    actor: 'rocketq[bot]',
    changes: {
      ref: 'refs/heads/rocketq-temp/pr-42/d91e6b30-7a4c-4f25-b0d8-52c8e3f7194a',
      after: '8873fa080d90e704353cf0fbcc4d6492977f1c78',
    },
  },
  'push-tag': {
    event: 'push',
    changes: { ref: 'refs/tags/v1.4.0', after: 'ff545c3138c1b739eb4dc53552fb0e534cc61171' },
  },
  // The branch is gone, so the workflow runs on `main`.
  'push-deleted-branch': {
    event: 'push',
    ref: 'refs/heads/main',
    sha: MAIN_TIP,
    changes: { ref: 'refs/heads/mona/old-thrust', after: '0'.repeat(40), deleted: true },
  },
  'issue-comment-pull-request': { event: 'issue_comment', actor: 'hubot' },
  'issue-comment-issue': {
    event: 'issue_comment',
    actor: 'hubot',
    changes: { 'issue.number': 7, 'issue.pull_request': undefined },
  },
  'workflow-run-pull-request': { event: 'workflow_run' },
  'workflow-run-fork': {
    event: 'workflow_run',
    actor: 'hubot',
    changes: {
      'workflow_run.head_branch': 'fix-nozzle',
      'workflow_run.head_sha': FORK_HEAD,
      'workflow_run.head_repository': FORK,
      'workflow_run.pull_requests': [],
    },
  },
  'workflow-run-push': {
    event: 'workflow_run',
    changes: {
      'workflow_run.event': 'push',
      'workflow_run.head_branch': 'main',
      'workflow_run.head_sha': MAIN_TIP,
      'workflow_run.pull_requests': [],
    },
  },
  'workflow-run-two-pull-requests': {
    event: 'workflow_run',
    changes: {
      'workflow_run.pull_requests.1': { number: 43, base: { ref: 'release/1.x', repo: { id: 710000123 } } },
    },
  },
  'merge-group': { event: 'merge_group', actor: 'github-merge-queue[bot]' },
  'workflow-dispatch': { event: 'workflow_dispatch', sha: '6a724ccceaa08bc0f481bbe793032b9a144c2702' },
  schedule: { event: 'schedule' },
  release: { event: 'release', ref: 'refs/tags/v1.4.0', sha: 'ff545c3138c1b739eb4dc53552fb0e534cc61171' },
})

/** @typedef {keyof typeof rows} EventFixture */

/**
 * @typedef {object} LoadedEvent
 * @property {string} name value of GITHUB_EVENT_NAME
 * @property {any} payload content of the file that GITHUB_EVENT_PATH names; parsed anew each time, so it can be changed
 * @property {{
 *   GITHUB_REF: string,
 *   GITHUB_SHA: string,
 *   GITHUB_ACTOR: string,
 *   GITHUB_HEAD_REF: string,
 *   GITHUB_BASE_REF: string,
 * }} env the runner sets the last two on every event: outside of pull requests they are empty, not missing
 */

export const eventFixtures = /** @type {EventFixture[]} */ (Object.keys(rows))

/**
 * @param {EventFixture} fixture
 * @returns {LoadedEvent}
 */
export function loadEvent(fixture) {
  /** @type {Row} */
  const row = rows[fixture]
  const payload = readPayload(row.event)
  changeMembers(payload, row.changes ?? {})
  const { pull_request: pullRequest, merge_group: group } = payload
  // The runner takes reviews for pull requests, but sets no branches.
  const runsOnMerge = pullRequest && row.event !== 'pull_request_target'
  const setsBranches = row.event === 'pull_request' || row.event === 'pull_request_target'
  const own = runsOnMerge ? `refs/pull/${pullRequest.number}/merge` : (group?.head_ref ?? payload.ref)
  return {
    name: row.event,
    payload,
    env: {
      GITHUB_REF: row.ref ?? own ?? 'refs/heads/main',
      GITHUB_SHA: row.sha ?? (runsOnMerge ? MERGE_SHA : (group?.head_sha ?? payload.after ?? MAIN_TIP)),
      GITHUB_ACTOR: row.actor ?? 'mona',
      GITHUB_HEAD_REF: setsBranches ? pullRequest.head.ref : '',
      GITHUB_BASE_REF: setsBranches ? pullRequest.base.ref : '',
    },
  }
}

/** @param {string} event */
function readPayload(event) {
  const file = event.startsWith('pull_request') ? 'pull-request' : event.replace('_', '-')
  return JSON.parse(readFileSync(new URL(`${file}.json`, import.meta.url), 'utf8'))
}

/**
 * Changes members of a payload; undefined takes one out.
 *
 * @param {any} payload
 * @param {Record<string, unknown>} changes  New values by their paths.
 */
export function changeMembers(payload, changes) {
  for (const [place, value] of Object.entries(changes)) {
    const names = place.split('.')
    const last = names.pop() ?? ''
    names.reduce((holder, name) => holder[name], payload)[last] = value
  }
}
