/** One part of one answer is replaced by anything else: that neither breaks nor passes anything. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Condition } from '../../../src/facts/conditions.ts'
import { SOURCES } from '../../../src/facts/profile.ts'
import { judge } from '../../../src/gate/judge.ts'
import { entriesRead } from '../../../src/gate/quarantine/excuses.ts'
import { snapshotOf } from '../../../src/gate/snapshot.ts'
import { context, facts } from '../../builders.ts'
import type { Json } from '../../scenarios/bodies.ts'
import * as bodies from './bodies.ts'
import { type Operation, play, poll, type World } from './world.ts'

/** #42 waits, and another is being tested. */
const WAITING: Partial<Record<Operation, Json>> = {
  repositories: bodies.listOf([bodies.repository()]),
  queues: bodies.listOf([bodies.queue()]),
  queue: bodies.queue(),
  order: bodies.order({
    batches: [bodies.batch('testing', [41], { verificationRunId: 'another' })],
    pending: [bodies.pendingEntry(42)],
  }),
  pullRequests: bodies.listOf([bodies.pullRequest({}, { state: 'pending' })]),
}
/** None of these conditions is met. */
const REFUSED: Condition[] = ['merged', 'tests-passed', 'not-submitted', 'settled', 'queue-empty', 'test-run-succeeded']

/** The path of every member and item in a document. */
function pathsIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  const inner = Array.isArray(value)
    ? value.flatMap((each, at) => pathsIn(each, [...path, at]))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, each]) => pathsIn(each, [...path, name]))
      : []
  return path.length === 0 ? inner : [path, ...inner]
}

const GONE = Symbol('gone')

function replaced(document: unknown, [first = '', ...rest]: (string | number)[], instead: unknown): unknown {
  const copy = (Array.isArray(document) ? [...document] : { ...(document as object) }) as Record<
    string | number,
    unknown
  >
  if (rest.length > 0) copy[first] = replaced(copy[first], rest, instead)
  else if (instead !== GONE) copy[first] = instead
  else if (Array.isArray(copy)) copy.splice(Number(first), 1)
  else delete copy[first]
  return copy
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(GONE, null, '', 0, -1, 1e9, true, false, [], {}, [null], [[]], 'none', 'Pending', 'pending'),
  fc.constantFrom('\ud800', '..', '../..', 'a/b?c#d', '__proto__', 'constructor', 'x'.repeat(2000)),
  fc.jsonValue(),
)
/** One part of one of the answers, and what stands in its place. */
function changeOf(answers: Partial<Record<Operation, Json>>) {
  return (
    fc
      .constantFrom(...(Object.keys(answers) as Operation[]))
      .chain(operation =>
        fc.record({
          operation: fc.constant(operation),
          path: fc.constantFrom(...pathsIn(answers[operation])),
          instead: odd,
          // Only from its second answer on.
          isLate: fc.boolean(),
        }),
      )
      // These two words say that it is over.
      .filter(({ instead }) => !/merged|testsPassed/.test(JSON.stringify(instead) ?? ''))
      .map(({ operation, path, instead, isLate }): World => {
        const usual = answers[operation] ?? {}
        const changed = replaced(usual, path, instead) as object
        return { ...answers, [operation]: (nth: number) => (isLate && nth === 1 ? usual : changed) }
      })
  )
}

const RUNS = { numRuns: 300 }

test('an odd part of an answer passes nothing', async () => {
  const about = context({ source: SOURCES['service-v2'] })
  await fc.assert(
    fc.asyncProperty(changeOf(WAITING), async world => {
      const { source } = play(world)
      // Resolved ids are checked in the next poll, too.
      for (let polls = 0; polls < 3; polls++) {
        const { pullRequest, queue, testRun } = await poll(source, {
          reads: ['pull-request', 'queue', 'test-run'],
          list: null,
        })
        const snapshot = snapshotOf(facts({ pullRequest, queue, testRun }), about)
        expect(REFUSED.filter(condition => judge(condition, snapshot).verdict === 'met')).toEqual([])
      }
    }),
    RUNS,
  )
})

/** The only quarantined test is another repository's, and the collection is in no list. */
const OTHERS: Partial<Record<Operation, Json>> = {
  tests: bodies.listOf([bodies.test('ignites', { repoId: 'another' })], { total: 1 }),
  collections: bodies.listOf([{ id: 'another1' }]),
}

test('an odd part of a list excuses nothing', async () => {
  await fc.assert(
    fc.asyncProperty(changeOf(OTHERS), async world => {
      const { quarantinedTests } = await poll(play(world).source, { reads: ['quarantined-tests'] })
      expect(entriesRead(quarantinedTests, '').complete).toBe(false)
    }),
    RUNS,
  )
})
