import { describe, expect, test } from 'vitest'
import type { RunContext } from '../../src/facts/context.ts'
import { reason } from '../../src/gate/reasons.ts'
import { requiredByQueue } from '../../src/gate/subject.ts'
import { chooseWriters, NO_WRITERS } from '../../src/publish/choose-writers.ts'
import type { WriterOptions } from '../../src/publish/writers.ts'
import type { Result } from '../../src/result.ts'
import type { Clock } from '../../src/runner/clock.ts'
import { rendered } from '../../src/text/message.ts'
import {
  ABSENT,
  conditionVerdict,
  context,
  facts,
  failed,
  HEAD,
  inputs,
  OTHER,
  ofPullRequest,
  ofQueue,
  ofRun,
  outage,
  result,
  runInfo,
  TIP,
  testBranchContext,
  verdict,
} from '../builders.ts'
import { useGitHub } from '../github/api.ts'
import * as answers from '../stand-in/github/answers.js'
import { gitHubState, type PullRequest, type State } from '../stand-in/github/state.js'

const start = useGitHub()

const QUEUE = ofQueue()
const PASSED = result({
  verdict: verdict({ conclusion: 'passed', conditions: [conditionVerdict('ready')] }),
  facts: facts(QUEUE),
})
const BLOCKED = result({
  facts: facts(QUEUE),
  verdict: verdict({
    conclusion: 'failed',
    succeeds: false,
    conditions: [conditionVerdict('ready', { verdict: 'unmet' })],
    reasons: [reason('not-mergeable', 'ready', 'It has conflicts.', 'Resolve them.')],
  }),
})

/** #42 with its head, and others on the same commit. */
function gitHub(more: Record<number, PullRequest> = {}, rest: Omit<State, 'repositories'> = {}): State {
  return gitHubState(
    { pullRequests: { 42: { head: { sha: HEAD } }, ...more }, branches: { h: HEAD, t: TIP, o: OTHER } },
    rest,
  )
}

const TO_THE_JOB = "to the job's `permissions`, or set `github-token` to a token that has it."

interface Given extends Partial<Omit<WriterOptions, 'inputs'>> {
  inputs?: Partial<WriterOptions['inputs']>
}

/** Sleeping lasts until somebody wakes the sleeper. */
function heldClock(): Clock & { slept: number[]; wake: () => void } {
  const clock = {
    slept: [] as number[],
    wake: () => {},
    now: () => 0,
    monotonic: () => 0,
    sleep: (ms: number) => {
      clock.slept.push(ms)
      return new Promise<void>(resolve => {
        clock.wake = resolve
      })
    },
  }
  return clock
}

/** Sleeping takes no time, and moves the clock. */
function quickClock(): Clock & { slept: number[] } {
  let now = 0
  const slept: number[] = []
  return {
    slept,
    now: () => now,
    monotonic: () => now,
    sleep(ms) {
      // The limits of all writing, and of a cancelled step, are never reached here.
      if (ms === 120_000 || ms === 5000) return new Promise(() => {})
      slept.push(ms)
      now += ms
      return Promise.resolve()
    },
  }
}

async function open(state: State, given: Given = {}) {
  const clock = given.clock ?? quickClock()
  const { api, client } = await start(state, { clock })
  const writers = await chooseWriters({
    run: runInfo(),
    leg: '',
    asksSource: true,
    client: async () => client,
    clock,
    signal: new AbortController().signal,
    ...given,
    inputs: { ...inputs({ comment: 'always', statusContext: 'gate' }), ...given.inputs },
  })
  const seen = () => {
    const { pullRequests = {}, statuses = {} } = api.state.repositories['acme/rocket'] ?? {}
    const comments = Object.entries(pullRequests).flatMap(([number, pr]) =>
      (pr.comments ?? []).map(() => Number(number)),
    )
    const set = Object.entries(statuses).flatMap(([sha, all]) => all.map(each => `${each['state']} on ${sha}`))
    return { comments, statuses: set }
  }
  return { api, writers, seen, clock }
}

const TOLD = { notices: [], comments: [], preview: null, cut: false }

