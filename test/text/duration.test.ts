import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { formatDuration, msSince, parseDuration } from '../../src/text/duration.ts'

const [S, M, H, D] = [1000, 60_000, 3_600_000, 86_400_000]

test.each<[string, number | null]>([
  ['0s', 0],
  ['1s', S],
  ['90s', 90 * S],
  ['1h30m', 90 * M],
  ['1h0m5s', H + 5 * S],
  ['2d', 2 * D],
  ['1d2h3m4s', D + 2 * H + 3 * M + 4 * S],
  ['007s', 7 * S],
  ['366d', 366 * D],
  ['367d', null],
  ['99999999999999999999s', null],
  ['5', null],
  ['-5s', null],
  ['5m abc', null],
  ['5 m', null],
  ['1h30', null],
  ['30m1h', null],
  ['1h1h', null],
  ['1.5h', null],
  ['1e3s', null],
  ['0x10s', null],
  ['5S', null],
  ['500ms', null],
  ['5min', null],
  ['s', null],
  ['', null],
  [' 5s', null],
  ['5s\n', null],
  ['٥s', null],
  ['PT5S', null],
])('parseDuration(%j)', (text, expected) => {
  expect(parseDuration(text)).toBe(expected)
})

test('parseDuration takes a text with a unit after each number, and nothing else', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+. 0-9dhmse]{0,10}$/)), text => {
      const ms = parseDuration(text)
      if (ms === null) return
      expect(text).toMatch(/^(\d+d)?(\d+h)?(\d+m)?(\d+s)?$/)
      expect(text).not.toBe('')
      expect(ms).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 2000 },
  )
})

test.each<[number, string]>([
  [0, '0 s'],
  [-5, '0 s'],
  [40, '0 s'],
  [400, '0.4 s'],
  [1000, '1 s'],
  [1250, '1.3 s'],
  [12_000, '12 s'],
  [59_600, '1 m'],
  [200_000, '3 m 20 s'],
  [H, '1 h'],
  [H + 5 * S, '1 h'],
  [H + 30 * M + 59 * S, '1 h 30 m'],
  [2 * D + 4 * H + 59 * M, '2 d 4 h'],
  [400 * D, '400 d'],
])('formatDuration(%d)', (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected)
})

const NOW = Date.parse('2025-03-01T12:00:00Z')

test.each([
  ['seconds ago', '2025-03-01T11:59:30Z', 30_000],
  ['with a lower-case z', '2025-03-01T11:59:30z', 30_000],
  ['with milliseconds', '2025-03-01T11:59:59.250Z', 750],
  ['with another offset', '2025-03-01T13:00:00+02:00', 3_600_000],
  ['without seconds', '2025-03-01T11:59Z', 60_000],
  ['years ago', '2023-03-01T12:00:00Z', 731 * 86_400_000],
  ['now', '2025-03-01T12:00:00Z', 0],
  ['in the future, by a fast clock', '2025-03-01T12:00:05Z', 0],
  ['absent', null, null],
  ['empty', '', null],
  ['a number', '1740830400', null],
  ['a small number, which Date.parse would take for a month', '1', null],
  ['a date alone', '2025-03-01', null],
  ['words', 'yesterday', null],
  ['the zero of Go and .NET', '0001-01-01T00:00:00Z', null],
  ['the zero of Unix, which is a valid date', '1970-01-01T00:00:00.000Z', NOW],
  ['no such day', '2025-13-45T12:00:00Z', null],
  ['the time stamp inside other text', 'at 2025-03-01T11:59:30Z', null],
])('%s', (_, timestamp, expected) => {
  expect(msSince(timestamp, NOW)).toBe(expected)
})

describe('without a zone', () => {
  const before = process.env['TZ']
  afterEach(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })

  test.each(['UTC', 'Pacific/Kiritimati', 'America/Adak'])('it is UTC, even on a runner in %s', zone => {
    process.env['TZ'] = zone
    expect(msSince('2025-03-01T11:59:30', NOW)).toBe(30_000)
    expect(msSince('2025-03-01T11:59:30.250', NOW)).toBe(29_750)
  })
})
