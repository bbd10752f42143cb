import { describe, expect, test } from 'vitest'
import type { Read } from '../../../src/facts/conditions.ts'
import type { CallRecord } from '../../../src/facts/facts.ts'
import { isRead } from '../../../src/facts/reading.ts'
import type { GitHubClient } from '../../../src/github/client.ts'
import { createQueueSource, type QueueSourceOptions } from '../../../src/sources/github/source.ts'
import { NOW, ROCKET, useGitHub } from '../../github/api.ts'
import * as answers from '../../stand-in/github/answers.js'
import {
  type Answer,
  type Fault,
  gitHubState,
  type Protection,
  type PullRequest,
  type Repository,
  requiresChecks,
  type State,
  type Wire,
} from '../../stand-in/github/state.js'
import { at, GROUP, HEAD, REFUSED } from './standings.ts'

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
  entry: { state: 'AWAITING_CHECKS', enqueuedAt: at(10), headCommit: GROUP },
  events: [ADDED],
}
const LEAVING: Wire = { events: [ADDED] }
const OUT: Wire = { events: [ADDED, removedFor('failed_checks')] }
const MERGED: Wire = { merged: true, state: 'MERGED', events: [ADDED, removedFor('merged')] }

/** The readings of the last poll. */
async function read({
  standings,
  pullRequest,
  repository,
  state,
  options,
  number = 42,
  reads = ['pull-request', 'queue'],
  polls = 1,
}: Given) {
  const pullRequests = { 42: { ...(standings && { standings }), ...pullRequest } }
  const { api, client } = await openGitHub(gitHubState({ ...MAIN, ...repository, pullRequests }, state))
  let now = NOW
  const slept: number[] = []
  const clock = {
    now: () => now,
    monotonic: () => now,
    sleep: async (ms: number) => {
      slept.push(ms)
      now += ms
    },
  }
  const calls: CallRecord[] = []
  const source = createQueueSource({
    client,
    repository: ROCKET,
    clock,
    requestTimeoutMs: 10_000,
    activity: null,
    group: null,
    waits: false,
    wantsList: false,
    wantsRequired: false,
    own: { checkRunId: null, statusContext: null },
    onCall: record => calls.push(record),
    ...options,
  })
  const poll = async () => {
    const question = { reads, number, targetBranch: 'main', testRunId: null, list: null }
    const { pullRequest, queue, testRun, github } = await source.poll(question, new AbortController().signal)
    return { pull: pullRequest, queue, run: testRun, seen: github }
  }
  let last = await poll()
  for (let more = 1; more < polls; more++) last = await poll()
  return { ...last, api, slept, calls, source, poll }
}

/** The last run of a pull request that was read. */
const lastRun = (source: ReturnType<typeof createQueueSource>, pull: Awaited<ReturnType<typeof read>>['pull']) =>
  isRead(pull) ? source.lastRun?.(pull.value, 'main') : pull.kind

const state = (reading: Awaited<ReturnType<typeof read>>['pull']) =>
  isRead(reading) ? [reading.value.state, reading.value.submitted, reading.value.doubts.length] : reading.kind

const answering = (answer: Fault['answer']): Given => ({ state: { faults: [{ at: 'graphql', answer }] } })
const told = (body: object) => ({ status: 200, body })
const failedBy = (code: string, outage = false) => ({ failure: { code, outage } })

const FORBIDDEN = failedBy('github-forbidden')

/** The answer that the state has, with an error at its side. */
const beside = (error: object): Given => ({
  ...answering(own => ({ ...own, body: { ...(own.body as object), errors: [error] } })),
  standings: [IN],
})

describe('the pull request', () => {
  test('one request tells all of it', async () => {
    const { pull, queue, seen, api, calls } = await read({ standings: [IN] })
    expect(state(pull)).toEqual(['testing', true, 0])
    expect(queue).toMatchObject({ value: { state: null, branch: 'main', entries: null, doubts: [] } })
    expect(seen).toEqual({
      value: {
        number: 42,
        open: true,
        headSha: HEAD,
        baseBranch: 'main',
        mergeable: null,
        mergeableState: null,
        autoMerge: false,
      },
    })
    expect(api.requests).toEqual(['graphql'])
    expect(calls).toMatchObject([{ operation: 'query PullRequest', status: 200 }])
  })

  test.each<[string, Given, object]>([
    ['never submitted', {}, { absent: true }],
    ['no such number', { number: 43 }, failedBy('not-found')],
    ['no such repository', { options: { repository: { owner: 'acme', name: 'gone' } } }, failedBy('not-found')],
    ['a server error', answering(answers.serverError(502)), failedBy('github-unavailable', true)],
    ['a limit', answering(answers.graphqlError('RATE_LIMITED')), failedBy('github-unavailable', true)],
    ['a refused token', answering(answers.badCredentials()), failedBy('token-refused')],
    ['refused as a whole', answering(told({ data: null, errors: [{ type: 'FORBIDDEN' }] })), FORBIDDEN],
    ['data beside an error without a path', beside({ type: 'FORBIDDEN' }), FORBIDDEN],
    ['data beside an error about something else', beside({ type: 'FORBIDDEN', path: ['viewer'] }), FORBIDDEN],
    ['another shape', answering(told({ data: { repository: [] } })), failedBy('contract-broken')],
    ['null without an error', answering(told({ data: { repository: { pullRequest: null } } })), failedBy('not-found')],
  ])('%s', async (_, given, expected) => {
    expect((await read(given)).pull).toMatchObject(expected)
  })
})

