import type { Facts, Reading } from '../facts/facts.ts'
import { ServiceError } from '../http/answer.ts'
import { WaitOver } from '../runner/clock.ts'
import { capitalised, JUST_WAIT, type Message, say } from '../text/message.ts'
import { DocumentError } from '../text/outside.ts'

/**
 * The facts of one poll. At the deadline of a wait, the signal aborts with a WaitOver: each read that is still open
 * fails then, and the others keep their values. Throws on cancellation and on defects.
 *
 * @param name the source's name, as written inside a sentence
 */
export async function awaitFacts(
  readings: { [Fact in keyof Facts]: Promise<Facts[Fact]> },
  name: string,
  signal: AbortSignal,
): Promise<Facts> {
  const found = Object.entries(readings).map(async ([fact, reading]) => {
    try {
      return [fact, await reading] as const
    } catch (error) {
      if (!(error instanceof WaitOver) || error !== signal.reason) throw error
      const message = `${capitalised(name)} did not answer in time.`
      return [fact, { failure: { code: 'service-unavailable', message, remedy: JUST_WAIT, outage: true } }] as const
    }
  })
  return Object.fromEntries(await Promise.all(found))
}

/** The reading of an answer, which is null for "there is none". Cancellation and defects are thrown again. */
export async function readingOf<T>(answer: Promise<T | null>): Promise<Reading<T>> {
  try {
    const value = await answer
    return value === null ? { absent: true } : { value }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { failure: error.failure }
  }
}

/** Gives the value of an answer. Throws a ServiceError if it is null, which stands for "there is none". */
export async function mustExist<T>(answer: Promise<T | null>, message: Message, remedy: Message): Promise<T> {
  const value = await answer
  if (value === null) throw new ServiceError({ code: 'not-found', message, remedy, outage: false })
  return value
}

/** A function that asks on its first call, and gives the same answer on all calls. */
export function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null
  return () => {
    answer ??= ask()
    return answer
  }
}

/** Gives the answer back if it is about what was asked for. Else throws a DocumentError, which fails the request. */
export function mustMatch<T>(wire: T, isAsked: (wire: T) => boolean, asked: Message): T {
  if (isAsked(wire)) return wire
  throw new DocumentError(say`about something else than ${asked}`)
}
