import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Plan, RunContext, WithoutSecrets } from '../../src/facts/context.ts'
import type { CallRecord } from '../../src/facts/facts.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import { failedBy } from '../../src/facts/reading.ts'
import type { GitHubAnswer, GitHubPoll } from '../../src/github/client.ts'
import { type Answer, ExchangeError } from '../../src/http/exchange.ts'
import { poll } from '../../src/poll/poll.ts'
import { createLog } from '../../src/publish/log.ts'
import type { Inputs } from '../../src/setup/inputs.ts'
import { asText, rendered } from '../../src/text/message.ts'
import { cleanerOf } from '../../src/text/secret.ts'
import { ago, result as begunResult, context, gitHubFailure, HEAD, inputs, NOW, OTHER, plan } from '../builders.ts'
import * as valid from '../faults/answers.js'
import { makeWorkspace } from '../reports/workspace.ts'
import * as v2 from '../sources/v2/bodies.ts'
import { requiresChecks } from '../stand-in/github/state.js'
import { toolkitInto } from '../toolkit.ts'
import { virtualClock } from './clock.ts'
// Loaded beforehand: the virtual clock does not wait for a module.
import '../../src/poll/changed-tests.ts'
import '../../src/poll/explain.ts'
import '../../src/poll/tests.ts'
import '../../src/poll/wait.ts'

/** The head of {@link valid}'s pull request is the one of the builders' context. */
const ANSWERS: Record<string, unknown> = {
  getSubmittedPullRequest: valid.submittedPullRequest,
  getQueue: valid.queue,
  getMergeQueueTestingDetails: valid.testingDetails,
  'flaky-tests/list-quarantined-tests': {
    ...valid.quarantinedTests,
    quarantined_tests: [{ name: 'ignites', classname: 'Engine' }],
  },
  repositories: v2.listOf([v2.repository()]),
  'merge-queues': v2.listOf([v2.queue()]),
  'merge-queues/{id}/order': v2.order({ batches: [], pending: [v2.pendingEntry(42)] }),
  'pull-requests': v2.listOf([v2.pullRequest({}, { state: 'pending' })]),
  'pull-requests/{id}/verification-runs': v2.listOf([v2.run()]),
}
const VIEW = {
  number: 42,
  state: 'open',
  head: { sha: OTHER },
  base: { ref: 'release' },
  mergeable: true,
  mergeable_state: 'clean',
}
const FAILED = '<testsuite><testcase name="ignites" classname="Engine"><failure/></testcase></testsuite>'
const FAILED_IN_FILE = FAILED.replace('classname', 'file="test/engine.test.ts" classname')
const PASSED = '<testsuite><testcase name="ignites" classname="Engine"/></testsuite>'
const TESTS: Partial<Inputs> = {
  junitPaths: ['*.xml'],
  organization: 'acme',
  testOutcome: 'failure',
  require: ['no-blocking-failures'],
}
const NOTHING = plan({ reads: [], needed: [] })

interface Given {
  inputs?: Partial<Inputs>
  context?: Partial<RunContext>
  plan?: Plan
  without?: WithoutSecrets | null
  files?: Record<string, string>
  /** By operation, one after the other; the last one stays. */
  answers?: Record<string, unknown[]>
  /** GitHub's answer about the pull request, the files that it changes, and the check runs of any commit. */
  view?: unknown
  changes?: string[]
  checkRuns?: object[]
  environment?: NodeJS.ProcessEnv
  /** Requests that GitHub does not answer before the one that it does. */
  silences?: number
  cancelled?: boolean
  /** Milliseconds of a wait before the step is cancelled. */
  cancelAfterMs?: number
}

/** What was told before the poll. */
const EARLIER = { warnings: ['An earlier warning.'], notices: ['An earlier notice.'] }

