import { describe, expect, test, vi } from 'vitest'
import { submittedPullRequest as body } from './answers.js'
import { AUTHORITY, type Kind } from './certificates.js'
import { expectFailure, expectPass, gate, gateAgainst, preloaded, reasonOf, type Script, SOON } from './gate.ts'
import { answer, continue100, gzipBomb, http10, reset, startFaults, truncated } from './server.js'

vi.setConfig({ maxConcurrency: 8 })

type Plan = NonNullable<Script['getSubmittedPullRequest']>
const good = answer({ body })

test.concurrent('four reads that fail at once make one line; each fault decides its own retries', async () => {
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

describe.concurrent('unusual but valid answers', () => {
  test.for<[string, Plan]>([
    ['HTTP/1.0', http10(body)],
    ['100-continue', continue100(body)],
    ['no content-type', answer({ headers: { 'content-type': '' }, body })],
  ])('%s', async ([, plan]) => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: plan })
    expectPass(result)
    expect(server.requests).toHaveLength(1)
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
    ['unknown authority, with verification switched off', 'server', unverified, /UNABLE_TO_VERIFY_LEAF_SIGNATURE/],
    ['expired certificate', 'expired', authority, /CERT_HAS_EXPIRED/],
    ['certificate of another host', 'elsewhere', authority, /ERR_TLS_CERT_ALTNAME_INVALID/],
    // Of these Node says only that they don't verify.
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

test('200 MiB of gzip take at most 40 MB more memory than an idle run', async () => {
  // On Linux `maxRSS` includes the process that started Node; VmHWM does not.
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
  const ignoredInputs = await peak(good)
  const bomb = await peak(gzipBomb(200))
  expect(ignoredInputs).toBeGreaterThan(10)
  expect(bomb - ignoredInputs).toBeLessThan(40)
})
