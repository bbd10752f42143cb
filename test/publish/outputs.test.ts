import { describe, expect, test } from 'vitest'
import { type AnswerPart, type Facts, makeDoubt } from '../../src/facts/facts.ts'
import { conclude } from '../../src/gate/conclusion.ts'
import type { JudgedTests } from '../../src/gate/quarantine/tests.ts'
import { type Cause, reason } from '../../src/gate/reasons.ts'
import { type Output, outputsOf } from '../../src/publish/outputs.ts'
import type { Result } from '../../src/result.ts'
import { code, say } from '../../src/text/message.ts'
import {
  ABSENT,
  context,
  entry,
  facts,
  failed,
  HEAD,
  knowing,
  OTHER,
  ofPullRequest,
  ofQuarantined,
  ofQueue,
  ofRun,
  outage,
  quarantinedTest,
  read,
  removal,
  requirements,
  result,
  TEST_RUN_ID,
  TIP,
  testBranchContext,
  testRun,
  verdict,
} from '../builders.ts'

const valuesOf = (given: Partial<Result>, reportFile: string | null = null) =>
  outputsOf(result(given), reportFile).values

const NAMES = Object.keys(valuesOf({})) as Output[]

/** All outputs empty but these. */
function only(given: Partial<Record<Output, string>>): Record<Output, string> {
  return { ...(Object.fromEntries(NAMES.map(name => [name, ''])) as Record<Output, string>), ...given }
}

const ABOUT = { context: 'pull-request', 'target-branch': 'main', 'head-sha': HEAD, 'pull-request': '42' }
const REPORTED = { conclusion: 'reported', reasons: '[]', 'timed-out': 'false' }
const ON_42 = { ...ABOUT, ...REPORTED }
const ON_TEST_BRANCH = {
  ...REPORTED,
  context: 'test-branch',
  'target-branch': 'main',
  'head-sha': TIP,
  'test-run-id': TEST_RUN_ID,
}

const ofRunRead = {
  testRun: read(testRun({ status: 'failed', reported: [{ name: 'unit', url: null, outcome: 'failed' }] })),
}

const onTestBranch = (given: Partial<Facts>) => ({ context: testBranchContext(), facts: facts(given) })

/** What was read contradicts itself in these members. */
const contradicted = (given: Partial<Facts>, ...members: AnswerPart[]) => ({
  facts: facts(given),
  verdict: verdict({ doubts: [makeDoubt(members, 'They differ.')] }),
})

