import { gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { submittedPullRequest as body } from './answers.js'
import { AUTHORITY, type Kind } from './certificates.js'
import {
  commandLines,
  expectFailure,
  expectPass,
  gate,
  gateAgainst,
  preloaded,
  reasonOf,
  type Script,
  SOON,
} from './gate.ts'
import {
  answer,
  CLOSED_PORT,
  continue100,
  dripBody,
  gzipBomb,
  http10,
  hugeHeaders,
  reset,
  silence,
  startFaults,
  truncated,
} from './server.js'

vi.setConfig({ maxConcurrency: 8 })

type Plan = NonNullable<Script['getSubmittedPullRequest']>
const good = answer({ body })
const json = { 'content-type': 'application/json' }

/** All tries of a call end within six time-outs of a second; what is over that is the start of a process. */
const LONGEST = 6000 + 3000

/** Name, what the server does, reason, what the message says, requests. */
type Row = [name: string, plan: Plan, reason: string, message: RegExp, requests: number]

describe.concurrent('what breaks for good is told in one line', () => {
  test.for<Row>([
    ['reset before headers', reset(), 'service-unavailable', /: the connection broke, five times in/, 5],
    [
      '200 with HTML',
      answer({ body: '<!doctype html><html><title>Sign in</title><p>Please sign in</p></html>' }),
      'contract-broken',
      /not JSON.*"Sign in Please sign in"/,
      1,
    ],
    ['a gzip that unpacks to 200 MiB', gzipBomb(200), 'answer-too-large', /a body of over 10 MiB\./, 1],
    ['headers of 100 KB', hugeHeaders(100_000, body), 'answer-too-large', /headers of over 16 KiB\./, 1],
    ['status 600', answer({ status: 600, body }), 'contract-broken', /unexpected response, the status 600\./, 1],
  ])('%s', async ([, plan, reason, message, requests]) => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: plan })
    expectFailure(result, reason, message)
    expect(server.requests).toHaveLength(requests)
  })

  test.for<[string, Plan]>([['headers, then one byte a second', dripBody(1, body)]])('%s', async ([, plan]) => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: plan }, SOON)
    expectFailure(result, 'service-unavailable', / gave no complete answer in time, five times in/)
    expect(server.requests).toHaveLength(5)
    expect(result.duration).toBeLessThan(LONGEST)
  })

  test('name not found', async () => {
    const result = await gate('https://gate.invalid', SOON)
    // Without any name server, nobody can know that there is no such name.
    const isKnown = result.outputs['reason'] === 'host-not-found'
    const otherwise = /^gate\.invalid(?:: no response \(EAI_AGAIN\)| gave no complete answer in time)/
    const [reason, message] = isKnown
      ? ['host-not-found', /^Could not find the host "gate\.invalid", which the input `endpoint` names\./]
      : ['service-unavailable', otherwise]
    expectFailure(result, reason, message)
    expect(result.duration).toBeLessThan(LONGEST)
  })

  test('refused', async () => {
    const result = await gate(`http://127.0.0.1:${CLOSED_PORT}`)
    expectFailure(result, 'service-unavailable', /: the connection was refused, five times in/)
  })

  test('waits between tries are under the deadline, whatever the chance', async () => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: silence() }, { ...SOON, jitter: 0.999 })
    expectFailure(result, 'service-unavailable', / gave no complete answer in time, \w+ times in/)
    expect(server.requests.length).toBeGreaterThanOrEqual(3)
    expect(result.duration).toBeLessThan(LONGEST)
  })

  test('four reads that fail at once are one line, and each is tried as often as its own fault allows', async () => {
    const { result, server } = await gateAgainst(
      {
        getSubmittedPullRequest: reset(),
        getQueue: answer({ status: 503 }),
        getMergeQueueTestingDetails: answer({ body: '<html>' }),
        'list-quarantined-tests': truncated(body),
      },
      { inputs: { read: 'pull-request, queue, test-run, quarantined-tests', 'test-run-id': 'a-run' } },
    )
    expectFailure(result, 'service-unavailable', /^127\.0\.0\.1:\d+: the connection broke, five times in/)
    expect(server.requests).toHaveLength(5 + 5 + 1 + 5)
    expect(result.outputs).toMatchObject({ 'queue-state': '', 'test-run-status': '', 'quarantined-count': '' })
  })
})

describe.concurrent('what passes is survived', () => {
  test.for<[string, Plan, number]>([
    ['HTTP/1.0', http10(body), 1],
    ['100-continue', continue100(body), 1],
    ['headers of 10 KB', hugeHeaders(10_000, body), 1],
    ['gzip', answer({ headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(JSON.stringify(body)) }), 1],
    [
      'GZIP in capitals',
      answer({ headers: { ...json, 'content-encoding': 'GZIP' }, body: gzipSync(JSON.stringify(body)) }),
      1,
    ],
    ['text/plain', answer({ headers: { 'content-type': 'text/plain' }, body }), 1],
    ['no content-type', answer({ headers: { 'content-type': '' }, body }), 1],
    ['four resets, then an answer', [reset(), reset(), reset(), reset(), good], 5],
  ])('%s', async ([, plan, requests]) => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: plan })
    expectPass(result)
    expect(server.requests).toHaveLength(requests)
  })
})

