import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LONGEST_TIMER_MS, systemClock } from '../../src/runner/clock.ts'

describe('systemClock', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Tells at any time if the sleep is over. */
  function watch(sleep: Promise<void>): { state: 'asleep' | 'awake' | 'cancelled'; reason?: unknown } {
    const seen: ReturnType<typeof watch> = { state: 'asleep' }
    sleep.then(
      () => {
        seen.state = 'awake'
      },
      reason => Object.assign(seen, { state: 'cancelled', reason }),
    )
    return seen
  }

  test('sleeps as long as it was told', async () => {
    const seen = watch(systemClock.sleep(1000))
    await vi.advanceTimersByTimeAsync(999)
    expect(seen).toEqual({ state: 'asleep' })
    await vi.advanceTimersByTimeAsync(1)
    expect(seen).toEqual({ state: 'awake' })
  })

  test('sleeps no longer than a timer can take: Node would not sleep at all', async () => {
    const seen = watch(systemClock.sleep(2 * LONGEST_TIMER_MS))
    await vi.advanceTimersByTimeAsync(LONGEST_TIMER_MS - 1)
    expect(seen).toEqual({ state: 'asleep' })
    await vi.advanceTimersByTimeAsync(1)
    expect(seen).toEqual({ state: 'awake' })
  })

  test('wakes with the reason of the signal, and leaves no timer behind', async () => {
    const over = new AbortController()
    const seen = watch(systemClock.sleep(1000, over.signal))
    await vi.advanceTimersByTimeAsync(999)
    over.abort('cancelled')
    await vi.advanceTimersByTimeAsync(0)
    expect(seen).toEqual({ state: 'cancelled', reason: 'cancelled' })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('does not fall asleep where the signal came first', async () => {
    const seen = watch(systemClock.sleep(1000, AbortSignal.abort('cancelled')))
    await vi.advanceTimersByTimeAsync(0)
    expect(seen).toEqual({ state: 'cancelled', reason: 'cancelled' })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a signal that comes later changes nothing', async () => {
    const over = new AbortController()
    const seen = watch(systemClock.sleep(10, over.signal))
    await vi.advanceTimersByTimeAsync(10)
    over.abort('cancelled')
    await vi.advanceTimersByTimeAsync(0)
    expect(seen).toEqual({ state: 'awake' })
  })
})
