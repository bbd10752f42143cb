import { expect, test } from 'vitest'
import type { Facts } from '../../src/facts/facts.ts'
import { type Answer, failedBy, isFailed } from '../../src/facts/reading.ts'
import type { Conclusion } from '../../src/gate/conclusion.ts'
import { endedEarly, withoutPoll } from '../../src/gate/decision.ts'
import type { GitHubAnswer, GitHubPoll } from '../../src/github/client.ts'
// Loaded beforehand: the virtual clock does not wait for a module.
import '../../src/poll/explain.ts'
import { createGitHub } from '../../src/poll/github.ts'
import { toolkit } from '../../src/runner/toolkit.ts'
import { cleanerOf } from '../../src/text/secret.ts'
import { context, gitHubFailure, HEAD, inputs, ofRun } from '../builders.ts'
import { facts, inState, notReady } from '../gate/diagnosis/cases.ts'
import { virtualClock } from './clock.ts'

const BEING_COMPUTED = {
  number: 42,
  state: 'open',
  head: { sha: HEAD },
  base: { ref: 'main' },
  mergeable: null,
  mergeable_state: 'unknown',
}

interface Options {
  token?: string
  onThisServer?: boolean
  /** GitHub's answers about the pull request, one after the other; the last one stays. */
  views?: unknown[]
  /** Check runs of the head, as GitHub has them. */
  checkRuns?: unknown[]
  checkRunId?: number | null
  environment?: NodeJS.ProcessEnv
  /** Called before each request. */
  onRequest?: (cancellation: AbortController) => void
}

/** GitHub for a step, before a client that gives everything else an empty list. */
function opened({
  token = 't',
  onThisServer = true,
  views = [BEING_COMPUTED],
  checkRuns = [],
  checkRunId = null,
  environment = {},
  onRequest = () => {},
}: Options = {}) {
  const cancellation = new AbortController()
  const clock = virtualClock()
  const sent: string[] = []
  const connections = 0
  let at = 0
  const answer = (route: string): Answer<GitHubAnswer> => {
    sent.push(route.replace(/^.*\/repos\/\{owner\}\/\{repo\}/, ''))
    const isView = route.endsWith('/pulls/{pull_number}')
    const list = { total_count: /check-runs/.test(route) ? checkRuns.length : 0, check_runs: checkRuns, statuses: [] }
    const data = isView ? views[Math.min(at++, views.length - 1)] : /check-runs|status$/.test(route) ? list : []
    return { value: { status: 200, data, hasNext: false } }
  }
  const client = {
    request: async (route: string) => {
      onRequest(cancellation)
      return answer(route)
    },
    query: async () => failedBy(gitHubFailure('github-forbidden', 'no', 'Ask.')),
  }
  const world = {
    environment,
    node: '24.18.0',
    clock,
    toolkit,
    random: () => 0.5,
    createExchange: () => Promise.reject.bind(Promise),
    signal: cancellation.signal,
  }
  const about = context({ onThisServer })
  const github = createGitHub({
    inputs: inputs({ checkRunId }),
    context: about,
    secrets: { service: '', github: token, clean: cleanerOf(token) },
    client,
    world,
  })
  const decision = (given: Facts, conclusion: Conclusion) => ({
    ...withoutPoll(endedEarly(conclusion, false, [])),
    facts: given,
    polls: 1,
  })
  return {
    sent,
    clock,
    connections: () => connections,
    view: (known: Facts['github'] | null = null) =>
      clock.run(github.pullRequest(42, undefined, { known, commit: HEAD })),
    once: () => clock.run(github.pullRequest(42)),
    checks: () => clock.run(github.checks(HEAD)),
    cancel: () => cancellation.abort(new Error('cancelled')),
    explained: (given: Facts, conclusion: Conclusion = 'failed') =>
      clock.run(github.explain(decision(given, conclusion), about, {} as never)),
  }
}

test.each<[string, Options, sent: string[]]>([
  ['a commit', {}, ['/commits/{ref}/check-runs', '/commits/{ref}/status']],
  ['a commit on another host', { onThisServer: false }, []],
  ['a commit without a token', { token: '' }, []],
])('the checks of %s', async (_, options, expected) => {
  const { sent, checks } = opened(options)
  expect((await checks()).kind).toBe(expected.length > 0 ? 'read' : 'not-asked')
  expect(sent).toEqual(expected)
})

test("a mergeability being computed is asked for four times within 6 s of the step's clock", async () => {
  const { sent, clock, view } = opened()
  const before = clock.now()
  expect(await view()).toMatchObject({ value: { mergeable: null } })
  expect([sent.length, clock.now() - before]).toEqual([4, 6000])
})

test('one read where only the head matters', async () => {
  const { sent, once } = opened()
  await once()
  expect(sent).toHaveLength(1)
})

