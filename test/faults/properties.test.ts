import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { Clock } from '../../src/clock.ts'
import { main } from '../../src/main.ts'
import { cleanerOf } from '../../src/secret.ts'
import { createServiceClient } from '../../src/service/client.ts'
import { failureOf, ServiceError } from '../../src/service/errors.ts'
import type { Answer, Exchange } from '../../src/service/exchange.ts'
import { createTransport } from '../../src/service/transport.ts'
import type { World } from '../../src/world.ts'
import { amount } from '../amount.ts'
import { loadEvent } from '../events/index.js'
import { readActionFile } from '../launcher/action-file.js'
import { readCommandFile } from '../launcher/command-file.js'
import { inputVariable } from '../launcher/environment.js'
import { toolkitInto } from '../toolkit.ts'
import { submittedPullRequest as body, HEAD, quarantinedTests, queue, TEST_RUN_ID, testingDetails } from './answers.js'
import { LINE_END } from './gate.ts'

const RUNS = amount(60, 600)

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const VALID: Record<string, Json> = {
  getSubmittedPullRequest: body,
  getQueue: queue,
  getMergeQueueTestingDetails: testingDetails,
  'list-quarantined-tests': quarantinedTests,
}

/** Values that mean something here, so that mutations hit what decides. */
const telling = fc.constantFrom<Json>(
  ...[true, false, null, 0, 1, 42, '42', '', 'true', 'merged', 'MERGED', 'failed', 'pending', 'not_ready', 'testing'],
  ...[
    'mergeable',
    'MERGEABLE',
    'not_mergeable',
    'in_progress',
    'unspecified',
    HEAD,
    HEAD.toUpperCase(),
    'b'.repeat(40),
  ],
  ...[[], {}, [null], { __proto__: null }],
)
/** What the readers of lines, HTML and Markdown look for. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        '::',
        ' ',
        '\t',
        '\n',
        '\r',
        '\r\n',
        '\u2028',
        '\u0085',
        '\v',
        '\ufeff',
        '\u200b',
        '\u00a0',
        '##[',
        '#',
        '[',
        ':',
        'error::x',
        '%0A',
        '`',
        '<',
        '@a',
        '\ud800',
        '</td>',
        '\u001b[2K',
      ),
      { maxLength: 12 },
    )
    .map(parts => parts.join('')),
)
const anyJson = fc.oneof(
  fc.jsonValue(),
  fc.json().map(text => JSON.parse(text) as Json),
  telling,
) as fc.Arbitrary<Json>

/** A valid body with some members changed, taken away or added. */
function mutated(valid: Json): fc.Arbitrary<Json> {
  const paths = pathsOf(valid)
  const change = fc.record({
    path: fc.constantFrom(...paths),
    act: fc.constantFrom('set', 'set', 'set', 'remove', 'add', 'capitals'),
    value: fc.oneof(telling, anyJson),
    name: fc.oneof(fc.constantFrom('__proto__', 'constructor', 'state', 'readiness'), fc.string()),
  })
  return fc.array(change, { maxLength: 4 }).map(changes => changes.reduce(apply, structuredClone(valid)))
}

interface Change {
  path: (string | number)[]
  act: string
  value: Json
  name: string
}

