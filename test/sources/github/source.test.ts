import { describe, expect, test } from 'vitest'
import { type CallRecord, hasValue, type Read } from '../../../src/facts/facts.ts'
import type { QueueSourceOptions } from '../../../src/sources/github/session.ts'
import { createGitHubSource } from '../../../src/sources/github/source.ts'
import { sleepingClock, useGitHub } from '../../github/api.ts'
import * as answers from '../../stand-in/github/answers.js'
import {
  gitHubState,
  type Protection,
  type PullRequest,
  type Repository,
  requiresChecks,
  requiresQueue,
  type State,
  type Wire,
} from '../../stand-in/github/state.js'
import { at, GROUP, OPTIONS, QUESTION } from './answers.ts'

const openGitHub = useGitHub()

interface Given {
  standings?: Wire[]
  pullRequest?: PullRequest
  repository?: Repository
  state?: Omit<State, 'repositories'>
  options?: Partial<QueueSourceOptions>
  number?: number | null
  reads?: Read[]
  polls?: number
}

const MAIN = { branches: { main: '0'.repeat(40) } }
const ADDED = { kind: 'added', at: at(10) }
const removedFor = (reason: string) => ({ kind: 'removed', at: at(20), reason, group: GROUP })
const IN: Wire = {
  entry: { state: 'AWAITING_CHECKS', enqueuedAt: at(10), headCommit: GROUP, builtAt: at(11) },
  events: [ADDED],
}
const LEAVING: Wire = { events: [ADDED] }
const OUT: Wire = { events: [ADDED, removedFor('failed_checks')] }
const MERGED: Wire = { merged: true, state: 'MERGED', events: [ADDED, removedFor('merged')] }

/** The readings of the last poll. */
async function read(given: Given) {
  const { standings, pullRequest, repository, state, options, number = 42, polls = 1 } = given
  const { reads = ['pull-request', 'queue'] } = given
  const pullRequests = { 42: { ...(standings && { standings }), ...pullRequest } }
  const { api, client } = await openGitHub(gitHubState({ ...MAIN, ...repository, pullRequests }, state))
  const slept: number[] = []
  const calls: CallRecord[] = []
  const source = createGitHubSource({
    ...OPTIONS,
    client,
    clock: sleepingClock(slept),
    onCall: record => calls.push(record),
    ...options,
  })
  const poll = () => source.poll({ ...QUESTION, reads, number }, new AbortController().signal)
  let facts = await poll()
  for (let more = 1; more < polls; more++) facts = await poll()
  return { facts, api, slept, calls, source }
}

/** State, whether it is in the queue, and how many doubts there are; else the reading. */
function gist({ pullRequest: reading }: Awaited<ReturnType<typeof read>>['facts']) {
  if (!hasValue(reading)) return reading
  const { state, submitted, doubts } = reading.value
  return [state, submitted, doubts.length]
}

const failedBy = (code: string, outage = false) => ({ failure: { code, outage } })
const faulty = (answer: Answer): Given => ({ state: { faults: [{ at: 'graphql', answer }] } })
type Answer = NonNullable<State['faults']>[number]['answer']

