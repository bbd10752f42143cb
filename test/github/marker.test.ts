import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashedKey, isNewer, isSameContent, markerOf, markerText } from '../../src/github/own-comments.ts'

const digits = fc.bigInt({ min: 0n, max: 10n ** 19n }).map(String)

test('a written marker is read again, whatever the key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), digits, fc.nat(999_999_999).map(String), (text, run, attempt) => {
      const marker = { key: hashedKey(text), run, attempt }
      const body = `${markerText(marker)}\nHello -->`
      expect(markerOf(body)).toEqual(marker)
      expect(body.indexOf('-->')).toBe(body.indexOf(' -->') + 1)
      expect(body.split('\n')[0]).toMatch(/^<!-- [\w =-]+ -->$/)
    }),
  )
})

test.each(['merge-queue-gate', 'merge-queue', 'queue-gate', 'erge-'])('with the token %s cut out of it', token => {
  const marker = { key: hashedKey(''), run: '1', attempt: '1' }
  expect(markerOf(markerText(marker).replace(token, '***'))).toEqual(marker)
})

test.each([
  ['nothing', ''],
  ['text before it', `x${markerText({ key: hashedKey(''), run: '1', attempt: '1' })}`],
  ['a blank before it', ` ${markerText({ key: hashedKey(''), run: '1', attempt: '1' })}`],
  ['another tool', '<!-- other key=0123456789abcdef0123456789abcdef run=1 attempt=1 -->'],
  ['a short key', '<!-- merge-queue-gate key=0123 run=1 attempt=1 -->'],
  ['no run', '<!-- merge-queue-gate key=0123456789abcdef0123456789abcdef run= attempt=1 -->'],
  ['a number too long to be one', `<!-- merge-queue-gate key=${'0'.repeat(32)} run=${'9'.repeat(21)} attempt=1 -->`],
])('no marker: %s', (_, body) => {
  expect(markerOf(body)).toBeNull()
})

describe('isNewer', () => {
  test.each<[string, [string, string], [string, string], boolean]>([
    ['a later run', ['101', '1'], ['100', '9'], true],
    ['an earlier run', ['99', '9'], ['100', '1'], false],
    ['longer ids are later', ['1000', '1'], ['999', '1'], true],
    ['ids over 2^53', ['9007199254740993', '1'], ['9007199254740992', '1'], true],
    ['a later attempt', ['100', '2'], ['100', '1'], true],
    ['the same', ['100', '1'], ['100', '1'], false],
    ['no id against one', ['', ''], ['1', '1'], false],
    ['no number against one', ['x', '1'], ['0', '1'], false],
  ])('%s', (_, [run, attempt], [otherRun, otherAttempt], expected) => {
    expect(isNewer({ key: '', run, attempt }, { key: '', run: otherRun, attempt: otherAttempt })).toBe(expected)
  })
})

describe('isSameContent', () => {
  const at = (run: string) => markerText({ key: hashedKey(''), run, attempt: '1' })
  test.each([
    ['another run', `${at('1')}\nx`, `${at('2')}\nx`, true],
    ['another link', 'a /actions/runs/1/attempts/2 b', 'a /actions/runs/3 b', true],
    ['line breaks and ends', 'a\r\nb\r\n', 'a\nb', true],
    ['another word', `${at('1')}\nx`, `${at('1')}\ny`, false],
    ['blanks inside', 'a  b', 'a b', false],
  ])('%s', (_, one, other, expected) => {
    expect(isSameContent(one, other)).toBe(expected)
  })
})
