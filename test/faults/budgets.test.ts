import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { quarantinedTest, quarantinedTests, submittedPullRequest, testingDetails } from './answers.js'
import { EXIT_IS_TOLD, errorsOf, expectPass, expectSound, gate, gateAgainst, preloaded, TOKEN } from './gate.ts'
import { answer, startFaults } from './server.js'

const LIST = 'list-quarantined-tests'
const rows = (count: number, row: unknown = {}) => Array.from({ length: count }, () => row)
const page = { ...quarantinedTests.page, next_page_token: '' }

describe('rows', () => {
  test.for<[string, 'queue' | 'testRun' | 'quarantinedTests', object, string]>([
    ['130,000 quarantined tests', 'quarantinedTests', { quarantined_tests: rows(130_000), page }, 'ready'],
    ['10 MB of them', 'quarantinedTests', { quarantined_tests: rows(3_400_000), page }, 'ready'],
    ['required statuses', 'testRun', { ...testingDetails, requiredStatuses: rows(130_000, 'a') }, 'test-run-succeeded'],
    ['check runs', 'testRun', { ...testingDetails, checkSuites: [{ checkRuns: rows(130_000) }] }, 'test-run-succeeded'],
  ])('%s: too large an answer, with outputs, summary and report', async ([, fact, body, require]) => {
    const read = { queue: 'queue', testRun: 'test-run', quarantinedTests: 'quarantined-tests' }[fact]
    const operation = { queue: 'getQueue', testRun: 'getMergeQueueTestingDetails', quarantinedTests: LIST }[fact]
    const { result } = await gateAgainst(
      { getSubmittedPullRequest: answer({ body: submittedPullRequest }), [operation]: answer({ body }) },
      { inputs: { read: `pull-request, ${read}`, require, 'test-run-id': 'a-run' } },
    )
    expectSound(result)
    expect(result.report).toMatchObject({
      facts: {
        [fact]: {
          kind: 'failed',
          failure: {
            code: 'answer-too-large',
            message: expect.stringContaining(': response too large, a list of over 100,000 rows'),
            outage: false,
          },
        },
      },
    })
    if (require !== 'ready') expect(result).toMatchObject({ exitCode: 1, outputs: { reason: 'answer-too-large' } })
    // What no condition needs is a warning, and nothing of the summary.
    expect(require === 'ready' ? result.stdout : result.summary).toContain('over 100,000 rows')
  })
})

/** Pages without end of this many bytes, unpacked, most of it where nobody looks. */
function endless(bytes: number) {
  let pages = 0
  // Packed once: gzip goes on behind the end of a part.
  const filler = gzipSync(`{"filler":"${'x'.repeat(bytes)}",`)
  return startFaults({
    script: {
      getSubmittedPullRequest: answer({ body: submittedPullRequest }),
      [LIST]: () => {
        const next = { ...page, total_rows: null, next_page_token: `page ${++pages}` }
        const rest = gzipSync(JSON.stringify({ quarantined_tests: [quarantinedTest], page: next }).slice(1))
        return answer({ body: Buffer.concat([filler, rest]), headers: { 'content-encoding': 'gzip' } })
      },
    },
  })
}

test('pages of 9.6 MB without end: 256 MiB are read, and the list is partial', async () => {
  const server = await endless(9_600_000)
  const result = await gate(server.url, {
    inputs: { read: 'pull-request, quarantined-tests', 'request-timeout': '10s' },
    timeLimit: 50_000,
  })
  await server.close()
  expectSound(result)
  expect(result).toMatchObject({
    outputs: { 'quarantined-count': '' },
    report: { facts: { quarantinedTests: { value: { pages: 27 }, failure: { code: 'answer-too-large' } } } },
  })
  // The pull request, and 28 pages, of which the last was too much.
  expect(server.requests).toHaveLength(29)
})

test('one text of 10 MB is an answer', async () => {
  const prTitle = 'a1@'.repeat(3_400_000)
  const { result } = await gateAgainst(
    { getSubmittedPullRequest: answer({ body: { ...submittedPullRequest, prTitle } }) },
    { inputs: { 'request-timeout': '10s' } },
  )
  expectPass(result)
})

test('a broken event file of 10 MB is told at once', async () => {
  const payload = `{"a": [${'{"b": 1, "c": "hunter2"},'.repeat(400_000)}x`
  const result = await gate('http://127.0.0.1:9', { event: { name: 'pull_request', payload } })
  expect(result.exitCode).toBe(1)
  expect(errorsOf(result).join()).toContain(' is not JSON.')
  expect(result.stdout).not.toContain('hunter2')
  expect(result.duration).toBeLessThan(20_000)
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