describe('what is written', () => {
  interface Case {
    state?: State
    given?: Given
    result?: Result
    /** One on #42, unless given. */
    comments?: number[]
    /** `success` on its head, unless given. */
    statuses?: string[]
    notices?: (string | RegExp)[]
  }
  const under = (over: Partial<RunContext>): Result => ({ ...PASSED, context: context(over) })
  const numbers = Array.from({ length: 12 }, (_, at) => ({ number: 50 + at, url: null, title: null }))
  const many = Object.fromEntries(numbers.map(({ number }) => [number, {}]))
  const onTestBranch = (over = {}): Result => ({
    ...PASSED,
    context: testBranchContext(),
    facts: facts({ ...QUEUE, ...ofRun({ pullRequests: numbers.slice(0, 2), ...over }) }),
  })
  const CASES: Record<string, Case> = {
    'passed: both': {},
    'failed: both': { result: BLOCKED, statuses: [`failure on ${HEAD}`] },
    'the comment alone': { given: { inputs: { statusContext: null } }, statuses: [] },
    'the status alone': { given: { inputs: { comment: 'never' } }, comments: [] },
    'on-failure, passed, and none is there': { given: { inputs: { comment: 'on-failure' } }, comments: [] },
    'on-failure, failed': {
      given: { inputs: { comment: 'on-failure' } },
      result: BLOCKED,
      statuses: [`failure on ${HEAD}`],
    },
    'merge_group: the commit of the group': {
      result: under({ kind: 'merge-group', pullRequest: null, headSha: OTHER, pullRequestHead: null }),
      comments: [],
      statuses: [`success on ${OTHER}`],
      notices: [
        'No comment was written: this run is about no pull request. Leave `comment` out on such events, or set `pull-request`.',
      ],
    },
    'merge_group with a pull request given': {
      result: under({ kind: 'merge-group', headSha: OTHER, pullRequestHead: null }),
      statuses: [`success on ${OTHER}`],
    },
    'push to a branch': {
      result: under({ kind: 'branch', pullRequest: null, headSha: OTHER, pullRequestHead: null }),
      comments: [],
      statuses: [`success on ${OTHER}`],
      notices: [/^No comment was written/],
    },
    'no commit and no pull request': {
      result: under({ kind: 'branch', pullRequest: null, headSha: null, pullRequestHead: null }),
      comments: [],
      statuses: [],
      notices: [
        'No status was set: this event names no commit and no pull request. Set `pull-request`.',
        /^No comment was written/,
      ],
    },
    'no head in the event, and GitHub did not say': {
      result: under({ headSha: null, pullRequestHead: null }),
      statuses: [],
      notices: ['No status was set: GitHub did not say which commit is the head of the pull request.'],
    },
    'no head in the event, and GitHub said': {
      result: { ...PASSED, context: context({ headSha: null, pullRequestHead: null, statusHead: HEAD }) },
    },
    'no head in the event, and GitHub said another than the service': {
      result: {
        ...PASSED,
        facts: facts({ ...QUEUE, ...ofPullRequest() }),
        context: context({ headSha: null, pullRequestHead: null, statusHead: OTHER }),
      },
      statuses: [],
      notices: ['No status was set: GitHub and the service have different heads of the pull request.'],
    },
    'the pull request is not that of the event': {
      result: under({ kind: 'branch', headSha: OTHER, pullRequestHead: null }),
      statuses: [],
      notices: ['No status was set: GitHub did not say which commit is the head of the pull request.'],
    },
    'a test branch: each pull request under test': {
      state: gitHub(many),
      result: onTestBranch(),
      comments: [50, 51],
      statuses: [`success on ${TIP}`],
    },
    'a test branch of twelve: ten comments': {
      state: gitHub(many),
      result: onTestBranch({ pullRequests: numbers }),
      comments: numbers.slice(0, 10).map(({ number }) => number),
      statuses: [`success on ${TIP}`],
      notices: ['2 pull requests under test got no comment: at most 10 get one.'],
    },
    "a test branch that bears another's name": {
      state: gitHub(many),
      result: onTestBranch({ testBranchSha: OTHER }),
      comments: [],
      statuses: [`success on ${TIP}`],
      notices: ['No comment was written: the pull requests under test are not known.'],
    },
    'another host': {
      result: under({ onThisServer: false }),
      comments: [],
      statuses: [],
      notices: [/^No status was set: the repository is on another host/, /^No comment was written: the repository/],
    },
    'the queue was not read': {
      result: { ...PASSED, facts: facts({ queue: failed(outage()) }) },
      statuses: [],
      notices: [
        'No status was set: the queue could not be read, so it is not known whether it requires a status named `gate`.',
      ],
    },
    'the queue is not asked about': {
      given: { asksSource: false },
      result: { ...PASSED, facts: facts() },
      notices: ['This step asks no service, so it is not known whether the queue requires a status named `gate`.'],
    },
    'the queue does not say what it requires': {
      result: { ...PASSED, facts: facts(ofQueue({ requiredStatuses: null })) },
      statuses: [],
      notices: [/^No status was set: it is not known which statuses the queue requires, so/],
    },
    'the branch has no queue': { result: { ...PASSED, facts: facts({ queue: ABSENT }) } },
    'a bad input': {
      result: { ...BLOCKED, verdict: { ...BLOCKED.verdict, reasons: [requiredByQueue('gate')] } },
      comments: [],
      statuses: [],
    },
    'cancelled: the status alone': {
      result: { ...BLOCKED, verdict: { ...BLOCKED.verdict, conclusion: 'cancelled' } },
      comments: [],
      statuses: [`error on ${HEAD}`],
    },
    'the read-only token of a fork': {
      result: { ...BLOCKED, context: context({ fromFork: true }) },
      state: gitHub({}, { permissions: { statuses: 'read', 'pull-requests': 'read' } }),
      comments: [],
      statuses: [],
      notices: [
        "No status was set: on a fork's pull request `github-token` is read-only.",
        "No comment was written: on a fork's pull request `github-token` is read-only.",
      ],
    },
    'a token without permissions: each one is named': {
      state: gitHub({}, { permissions: { statuses: 'read', 'pull-requests': 'read' } }),
      comments: [],
      statuses: [],
      notices: [
        `No status was set: GitHub refused to set the commit status (403). Add \`statuses: write\` ${TO_THE_JOB}`,
        `No comment was written: GitHub refused to write the comment (403). Add \`pull-requests: write\` ${TO_THE_JOB}`,
      ],
    },
    'a locked conversation': {
      state: gitHub({ 42: { head: { sha: HEAD }, locked: true } }),
      comments: [],
      notices: [
        'No comment was written: GitHub refused to write the comment: the conversation is locked (403). Unlock the conversation of the pull request.',
      ],
    },
    'no longer the head': {
      state: gitHub({ 42: { head: { sha: OTHER } } }),
      comments: [],
      notices: ["The comment on #42 was left alone: this run's commit is no longer the head."],
    },
    'a status that was lost is set again': {
      state: gitHub(
        {},
        { faults: [{ at: 'POST /repos/acme/rocket/statuses', answer: answers.serverError(), times: 1 }] },
      ),
    },
  }

  test.each(Object.entries(CASES))('%s', async (_, { state = gitHub(), given, result: came = PASSED, ...expected }) => {
    const { comments = [42], statuses = [`success on ${HEAD}`] } = expected
    const { writers, seen } = await open(state, given)
    const told = await writers.tell(came)
    expect(seen()).toEqual({ comments, statuses })
    const lines = comments.map(number =>
      expect.stringMatching(`^Comment created: https://github.com/acme/rocket/pull/${number}#issuecomment-\\d+$`),
    )
    expect(told.comments.map(({ line }) => line)).toEqual(lines)
    expect({ ...told, notices: [], comments: [] }).toEqual(TOLD)
    expect(rendered(told.notices)).toEqual(
      (expected.notices ?? []).map(each => (typeof each === 'string' ? each : expect.stringMatching(each))),
    )
  })
})

