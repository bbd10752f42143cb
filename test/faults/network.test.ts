import { describe, expect, test } from 'vitest'
import { submittedPullRequest as body } from './answers.js'
import { AUTHORITY, type Kind } from './certificates.js'
import { expectFailure, expectPass, gate, gateAgainst } from './gate.ts'
import { answer, reset, startFaults, truncated } from './server.js'

const script = { getSubmittedPullRequest: answer({ body }) }

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
  expectFailure(result, 'service-unavailable', /^127\.0\.0\.1:\d+: the connection broke/)
  expect(server.requests).toHaveLength(5 + 5 + 1 + 5)
  expect(result.outputs).toMatchObject({ 'queue-state': '', 'test-run-status': '', 'quarantined-count': '' })
})

describe.concurrent('TLS', () => {
  const authority = { NODE_EXTRA_CA_CERTS: AUTHORITY }

  test('an authority given in NODE_EXTRA_CA_CERTS', async () => {
    const { result, server } = await gateAgainst(script, { tls: 'server', env: authority })
    expectPass(result)
    expect(server.requests).toHaveLength(1)
  })

  test.for<[string, Kind, Record<string, string>]>([
    ['unknown authority', 'server', {}],
    ['unknown authority, with verification switched off', 'server', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    ['expired certificate', 'expired', authority],
    ['certificate of another host', 'elsewhere', authority],
  ])('%s: no outage, not one request, no retry', async ([, tls, env]) => {
    const { result, server } = await gateAgainst(script, { tls, env, inputs: { 'on-unavailable': 'warn' } })
    expectFailure(result, 'certificate-invalid', /certificate/)
    expect(server.requests).toHaveLength(0)
    expect(server.connections()).toBe(1)
  })

  test('a plain server at an https endpoint', async () => {
    const server = await startFaults({ script })
    const result = await gate(server.url.replace('http:', 'https:'), { env: authority })
    await server.close()
    expectFailure(result, 'contract-broken', /TLS/)
    expect(server.requests).toHaveLength(0)
  })
})
