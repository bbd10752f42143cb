import { describe, expect, test } from 'vitest'
import type { RunContext } from '../../src/facts/context.ts'
import { type Condition, FACT_OF, type Facts, READS, type Read } from '../../src/facts/facts.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import type { Question, Source } from '../../src/facts/source.ts'
import { readsNeeded } from '../../src/gate/conditions.ts'
import { type ConditionVerdict, reason } from '../../src/gate/reasons.ts'
import type { Poll } from '../../src/poll/poll.ts'
import type { Subject } from '../../src/poll/subject.ts'
import { outcomeAtDeadline, pollUntilDecided, situation, type Wait } from '../../src/poll/wait.ts'
import { awaitFacts } from '../../src/sources/reading.ts'
import {
  ABSENT,
  conditionVerdict,
  context,
  failed,
  gitHubView,
  HEAD,
  hardFailure,
  ofPullRequest,
  ofQuarantined,
  ofQueue,
  ofRun,
  outage,
  plan,
  read,
  readiness,
  verdict,
} from '../builders.ts'
import { virtualClock } from './clock.ts'

const SECOND = 1000

/** What is true from a second on; each takes the place of the one before. `takes` is how long each read takes. */
type Scenes = Record<number, Facts & { takes?: Partial<Record<Read, number>> }>

interface Given {
  require?: Condition[]
  scenes: Scenes
  timeout?: number
  onUnavailable?: 'fail' | 'warn'
  about?: Partial<RunContext>
  reads?: Read[]
  /** GitHub's answers, one after the other. */
  github?: Facts['github'][]
  githubTakes?: number
  confirm?: Awaited<ReturnType<NonNullable<Source['confirmPullRequest']>>>[]
  cancelAfter?: number
}

/** Plays a wait on a virtual clock. Times are seconds from its start. */
async function play(given: Given) {
  const {
    require = ['merged'],
    scenes,
    timeout = 120,
    onUnavailable = 'fail',
    about,
    github = [],
    githubTakes = 0,
    confirm,
  } = given
  const clock = virtualClock(0)
  const asked: { at: number; question: Question }[] = []
  const lines: string[] = []
  const subjects: Subject[] = []
  const cancellation = new AbortController()
  const sceneNow = () => {
    const at = Object.keys(scenes).findLast(second => Number(second) * SECOND <= clock.monotonic())
    return scenes[Number(at)] ?? {}
  }
  const source: Source = {
    explain: async () => ({}),
    profile: SOURCES['service-v1'],
    poll(question, signal) {
      asked.push({ at: clock.monotonic() / SECOND, question })
      const answer = async (each: Read) => {
        await clock.sleep((sceneNow().takes?.[each] ?? 0) * SECOND, signal)
        return sceneNow()[FACT_OF[each]]
      }
      const readings = question.reads.map(each => [FACT_OF[each], answer(each)])
      return awaitFacts(Object.fromEntries(readings), 'the service', signal)
    },
    ...(confirm && { confirmPullRequest: async () => confirm.shift() ?? ABSENT }),
  }
  const needed = readsNeeded(require)
  const reads = given.reads ?? needed
  const of = plan({ reads, decisiveReads: needed, isAuto: true })
  const wait: Wait = {
    context: context(about),
    plan: of,
    inquiry: {
      source,
      quarantineListOwner: 'acme',
      testReports: undefined,
      requirements: { require, onUnavailable },
      askGitHub: async signal => {
        await clock.sleep(githubTakes * SECOND, signal)
        return github.shift()
      },
      clock,
    },
    patience: timeout === 0 ? null : { timeoutMs: timeout * SECOND, pollIntervalMs: 15 * SECOND },
    onSubject: subject => subjects.push(subject),
    onLine: line => lines.push(line),
  }
  if (given.cancelAfter !== undefined) {
    clock.sleep(given.cancelAfter * SECOND).then(() => cancellation.abort(new Error('cancelled')))
  }
  const pace = { clock, random: () => 0.5, signal: cancellation.signal }
  const { decision, subject } = await clock.run(pollUntilDecided(wait, pace))
  const { verdict, ...rest } = decision
  return {
    ...rest,
    verdict,
    subject,
    subjects,
    lines,
    asked,
    polledAt: asked.map(({ at }) => at),
    came: [verdict.conclusion, decision.timedOut, clock.monotonic() / SECOND],
    pending: clock.pending(),
  }
}