describe.concurrent('an outage with `on-unavailable: warn`', () => {
  test.for<[string, Plan]>([['reset', reset()]])('%s: one warning, unknown, and the step goes on', async ([, plan]) => {
    const inputs = { ...SOON.inputs, 'on-unavailable': 'warn' }
    const { result } = await gateAgainst({ getSubmittedPullRequest: plan }, { inputs })
    expect(result.exitCode).toBe(0)
    expect(result.outputs).toMatchObject({ conclusion: 'unknown', reason: 'service-unavailable', ready: 'unknown' })
    expect(commandLines(result.stdout).filter(line => line.startsWith('::warning'))).toHaveLength(1)
  })

  test.for<[string, Plan, string]>([
    ['HTML', answer({ body: '<html>' }), 'contract-broken'],
    ['401', answer({ status: 401 }), 'token-refused'],
  ])('is none: %s fails in any case', async ([, plan, reason]) => {
    const { result } = await gateAgainst({ getSubmittedPullRequest: plan }, { inputs: { 'on-unavailable': 'warn' } })
    expectFailure(result, reason, /./)
  })
})

const authority = { NODE_EXTRA_CA_CERTS: AUTHORITY }
const unverified = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }

describe.concurrent('TLS', () => {
  const script = { getSubmittedPullRequest: good }

  test('an authority given in NODE_EXTRA_CA_CERTS', async () => {
    const { result, server } = await gateAgainst(script, { tls: 'server', env: authority })
    expectPass(result)
    expect(server.requests).toHaveLength(1)
  })

  test.for<[string, Kind, Record<string, string>, RegExp]>([
    ['unknown authority', 'server', {}, /UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER/],
    ['unknown authority, and nothing is to be verified', 'server', unverified, /UNABLE_TO_VERIFY_LEAF_SIGNATURE/],
    ['expired certificate', 'expired', authority, /CERT_HAS_EXPIRED/],
    ['certificate of another host', 'elsewhere', authority, /ERR_TLS_CERT_ALTNAME_INVALID/],
    // Of these Node tells no more than that they don't verify.
    ['RSA with 1024 bits', 'short-key', authority, /UNSPECIFIED/],
    ['signed with SHA-1', 'sha1', authority, /UNSPECIFIED/],
    ['an unknown critical extension', 'critical-extension', authority, /UNSPECIFIED/],
    ['an authority that is only for other names', 'name-constraints', authority, /UNSPECIFIED/],
  ])('%s: no outage, not one request, no retry', async ([, tls, env, message]) => {
    const { result, server } = await gateAgainst(script, { tls, env, inputs: { 'on-unavailable': 'warn' } })
    expectFailure(result, 'certificate-invalid', message)
    expect(server.requests).toHaveLength(0)
    expect(server.connections()).toBe(1)
  })

  test.for<[string, Plan, RegExp]>([['reset', reset(), /: the connection broke/]])(
    '%s under TLS',
    async ([, plan, message]) => {
      const options = { ...SOON, tls: 'server' as const, env: authority }
      const { result, server } = await gateAgainst({ getSubmittedPullRequest: plan }, options)
      expectFailure(result, 'service-unavailable', message)
      expect(server.requests).toHaveLength(5)
    },
  )

  test('a plain server at an https endpoint', async () => {
    const server = await startFaults({ script })
    const result = await gate(server.url.replace('http:', 'https:'), { env: authority })
    await server.close()
    expectFailure(result, 'contract-broken', /: unexpected response, no valid TLS \((?:EPROTO|ERR_SSL_\w+)\)/)
    expect(server.requests).toHaveLength(0)
  })
})

test('200 MiB of gzip cost at most 40 MB over an idle run', async () => {
  // Linux counts into `maxRSS` what the process was before it became Node; VmHWM is its own.
  const print = `process.on('exit', () => {
    const file = '/proc/self/status'
    const { existsSync, readFileSync } = process.getBuiltinModule('node:fs')
    const own = existsSync(file) && /VmHWM:\\s+(\\d+)/.exec(readFileSync(file, 'utf8'))?.[1]
    console.error('kilobytes', own || process.resourceUsage().maxRSS)
  })`
  const peak = async (plan: Plan) => {
    const { result } = await gateAgainst({ getSubmittedPullRequest: plan }, { env: { NODE_OPTIONS: preloaded(print) } })
    expect(reasonOf(result)?.code ?? 'none').toBe(plan === good ? 'none' : 'answer-too-large')
    return Number(/kilobytes (\d+)/.exec(result.stderr)?.[1]) / 1000
  }
  const idle = await peak(good)
  const bomb = await peak(gzipBomb(200))
  expect(idle).toBeGreaterThan(10)
  expect(bomb - idle).toBeLessThan(40)
})
