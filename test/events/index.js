import { readFileSync } from 'node:fs'

/**
 * The runner's data on an event beside its payload. The payloads lie next to this file, one `<name>.json` each. `head`
 * and `base` are set for `pull_request` and `pull_request_target` alone, not for reviews.
 * @typedef {{ event: string, ref: string, sha: string, actor: string, head?: string, base?: string }} Row
 */

const rows = /** @satisfies {Record<string, Row>} */ ({
  'pull-request': {
    event: 'pull_request',
    ref: 'refs/pull/42/merge',
    sha: '3504bb85b7f5ced998891323f07fb60ecf7bb483',
    actor: 'mona',
    head: 'mona/more-thrust',
    base: 'main',
  },
  'pull-request-target': {
    event: 'pull_request_target',
    ref: 'refs/heads/main',
    sha: '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9',
    actor: 'hubot',
    head: 'fix-nozzle',
    base: 'main',
  },
  'pull-request-review': {
    event: 'pull_request_review',
    ref: 'refs/pull/42/merge',
    sha: '3504bb85b7f5ced998891323f07fb60ecf7bb483',
    actor: 'hubot',
  },
  'pull-request-review-comment': {
    event: 'pull_request_review_comment',
    ref: 'refs/pull/42/merge',
    sha: '3504bb85b7f5ced998891323f07fb60ecf7bb483',
    actor: 'hubot',
  },
  'pull-request-fork': {
    event: 'pull_request',
    ref: 'refs/pull/42/merge',
    sha: '87a4065087b3a1971cc704f624eec0944d829f27',
    actor: 'hubot',
    head: 'fix-nozzle',
    base: 'main',
  },
  'pull-request-fork-deleted': {
    event: 'pull_request',
    ref: 'refs/pull/42/merge',
    sha: '87a4065087b3a1971cc704f624eec0944d829f27',
    actor: 'mona',
    head: 'fix-nozzle',
    base: 'main',
  },
  'pull-request-dependabot': {
    event: 'pull_request',
    ref: 'refs/pull/42/merge',
    sha: 'c3f8c761fbd7dd851dcd49b7e1830486689fe7e4',
    actor: 'dependabot[bot]',
    head: 'dependabot/npm_and_yarn/left-stage-1.3.0',
    base: 'main',
  },
  'pull-request-test-branch': {
    event: 'pull_request',
    ref: 'refs/pull/57/merge',
    sha: '3b8ddc90d5dc8fc9d73f96bea33fc774cd477ba0',
    actor: 'rocketq[bot]',
    head: 'rocketq-merge/pr-42/3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6',
    base: 'main',
  },
  'pull-request-test-branch-fork': {
    event: 'pull_request',
    ref: 'refs/pull/58/merge',
    sha: '46743b4f7f14f32e47875a62ff6bc434b1d62e80',
    actor: 'hubot',
    head: 'rocketq-merge/pr-42/3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6',
    base: 'main',
  },
  'push-main': {
    event: 'push',
    ref: 'refs/heads/main',
    sha: '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9',
    actor: 'mona',
  },
  'push-test-branch': {
    event: 'push',
    ref: 'refs/heads/rocketq-merge/pr-42-43/b82d47e1-05fa-4c69-8e13-7fd9604c2a5b-bisection-1',
    sha: 'e8212b9244ef9cc9c4682b9182beda4d4741aa47',
    actor: 'rocketq[bot]',
  },
  'push-temp-branch': {
    event: 'push',
    ref: 'refs/heads/rocketq-temp/pr-42/d91e6b30-7a4c-4f25-b0d8-52c8e3f7194a',
    sha: '8873fa080d90e704353cf0fbcc4d6492977f1c78',
    actor: 'rocketq[bot]',
  },
  'push-tag': {
    event: 'push',
    ref: 'refs/tags/v1.4.0',
    sha: 'ff545c3138c1b739eb4dc53552fb0e534cc61171',
    actor: 'mona',
  },
  'push-deleted-branch': {
    event: 'push',
    ref: 'refs/heads/main',
    sha: '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9',
    actor: 'mona',
  },
  'issue-comment-pull-request': {
    event: 'issue_comment',
    ref: 'refs/heads/main',
    sha: '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9',
    actor: 'hubot',
  },
  'issue-comment-issue': {
    event: 'issue_comment',
    ref: 'refs/heads/main',
    sha: '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9',
    actor: 'hubot',
  },
  'workflow-run-pull-request': {
    event: 'workflow_run',
    ref: 'refs/heads/main',
    sha: '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9',
    actor: 'mona',
  },
  'workflow-run-fork': {
    event: 'workflow_run',
    ref: 'refs/heads/main',
    sha: '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9',
    actor: 'hubot',
  },
  'workflow-run-push': {
    event: 'workflow_run',
    ref: 'refs/heads/main',
    sha: '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9',
    actor: 'mona',
  },
  'workflow-run-two-pull-requests': {
    event: 'workflow_run',
    ref: 'refs/heads/main',
    sha: '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9',
    actor: 'mona',
  },
  'merge-group': {
    event: 'merge_group',
    ref: 'refs/heads/gh-readonly-queue/main/pr-42-3577414b25bbf159fd9ab7884dc9ec53a19aa7a9',
    sha: '62983e0bda3891a5aedaf0878b634d292e518de5',
    actor: 'github-merge-queue[bot]',
  },
  'workflow-dispatch': {
    event: 'workflow_dispatch',
    ref: 'refs/heads/release/1.x',
    sha: '6a724ccceaa08bc0f481bbe793032b9a144c2702',
    actor: 'mona',
  },
  schedule: {
    event: 'schedule',
    ref: 'refs/heads/main',
    sha: '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9',
    actor: 'mona',
  },
  release: {
    event: 'release',
    ref: 'refs/tags/v1.4.0',
    sha: 'ff545c3138c1b739eb4dc53552fb0e534cc61171',
    actor: 'mona',
  },
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
 * The file of a fixture, for GITHUB_EVENT_PATH.
 * @param {EventFixture} fixture
 */
export const eventUrl = fixture => new URL(`${fixture}.json`, import.meta.url)

/**
 * @param {EventFixture} fixture
 * @returns {LoadedEvent}
 */
export function loadEvent(fixture) {
  /** @type {Row} */
  const row = rows[fixture]
  return {
    name: row.event,
    payload: JSON.parse(readFileSync(eventUrl(fixture), 'utf8')),
    env: {
      GITHUB_REF: row.ref,
      GITHUB_SHA: row.sha,
      GITHUB_ACTOR: row.actor,
      GITHUB_HEAD_REF: row.head ?? '',
      GITHUB_BASE_REF: row.base ?? '',
    },
  }
}