async function polled(given: Given) {
  const virtual = given.inputs?.waitTimeoutMs ? virtualClock() : null
  let now = NOW
  const clock = virtual ?? {
    now: () => now,
    monotonic: () => now,
    sleep: async (ms: number) => {
      now += ms
    },
  }
  const sent: string[] = []
  const atGitHub: string[] = []
  const lines: string[] = []
  const calls: CallRecord[] = []
  const requests: string[] = []
  const waits: unknown[] = []
  const { workspace, temp } = makeWorkspace(given.files)
  const cancellation = new AbortController()
  const cancel = () => cancellation.abort(new Error('the step was cancelled'))
  if (given.cancelled) cancel()
  const asked = Promise.withResolvers<void>()
  const exchange = async ({ url, signal }: { url: URL; signal?: AbortSignal | undefined }): Promise<Answer> => {
    asked.resolve()
    signal?.throwIfAborted()
    const operation = url.pathname.replace(/^\/v[12]\//, '').replace(/(?<=\/)[\w-]*\d[\w-]*/, '{id}')
    const turns = given.answers?.[operation] ?? [ANSWERS[operation]]
    const answer = turns[Math.min(sent.filter(each => each === operation).length, turns.length - 1)]
    sent.push(operation)
    if (answer instanceof Error) throw answer
    if (typeof answer === 'number') return { status: answer, headers: {}, body: Buffer.from('no') }
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) }
  }
  const client = {
    request: async (route: string) => {
      asked.resolve()
      atGitHub.push(route.replace(/^.*\/repos\/\{owner\}\/\{repo\}/, ''))
      if (atGitHub.length <= (given.silences ?? 0))
        return failedBy(gitHubFailure('github-unavailable', 'GitHub is down', 'Ask.'))
      const { changes = [], checkRuns = [], view = VIEW } = given
      const data: Record<string, unknown> = {
        files: changes.map(filename => ({ filename, status: 'modified' })),
        'check-runs': { total_count: checkRuns.length, check_runs: checkRuns },
        status: { total_count: 0, statuses: [] },
        '{branch}': [requiresChecks('gate', 'unit')],
      }
      const found = data[path.basename(route)] ?? view
      const value: GitHubAnswer = { status: 200, data: found, hasNext: false }
      return { value } as const
    },
    query: async () => failedBy(gitHubFailure('github-forbidden', 'no', 'Ask.')),
  }
  const toolkit = toolkitInto(line => lines.push(line))
  const work = poll(
    {
      inputs: inputs(given.inputs),
      context: context(given.context),
      plan: given.plan ?? plan({ reads: ['pull-request'], needed: ['pull-request'] }),
      without: given.without ?? null,
      secrets: { service: 'a-secret-token', github: 'another-token', clean: cleanerOf('a-secret-token') },
      client,
      log: createLog({ annotations: false, toolkit }),
      world: {
        environment: { GITHUB_WORKSPACE: workspace, RUNNER_TEMP: temp, ...given.environment },
        node: '24.18.0',
        clock,
        toolkit,
        random: () => 0.5,
        createExchange: () => exchange,
        signal: cancellation.signal,
      },
      onWait: (facts, about) => waits.push([facts.pullRequest.kind, about.targetBranch?.value]),
    },
    begunResult({ calls, requests, ...EARLIER }),
  )
  // Files are read in real time, which a clock that stands still does not wait for; a wait reads none.
  if (virtual) await Promise.race([asked.promise, work])
  if (given.cancelAfterMs !== undefined) virtual?.sleep(given.cancelAfterMs).then(cancel)
  const result = await (virtual ? virtual.run(work) : work)
  return { result, sent, atGitHub, lines, calls, requests, waits }
}

describe('a step that is not about tests', () => {
  test('polls once, and tells of each call', async () => {
    const { result, sent, atGitHub, lines, calls, requests, waits } = await polled({ inputs: { require: ['ready'] } })
    expect(result.verdict.conclusion).toBe('passed')
    expect(result).toMatchObject({
      context: context(),
      plan: { reads: ['pull-request'] },
      source: 'service-v1',
      diagnoses: [],
      ...EARLIER,
      polls: 1,
    })
    expect([sent, atGitHub, waits]).toEqual([['getSubmittedPullRequest'], [], []])
    expect(lines).toEqual([
      '#42 → main at a7f3772 · service v1 · reads pull-request · requires ready',
      '::group::Details',
      expect.stringContaining('Repository'),
      ...Array(6).fill(expect.any(String)),
      '::endgroup::',
    ])
    expect(calls.map(({ operation, status }) => [operation, status])).toEqual([['getSubmittedPullRequest', 200]])
    expect(requests).toEqual(['getSubmittedPullRequest: 200 in 0 s'])
  })

  test('tells of a try that was followed by another', async () => {
    const { requests } = await polled({ answers: { getSubmittedPullRequest: [503, valid.submittedPullRequest] } })
    expect(requests).toEqual([
      expect.stringMatching(/^Trying again in 0\.\d s, getSubmittedPullRequest: queue\.example answered 503/),
      expect.stringMatching(/^getSubmittedPullRequest: 200 in .* after 2 tries$/),
    ])
  })
})

