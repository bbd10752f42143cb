import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONDITIONS } from '../../src/facts/conditions.ts'
import type { Facts } from '../../src/facts/facts.ts'
import { SCHEMA_VERSION } from '../../src/facts/test-report.ts'
import { conclude } from '../../src/gate/conclusion.ts'
import { reason } from '../../src/gate/reasons.ts'
import { reportOf } from '../../src/publish/report.ts'
import { type Report, reportSchema } from '../../src/publish/report-schema.ts'
import type { Result } from '../../src/result.ts'
import {
  context,
  facts,
  gitHubView,
  NOW,
  ofPullRequest,
  ofQuarantined,
  ofQueue,
  ofRun,
  plan,
  requirements,
  result,
  runInfo,
  verdict,
} from '../builders.ts'
import { anyContext, anyFacts } from '../gate/arbitraries.ts'

/** The facts of a report: a list says how long it was, for only a part of it may be kept. */
function asRead(given: Result): unknown {
  return JSON.parse(JSON.stringify({ ...reportOf(given), facts: factsRead(given.facts) }))
}

function factsRead(given: Facts): unknown {
  const told = Object.entries(given).map(([name, reading]) => [name, isOfGitHub(name) ? flat(reading) : reading])
  const read = Object.fromEntries(told) as Facts
  if (!isRead(read.quarantinedTests)) return read
  const { value, ...reading } = read.quarantinedTests
  return { ...read, quarantinedTests: { ...reading, value: { ...value, count: value.tests.length } } }
}

function isOfGitHub(name: string): boolean {
  return ['github', 'foundRun', 'checks', 'headChecks', 'rules', 'timeline'].includes(name)
}

/** Version 1 has a failure of GitHub's side beside its kind. */
function flat(reading: Facts['github']): object {
  return isFailed(reading) ? { kind: reading.kind, ...reading.failure } : reading
}

/** A reader sees no `undefined`: JSON has none. */
function readBack(given: Result): unknown {
  return JSON.parse(JSON.stringify(reportOf(given)))
}

test('a whole report', () => {
  const given = facts({
    ...ofPullRequest(),
    ...ofQueue(),
    ...ofRun(),
    ...ofQuarantined(),
    github: gitHubView(),
  })
  const judged = conclude(given, context(), requirements({ require: ['ready', 'merged'], onUnavailable: 'fail' }))
  const call = { operation: 'getQueue', status: 200, attempts: 1, elapsedMs: 120, requestId: 'abc' } as const
  const whole = result({
    facts: given,
    verdict: judged,
    calls: [call],
    notices: ['The default branch is taken.'],
    timeline: [{ elapsedMs: 1000, what: '#42: testing → tests_passed' }],
    polls: 3,
    timedOut: true,
  })
  const expected: Report = {
    schemaVersion: SCHEMA_VERSION,
    conclusion: 'failed',
    succeeds: false,
    reasons: [reason('state-pending', 'merged', '#42 waits to be tested.')],
    conditions: judged.conditions,
    ready: 'met',
    diagnoses: [],
    source: null,
    context: {
      kind: 'pull-request',
      repository: context().repository,
      pullRequest: { value: 42, from: 'event' },
      targetBranch: { value: 'main', from: 'event' },
      headSha: context().headSha,
      testRunId: null,
    },
    plan: plan(),
    run: runInfo(),
    leg: runInfo().job,
    testInputs: null,
    startedAt: new Date(NOW - 400).toISOString(),
    endedAt: '2025-03-01T12:00:00.000Z',
    calls: [call],
    polls: 3,
    timedOut: true,
    timeline: [{ elapsedMs: 1000, what: '#42: testing → tests_passed' }],
    notices: ['The default branch is taken.'],
    facts: factsRead(given) as Report['facts'],
  }
  expect(readBack(whole)).toEqual(expected)
})

test('a step that could not start', () => {
  const given = result({
    verdict: verdict({ conclusion: 'failed', succeeds: false, reasons: [reason('bad-input', null, 'Input `a`: no.')] }),
    context: null,
    plan: null,
    polls: 0,
  })
  expect(readBack(given)).toMatchObject({ conclusion: 'failed', context: null, plan: null, ready: null, calls: [] })
})

test('any result is written whole, as the schema has it', () => {
  fc.assert(
    fc.property(anyFacts, anyContext, fc.subarray(CONDITIONS), (given, about, require) => {
      const whole = result({
        facts: given,
        context: about,
        verdict: conclude(given, about, requirements({ require, onUnavailable: 'fail' })),
      })
      const back = readBack(whole)
      expect(back).toEqual(asRead(whole))
      expect(reportSchema.safeParse(back).error).toBeUndefined()
    }),
    { numRuns: 300 },
  )
})
