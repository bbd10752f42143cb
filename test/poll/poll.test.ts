import { describe, expect, test } from 'vitest'
import type { Plan, RunContext, WithoutSecrets } from '../../src/facts/context.ts'
import type { CallRecord } from '../../src/facts/facts.ts'
import { failedBy, gitHubFailure } from '../../src/facts/reading.ts'
import type { GitHubAnswer, GitHubPoll } from '../../src/github/client.ts'
import * as readers from '../../src/github/readers.ts'
import { rendered } from '../../src/message.ts'
import { poll } from '../../src/poll/poll.ts'
import { createLog } from '../../src/publish/log.ts'
import { cleanerOf } from '../../src/secret.ts'
import type { Answer } from '../../src/service/exchange.ts'
import type { Inputs } from '../../src/setup/inputs.ts'
import { result as begunResult, context, HEAD, inputs, NOW, OTHER, plan } from '../builders.ts'
import * as valid from '../faults/answers.js'
import { makeWorkspace } from '../reports/workspace.ts'
import { toolkitInto } from '../toolkit.ts'
import { virtualClock } from './clock.ts'
// Loaded beforehand: the virtual clock does not wait for a module.
import '../../src/poll/wait.ts'

/** The head of {@link valid}'s pull request is the one of the builders' context. */
const ANSWERS: Record<string, unknown> = {
  getSubmittedPullRequest: valid.submittedPullRequest,
  getQueue: valid.queue,
  'flaky-tests/list-quarantined-tests': {
    ...valid.quarantinedTests,
    quarantined_tests: [{ name: 'ignites', classname: 'Engine' }],
  },
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
  /** GitHub's answer about the pull request, and the files that it changes. */
  view?: unknown
  changes?: string[]
  /** Requests that GitHub does not answer before the one that it does. */
  silences?: number
  cancelled?: boolean
}

async function polled(given: Given) {
  // Files are read in real time, which a clock that stands still would not wait for; a wait reads none.
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
  if (given.cancelled) cancellation.abort(new Error('the step was cancelled'))
  const exchange = async ({ url, signal }: { url: URL; signal?: AbortSignal | undefined }): Promise<Answer> => {
    signal?.throwIfAborted()
    const operation = url.pathname.replace('/v1/', '')
    const turns = given.answers?.[operation] ?? [ANSWERS[operation]]
    const answer = turns[Math.min(sent.filter(each => each === operation).length, turns.length - 1)]
    sent.push(operation)
    if (typeof answer === 'number') return { status: answer, headers: {}, body: Buffer.from('no') }
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) }
  }
  const client = {
    request: async (route: string, _: unknown, __: unknown, { budget }: GitHubPoll) => {
      budget.take()
      atGitHub.push(route.replace(/^.*\/repos\/\{owner\}\/\{repo\}/, ''))
      if (atGitHub.length <= (given.silences ?? 0))
        return failedBy(gitHubFailure('unavailable', 'GitHub is down', 'Ask.'))
      const data = route.endsWith('/files')
        ? (given.changes ?? []).map(filename => ({ filename, status: 'modified' }))
        : (given.view ?? VIEW)
      const value: GitHubAnswer = { status: 200, data, lastPage: null, hasNext: false }
      return { kind: 'read', value } as const
    },
    graphql: async () => failedBy(gitHubFailure('forbidden', 'no', 'Ask.')),
  }
  const toolkit = toolkitInto(line => lines.push(line))
  const work = poll(
    {
      inputs: inputs(given.inputs),
      context: context(given.context),
      plan: given.plan ?? plan({ reads: ['pull-request'], needed: ['pull-request'] }),
      without: given.without ?? null,
      secrets: { service: 'a-secret-token', github: '', clean: cleanerOf() },
      connect: async () => ({ client, github: readers }),
      log: createLog({ annotations: false, toolkit }),
      world: {
        environment: { GITHUB_WORKSPACE: workspace, RUNNER_TEMP: temp },
        node: '24.18.0',
        clock,
        toolkit,
        random: () => 0.5,
        createExchange: () => exchange,
        signal: cancellation.signal,
      },
      onWait: (facts, about) => waits.push([facts.pullRequest.kind, about.targetBranch?.value]),
    },
    begunResult({ calls, requests }),
  )
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
      diagnoses: [],
      warnings: [],
      notices: [],
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
    expect([result.verdict.conclusion, result.polls, sent.length]).toEqual([conclusion, 1, 1])
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

  test.each<[string, silences: number, waitTimeoutMs: number, conclusion: string, succeeds: boolean, asked: number]>([
    ['an outage is waited through', 3, 600_000, 'passed', true, 4],
    ['until the time is over', 99, 60_000, 'unknown', true, 4],
    ['without a wait it is reported at once', 1, 0, 'unknown', true, 1],
  ])('the target branch: %s', async (_, silences, waitTimeoutMs, conclusion, succeeds, asked) => {
    const { result, atGitHub } = await polled({
      context: comment,
      silences,
      inputs: { require: ['submitted'], onUnavailable: 'warn', waitTimeoutMs },
    })
    const { verdict } = result
    expect([verdict.conclusion, verdict.succeeds, atGitHub.length]).toEqual([conclusion, succeeds, asked])
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
    expect([result.plan?.reads, sent]).toEqual([reads, expected])
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
    expect(result.judged?.groups.map(({ excuses }) => excuses.excused.length)).toEqual([1])
    expect(result.warnings).toEqual([])
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

  test('says what limits show that gate nothing', async () => {
    const { lines } = await tested({ maxQuarantined: 3 })
    expect(lines.at(-1)).toBe('max-quarantined decides nothing: to gate by it, add quarantine-within-limits to require')
  })

  test('an event without a token asks nobody', async () => {
    const { result, sent, lines } = await polled({ inputs: TESTS, files, without: 'fork' })
    expect([result.verdict.conclusion, sent, result.diagnoses]).toEqual(['failed', [], []])
    expect(result).toMatchObject({ plan: { reads: [], needed: [] }, context: context(), warnings: [], notices: [] })
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
    const text = FAILED.replace('classname', 'file="test/engine.test.ts" classname')
    const { result, atGitHub } = await polled({
      inputs: TESTS,
      files: { 'a.xml': text, 'test/engine.test.ts': '' },
      plan: NOTHING,
      ...given,
    })
    expect(result.warnings).toHaveLength(warnings)
    expect(result.notices).toEqual([])
    expect(atGitHub).toEqual(['/pulls/{pull_number}/files'])
  })

  test('failures in the queue are reported with those excused here', async () => {
    const failed = { ...valid.submittedPullRequest, state: 'failed', isCurrentlySubmittedToQueue: false }
    const told = async (cases: string) => {
      const { result } = await polled({
        inputs: TESTS,
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