const pr = (state: string | null, over = {}) =>
  ofPullRequest({ state, submitted: !['merged', 'failed', 'cancelled'].includes(state ?? ''), ...over })
const down = (...reads: Read[]): Facts => Object.fromEntries(reads.map(each => [FACT_OF[each], failed(outage())]))
const refused = (...reads: Read[]): Facts =>
  Object.fromEntries(reads.map(each => [FACT_OF[each], failed(hardFailure())]))

describe('when a wait ends', () => {
  test.each<[string, Given, came: unknown[], polledAt: number[]]>([
    ['at once, where all holds', { scenes: { 0: pr('merged') } }, ['passed', false, 0], [0]],
    ['without a wait', { scenes: { 0: pr('testing') }, timeout: 0 }, ['failed', false, 0], [0]],
    ['when it holds', { scenes: { 0: pr('testing'), 20: pr('merged') } }, ['passed', false, 37.5], [0, 15, 37.5]],
    [
      'when it can not hold any more',
      { scenes: { 0: pr('testing'), 10: pr('failed') } },
      ['failed', false, 15],
      [0, 15],
    ],
    [
      'not at a failure that is pending',
      { scenes: { 0: pr('pending_failure'), 20: pr('merged') } },
      ['passed', false, 37.5],
      [0, 15, 37.5],
    ],
    [
      'at a refused read',
      { scenes: { 0: pr('testing'), 10: refused('pull-request') } },
      ['unknown', false, 15],
      [0, 15],
    ],
    [
      'not at an outage',
      { scenes: { 0: down('pull-request'), 20: pr('merged') } },
      ['passed', false, 37.5],
      [0, 15, 37.5],
    ],
    ['at the deadline', { scenes: { 0: pr('testing') } }, ['failed', true, 118], [0, 15, 37.5, 71.25, 118]],
    [
      'at the deadline, in an outage: the last complete poll decides',
      { scenes: { 0: pr('testing'), 30: down('pull-request') } },
      ['failed', true, 118],
      [0, 15, 37.5, 71.25, 118],
    ],
    [
      'by a last poll that is cut off',
      { scenes: { 0: pr('testing'), 100: { ...pr('merged'), takes: { 'pull-request': 60 } } } },
      ['failed', true, 120],
      [0, 15, 37.5, 71.25, 118],
    ],
    [
      'by what a last poll could still read',
      {
        scenes: { 0: pr('testing'), 100: { ...pr('merged'), takes: { queue: 60 } } },
        reads: ['pull-request', 'queue'],
      },
      ['passed', false, 120],
      [0, 15, 37.5, 71.25, 118],
    ],
    [
      'after a first poll that takes longer than the wait',
      { scenes: { 0: { ...pr('merged'), takes: { 'pull-request': 30 } } }, timeout: 10 },
      ['passed', false, 30],
      [0],
    ],
  ])('%s', async (_, given, came, polledAt) => {
    const found = await play(given)
    expect([found.came, found.polledAt, found.pending]).toEqual([came, polledAt, 0])
  })

  test("out of GitHub's own queue takes two polls in a row", async () => {
    const about = { source: SOURCES.github }
    const scenes = {
      0: { pullRequest: ABSENT, ...ofQueue({ entries: null }) },
      10: { pullRequest: ABSENT, ...ofQueue({ entries: null }) },
    }
    const found = await play({ require: ['settled'], scenes, about })
    expect([found.came, found.polledAt]).toEqual([
      ['passed', false, 15],
      [0, 15],
    ])
  })
})

describe('cancellation', () => {
  test.each<[string, number, Scenes, unknown]>([
    ['between two polls', 5, { 0: pr('testing') }, read(expect.objectContaining({ state: 'testing' }))],
    ['in the first poll', 5, { 0: { ...pr('testing'), takes: { 'pull-request': 60 } } }, undefined],
  ])('%s: what was known is told', async (_, cancelAfter, scenes, pullRequest) => {
    const { came, facts, pending } = await play({ scenes, cancelAfter })
    expect([came, facts.pullRequest, pending]).toEqual([['cancelled', false, 5], pullRequest, 0])
  })
})