describe('typical results', () => {
  test.each<[string, Partial<Result>, Partial<Record<Output, string>>]>([
    [
      'a bad input: nothing else is known',
      {
        verdict: verdict({
          conclusion: 'failed',
          succeeds: false,
          reasons: [reason('bad-input', null, say`Input ${code('endpoint')}: expected an URL, got nothing.`)],
        }),
        context: null,
        plan: null,
        polls: 0,
      },
      {
        conclusion: 'failed',
        reason: 'bad-input',
        reasons: '[{"code":"bad-input","condition":null,"message":"Input `endpoint`: expected an URL, got nothing."}]',
      },
    ],
    [
      'skipped: nothing was asked',
      {
        verdict: verdict({ conclusion: 'skipped', reasons: [reason('token-missing', null, 'There is none.')] }),
        polls: 0,
      },
      {
        ...ABOUT,
        conclusion: 'skipped',
        reason: 'token-missing',
        reasons: '[{"code":"token-missing","condition":null,"message":"There is none."}]',
      },
    ],
    ['a report of nothing', {}, ON_42],
    [
      'ready',
      {
        verdict: verdict({ conclusion: 'passed', ready: 'met' }),
        facts: facts({ ...ofPullRequest(), ...ofQueue({ entries: [entry({ number: 41 }), entry()] }) }),
      },
      {
        ...ON_42,
        conclusion: 'passed',
        ready: 'true',
        'pull-request-state': 'pending',
        'queue-state': 'running',
        'queue-length': '2',
        'queue-position': '2',
      },
    ],
    [
      'not ready, in a queue without a line',
      {
        verdict: verdict({
          conclusion: 'failed',
          succeeds: false,
          ready: 'unmet',
          reasons: [
            reason('not-mergeable', 'ready', 'The service says that GitHub would not merge it.'),
            reason('queue-paused', 'queue-running', 'The queue is paused.'),
          ],
        }),
        facts: facts({
          ...ofPullRequest({ state: 'not_ready' }),
          ...ofQueue({ state: 'paused', isOrdered: false }),
        }),
      },
      {
        ...ABOUT,
        'timed-out': 'false',
        conclusion: 'failed',
        reason: 'not-mergeable',
        reasons:
          '[{"code":"not-mergeable","condition":"ready","message":"The service says that GitHub would not merge it."},' +
          '{"code":"queue-paused","condition":"queue-running","message":"The queue is paused."}]',
        ready: 'false',
        'pull-request-state': 'not_ready',
        'queue-state': 'paused',
        'queue-length': '1',
      },
    ],
    [
      'never submitted, no queue',
      { verdict: verdict({ ready: 'unmet' }), facts: facts({ pullRequest: ABSENT, queue: ABSENT }) },
      { ...ON_42, ready: 'false', 'queue-state': 'none' },
    ],
    [
      'out of reach: not determined is empty',
      {
        verdict: verdict({ ready: 'unknown' }),
        facts: facts({ pullRequest: failed(outage()), queue: failed(outage()), testRun: failed(outage()) }),
      },
      { ...ON_42, ready: 'unknown' },
    ],
    ['never submitted, and an outage of the queue', knowing({ pullRequest: ABSENT, queue: failed(outage()) }), ON_42],
    [
      'the state of the queue, and then its list, are contradicted',
      contradicted(ofQueue(), 'queue-state', 'queue-list'),
      ON_42,
    ],
    [
      'not in the queue, and without a state',
      knowing(ofPullRequest({ state: null, submitted: false })),
      { ...ON_42, 'pull-request-state': 'not_submitted' },
    ],
    [
      'never submitted, and another answer contradicts itself',
      contradicted({ pullRequest: ABSENT }, 'test-run'),
      { ...ON_42, 'pull-request-state': 'not_submitted' },
    ],
    [
      'never submitted, and the queue lists it',
      contradicted({ pullRequest: ABSENT }, 'pull-request-state', 'queue-list'),
      ON_42,
    ],
    [
      'taken out, and the queue lists it',
      contradicted(
        ofPullRequest({ state: 'cancelled', submitted: false, removal: removal({ reason: 'by-person' }) }),
        'pull-request-state',
        'queue-list',
      ),
      ON_42,
    ],
    [
      'never submitted, and the queue lists an episode of it that is over',
      knowing({ pullRequest: ABSENT, ...ofQueue({ entries: [entry({ state: 'failed' })] }) }),
      {
        ...ON_42,
        'pull-request-state': 'not_submitted',
        'queue-state': 'running',
        'queue-length': '0',
        'queue-position': '1',
      },
    ],
    [
      'in a queue that the branch does not have',
      contradicted({ ...ofPullRequest(), queue: ABSENT }, 'pull-request-state', 'queue-state', 'queue-list'),
      ON_42,
    ],
    ['in the queue, and without a state', knowing(ofPullRequest({ state: null })), ON_42],
    [
      'an empty queue that does not list it',
      knowing(ofQueue({ entries: [] })),
      { ...ON_42, 'queue-state': 'running', 'queue-length': '0' },
    ],
    [
      'entries whose episode is over are listed, and not enqueued',
      knowing(ofQueue({ entries: [entry({ number: 40, state: 'merged' }), entry({ number: 41 }), entry()] })),
      { ...ON_42, 'queue-state': 'running', 'queue-length': '2', 'queue-position': '3' },
    ],
    [
      'merged, and into another branch than the one that was asked for',
      {
        facts: facts(ofPullRequest({ state: 'merged', submitted: false, removal: removal({ reason: 'merged' }) })),
        verdict: verdict({ doubts: [makeDoubt(['pull-request', 'pull-request-state'], 'Its base is another.')] }),
      },
      ON_42,
    ],
    ['the answer is on another pull request', knowing(ofPullRequest({ number: 43 })), ON_42],
    [
      'states of the future are handed on',
      knowing({
        ...ofPullRequest({ state: 'hibernating' }),
        ...ofQueue({ state: 'moving', isOrdered: false }),
      }),
      { ...ON_42, 'pull-request-state': 'hibernating', 'queue-state': 'moving', 'queue-length': '1' },
    ],
    [
      'a test branch',
      onTestBranch(
        ofRun({
          status: 'in_progress',
          pullRequests: [42, 43].map(number => ({ number, url: null, title: null })),
          requiredStatuses: ['unit', 'e2e', 'docs'],
          reported: [{ name: 'unit', url: null, outcome: 'failed' }],
        }),
      ),
      {
        ...ON_TEST_BRANCH,
        'pull-requests': '[42,43]',
        'test-run-status': 'in_progress',
        'test-branch': `rocketq-merge/pr-42/${TEST_RUN_ID}`,
        'missing-statuses': '["e2e","docs"]',
        'failed-statuses': '["unit"]',
      },
    ],
    [
      'a test run that misses nothing: determined, and empty lists',
      onTestBranch(ofRun({ status: null, pullRequests: [] })),
      {
        ...ON_TEST_BRANCH,
        'pull-requests': '[]',
        'test-branch': `rocketq-merge/pr-42/${TEST_RUN_ID}`,
        'missing-statuses': '[]',
        'failed-statuses': '[]',
      },
    ],
    [
      'required statuses that are not all known: none is missing, none failed',
      onTestBranch(ofRun({ status: null, pullRequests: [], whyMoreMayBeRequired: 'the rules could not be read' })),
      { ...ON_TEST_BRANCH, 'pull-requests': '[]', 'test-branch': `rocketq-merge/pr-42/${TEST_RUN_ID}` },
    ],
    ['a test run of another commit says nothing', onTestBranch(ofRun({ testBranchSha: OTHER })), ON_TEST_BRANCH],
    ['no such test run', onTestBranch({ testRun: ABSENT }), ON_TEST_BRANCH],
    ['a wait that ran out', { timedOut: true, polls: 7 }, { ...ON_42, 'timed-out': 'true' }],
    [
      'another repository',
      {
        context: context({
          kind: 'other',
          eventSha: null,
          pullRequest: null,
          targetBranch: 'next',
        }),
      },
      { ...REPORTED, context: 'other', 'target-branch': 'next' },
    ],
  ])('%s', (_, given, expected) => {
    expect(valuesOf(given)).toEqual(only(expected))
  })

  test('the path of the report', () => {
    expect(valuesOf({ askedSource: 'service-v1' }, '/runner/temp/report.json')).toEqual(
      only({ ...ON_42, source: 'service-v1', 'report-file': '/runner/temp/report.json' }),
    )
  })
})