describe('a wait', () => {
  const testing = { ...valid.submittedPullRequest, state: 'testing' }
  const merged = { ...valid.submittedPullRequest, state: 'merged', isCurrentlySubmittedToQueue: false }
  const answers = { getSubmittedPullRequest: [testing, merged] }

  test('polls until it is decided', async () => {
    const given = { inputs: { require: ['merged' as const], waitTimeoutMs: 600_000 }, answers }
    const { result, sent, waits, lines } = await polled(given)
    expect([result.verdict.conclusion, result.polls, sent.length]).toEqual(['passed', 2, 2])
    expect(waits).toEqual([['read', 'main']])
    expect(lines.slice(lines.indexOf('::endgroup::') + 1)).not.toEqual([])
  })

  test.each<[string, Partial<Inputs>, conclusion: string]>([
    ['of no time polls once', { require: ['merged'] }, 'failed'],
    ['for nothing polls once', { waitTimeoutMs: 600_000 }, 'reported'],
  ])('%s', async (_, over, conclusion) => {
    const { result, sent } = await polled({ inputs: over, answers })
    const { verdict, polls, timeline, timedOut } = result
    expect([verdict.conclusion, polls, sent.length, timeline, timedOut]).toEqual([conclusion, 1, 1, [], false])
  })

  test('that is cancelled tells what it knows, and asks for nothing more', async () => {
    const { result, atGitHub } = await polled({
      inputs: { ...TESTS, require: ['merged', 'no-blocking-failures'], waitTimeoutMs: 600_000 },
      files: { 'a.xml': FAILED_IN_FILE, 'test/engine.test.ts': '' },
      changes: ['test/engine.test.ts'],
      answers: { getSubmittedPullRequest: [testing] },
      cancelAfterMs: 5000,
    })
    expect([result.verdict.conclusion, result.facts.pullRequest.kind, atGitHub]).toEqual(['cancelled', 'read', []])
    expect(result).toMatchObject(EARLIER)
    expect(result.judged?.excuses.excused).toHaveLength(1)
  })
})

describe('the first questions to GitHub', () => {
  const comment: Partial<RunContext> = { headSha: null, pullRequestHead: null, targetBranch: null, askForBranch: true }

  test('the target branch, where the event leaves it to GitHub', async () => {
    const { result, atGitHub, sent } = await polled({ context: comment })
    expect(atGitHub).toEqual(['/pulls/{pull_number}'])
    expect(sent).toEqual(['getSubmittedPullRequest'])
    expect(result.context).toEqual(context({ ...comment, targetBranch: { value: 'release', from: 'GitHub' } }))
  })

  test('an answer about another pull request says nothing', async () => {
    const { result, sent } = await polled({ context: comment, view: { ...VIEW, number: 43 } })
    expect([result.context, sent]).toEqual([context(comment), []])
  })

  const SUBMITTED: Inputs['require'] = ['submitted']
  test.each<[string, silences: number, Inputs['require'], waitTimeoutMs: number, conclusion: string, asked: number]>([
    ['an outage is waited through', 3, SUBMITTED, 600_000, 'passed', 4],
    ['until the time is over', 99, SUBMITTED, 60_000, 'unknown', 4],
    ['without a wait it is reported at once', 1, SUBMITTED, 0, 'unknown', 1],
    ['nor is anything waited for where nothing is required', 1, [], 60_000, 'unknown', 1],
  ])('the target branch: %s', async (_, silences, require, waitTimeoutMs, conclusion, asked) => {
    const { result, atGitHub } = await polled({
      context: comment,
      silences,
      inputs: { require, onUnavailable: 'warn', waitTimeoutMs },
    })
    const { verdict } = result
    expect([verdict.conclusion, verdict.succeeds, atGitHub.length]).toEqual([conclusion, true, asked])
    if (conclusion === 'unknown') expect(verdict.reasons[0]?.code).toBe('target-branch-unknown')
  })

  test('nothing about no pull request', async () => {
    const { atGitHub } = await polled({ context: { ...comment, pullRequest: null } })
    expect(atGitHub).toEqual([])
  })

  test.each<[string, Partial<RunContext>, statusContext: string | null, head: string | null]>([
    ['a status of its own belongs on the head', { headSha: null, pullRequestHead: null }, 'gate', OTHER],
    ['without one the head is not asked for', { headSha: null, pullRequestHead: null }, null, null],
    ['the event has a head', {}, 'gate', null],
  ])('the commit: %s', async (_, about, statusContext, head) => {
    const { result, atGitHub } = await polled({ context: about, inputs: { statusContext } })
    expect(result.context).toEqual(context({ ...about, statusHead: head }))
    expect(atGitHub).toEqual(head === OTHER ? ['/pulls/{pull_number}'] : [])
  })
})

