import { describe, expect, test } from 'vitest'
import { virtualClock } from './clock.ts'

describe('the virtual clock', () => {
  test('fires by time, then by the order of the calls', async () => {
    const clock = virtualClock(0)
    const fired: string[] = []
    const sleeper = (name: string, ms: number) => clock.sleep(ms).then(() => fired.push(`${name} at ${clock.now()}`))
    await clock.run(Promise.all([sleeper('c', 20), sleeper('a', 10), sleeper('d', 20), sleeper('b', 10)]))
    expect(fired).toEqual(['a at 10', 'b at 10', 'c at 20', 'd at 20'])
  })

  test('lets everything run that needs no time before it moves on', async () => {
    const clock = virtualClock(0)
    const seen: number[] = []
    const busy = async () => {
      await clock.sleep(10)
      for (let turn = 0; turn < 1000; turn++) await null
      seen.push(clock.now())
      await clock.sleep(5)
      seen.push(clock.now())
    }
    await clock.run(Promise.all([busy(), clock.sleep(11)]))
    expect(seen).toEqual([10, 15])
  })

  test('gives up a sleep with the reason of the signal, and leaves no timer', async () => {
    const clock = virtualClock(0)
    const controller = new AbortController()
    const sleep = clock.sleep(1000, controller.signal)
    const end = clock.sleep(10).then(() => controller.abort(new Error('enough')))
    await expect(clock.run(Promise.all([sleep, end]))).rejects.toThrow('enough')
    expect(clock.now()).toBe(10)
    expect(clock.pending()).toBe(0)
    await expect(clock.sleep(1, controller.signal)).rejects.toThrow('enough')
  })

  test('says that nothing can come any more', async () => {
    await expect(virtualClock().run(new Promise(() => {}))).rejects.toThrow('Nothing is left')
  })
})