test('a defect goes up', async () => {
  const scenes = {
    0: Object.defineProperty({}, 'pullRequest', {
      get: () => {
        throw new TypeError('a defect')
      },
    }),
  }
  await expect(play({ scenes })).rejects.toThrow('a defect')
})

describe('what a poll asks', () => {
  test('the subject, the reads and the ids of the context', async () => {
    const about = { testRunId: 'the-run' }
    const { asked } = await play({ scenes: { 0: pr('merged') }, about, reads: ['pull-request', 'queue'] })
    expect(asked.map(({ question }) => question)).toEqual([
      {
        reads: ['pull-request', 'queue'],
        number: 42,
        targetBranch: 'main',
        testRunId: 'the-run',
        quarantineListOwner: 'acme',
      },
    ])
  })

  test('the list of quarantined tests once, and again only after a failure', async () => {
    const scenes = {
      0: { ...pr('testing'), ...down('quarantined-tests') },
      10: { ...pr('testing'), ...ofQuarantined() },
    }
    const { asked, facts } = await play({ scenes, reads: ['pull-request', 'quarantined-tests'] })
    const times = asked.filter(({ question }) => question.reads.includes('quarantined-tests')).map(({ at }) => at)
    expect([times, facts.quarantinedTests]).toEqual([[0, 15], ofQuarantined().quarantinedTests])
  })

  test("GitHub's view, once in each poll that lacks a mergeability", async () => {
    const lacking = pr('not_ready', { readiness: readiness({ mergeability: null }) })
    const github = [
      gitHubView({ mergeable: false }),
      gitHubView({ mergeable: true, mergeableState: 'clean', headSha: HEAD }),
    ]
    const { facts, polls, came } = await play({ require: ['ready'], scenes: { 0: lacking }, github })
    expect([polls, came[0], facts.github]).toEqual([
      2,
      'passed',
      gitHubView({ mergeable: true, mergeableState: 'clean', headSha: HEAD }),
    ])
  })

  test("GitHub's view that the deadline cuts off is a failure of that read alone", async () => {
    const lacking = pr('not_ready', { readiness: readiness({ mergeability: null }) })
    const { facts, came } = await play({ require: ['ready'], scenes: { 0: lacking }, githubTakes: 70, timeout: 100 })
    expect([came, facts.pullRequest]).toEqual([['unknown', true, 100], lacking.pullRequest])
  })

  test('nothing more of GitHub where the source says it', async () => {
    const { facts } = await play({ require: ['ready'], scenes: { 0: pr('pending') }, github: [gitHubView()] })
    expect(facts.github).toBe(undefined)
  })
})

describe('asking GitHub first', () => {
  const comment: Partial<RunContext> = {
    targetBranch: null,
    mustAskForBranch: true,
    eventSha: null,
    pullRequestHead: null,
  }
  const GitHubIsDown = failed(outage({ message: 'GitHub is not available.' }))

  test('a comment learns the branch of its pull request', async () => {
    const { subjects, subject, asked } = await play({
      scenes: { 0: pr('merged') },
      about: comment,
      github: [gitHubView({ baseBranch: 'next' })],
    })
    expect(subjects).toEqual([subject])
    expect(subject.context.targetBranch).toEqual('next')
    expect(asked.map(({ question }) => question.targetBranch)).toEqual(['next'])
  })

  test.each<[string, Facts['github'][], came: unknown[], polledAt: number[]]>([
    ['in an outage it asks again', [GitHubIsDown, GitHubIsDown, gitHubView()], ['passed', false, 37.5], [37.5]],
    ['a refusal is no outage', [failed(hardFailure())], ['unknown', false, 0], [0]],
    ['an answer about another pull request says nothing', [gitHubView({ number: 7 })], ['unknown', false, 0], [0]],
    ['at the end it polls without the branch', Array(9).fill(GitHubIsDown), ['unknown', true, 118], [118]],
  ])('%s', async (_, github, came, polledAt) => {
    const found = await play({ scenes: { 0: pr('merged') }, about: comment, github: [...github] })
    expect([found.came, found.polledAt]).toEqual([came, polledAt])
    const isKnown = found.subject.context.targetBranch !== null
    const code = github.length === 9 ? 'service-unavailable' : 'not-known'
    expect(found.facts.pullRequest).toMatchObject(isKnown ? { value: { state: 'merged' } } : { failure: { code } })
  })
})

