import { requiresChecks, type Wire } from '../../stand-in/github/state.js'
import { commitId, EXAMPLE } from '../../stand-in/service/scenario.js'
import { type Case, GATE } from '../case.ts'
import { dispatched, pullRequest, REPOSITORY } from '../events.ts'

const OUT = 1202
const GROUP = commitId('merge group')
const head = (number: number) => ({ sha: commitId(`pull request ${number}`) })
const added: Wire = { kind: 'added', at: '2026-03-01T09:00:00Z' }
const removed = (reason: string): Wire => ({ kind: 'removed', at: '2026-03-01T09:20:00Z', reason, group: GROUP })
const MERGED: Wire = { merged: true, state: 'MERGED', events: [added, removed('merged')] }

/** README.md and docs/recipes-github.md */
export const GITHUB: Case[] = [
  {
    name: "the workflow of the README for GitHub's own queue: a required check failed",
    workflow: 'Thrown out of the queue',
    event: 'pull_request',
    payload: { ...pullRequest(OUT, 'dequeued'), reason: 'CI_FAILURE' },
    github: {
      pullRequests: { [OUT]: { head: head(OUT), standings: [{ events: [added, removed('failed_checks')] }] } },
      rules: { [EXAMPLE.branch]: [{ type: 'merge_queue' }, requiresChecks('ci / unit')] },
      checkRuns: { [GROUP]: [{ name: 'ci / unit', conclusion: 'failure' }] },
    },
    expected: {
      jobs: { explain: 'failure' },
      steps: { [`explain: ${GATE}`]: 'failure' },
      outputs: { source: 'github', 'removal-reason': 'checks-failed', 'failed-statuses': '["ci / unit"]' },
      wrote: [`POST /issues/${OUT}/comments: 201`],
      comments: [`#${OUT}: ⛔ #&#8203;${OUT} failed in the queue`],
      says: [],
    },
  },
  {
    name: 'wait until it is merged: it is',
    workflow: 'Until it is merged',
    event: 'pull_request',
    payload: pullRequest(OUT, 'enqueued'),
    github: { pullRequests: { [OUT]: { head: head(OUT), merged: true, standings: [MERGED] } } },
    expected: {
      jobs: { wait: 'success' },
      steps: { [`wait: ${GATE}`]: 'success' },
      outputs: { conclusion: 'passed', 'pull-request-state': 'merged' },
      says: ['✓ merged is met'],
    },
  },
  {
    name: 'push only while it is not queued: never submitted',
    workflow: 'Update while not queued',
    event: 'workflow_dispatch',
    payload: dispatched({ number: String(OUT) }),
    github: { pullRequests: { [OUT]: { head: head(OUT), standings: [{}] } } },
    expected: {
      steps: {
        [`update: ${GATE}`]: 'success',
        'update: gh pr update-branch "$NUMBER" --repo "$GITHUB_REPOSITORY"': 'success',
      },
      says: ['✓ not-submitted is met', `asked GitHub to pr update-branch ${OUT} --repo ${REPOSITORY}`],
    },
  },
  {
    name: 'find out what the token may read',
    workflow: 'What may the token read?',
    event: 'workflow_dispatch',
    payload: dispatched({ number: String(OUT) }),
    expected: {
      steps: { 'probe: Ask for each fact': 'success' },
      says: ['summary: | Fact | Answer |', '| `isInMergeQueue` | can be read |', "| the queue's list | can be read |"],
    },
  },
]
