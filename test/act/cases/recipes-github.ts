import { dispatched, mergeGroup, pullRequest } from '../../stand-in/events.js'
import type { Wire } from '../../stand-in/github/state.js'
import { EXAMPLE } from '../../stand-in/service/scenario.js'
import { type Case, GATE } from '../case.ts'
import {
  ADDED,
  at,
  GROUP,
  HEAD,
  MERGED,
  NUMBER,
  REMOVED_AT,
  RULES,
  standing,
  THROWN_OUT,
  UNIT_FAILED,
  WITH_GROUP,
} from '../github-queue.ts'

/** docs/recipes-github.md */
export const RECIPES_GITHUB: Case[] = [
  {
    name: 'thrown out: from a fork, too',
    workflow: 'Why was it thrown out?',
    event: 'pull_request_target',
    payload: pullRequest(NUMBER, 'dequeued', { at: REMOVED_AT, reason: 'CI_FAILURE', isFork: true }),
    github: { ...RULES, ...standing(THROWN_OUT), checkRuns: UNIT_FAILED },
    expected: {
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
      steps: { [`update: ${GATE}`]: 'failure' },
      outputs: { conclusion: 'unknown', reason: 'queue-not-found' },
      says: ['has no queue'],
      never: ['asked GitHub to'],
    },
  },
  {
    name: 'wait for the merge',
    workflow: 'Announce the merge',
    event: 'pull_request',
    payload: pullRequest(NUMBER, 'enqueued', { at: ADDED.at }),
    github: standing(MERGED),
    expected: {
      steps: { [`announce: ${GATE}`]: 'success', 'announce: make announce': 'success' },
      outputs: { conclusion: 'passed', 'removal-reason': 'merged' },
      says: ['✓ merged is met', 'made announce'],
    },
  },
  {
    name: 'stuck: nothing runs on the merge group',
    workflow: 'Is it stuck?',
    event: 'pull_request',
    payload: pullRequest(NUMBER, 'enqueued', { at: ADDED.at }),
    wait: '3s',
    github: { ...RULES, ...standing(WITH_GROUP) },
    expected: {
      jobs: { look: 'success' },
      steps: { [`look: ${GATE}`]: 'failure', 'look: make alert': 'success' },
      outputs: { diagnosis: 'no-merge-group-runs', 'pull-request-state': 'testing' },
      says: ['made alert'],
    },
  },
  {
    name: 'stuck: it is tested',
    workflow: 'Is it stuck?',
    event: 'pull_request',
    payload: pullRequest(NUMBER, 'enqueued', { at: ADDED.at }),
    wait: '3s',
    github: {
      ...RULES,
      ...standing(WITH_GROUP),
      checkRuns: { [GROUP]: [{ name: 'ci / unit', status: 'in_progress' }] },
    },
    expected: {
      jobs: { look: 'success' },
      steps: { [`look: ${GATE}`]: 'failure' },
      outputs: { 'timed-out': 'true', 'pull-request-state': 'testing' },
      never: ['made alert'],
    },
  },
  {
    name: 'queue it again: the first time',
    workflow: 'Queue it again',
    event: 'pull_request',
    payload: pullRequest(NUMBER, 'dequeued', { at: REMOVED_AT, reason: 'CI_FAILURE' }),
    github: { ...RULES, ...standing(THROWN_OUT), checkRuns: UNIT_FAILED },
    expected: {
      steps: {
        [`again: ${GATE}`]: 'success',
        'again: gh pr merge "$NUMBER" --repo "$GITHUB_REPOSITORY" --auto': 'success',
      },
      outputs: { 'removal-reason': 'checks-failed', 'removal-count': '1' },
      wrote: [`POST /issues/${NUMBER}/comments: 201`],
      says: [`asked GitHub to pr merge ${NUMBER}`],
    },
  },
  {
    name: 'queue it again: the third time',
    workflow: 'Queue it again',
    event: 'pull_request',
    payload: pullRequest(NUMBER, 'dequeued', { at: at(50), reason: 'CI_FAILURE' }),
    github: { ...RULES, ...standing({ events: [1, 3, 5].flatMap(removedAt) }), checkRuns: UNIT_FAILED },
    expected: {
      steps: { [`again: ${GATE}`]: 'success' },
      outputs: { 'removal-reason': 'checks-failed', 'removal-count': '3' },
      wrote: [`POST /issues/${NUMBER}/comments: 201`],
      never: ['asked GitHub to'],
    },
  },
  {
    name: 'before the queue is on: a workflow lacks the trigger',
    workflow: 'Is everything ready for the queue?',
    event: 'workflow_dispatch',
    payload: dispatched({}),
    github: { ...RULES, workflows: { [EXAMPLE.branch]: { 'ci.yml': workflowOn('pull_request') } } },
    expected: {
      jobs: { look: 'failure' },
      steps: { [`look: ${GATE}`]: 'success', 'look: exit 1': 'failure' },
      outputs: { conclusion: 'reported', 'uncovered-checks': '["ci / unit"]' },
      says: ['Write `on: [pull_request, merge_group]` in `.github/workflows/ci.yml`, line 1.'],
    },
  },
  {
    name: 'before the queue is on: all is well',
    workflow: 'Is everything ready for the queue?',
    event: 'workflow_dispatch',
    payload: dispatched({}),
    github: { ...RULES, workflows: { [EXAMPLE.branch]: { 'ci.yml': workflowOn('[pull_request, merge_group]') } } },
    expected: {
      steps: { [`look: ${GATE}`]: 'success' },
      outputs: { conclusion: 'reported', 'uncovered-checks': '[]' },
      says: ['Merge groups get all required checks'],
    },
  },
  {
    name: 'keep it so: a pull request takes the trigger away',
    workflow: 'Checks on merge groups',
    event: 'pull_request',
    payload: pullRequest(NUMBER, 'synchronize'),
    github: { ...RULES, ...standing({}), workflows: { [HEAD]: { 'ci.yml': workflowOn('pull_request') } } },
    expected: {
      steps: { [`look: ${GATE}`]: 'failure' },
      outputs: { conclusion: 'failed', reason: 'merge-group-checks-uncovered' },
      says: ['`on:` in `.github/workflows/ci.yml`, line 1 has no `merge_group`'],
    },
  },
  {
    name: 'freeze merges: while the variable is on',
    workflow: 'Freeze',
    event: 'merge_group',
    payload: mergeGroup(NUMBER, GROUP),
    variables: { MERGE_FREEZE: 'on' },
    expected: { steps: { 'freeze: exit 1': 'failure' } },
    next: [
      {
        name: 'it is off',
        payload: mergeGroup(NUMBER, GROUP),
        expected: { jobs: { freeze: 'success' }, steps: {} },
      },
    ],
  },
  {
    name: 'a check that only reports on pull requests',
    workflow: 'CLA on merge groups',
    event: 'merge_group',
    payload: mergeGroup(NUMBER, GROUP),
    expected: {
      steps: { 'cla: echo "Signed, or it would not be queued."': 'success' },
      says: ['Signed'],
    },
  },
  {
    name: "probe what a token may read of GitHub's queue",
    workflow: 'Probe the merge queue',
    event: 'workflow_dispatch',
    payload: dispatched({ number: String(NUMBER) }),
    expected: {
      steps: { 'probe: Ask for each field by itself': 'success', 'probe: Say where to report it': 'success' },
      says: ['summary: | Field | With this token |', '| `mergeQueueEntry.state` |', 'template=probe.yml'],
    },
  },
]

/** An addition and the removal after it, in a minute of an hour. */
function removedAt(tens: number): Wire[] {
  return [
    { kind: 'added', at: at(tens * 10 - 5) },
    { kind: 'removed', at: at(tens * 10), reason: 'failed_checks', group: GROUP },
  ]
}

/** A workflow whose job makes the required check. */
function workflowOn(trigger: string): string {
  return `on: ${trigger}\njobs:\n  unit:\n    name: ci / unit\n    runs-on: ubuntu-24.04\n    steps: [{ run: make }]\n`
}
