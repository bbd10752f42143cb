import { expect, test } from 'vitest'
import type { Json } from './bodies.ts'
import { page, quarantinedTest } from './bodies.ts'
import { fails, junit, passes } from './junit.ts'
import {
  CONCLUSIONS,
  NEVER_ASKED,
  type Outputs,
  ok,
  runScenario,
  type Scenario,
  scenario,
  scenarios,
  type Verdict,
} from './scenario.ts'

const COMMIT = 'ff545c3138c1b739eb4dc53552fb0e534cc61171'

interface Leg {
  leg: string
  verdict?: Verdict | null
  /** Names of tests that failed, each quarantined or not. */
  excused?: string[]
  blocking?: string[]
  passed?: number
  testOutcome?: string
  maxExcused?: number
  minTests?: number
  run?: Json
  schemaVersion?: number
}

/** A report file, as far as it is read. */
function leg({ leg: name, excused = [], blocking = [], passed = 1, ...rest }: Leg): string {
  const failed = [...excused, ...blocking]
  const {
    testOutcome = failed.length > 0 ? 'failure' : 'success',
    run = {},
    schemaVersion = 1,
    maxExcused = null,
    minTests = null,
  } = rest
  const { verdict = blocking.length > 0 ? 'unmet' : 'met' } = rest
  const identity = (test: string) => ({
    name: test,
    classname: 'engine.Test',
    file: 'src/engine.test.ts',
    parent: null,
  })
  const entry = (test: string) => ({
    ...identity(test),
    variant: null,
    codeowners: [],
    quarantinedAt: null,
    statusLastUpdatedAt: null,
    testCaseId: null,
  })
  return JSON.stringify({
    schemaVersion,
    leg: name,
    run: { id: '4242', attempt: '1', commit: COMMIT, ...run },
    conditions: verdict === null ? [] : [{ condition: 'no-blocking-failures', verdict }],
    testInputs: { testOutcome, variant: null, maxExcused, minTests },
    facts: {
      testReports: {
        kind: 'read',
        value: {
          counts: { ran: passed + failed.length, passed, failed: failed.length, skipped: 0, flaky: 0 },
          failed: failed.map(each => ({ ...identity(each), line: null, report: 'report.xml', blocks: null })),
          namesakes: failed.map(each => ({ ...identity(each), outcome: 'failed', flaky: false })),
          singleParent: true,
          problems: [],
        },
      },
      quarantinedTests: {
        kind: 'read',
        value: { tests: excused.map(entry), count: 9, pages: 1, totalRows: 9, partial: null },
      },
    },
  })
}

/** A step that merges, without endpoint, token and requests. */
function merge(
  verdict: Verdict,
  legs: string[],
  outputs: Outputs,
  codes: string[] = [],
  inputs: Record<string, string> = {},
): Scenario {
  return scenario({
    event: 'push-tag',
    inputs: {
      endpoint: '',
      'api-token': '',
      require: 'no-blocking-failures',
      'merge-reports': 'legs/*.json',
      'expected-reports': '2',
      ...inputs,
    },
    workspace: Object.fromEntries(legs.map((text, at) => [`legs/${at}.json`, text])),
    exit: CONCLUSIONS[verdict].exit,
    outputs: { ...NEVER_ASKED, context: 'other', conclusion: CONCLUSIONS[verdict].conclusion, ...outputs },
    reasons: codes.map(code => `no-blocking-failures: ${code}`),
    requests: [],
  })
}

const counts = (ran: string, excused: string, names: string[] = []): Outputs => ({
  'test-count': ran,
  'blocking-failures': String(names.length),
  'excused-failures': excused,
  'blocking-tests': JSON.stringify(names),
})
const NOTHING: Outputs = {}
const INVALID = ['leg-report-invalid']
const linux = leg({ leg: 'linux' })

/** Legs of another run, whose files claim to be of this one: nothing that rests on them is ever met. */
function fromElsewhere(given: Pick<Leg, 'verdict'>, outputs: Outputs, codes: string[]): Scenario {
  const commit = '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9'
  const legs = ['linux', 'windows'].map(name => leg({ leg: name, run: { commit }, ...given }))
  const about = { context: 'branch', 'target-branch': 'main', 'head-sha': commit }
  return { ...merge('unknown', legs, { ...about, ...outputs }, codes), event: 'workflow-run-push' }
}

scenarios('merge-reports', {
  'all legs passed': merge('met', [linux, leg({ leg: 'windows', excused: ['lands'] })], counts('3', '1')),
  'a leg blocks': merge('unmet', [linux, leg({ leg: 'windows', blocking: ['docks'] })], counts('3', '0', ['docks']), [
    'blocking-failures',
  ]),
  'a leg is missing': merge('unknown', [linux], NOTHING, ['legs-missing']),
  'a forged verdict': merge(
    'unknown',
    [linux, leg({ leg: 'windows', blocking: ['docks'], verdict: 'met' })],
    NOTHING,
    INVALID,
  ),
  'from a workflow_run': fromElsewhere({ verdict: null }, counts('2', '0'), ['report-untrusted']),
  'from a workflow_run, and met as the legs say': fromElsewhere({ verdict: 'met' }, NOTHING, [...INVALID, ...INVALID]),
  'a name that means harm': merge(
    'met',
    [linux, leg({ leg: '</code><img src=x> @mona #1 ::error::' })],
    counts('2', '0'),
  ),
})

test('the report files of two legs make one verdict', async () => {
  const legs = await Promise.all(
    [
      { leg: 'linux', cases: [passes('lifts off'), fails('lands')] },
      { leg: 'windows', cases: [passes('lifts off'), fails('docks', { failure: 'a secret that is not masked' })] },
    ].map(async ({ leg: name, cases }) => {
      const { result } = await runScenario(
        scenario({
          event: 'push-tag',
          inputs: {
            require: 'no-blocking-failures',
            'junit-paths': 'report.xml',
            'test-outcome': 'failure',
            organization: 'acme-org',
            leg: name,
          },
          workspace: { 'report.xml': junit(cases) },
          answers: { listQuarantinedTests: ok(page([quarantinedTest('lands'), quarantinedTest('hovers')])) },
          exit: 0,
          outputs: {},
          requests: [],
        }),
      )
      return JSON.stringify(result.report)
    }),
  )
  // Texts of tests stay in the job whose runner masks them.
  expect(legs.join('')).not.toContain('a secret')
  expect(legs.map(text => JSON.parse(text).facts.quarantinedTests.value.tests.length)).toEqual([1, 0])
  const { outputs, requests } = await runScenario(merge('unmet', legs, {}))
  expect(requests).toEqual([])
  expect(outputs).toMatchObject({
    conclusion: 'failed',
    'test-count': '4',
    'excused-failures': '1',
    'blocking-tests': '["docks"]',
    reasons: ['no-blocking-failures: blocking-failures'],
  })
})
