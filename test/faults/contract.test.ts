import { describe, expect, test, vi } from 'vitest'
import {
  submittedPullRequest as body,
  quarantinedTest,
  quarantinedTests,
  queue,
  readiness,
  TEST_RUN_ID,
  testingDetails,
} from './answers.js'
import { expectFailure, expectPass, expectSound, gateAgainst, reasonOf } from './gate.ts'
import { answer } from './server.js'

vi.setConfig({ maxConcurrency: 8 })

type Ready = 'true' | 'false' | 'unknown'
type Members = Record<string, unknown>

const json = (text: string) => answer({ headers: { 'content-type': 'application/json' }, body: text })
/** As JSON writes it; JSON.stringify would leave `undefined` out, which is wanted here. */
const pullRequest = (members: Members) => answer({ body: { ...body, ...members } })
const rule = (members: Members) => pullRequest({ readiness: { ...readiness, ...members } })
/** The body with more text after the opening brace. */
const withText = (text: string) => json(JSON.stringify(body).replace('{', () => `{${text},`))

function nulls(value: Members, keep: string[]): Members {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, keep.includes(name) ? each : null]))
}

describe.concurrent('whether the pull request is ready', () => {
  test.for<[string, ReturnType<typeof answer>, Ready, string]>([
    ['as documented', pullRequest({}), 'true', ''],
    ['state in capitals', pullRequest({ state: 'PENDING' }), 'true', ''],
    ['state FAILED', pullRequest({ state: 'FAILED' }), 'false', 'state-failed'],
    ['mergeability in capitals', rule({ gitHubMergeability: 'MERGEABLE' }), 'true', ''],
    ['mergeability NOT_MERGEABLE', rule({ gitHubMergeability: 'NOT_MERGEABLE' }), 'false', 'not-mergeable'],
    ['a new state', pullRequest({ state: 'on_the_moon' }), 'unknown', 'state-unknown'],
    ['a new state like one of an object', pullRequest({ state: 'constructor' }), 'unknown', 'state-unknown'],
    ['an empty state', pullRequest({ state: '' }), 'unknown', 'state-unknown'],
    ['state absent', pullRequest({ state: undefined }), 'true', ''],
    ['state null', pullRequest({ state: null }), 'true', ''],
    ['readiness absent, pending', pullRequest({ readiness: undefined }), 'true', ''],
    ['readiness null, pending', pullRequest({ readiness: null }), 'true', ''],
    [
      'readiness absent, not_ready',
      pullRequest({ readiness: undefined, state: 'not_ready' }),
      'false',
      'state-not-ready',
    ],
    ['readiness and state absent', pullRequest({ readiness: undefined, state: undefined }), 'unknown', 'state-unknown'],
    ['readiness absent, a new state', pullRequest({ readiness: undefined, state: 'new' }), 'unknown', 'state-unknown'],
    ['readiness empty', pullRequest({ readiness: {} }), 'unknown', 'base-branch-unknown'],
    [
      'hasImpactedTargets absent, required',
      rule({ hasImpactedTargets: undefined }),
      'unknown',
      'impacted-targets-unknown',
    ],
    ['hasImpactedTargets null, required', rule({ hasImpactedTargets: null }), 'unknown', 'impacted-targets-unknown'],
    [
      'hasImpactedTargets absent, not required',
      rule({ hasImpactedTargets: undefined, requiresImpactedTargets: false }),
      'true',
      '',
    ],
    [
      'requiresImpactedTargets absent, none there',
      rule({ requiresImpactedTargets: undefined, hasImpactedTargets: false }),
      'unknown',
      'impacted-targets-unknown',
    ],
    ['doesBaseBranchMatch absent', rule({ doesBaseBranchMatch: undefined }), 'unknown', 'base-branch-unknown'],
    ['a new mergeability', rule({ gitHubMergeability: 'perhaps' }), 'unknown', 'mergeability-unknown'],
    ['mergeability in_progress', rule({ gitHubMergeability: 'in_progress' }), 'unknown', 'mergeability-in-progress'],
    ['mergeability unspecified', rule({ gitHubMergeability: 'unspecified' }), 'unknown', 'mergeability-unspecified'],
    ['mergeability absent, no GitHub', rule({ gitHubMergeability: undefined }), 'unknown', 'github-unavailable'],
    ['another pull request', pullRequest({ prNumber: 43 }), 'unknown', 'contradictory-answer'],
    ['another commit', pullRequest({ prSha: 'b'.repeat(40) }), 'unknown', 'head-unknown'],
    [
      'nulls for every optional member',
      answer({ body: nulls(body, ['prNumber', 'prSha', 'isCurrentlySubmittedToQueue', 'readiness']) }),
      'true',
      '',
    ],
    [
      'nulls for every optional member, readiness too',
      answer({ body: nulls(body, ['prNumber', 'prSha', 'isCurrentlySubmittedToQueue']) }),
      'unknown',
      'state-unknown',
    ],
    [
      'extra members everywhere',
      pullRequest({ extra: { deep: [1, { a: null }] }, readiness: { ...readiness, canDance: true, more: [{}] } }),
      'true',
      '',
    ],
    [
      '__proto__ and constructor',
      withText('"__proto__":{"state":"failed"},"constructor":{"prototype":{"a":1}}'),
      'true',
      '',
    ],
    ['hasOwnProperty, toString, then', withText('"hasOwnProperty":1,"toString":"x","then":{}'), 'true', ''],
    [
      'a duplicate key: the last one counts',
      withText('"isCurrentlySubmittedToQueue":false,"state":"failed"'),
      'true',
      '',
    ],
    [
      'a duplicate key, the last one false',
      json(`${JSON.stringify(body).slice(0, -1)},"isCurrentlySubmittedToQueue":false}`),
      'false',
      'not-submitted',
    ],
  ])('%s', async ([, fault, ready, reason]) => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: fault })
    if (ready === 'true') expectPass(result)
    expectSound(result)
    expect({ exitCode: result.exitCode, ready: result.outputs['ready'], reason: result.outputs['reason'] }).toEqual({
      exitCode: ready === 'true' ? 0 : 1,
      ready,
      reason,
    })
    expect(server.requests).toHaveLength(1)
  })

  test.for<[string, ReturnType<typeof answer>, RegExp]>([
    ['prNumber as a string', pullRequest({ prNumber: '42' }), /`prNumber` is not an? \w+/],
    ['prNumber as a fraction', pullRequest({ prNumber: 42.5 }), /`prNumber` is/],
    ['prNumber over the limit', pullRequest({ prNumber: 2147483648 }), /`prNumber` is out of range/],
    ['prNumber as 1e400', json(JSON.stringify(body).replace('"prNumber":42', '"prNumber":1e400')), /`prNumber` is/],
    ['prNumber null', pullRequest({ prNumber: null }), /`prNumber` is not/],
    ['priorityValue as a string', pullRequest({ priorityValue: '100' }), /`priorityValue` is not a number/],
    [
      'a flag as a string',
      pullRequest({ isCurrentlySubmittedToQueue: 'true' }),
      /`isCurrentlySubmittedToQueue` is not a/,
    ],
    ['a flag as a number', pullRequest({ isCurrentlySubmittedToQueue: 1 }), /`isCurrentlySubmittedToQueue` is not a/],
    ['isCurrentlySubmittedToQueue absent', pullRequest({ isCurrentlySubmittedToQueue: undefined }), /`isCurrentlySubm/],
    [
      'a part of the rule as a string',
      rule({ doesBaseBranchMatch: 'true' }),
      /`readiness.doesBaseBranchMatch` is not a/,
    ],
    ['prSha empty', pullRequest({ prSha: '' }), /`prSha` is/],
    ['prSha absent', pullRequest({ prSha: undefined }), /`prSha` is not a string/],
    ['state as a number', pullRequest({ state: 3 }), /`state` is not a string/],
    ['readiness as a list', pullRequest({ readiness: [] }), /`readiness` is not an object/],
    ['required members only in __proto__', json(`{"__proto__":${JSON.stringify(body)}}`), /is not an?/],
    ['an error in JSON', answer({ body: { error: 'no such queue' } }), /is not a/],
    ['the answer of another operation', answer({ body: queue }), /is not a/],
    ['very deep JSON', json(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), /not an object|not JSON/],
  ])('%s breaks the contract', async ([, fault, message]) => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: fault })
    expectFailure(result, 'contract-broken', message)
    expect(server.requests).toHaveLength(1)
  })

  test('the rule in __proto__ is no rule', async () => {
    const text = JSON.stringify({ ...body, readiness: 'RULE' }).replace(
      '"RULE"',
      `{"__proto__":${JSON.stringify(readiness)}}`,
    )
    const { result } = await gateAgainst({ getSubmittedPullRequest: json(text) })
    expectFailure(result, 'base-branch-unknown', /does not say/)
  })
})

describe.concurrent('the queue', () => {
  const inputs = { read: 'queue', require: 'queue-running' }

  test.for<[string, Members, string, string, string]>([
    ['as documented', {}, 'passed', '', 'running'],
    ['in capitals', { state: 'RUNNING', mode: 'SINGLE', mergeMethod: 'SQUASH' }, 'passed', '', 'running'],
    ['a new state', { state: 'hibernating' }, 'unknown', 'queue-state-unknown', 'hibernating'],
    ['paused', { state: 'PAUSED' }, 'failed', 'queue-paused', 'paused'],
    [
      'a new mode, method and optimization',
      { mode: 'x', mergeMethod: 'y', optimizationMode: 'z' },
      'passed',
      '',
      'running',
    ],
    ['nulls', nulls(queue, ['state', 'branch', 'enqueuedPullRequests']), 'passed', '', 'running'],
    ['null in an entry', { enqueuedPullRequests: [nulls(body, [])] }, 'passed', '', 'running'],
    ['extra members', { extra: {}, enqueuedPullRequests: [{ ...body, extra: [] }] }, 'passed', '', 'running'],
    ['another branch', { branch: 'develop' }, 'unknown', 'contradictory-answer', 'running'],
    ['state absent', { state: undefined }, 'unknown', 'contract-broken', ''],
    ['enqueuedPullRequests absent', { enqueuedPullRequests: undefined }, 'unknown', 'contract-broken', ''],
    ['concurrency as a string', { concurrency: '4' }, 'unknown', 'contract-broken', ''],
    ['an entry that is null', { enqueuedPullRequests: [null] }, 'unknown', 'contract-broken', ''],
  ])('%s', async ([, members, conclusion, reason, state]) => {
    const { result } = await gateAgainst({ getQueue: answer({ body: { ...queue, ...members } }) }, { inputs })
    expectSound(result)
    expect({ ...result.outputs, exitCode: result.exitCode }).toMatchObject({
      exitCode: conclusion === 'passed' ? 0 : 1,
      conclusion,
      reason,
      'queue-state': state,
      ready: '',
    })
  })
})

describe.concurrent('the test run', () => {
  const inputs = { read: 'test-run', require: 'test-run-succeeded', 'test-run-id': TEST_RUN_ID }

  test.for<[string, Members, string, string]>([
    ['succeeded', { status: 'succeeded' }, 'passed', ''],
    ['in capitals', { status: 'SUCCEEDED' }, 'passed', ''],
    ['a new status', { status: 'melted' }, 'unknown', 'test-run-status-unknown'],
    ['status absent', { status: undefined }, 'unknown', 'test-run-status-unknown'],
    [
      'nulls',
      {
        ...nulls(testingDetails, Object.keys(testingDetails).slice(0, 6)),
        testedPullRequests: [],
        status: 'succeeded',
        requiredStatusesSource: null,
      },
      'passed',
      '',
    ],
    [
      'nulls in nested members',
      {
        status: 'succeeded',
        checkSuites: [{ checkRuns: null }, { checkRuns: [{ name: null, url: null }] }, {}],
        statusChecks: [{ context: null, url: null }, {}],
        testedPullRequests: [{ prNumber: 42, prUrl: null, title: null }],
      },
      'passed',
      '',
    ],
    [
      'extra members',
      { status: 'succeeded', extra: 1, statusChecks: [{ context: 'x', url: 'y', extra: 1 }] },
      'passed',
      '',
    ],
    ['requiredStatuses absent', { requiredStatuses: undefined }, 'unknown', 'contract-broken'],
    ['a number as a string', { testedPullRequests: [{ prNumber: '42' }] }, 'unknown', 'contract-broken'],
    ['testBranchSha absent', { testBranchSha: undefined }, 'unknown', 'contract-broken'],
  ])('%s', async ([, members, conclusion, reason]) => {
    const { result } = await gateAgainst(
      { getMergeQueueTestingDetails: answer({ body: { ...testingDetails, ...members } }) },
      { inputs },
    )
    expectSound(result)
    expect({ ...result.outputs, exitCode: result.exitCode }).toMatchObject({
      exitCode: conclusion === 'passed' ? 0 : 1,
      conclusion,
      reason,
    })
  })
})

describe.concurrent('the pages of quarantined tests', () => {
  const inputs = { read: 'quarantined-tests', require: '' }
  const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ ...quarantinedTest, name: `test ${at}` }))
  const list = (count: number, page: Members) =>
    answer({
      body: { quarantined_tests: rows(count), page: { ...quarantinedTests.page, total_rows: undefined, ...page } },
    })

  test.for<[string, ReturnType<typeof answer>[], string, number]>([
    ['page_index 0', [list(3, { page_index: 0 })], '3', 1],
    ['next_page_token absent', [list(3, { next_page_token: undefined })], '3', 1],
    ['next_page_token ""', [list(3, { next_page_token: '' })], '3', 1],
    ['next_page_token null', [list(3, { next_page_token: null })], '3', 1],
    ['an empty list', [list(0, {})], '0', 1],
    ['page empty', [answer({ body: { quarantined_tests: rows(2), page: {} } })], '2', 1],
    ['two pages', [list(3, { next_page_token: 'a' }), list(2, {})], '5', 2],
    ['a page of 0 rows with a next token', [list(0, { next_page_token: 'a' }), list(2, {})], '2', 2],
    [
      'nulls in a row',
      [answer({ body: { quarantined_tests: [{ ...nulls(quarantinedTest, ['name']) }], page: {} } })],
      '1',
      1,
    ],
    ['extra members', [answer({ body: { ...quarantinedTests, extra: 1 } })], '1', 1],
    ['the same token again: partial', [list(3, { next_page_token: 'a' })], '', 2],
    [
      'tokens in a ring: partial',
      [list(1, { next_page_token: 'a' }), list(1, { next_page_token: 'b' }), list(1, { next_page_token: 'a' })],
      '',
      3,
    ],
    ['pages of 0 rows with the same token: partial', [list(0, { next_page_token: 'a' })], '', 2],
    ['fewer rows than total_rows: partial', [list(3, { total_rows: 4 })], '', 1],
    [
      'a later page is down: partial',
      [list(3, { next_page_token: 'a' }), answer({ status: 503, body: 'down' })],
      '',
      6,
    ],
  ])('%s', async ([, plan, count, requests]) => {
    const { result, server } = await gateAgainst({ 'list-quarantined-tests': plan }, { inputs })
    expectSound(result)
    expect({
      exitCode: result.exitCode,
      conclusion: result.outputs['conclusion'],
      count: result.outputs['quarantined-count'],
    }).toEqual({
      exitCode: 0,
      conclusion: 'reported',
      count,
    })
    expect(server.requests).toHaveLength(requests)
    if (count === '') expect(result.summary).toContain('not the whole list')
  })

  test('tokens are sent back as they came', async () => {
    const token = 'a/b+c==&"\\ é'
    const { server } = await gateAgainst(
      { 'list-quarantined-tests': [list(1, { next_page_token: token }), list(1, {})] },
      { inputs },
    )
    expect(server.requests.map(({ body }) => (body as { page_query: Members }).page_query)).toEqual([
      { page_size: 100, page_token: '' },
      { page_size: 100, page_token: token },
    ])
  })

  test.for<[string, unknown]>([
    ['page absent', { quarantined_tests: [] }],
    ['quarantined_tests absent', { page: {} }],
    ['quarantined_tests null', { quarantined_tests: null, page: {} }],
    ['a row without a name', { quarantined_tests: [{}], page: {} }],
    ['total_rows as a string', { quarantined_tests: [], page: { total_rows: '1' } }],
    ['next_page_token as a number', { quarantined_tests: [], page: { next_page_token: 2 } }],
  ])('%s breaks the contract', async ([, fault]) => {
    const { result } = await gateAgainst({ 'list-quarantined-tests': answer({ body: fault }) }, { inputs })
    expectSound(result)
    expect(result.exitCode).toBe(1)
    expect(result.outputs).toMatchObject({ conclusion: 'unknown', reason: 'contract-broken', 'quarantined-count': '' })
    expect(reasonOf(result)?.message).toMatch(/^flaky-tests\/list-quarantined-tests: unexpected response, /)
  })
})
