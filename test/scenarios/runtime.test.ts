import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readActionFile } from '../launcher/action-file.js'
import { queue } from './bodies.ts'
import { OUTPUTS, ok, runScenario, scenario } from './scenario.ts'

const actionFile = readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')

test('the bundle runs under the Node that action.yml names', async () => {
  expect(actionFile).toMatch(/^runs:\n {2}using: node24$/m)
  const values = scenario({
    inputs: { read: 'queue' },
    answers: { getQueue: ok(queue()) },
    // The process of the bundle itself tells its version.
    env: { NODE_OPTIONS: '--import=data:text/javascript,console.error(process.version,process.argv[1])' },
    exit: 0,
    outputs: {},
    requests: [],
  })
  const { result } = await runScenario(values)
  expect(result.exitCode).toBe(0)
  expect(result.stderr).toMatch(/^v24\.\d+\.\d+ \S*[\\/]dist[\\/]index\.js\n$/)
  expect(process.version).toMatch(/^v24\./)
})

test('the outputs are those that action.yml declares', () => {
  expect(Object.keys(readActionFile(actionFile).outputs).toSorted()).toEqual([...OUTPUTS].toSorted())
})