test('two steps, two keys; one step, one comment', async () => {
  const { api, writers } = await open(gitHub())
  await writers.tell(PASSED)
  await writers.tell(BLOCKED)
  expect(api.state.repositories['acme/rocket']?.pullRequests?.[42]?.comments).toHaveLength(1)
  const { client } = await start(gitHub(), { apiUrl: api.url, graphqlUrl: api.graphqlUrl })
  const others = [{ leg: 'b' }, { run: runInfo({ job: 'b' }) }, { inputs: { commentKey: 'b' } }]
  for (const other of others) {
    const options = { run: runInfo(), leg: '', asksSource: true, client: async () => client, clock: quickClock() }
    const own = { ...inputs({ comment: 'always' }), ...other.inputs }
    const signal = new AbortController().signal
    await (await chooseWriters({ ...options, signal, ...other, inputs: own })).tell(PASSED)
  }
  expect(api.state.repositories['acme/rocket']?.pullRequests?.[42]?.comments).toHaveLength(4)
})

describe('limits', () => {
  const at = 'POST /repos/acme/rocket/statuses'
  test.each<[string, number | null, number, number[], boolean]>([
    ['with a header', 30, 1, [30_000], true],
    ['without one', null, 1, [60_000], true],
    ['longer than the patience', 61, 1, [], false],
    ['again and again', 30, 9, [30_000, 30_000], false],
  ])('%s', async (_, seconds, times, slept, isSet) => {
    const clock = quickClock()
    const faults = [{ at, answer: answers.secondaryLimit(seconds), times }]
    const { writers, seen } = await open(gitHub({}, { faults }), { clock, inputs: { comment: 'never' } })
    const { notices } = await writers.tell(PASSED)
    expect(clock.slept).toEqual(slept)
    expect(seen().statuses).toHaveLength(isSet ? 1 : 0)
    expect(rendered(notices)).toEqual(isSet ? [] : [expect.stringMatching(/^No status was set: .*rate limit/)])
  })
})

