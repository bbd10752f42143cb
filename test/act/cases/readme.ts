import { pullRequest } from '../../stand-in/events.js'
import { commitId, EXAMPLE } from '../../stand-in/service/scenario.js'
import { type Case, GATE } from '../case.ts'
import { GROUP, HEAD, NUMBER, REMOVED_AT, RULES, standing, THROWN_OUT } from '../github-queue.ts'

const UNIT = 'ci / unit'

/** README.md */
export const README: Case[] = [
  {
    name: "the README's first workflow: GitHub's queue threw it out",
    workflow: 'why',
    event: 'pull_request',
    payload: pullRequest(NUMBER, 'dequeued', { at: REMOVED_AT, reason: 'CI_FAILURE' }),
    github: {
      ...RULES,
      ...standing(THROWN_OUT),
      branches: { [EXAMPLE.branch]: commitId(EXAMPLE.branch) },
      checkRuns: {
        [GROUP]: [{ name: UNIT, conclusion: 'failure' }],
        [HEAD]: [{ name: UNIT }],
        [commitId(EXAMPLE.branch)]: [{ name: UNIT }],
      },
    },
    expected: {
      steps: { [`why: ${GATE}`]: 'success' },
      outputs: { conclusion: 'reported', 'removal-reason': 'checks-failed', diagnosis: 'required-status-failed' },
      wrote: [`POST /issues/${NUMBER}/comments: 201`],
      comments: [`#${NUMBER}: 📋 #&#8203;${NUMBER} failed in the queue`],
      says: [UNIT],
    },
    next: [
      {
        name: 'it was merged',
        payload: pullRequest(NUMBER, 'dequeued', { at: REMOVED_AT, reason: 'MERGE' }),
        expected: { steps: {}, comments: [`#${NUMBER}: 📋 #&#8203;${NUMBER} failed in the queue`] },
      },
    ],
  },
  {
    name: "the README's gate with a service: ready",
    workflow: 'gate',
    keys: ['v1', 'v2'],
    event: 'pull_request',
    payload: pullRequest(EXAMPLE.pullRequest, 'labeled', { labels: ['merge'] }),
    expected: {
      steps: { [`gate: ${GATE}`]: 'success' },
      says: ['requires ready', '✓ ready is met'],
    },
    next: [
      {
        name: 'cancelled in the queue',
        payload: pullRequest(1211, 'labeled', { labels: ['merge'] }),
        expected: {
          steps: { [`gate: ${GATE}`]: 'failure' },
          outputs: { conclusion: 'failed', reason: 'state-cancelled' },
          says: ['summary: <h2>⛔ #&#8203;1211 was taken out of the queue</h2>'],
        },
      },
    ],
  },
]