describe("a status of the step's own", () => {
  const both = ['pull-request', 'queue']
  const askedBoth = ['getSubmittedPullRequest', 'getQueue']
  test.each<[string, Partial<Inputs>, Partial<RunContext>, reads: string[], sent: string[]]>([
    ['the queue is read for it', { statusContext: 'gate' }, {}, both, askedBoth],
    ['none: the queue is not read', {}, {}, ['pull-request'], ['getSubmittedPullRequest']],
    ['no branch, no queue', { statusContext: 'gate' }, { targetBranch: null }, ['pull-request'], []],
    [
      'a branch that GitHub names',
      { statusContext: 'gate' },
      { targetBranch: null, askForBranch: true },
      both,
      askedBoth,
    ],
  ])('%s', async (_, over, about, reads, expected) => {
    const view = { ...VIEW, head: { sha: HEAD }, base: { ref: 'main' } }
    const { sent, result } = await polled({ inputs: over, context: about, view })
    expect([result.plan?.reads, sent, result.source]).toEqual([reads, expected, expected[0] ? 'service-v1' : null])
  })

  test('a queue that is read anyway is read once', async () => {
    const both = plan({ reads: ['pull-request', 'queue'], needed: [] })
    const { sent, result } = await polled({ inputs: { statusContext: 'gate' }, plan: both })
    expect([sent, result.plan]).toEqual([['getSubmittedPullRequest', 'getQueue'], both])
  })

  test('a name that the queue requires is a bad input', async () => {
    const { result } = await polled({ inputs: { statusContext: 'unit', require: ['ready'] } })
    expect(result.verdict).toMatchObject({ conclusion: 'failed', reasons: [{ code: 'bad-input' }] })
  })

  test('a queue that is read for it alone decides nothing where it fails', async () => {
    const { result } = await polled({
      inputs: { statusContext: 'gate' },
      plan: plan({ reads: ['pull-request'], needed: ['pull-request'], from: 'input' }),
      answers: { getQueue: [400] },
    })
    expect(result.verdict).toMatchObject({ conclusion: 'reported', succeeds: true })
  })
})

