import type { Answer } from '../stand-in/service/state.js'
import { ago, page, quarantinedTest } from './bodies.ts'
import { asks, down, no, type Outputs, ok, PULL_REQUEST, type Scenario, scenario, scenarios } from './scenario.ts'

/** `read: quarantined-tests`, the pages as they come. */
function listed(
  answers: Answer[],
  tokens: string[],
  outputs: Outputs,
  reasons: string[] = [],
  exit: Scenario['exit'] = 0,
): Scenario {
  return scenario({
    inputs: { read: 'quarantined-tests', organization: 'acme-org' },
    answers: { listQuarantinedTests: answers },
    exit,
    outputs: { ...PULL_REQUEST, conclusion: 'reported', ...outputs },
    reasons,
    requests: tokens.map(token => asks.page(token)),
  })
}

/** Tokens in the form that the stand-in takes; to the action they are opaque. */
const SECOND = 'MToxMDA'
const THIRD = 'MjoxMDA'

const tests = (...names: string[]) => names.map(name => quarantinedTest(name))
const part = (index: number, next: string | null | undefined, ...names: string[]) =>
  ok(page(tests(...names), { total_rows: 5, total_pages: null, next_page_token: next, page_index: index }))

scenarios('quarantined-tests', {
  'one page': listed(
    [
      ok(
        page([
          quarantinedTest('lifts off'),
          quarantinedTest('lands', { codeowners: ['@acme/legs'], quarantined_at: ago({ days: 400 }) }),
          quarantinedTest('hovers', { codeowners: null, file: null, quarantined_at: ago({ hours: 3 }) }),
          quarantinedTest('returns', { codeowners: [], classname: null, file: '', parent: 'orbit' }),
          quarantinedTest('docks', { codeowners: ['@mona', '@acme/engine'], variant: 'arm64', quarantined_at: null }),
        ]),
      ),
    ],
    [''],
    { 'quarantined-count': '5' },
  ),
  'three pages': listed(
    [part(0, SECOND, 'one', 'two'), part(1, THIRD, 'three', 'four'), part(2, '', 'five')],
    ['', SECOND, THIRD],
    { 'quarantined-count': '5' },
  ),
  'an outage on the way': listed(
    [part(0, SECOND, 'one', 'two'), down(503)],
    ['', SECOND],
    { conclusion: 'unknown' },
    ['service-unavailable', 'partial-list'],
    1,
  ),
  'no such organization': listed(
    [no(404, 'organization not found')],
    [''],
    { conclusion: 'unknown' },
    ['not-found'],
    1,
  ),
})
