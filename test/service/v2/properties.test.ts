/** One part of one answer is replaced by something else: whatever it is, it breaks nothing and passes nothing. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Condition } from '../../../src/facts/conditions.ts'
import { SOURCES } from '../../../src/facts/source.ts'
import { judge } from '../../../src/gate/judge.ts'
import { pictureOf } from '../../../src/gate/picture.ts'
import { amount } from '../../amount.ts'
import { context, facts } from '../../builders.ts'
import type { Json } from '../../scenarios/bodies.ts'
import * as bodies from './bodies.ts'
import { type Operation, play, poll, type World } from './world.ts'

/** #42 waits, and another is being tested. */
const WAITING: Partial<Record<Operation, Json>> = {
  repositories: bodies.listOf([bodies.repository()]),
  queues: bodies.listOf([bodies.queue()]),
  order: bodies.order({
    batches: [bodies.batch('testing', [41], { verificationRunId: 'another' })],
    pending: [bodies.pendingEntry(42)],
  }),
  pullRequests: bodies.listOf([bodies.pullRequest({}, { state: 'pending' })]),
}
/** None of these holds of it. */
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
const change = fc
  .constantFrom(...(Object.keys(WAITING) as Operation[]))
  .chain(operation =>
    fc.record({
      operation: fc.constant(operation),
      path: fc.constantFrom(...pathsIn(WAITING[operation])),
      instead: odd,
    }),
  )
  // These two words say that it is over.
  .filter(({ instead }) => !/merged|testsPassed/.test(JSON.stringify(instead) ?? ''))

test('an odd part of an answer passes nothing', async () => {
  const about = context({ source: SOURCES['service-v2'] })
  await fc.assert(
    fc.asyncProperty(change, async ({ operation, path, instead }) => {
      const world: World = { ...WAITING, [operation]: replaced(WAITING[operation], path, instead) as object }
      const { source } = play(world)
      const asked = { reads: ['pull-request', 'queue', 'test-run'] as const, list: null }
      // Ids that were resolved are held against the next poll as well.
      for (let polls = 0; polls < 2; polls++) {
        const { pullRequest, queue, testRun } = await poll(source, { ...asked, reads: [...asked.reads] })
        const picture = pictureOf(facts({ pullRequest, queue, testRun }), about)
        const met = REFUSED.filter(condition => judge(condition, picture).verdict === 'met')
        expect(met).toEqual([])
      }
    }),
    { numRuns: amount(400, 20_000) },
  )
})
