import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { guardOf } from '../../scripts/guards.ts'
import { commitId, filled, pullRequestNumber } from '../../src/facts/schema/shapes.ts'
import { LEG_FILES } from '../../src/reports/leg-file.ts'
import { EVENT_FILES } from '../../src/setup/event-file.ts'
import { WIRE } from '../../src/sources/v1/wire.ts'
import { described, readDocument } from '../../src/text/document.ts'
import { asText } from '../../src/text/message.ts'
import { type EventFixture, loadEvent } from '../events/index.js'
import * as answers from '../faults/answers.js'

const event = (fixture: EventFixture): unknown => loadEvent(fixture).payload

const identity = { name: 'adds', classname: 'Sum', file: null, parent: 'sums' }
const legReport = {
  schemaVersion: 1,
  leg: 'test (1)',
  run: { id: '7', attempt: '1', commit: 'c0ffee' },
  conditions: [{ condition: 'no-blocking-failures', verdict: 'met' }],
  testInputs: { testOutcome: 'failure', variant: null, maxExcused: 3, minTests: null },
  facts: {
    testReports: {
      value: {
        counts: { ran: 2, passed: 1, failed: 1, skipped: 0, flaky: 0 },
        failed: [{ ...identity, line: 3, report: 'junit.xml' }],
        namesakes: [{ ...identity, outcome: 'passed', flaky: false }],
        singleParent: true,
        problems: [{ kind: 'missing', message: 'nothing matches' }],
      },
    },
    quarantinedTests: {
      value: {
        tests: [
          {
            ...identity,
            variant: null,
            codeowners: ['@sums'],
            quarantinedAt: null,
            statusLastUpdatedAt: null,
            testCaseId: null,
          },
        ],
        partial: null,
      },
      failure: { message: 'the last page is missing' },
    },
  },
}

/** Every description with a document that it takes. */
const DOCUMENTS: Record<string, [(typeof ALL)[keyof typeof ALL], unknown]> = {
  pullRequest: [EVENT_FILES.pullRequest, event('pull-request')],
  push: [EVENT_FILES.push, event('push-main')],
  issueComment: [EVENT_FILES.issueComment, event('issue-comment-pull-request')],
  workflowRun: [EVENT_FILES.workflowRun, event('workflow-run-two-pull-requests')],
  mergeGroup: [EVENT_FILES.mergeGroup, event('merge-group')],
  dispatch: [EVENT_FILES.dispatch, event('workflow-dispatch')],
  other: [EVENT_FILES.other, event('schedule')],
  submittedPullRequest: [WIRE.submittedPullRequest, answers.submittedPullRequest],
  queue: [WIRE.queue, answers.queue],
  testingDetails: [WIRE.testingDetails, answers.testingDetails],
  quarantinedTestsPage: [WIRE.quarantinedTestsPage, answers.quarantinedTests],
  versioned: [LEG_FILES.versioned, legReport],
  report: [LEG_FILES.report, legReport],
}
const ALL = { ...EVENT_FILES, ...WIRE, ...LEG_FILES }

/** The paths of all members, at any depth, and of an unknown one beside each. */
function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.entries(value).flatMap(([key, member]) => [
    [key],
    ...pathsOf(member).map(rest => [key, ...rest]),
  ])
  return [...below, ['brandNew'], ['__proto__']]
}

function put(value: unknown, [key = '', ...rest]: string[], member: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const own = Object.getOwnPropertyDescriptor(value, key)?.value
  if (rest.length > 0) put(own, rest, member)
  else Object.defineProperty(value, key, { value: member, enumerable: true, configurable: true, writable: true })
}

test('every description is in the table', () => {
  expect(Object.values(DOCUMENTS).map(([description]) => description)).toEqual(
    expect.arrayContaining(Object.values(ALL)),
  )
})

describe.each(Object.entries(DOCUMENTS))('%s', (_, [description, valid]) => {
  // The guard as it is in the bundle.
  const guard: (json: unknown) => boolean = new Function(`return ${guardOf(description.schema as never)}`)()

  test('takes what it describes', () => {
    expect([description.is(valid), guard(valid)]).toEqual([true, true])
  })

  test('compiled guards accept what the schema accepts, and name what they refuse', async () => {
    const path = fc.constantFrom(...pathsOf(valid))
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(0, 1.5, 2 ** 31, '', null, undefined, [], {}, [null], [{}], 'closed'),
    )
    const changes = fc.array(fc.tuple(path, odd), { maxLength: 3 })
    const base = fc.oneof({ weight: 9, arbitrary: fc.constant(valid) }, fc.jsonValue())
    await fc.assert(
      fc.asyncProperty(base, changes, async (document, given) => {
        const value: unknown = JSON.parse(JSON.stringify(document))
        for (const [at, member] of given) put(value, at, member)
        const taken = description.is(value)
        expect(guard(value)).toBe(taken)
        if (!taken)
          expect(asText(await description.problem(value))).toMatch(
            /^(?:the document|member `.+`) is (?:missing|not an? \w+|out of range)$/,
          )
      }),
      { numRuns: 300 },
    )
  })
})

test.each<[string, z.ZodMiniType, unknown, string]>([
  ['not an object', z.object({}), 'secret', 'the document is not an object'],
  ['a list', z.object({}), ['secret'], 'the document is not an object'],
  ['no member', z.object({ a: z.string() }), {}, 'member `a` is missing'],
  [
    'a member of another type',
    z.object({ a: z.object({ b: z.number() }) }),
    { a: { b: 'secret' } },
    'member `a.b` is not a number',
  ],
  ['an item', z.object({ a: z.array(z.string()) }), { a: ['x', 4] }, 'member `a[1]` is not a string'],
  ['a number with a fraction', z.object({ a: pullRequestNumber }), { a: 1.5 }, 'member `a` is out of range'],
  ['a number too high', z.object({ a: pullRequestNumber }), { a: 2 ** 31 }, 'member `a` is out of range'],
  ['no commit', z.object({ a: commitId }), { a: 'secret' }, 'member `a` is out of range'],
  ['an empty text', z.object({ a: filled }), { a: '' }, 'member `a` is out of range'],
  [
    'more wrong rows than calls take arguments, beside a member nested deeper than calls can be',
    z.object({ a: z.array(z.string()) }),
    { a: Array(200_000).fill(7), b: JSON.parse(`${'[{"b":'.repeat(50_000)}1${'}]'.repeat(50_000)}`) },
    'member `a[0]` is not a string',
  ],
])('%s: the sentence names the member and not what it holds', async (_, schema, json, message) => {
  await expect(readDocument(described(schema), json)).rejects.toThrow(
    expect.objectContaining({ name: 'DocumentError', message }),
  )
})

test.each([
  ['a'.repeat(39), false],
  ['a'.repeat(40), true],
  ['A0'.repeat(32), true],
  ['a'.repeat(65), false],
  [`${'a'.repeat(40)}\n`, false],
  ['g'.repeat(40), false],
])('%j is the id of a commit: %s', (text, expected) => {
  expect(described(commitId).is(text)).toBe(expected)
})