describe('sizes', () => {
  const names = (amount: number, length = 40) => Array.from({ length: amount }, (_, at) => `${at}-`.padEnd(length, 'x'))

  test('a list that fits is whole', () => {
    const requiredStatuses = names(1500)
    const { 'missing-statuses': missing } = valuesOf(onTestBranch(ofRun({ requiredStatuses, reported: [] })))
    expect(JSON.parse(missing)).toEqual(requiredStatuses)
  })

  test('a list that does not fit is empty, and named', () => {
    const pullRequests = names(50_000).map((_, at) => ({ number: at + 1, url: null, title: null }))
    const run = ofRun({ requiredStatuses: names(50_000), reported: [], pullRequests })
    const { values, tooLong } = outputsOf(result(onTestBranch(run)), null)
    expect([values['missing-statuses'], values['pull-requests']]).toEqual(['', ''])
    expect(tooLong).toEqual(['pull-requests', 'missing-statuses'])
  })

  test('a source that says too much of everything stays under the limit of a job, 1 MB of UTF-16', () => {
    const long = 'x'.repeat(500_000)
    const many = names(1900)
    const given = facts({
      ...ofPullRequest({ state: long }),
      ...ofQueue({ state: long }),
      ...ofRun({
        status: long,
        testBranch: long,
        requiredStatuses: [...many, ...many.map(name => `f${name}`)],
        reported: many.map(name => ({ name: `f${name}`, url: null, outcome: 'failed' })),
        pullRequests: names(12_000).map((_, at) => ({ number: at + 1, url: null, title: null })),
      }),
    })
    const about = testBranchContext({ pullRequest: 42 })
    const require = ['ready', 'queue-running', 'test-run-succeeded'] as const
    const judged = conclude(given, about, requirements({ require }))
    const outputs = Object.values(valuesOf({ facts: given, context: about, verdict: judged }))
    expect(outputs.reduce((sum, value) => sum + 2 * value.length, 0)).toBeLessThan(1_000_000)
  })
})

