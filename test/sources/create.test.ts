/** What a step tells GitHub's own queue about itself, by what the queue is asked and what it answers then. */

import { expect, test } from 'vitest'
import type { Read } from '../../src/facts/conditions.ts'
import type { RunContext } from '../../src/facts/context.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import { valueIn } from '../../src/facts/reading.ts'
import { toolkit } from '../../src/runner/toolkit.ts'
import type { Inputs } from '../../src/setup/inputs.ts'
import { createSource } from '../../src/sources/create.ts'
import { cleanerOf } from '../../src/text/secret.ts'
import { context, inputs, result } from '../builders.ts'
import { stillClock, useGitHub } from '../github/api.ts'
import { gitHubState, type Repository, requiresChecks, type Wire } from '../stand-in/github/state.js'
import { at, GROUP } from './github/standings.ts'

const openGitHub = useGitHub()

const ADDED = { kind: 'added', at: at(10) }
const IN: Wire = { entry: { state: 'AWAITING_CHECKS', enqueuedAt: at(10), headCommit: GROUP }, events: [ADDED] }
const LEAVING: Wire = { events: [ADDED] }
/** The queue requires `gate` as well, which has not ended. */
const REPOSITORY = {
  branches: { main: '0'.repeat(40) },
  rules: { main: [requiresChecks('unit', 'gate')] },
  checkRuns: { [GROUP]: [{ name: 'unit' }, { name: 'gate', id: 9, status: 'in_progress' }] },
}

interface Given {
  about?: Partial<RunContext>
  standing?: Wire
  repository?: Repository
}

async function asked(reads: Read[], step: Partial<Inputs>, { about, standing = IN, repository }: Given = {}) {
  const pullRequests = { 42: { standings: [standing] } }
  const { api, client } = await openGitHub(gitHubState({ ...REPOSITORY, ...repository, pullRequests }))
  const told = result()
  const source = createSource(
    {
      inputs: inputs({ source: 'github', ...step }),
      context: context({ source: SOURCES.github, ...about }),
      secrets: { service: '', github: '', clean: cleanerOf() },
      client,
      world: {
        environment: {},
        node: '24.18.0',
        clock: stillClock(),
        toolkit,
        random: () => 0.5,
        createExchange: () => Promise.reject.bind(Promise),
        signal: new AbortController().signal,
      },
    },
    told,
  )
  const question = { reads, number: 42, targetBranch: 'main', testRunId: null, list: null }
  const facts = await source.poll(question, new AbortController().signal)
  const [queue, run] = [valueIn(facts.queue), valueIn(facts.testRun)]
  return { queue, run, requests: api.requests.length, told }
}

test('each request is listed', async () => {
  const { told } = await asked(['pull-request'], {})
  expect(told.calls).toMatchObject([{ operation: 'query PullRequest', status: 200 }])
  expect(told.requests).toEqual(['query PullRequest: 200 in 0 s'])
})

test.each<[string, Partial<Inputs>, requests: number]>([
  ['a step that polls once asks again', { require: ['merged'] }, 4],
  ['so does one that has nothing to wait for', { waitTimeoutMs: 60_000 }, 4],
  ['one that waits leaves that to its next poll', { require: ['merged'], waitTimeoutMs: 60_000 }, 1],
])('an answer that contradicts itself: %s', async (_, step, requests) => {
  expect((await asked(['pull-request'], step, { standing: LEAVING })).requests).toBe(requests)
})

test.each<[string, Partial<Inputs>, unlisted: string | undefined]>([
  ['a condition rests on it', { require: ['merged', 'queue-empty'] }, 'github-forbidden'],
  ['input read names it', { read: ['pull-request', 'queue'] }, 'github-forbidden'],
  ['read names others', { read: ['pull-request'] }, undefined],
  ['nothing asks for it', { require: ['merged'] }, undefined],
])("the queue's list, which this token may not read, is asked for where %s", async (_, step, unlisted) => {
  const { queue } = await asked(['pull-request', 'queue'], step)
  expect(queue?.unlisted?.code).toBe(unlisted)
})

test.each<[statusContext: string | null, required: string[] | null]>([
  ['nightly', ['unit', 'gate']],
  [null, null],
])('the names of required checks are asked for before a status is set: %s', async (statusContext, required) => {
  expect((await asked(['queue'], { statusContext })).queue?.requiredStatuses).toEqual(required)
})

const NO_GATE = { checkRuns: { [GROUP]: [{ name: 'unit' }] } }
const REPORTS = { repository: NO_GATE, about: { reportsToQueue: true } }

test.each<[string, Partial<Inputs>, Given, status: string]>([
  ['its check', { checkRunId: 9 }, {}, 'succeeded'],
  ['another check does', { checkRunId: 8 }, {}, 'in_progress'],
  ['its status, if it reports to the queue', { statusContext: 'gate' }, REPORTS, 'succeeded'],
  ['elsewhere that is a bad input', { statusContext: 'gate' }, { repository: NO_GATE }, 'in_progress'],
])('what the queue requires of the step itself does not count: %s', async (_, step, given, status) => {
  expect((await asked(['test-run'], step, given)).run?.status).toBe(status)
})

test.each<[string, Partial<RunContext>, branch: string | undefined]>([
  [
    'of the event',
    { kind: 'merge-group', headSha: GROUP, groupBranch: 'gh-readonly-queue/main/pr-42' },
    'gh-readonly-queue/main/pr-42',
  ],
  ['of an event without a branch', { kind: 'merge-group', headSha: GROUP }, ''],
  ['none on other events', { headSha: GROUP }, undefined],
])('the merge group: %s', async (_, about, branch) => {
  expect((await asked(['test-run'], {}, { about, standing: {} })).run?.testBranch).toBe(branch)
})