describe('a step about tests', () => {
  const LIST = 'flaky-tests/list-quarantined-tests'
  const files = { 'a.xml': FAILED }
  const tested = (over: Partial<Inputs> = {}, more: Given = {}) =>
    polled({ inputs: { ...TESTS, ...over }, files, plan: NOTHING, ...more })

  test('reads the list where a test failed, and judges by it', async () => {
    const { result, sent, lines } = await tested()
    expect(sent).toEqual([LIST])
    expect(result.verdict).toMatchObject({ conclusion: 'passed', conditions: [{ condition: 'no-blocking-failures' }] })
    expect(result.plan).toEqual(plan({ reads: ['quarantined-tests'], needed: ['quarantined-tests'] }))
    expect(result.judged?.excuses.excused).toHaveLength(1)
    expect(result).toMatchObject(EARLIER)
    expect(lines[0]).toBe(
      '#42 → main at a7f3772 · service v1 · reads test reports, quarantined-tests · requires no-blocking-failures',
    )
  })

  test('reads no list where none failed', async () => {
    const { result, sent } = await tested({ testOutcome: 'success' }, { files: { 'a.xml': PASSED } })
    expect([result.verdict.conclusion, sent]).toEqual(['passed', []])
  })

  test('an outage of the list: what failed blocks', async () => {
    const { result } = await tested({ onUnavailable: 'warn' }, { answers: { [LIST]: [400] } })
    expect(result.verdict).toMatchObject({ conclusion: 'failed', succeeds: false })
  })

  test('tells what is wrong with its reports after what was told before', async () => {
    const short = { 'a.xml': FAILED.replace('<testsuite', '<testsuite tests="2"') }
    const { result } = await tested({ testOutcome: 'success' }, { files: short })
    const told = {
      warnings: result.warnings.map(each => asText(each)),
      notices: result.notices.map(each => asText(each)),
    }
    expect(told).toEqual({
      warnings: [...EARLIER.warnings, expect.stringMatching(/^Tests failed, yet/)],
      notices: [...EARLIER.notices, expect.stringMatching(/^a\.xml: .* says 2 tests/)],
    })
  })

  test('says what limits show that gate nothing', async () => {
    const { lines } = await tested({ maxQuarantined: 3 })
    expect(lines.at(-1)).toBe('max-quarantined decides nothing: to gate by it, add quarantine-within-limits to require')
  })

  test('an event without a token asks nobody', async () => {
    const { result, sent, lines } = await polled({ inputs: TESTS, files, without: 'fork' })
    expect([result.verdict.conclusion, sent, result.diagnoses]).toEqual(['failed', [], []])
    expect(result).toMatchObject({ plan: { reads: [], needed: [] }, context: context(), ...EARLIER })
    expect(lines).toEqual(['#42 → main at a7f3772 · reads test reports · requires no-blocking-failures'])
  })

  test('nor does one that merges what other legs wrote', async () => {
    const merging = { mergeReports: ['*.json'], expectedReports: 1, require: TESTS.require ?? [] }
    const { result, sent, lines } = await polled({ inputs: merging })
    expect([result.verdict.conclusion, sent]).toEqual(['unknown', []])
    expect(lines).toEqual(['#42 → main at a7f3772 · reads report files · requires no-blocking-failures'])
  })

  test('and says so where that gates nothing', async () => {
    const { result, lines } = await polled({ inputs: { mergeReports: ['*.json'], expectedReports: 1 } })
    expect(result.verdict.conclusion).toBe('reported')
    expect(lines.slice(1)).toEqual([
      'merge-reports decides nothing: to gate by it, add no-blocking-failures to require',
    ])
  })

  test.each<[string, Given, warnings: number]>([
    ['a file of an excused test that the pull request changes: a warning', { changes: ['test/engine.test.ts'] }, 1],
    ['it changes others', { changes: ['README.md'] }, 0],
  ])('%s', async (_, given, warnings) => {
    const { result, atGitHub } = await polled({
      inputs: TESTS,
      files: { 'a.xml': FAILED_IN_FILE, 'test/engine.test.ts': '' },
      plan: NOTHING,
      ...given,
    })
    expect(result.warnings.slice(1)).toHaveLength(warnings)
    expect(result.notices).toEqual(EARLIER.notices)
    expect(atGitHub).toEqual(['/pulls/{pull_number}/files'])
  })

  test('failures in the queue are reported with those excused here', async () => {
    const failed = { ...valid.submittedPullRequest, state: 'failed', isCurrentlySubmittedToQueue: false }
    const told = async (cases: string, about: Partial<Inputs> = TESTS) => {
      const { result } = await polled({
        inputs: about,
        files: { 'a.xml': cases },
        context: { testRunId: { value: valid.TEST_RUN_ID, from: 'input' } },
        plan: plan({ reads: ['pull-request', 'test-run'], needed: [] }),
        answers: {
          getSubmittedPullRequest: [failed],
          getMergeQueueTestingDetails: [
            {
              ...valid.testingDetails,
              status: 'failed',
              requiredStatuses: ['docs'],
            },
          ],
        },
      })
      return rendered(result.diagnoses[0])?.message
    }
    const [excused, blocked] = [await told(FAILED), await told(FAILED.replace('ignites', 'breaks'))]
    expect(excused).toMatch(/quarantined/)
    expect(blocked).not.toMatch(/quarantined/)
    expect(await told(FAILED, { require: ['merged'] })).toBe(blocked)
  })

  test('no test report is read: there is nothing to judge', async () => {
    const step = { ...TESTS, junitPaths: [], maxQuarantined: 1, require: [] }
    const { result } = await polled({ inputs: step, plan: plan({ reads: ['quarantined-tests'], needed: [] }) })
    expect([result.verdict.conclusion, result.judged]).toEqual(['reported', null])
  })

  test('changed files are not read if nothing is excused, or the step was cancelled', async () => {
    const none = { [LIST]: [{ ...valid.quarantinedTests, quarantined_tests: [], page: {} }] }
    expect((await polled({ inputs: TESTS, files, plan: NOTHING, answers: none })).atGitHub).toEqual([])
    const step = { inputs: { ...TESTS, junitPaths: [], maxQuarantined: 1, require: [] } }
    const { result, atGitHub } = await polled({ ...step, cancelled: true })
    expect([result.verdict.conclusion, atGitHub]).toEqual(['cancelled', []])
  })
})