function apply(root: Json, { path, act, value, name }: Change): Json {
  if (path.length === 0) return act === 'set' ? structuredClone(value) : root
  const last = path.at(-1) ?? ''
  const holder = path.slice(0, -1).reduce<Json | undefined>((at, key) => member(at, key), root)
  if (typeof holder !== 'object' || holder === null) return root
  const record = holder as Record<string | number, Json>
  const before = record[last]
  if (act === 'set') record[last] = structuredClone(value)
  else if (act === 'remove') delete record[last]
  else if (act === 'capitals' && typeof before === 'string') record[last] = before.toUpperCase()
  // Its length is no member that an answer could have.
  else if (Array.isArray(record)) record.push(structuredClone(value))
  else
    Object.defineProperty(record, name, {
      value: structuredClone(value),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  return root
}

function member(value: Json | undefined, key: string | number): Json | undefined {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string | number, Json>)[key]
    : undefined
}

function pathsOf(value: Json): (string | number)[][] {
  const own: (string | number)[][] = [[]]
  if (typeof value !== 'object' || value === null) return own
  return own.concat(
    Object.entries(value).flatMap(([key, each]) =>
      pathsOf(each).map(path => [Array.isArray(value) ? Number(key) : key, ...path]),
    ),
  )
}

/** The rule, written down once more, from the answer as it came. Only then may `ready` be true. */
function mayBeReady(answer: Json): boolean {
  const at = (...path: string[]) => path.reduce<Json | undefined>((value, key) => member(value, key), answer)
  const word = (value: Json | undefined) => (typeof value === 'string' ? value.trim().toLowerCase() : null)
  const state = word(at('state'))
  const sha = at('prSha')
  if (at('prNumber') !== 42 || typeof sha !== 'string' || sha.toLowerCase() !== HEAD) return false
  if (state === 'merged') return true
  if (at('isCurrentlySubmittedToQueue') !== true) return false
  if (at('readiness') === undefined || at('readiness') === null) {
    return ['pending', 'testing', 'tests_passed', 'pending_failure'].includes(state ?? '')
  }
  return (
    (state === null || ['not_ready', 'pending', 'testing', 'tests_passed', 'pending_failure'].includes(state)) &&
    at('readiness', 'doesBaseBranchMatch') === true &&
    word(at('readiness', 'gitHubMergeability')) === 'mergeable' &&
    (at('readiness', 'requiresImpactedTargets') === false || at('readiness', 'hasImpactedTargets') === true)
  )
}

const operationOf = (url: URL) => url.pathname.replace(/^.*\//, '')

function exchangeOf(answers: Record<string, Answer>): Exchange {
  return async ({ url }) => answers[operationOf(url)] ?? answered('not asked for', 400)
}

function answered(value: Json | Buffer, status = 200, headers: Answer['headers'] = {}): Answer {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: bytes }
}

/** Time that passes only by sleeping. */
function fakeClock(): Clock {
  let now = Date.parse('2025-03-11T10:00:00Z')
  return {
    now: () => now,
    monotonic: () => now,
    async sleep(ms) {
      now += ms
    },
  }
}

describe('any answer', () => {
  const client = (exchange: Exchange) =>
    createServiceClient(
      createTransport({
        endpoint: new URL('https://queue.example'),
        token: 'a-token',
        clean: cleanerOf('a-token'),
        requestTimeoutMs: 10_000,
        exchange,
        clock: fakeClock(),
        random: () => 0.5,
        onCall: () => {},
        onRetry: () => {},
      }),
      { host: 'github.com', owner: 'acme', name: 'rocket' },
      fakeClock(),
    )

  const calls: [string, (exchange: Exchange) => Promise<unknown>][] = [
    ['getSubmittedPullRequest', exchange => client(exchange).pullRequest(42, 'main')],
    ['getQueue', exchange => client(exchange).queue('main')],
    ['getMergeQueueTestingDetails', exchange => client(exchange).testRun(TEST_RUN_ID, 'main')],
    [
      'list-quarantined-tests',
      async exchange => {
        const pages = client(exchange).quarantinedTests('acme')
        for (let step = await pages.next(); !step.done; step = await pages.next())
          if (step.value.tests.length > 1e6) break
      },
    ],
  ]

  const outcome = async (promise: Promise<unknown>) => {
    try {
      return (await promise) === undefined ? 'value' : 'value'
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      expect(error.message).not.toMatch(LINE_END)
      expect(error.details.excerpt.length).toBeLessThanOrEqual(200)
      return failureOf(error).code
    }
  }

  test.each(calls)('%s: JSON, whatever it is, gives a value or a broken contract', async (operation, call) => {
    const valid = VALID[operation] ?? null
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyJson, mutated(valid)), async value => {
        const first = await outcome(call(exchangeOf({ [operation]: answered(value) })))
        expect(['value', 'contract-broken']).toContain(first)
      }),
      { numRuns: RUNS },
    )
  })

  test.each(calls)('%s: any status, headers and bytes give a value or a typed error', async (operation, call) => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.integer({ min: 200, max: 599 }), fc.constantFrom(200, 404, 429, 503)),
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes)),
          hostile.map(text => Buffer.from(text)),
        ),
        fc.record(
          { 'retry-after': hostile, 'x-request-id': hostile, location: hostile, 'content-type': hostile },
          { requiredKeys: [] },
        ),
        async (status, bytes, headers) => {
          await outcome(call(exchangeOf({ [operation]: answered(bytes, status, headers) })))
        },
      ),
      { numRuns: RUNS },
    )
  })
})

