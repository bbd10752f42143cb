import { requiresChecks, type Wire } from '../../stand-in/github/state.js'
import { commitId, EXAMPLE } from '../../stand-in/service/scenario.js'
import { type Case, GATE } from '../case.ts'
import { dequeued, dispatched, enqueued, pullRequest, pushed } from '../events.ts'

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

const UNIT = (on: string) => ({ 'ci.yml': `on: ${on}\njobs: { unit: { name: ci / unit, runs-on: x } }\n` })
const AT_HEAD = (on: string) => ({ ...RULES, workflows: { [HEAD]: UNIT(on) } })
const AT_BRANCH = (on: string) => ({ ...RULES, workflows: { [EXAMPLE.branch]: UNIT(on) } })

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
  {
    name: 'before the queue is on: a required check would hang it',
    workflow: 'Is everything ready for the queue?',
    event: 'workflow_dispatch',
    payload: dispatched({}),
    github: AT_BRANCH('pull_request'),
    expected: {
      jobs: { look: 'failure' },
      steps: { [`look: ${GATE}`]: 'success', 'look: exit 1': 'failure' },
      outputs: { conclusion: 'reported', 'uncovered-checks': '["ci / unit"]' },
      says: ['Write `on: [pull_request, merge_group]` in `.github/workflows/ci.yml`, line 1.'],
    },
  },
  {
    name: 'before the queue is on: all is ready',
    workflow: 'Is everything ready for the queue?',
    event: 'workflow_dispatch',
    payload: dispatched({}),
    github: AT_BRANCH('[pull_request, merge_group]'),
    expected: {
      jobs: { look: 'success' },
      steps: { [`look: ${GATE}`]: 'success' },
      outputs: { conclusion: 'reported', 'uncovered-checks': '[]' },
      says: ['Merge groups get all required checks'],
    },
  },
  {
    name: 'a pull request takes the trigger away',
    workflow: 'Checks on merge groups',
    event: 'pull_request',
    payload: pullRequest(NUMBER, 'synchronize'),
    github: AT_HEAD('pull_request'),
    expected: {
      jobs: { look: 'failure' },
      steps: { [`look: ${GATE}`]: 'failure' },
      outputs: { conclusion: 'failed', reason: 'merge-group-checks-uncovered' },
      says: ['`on:` in `.github/workflows/ci.yml`, line 1 has no `merge_group`'],
    },
  },
]
