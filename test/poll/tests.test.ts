import fs from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { SecretlessOrigin } from '../../src/facts/context.ts'
import { type Facts, hasValue } from '../../src/facts/facts.ts'
import { SOURCES, type SourceId } from '../../src/facts/profile.ts'
import { NO_POLL, tokenlessVerdict } from '../../src/gate/conclusion.ts'
import { judge } from '../../src/gate/conditions.ts'
import { snapshotOf } from '../../src/gate/doubts.ts'
import { decideByReports, readTests, type TestsRead, withQuarantinedTests } from '../../src/poll/tests.ts'
import type { Inputs } from '../../src/setup/inputs.ts'
import type { Ready } from '../../src/setup/setup.ts'
import { asText, rendered } from '../../src/text/message.ts'
import { cleanerOf } from '../../src/text/outside.ts'
import { context, inputs, NOW, ofQuarantined, plan, quarantinedTest, quarantinedTests, read } from '../builders.ts'
import { makeWorkspace } from '../reports/workspace.ts'

const PASSED = '<testcase name="passes" classname="Engine"/>'
const FAILED = '<testcase name="ignites" classname="Engine"><failure/></testcase>'
const suite = (...cases: string[]) => `<testsuite name="Engine">${cases.join('')}</testsuite>`

const LIST = quarantinedTests({ tests: [quarantinedTest({ name: 'passes' }), quarantinedTest({ name: 'gone' })] })

const TOKEN = 'a-token-0123456789'

interface Given {
  files?: Record<string, string>
  inputs?: Partial<Inputs>
  environment?: NodeJS.ProcessEnv
  without?: SecretlessOrigin | null
  source?: SourceId
  signal?: AbortSignal
}

/** Reads what lies in a workspace; a report is looked for unless the inputs say otherwise. */
async function opened(given: Given): Promise<TestsRead> {
  const { files = {}, inputs: over = {}, environment = {}, without = null, source = 'service-v1', signal } = given
  const { workspace, temp } = makeWorkspace(files)
  const world = {
    environment: { GITHUB_WORKSPACE: workspace, RUNNER_TEMP: temp, ...environment },
    clock: { now: () => NOW, monotonic: () => NOW, sleep: async () => {} },
    signal: signal ?? new AbortController().signal,
  }
  return readTests(stepOf({ ...over }, without, source), world)
}

function stepOf(over: Partial<Inputs>, without: SecretlessOrigin | null, source: SourceId = 'service-v1'): Ready {
  const asked = { junitPaths: ['*.xml'], organization: 'acme', testOutcome: 'failure' as const, ...over }
  return {
    kind: 'ready',
    inputs: inputs(asked),
    secrets: { service: '', github: '', clean: cleanerOf(TOKEN) },
    context: context({ source: SOURCES[source] }),
    plan: plan({ reads: [], decisiveReads: [] }),
    tokenlessOrigin: without,
    warnings: [],
    reportFile: '',
  }
}

const factsOf = ({ testReports }: TestsRead): Facts => ({ testReports })
const findingOf = (tests: TestsRead, over: Partial<Facts> = {}) =>
  tests.judges['no-blocking-failures']({ ...factsOf(tests), ...over })
const codesOf = (...given: Parameters<typeof findingOf>) => {
  const { verdict, reasons } = findingOf(...given)
  return [verdict, ...reasons.map(({ code }) => code)].join(' ')
}

/** Folders in which every path of so many links leads to the file: a search visits 2^depth of them. */
function maze(workspace: string, depth: number): void {
  let folder = workspace
  for (let at = 0; at < depth; at++) {
    fs.mkdirSync(path.join(folder, 'next'))
    fs.symlinkSync('next', path.join(folder, 'also'))
    folder = path.join(folder, 'next')
  }
}

describe('a cancelled step', () => {
  test('does not search for test reports to the end', async () => {
    const { workspace } = makeWorkspace()
    maze(workspace, 14)
    const cancel = new AbortController()
    const reading = opened({
      inputs: { junitPaths: ['**/*.xml'] },
      environment: { GITHUB_WORKSPACE: workspace },
      signal: cancel.signal,
    })
    for (let turn = 0; turn < 20; turn++) await setImmediate()
    cancel.abort(new Error('cancelled'))
    await expect(reading).rejects.toThrow('cancelled')
  })
})