describe('a merge group', () => {
  const group = { sha: HEAD, branch: 'gh-readonly-queue/main/pr-42', claimedPullRequest: 42 }
  const about: Partial<RunContext> = {
    kind: 'merge-group',
    source: SOURCES.github,
    pullRequest: null,
    targetBranch: null,
    mustAskForBranch: true,
    mergeGroup: group,
  }

  test('is about the pull request that the source confirms', async () => {
    const { subject, asked } = await play({
      scenes: { 0: pr('merged') },
      about,
      confirm: [read({ number: 42, baseBranch: 'main' })],
    })
    expect(subject.context).toMatchObject({
      pullRequest: 42,
      targetBranch: 'main',
    })
    expect(asked.map(({ question }) => [question.number, question.targetBranch])).toEqual([[42, 'main']])
  })

  test('that is confirmed after an outage loses no read', async () => {
    const { asked } = await play({
      require: ['queue-running'],
      reads: ['pull-request', 'queue'],
      scenes: { 0: ofQueue() },
      about,
      confirm: [failed(outage()), read({ number: 42, baseBranch: 'main' })],
    })
    expect(asked.map(({ question }) => question.reads)).toEqual([['pull-request', 'queue']])
  })

  test.each<[string, Given['confirm'], Partial<RunContext>, Condition[], reads: Read[], code: string | undefined]>([
    ['that is not confirmed has none', [ABSENT], {}, [], [], undefined],
    [
      'with a branch can still show its queue',
      [ABSENT],
      { targetBranch: 'main' },
      [],
      ['queue', 'test-run'],
      undefined,
    ],
    ['that is not confirmed fails what needs it', [ABSENT], {}, ['merged'], ['pull-request'], 'not-known'],
    [
      'that an outage hides is an outage',
      [failed(outage())],
      { targetBranch: 'main' },
      ['merged'],
      ['pull-request', 'queue', 'test-run'],
      'service-unavailable',
    ],
    [
      'whose claim is refused fails what needs it',
      [failed(hardFailure())],
      {},
      ['merged'],
      ['pull-request'],
      'not-known',
    ],
  ])('%s', async (_, confirm, over, require, reads, code) => {
    const scenes = { 0: ofQueue() }
    const all = READS.filter(each => each !== 'quarantined-tests')
    const found = await play({
      scenes,
      about: { ...about, ...over },
      require,
      reads: [...all],
      confirm: confirm ?? [],
      timeout: 0,
    })
    expect(found.subject.context.pullRequest).toBe(null)
    expect(found.subject.plan.reads.filter(each => each !== ('merge-group-checks' as string))).toEqual(reads)
    expect(found.facts.pullRequest).toEqual(
      code === undefined ? undefined : { failure: expect.objectContaining({ code }) },
    )
  })
})

const DOWN = outage()
const LATE = outage({ message: 'The service did not answer in time.' })

/** A poll that found these, by a letter each: `+` met, `-` unmet, `?` unknown; the second condition is on the queue. */
function polled(at: number, found: string, over: Partial<Poll> = {}): Poll {
  const names: Condition[] = ['merged', 'queue-running']
  const words = { '+': 'met', '-': 'unmet', '?': 'unknown' } as const
  const conditions = [...found].map((sign, nth): ConditionVerdict => {
    const of = words[sign as keyof typeof words]
    const condition = names[nth] ?? 'ready'
    const reasons = of === 'met' ? [] : [reason('state-unknown', condition, `At ${at}: ${condition} is ${of}.`, '')]
    return conditionVerdict(condition, { verdict: of, reasons })
  })
  const isUnmet = found.includes('-')
  const conclusion = isUnmet ? 'failed' : found.includes('?') ? 'unknown' : 'passed'
  const reasons = conditions.flatMap(each => each.reasons)
  return {
    startedAt: at,
    endedAt: at,
    facts: {},
    verdict: verdict({ conclusion, succeeds: false, conditions, reasons }),
    isComplete: true,
    isConfirmed: true,
    isCutOff: false,
    ...over,
  }
}

const out = (facts: Facts = { queue: failed(DOWN) }): Partial<Poll> => ({ facts, isComplete: false })
const late: Partial<Poll> = { ...out({ queue: failed(LATE) }), isCutOff: true }