describe('the pull request', () => {
  test.each<[string, Given, unknown]>([
    ['in the queue', { standings: [IN] }, ['testing', true, 0]],
    ['never submitted', {}, { absent: true }],
    [
      'an entry that is refused',
      { standings: [IN], state: { refused: ['PullRequest.mergeQueueEntry'] } },
      [null, true, 0],
    ],
    [
      'events that are refused',
      { standings: [OUT], ...faulty(refusedAt('queueEvents', 'nodes', 0)) },
      [null, false, 1],
    ],
    [
      'pushes that are refused',
      { standings: [IN], ...faulty(refusedAt('eventsWithPushes', 'nodes', 0)) },
      ['testing', true, 1],
    ],
  ])('%s', async (_, given, expected) => {
    expect(gist((await read(given)).facts)).toEqual(expected)
  })

  test.each<[string, Given, object]>([
    ['no such number', { number: 43 }, failedBy('not-found')],
    ['no such repository', { options: { repository: { owner: 'acme', name: 'gone' } } }, failedBy('not-found')],
    ['a refused token', faulty(answers.badCredentials()), failedBy('token-refused')],
    [
      'a server without merge queues',
      { state: { unknownFields: ['PullRequest.isInMergeQueue'] } },
      failedBy('unsupported'),
    ],
    [
      'a refused flag',
      { standings: [IN], state: { refused: ['PullRequest.isInMergeQueue'] } },
      failedBy('github-forbidden'),
    ],
    [
      'an odd entry',
      { standings: [IN], ...faulty(replaced('"state":"AWAITING_CHECKS"', '"state":5')) },
      failedBy('contract-broken'),
    ],
    ['another number', faulty(replaced('"number":42', '"number":43')), failedBy('contract-broken')],
  ])('fails: %s', async (_, given, expected) => {
    expect((await read(given)).facts.pullRequest).toMatchObject(expected)
  })

  test('each poll is one query, and is noted', async () => {
    const { api, calls } = await read({ standings: [IN], polls: 2, options: { isPolledAgain: true } })
    expect(api.requests).toEqual(['graphql', 'graphql'])
    expect(calls).toMatchObject([{ operation: 'query PullRequest', status: 200 }, { operation: 'query PullRequest' }])
  })
})

/** The answer without this member of the pull request, and with an error in its place. */
function refusedAt(...path: (string | number)[]): Answer {
  return own => {
    const body = structuredClone(own.body) as { data: { repository: { pullRequest: Wire } } }
    const members: Wire[] = [body.data.repository.pullRequest]
    for (const member of path.slice(0, -1)) members.push(members.at(-1)?.[member] as Wire)
    Object.assign(members.at(-1) ?? {}, { [path.at(-1) ?? '']: null })
    return { ...own, body: { ...body, errors: [{ type: 'FORBIDDEN', path: ['repository', 'pullRequest', ...path] }] } }
  }
}

function replaced(from: string, to: string): Answer {
  return own => ({ ...own, body: JSON.parse(JSON.stringify(own.body).replace(from, to)) })
}

describe('an answer that lags is asked for again, in a step without a wait', () => {
  test.each<[string, Wire[], unknown, number]>([
    ['a merge', [LEAVING, LEAVING, MERGED], ['merged', false, 0], 3],
    ['a removal', [LEAVING, OUT], ['failed', false, 0], 2],
    ['longer than it is asked', [LEAVING], [null, false, 1], 4],
    ['nothing lags', [OUT], ['failed', false, 0], 1],
    ['merged, and its entry still there', [{ ...IN, merged: true }, MERGED], ['merged', false, 0], 2],
  ])('%s', async (_, standings, expected, requests) => {
    const { facts, api, slept } = await read({ standings })
    expect([gist(facts), api.requests.length]).toEqual([expected, requests])
    expect(slept.reduce((all, ms) => all + ms, 0)).toBeLessThanOrEqual(6000)
  })

  test('not in one that polls anyway', async () => {
    const { facts, slept } = await read({ standings: [LEAVING, MERGED], options: { isPolledAgain: true } })
    expect([gist(facts), slept]).toEqual([[null, false, 1], []])
  })

  test('a removal that is older than an entry that the step saw is no end of it', async () => {
    const standings = [{ ...IN, entry: { enqueuedAt: at(30) } }, OUT]
    const { facts } = await read({ standings, options: { isPolledAgain: true }, polls: 2 })
    expect(gist(facts)).toEqual([null, false, 1])
  })
})

