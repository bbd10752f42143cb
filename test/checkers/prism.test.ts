/**
 * The public description of the service, as Prism reads it, between the action and the stand-in (each request and each
 * answer is held against it) and in the place of the service (whatever it allows is taken, or refused with a typed
 * error). Prism stands for what the stand-in can't notice, being of the same hand as the client.
 */
import { afterEach, describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/http/errors.ts'
import { createExchange, type Exchange } from '../../src/http/exchange.ts'
import { createTransport } from '../../src/http/transport.ts'
import { createServiceClient, type ServiceClient, V1 } from '../../src/sources/v1/source.ts'
import { cleanerOf } from '../../src/text/secret.ts'
import { amount } from '../amount.ts'
import { loadEvent } from '../events/index.js'
import { runAction } from '../launcher/runner.js'
import { EXAMPLE, exampleState } from '../stand-in/service/scenario.js'
import { type Service, startService, TOKEN, V2_TOKEN } from '../stand-in/service/server.js'
import { changeAnswers, type State } from '../stand-in/service/state.js'
import { type Described, readDescription, startMock, startProxy, V2_DESCRIPTION } from './description.ts'

const ENDS: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const end of ENDS.splice(0).toReversed()) await end.close()
})

const EVERYTHING = { read: 'pull-request, queue, test-run, quarantined-tests', 'test-run-id': EXAMPLE.testRunId }
const NUMBERS = Array.from({ length: 12 }, (_, index) => 1201 + index)

describe('Prism as a validating proxy before the stand-in', () => {
  test('the example: all four operations, three pages of tests', async () => {
    const { proxy, service, outputs } = await runThroughProxy({ inputs: EVERYTHING })
    expectNoViolation(proxy, service)
    expect(new Set(proxy.seen.map(({ path }) => path)).size).toBe(4)
    expect(outputs).toMatchObject({ conclusion: 'reported', 'quarantined-count': '250' })
  })

  test.each<[string, Record<string, string>, string, string]>([
    ['pull request that was never submitted', { 'pull-request': '9', require: 'submitted' }, 'failed', 'not-submitted'],
    ['branch without a queue', { 'target-branch': 'none', require: 'queue-running' }, 'failed', 'queue-not-found'],
    ['paused queue', { 'target-branch': 'release/1.4', require: 'queue-running' }, 'failed', 'queue-paused'],
    ['unknown organization', { ...EVERYTHING, organization: 'nobody' }, 'unknown', 'not-found'],
    ['refused token', { 'api-token': 'another-token', require: 'queue-running' }, 'unknown', 'token-refused'],
  ])('%s', async (_, inputs, conclusion, reason) => {
    const { proxy, service, outputs } = await runThroughProxy({ inputs })
    expectNoViolation(proxy, service)
    expect(outputs).toMatchObject({ conclusion, reason })
  })

  test('an outage that passes', async () => {
    const change = changeAnswers({ getQueue: [{ status: 503, body: 'upstream down' }] })
    const { proxy, service, exitCode } = await runThroughProxy({ change, inputs: EVERYTHING })
    expectNoViolation(proxy, service)
    expect(exitCode).toBe(0)
  })

  test('the pull requests of the example, in all states', async () => {
    const { proxy, service } = await openProxy(state => state)
    const client = clientOf(proxy.url)
    const read = await Promise.all(NUMBERS.map(number => client.pullRequest(number, EXAMPLE.branch)))
    expect(read.map(pullRequest => pullRequest?.number)).toEqual(NUMBERS)
    expectNoViolation(proxy, service)
  })

  test('violations of the description are noticed: an answer, a request, a path', async () => {
    const broken = { status: 200, body: { state: 'running', enqueuedPullRequests: [] } }
    const { proxy } = await openProxy(changeAnswers({ getQueue: broken }))
    await expect(clientOf(proxy.url).queue(EXAMPLE.branch)).rejects.toThrow(ServiceError)
    expect(String(proxy.seen.at(-1)?.violations)).toContain("Response body must have required property 'branch'")

    const headers = { 'content-type': 'application/json', 'x-api-token': TOKEN }
    const body = JSON.stringify({ repo: EXAMPLE.repo })
    for (const operation of ['getQueue', 'getQueues'])
      await fetch(`${proxy.url}/v1/${operation}`, { method: 'POST', headers, body })
    const [request, path] = proxy.seen.slice(-2).map(({ violations }) => violations)
    expect(request).toContain("Request body must have required property 'targetBranch'")
    expect(path).toContain("The route /v1/getQueues hasn't been found")
  })
})

