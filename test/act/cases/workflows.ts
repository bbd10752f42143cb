import { dispatched } from '../../stand-in/events.js'
import { TOKEN } from '../../stand-in/service/server.js'
import type { Case } from '../case.ts'

/** The workflows of this folder: what the runner makes of a step's outputs, failure, inputs. */
export const WORKFLOWS: Case[] = [
  {
    name: 'outputs in later steps and jobs, on Node 24',
    workflow: 'outputs.yml',
    event: 'workflow_dispatch',
    payload: dispatched({}),
    expected: {
      steps: {
        'gate: Node of the runner': 'success',
        'gate: Gate': 'success',
        'gate: A later step': 'success',
        'later: A later job': 'success',
      },
      says: [
        '\nv24.',
        'conclusion=passed ready=true state=testing length=5 reasons=[]',
        'report says passed',
        'the queue is running',
      ],
    },
  },
  {
    name: 'a failing gate stops the job, but not what always runs',
    workflow: 'failing-gate.yml',
    event: 'workflow_dispatch',
    payload: dispatched({}),
    expected: {
      jobs: { gate: 'failure', report: 'success' },
      steps: {
        'gate: Gate': 'failure',
        'gate: Always': 'success',
        'gate: After a failure': 'success',
        'report: Report': 'success',
      },
      says: [
        'summary: <h2>⛔ #&#8203;1208 can&#39;t be merged yet</h2>',
        'the gate was a failure by not-mergeable',
        'tell somebody',
        'the job was a failure',
      ],
      never: ['must not run'],
    },
  },
  {
    name: 'the token is masked by the action itself',
    workflow: 'masked-token.yml',
    event: 'workflow_dispatch',
    payload: dispatched({}),
    expected: {
      steps: { 'gate: Gate': 'success', 'gate: A step that prints it': 'success' },
      says: ['as it is: ***'],
      never: [TOKEN],
    },
  },
]
