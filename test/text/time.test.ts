import { afterEach, describe, expect, test } from 'vitest'
import { since } from '../../src/text/duration.ts'

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
  ['a day that February does not have', '2025-02-30T12:00:00Z', null],
  ['a day that only leap years have', '2024-02-29T12:00:00Z', 366 * 86_400_000],
  ['the time stamp inside other text', 'at 2025-03-01T11:59:30Z', null],
])('%s', (_, timestamp, expected) => {
  expect(since(timestamp, NOW)).toBe(expected)
})

describe('without a zone', () => {
  const before = process.env['TZ']
  afterEach(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })

  test.each(['UTC', 'Pacific/Kiritimati', 'America/Adak'])('it is UTC, even on a runner in %s', zone => {
    process.env['TZ'] = zone
    expect(since('2025-03-01T11:59:30', NOW)).toBe(30_000)
    expect(since('2025-03-01T11:59:30.250', NOW)).toBe(29_750)
  })
})