describe('Prism as a mock of the service', () => {
  const ANSWERS = amount(25, 500)
  const operations: Record<string, (client: ServiceClient) => Promise<unknown>> = {
    getSubmittedPullRequest: client => client.pullRequest(1205, EXAMPLE.branch),
    getQueue: client => client.queue(EXAMPLE.branch),
    getMergeQueueTestingDetails: client => client.testRun(EXAMPLE.testRunId, EXAMPLE.branch),
    listQuarantinedTests: async client => (await client.quarantinedTests(EXAMPLE.organization).next()).value,
  }

  test.each(Object.entries(operations))(`%s: ${ANSWERS} answers`, async (name, ask) => {
    let seed = 0
    const mock = await open(startMock(() => `dynamic=true, seed=${name}-${seed}`))
    // Every second answer comes without its null members: absent is the same by the description.
    const client = clientOf(mock.url, answer => (seed % 2 === 0 ? answer : withoutNulls(answer)))
    const refused: string[] = []
    for (; seed < ANSWERS; seed++) {
      const facts = await ask(client).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error
        refused.push(error.message)
        return {}
      })
      expect(facts).toBeTypeOf('object')
      expect(facts).not.toBeNull()
    }
    // Prism makes up every member that is not required too, so nothing is missing that the action can't do without.
    expect(refused.slice(0, 3)).toEqual([])
    expect(mock.seen.filter(({ status, violations }) => status !== 200 || violations !== null)).toEqual([])
    // A page that names a next one has it asked for at once.
    expect(mock.seen.length).toBeGreaterThanOrEqual(ANSWERS)
  })

  test('the bundle gives a verdict on whatever comes', async () => {
    const verdicts = ['passed', 'failed', 'unknown']
    const inputs = { ...EVERYTHING, require: 'ready, tests-passed, queue-running, test-run-succeeded' }
    const results = await Promise.all(
      Array.from({ length: amount(3, 24) }, async (_, run) => {
        // One seed a run: the token of the next page repeats itself, so that the list ends.
        const mock = await open(startMock(() => `dynamic=true, seed=${run}`))
        const result = await runBundle(mock.url, inputs)
        expect(mock.seen.length).toBeGreaterThanOrEqual(4)
        return result
      }),
    )
    for (const { outputs, exitCode, stdout } of results) {
      expect(verdicts).toContain(outputs['conclusion'])
      expect(exitCode).toBe(outputs['conclusion'] === 'passed' ? 0 : 1)
      expect(stdout).not.toMatch(/A defect of the action|^\s+at /m)
    }
  })
})

