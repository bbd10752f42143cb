import { expect, test } from 'vitest'
import type { Facts } from '../../src/facts/facts.ts'
import { failedBy, gitHubFailure } from '../../src/facts/reading.ts'
import { readSettled } from '../../src/poll/settled.ts'
import { HEAD, OTHER } from '../builders.ts'

type Reading = Facts['github']

const view = (mergeable: boolean | null, open = true, headSha = HEAD): Reading => ({
  kind: 'read',
  value: { number: 42, open, mergeable, headSha, baseBranch: 'main', mergeableState: null },
})
const OLD = view(true, true, OTHER)
const FAILED = failedBy(gitHubFailure('silent', 'no', 'wait'))

/** Reads these one after the other; the last one stays. */
async function settle(readings: Reading[], given: { signal?: AbortSignal; over?: AbortSignal; known?: Reading } = {}) {
  const sleeps: number[] = []
  let reads = 0
  const read = async () => readings[Math.min(reads++, readings.length - 1)] ?? FAILED
  const sleep = async (ms: number, given?: AbortSignal) => {
    given?.throwIfAborted()
    sleeps.push(ms)
  }
  const { signal, ...settling } = given
  const reading = await readSettled(read, { sleep }, signal, { commit: HEAD, ...settling })
  return { reading, reads, sleeps }
}

test.each<[string, Reading[], Reading, number[]]>([
  ['known at once', [view(true)], view(true), []],
  ['not mergeable at once', [view(false)], view(false), []],
  ['being computed, then known', [view(null), view(false)], view(false), [1000]],
  ['known at the last try', [view(null), view(null), view(null), view(true)], view(true), [1000, 2000, 3000]],
  ['being computed for ever', [view(null)], view(null), [1000, 2000, 3000]],
  ['closed', [view(null, false)], view(null, false), []],
  ['closed meanwhile', [view(null), view(null, false)], view(null, false), [1000]],
  ['of another commit, then of the right one', [OLD, view(true)], view(true), [1000]],
  ['failed', [FAILED], FAILED, []],
  ['a further read that fails', [view(null), FAILED], view(null), [1000]],
])('%s', async (_, readings, reading, sleeps) => {
  expect(await settle(readings)).toEqual({ reading, reads: sleeps.length + 1, sleeps })
})

test('a known answer is not read again', async () => {
  expect(await settle([view(true)], { known: view(null) })).toEqual({ reading: view(true), reads: 1, sleeps: [1000] })
  expect(await settle([view(true)], { known: view(false) })).toEqual({ reading: view(false), reads: 0, sleeps: [] })
})

test('a cancelled step does not wait', async () => {
  const signal = AbortSignal.abort(new Error('cancelled'))
  await expect(settle([view(null)], { signal })).rejects.toThrow('cancelled')
})

test('the end of a wait leaves what was read by then', async () => {
  const over = AbortSignal.abort(new Error('the wait is over'))
  const { reading } = await settle([view(null), view(true)], { signal: over, over })
  expect(reading).toEqual(view(null))
})

test('a cancellation counts, also where the wait is over', async () => {
  const over = AbortSignal.abort(new Error('the wait is over'))
  const signal = AbortSignal.abort(new Error('cancelled'))
  await expect(settle([view(null)], { signal, over })).rejects.toThrow('cancelled')
})