describe('what explains', () => {
  const out = ofPullRequest({ state: 'failed', submitted: false })
  test('the code of the cause', () => {
    const cause: Cause = { code: 'closed', certain: true, message: 'Closed.', evidence: [], remedy: 'Reopen it.' }
    expect(valuesOf({ cause }).diagnosis).toBe('closed')
  })

  test.each<[string, Partial<Result>, Partial<Record<Output, string>>]>([
    [
      'why and how often it was removed',
      { facts: facts(out), explanation: { removal: read(removal({ reason: 'closed' })), removalCount: read(3) } },
      { 'removal-reason': 'closed', 'removal-count': '3' },
    ],
    [
      'by the poll itself',
      { facts: facts(ofPullRequest({ submitted: false, removal: removal({ reason: 'draft' }) })) },
      { 'removal-reason': 'draft', 'removal-count': '' },
    ],
    [
      'nothing of it was read',
      { facts: facts(out), explanation: { removal: failed(outage()) } },
      { 'removal-reason': '', 'removal-count': '' },
    ],
    [
      'its last run',
      { facts: facts(out), explanation: ofRunRead },
      { 'test-run-status': 'failed', 'failed-statuses': '["unit"]', 'missing-statuses': '["e2e"]' },
    ],
  ])('%s', (_, given, expected) => {
    expect(valuesOf(given)).toMatchObject(expected)
  })
})

describe('tests', () => {
  const counts = { ran: 3, passed: 1, failed: 2, skipped: 0, flaky: 0 }
  const judged = (problems: { kind: string }[], blocking: string[], excused: string[]) =>
    ({
      reports: { counts, problems, flaky: [] },
      failures: Object.fromEntries(
        Object.entries({ blocking, excused }).map(([kind, names]) => [kind, names.map(name => ({ test: { name } }))]),
      ),
    }) as unknown as JudgedTests

  test.each<[string, Partial<Result>, Partial<Record<Output, string>>]>([
    ['none', {}, {}],
    [
      'whole reports',
      { judgedTests: judged([], ['a'], ['b']) },
      {
        'test-count': '3',
        'blocking-failures': '1',
        'excused-failures': '1',
        'blocking-tests': '["a"]',
        'flaky-tests': '[]',
      },
    ],
    ['a report that is cut off', { judgedTests: judged([{ kind: 'truncated' }], [], []) }, {}],
    [
      'failures in a report that is cut off',
      { judgedTests: judged([{ kind: 'truncated' }], ['a'], []) },
      { 'blocking-failures': '1', 'blocking-tests': '["a"]' },
    ],
    ['the whole list', knowing(ofQuarantined()), { 'quarantined-count': '1' }],
    [
      'the whole list, and a limit of age',
      { ...knowing(ofQuarantined()), quarantineLimits: { count: null, ageMs: 1000 } },
      { 'quarantined-count': '1', 'overdue-count': '1' },
    ],
    [
      'ages that are not known',
      {
        ...knowing(ofQuarantined({ tests: [quarantinedTest({ quarantinedAt: null })] })),
        quarantineLimits: { count: null, ageMs: 1e12 },
      },
      { 'quarantined-count': '1' },
    ],
    ['a part of the list', knowing(ofQuarantined({ whyPartial: 'a page is missing' })), {}],
  ])('%s', (_, given, expected) => {
    expect(valuesOf(given)).toEqual(only({ ...ON_42, ...expected }))
  })
})
