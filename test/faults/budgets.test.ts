import { expect, test } from 'vitest'
import { expectReport, ok } from '../scenarios/scenario.ts'
import { runStep } from '../scenarios/step.ts'
import { submittedPullRequest } from './answers.js'
import { preloaded } from './gate.ts'

const inputs = { read: 'pull-request', require: 'ready' }
const answers = { getSubmittedPullRequest: ok(submittedPullRequest) }

/** A step ends by itself, for `process.exit()` can wait for ever (nodejs/node#54918). */
const EXIT_IS_TOLD = `
const exit = process.exit
process.exit = code => {
  process.stderr.write('process.exit()')
  exit(code)
}
`

test('an answer with a text of 10 MB is accepted', async () => {
  const body = { ...submittedPullRequest, prTitle: 'a1@'.repeat(3_400_000) }
  const { result } = await runStep({ inputs, answers: { getSubmittedPullRequest: ok(body) } })
  expect(result).toMatchObject({ exitCode: 0, stderr: '', outputs: { conclusion: 'passed' } })
  expectReport(result)
})

test('outputs that can not be written: the step fails', async () => {
  const { result } = await runStep({ inputs, answers, env: { GITHUB_OUTPUT: '/nowhere/output' } })
  expect(result.exitCode).toBe(1)
  expect(errorsIn(result.stdout)).toEqual([expect.stringContaining('The outputs could not be written: ')])
})

// Unforeseen errors, thrown by Node's own modules.
const THROWS = `process.getBuiltinModule('node:http').request = () => { throw new TypeError('hunter2') }`
const THROWS_LATER = `process.getBuiltinModule('node:http').request = () => {
  setImmediate(() => { throw new RangeError('hunter2') })
  return Object.assign(new (process.getBuiltinModule('node:events'))(), { end() {}, destroy() {} })
}`

test.each([
  [
    'thrown by a call',
    THROWS,
    /::A defect of the action: TypeError at [\w.-]+:\d+:\d+\. Please report it with the log\.$/,
  ],
  ['thrown outside any call', THROWS_LATER, /::A defect of the action: RangeError/],
])("a defect %s is reported without the error's message", async (_, broken, message) => {
  const { result } = await runStep({ inputs, answers, env: { NODE_OPTIONS: preloaded(broken) } })
  expect(result.exitCode).toBe(1)
  expect(errorsIn(result.stdout)).toEqual([expect.stringMatching(message)])
  expect(result.outputs).toMatchObject({ conclusion: 'failed', reason: 'internal-error' })
  expect(result.stdout + result.stderr).not.toContain('hunter2')
})

test.each([
  ['ends by itself', '', ''],
  ['does not wait for an open timer', 'setInterval(() => {}, 1e6)', 'process.exit()'],
])('a step %s', async (_, open, told) => {
  const { result } = await runStep({ inputs, answers, env: { NODE_OPTIONS: preloaded(open, EXIT_IS_TOLD) } })
  expect(result).toMatchObject({ exitCode: 0, stderr: told, outputs: { conclusion: 'passed' } })
})

function errorsIn(log: string): string[] {
  return log.match(/^::error.*$/gm) ?? []
}