describe('the whole step', () => {
  const folder = mkdtempSync(join(tmpdir(), 'merge-queue-gate-'))
  const file = (name: string) => join(folder, name)
  let written = ''

  const { inputs: declared } = readActionFile(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'))
  const { name: eventName, env } = loadEvent('pull-request')
  const inputs: Record<string, string> = {
    ...Object.fromEntries(Object.entries(declared).map(([input, { default: text }]) => [input, text])),
    endpoint: 'https://queue.example',
    'api-token': 'a-token-of-the-service',
    organization: 'acme',
    read: 'pull-request, queue, test-run, quarantined-tests',
    require: 'ready',
    'test-run-id': TEST_RUN_ID,
    'github-token': '',
    'report-file': file('report.json'),
  }
  const environment: Record<string, string> = {
    ...Object.fromEntries(Object.entries(inputs).map(([input, text]) => [inputVariable(input), text])),
    ...env,
    GITHUB_EVENT_NAME: eventName,
    GITHUB_EVENT_PATH: new URL('../events/pull-request.json', import.meta.url).pathname.replace(/^\/(?=\w:)/, ''),
    GITHUB_REPOSITORY: 'acme/rocket',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_API_URL: 'http://127.0.0.1:9',
    GITHUB_OUTPUT: file('output'),
    GITHUB_STEP_SUMMARY: file('summary'),
    GITHUB_WORKSPACE: folder,
    RUNNER_TEMP: folder,
  }
  afterAll(() => rmSync(folder, { recursive: true }))

  async function step(exchange: Exchange) {
    written = ''
    for (const name of ['output', 'summary']) writeFileSync(file(name), '')
    const world: World = {
      environment,
      createExchange: () => exchange,
      node: '24.5.0',
      clock: fakeClock(),
      toolkit: toolkitInto(line => {
        written += `${line}\n`
      }),
      random: () => 0.5,
      signal: new AbortController().signal,
    }
    const exitCode = await main(world)
    return {
      stdout: written,
      exitCode,
      outputs: readCommandFile(readFileSync(file('output'), 'utf8')),
      summary: readFileSync(file('summary'), 'utf8'),
      report: JSON.parse(readFileSync(file('report.json'), 'utf8')) as { conclusion: string; ready: string | null },
    }
  }

  const all = (values: Record<string, Json>) =>
    exchangeOf(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, answered(value)])))

  test('is ready for the valid answers', async () => {
    const { exitCode, outputs } = await step(all(VALID))
    expect({ exitCode, ready: outputs['ready'], conclusion: outputs['conclusion'] }).toEqual({
      exitCode: 0,
      ready: 'true',
      conclusion: 'passed',
    })
  })

  test('never calls ready what the rule does not', async () => {
    let ready = 0
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyJson, mutated(body), mutated(body), mutated(body)), async value => {
        const { exitCode, outputs, report } = await step(all({ ...VALID, getSubmittedPullRequest: value }))
        if (outputs['ready'] === 'true' || report.ready === 'met' || exitCode === 0) {
          ready++
          expect(mayBeReady(value)).toBe(true)
        }
        expect(exitCode === 0).toBe(outputs['conclusion'] === 'passed')
        expect(outputs['reason']).not.toBe('internal-error')
      }),
      { numRuns: RUNS },
    )
    // Else nothing was tried.
    expect(ready).toBeGreaterThan(RUNS / 50)
  })
})
