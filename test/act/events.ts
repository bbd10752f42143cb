/** The payloads of events as GitHub sends them, cut to what workflows and the action read. */
import { commitId, EXAMPLE } from '../stand-in/service/scenario.js'

export const REPOSITORY = `${EXAMPLE.repo.owner}/${EXAMPLE.repo.name}`
export const TEST_BRANCH = `queue-merge/pr-1204-1205/${EXAMPLE.testRunId}`

const repository = { full_name: REPOSITORY, default_branch: EXAMPLE.branch, owner: { login: 'example' } }
const FORK = { full_name: 'gus-example/shop', fork: true, owner: { login: 'gus-example' } }
const sender = { login: 'ana-example' }

/** @param labels those that it has, the last one just added */
export function pullRequest(number: number, action: string, labels = ['merge', 'full-tests']): object {
  return pullRequestOf(number, action, labels, repository)
}

/** A pull request that went into GitHub's queue at that time. */
export function enqueued(number: number, at: string): object {
  return pullRequestOf(number, 'enqueued', [], repository, { updated_at: at })
}

/** A pull request that left GitHub's queue at that time. */
export function dequeued(number: number, at: string, reason: string): object {
  return { ...pullRequestOf(number, 'dequeued', [], repository, { updated_at: at }), reason }
}

/** A fork's pull request that left GitHub's queue at that time. */
export function dequeuedFromFork(number: number, at: string, reason: string): object {
  return { ...pullRequestOf(number, 'dequeued', [], FORK, { updated_at: at }), reason }
}

function pullRequestOf(number: number, action: string, labels: string[], head: object, more = {}): object {
  return {
    action,
    number,
    label: { name: labels.at(-1) },
    pull_request: {
      number,
      user: sender,
      labels: labels.map(name => ({ name })),
      head: { ref: 'a-branch', sha: commitId(`pull request ${number}`), repo: head },
      base: { ref: EXAMPLE.branch, sha: 'b'.repeat(40), repo: repository },
      ...more,
    },
    repository,
    sender,
  }
}

export function fromFork(number: number): object {
  return pullRequestOf(number, 'synchronize', ['merge'], FORK)
}

export function pushed(ref: string, after: string): object {
  return { ref, after, before: 'b'.repeat(40), repository, sender }
}

/** The queue pushes the test branch of the example. */
export function queuePushed(): object {
  return pushed(`refs/heads/${TEST_BRANCH}`, commitId(`test run ${EXAMPLE.testRunId}`))
}

/** GitHub's queue has built a group for a pull request. */
export function mergeGroup(number: number, head: string): object {
  const ref = `refs/heads/gh-readonly-queue/${EXAMPLE.branch}/pr-${number}-${'b'.repeat(40)}`
  const group = { head_sha: head, head_ref: ref, base_ref: `refs/heads/${EXAMPLE.branch}`, base_sha: 'b'.repeat(40) }
  return { action: 'checks_requested', merge_group: group, repository, sender }
}

export function dispatched(inputs: Record<string, string>): object {
  return { inputs, ref: `refs/heads/${EXAMPLE.branch}`, repository, sender }
}

export function scheduled(cron: string): object {
  return { schedule: cron, repository }
}