describe('while waiting', () => {
  const waiting = facts(QUEUE)

  test('pending is set once, and taken back', async () => {
    const { writers, seen } = await open(gitHub(), { inputs: { comment: 'never', require: ['ready'] } })
    for (let poll = 0; poll < 3; poll++) writers.waiting(waiting, context())
    await writers.tell(PASSED)
    expect(seen().statuses).toEqual([`pending on ${HEAD}`, `success on ${HEAD}`])
  })

  test('not before the queue has been read', async () => {
    const { writers, seen } = await open(gitHub(), { inputs: { comment: 'never' } })
    writers.waiting(facts({ queue: failed(outage()) }), context())
    writers.waiting(waiting, context())
    await writers.tell(PASSED)
    expect(seen().statuses).toEqual([`pending on ${HEAD}`, `success on ${HEAD}`])
  })

  test.each(['gate', 'GATE'])('never under a name that the queue requires: %s', async statusContext => {
    const { writers, api } = await open(gitHub(), { inputs: { comment: 'never', statusContext } })
    writers.waiting(facts(ofQueue({ requiredStatuses: ['Gate'] })), context())
    expect(api.requests).toEqual([])
  })

  test('taken back though the queue can not be read any more', async () => {
    const { writers, seen } = await open(gitHub(), { inputs: { comment: 'never' } })
    writers.waiting(waiting, context())
    const unknown = verdict({ conclusion: 'unknown', succeeds: false })
    const { notices } = await writers.tell({ ...PASSED, facts: facts({ queue: failed(outage()) }), verdict: unknown })
    expect(seen().statuses).toEqual([`pending on ${HEAD}`, `error on ${HEAD}`])
    expect(notices).toEqual([])
  })

  test('one that could not be set is no matter', async () => {
    const faults = [{ at: 'POST /repos/acme/rocket/statuses', answer: answers.serverError(), times: 1 }]
    const { writers, seen } = await open(gitHub({}, { faults }), { inputs: { comment: 'never' } })
    writers.waiting(waiting, context())
    expect(await writers.tell(PASSED)).toEqual(TOLD)
    expect(seen().statuses).toEqual([`success on ${HEAD}`])
  })
})

describe('cancellation', () => {
  const cancelledResult: Result = { ...PASSED, verdict: verdict({ conclusion: 'cancelled', succeeds: false }) }

  test('takes the pending back', async () => {
    const cancellation = new AbortController()
    const { writers, seen, api } = await open(gitHub(), { signal: cancellation.signal })
    writers.waiting(facts(QUEUE), context())
    await api.received
    cancellation.abort(new Error('cancelled'))
    expect(await writers.tell(cancelledResult)).toEqual(TOLD)
    expect(seen()).toEqual({ comments: [], statuses: [`pending on ${HEAD}`, `error on ${HEAD}`] })
  })

  test('tries once', async () => {
    const faults = [{ at: 'POST /repos/acme/rocket/statuses', answer: answers.secondaryLimit(1) }]
    const { writers, api } = await open(gitHub({}, { faults }))
    const { notices } = await writers.tell(cancelledResult)
    expect(api.requests).toHaveLength(1)
    expect(notices).toHaveLength(1)
  })

  test('gives up after 5 s', async () => {
    const cancellation = new AbortController()
    const clock = heldClock()
    const silent = { at: 'POST /repos/acme/rocket/statuses', answer: answers.outageAtEnd() }
    const { writers, api } = await open(gitHub({}, { faults: [silent] }), { clock, signal: cancellation.signal })
    writers.waiting(facts(QUEUE), context())
    await api.received
    cancellation.abort(new Error('cancelled'))
    const telling = writers.tell(cancelledResult)
    while (api.requests.length < 2) await new Promise(resolve => setImmediate(resolve))
    clock.wake()
    expect((await telling).notices).toEqual(['GitHub did not answer in time: the commit status may still be pending.'])
    expect(clock.slept).toEqual([5000])
  })

  test('in the middle of the writing', async () => {
    const cancellation = new AbortController()
    const silent = { at: 'GET /repos/acme/rocket/issues/42/comments', answer: answers.outageAtEnd() }
    const { writers, api, seen } = await open(gitHub({}, { faults: [silent] }), { signal: cancellation.signal })
    const telling = writers.tell(PASSED)
    while (api.requests.length < 2) await new Promise(resolve => setImmediate(resolve))
    cancellation.abort(new Error('cancelled'))
    expect(await telling).toMatchObject({ cut: true })
    expect(await writers.tell(cancelledResult)).toMatchObject({ cut: false })
    expect(seen().statuses).toEqual([`success on ${HEAD}`, `error on ${HEAD}`])
  })
})

