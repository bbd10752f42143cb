import { requiresChecks, type Wire } from '../../stand-in/github/state.js'
import { commitId, EXAMPLE } from '../../stand-in/service/scenario.js'
import { type Case, GATE } from '../case.ts'
import { dequeued, dispatched, enqueued, pushed } from '../events.ts'

const NUMBER = 1204
const HEAD = commitId(`pull request ${NUMBER}`)
const GROUP = 'c'.repeat(40)
const at = (minute: number) => `2026-03-01T09:${minute}:00Z`
const ADDED = { kind: 'added', at: at(10) }

const THROWN_OUT: Wire = { events: [ADDED, { kind: 'removed', at: at(20), reason: 'failed_checks', group: GROUP }] }
const MERGED: Wire = {
  merged: true,
  state: 'MERGED',
  events: [ADDED, { kind: 'removed', at: at(20), reason: 'merged', group: GROUP }],
}
const RULES = { rules: { [EXAMPLE.branch]: [{ type: 'merge_queue' }, requiresChecks('ci / unit')] } }
const UNIT_FAILED = { [GROUP]: [{ name: 'ci / unit', conclusion: 'failure' }] }

const standing = (...standings: Wire[]) => ({
  pullRequests: { [NUMBER]: { head: { ref: 'a-branch', sha: HEAD }, standings } },
})

/** README.md and docs/recipes-github.md. */
export const GITHUB_QUEUE: Case[] = [
  {
    name: "GitHub's queue threw it out",
    workflow: 'Why was it thrown out?',
    event: 'pull_request',
    payload: dequeued(NUMBER, at(20), 'CI_FAILURE'),
    github: { ...RULES, ...standing(THROWN_OUT), checkRuns: UNIT_FAILED },
    expected: {
      jobs: { explain: 'success' },
      steps: { [`explain: ${GATE}`]: 'success' },
      outputs: { conclusion: 'reported', 'removal-reason': 'checks-failed', diagnosis: 'required-status-failed' },
      wrote: [`POST /issues/${NUMBER}/comments: 201`],
      comments: [`#${NUMBER}: 📋 #&#8203;${NUMBER} failed in the queue`],
      says: ['ci / unit'],
    },
  },
  {
    name: "guard a bot's push to GitHub's queue: it is out",
    workflow: 'Update a queued pull request',
    event: 'workflow_dispatch',
    payload: dispatched({ number: String(NUMBER) }),
    github: standing({}),
    expected: {
      jobs: { update: 'success' },
      steps: {
        [`update: ${GATE}`]: 'success',
        'update: gh pr update-branch "$NUMBER" --repo "$GITHUB_REPOSITORY"': 'success',
      },
      outputs: { conclusion: 'passed', source: 'github' },
      says: ['✓ not-submitted is met', `asked GitHub to pr update-branch ${NUMBER}`],
    },
  },
  {
    name: "guard a bot's push to GitHub's queue: the branch has none",
    workflow: 'Update a queued pull request',
    event: 'workflow_dispatch',
    payload: dispatched({ number: String(NUMBER) }),
    github: standing({ isMergeQueueEnabled: false }),
    expected: {
      jobs: { update: 'failure' },
      steps: { [`update: ${GATE}`]: 'failure' },
      outputs: { conclusion: 'unknown', reason: 'queue-not-found' },
      says: ['has no queue'],
      never: ['asked GitHub to'],
    },
  },
  {
    name: "follow GitHub's queue: merged",
    workflow: 'Follow the merge queue',
    event: 'pull_request',
    payload: enqueued(NUMBER, ADDED.at),
    github: standing(MERGED),
    expected: {
      jobs: { follow: 'success' },
      steps: { [`follow: ${GATE}`]: 'success' },
      outputs: { conclusion: 'passed', 'removal-reason': 'merged' },
      says: ['✓ merged is met'],
    },
  },
  {
    name: "GitHub's queue is not empty for this token",
    workflow: 'Deploy between merges',
    event: 'push',
    payload: pushed('refs/heads/main', 'a'.repeat(40)),
    github: { ...RULES, lines: { [EXAMPLE.branch]: [] } },
    expected: {
      jobs: { gate: 'success', deploy: 'success' },
      steps: { [`gate: ${GATE}`]: 'success', 'deploy: make deploy': 'success' },
      outputs: { conclusion: 'passed', 'queue-length': '0' },
      says: ['made deploy'],
    },
  },
  {
    name: 'nothing runs on the merge group',
    workflow: 'Nothing runs on the merge group',
    event: 'pull_request',
    payload: enqueued(NUMBER, ADDED.at),
    github: {
      ...RULES,
      ...standing({ events: [ADDED, { kind: 'removed', at: at(20), reason: 'checks_timed_out', group: GROUP }] }),
    },
    expected: {
      jobs: { look: 'success' },
      steps: { [`look: ${GATE}`]: 'failure', 'look: make alert': 'success' },
      outputs: { diagnosis: 'no-merge-group-runs' },
      says: ['made alert'],
    },
  },
  {
    name: "probe what a token may read of GitHub's queue",
    workflow: 'Probe the merge queue',
    event: 'workflow_dispatch',
    payload: dispatched({ number: String(NUMBER) }),
    expected: {
      jobs: { probe: 'success' },
      steps: { 'probe: Ask for each field by itself': 'success', 'probe: Say where to report it': 'success' },
      says: ['summary: | Field | With this token |', '| `mergeQueueEntry.state` |', 'template=probe.yml'],
    },
  },
]
