import { describe, expect, test } from 'vitest'
import { retryAfterMs, retryDelay } from '../../src/http/transport.ts'
import { START } from '../sources/doubles.ts'

const LONG = 60_000

describe('retryDelay', () => {
  test.for<
    [name: string, failed: number, asked: number | null, remaining: number, random: number, delay: number | null]
  >([
    // Full jitter: from nothing to a ceiling that doubles.
    ['after the 1st, least', 1, null, LONG, 0, 0],
    ['after the 1st, half', 1, null, LONG, 0.5, 500],
    ['after the 1st, most', 1, null, LONG, 1, 1000],
    ['after the 2nd, most', 2, null, LONG, 1, 2000],
    ['after the 4th, most', 4, null, LONG, 1, 8000],
    ['after the 4th, least', 4, null, LONG, 0, 0],
    ['after the 5th: enough', 5, null, LONG, 0, null],
    ['after the 6th: enough', 6, 0, LONG, 0, null],
    // The time that the service asks for is the least, and the jitter comes on top.
    ['asked for 2 s', 1, 2000, LONG, 0, 2000],
    ['asked for 2 s, with jitter', 1, 2000, LONG, 1, 3000],
    ['asked for 0 s', 1, 0, LONG, 0, 0],
    ['asked for 0 s, with jitter', 1, 0, LONG, 1, 1000],
    ['asked for 59 s', 1, 59_000, LONG, 0, 59_000],
    // A delay that does not fit into the deadline fails at once.
    ['asked for more than is left', 1, 60_001, LONG, 0, null],
    ['asked for all that is left', 1, LONG, LONG, 0, null],
    ['asked for a day', 1, 86_400_000, LONG, 0, null],
    ['nothing left', 1, null, 0, 0, null],
    ['less than nothing left', 1, null, -5, 0, null],
    ['jitter over what is left', 4, null, 1000, 1, null],
    ['jitter under what is left', 4, null, 1000, 0.1, 800],
    // The time that was asked for fits, only the jitter does not: then without it.
    ['asked for fits, jitter does not', 1, 59_900, LONG, 1, 59_900],
    ['jitter to the very end', 1, 59_000, LONG, 1, 59_000],
  ])('%s', ([, failed, asked, remaining, random, delay]) => {
    expect(retryDelay(failed, asked, remaining, random)).toBe(delay)
  })
})

describe('retryAfterMs', () => {
  test.for<[string, string | undefined, number | null]>([
    ['absent', undefined, null],
    ['0', '0', 0],
    ['2', '2', 2000],
    ['blanks around', ' 2\t', 2000],
    ['leading zeros', '007', 7000],
    // `Date.parse` takes it for a year.
    ['120', '120', 120_000],
    ['2025', '2025', 2_025_000],
    ['a day', '86400', 86_400_000],
    ['a date', 'Tue, 11 Mar 2025 10:00:05 GMT', 5000],
    ['a date of RFC 850', 'Tuesday, 11-Mar-25 10:00:05 GMT', 5000],
    ['a date of asctime', 'Tue Mar 11 10:00:05 2025', 5000],
    ['now', 'Tue, 11 Mar 2025 10:00:00 GMT', 0],
    ['a past date', 'Wed, 01 Jan 2025 00:00:00 GMT', 0],
    ['a far date', 'Wed, 11 Mar 2026 10:00:00 GMT', 365 * 86_400_000],
    ['empty', '', null],
    ['a word', 'soon', null],
    ['negative', '-5', null],
    ['a fraction', '1.5', null],
    ['exponent', '1e3', null],
    ['hexadecimal', '0x10', null],
    ['with a unit', '5s', null],
    ['ISO 8601', '2025-03-11T10:00:05Z', null],
    ['an impossible date', 'Tue, 99 Mar 2025 10:00:05 GMT', null],
    ['two values', '1, 2', null],
    ['something before a date', '(x) Tue, 11 Mar 2025 10:00:05 GMT', null],
    ['Infinity', 'Infinity', null],
  ])('%s', ([, header, ms]) => {
    expect(retryAfterMs(header, START)).toBe(ms)
  })

  test('more seconds than there are in a life are no garbage: they do not fit', () => {
    const asked = retryAfterMs('9'.repeat(20), START)
    expect(asked).not.toBe(null)
    expect(retryDelay(1, asked, LONG, 0)).toBe(null)
  })
})
