import { expect, test } from 'vitest'
import type { Queue } from '../../src/facts/facts.ts'
import { stuckLongest } from '../../src/facts/position.ts'
import type { Reading } from '../../src/facts/reading.ts'
import { ABSENT } from '../builders.ts'
import { aQueue, facts, MINUTE, minutesAgo, NOW, queued } from '../gate/diagnosis/cases.ts'

const since = (minutes: number) => ({ stateChangedAt: minutesAgo(minutes) })

test.each<[string, Reading<Queue>, ReturnType<typeof stuckLongest>]>([
  [
    'the one longest in its state, at any position',
    aQueue({
      entries: [queued(41, 'testing', since(10)), queued(43, 'pending', since(60)), queued(42, 'pending', since(20))],
    }),
    { number: 43, state: 'pending', ms: 60 * MINUTE },
  ],
  [
    'the lower number of two with the same time',
    aQueue({ entries: [queued(43, 'pending', since(10)), queued(42, 'testing', since(10))] }),
    { number: 42, state: 'testing', ms: 10 * MINUTE },
  ],
  [
    'never a finished one',
    aQueue({ entries: [queued(41, 'failed', since(60)), queued(42, 'testing', since(10))] }),
    { number: 42, state: 'testing', ms: 10 * MINUTE },
  ],
  [
    'never one without a number',
    aQueue({ entries: [queued(41, 'testing', { number: null, ...since(60) }), queued(42, 'testing', since(10))] }),
    { number: 42, state: 'testing', ms: 10 * MINUTE },
  ],
  [
    'never one without a time',
    aQueue({ entries: [queued(41, 'testing', { stateChangedAt: null }), queued(42, 'testing', since(0))] }),
    { number: 42, state: 'testing', ms: 0 },
  ],
  ['no time is known', aQueue({ entries: [queued(42, 'testing', { stateChangedAt: null })] }), null],
  ['an empty queue', aQueue(), null],
  ['no queue', ABSENT, null],
])('%s', (_, queue, expected) => {
  expect(stuckLongest(facts({ queue }), NOW)).toEqual(expected)
})
