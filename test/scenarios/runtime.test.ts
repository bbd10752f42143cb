import { expect, test } from 'vitest'
import { queue } from './bodies.ts'
import { ok } from './scenario.ts'
import { runStep } from './step.ts'

test('the bundle runs under Node 24', async () => {
  const { result } = await runStep({
    inputs: { read: 'queue' },
    answers: { getQueue: ok(queue()) },
    // The process of the bundle itself tells its version.
    env: { NODE_OPTIONS: '--import=data:text/javascript,console.error(process.version,process.argv[1])' },
  })
  expect(result.exitCode).toBe(0)
  expect(result.stderr).toMatch(/^v24\.\d+\.\d+ \S*[\\/]dist[\\/]index\.js\n$/)
  expect(process.version).toMatch(/^v24\./)
})
