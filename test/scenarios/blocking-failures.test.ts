import { page, quarantinedTest } from './bodies.ts'
import { type Case, fails, junit, passes } from './junit.ts'
import { asks, down, type Outputs, ok, type Scenario, scenario, scenarios } from './scenario.ts'

const INPUTS = {
  require: 'no-blocking-failures',
  'junit-paths': 'reports/*.xml',
  'test-outcome': 'success',
  organization: 'acme-org',
}
/** A tag is about nothing, so that nothing but the list is ever asked for. */
const TAG: Outputs = { context: 'other' }
const FAILED: Record<string, string> = { 'test-outcome': 'failure' }

const verdicts = {
  met: { exit: 0, conclusion: 'passed' },
  unmet: { exit: 1, conclusion: 'failed' },
  unknown: { exit: 1, conclusion: 'unknown' },
} as const

interface Given {
  cases?: readonly Case[]
  /** Instead of a report of the cases. */
  files?: Record<string, string>
  inputs?: Record<string, string>
  /** Names of quarantined tests, or their rows; null where the list is not asked for. */
  list?: Scenario['answers']
  event?: NonNullable<Scenario['event']>
}

/** One run on test reports. `counts`: tests that ran, blocking, excused; empty where not determined. */
function run(
  verdict: keyof typeof verdicts,
  counts: [ran: string, blocking: string, excused: string, names?: string[]],
  { cases, files, inputs, list, event = 'push-tag' }: Given,
  codes: string[] = [],
  more: Partial<Scenario> = {},
): Scenario {
  const [ran, blocking, excused, names] = counts
  const { outputs, ...others } = more
  return scenario({
    event,
    inputs: { ...INPUTS, ...inputs },
    workspace: { 'src/engine/engine.test.ts': '', ...(files ?? { 'reports/a.xml': junit(cases ?? []) }) },
    ...(list ? { answers: list } : {}),
    exit: verdicts[verdict].exit,
    outputs: {
      ...TAG,
      conclusion: verdicts[verdict].conclusion,
      'test-count': ran,
      'blocking-failures': blocking,
      'excused-failures': excused,
      'blocking-tests': blocking === '' ? '' : JSON.stringify(names ?? []),
      'flaky-tests': ran === '' ? '' : '[]',
      ...outputs,
    },
    reasons: codes.map(code => `no-blocking-failures: ${code}`),
    requests: list ? [asks.page()] : [],
    ...others,
  })
}

const listed = (...rows: ReturnType<typeof quarantinedTest>[]) => ({ listQuarantinedTests: ok(page(rows)) })
const counted = (count: number): Partial<Scenario> => ({ outputs: { 'quarantined-count': String(count) } })

scenarios('blocking-failures', {
  'nothing failed, and nothing is asked': run('met', ['2', '0', '0'], {
    cases: [passes('lifts off'), passes('lands')],
  }),
  'what failed is quarantined': run(
    'met',
    ['2', '0', '1'],
    { cases: [passes('lifts off'), fails('lands')], inputs: FAILED, list: listed(quarantinedTest('lands')) },
    [],
    counted(1),
  ),
  'passes, is not seen, and fails: all that a list can say': run(
    'unmet',
    ['3', '1', '1', ['docks']],
    {
      cases: [passes('lifts off'), fails('lands'), fails('docks', { trace: 'at dock (dock.ts:3)\n\nat run' })],
      inputs: FAILED,
      list: listed(quarantinedTest('lifts off'), quarantinedTest('lands'), quarantinedTest('returns')),
    },
    ['blocking-failures'],
    counted(3),
  ),
  'more than may be excused': run(
    'unmet',
    ['2', '2', '0', ['lifts off', 'lands']],
    {
      cases: [fails('lifts off'), fails('lands')],
      inputs: { ...FAILED, 'max-excused': '1' },
      list: listed(quarantinedTest('lifts off'), quarantinedTest('lands')),
    },
    ['too-many-excused'],
    counted(2),
  ),
  'the tests failed, and no test did': run('unmet', ['1', '0', '0'], { cases: [passes('lands')], inputs: FAILED }, [
    'test-crash',
  ]),
  'an outage of the list': run(
    'unmet',
    ['1', '1', '0', ['lands']],
    {
      cases: [fails('lands')],
      inputs: { ...FAILED, 'on-unavailable': 'warn' },
      list: { listQuarantinedTests: down(503) },
    },
    [],
    { reasons: ['no-blocking-failures: blocking-failures', 'service-unavailable'] },
  ),
  'nothing required, a test failed': run(
    'unmet',
    ['1', '1', '0', ['lands']],
    { cases: [fails('lands')], inputs: { require: 'none' }, list: listed() },
    [],
    { exit: 0, outputs: { conclusion: 'reported', 'quarantined-count': '0' } },
  ),
  'moved since it was quarantined': run(
    'unmet',
    ['1', '1', '0', ['lands']],
    {
      cases: [fails('lands')],
      inputs: FAILED,
      list: listed(quarantinedTest('lands', { file: 'src/legs/engine.test.ts' })),
    },
    ['blocking-failures'],
    counted(1),
  ),
})

scenarios('bad-reports', {
  'fewer failures than it counts': run(
    'unknown',
    ['', '', ''],
    { files: { 'reports/a.xml': junit([passes('lands')], { failures: 3 }) } },
    ['report-truncated'],
  ),
  'a set-up that failed': run(
    'unmet',
    ['1', '1', '0', ['']],
    {
      files: { 'reports/a.xml': '<testsuite name="engine"><error message="no fuel"/></testsuite>' },
      inputs: FAILED,
      list: listed(),
    },
    ['blocking-failures'],
    counted(0),
  ),
  'cut off, and the step failed': run(
    'unmet',
    ['', '', ''],
    { files: { 'reports/a.xml': junit([passes('lands')]).slice(0, -30) }, inputs: FAILED },
    ['report-malformed', 'test-crash', 'report-empty'],
  ),
  'cut off behind a failure': run(
    'unmet',
    ['', '1', '', ['lands']],
    { files: { 'reports/a.xml': junit([fails('lands'), passes('docks')]).slice(0, -30) }, list: listed() },
    ['blocking-failures', 'report-malformed'],
    counted(0),
  ),
})
