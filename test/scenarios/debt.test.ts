import { ago, page, quarantinedTest } from './bodies.ts'
import { asks, CONCLUSIONS, type Outputs, ok, type Scenario, scenario, scenarios, type Verdict } from './scenario.ts'

const listed = (...rows: ReturnType<typeof quarantinedTest>[]) => ({ listQuarantinedTests: ok(page(rows)) })
const OLD = quarantinedTest('lands', { quarantined_at: ago({ days: 40 }) })
const NEW = quarantinedTest('docks', { codeowners: ['@acme/legs', '@acme/engine'], quarantined_at: ago({ days: 26 }) })
const UNOWNED = quarantinedTest('hovers', { codeowners: [], quarantined_at: ago({ days: 3 }) })
const UNDATED = quarantinedTest('orbits', { quarantined_at: null, status_last_updated_at: null })

/** The debt alone: no test reports. */
function debt(
  verdict: Verdict,
  rows: ReturnType<typeof quarantinedTest>[],
  inputs: Record<string, string>,
  outputs: Outputs,
  codes: string[] = [],
): Scenario {
  return scenario({
    event: 'push-tag',
    inputs: { require: 'quarantine-within-limits', organization: 'acme-org', ...inputs },
    answers: listed(...rows),
    exit: CONCLUSIONS[verdict].exit,
    outputs: {
      context: 'other',
      conclusion: CONCLUSIONS[verdict].conclusion,
      'quarantined-count': String(rows.length),
      ...outputs,
    },
    reasons: codes.map(code => `quarantine-within-limits: ${code}`),
    requests: [asks.page()],
  })
}

scenarios('quarantine-within-limits', {
  'within both': debt(
    'met',
    [NEW, UNOWNED],
    { 'max-quarantined': '2', 'max-quarantine-age': '30d' },
    { 'overdue-count': '0' },
  ),
  'over both': debt(
    'unmet',
    [OLD, NEW, UNOWNED],
    { 'max-quarantined': '2', 'max-quarantine-age': '30d' },
    { 'overdue-count': '1' },
    ['quarantine-overdue', 'quarantine-over-limit'],
  ),
  'of no known age': debt('unknown', [UNDATED], { 'max-quarantine-age': '30d' }, { 'overdue-count': '' }, [
    'not-known',
  ]),
  'limits that only show': debt(
    'met',
    [OLD, NEW],
    { require: 'none', 'max-quarantined': '1', 'max-quarantine-age': '30d' },
    { conclusion: 'reported', 'overdue-count': '1' },
  ),
})
