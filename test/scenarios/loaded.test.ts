import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { page, quarantinedTest } from './bodies.ts'
import { fails, junit } from './junit.ts'
import { ok, runScenario, scenario } from './scenario.ts'

/** Files of the bundle that only steps about tests need. */
const ABOUT_TESTS = [
  'changed-tests.js',
  'glob.js',
  'leg-file.js',
  'leg-reports.js',
  'present.js',
  'tests.js',
  'workspace.js',
]

/** Those of them that a step loads, by the coverage that Node writes. */
async function loaded(inputs: Record<string, string>, workspace: Record<string, string> = {}): Promise<string[]> {
  const coverage = fs.mkdtempSync(path.join(os.tmpdir(), 'merge-queue-gate-loaded-'))
  try {
    await runScenario(
      scenario({
        event: 'push-tag',
        inputs: { organization: 'acme-org', ...inputs },
        workspace,
        answers: { listQuarantinedTests: ok(page([quarantinedTest('lands')])) },
        env: { NODE_V8_COVERAGE: coverage },
        exit: 0,
        outputs: {},
        requests: [],
      }),
    )
    const scripts = fs
      .readdirSync(coverage)
      .flatMap((name): { url: string }[] => JSON.parse(fs.readFileSync(path.join(coverage, name), 'utf8')).result)
      .map(({ url }) => path.basename(url))
    return ABOUT_TESTS.filter(name => scripts.includes(name))
  } finally {
    fs.rmSync(coverage, { recursive: true, force: true })
  }
}

test.concurrent.each<[string, Record<string, string>, Record<string, string>, string[]]>([
  ['not about tests', { read: 'quarantined-tests' }, {}, []],
  ['a limit on the quarantined tests', { 'max-quarantined': '1' }, {}, ['present.js', 'tests.js']],
  [
    'test reports',
    { 'junit-paths': 'a.xml', 'test-outcome': 'failure', require: 'no-blocking-failures' },
    { 'a.xml': junit([fails('docks')]) },
    ['glob.js', 'present.js', 'tests.js', 'workspace.js'],
  ],
  [
    'report files of legs',
    { 'merge-reports': 'a.json', 'expected-reports': '1', require: 'no-blocking-failures' },
    { 'a.json': '{"schemaVersion": 1}' },
    ['glob.js', 'leg-file.js', 'leg-reports.js', 'present.js', 'tests.js'],
  ],
])('what a step loads: %s', async (_, inputs, workspace, expected) => {
  expect(await loaded(inputs, workspace)).toEqual(expected)
})