describe('the queue', () => {
  const ALONE: Given = { number: null, reads: ['queue'] }
  const SOME = { value: { branch: 'main', entries: null } }
  const stacked: Given = { options: { stackBase: 'main' }, pullRequest: { base: { ref: 'feature/one' } } }
  test.each<[string, Given, object]>([
    ['by the pull request', {}, SOME],
    ['none, by the pull request', { standings: [{ isMergeQueueEnabled: false }] }, { absent: true }],
    [
      'another base says nothing',
      { pullRequest: { base: { ref: 'next' } }, standings: [{ isMergeQueueEnabled: false }] },
      SOME,
    ],
    ['by the rules', { ...ALONE, repository: { rules: { main: [requiresQueue()] } } }, SOME],
    ['the rules have none', ALONE, failedBy('queue-not-found')],
    [
      'the rules are refused',
      { ...ALONE, state: { faults: [{ at: 'GET /repos/acme/rocket/rules', answer: answers.forbidden() }] } },
      failedBy('github-forbidden'),
    ],
    [
      'by the group of the event',
      { ...ALONE, options: { mergeGroup: { sha: GROUP, branch: 'x', claimedPullRequest: null } } },
      SOME,
    ],
    ['of a stack, by the rules of its base', { ...stacked, repository: { rules: { main: [requiresQueue()] } } }, SOME],
    ['of a stack whose base has none', stacked, failedBy('queue-not-found')],
  ])('%s', async (_, given, expected) => {
    expect((await read(given)).facts.queue).toMatchObject(expected)
  })
})

describe('the test run', () => {
  const RUNS = { checkRuns: { [GROUP]: [{ name: 'unit' }] } }
  const RULES = { rules: { main: [requiresQueue(), requiresChecks('unit')] } }
  const KNOWN = { ...RULES, ...RUNS }
  const RUN: Given = { reads: ['test-run'], standings: [IN], repository: KNOWN }
  const down = (at: string, answer: Answer = answers.serverError()) => ({ faults: [{ at, answer }] })
  const runOf = (value: object) => ({ value })

  test.each<[string, Given, object]>([
    ['of the entry', RUN, runOf({ id: GROUP, status: 'succeeded', createdAt: at(11), pullRequests: [{ number: 42 }] })],
    ['none is built yet', { ...RUN, standings: [{ ...IN, entry: { enqueuedAt: at(10) } }] }, { absent: true }],
    ['never submitted', { ...RUN, standings: [{}] }, { absent: true }],
    ['thrown out: passed checks are no success', { ...RUN, standings: [OUT] }, runOf({ status: null })],
    ['merged: that of the last removal', { ...RUN, standings: [MERGED] }, runOf({ status: 'succeeded' })],
    ['merged by hand', { ...RUN, standings: [{ ...OUT, merged: true, state: 'MERGED' }] }, runOf({ status: null })],
    [
      "the event's own",
      { ...RUN, number: null, options: { mergeGroup: { sha: GROUP, branch: 'x', claimedPullRequest: null } } },
      runOf({ testBranch: 'x', status: 'succeeded' }),
    ],
    [
      'a commit that is refused',
      { ...RUN, ...faulty(refusedAt('mergeQueueEntry', 'headCommit')) },
      failedBy('github-forbidden'),
    ],
    ['the pull request is not known', { ...RUN, ...faulty(answers.badCredentials()) }, failedBy('token-refused')],
    [
      'the rules are refused',
      { ...RUN, state: down('GET /repos/acme/rocket/rules', answers.forbidden()) },
      runOf({ status: null, whyUndecided: { outage: false, final: true } }),
    ],
    [
      'an outage of the rules',
      { ...RUN, state: down('GET /repos/acme/rocket/rules') },
      { ...runOf({ status: null, whyUndecided: { outage: true } }), failure: { outage: true } },
    ],
    [
      'an outage of the reports',
      { ...RUN, state: down('GET /repos/acme/rocket/commits') },
      { ...runOf({ status: null, whyUndecided: { outage: true } }), failure: { outage: true } },
    ],
    [
      'the reports are refused',
      { ...RUN, state: { permissions: { checks: 'none', statuses: 'none' } } },
      failedBy('github-forbidden'),
    ],
    [
      'a rule that asks in another way',
      {
        ...RUN,
        repository: {
          ...RUNS,
          rules: { main: [requiresChecks('unit'), { type: 'workflows', parameters: { workflows: [] } }] },
        },
      },
      runOf({
        status: null,
        whyUndecided: {
          message:
            'The checks that the queue requires are not all known: the rule `workflows` of the branch asks for checks that GitHub does not name.',
        },
      }),
    ],
    [
      'an app reports by a status that GitHub marks',
      {
        ...RUN,
        repository: {
          rules: { main: [requiresChecks({ context: 'Vercel', integration_id: 8329 })] },
          statuses: { [GROUP]: [{ context: 'Vercel', state: 'success', by: 'vercel[bot]' }] },
          marked: ['Vercel'],
        },
      },
      runOf({ status: 'succeeded' }),
    ],
  ])('%s', async (_, given, expected) => {
    expect((await read(given)).facts.testRun).toMatchObject(expected)
  })

  test.each<[string, Protection | undefined, object]>([
    ['none', undefined, { status: 'succeeded', requiredStatuses: ['unit'] }],
    ['one that is hidden', {}, { status: null, requiredStatuses: ['unit'] }],
    [
      'one that shows its checks',
      {
        protection: {
          required_status_checks: { contexts: ['unit', 'e2e'], checks: [{ context: 'unit', app_id: null }] },
        },
      },
      { status: 'in_progress', requiredStatuses: ['unit', 'e2e'] },
    ],
  ])('classic protection: %s', async (_, protection, value) => {
    const repository = { ...KNOWN, ...(protection && { protections: { main: protection } }) }
    expect((await read({ ...RUN, repository })).facts.testRun).toMatchObject({ value })
  })

  test('the requests of a poll that reads everything', async () => {
    const { api } = await read({ ...RUN, reads: ['pull-request', 'queue', 'test-run'] })
    expect(api.requests.toSorted()).toEqual([
      'GET /repos/acme/rocket/branches/main',
      `GET /repos/acme/rocket/commits/${GROUP}/check-runs?filter=latest&per_page=100&page=1`,
      `GET /repos/acme/rocket/commits/${GROUP}/status?per_page=100&page=1`,
      'GET /repos/acme/rocket/rules/branches/main?per_page=100&page=1',
      'graphql',
    ])
  })
})