test.each([
  [2, false, 'testing', 3],
  [3, false, 'failed', 3],
  [1, true, 'failed', 1],
])('%d server errors, of a step that waits: %j', async (times, waits, expected, attempts) => {
  const faults = [{ at: 'graphql', answer: answers.serverError(502), times }]
  const { pull, calls } = await read({ standings: [IN], state: { faults }, options: { waits } })
  expect([isRead(pull) ? pull.value.state : pull.kind, calls.at(-1)?.attempts]).toEqual([expected, attempts])
})

test('a refused request is listed with its status', async () => {
  const { calls } = await read({ state: { faults: [{ at: 'graphql', answer: answers.badCredentials() }] } })
  expect(calls).toMatchObject([{ operation: 'query PullRequest', status: 401 }])
})

describe('fields that can not be read', () => {
  test.each<[string, string[], Wire, unknown]>([
    ['the entry, in the queue', ['mergeQueueEntry'], IN, [null, true, 0]],
    ['the entry, out of it', ['mergeQueueEntry'], {}, 'absent'],
    ['isInMergeQueue', ['isInMergeQueue'], IN, 'failed'],
    ['merged', ['merged'], IN, 'failed'],
    // GitHub's schema does not let these be null, so the pull request is taken along.
    ['whether its base has a queue', ['isMergeQueueEnabled'], IN, 'failed'],
    ['the events', ['timelineItems'], IN, 'failed'],
    ['the base', ['baseRefName'], IN, 'failed'],
    ['the head', ['headRefOid'], IN, 'failed'],
    ['the author', ['author'], IN, ['testing', true, 0]],
    ['auto-merge', ['autoMergeRequest'], IN, ['testing', true, 0]],
    ['its state at GitHub', ['state'], IN, 'failed'],
  ])('%s: refused', async (_, fields, standing, expected) => {
    const refused = fields.map(field => `PullRequest.${field}`)
    expect(state((await read({ standings: [standing], state: { refused } })).pull)).toEqual(expected)
  })

  /** The answer without one of its members, with an error at the place of it. */
  const refusedAt = (...path: (string | number)[]): Given =>
    answering(own => {
      if (!JSON.stringify(own.body).includes('queueEvents')) return own
      const body = structuredClone(own.body) as { data: object }
      const holder = path
        .slice(0, -1)
        .reduce<Record<string, unknown>>(
          (above, member) => above[String(member)] as Record<string, unknown>,
          Object(body.data).repository.pullRequest,
        )
      holder[String(path.at(-1))] = null
      const error = { type: 'FORBIDDEN', path: ['repository', 'pullRequest', ...path] }
      return { ...own, body: { ...body, errors: [error] } }
    })
  const EVENT = ['queueEvents', 'nodes', 1]

  test.each<[string, Given, Wire, unknown]>([
    ['who removed it', refusedAt(...EVENT, 'actor'), OUT, ['failed', false, 0]],
    ['the login of who removed it', refusedAt(...EVENT, 'actor', 'login'), OUT, ['failed', false, 0]],
    ['the group that it left', refusedAt(...EVENT, 'beforeCommit'), OUT, ['failed', false, 0]],
    ['the commit of that group', refusedAt(...EVENT, 'beforeCommit', 'oid'), OUT, ['failed', false, 0]],
    ['why it was removed', refusedAt(...EVENT, 'reason'), OUT, [null, false, 1]],
    ['when it was removed', refusedAt(...EVENT, 'createdAt'), OUT, [null, false, 1]],
    ['an event', refusedAt(...EVENT), OUT, [null, false, 1]],
  ])('a member of an event is refused alone: %s', async (_, given, standing, expected) => {
    expect(state((await read({ ...given, standings: [standing] })).pull)).toEqual(expected)
  })

  test.each<[string, object]>([
    ['committedDate', { value: { id: GROUP, createdAt: null } }],
    ['oid', FORBIDDEN],
  ])("a member of the group's commit is refused alone: %s", async (member, expected) => {
    const given = refusedAt('mergeQueueEntry', 'headCommit', member)
    const { run } = await read({ ...given, standings: [IN], reads: ['test-run'] })
    expect(run).toMatchObject(expected)
  })

  test('a head that is refused is no empty one', async () => {
    const data = (own: Answer) => {
      const body = JSON.parse(JSON.stringify(own.body).replace(/"headRefOid":"[^"]+"/, '"headRefOid":null'))
      return { ...own, body }
    }
    const { pull, seen } = await read({ ...answering(data), standings: [IN] })
    expect(pull).toMatchObject({ value: { sha: null, doubts: [{ code: 'stale-head' }] } })
    expect(seen).toMatchObject({ value: { headSha: null } })
  })

  test.each<[string[], unknown, number]>([
    [['MergeQueueEntry.estimatedTimeToMerge', 'MergeQueueEntry.jump'], ['testing', true, 0], 2],
    [['MergeQueueEntry.state'], [null, true, 0], 2],
    [['AutoMergeRequest.enabledAt', 'Actor.login', 'Commit.oid'], ['testing', true, 0], 2],
    [['PullRequest.mergeQueueEntry'], [null, true, 0], 2],
    [['PullRequest.timelineItems'], ['testing', true, 1], 2],
    [['PullRequest.isInMergeQueue'], 'failed', 1],
    [['PullRequest.merged', 'PullRequest.title'], 'failed', 1],
  ])('the server does not know %j', async (unknownFields, expected, requests) => {
    const { pull, api } = await read({ standings: [IN], state: { unknownFields } })
    expect(state(pull)).toEqual(expected)
    expect(api.requests).toHaveLength(requests)
  })

  test.each<[string, Wire, string]>([
    ['never submitted', {}, 'failed'],
    ['in the queue', IN, 'not-asked'],
  ])('the server does not know whether there is a queue, and the pull request is %s', async (_, standing, kind) => {
    const state = { unknownFields: ['PullRequest.isMergeQueueEnabled'] }
    expect((await read({ reads: ['pull-request'], standings: [standing], state })).queue.kind).toBe(kind)
  })

  test('a removal may be that of a merge where the server does not know its reason', async () => {
    const state = { unknownFields: ['RemovedFromMergeQueueEvent.reason'] }
    expect((await read({ standings: [OUT], state })).pull).toMatchObject({
      value: { state: null, submitted: false, doubts: [{ members: ['submitted', 'state', 'test-run-status'] }] },
    })
  })

  test('a removal counts where the server does not know who did it, or in which group', async () => {
    const state = { unknownFields: ['Actor.login', 'Commit.oid'] }
    const { pull } = await read({ standings: [OUT], state })
    expect(pull).toMatchObject({ value: { state: 'failed', removal: { actor: null }, doubts: [] } })
  })

  test('a group is not known where the server does not know its commit', async () => {
    const state = { unknownFields: ['MergeQueueEntry.headCommit'] }
    const { run } = await read({ reads: ['test-run'], standings: [IN], state })
    expect(run).toMatchObject(failedBy('github-unavailable'))
  })

  test('fields that the server does not know stay out for the step', async () => {
    const { api, pull } = await read({ standings: [IN], state: { unknownFields: ['MergeQueueEntry.jump'] }, polls: 3 })
    expect(state(pull)).toEqual(['testing', true, 0])
    expect(api.requests).toHaveLength(4)
  })
})

test('each exchange has the time that the step gives it', async () => {
  const given: unknown[] = []
  const client: GitHubClient = {
    request: async () => REFUSED,
    graphql: async (_, __, ___, poll) => {
      given.push(poll.timeoutMs)
      return REFUSED
    },
  }
  await read({ options: { client, requestTimeoutMs: 3000 } })
  expect(given).toEqual([3000])
})

describe('lag', () => {
  test.each<[string, Wire[], unknown, number]>([
    ['a merge', [LEAVING, LEAVING, MERGED], ['merged', false, 0], 3],
    ['a removal', [LEAVING, OUT], ['failed', false, 0], 2],
    ['longer than it is asked', [LEAVING], [null, false, 1], 4],
    ['an entry that shows late', [{ isInMergeQueue: true, events: [ADDED] }, IN], ['testing', true, 0], 2],
    ['nothing lags', [OUT], ['failed', false, 0], 1],
    ['merged, and its entry still there', [{ ...IN, merged: true }, MERGED], ['merged', false, 0], 2],
  ])('%s', async (_, standings, expected, requests) => {
    const { pull, api, slept } = await read({ standings })
    expect(state(pull)).toEqual(expected)
    expect(api.requests).toHaveLength(requests)
    expect(slept.reduce((all, ms) => all + ms, 0)).toBeLessThanOrEqual(6000)
  })

  test('a removal that only the event tells is asked for again where it has to be explained', async () => {
    const options = { activity: { action: 'dequeued', at: at(20), reason: 'CI_FAILURE' } as const }
    const standings = [LEAVING, LEAVING, OUT]
    const { pull, source, api } = await read({ standings, options, repository: { rules: {} } })
    expect([state(pull), api.requests.length]).toEqual([['failed', false, 0], 1])
    expect(await lastRun(source, pull)).toMatchObject({ value: { id: GROUP } })
  })

  test('an event without a time is explained by the last removal that is listed', async () => {
    const options = { activity: { action: 'dequeued', at: null, reason: 'CI_FAILURE' } as const }
    const { pull, source } = await read({ standings: [OUT], options, repository: { rules: {} } })
    expect(await lastRun(source, pull)).toMatchObject({ value: { id: GROUP } })
  })

  test('an entry that shows up only while a removal is explained has another group', async () => {
    const options = { activity: { action: 'dequeued', at: at(20), reason: 'CI_FAILURE' } as const }
    const again = {
      ...IN,
      entry: { state: 'AWAITING_CHECKS', enqueuedAt: at(30), headCommit: GROUP },
      events: [ADDED, removedFor('failed_checks'), { ...ADDED, at: at(30) }],
    }
    const { pull, source } = await read({ standings: [LEAVING, again], options, repository: { rules: {} } })
    expect(await lastRun(source, pull)).toEqual({ absent: true })
  })

  test('a later removal that shows up while one is explained has another group', async () => {
    const options = { activity: { action: 'dequeued', at: at(20), reason: 'CI_FAILURE' } as const }
    const later = { kind: 'removed', at: at(40), reason: 'failed_checks', group: GROUP }
    const again = { events: [ADDED, { ...ADDED, at: at(30) }, later] }
    const { pull, source } = await read({ standings: [LEAVING, again], options, repository: { rules: {} } })
    expect(await lastRun(source, pull)).toEqual({ absent: true })
  })

  test('a newer stay in the queue than that of the deciding poll is not explained by its group', async () => {
    const again = { ...IN, entry: { state: 'AWAITING_CHECKS', enqueuedAt: at(30), headCommit: GROUP } }
    const { pull, source, poll } = await read({ standings: [OUT, again], options: { waits: true } })
    await poll()
    expect(await lastRun(source, pull)).toEqual({ absent: true })
  })

  test('all repeats of a step are three', async () => {
    const options = { activity: { action: 'dequeued', at: at(20), reason: 'CI_FAILURE' } as const }
    const flagged = { isInMergeQueue: true, events: [ADDED] }
    const { pull, source, api } = await read({ standings: [flagged, flagged, LEAVING], options })
    await lastRun(source, pull)
    expect(api.requests.filter(each => each === 'graphql')).toHaveLength(4)
  })

  test('a step that waits asks again by its own polls', async () => {
    const { pull, slept } = await read({ standings: [LEAVING, MERGED], options: { waits: true } })
    expect([state(pull), slept]).toEqual([[null, false, 1], []])
  })

  test('a removal that is older than what was seen before is no end', async () => {
    const standings = [{ ...IN, entry: { enqueuedAt: at(30) } }, OUT]
    const { pull } = await read({ standings, options: { waits: true }, polls: 2 })
    expect(state(pull)).toEqual(['failed', false, 1])
  })
})

describe('the queue', () => {
  const lines = (length: number) => ({
    lines: { main: Array.from({ length }, (_, index) => ({ number: index + 1, state: 'QUEUED' })) },
  })
  const mayList: Given['state'] = { permissions: { 'merge-queues': 'read' } }
  const listed: Partial<QueueSourceOptions> = { wantsList: true }
  const list = (length: number): Given => ({ repository: lines(length), state: mayList, options: listed })
  const QUEUE_RULE = { rules: { main: [{ type: 'merge_queue' }] } }
  const ALONE: Given = { number: null, reads: ['queue'] }
  const queueOf = (value: object) => ({ value })
  const unlisted = (code: string) => queueOf({ entries: null, unlisted: { code, outage: false } })
  const FORBIDDEN_LIST = unlisted('github-forbidden')

  test.each<[string, Given, object]>([
    ['none, by the pull request', { standings: [{ isMergeQueueEnabled: false }] }, { absent: true }],
    [
      'none, by the pull request, and a list all the same',
      { standings: [{ isMergeQueueEnabled: false }], repository: lines(0), state: mayList, options: listed },
      { absent: true },
    ],
    [
      'the list',
      list(2),
      queueOf({ entries: [{ number: 1, state: 'pending' }, { number: 2 }], testingTimeoutMinutes: 60 }),
    ],
    ['an empty list', list(0), queueOf({ entries: [] })],
    [
      'an empty list beside a pull request that may be in the queue',
      { ...list(0), standings: [LEAVING] },
      queueOf({ entries: [], doubts: [{ members: ['queue-list'] }] }),
    ],
    [
      'an empty list beside a pull request whose events are not known',
      { ...list(0), state: { ...mayList, unknownFields: ['PullRequest.timelineItems'] } },
      queueOf({ entries: [], doubts: [] }),
    ],
    [
      'an empty list beside a pull request in the queue, of a base that is not known',
      { ...list(0), standings: [IN], state: { ...mayList, unknownFields: ['PullRequest.baseRefName'] } },
      queueOf({ entries: [], doubts: [{ members: ['queue-list'] }] }),
    ],
    ['a refused list', { options: listed }, FORBIDDEN_LIST],
    ['a list that is null', { state: mayList, options: listed }, FORBIDDEN_LIST],
    [
      'a server without lists',
      { state: { ...mayList, unknownFields: ['Repository.mergeQueue'] }, options: listed },
      unlisted('github-unavailable'),
    ],
    [
      'a server without the entries of lists',
      { state: { ...mayList, unknownFields: ['MergeQueue.entries'] }, options: listed },
      unlisted('github-unavailable'),
    ],
    ['alone, by the rules', { ...ALONE, repository: QUEUE_RULE }, queueOf({ entries: null })],
    ['alone, refused, by the rules', { ...ALONE, repository: QUEUE_RULE, options: listed }, FORBIDDEN_LIST],
    [
      'alone, by the queue itself',
      { ...ALONE, repository: lines(1), state: mayList },
      queueOf({ entries: [{ number: 1 }] }),
    ],
    [
      'alone, of a merge group',
      { ...ALONE, options: { group: { sha: GROUP, branch: '' } } },
      queueOf({ entries: null }),
    ],
    ['alone, none', { ...ALONE, state: mayList }, { absent: true }],
    ['alone, and refused', ALONE, FORBIDDEN],
    ['another base', { pullRequest: { base: { ref: 'next' } } }, queueOf({ entries: null })],
  ])('%s', async (_, given, expected) => {
    expect((await read(given)).queue).toMatchObject(expected)
  })

  test('a list that does not hold what GitHub counts is not known, and may be later', async () => {
    const miscounted = (body: unknown) => JSON.parse(JSON.stringify(body).replace('"totalCount":2', '"totalCount":3'))
    const faults = [{ at: 'graphql', answer: (own: Answer) => ({ ...own, body: miscounted(own.body) }) }]
    const { queue } = await read({ repository: lines(2), state: { ...mayList, faults }, options: listed })
    expect(queue).toMatchObject({ value: { entries: null } })
    expect(isRead(queue) && queue.value.unlisted).toBeUndefined()
  })

  test('a list whose pages count differently is not known', async () => {
    let asked = 0
    const miscounted = (body: unknown) =>
      asked++ > 0 ? body : JSON.parse(JSON.stringify(body).replace('"totalCount":150', '"totalCount":151'))
    const faults = [{ at: 'graphql', answer: (own: Answer) => ({ ...own, body: miscounted(own.body) }) }]
    const { queue } = await read({ repository: lines(150), state: { ...mayList, faults }, options: listed })
    expect(queue).toMatchObject({ value: { entries: null } })
  })

  test.each<[string, Wire, Repository, number]>([
    ['one in the queue that an empty list lacks', IN, lines(0), 1],
    ['one in the queue that a list lacks', IN, lines(1), 0],
    ['one that is merged', { ...IN, merged: true }, lines(0), 0],
    ['one that is out', OUT, lines(0), 0],
  ])('doubts about the list beside %s', async (_, standing, repository, doubts) => {
    const options = { ...listed, waits: true }
    const { queue } = await read({ standings: [standing], reads: ['queue'], repository, state: mayList, options })
    expect(isRead(queue) && queue.value.doubts).toHaveLength(doubts)
  })

  test('a long list', async () => {
    const { queue, api } = await read(list(250))
    expect(isRead(queue) && queue.value.entries).toHaveLength(250)
    expect(api.requests).toHaveLength(3)
  })

  test('names of required checks, where they are wanted', async () => {
    const repository = { rules: { main: [requiresChecks('unit', 'e2e')] } }
    const { queue } = await read({ repository, options: { wantsRequired: true } })
    expect(queue).toMatchObject({ value: { requiredStatuses: ['unit', 'e2e'] } })
  })

  test('names of required checks that can not be read are not told as none', async () => {
    const { queue } = await read({ repository: { branches: {} }, options: { wantsRequired: true } })
    expect(queue).toMatchObject({ value: { requiredStatuses: null, moreRequired: expect.anything() } })
  })
})

describe('the run of the group', () => {
  const REQUIRED: Repository = { rules: { main: [requiresChecks('unit')] }, checkRuns: { [GROUP]: [{ name: 'unit' }] } }
  const run: Given = { reads: ['test-run'], standings: [IN], repository: REQUIRED }
  const ruledBy = (type: string, parameters: object): Given => ({
    repository: { ...REQUIRED, rules: { main: [requiresChecks('unit'), { type, parameters }] } },
  })
  const protectedBy = (main: Protection): Given => ({ repository: { ...REQUIRED, protections: { main } } })
  const DOWN = 'open by an outage'
  const status = ({ run: reading }: Awaited<ReturnType<typeof read>>) =>
    isRead(reading) ? (reading.value.openByOutage ? DOWN : reading.value.status) : reading.kind

  test.each<[string, Given, unknown]>([
    ['all passed', {}, 'succeeded'],
    ['no classic protection that is known', { repository: { ...REQUIRED, branches: {} } }, null],
    ['classic protection without a list', protectedBy({}), null],
    ['classic protection that the token may read', protectedBy({ viewable: ['unit'] }), 'succeeded'],
    ['classic protection that requires another', protectedBy({ viewable: ['e2e'] }), 'in_progress'],
    [
      'classic protection by the branch',
      protectedBy({
        protection: { required_status_checks: { contexts: ['e2e'], checks: [{ context: 'e2e', app_id: -1 }] } },
      }),
      'in_progress',
    ],
    [
      'classic protection of an app, and the token may read its names',
      {
        repository: {
          ...REQUIRED,
          checkRuns: {
            [GROUP]: [{ name: 'unit' }, { name: 'e2e', app: 1 }, { name: 'e2e', app: 2, conclusion: 'failure' }],
          },
          protections: {
            main: {
              viewable: ['unit', 'e2e'],
              protection: { required_status_checks: { contexts: ['e2e'], checks: [{ context: 'e2e', app_id: 1 }] } },
            },
          },
        },
      },
      'succeeded',
    ],
    [
      'a rule of an app, and the token may read the names',
      {
        repository: {
          rules: { main: [requiresChecks({ context: 'unit', integration_id: 1 })] },
          checkRuns: {
            [GROUP]: [
              { name: 'unit', app: 1 },
              { name: 'unit', app: 2, conclusion: 'failure' },
            ],
          },
          protections: { main: { viewable: ['unit'] } },
        },
      },
      'succeeded',
    ],
    [
      'classic protection that names one more without its app',
      protectedBy({
        protection: {
          required_status_checks: { contexts: ['unit', 'e2e'], checks: [{ context: 'unit', app_id: null }] },
        },
      }),
      'in_progress',
    ],
    [
      'classic protection that is off, and names one',
      protectedBy({ protection: { enabled: false, required_status_checks: { contexts: ['e2e'], checks: [] } } }),
      null,
    ],
    [
      'classic protection of a branch that was renamed',
      {
        repository: REQUIRED,
        state: {
          faults: [
            {
              at: 'GET /repos/acme/rocket/branches/main',
              answer: (own: Answer) => ({ ...own, body: { ...Object(own.body), name: 'trunk' } }),
            },
          ],
        },
      },
      null,
    ],
    ['a rule for workflows', ruledBy('workflows', { workflows: [] }), null],
    ['a rule for code scanning', ruledBy('code_scanning', { code_scanning_tools: [] }), null],
    [
      'marked as required, and failed',
      { repository: { checkRuns: { [GROUP]: [{ name: 'e2e', conclusion: 'failure' }] }, marked: ['e2e'] } },
      'failed',
    ],
    [
      'marked as required, and all passed',
      { repository: { checkRuns: { [GROUP]: [{ name: 'e2e' }] }, marked: ['e2e'] } },
      'succeeded',
    ],
    [
      'protected without a rule, and it shows none',
      {
        repository: {
          checkRuns: { [GROUP]: [{ name: 'unit' }] },
          marked: ['unit'],
          protections: { main: { protection: { enabled: false } } },
        },
      },
      null,
    ],
    [
      'another check under the name of this step',
      {
        repository: {
          rules: { main: [requiresChecks('unit', 'gate')] },
          checkRuns: {
            [GROUP]: [
              { name: 'unit' },
              { name: 'gate', conclusion: 'failure', started_at: '2026-03-01T08:00:00Z' },
              { name: 'gate', id: 9, status: 'in_progress' },
            ],
          },
        },
        options: { own: { checkRunId: 9, statusContext: null } },
      },
      'failed',
    ],
    ['no checks may be read', { state: { permissions: { checks: 'none', statuses: 'none' } } }, 'failed'],
    ['no statuses may be read', { state: { permissions: { statuses: 'none' } } }, null],
    ['the group is not built', { standings: [{ ...IN, entry: { headCommit: null } }] }, 'absent'],
    ['the entry is refused', { state: { refused: ['PullRequest.mergeQueueEntry'] } }, 'absent'],
    ['never submitted', { standings: [{}] }, 'absent'],
    ['merged by the queue', { standings: [MERGED] }, 'succeeded'],
    ['thrown out, and all passed', { standings: [OUT] }, null],
    [
      'thrown out, and one failed',
      {
        standings: [OUT],
        repository: { ...REQUIRED, checkRuns: { [GROUP]: [{ name: 'unit', conclusion: 'failure' }] } },
      },
      'failed',
    ],
    [
      'the group of the event',
      {
        number: null,
        standings: [{}],
        options: { group: { sha: GROUP, branch: 'gh-readonly-queue/main/pr-42' } },
      },
      'succeeded',
    ],
  ])('%s', async (_, given, expected) => {
    expect(status(await read({ ...run, ...given }))).toBe(expected)
  })

  const down = (...paths: string[]) =>
    paths.map(path => ({ at: `GET /repos/acme/rocket/${path}`, answer: answers.serverError(502) }))
  const NO_CHECKS = down(`commits/${GROUP}/check-runs`, `commits/${GROUP}/status`)
  const FAILED = { ...REQUIRED, checkRuns: { [GROUP]: [{ name: 'unit', conclusion: 'failure' }] } }
  const RUNNING = { ...REQUIRED, checkRuns: { [GROUP]: [{ name: 'unit', status: 'in_progress' }] } }
  const refusedBranch = { at: 'GET /repos/acme/rocket/branches/main', answer: answers.badCredentials() }
  // The query about required checks, and no other, asks for the ref.
  const downGraphql = {
    at: 'graphql',
    answer: (own: Answer) => (JSON.stringify(own.body).includes('refUpdateRule') ? answers.serverError(502) : own),
  }
  const cutList = {
    at: `GET /repos/acme/rocket/commits/${GROUP}/check-runs`,
    answer: (own: Answer) => ({ ...own, body: { ...Object(own.body), total_count: 9 } }),
  }
  const refusedRules = { at: 'GET /repos/acme/rocket/rules/branches/main', answer: answers.badCredentials() }

  test.each<[string, Given, unknown]>([
    ['all else is known', {}, DOWN],
    ['the rules, too', { state: { faults: [...NO_CHECKS, ...down('rules/branches/main')] } }, DOWN],
    ['the protection, too', { state: { faults: [...NO_CHECKS, ...down('branches/main')] } }, DOWN],
    [
      'the rules, and the check runs are refused',
      {
        state: { permissions: { checks: 'none' }, faults: down('rules/branches/main') },
      },
      null,
    ],
    ['only the check runs', { state: { faults: NO_CHECKS.slice(0, 1) } }, DOWN],
    ['only the statuses', { state: { faults: NO_CHECKS.slice(1) } }, DOWN],
    ['only the rules', { state: { faults: down('rules/branches/main') } }, DOWN],
    [
      'only the rules, of a branch that rules alone protect',
      {
        ...protectedBy({ protection: { enabled: false } }),
        state: { faults: down('rules/branches/main') },
      },
      DOWN,
    ],
    ['only the protection', { state: { faults: down('branches/main') } }, DOWN],
    ['GraphQL, and the branch is refused', { state: { faults: [refusedBranch, downGraphql] } }, DOWN],
    [
      'the statuses, and one failed',
      {
        state: { faults: NO_CHECKS.slice(1) },
        repository: { ...REQUIRED, checkRuns: { [GROUP]: [{ name: 'unit', conclusion: 'failure' }] } },
      },
      'failed',
    ],
    [
      'the statuses, and two check runs differ',
      {
        state: { faults: NO_CHECKS.slice(1) },
        repository: {
          ...REQUIRED,
          checkRuns: {
            [GROUP]: [
              { name: 'unit', app: 1 },
              { name: 'unit', app: 2, conclusion: 'failure' },
            ],
          },
        },
      },
      null,
    ],
    ['the rules are refused', { state: { faults: [...NO_CHECKS, refusedRules] } }, null],
    ['a rule for workflows', ruledBy('workflows', { workflows: [] }), null],
    ['no check is required', { repository: {} }, null],
    ['the protection is hidden', protectedBy({}), null],
    ['thrown out', { standings: [OUT] }, null],
  ])('an outage of the checks hides nothing that no check could change: %s', async (_, given, expected) => {
    expect(status(await read({ ...run, state: { faults: NO_CHECKS }, ...given }))).toBe(expected)
  })

  test.each<[string, Given, string | null, refused: true | undefined]>([
    ['the check runs', { state: { permissions: { checks: 'none' } } }, null, true],
    ['the rules', { state: { faults: [refusedRules] } }, null, true],
    ['the branch', { state: { faults: [refusedBranch] } }, null, true],
    [
      'the statuses, and a check failed',
      { state: { permissions: { statuses: 'none' } }, repository: FAILED },
      'failed',
      undefined,
    ],
    ['none, but a list of reports is cut', { state: { faults: [cutList] } }, null, undefined],
    ['none, and one is not over', { repository: RUNNING }, 'in_progress', undefined],
    ['none, and the protection is hidden', protectedBy({}), null, undefined],
  ])('a refused read is told, as no waiting helps: %s', async (_, given, expected, refused) => {
    const { run: reading } = await read({ ...run, ...given })
    expect(isRead(reading) && [reading.value.status, reading.value.openByRefusal]).toEqual([expected, refused])
  })

  test('an outage of the checks is a failed read, also where nothing could succeed', async () => {
    const { run: reading } = await read({ ...run, standings: [OUT], state: { faults: NO_CHECKS } })
    expect(reading).toMatchObject({ value: { status: null }, failure: { code: 'github-unavailable' } })
  })

  test('of a merge group the queue is not read without any answer', async () => {
    const event = { number: null, standings: [{}], options: { group: { sha: GROUP, branch: 'x' } } }
    const { queue } = await read({ ...event, reads: ['queue'], state: { faults: [refusedRules] } })
    expect(queue).toMatchObject({ kind: 'failed' })
  })

  test("the members of an event's group are unknown", async () => {
    const options = { group: { sha: GROUP, branch: '' } }
    const { run: reading } = await read({ ...run, options })
    expect(reading).toMatchObject({ value: { id: GROUP, pullRequests: null } })
  })

  test.each<[string, Given, number]>([
    ['six with the pull request', {}, 6],
    ['no more if the names of required checks are wanted', { options: { wantsRequired: true } }, 6],
    ['five on the event of the group', { number: null, options: { group: { sha: GROUP, branch: '' } } }, 5],
  ])('requests of a poll: %s', async (_, given, expected) => {
    const { api } = await read({ ...run, reads: ['queue', 'test-run'], ...given })
    expect(api.requests).toHaveLength(expected)
  })

  test('the run of the event rests on no pull request', async () => {
    const options = { waits: true, group: { sha: GROUP, branch: '' } }
    const reads: Read[] = ['pull-request', 'test-run']
    const { run: reading, pull } = await read({ ...run, standings: [LEAVING], reads, options })
    expect(reading).toMatchObject({ value: { status: 'succeeded', doubts: [] } })
    expect(pull).toMatchObject({ value: { doubts: [{ members: ['submitted', 'state'] }] } })
  })

  test('a run of an entry that lingers beside the merge is doubted', async () => {
    const entry = { state: 'UNMERGEABLE', enqueuedAt: at(10), headCommit: GROUP }
    const { run: reading } = await read({ ...run, standings: [{ ...MERGED, events: [ADDED], entry }] })
    const message = 'GitHub shows #42 as merged, but its queue still holds an entry of it.'
    expect(reading).toMatchObject({ value: { doubts: [{ members: ['test-run-status'], message }] } })
  })

  test('doubts about the pull request apply to its run', async () => {
    const pushed = { ...IN, pushes: [ADDED, { kind: 'committed' }] }
    const { run: reading } = await read({ ...run, standings: [pushed] })
    expect(reading).toMatchObject({ value: { doubts: [{ code: 'stale-head' }] } })
  })
})
