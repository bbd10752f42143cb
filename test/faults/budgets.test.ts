import { expect, test } from 'vitest'
import { submittedPullRequest } from './answers.js'
import { EXIT_IS_TOLD, errorsOf, expectPass, expectSound, gate, gateAgainst, preloaded, TOKEN } from './gate.ts'
import { answer } from './server.js'

const script = { getSubmittedPullRequest: answer({ body: submittedPullRequest }) }

test('an answer with a text of 10 MB is accepted', async () => {
  const prTitle = 'a1@'.repeat(3_400_000)
  const { result } = await gateAgainst({
    getSubmittedPullRequest: answer({ body: { ...submittedPullRequest, prTitle } }),
  })
  expectPass(result)
})

test('outputs that can not be written: the step fails', async () => {
  const { result } = await gateAgainst(script, { env: { GITHUB_OUTPUT: '/nowhere/output' } })
  expect(result.exitCode).toBe(1)
  expect(errorsOf(result)).toEqual([expect.stringContaining('The outputs could not be written: ')])
})

// Unforeseen errors, thrown by Node's own modules.
const THROWS = `process.getBuiltinModule('node:http').request = () => {
  throw new TypeError(${JSON.stringify(`hunter2:${TOKEN}`)})
}`
const THROWS_LATER = `process.getBuiltinModule('node:http').request = () => {
  setImmediate(() => { throw new RangeError('hunter2') })
  return Object.assign(new (process.getBuiltinModule('node:events'))(), { end() {}, destroy() {} })
}`

test.each([
  [
    'thrown by a call',
    THROWS,
    /^A defect of the action: TypeError at [\w.-]+:\d+:\d+\. Please report it with the log\.$/,
  ],
  ['thrown outside any call', THROWS_LATER, /^A defect of the action: RangeError/],
])("a defect %s is reported without the error's message", async (_, broken, message) => {
  const result = await gate('http://127.0.0.1:9', { env: { NODE_OPTIONS: preloaded(broken) } })
  expect(result.exitCode).toBe(1)
  expect(errorsOf(result)).toEqual([expect.stringMatching(message)])
  expect(result.outputs).toMatchObject({ conclusion: 'failed', reason: 'internal-error' })
  expect(result.stdout + result.stderr).not.toContain('hunter2')
})

test('the end does not wait for an open timer', async () => {
  const open = 'setInterval(() => {}, 1e6)'
  const { result } = await gateAgainst(script, { env: { NODE_OPTIONS: preloaded(open, EXIT_IS_TOLD) } })
  expectSound(result, { stderr: /^process\.exit\(\)$/ })
  expect(result).toMatchObject({ exitCode: 0, outputs: { conclusion: 'passed' } })
})