describe('the merge group of the event', () => {
  const CLAIM = { sha: GROUP, number: 42 }
  const other = { ...IN, entry: { ...(IN['entry'] as Wire), headCommit: 'd'.repeat(40) } }
  const ofGroup: Given = { options: { mergeGroup: { sha: GROUP, branch: 'x', claimedPullRequest: 42 } } }
  const confirmed = async (given: Given) => {
    const { source } = await read({ ...given, ...ofGroup, reads: [] })
    return source.confirmPullRequest?.(CLAIM, new AbortController().signal)
  }

  test.each<[string, Given, object]>([
    ['its entry names the commit', { standings: [IN] }, { value: { number: 42, baseBranch: 'main' } }],
    ['its last removal does', { standings: [OUT] }, { value: { number: 42 } }],
    ['it shows that late', { standings: [LEAVING, IN] }, { value: { number: 42 } }],
    ['another commit', { standings: [other] }, { absent: true }],
    ['an outage', faulty(answers.serverError()), failedBy('github-unavailable', true)],
  ])('is about the pull request that its branch names: %s', async (_, given, expected) => {
    expect(await confirmed(given)).toMatchObject(expected)
  })

  const intoNext: Given = { standings: [IN], pullRequest: { base: { ref: 'next' } } }
  test.each<[string, Given, object]>([
    ['its head is in another group', { standings: [other] }, { code: 'stale-head', answerParts: ['head'] }],
    ['its base is another', intoNext, { code: 'base-branch-mismatch', answerParts: ['pull-request'] }],
  ])('a doubt about the pull request is none about the run: %s', async (_, given, doubt) => {
    expect((await read({ ...ofGroup, ...given })).facts.pullRequest).toMatchObject({ value: { doubts: [doubt] } })
  })
})
