/** Events about the example, as GitHub sends them, cut to what workflows and the action read. */
import { commitId, EXAMPLE } from './service/scenario.js'

export const REPOSITORY = `${EXAMPLE.repo.owner}/${EXAMPLE.repo.name}`
export const TEST_BRANCH = `queue-merge/pr-1204-1205/${EXAMPLE.testRunId}`

const repository = { full_name: REPOSITORY, default_branch: EXAMPLE.branch, owner: { login: EXAMPLE.repo.owner } }
const FORK = { full_name: 'gus-example/shop', fork: true, owner: { login: 'gus-example' } }
const sender = { login: 'ana-example' }
const BEFORE = 'b'.repeat(40)

/**
 * @param {number} number
 * @param {string} action
 * @param {object} [more]
 * @param {string[]} [more.labels]  Those that it has, the last one just added.
 * @param {string} [more.at]  When it happened.
 * @param {string} [more.reason]  Of a removal from GitHub's queue.
 * @param {boolean} [more.isFork]
 */
export function pullRequest(number, action, { labels = ['merge', 'full-tests'], at, reason, isFork = false } = {}) {
  return {
    ...{ action, number, label: { name: labels.at(-1) }, ...(reason && { reason }), repository, sender },
    pull_request: {
      number,
      user: sender,
      labels: labels.map(name => ({ name })),
      head: { ref: 'a-branch', sha: commitId(`pull request ${number}`), repo: isFork ? FORK : repository },
      base: { ref: EXAMPLE.branch, sha: BEFORE, repo: repository },
      ...(at && { updated_at: at }),
    },
  }
}

/**
 * @param {string} ref
 * @param {string} after
 */
export function pushed(ref, after) {
  return { ref, after, before: BEFORE, repository, sender }
}

/** The queue pushes a test branch with the commit of the example's test run. */
export function queuePushed(branch = TEST_BRANCH) {
  return pushed(`refs/heads/${branch}`, commitId(`test run ${EXAMPLE.testRunId}`))
}

/**
 * GitHub's queue has built a group for a pull request.
 *
 * @param {number} number
 * @param {string} head
 */
export function mergeGroup(number, head) {
  const ref = `refs/heads/gh-readonly-queue/${EXAMPLE.branch}/pr-${number}-${BEFORE}`
  const group = { head_sha: head, head_ref: ref, base_ref: `refs/heads/${EXAMPLE.branch}`, base_sha: BEFORE }
  return { action: 'checks_requested', merge_group: group, repository, sender }
}

/** @param {Record<string, string>} inputs */
export function dispatched(inputs) {
  return { inputs, ref: `refs/heads/${EXAMPLE.branch}`, repository, sender }
}
