import { expect, test } from 'vitest'
import { makeDoubt } from '../../src/facts/facts.ts'
import { withCause } from '../../src/gate/causes/find.ts'
import { conclude } from '../../src/gate/conclusion.ts'
import { type Cause, reason } from '../../src/gate/reasons.ts'
import { reportDocument } from '../../src/publish/report.ts'
import { reportSchema } from '../../src/publish/report-schema.ts'
import type { Result } from '../../src/result.ts'
import { code, say } from '../../src/text/message.ts'
import {
  ABSENT,
  context,
  facts,
  failed,
  gitHubView,
  NOW,
  ofPullRequest,
  ofQuarantined,
  ofQueue,
  ofRun,
  outage,
  plan,
  read,
  removal,
  requirements,
  result,
  runInfo,
  verdict,
} from '../builders.ts'

/** A reader sees no `undefined`: JSON has none. */
function readBack(given: Result): unknown {
  return JSON.parse(JSON.stringify(reportDocument(given)))
}

const CAUSE: Cause = {
  code: 'closed',
  certain: true,
  message: say`#42 left the queue because ${code('it was closed')}.`,
  evidence: ['It was removed 3 times.'],
  remedy: 'wait',
}

test('a whole report, with every message as text', () => {
  const given = facts({
    ...ofPullRequest({ state: 'cancelled', submitted: false }),
    ...ofQueue({ entries: [] }),
    ...ofRun(),
    ...ofQuarantined(),
    github: gitHubView(),
  })
  const judged = withCause(conclude(given, context(), requirements({ require: ['merged'] })), CAUSE)
  const call = { operation: 'getQueue', status: 200, attempts: 1, elapsedMs: 120, requestId: 'abc' } as const
  const explanation = { removal: read(removal({ reason: 'closed' })), removalCount: read(3), run: ABSENT }
  const doubts = [makeDoubt(['queue-list'], 'The queue contradicts itself.')]
  const whole = result({
    facts: given,
    verdict: { ...judged, doubts },
    explanation,
    cause: CAUSE,
    askedSource: 'service-v1',
    calls: [call],
    notices: ['The default branch is taken.'],
    timeline: [{ elapsedMs: 1000, what: '#42: testing → tests_passed' }],
    polls: 3,
    timedOut: true,
  })
  const cause = {
    code: 'closed',
    certain: true,
    message: '#42 left the queue because `it was closed`.',
    evidence: ['It was removed 3 times.'],
    remedy: 'wait',
  }
  const remedy = 'Submit it again if it should still merge.'
  const why = { ...reason('state-cancelled', 'merged', '#42 was taken out of the queue.', remedy), cause }
  const expected = {
    schemaVersion: 2,
    conclusion: 'failed',
    succeeds: false,
    reasons: [why],
    conditions: [
      {
        condition: 'merged',
        verdict: 'unmet',
        evidence: '#42 was taken out of the queue.',
        reasons: [why],
        final: true,
        outage: false,
      },
    ],
    ready: 'unmet',
    cause,
    doubts,
    source: 'service-v1',
    context: {
      kind: 'pull-request',
      repository: context().repository,
      pullRequest: 42,
      targetBranch: 'main',
      eventSha: context().eventSha,
      testRunId: null,
    },
    plan: plan(),
    run: runInfo(),
    startedAt: new Date(NOW - 400).toISOString(),
    endedAt: '2025-03-01T12:00:00.000Z',
    calls: [call],
    polls: 3,
    timedOut: true,
    timeline: [{ elapsedMs: 1000, what: '#42: testing → tests_passed' }],
    notices: ['The default branch is taken.'],
    explanation,
    facts: {
      pullRequest: given.pullRequest,
      queue: given.queue,
      testRun: given.testRun,
      github: given.github,
      quarantinedTests: given.quarantinedTests,
    },
  }
  const back = readBack(whole)
  expect(back).toEqual(JSON.parse(JSON.stringify(expected)))
  expect(reportSchema.safeParse(back).error).toBeUndefined()
})

test.each<[string, Partial<Result>, object]>([
  [
    'a step that could not start',
    {
      verdict: verdict({
        conclusion: 'failed',
        succeeds: false,
        reasons: [reason('bad-input', null, 'Input `a`: no.')],
      }),
      context: null,
      plan: null,
      polls: 0,
    },
    {
      conclusion: 'failed',
      context: null,
      plan: null,
      ready: null,
      cause: null,
      calls: [],
      facts: {},
      explanation: {},
    },
  ],
  [
    'reads that failed',
    { facts: facts({ pullRequest: failed(outage()), queue: ABSENT }), explanation: { removal: failed(outage()) } },
    {
      facts: { pullRequest: { failure: outage() }, queue: { absent: true } },
      explanation: { removal: { failure: outage() } },
    },
  ],
])('%s', (_, given, expected) => {
  const back = readBack(result(given))
  expect(back).toMatchObject(expected)
  expect(reportSchema.safeParse(back).error).toBeUndefined()
})
