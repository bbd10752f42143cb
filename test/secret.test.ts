import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitsHeader, isNewerApiToken, redact, secretOf } from '../src/secret.ts'

const TOKEN = 'p4ss/w+rd=~?'

test('the forms of a token', () => {
  expect(secretOf(TOKEN)).toEqual({
    value: TOKEN,
    forms: [TOKEN, 'cDRzcy93K3JkPX4/', 'cDRzcy93K3JkPX4_', 'p4ss%2Fw%2Brd%3D~%3F', 'p4ss%2fw%2brd%3d~%3f'],
  })
})

test.each([
  ['none', '', { value: '', forms: [] }],
  ['blanks alone', ' \n\t', { value: '', forms: [] }],
  ['blanks around it', ' abcdef1 \n', secretOf('abcdef1')],
  ['all forms alike but base64', 'abcdef1', { value: 'abcdef1', forms: ['abcdef1', 'YWJjZGVmMQ'] }],
])('%s', (_, token, expected) => {
  expect(secretOf(token)).toEqual(expected)
})

describe('redact', () => {
  test.each([
    ['raw', `token ${TOKEN} refused`, 'token *** refused'],
    ['twice', `${TOKEN}${TOKEN}`, '******'],
    ['base64', `basic ${Buffer.from(TOKEN).toString('base64')}`, 'basic ***'],
    ['base64 for URLs', `?t=${Buffer.from(TOKEN).toString('base64url')}`, '?t=***'],
    ['URL-encoded', `?t=${encodeURIComponent(TOKEN)}&a=b`, '?t=***&a=b'],
    ['URL-encoded in lower case', '?t=p4ss%2fw%2brd%3d~%3f', '?t=***'],
    ['not there', 'nothing to hide', 'nothing to hide'],
  ])('%s', (_, text, expected) => {
    expect(redact(secretOf(TOKEN), text)).toBe(expected)
  })

  test('padding of base64 may stay', () => {
    const token = 'abcdefgh'
    expect(redact(secretOf(token), Buffer.from(token).toString('base64'))).toBe('***=')
  })

  test('without a token nothing is cut out', () => {
    expect(redact(secretOf(''), 'any text')).toBe('any text')
  })

  const token = fc.stringMatching(/^[\x21-\x29\x2b-\x7e]{6,60}$/)

  test('no form of any token is left', () => {
    const around = fc.string({ maxLength: 10 })
    fc.assert(
      fc.property(token, around, around, fc.nat(3), (given, before, after, which) => {
        const forms = [
          given,
          Buffer.from(given).toString('base64').replace(/=+$/, ''),
          Buffer.from(given).toString('base64url'),
          encodeURIComponent(given),
        ]
        const clean = redact(secretOf(given), `${before}${forms[which]}${after}${given}`)
        for (const form of forms) expect(clean).not.toContain(form)
      }),
      { numRuns: 1000 },
    )
  })

  test('what holds no form of the token stays as it is', () => {
    fc.assert(
      fc.property(token, fc.stringMatching(/^[ äöü]{0,30}$/), (given, text) => {
        expect(redact(secretOf(given), text)).toBe(text)
      }),
    )
  })
})

test.each([
  ['abcdef', true],
  ['!~', true],
  ['', true],
  ['a b', false],
  ['a\nb', false],
  ['a\tb', false],
  ['ä', false],
  ['\u007f', false],
])('a header carries %j: %s', (token, expected) => {
  expect(fitsHeader({ value: token, forms: [] })).toBe(expected)
})

test.each([
  ['acme_v2_abc', true],
  ['Acme_V2_abc', true],
  ['acme_v1_abc', false],
  ['_v2_abc', false],
  ['acme2_v2_abc', false],
])('%j is of the newer API: %s', (token, expected) => {
  expect(isNewerApiToken(secretOf(token))).toBe(expected)
})