test('a poll and what explains it share ten requests; the next poll has ten of its own', async () => {
  const { sent, view, once, explained } = opened()
  const first = await once()
  await view(first)
  // The one before the poll, and three more.
  expect(sent).toHaveLength(4)
  const given = facts({
    ...notReady({ mergeability: 'not_mergeable', hasImpactedTargets: false }),
    ...ofRun({ reported: [], requiredStatuses: ['unit'] }),
  })
  await explained(given)
  expect(sent.length).toBe(10)
  await view()
  expect(sent.length).toBe(14)
})

const GOES_ON = ofRun({ status: 'in_progress', reported: [] })
const WHY = 'why the pull request is stuck or out'

test.each<[string, Facts, { foundRun?: string; checks?: string; headChecks?: string; timeline?: string } | null]>([
  ['a run that succeeded', facts(ofRun({ status: 'succeeded', reported: [] })), null],
  ['nothing was read', facts({}), null],
  ['it is merged', facts(inState('merged')), null],
  ['a run in progress', facts(GOES_ON), { checks: 'what became of the required statuses' }],
  ['it is tested', facts(inState('testing')), { foundRun: 'which test run tests the pull request' }],
  ['it is not mergeable', facts(notReady({ mergeability: 'not_mergeable' })), { headChecks: WHY }],
  ['it was thrown out', facts(inState('cancelled')), { timeline: WHY }],
])('without a token: %s', async (_, given, missing) => {
  const { explained, connections } = opened({ token: '' })
  const found = await explained(given)
  const told = Object.entries(found).flatMap(([name, reading]) =>
    isFailed(reading) ? [[name, reading.failure.message]] : [],
  )
  const expected = Object.entries(missing ?? {}).map(([name, what]) => [
    name,
    `GitHub can't be asked ${what}: \`github-token\` is empty`,
  ])
  expect(told).toEqual(expected)
  expect(connections()).toBe(0)
})

test('the remedy names what the token would need, and no more', async () => {
  const remedies = await Promise.all(
    [inState('testing'), inState('cancelled'), inState('failed')].map(async given => {
      const { foundRun, timeline } = await opened({ token: '' }).explained(facts(given))
      return [foundRun, timeline].map(each => (isFailed(each) ? each.failure.remedy : null))
    }),
  )
  const testing = 'Set `github-token` to a token with `contents: read`, `checks: read` and `statuses: read`.'
  const thrownOut =
    'Set `github-token` to a token with `contents: read`, `checks: read`, `statuses: read` and `pull-requests: read`.'
  expect(remedies).toEqual([
    [testing, null],
    [null, 'Set `github-token` to a token with `pull-requests: read`.'],
    [thrownOut, thrownOut],
  ])
})

const THROWN_OUT = facts(inState('cancelled'))

test.each<[string, Facts, Conclusion]>([
  ['the step passed', THROWN_OUT, 'passed'],
  ['there is nothing to explain', facts(inState('merged')), 'failed'],
])('nobody is asked: %s', async (_, given, conclusion) => {
  const { explained, connections } = opened()
  expect(await explained(given, conclusion)).toBe(given)
  expect(connections()).toBe(0)
})

test('nor once the step is cancelled', async () => {
  const { explained, connections, cancel } = opened()
  cancel()
  expect(await explained(THROWN_OUT)).toBe(THROWN_OUT)
  expect(connections()).toBe(0)
})

test('a cancellation meanwhile leaves out what would explain it; no other error is hidden', async () => {
  const cancelled = opened({
    onRequest(cancellation) {
      cancellation.abort()
      throw cancellation.signal.reason
    },
  })
  expect(await cancelled.explained(THROWN_OUT)).toBe(THROWN_OUT)
  const broken = opened({
    onRequest() {
      throw new TypeError('a bug')
    },
  })
  await expect(broken.explained(THROWN_OUT)).rejects.toThrow('a bug')
})

test.each<[string, Options, number | null]>([
  ['by the id that the runner gives', { checkRunId: 7 }, 7],
  ['not by an id that is not there', { checkRunId: 8 }, null],
  ['not without an id, though its address names the run', { environment: { GITHUB_RUN_ID: '1001' } }, null],
])('the step knows its own check: %s', async (_, options, expected) => {
  const own = {
    ...{ id: 7, name: 'gate', status: 'in_progress', conclusion: null, started_at: null, completed_at: null },
    ...{ head_sha: HEAD, html_url: null, app: null },
    details_url: 'https://github.com/acme/rocket/actions/runs/1001/job/5',
  }
  const { explained } = opened({ ...options, checkRuns: [own, { ...own, id: 9, name: 'lint' }] })
  const { headChecks } = await explained(facts(notReady({ mergeability: 'not_mergeable' })))
  expect(headChecks).toMatchObject({ value: { ownCheckId: expected } })
})

test('a repository on another host is not asked about, and not connected to', async () => {
  const { explained, view, connections } = opened({ onThisServer: false })
  expect(await view()).toMatchObject({ kind: 'failed' })
  const { timeline } = await explained(facts(inState('cancelled')))
  expect(timeline).toMatchObject({ failure: { message: "GitHub can't be asked: the repository is on another host" } })
  expect(connections()).toBe(0)
})
