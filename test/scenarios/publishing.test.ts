import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { pullRequest, queue, readiness } from './bodies.ts'
import { asks, down, ok, PULL_REQUEST, type Scenario, scenario, scenarios } from './scenario.ts'
import { runStep } from './step.ts'

/** Every kind of annotation: a warning for the queue, a notice for GitHub's side, the failure. */
const everyKind = (annotations: string): Scenario =>
  scenario({
    inputs: { require: 'ready', annotations },
    answers: {
      getSubmittedPullRequest: ok(pullRequest({ readiness: readiness({ hasImpactedTargets: false }) })),
      getQueue: down(503),
    },
    exit: 1,
    outputs: { ...PULL_REQUEST, conclusion: 'failed', ready: 'false', 'pull-request-state': 'pending' },
    reasons: ['ready: impacted-targets-missing', 'service-unavailable'],
    requests: [asks.queue(), asks.pullRequest()],
  })

const nothing = (summary: string): Scenario =>
  scenario({
    event: 'release',
    inputs: { summary },
    exit: 0,
    outputs: { context: 'other', conclusion: 'reported' },
    requests: [],
  })

scenarios('publishing', {
  'annotations: true': everyKind('true'),
  'annotations: false': everyKind('false'),
  'nothing to read': nothing('always'),
  'summary: on-failure': nothing('on-failure'),
})

test('each step has a report file of its own, in the temp folder', async () => {
  const step = { inputs: { read: 'queue' }, answers: { getQueue: ok(queue()) } }
  const runs = await Promise.all([runStep(step), runStep(step)])
  const files = runs.map(({ result }) => result.outputs['report-file'] ?? '')
  expect(runs.map(({ result }, at) => dirname(files[at] ?? '') === join(result.folder, 'temp'))).toEqual([true, true])
  expect(new Set(files.map(file => file.split('/').pop())).size).toBe(2)
})