describe('what explains the outcome', () => {
  const RUNS = 'pull-requests/{id}/verification-runs'
  const named = plan({ reads: ['pull-request', 'queue', 'test-run'], needed: ['test-run'], from: 'input' })
  const LOST = 'queue.example answered 503, five times in 3.8 s: "no". The newest test run of #42 is not known.'

  test.each<[string, Given, conclusion: string, foundRun: string, notices: string[]]>([
    ['input read names it', { plan: named }, 'reported', 'read', []],
    ['it does not', { plan: plan({ ...named, from: 'auto' }) }, 'reported', 'not-asked', []],
    ['it names others', { plan: plan({ ...named, reads: ['pull-request', 'queue'] }) }, 'reported', 'not-asked', []],
    ['an outage, and nothing is required', { plan: named, answers: { [RUNS]: [503] } }, 'unknown', 'absent', []],
    [
      'an outage beside a condition',
      { plan: named, answers: { [RUNS]: [503] }, inputs: { require: ['submitted'] } },
      'passed',
      'absent',
      [LOST],
    ],
  ])("the pull request's newest run: %s", async (_, given, conclusion, foundRun, notices) => {
    const { result } = await polled({ context: { source: SOURCES['service-v2'] }, ...given })
    expect([result.verdict.conclusion, result.facts.foundRun.kind]).toEqual([conclusion, foundRun])
    expect(result.notices.map(each => asText(each))).toEqual([...EARLIER.notices, ...notices])
  })

  const OF_RUN = { testRunId: { value: valid.TEST_RUN_ID, from: 'input' as const } }
  const reading = plan({ reads: ['test-run'], needed: ['test-run'] })

  test('a run of another pull request is a warning', async () => {
    const details = { ...valid.testingDetails, testedPullRequests: [{ prNumber: 41, prUrl: '', title: '' }] }
    const answers = { getMergeQueueTestingDetails: [details] }
    const { result } = await polled({ context: OF_RUN, plan: reading, answers })
    expect(result.warnings).toEqual([
      ...EARLIER.warnings,
      '`test-run-id` names a test run of #41, not of #42. Check that id.',
    ])
  })

  const pendingCheck = (over: object) => ({
    ...{ status: 'in_progress', conclusion: null, started_at: null, completed_at: null },
    ...{ html_url: null, details_url: null, app: null },
    ...over,
  })
  const CHECKS = ['/commits/{ref}/check-runs', '/commits/{ref}/status']
  test.each<[string, Partial<Inputs>, atGitHub: string[], code: string | undefined]>([
    ['the step waits for it', { require: ['test-run-succeeded'], checkRunId: 7 }, CHECKS, 'waiting-on-own-check'],
    ['the runner does not name it', { require: ['test-run-succeeded'] }, [], 'test-run-in-progress'],
    ['no condition waits for it', { require: ['submitted'], checkRunId: 7 }, [], undefined],
  ])("the step's own check in the test run: %s", async (_, step, expected, code) => {
    const details = { ...valid.testingDetails, requiredStatuses: ['ci / build', 'ci / unit'] }
    const own = pendingCheck({ id: 7, name: 'ci / unit', head_sha: details.testBranchSha })
    const { result, atGitHub } = await polled({
      inputs: step,
      context: OF_RUN,
      plan: plan({ reads: ['pull-request', 'test-run'], needed: [] }),
      answers: { getMergeQueueTestingDetails: [details] },
      checkRuns: [own],
    })
    expect([atGitHub, result.verdict.reasons[0]?.code]).toEqual([expected, code])
  })

  test('the run of a merge group leaves that check out, so it is not looked for', async () => {
    const { result, atGitHub } = await polled({
      inputs: { require: ['test-run-succeeded'], checkRunId: 7 },
      context: { source: SOURCES.github, kind: 'merge-group', pullRequest: null },
      plan: reading,
      checkRuns: [
        pendingCheck({ id: 7, name: 'gate', head_sha: HEAD }),
        pendingCheck({ id: 8, name: 'unit', head_sha: HEAD }),
      ],
    })
    expect(result.verdict.reasons[0]?.code).toBe('test-run-in-progress')
    expect(atGitHub.filter(route => CHECKS.includes(route))).toEqual(CHECKS)
  })

  const both = plan({ reads: ['pull-request', 'queue'], needed: ['pull-request', 'queue'] })
  const since = (ms: number) => ({ ...valid.submittedPullRequest, state: 'testing', stateChangedAt: ago(ms) })
  // The time-out of the queue's tests is an hour.
  test.each<[string, minutes: number, Partial<Inputs>, silentAfter: number, codes: string[]]>([
    ['it is tested for long', 40, { require: ['merged'] }, 99, ['cause-unknown']],
    ['not yet', 25, { require: ['merged'] }, 99, []],
    ['every condition is met', 40, { require: ['submitted'] }, 99, []],
    ['by the end of the wait', 25, { require: ['merged'], waitTimeoutMs: 600_000 }, 99, ['cause-unknown']],
    ['an outage has lasted since the poll that decides', 25, { require: ['merged'], waitTimeoutMs: 600_000 }, 1, []],
  ])('age is a cause: %s', async (_, minutes, step, silentAfter, codes) => {
    const answer = since(minutes * 60_000)
    const { result } = await polled({
      inputs: step,
      plan: both,
      answers: { getSubmittedPullRequest: [...Array(Math.min(silentAfter, 20)).fill(answer), 503] },
    })
    expect(result.diagnoses.map(({ code }) => code)).toEqual(codes)
  })

  test.each<[Inputs['require'], conclusion: string, hasRemedy: boolean]>([
    [['not-submitted'], 'passed', false],
    [['submitted'], 'failed', true],
  ])('why it is out is told without a remedy where that is what was wanted: %j', async (require, conclusion, has) => {
    const out = { ...valid.submittedPullRequest, state: 'cancelled', isCurrentlySubmittedToQueue: false }
    const { result } = await polled({
      inputs: { require },
      plan: both,
      answers: { getSubmittedPullRequest: [out], getQueue: [{ ...valid.queue, enqueuedPullRequests: [] }] },
    })
    expect(result.verdict.conclusion).toBe(conclusion)
    expect(result.diagnoses.map(({ remedy }) => asText(remedy) !== '')).toEqual([has])
  })
})

