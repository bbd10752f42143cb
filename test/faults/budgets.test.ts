import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { submittedPullRequest } from './answers.js'
import { EXIT_IS_TOLD, errorsOf, expectPass, expectSound, gate, gateAgainst, preloaded, TOKEN } from './gate.ts'
import { answer, startFaults } from './server.js'

test('an answer with a text of 10 MB is accepted', async () => {
  const prTitle = 'a1@'.repeat(3_400_000)
  const { result } = await gateAgainst(
    { getSubmittedPullRequest: answer({ body: { ...submittedPullRequest, prTitle } }) },
    { inputs: { 'request-timeout': '10s' } },
  )
  expectPass(result)
})

describe('outputs that can not be written', () => {
  const script = { getSubmittedPullRequest: answer({ body: submittedPullRequest }) }

  test.skipIf(process.platform === 'win32')('a disk with room for a part of them: the step fails', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'full-'))
    const output = path.join(folder, 'output')
    // A Node whose files may not exceed 512 or 1,024 bytes, as on a nearly full disk. bash, because other shells drop
    // variables named like inputs.
    const limited = path.join(folder, 'node')
    writeFileSync(limited, `#!/usr/bin/env bash\nulimit -f 1\nexec '${process.execPath}' "$@"\n`)
    chmodSync(limited, 0o755)
    writeFileSync(output, 'x'.repeat(400))
    const server = await startFaults({ script })
    try {
      const result = await gate(server.url, {
        nodePath: limited,
        inputs: { 'report-file': 'report.json' },
        env: { GITHUB_OUTPUT: output },
      })
      expect(result.exitCode).toBe(1)
      expect(errorsOf(result)).toEqual([
        expect.stringContaining('The outputs could not be written: the file may not be that large (EFBIG)'),
      ])
      // The report did not fit either, and leaves no draft.
      expect(Object.keys(result.files)).toEqual([])
      expect(readdirSync(folder).toSorted()).toEqual(['node', 'output'])
    } finally {
      await server.close()
      rmSync(folder, { recursive: true })
    }
  })
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
    /^A defect of the action: TypeError at [\w-]+\.js:\d+:\d+\. Please report it with the log\.$/,
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
  const { result } = await gateAgainst(
    { getSubmittedPullRequest: answer({ body: submittedPullRequest }) },
    { env: { NODE_OPTIONS: preloaded(open, EXIT_IS_TOLD) } },
  )
  expectSound(result, { stderr: /^process\.exit\(\)$/ })
  expect(result).toMatchObject({ exitCode: 0, outputs: { conclusion: 'passed' } })
})