describe('the test reports of the workspace', () => {
  test('are read once, and nothing else', async () => {
    const tests = await opened({ files: { 'a.xml': suite(PASSED, FAILED) } })
    expect(tests.testReports).toMatchObject({
      value: { files: ['a.xml'], counts: { ran: 2, failed: 1 } },
    })
    expect(tests).toMatchObject({ needsQuarantinedTests: true, warnings: [] })
    expect(tests.findJudgedTests(factsOf(tests))?.reports.files).toEqual(['a.xml'])
  })

  test('none are asked for', async () => {
    const tests = await opened({ files: { 'a.xml': suite(FAILED) }, inputs: { junitPaths: [] } })
    expect(tests.testReports).toBe(undefined)
    expect([tests.needsQuarantinedTests, tests.findJudgedTests(factsOf(tests))]).toEqual([false, null])
  })

  const NO_MATCH = '`junit-paths`: `none/*.xml` matches no file (write one glob a line).'
  test.each<[require: Inputs['require'], warnings: string[]]>([
    [['ready'], [NO_MATCH]],
    [[], [NO_MATCH]],
    [['ready', 'no-blocking-failures'], []],
  ])('a glob without a match is a warning where no condition judges it: %j', async (require, warnings) => {
    const inputs = { junitPaths: ['none/*.xml', '*.xml'], require }
    // What is wrong with the report itself is none.
    expect((await opened({ files: { 'a.xml': '<testsuite>' }, inputs })).warnings).toEqual(warnings)
  })

  test.each<[cases: string, outcome: Inputs['testOutcome'], warnings: string[]]>([
    [
      FAILED,
      'success',
      [
        'Tests failed, yet `test-outcome` is `success`; the reports decide. Does the workflow hand on `conclusion` instead of `outcome`? A crash would then pass.',
      ],
    ],
    [FAILED, 'failure', []],
    [FAILED, null, []],
    [PASSED, 'success', []],
  ])('the reports hold %s, and the outcome is %s', async (cases, testOutcome, warnings) => {
    const given = { files: { 'a.xml': suite(cases) }, inputs: { testOutcome } }
    expect((await opened(given)).warnings.map(each => asText(each))).toEqual(warnings)
  })

  const SHORT = suite(PASSED).replace('<testsuite', '<testsuite tests="2"')
  test.each<[Record<string, string>, RegExp]>([
    [{ 'a.xml': SHORT }, /^a\.xml: .* says tests="2", and shows 1\. This decides nothing, because/],
    [
      { 'a.xml': SHORT, 'b.xml': SHORT },
      /^a\.xml: .* says tests="2", and shows 1 \(and 1 more\)\. This decides nothing, because/,
    ],
  ])('fewer tests than a suite counts, though the step succeeded: one notice', async (files, notice) => {
    const { notices, ...tests } = await opened({ files, inputs: { testOutcome: 'success' } })
    expect(codesOf({ notices, ...tests })).toBe('met')
    expect(notices.map(each => asText(each))).toEqual([expect.stringMatching(notice)])
  })

  test.each<[name: string, cases: string[], Partial<Inputs>, SecretlessOrigin | null, boolean]>([
    ['a test failed', [FAILED], {}, null, true],
    ['none failed', [PASSED], {}, null, false],
    ['no request is possible: no organization', [FAILED], { organization: null }, null, false],
    ['no request is possible: no token', [FAILED], {}, 'fork', false],
  ])('the list is wanted: %s', async (_, cases, over, without, wanted) => {
    expect((await opened({ files: { 'a.xml': suite(...cases) }, inputs: over, without })).needsQuarantinedTests).toBe(
      wanted,
    )
  })

  const FORK = 'this event comes from a fork, which gets no secrets'
  const DEPENDABOT = 'this event comes from Dependabot, which gets only its own secrets'
  const PUSH = 'Fix the failed tests, or push the branch to this repository.'
  const STORE = 'Fix the failed tests, or store the token among the Dependabot secrets.'
  test.each<[name: string, Omit<Given, 'files'>, why: string, remedy: string]>([
    ['no token', { without: 'fork' }, FORK, PUSH],
    ['no token for Dependabot', { without: 'dependabot' }, DEPENDABOT, STORE],
    ['no token and no organization', { inputs: { organization: null }, without: 'fork' }, FORK, PUSH],
    ['no organization', { inputs: { organization: null } }, 'input `organization` is empty', 'Set `organization`.'],
    [
      "GitHub's own queue",
      { source: 'github' },
      'GitHub has no list of quarantined tests',
      'Fix the failed tests, or set `source: service`.',
    ],
  ])('without a list all failed tests block, and the reason is given: %s', async (_, given, why, remedy) => {
    const tests = await opened({ files: { 'a.xml': suite(FAILED) }, ...given })
    const { verdict, evidence, reasons } = findingOf(tests)
    expect(rendered({ verdict, evidence, remedies: reasons.map(each => each.remedy) })).toEqual({
      verdict: 'unmet',
      evidence: `1 test failed and can't be excused: ${why}. Failed: "ignites".`,
      remedies: [remedy],
    })
  })

  test.each<[name: string, Partial<Inputs>, event: string, verdict: string]>([
    ['passed', {}, 'pull_request', 'met'],
    ['a crash', { testOutcome: 'failure' }, 'pull_request', 'unmet test-crash'],
    ['fewer than have to run', { minTests: 2 }, 'pull_request', 'unknown report-truncated'],
  ])('%s', async (_, over, event, verdict) => {
    const tests = await opened({
      files: { 'a.xml': suite(PASSED) },
      inputs: { testOutcome: 'success', ...over },
      environment: { GITHUB_EVENT_NAME: event },
    })
    expect(codesOf(tests)).toBe(verdict)
  })

  test.each<[name: string, Partial<Inputs>, verdict: string]>([
    ['excused', {}, 'met'],
    ['of another variant', { variant: 'mac' }, 'unmet blocking-failures'],
    ['more excused than may be', { maxExcused: 0 }, 'unmet too-many-excused'],
  ])('%s', async (_, over, verdict) => {
    const tests = await opened({ files: { 'a.xml': suite(FAILED) }, inputs: over })
    const quarantined = quarantinedTest({ parent: null, file: null })
    expect(codesOf(tests, ofQuarantined({ tests: [quarantined] }))).toBe(verdict)
  })

  test.each<[Partial<Inputs>, verdict: string]>([
    [{ maxQuarantined: 2 }, 'met'],
    [{ maxQuarantined: 1 }, 'unmet'],
    [{ maxQuarantineAgeMs: 86_400_000 }, 'unmet'],
  ])('limits on the list: %j', async (over, verdict) => {
    const tests = await opened({ inputs: { junitPaths: [], require: ['quarantine-within-limits'], ...over } })
    expect(tests.judges['quarantine-within-limits']({ quarantinedTests: read(LIST) }).verdict).toBe(verdict)
  })

  test('may lie in the temp folder of the runner, and nowhere else', async () => {
    const { workspace, temp } = makeWorkspace()
    const elsewhere = path.dirname(temp)
    for (const folder of [temp, elsewhere]) fs.writeFileSync(path.join(folder, 'a.xml'), suite(PASSED))
    const kindsOf = async (file: string, environment: NodeJS.ProcessEnv) => {
      const given = { inputs: { junitPaths: [file] }, environment: { GITHUB_WORKSPACE: workspace, ...environment } }
      const { testReports } = await opened(given)
      return hasValue(testReports) && testReports.value.problems.map(({ kind }) => kind)
    }
    expect(await kindsOf(path.join(temp, 'a.xml'), { RUNNER_TEMP: temp })).toEqual([])
    expect(await kindsOf(path.join(elsewhere, 'a.xml'), { RUNNER_TEMP: temp })).toContain('unsearched')
    // Without one it is that of the machine.
    expect(await kindsOf(path.join(elsewhere, 'a.xml'), { RUNNER_TEMP: undefined })).toEqual([])
  })

  test('older than the job: unknown', async () => {
    const { workspace, temp } = makeWorkspace({ 'a.xml': suite(PASSED), 'event.json': '{}' })
    const event = path.join(workspace, 'event.json')
    const codesAt = async (reportMs: number, GITHUB_EVENT_PATH: string | undefined = event) => {
      fs.utimesSync(path.join(workspace, 'a.xml'), new Date(reportMs), new Date(reportMs))
      fs.utimesSync(event, new Date(NOW), new Date(NOW))
      const environment = { GITHUB_WORKSPACE: workspace, RUNNER_TEMP: temp, GITHUB_EVENT_PATH }
      return codesOf(await opened({ environment, inputs: { testOutcome: 'success' } }))
    }
    expect(await codesAt(NOW)).toBe('met')
    expect(await codesAt(NOW - 60_000)).toBe('unknown report-outdated')
    expect(await codesAt(NOW - 60_000, '')).toBe('met')
  })
})

