import { describe, expect, test } from 'vitest'
import type { RunResult } from '../launcher/runner.js'
import { expectNoSecret, expectReport } from '../scenarios/scenario.ts'
import { submittedPullRequest as body } from './answers.js'
import { AUTHORITY, type Kind } from './certificates.js'
import { gateAgainst, startGate } from './gate.ts'
import { answer, reset, startFaults, truncated } from './server.js'

const script = { getSubmittedPullRequest: answer({ body }) }

/** It said so in one line and let nothing pass. */
function expectFailure(result: RunResult, reason: string, message: RegExp): void {
  expect(result).toMatchObject({
    exitCode: 1,
    stderr: '',
    outputs: { conclusion: 'unknown', ready: 'unknown', reason },
  })
  expect(result.stdout.match(/^::error .*$/gm)).toEqual([expect.stringMatching(message)])
  expectReport(result)
  expectNoSecret(result)
}

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
  expectFailure(result, 'service-unavailable', /::127\.0\.0\.1:\d+: no response \(ECONNRESET\)/)
  expect(server.requests).toHaveLength(5 + 5 + 1 + 5)
  expect(result.outputs).toMatchObject({ 'queue-state': '', 'test-run-status': '', 'quarantined-count': '' })
})

describe.concurrent('TLS', () => {
  const authority = { NODE_EXTRA_CA_CERTS: AUTHORITY }

  test('an authority given in NODE_EXTRA_CA_CERTS', async () => {
    const { result, server } = await gateAgainst(script, { tls: 'server', env: authority })
    expect(result).toMatchObject({ exitCode: 0, stderr: '', outputs: { conclusion: 'passed', ready: 'true' } })
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
    const result = await startGate(server.url.replace('http:', 'https:'), { env: authority }).done
    await server.close()
    expectFailure(result, 'contract-broken', /TLS/)
    expect(server.requests).toHaveLength(0)
  })
})
