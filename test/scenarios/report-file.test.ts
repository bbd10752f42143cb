import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { queue } from './bodies.ts'
import { asks, NEVER_ASKED, ok, PULL_REQUEST, runScenario, scenario, scenarios } from './scenario.ts'

/** `report-file` as given, the report where it should be. */
const placed = (file: string, place: string) =>
  scenario({
    inputs: { 'report-file': file, read: 'queue' },
    answers: { getQueue: ok(queue()) },
    exit: 0,
    outputs: {
      ...PULL_REQUEST,
      conclusion: 'reported',
      'queue-state': 'running',
      'queue-length': '0',
      'report-file': place,
    },
    requests: [asks.queue()],
  })

/** `report-file` that leads out: a bad input, and the report is in the temp folder. */
const refused = (file: string) =>
  scenario({
    inputs: { 'report-file': file, read: 'queue' },
    exit: 1,
    outputs: { ...PULL_REQUEST, ...NEVER_ASKED, conclusion: 'failed' },
    reasons: ['bad-input'],
    requests: [],
    named: ['report-file'],
  })

scenarios('report-file', {
  'in the workspace': placed('report.json', '<folder>/workspace/report.json'),
  'beside the workspace': refused('../report.json'),
  "the runner's own file for outputs": refused('../temp/_runner_file_commands/set_output_5f0c2a9e'),
})

test('each step has a report file of its own', async () => {
  const values = scenario({ inputs: { read: 'queue' }, exit: 0, outputs: {}, requests: [] })
  const runs = await Promise.all([runScenario(values), runScenario(values)])
  const files = runs.map(({ result }) => result.outputs['report-file'] ?? '')
  expect(runs.map(({ result }, at) => dirname(files[at] ?? '') === join(result.folder, 'temp'))).toEqual([true, true])
  expect(new Set(files.map(file => file.split('/').pop())).size).toBe(2)
})