test('a GitHub that is too slow holds the step for two minutes at most', async () => {
  const clock = heldClock()
  const silent = { at: 'GET /repos/acme/rocket/issues/42/comments', answer: answers.outageAtEnd() }
  const { writers, api, seen } = await open(gitHub({}, { faults: [silent] }), { clock })
  const telling = writers.tell(PASSED)
  while (api.requests.length < 2) await new Promise(resolve => setImmediate(resolve))
  clock.wake()
  expect(await telling).toEqual({
    ...TOLD,
    notices: ['GitHub answered too slowly: what was not written within 2 minutes was left out.'],
  })
  expect(clock.slept).toEqual([120_000])
  expect(seen()).toEqual({ comments: [], statuses: [`success on ${HEAD}`] })
})

test('an unforeseen error is a notice', async () => {
  const client = async () => {
    throw new TypeError('s3cret-token')
  }
  const { writers } = await open(gitHub(), { client })
  expect(await writers.tell(PASSED)).toEqual({ ...TOLD, notices: ['Writing to GitHub broke off: TypeError.'] })
})

describe('a dry run', () => {
  const dry = (over = {}) => open(gitHub(), { inputs: { dryRun: true, ...over } })

  test('asks nothing, writes nothing, and shows it rendered', async () => {
    const { writers, api } = await dry()
    writers.waiting(facts(QUEUE), context())
    const { notices, preview } = await writers.tell(BLOCKED)
    expect(api.requests).toEqual([])
    expect(notices).toEqual(['This is a dry run: nothing was written to GitHub.'])
    expect(preview).toContain(
      `<p>Status on <code>${HEAD.slice(0, 7)}</code>: ❌ <b>gate</b> (failure), #&#8203;42 can&#39;t be merged yet. It has conflicts.</p>`,
    )
    expect(preview).toContain(
      '<p>Comment on #&#8203;42:</p>\n\n<blockquote>\n\n<h3>⛔ #&#8203;42 can&#39;t be merged yet</h3>',
    )
  })

  test('says where nothing would be written', async () => {
    const { writers } = await dry({ comment: 'on-failure' })
    const { notices, preview } = await writers.tell({ ...PASSED, facts: facts() })
    expect(rendered(notices)[1]).toMatch(/^No status was set: the queue could not be read/)
    expect(preview).toContain('Comment on #&#8203;42, only if one is there already:')
  })

  test('has nothing to show on a bad input', async () => {
    const { writers } = await dry()
    const reasons = [requiredByQueue('gate')]
    expect((await writers.tell({ ...BLOCKED, verdict: { ...BLOCKED.verdict, reasons } })).preview).toBeNull()
  })
})

test('a step that writes nothing has no writers', async () => {
  const signal = new AbortController().signal
  const options = { run: runInfo(), leg: '', asksSource: true, clock: quickClock(), signal }
  const client = () => Promise.reject(new Error('asked for a client'))
  for (const dryRun of [false, true]) {
    const none = await chooseWriters({ ...options, client, inputs: inputs({ dryRun }) })
    expect(none).toBe(NO_WRITERS)
    expect(await none.tell(PASSED)).toEqual(TOLD)
  }
})
