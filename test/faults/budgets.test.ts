import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { submittedPullRequest } from './answers.js'
import { EXIT_IS_TOLD, errorsOf, expectPass, expectSound, gate, gateAgainst, preloaded, TOKEN } from './gate.ts'
import { answer, startFaults } from './server.js'

test('one text of 10 MB is an answer', async () => {
  const prTitle = 'a1@'.repeat(3_400_000)
  const { result } = await gateAgainst(
    { getSubmittedPullRequest: answer({ body: { ...submittedPullRequest, prTitle } }) },
    { inputs: { 'request-timeout': '10s' } },
  )
  expectPass(result)
})

describe('what can not be written', () => {
  const script = { getSubmittedPullRequest: answer({ body: submittedPullRequest }) }

  test.skipIf(process.platform === 'win32')('outputs that fit only in part: the step fails', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'full-'))
    const output = path.join(folder, 'output')
    // bash, for others drop variables with such names as inputs have. A Node whose files may not be larger than 512 or 1,024 bytes, as on a disk with that much room left.
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
      // No draft of the report, which did not fit either.
      expect(Object.keys(result.files)).toEqual([])
      expect(readdirSync(folder).toSorted()).toEqual(['node', 'output'])
    } finally {
      await server.close()
      rmSync(folder, { recursive: true })
    }
  })
})

// Something that nobody foresaw, in a world that is not ours.
const THROWS = `process.getBuiltinModule('node:http').request = () => {
  throw new TypeError(${JSON.stringify(`hunter2:${TOKEN}`)})
}`
const THROWS_LATER = `process.getBuiltinModule('node:http').request = () => {
  setImmediate(() => { throw new RangeError('hunter2') })
  return Object.assign(new (process.getBuiltinModule('node:events'))(), { end() {}, destroy() {} })
}`

test.each([
  [
    'that comes up',
    THROWS,
    /^A defect of the action: TypeError at [\w-]+\.js:\d+:\d+\. Please report it with the log\.$/,
  ],
  ['that nobody waits for', THROWS_LATER, /^A defect of the action: RangeError/],
])('a defect %s is told without the message of the error', async (_, broken, message) => {
  const result = await gate('http://127.0.0.1:9', { env: { NODE_OPTIONS: preloaded(broken) } })
  expect(result.exitCode).toBe(1)
  expect(errorsOf(result)).toEqual([expect.stringMatching(message)])
  expect(result.outputs).toMatchObject({ conclusion: 'failed', reason: 'internal-error' })
  expect(result.stdout + result.stderr).not.toContain('hunter2')
})

test('what is still open at the end is not waited for', async () => {
  const open = 'setInterval(() => {}, 1e6)'
  const { result } = await gateAgainst(
    { getSubmittedPullRequest: answer({ body: submittedPullRequest }) },
    { env: { NODE_OPTIONS: preloaded(open, EXIT_IS_TOLD) } },
  )
  expectSound(result, { stderr: /^process\.exit\(\)$/ })
  expect(result).toMatchObject({ exitCode: 0, outputs: { conclusion: 'passed' } })
})