describe('the outcome at the deadline', () => {
  test.each<[string, readonly [Poll, ...Poll[]], deciding: number, outageLasts: number | null]>([
    ['the last poll', [polled(0, '?'), polled(5, '-')], 1, null],
    ['the last complete one', [polled(0, '?'), polled(5, '?'), polled(9, '?', out())], 1, 4],
    ['the last, where none was complete', [polled(0, '?', out()), polled(9, '?', out())], 1, null],
    [
      'none that had to be confirmed',
      [polled(0, '?'), polled(5, '+', { isConfirmed: false }), polled(9, '?', out())],
      0,
      9,
    ],
    ['what was cut off is no outage', [polled(0, '?'), polled(5, '?'), polled(9, '?', late)], 1, null],
    ['an outage before what was cut off', [polled(0, '?'), polled(5, '?', out()), polled(9, '?', late)], 0, 5],
    ['what was cut off after outages alone', [polled(0, '?', out()), polled(9, '?', late)], 0, null],
    ['what was judged before it was cut off', [polled(0, '?'), polled(9, '-', { isCutOff: true })], 1, null],
  ])('%s', (_, polls, deciding, outageLasts) => {
    const { outageAtEnd, ...rest } = outcomeAtDeadline(polls, 'warn')
    const { verdict: decided, facts } = polls[deciding] as Poll
    expect(rest).toEqual({ verdict: decided, facts, polls: polls.length, timedOut: true })
    const expected = outageLasts === null ? undefined : { failure: DOWN, answerAgeMs: outageLasts, isAllowed: true }
    expect(outageAtEnd).toEqual(expected)
  })

  test.each<[string, readonly [Poll, ...Poll[]], refuting: string[]]>([
    ['unmet in an outage', [polled(0, '?-', out()), polled(9, '??', out())], ['At 0: queue-running is unmet.']],
    ['unmet, then met', [polled(0, '?-', out()), polled(5, '?+', out()), polled(9, '??', out())], []],
    [
      'met, then unmet',
      [polled(0, '?+', out()), polled(5, '?-', out()), polled(9, '??', out())],
      ['At 5: queue-running is unmet.'],
    ],
    ['unmet, then unknown in a complete poll', [polled(0, '-?'), polled(9, '??')], ['At 0: merged is unmet.']],
    ['unmet in what was cut off', [polled(0, '??', out()), polled(9, '-?', late)], ['At 9: merged is unmet.']],
    ['never unmet', [polled(0, '+?', out()), polled(9, '??', out())], []],
  ])('an unknown verdict fails by what was refuted: %s', (_, polls, refuting) => {
    const { verdict: decided } = outcomeAtDeadline(polls, 'warn')
    expect(decided.conclusion).toBe(refuting.length > 0 ? 'failed' : 'unknown')
    expect(decided.reasons.slice(0, refuting.length).map(({ message }) => message)).toEqual(refuting)
  })
})

test.each<[Facts, string]>([
  [ofPullRequest({ state: 'tests_passed' }), '#42: tests passed'],
  [ofPullRequest({ state: 'failed', submitted: false }), '#42: failed (not in the queue)'],
  [ofPullRequest({ state: null }), '#42: no state'],
  [{ pullRequest: ABSENT }, '#42: never submitted'],
  [{ ...ofPullRequest({ state: 'pending' }), ...ofQueue({ state: 'paused' }) }, '#42: pending, queue: paused'],
  [ofRun({ status: 'in_progress' }), 'test run: in progress'],
  [{ queue: failed(outage()) }, 'the service is not available'],
  [{ ...ofQueue({ state: 'running' }), testRun: failed(hardFailure()) }, 'queue: running'],
])('what the log says of %#: %j', (facts, words) => {
  expect(situation(facts, context())).toBe(words)
})

test('a change is told at once, the same situation from minute to minute', async () => {
  const { lines, timeline } = await play({ scenes: { 0: pr('pending'), 100: pr('testing') }, timeout: 200 })
  expect(lines).toEqual([
    'After 0 s: #42: pending; waiting for merged',
    'After 1 m 11 s: #42: pending; waiting for merged',
    'After 2 m 2 s: #42: testing; waiting for merged',
    'After 3 m 18 s: #42: testing; waiting for merged',
  ])
  expect(timeline.map(({ what }) => what)).toEqual(['#42: pending', '#42: testing'])
})
