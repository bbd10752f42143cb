import { expect, test } from 'vitest'
import type { Queue } from '../../src/facts/facts.ts'
import { stuckLongest } from '../../src/facts/position.ts'
import type { Reading } from '../../src/facts/reading.ts'
import { ABSENT } from '../builders.ts'
import { aQueue, facts, MINUTE, minutesAgo, NOW, queued, withEntries } from '../gate/diagnosis/cases.ts'

const since = (minutes: number) => ({ stateChangedAt: minutesAgo(minutes) })

test.each<[string, Reading<Queue>, ReturnType<typeof stuckLongest>]>([
  [
    'the one longest in its state, at any position',
    withEntries(queued(41, 'testing', since(10)), queued(43, 'pending', since(60)), queued(42, 'pending', since(20)))
      .queue,
    { number: 43, state: 'pending', ms: 60 * MINUTE },
  ],
  [
    'the lower number of two with the same time',
    withEntries(queued(43, 'pending', since(10)), queued(42, 'testing', since(10))).queue,
    { number: 42, state: 'testing', ms: 10 * MINUTE },
  ],
  [
    'never a finished one',
    withEntries(queued(41, 'failed', since(60)), queued(42, 'testing', since(10))).queue,
    { number: 42, state: 'testing', ms: 10 * MINUTE },
  ],
  [
    'never one without a number',
    withEntries(queued(41, 'testing', { number: null, ...since(60) }), queued(42, 'testing', since(10))).queue,
    { number: 42, state: 'testing', ms: 10 * MINUTE },
  ],
  [
    'never one without a time',
    withEntries(queued(41, 'testing', { stateChangedAt: null }), queued(42, 'testing', since(0))).queue,
    { number: 42, state: 'testing', ms: 0 },
  ],
  ['no time is known', withEntries(queued(42, 'testing', { stateChangedAt: null })).queue, null],
  ['an empty queue', aQueue().queue, null],
  ['no queue', ABSENT, null],
])('%s', (_, queue, expected) => {
  expect(stuckLongest(facts({ queue }), NOW)).toEqual(expected)
})