describe('test reports on an event that has no token', () => {
  async function decidedBy(cases: string[], over: Partial<Inputs>) {
    const tests = await opened({ files: { 'a.xml': suite(...cases) }, inputs: over, without: 'fork' })
    const step = stepOf(over, 'fork')
    return { tests, given: step.inputs, decided: decideByReports(tests, 'fork', step) }
  }

  test.each<[string, cases: string[], outcome: 'failure' | 'success', conclusion: string]>([
    ['none failed', [PASSED], 'success', 'passed'],
    ['one failed', [PASSED, FAILED], 'failure', 'failed'],
  ])('required alone, they decide: %s', async (_, cases, testOutcome, conclusion) => {
    const { decided, tests } = await decidedBy(cases, { require: ['no-blocking-failures'], testOutcome })
    expect(decided.verdict).toMatchObject({ conclusion, conditions: [{ condition: 'no-blocking-failures' }] })
    expect(decided.judgedTests).toBe(tests.findJudgedTests(decided.facts))
  })

  test.each<[string, require: Inputs['require'], 'fail' | 'skip', cases: string[], conclusion: string]>([
    ['beside another condition', ['ready', 'no-blocking-failures'], 'fail', [PASSED], 'failed'],
    ['beside another one that may be skipped', ['ready', 'no-blocking-failures'], 'skip', [PASSED], 'skipped'],
    ['and a skip never covers them', ['ready', 'no-blocking-failures'], 'skip', [FAILED], 'failed'],
    ['not required', ['ready'], 'skip', [FAILED], 'skipped'],
    ['nothing is required', [], 'fail', [FAILED], 'skipped'],
  ])('%s', async (_, require, onMissingToken, cases, conclusion) => {
    const outcome = cases.includes(FAILED) ? 'failure' : 'success'
    const { tests, given, decided } = await decidedBy(cases, { require, onMissingToken, testOutcome: outcome })
    const facts = factsOf(tests)
    const own = require.includes('no-blocking-failures')
      ? judge('no-blocking-failures', snapshotOf(facts, context()), tests.judges)
      : null
    expect(decided).toEqual({
      ...NO_POLL,
      verdict: tokenlessVerdict('fork', given, own),
      facts,
      judgedTests: tests.findJudgedTests(facts),
    })
    expect(decided.verdict.conclusion).toBe(conclusion)
  })
})

test.each<[string, require: Inputs['require'], needed: string[]]>([
  ['decides', ['no-blocking-failures'], ['queue', 'quarantined-tests']],
  ['only shows', ['queue-running'], ['queue']],
])('the plan with a list that %s', (_, require, needed) => {
  const before = plan({ reads: ['queue', 'test-run'], decisiveReads: ['queue'], isAuto: false })
  expect(withQuarantinedTests(before, inputs({ require }))).toEqual({
    ...before,
    reads: ['queue', 'test-run', 'quarantined-tests'],
    decisiveReads: needed,
  })
})