/** The v2 API: what the action sends to it, and what the stand-in answers, are held against its description. */
describe('Prism as a validating proxy before the v2 API of the stand-in', () => {
  const V2 = { 'api-token': V2_TOKEN, 'test-collection': EXAMPLE.testCollection, organization: '' }
  const described = (change?: (state: State) => State) =>
    openProxy(change ?? (state => state), readDescription(V2_DESCRIPTION))

  test.each<[string, Record<string, string>, string, string, number]>([
    ['the example, with three pages of tests', EVERYTHING, 'reported', '', 6],
    ['a run that the order names', { read: 'pull-request, queue, test-run' }, 'reported', '', 5],
    [
      'one that left: its history and its newest run',
      { 'pull-request': '1202', require: 'merged' },
      'failed',
      'state-failed',
      6,
    ],
    [
      'pull request that was never submitted',
      { 'pull-request': '9', require: 'submitted' },
      'failed',
      'not-submitted',
      4,
    ],
    ['branch without a queue', { 'target-branch': 'none', require: 'queue-running' }, 'failed', 'queue-not-found', 3],
    ['refused key', { 'api-token': 'another_v2_key', require: 'queue-running' }, 'unknown', 'token-refused', 1],
    [
      'no quarantined tests',
      { read: 'quarantined-tests', 'test-collection': 'another1' },
      'reported',
      'quarantine-list-unknown',
      3,
    ],
  ])('%s', async (_, inputs, conclusion, reason, operations) => {
    const { service, proxy } = await described()
    const { outputs } = await runBundle(proxy.url, { ...V2, ...inputs })
    expectNoViolation(proxy, service)
    expect(outputs).toMatchObject({ source: 'service-v2', conclusion, reason })
    expect(new Set(proxy.seen.map(({ path }) => path.replace(/\?.*/, ''))).size).toBe(operations)
  })

  test('violations of the description are noticed: an answer and a request', async () => {
    const { proxy } = await described(
      changeAnswers({ 'v2.queues': { status: 200, body: { data: [], hasMore: 'no' } } }),
    )
    await runBundle(proxy.url, { ...V2, require: 'queue-running' })
    expect(String(proxy.seen.at(-1)?.violations)).toContain('hasMore')
    await fetch(`${proxy.url}/v2/repositories`, { headers: { authorization: `Bearer ${V2_TOKEN}` } })
    expect(String(proxy.seen.at(-1)?.violations)).toContain("required property 'providerurl'")
  })
})

async function open<Server extends { close: () => Promise<void> }>(starting: Promise<Server>): Promise<Server> {
  const server = await starting
  ENDS.push(server)
  return server
}

async function openProxy(change: (state: State) => State, description?: object) {
  const state = change(exampleState({ now: Date.parse('2026-03-02T10:00:00Z') }))
  const service = await open(startService({ state }))
  return { service, proxy: await open(startProxy(service.url, description)) }
}

async function runThroughProxy(options: { inputs: Record<string, string>; change?: (state: State) => State }) {
  const { service, proxy } = await openProxy(options.change ?? (state => state))
  return { service, proxy, ...(await runBundle(proxy.url, options.inputs)) }
}

function runBundle(url: string, inputs: Record<string, string>) {
  const { name, payload } = loadEvent('workflow-dispatch')
  return runAction({
    event: { name, payload },
    env: { GITHUB_REPOSITORY: `${EXAMPLE.repo.owner}/${EXAMPLE.repo.name}` },
    inputs: {
      endpoint: url,
      'api-token': TOKEN,
      organization: EXAMPLE.organization,
      'pull-request': String(EXAMPLE.pullRequest),
      'target-branch': EXAMPLE.branch,
      'request-timeout': '1s',
      ...inputs,
    },
  })
}

/** Each request arrived at the stand-in by a path of the description, and neither it nor its answer broke it. */
function expectNoViolation(proxy: Described, service: Service) {
  expect(proxy.seen.filter(({ violations }) => violations !== null)).toEqual([])
  expect(proxy.seen.length).toBeGreaterThan(0)
  expect(pathsOf(proxy.seen)).toEqual(pathsOf(service.requests))
}

function pathsOf(requests: { path: string }[]): string[] {
  return requests.map(({ path }) => path).toSorted()
}

/** The client as the action makes it, but for the waits between tries. */
function clientOf(url: string, change = (answer: unknown) => answer): ServiceClient {
  const exchange = createExchange(new URL(url), {})
  const changed: Exchange = async request => {
    const answer = await exchange(request)
    if (answer.status !== 200) return answer
    return { ...answer, body: Buffer.from(JSON.stringify(change(JSON.parse(answer.body.toString())))) }
  }
  const clock = { now: Date.now, monotonic: Date.now, sleep: async () => {} }
  const send = createTransport({
    api: V1,
    endpoint: new URL(url),
    token: TOKEN,
    clean: cleanerOf(TOKEN),
    requestTimeoutMs: 10_000,
    allowsOutage: false,
    exchange: changed,
    clock,
    random: () => 0,
    onCall: () => {},
    onRetry: () => {},
  })
  return createServiceClient(send, EXAMPLE.repo, clock)
}

function withoutNulls(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, member) => (member === null ? undefined : member)))
}