describe('what a failure of the service is told with', () => {
  const told = async (failure: unknown, step: Partial<Inputs>, environment: NodeJS.ProcessEnv = {}) => {
    const answers = { getSubmittedPullRequest: [failure] }
    const { result } = await polled({ inputs: { require: ['submitted'], ...step }, answers, environment })
    const [first] = result.verdict.reasons
    return [asText(first?.message ?? ''), asText(first?.remedy ?? '')]
  }

  test.each<['fail' | 'warn', remedy: string]>([
    [
      'fail',
      'Run the job again when the service is back, or set `on-unavailable: warn` (the step then succeeds unchecked).',
    ],
    ['warn', 'Run the job again when the service is back.'],
  ])('an outage under %s', async (onUnavailable, remedy) => {
    expect((await told(503, { onUnavailable }))[1]).toBe(remedy)
  })

  test.each<[string, NodeJS.ProcessEnv, message: RegExp]>([
    ['none', {}, /: it broke off, five times/],
    ['one', { https_proxy: 'http://proxy.example:8080' }, /: it broke off, through the proxy "proxy\.example:8080"/],
    ['one whose name holds a token', { https_proxy: 'http://a-secret-token.example' }, /proxy "\*\*\*\.example"/],
  ])('the proxy: %s', async (_, environment, message) => {
    const broken = new ExchangeError('network', 'it broke off')
    expect((await told(broken, {}, environment))[0]).toMatch(message)
  })
})
