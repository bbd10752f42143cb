import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanerOf, cleanStart, cleanTexts } from '../../src/text/outside.ts'

const buffer = (text: string) => Buffer.from(text)
const lower = (text: string) => text.replace(/%../g, code => code.toLowerCase())
const form = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)
const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*~]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const attribute = (text: string) => xml(text).replaceAll('"', '&quot;')

/** The spellings that are promised, each by its encoder. */
const SPELLINGS: [string, (token: string) => string][] = [
  ['as it is', token => token],
  ['JSON', token => JSON.stringify(token).slice(1, -1)],
  ['JSON of PHP', token => JSON.stringify(token).slice(1, -1).replaceAll('/', '\\/')],
  ['text of XML', xml],
  ['attribute of XML', attribute],
  ['attribute of XML, with apostrophes', token => attribute(token).replaceAll("'", '&apos;')],
  ['HTML', token => attribute(token).replaceAll("'", '&#39;')],
  ['address', encodeURIComponent],
  ['address, in lower case', token => lower(encodeURIComponent(token))],
  ['address by RFC 3986', strict],
  ['form', form],
  ['form, in lower case', token => lower(form(token))],
  ['base64', token => buffer(token).toString('base64')],
  ['base64 for addresses', token => buffer(token).toString('base64url')],
  ['base64 after one byte', token => buffer(`:${token}`).toString('base64')],
  ['base64 after two bytes', token => buffer(`u:${token}`).toString('base64')],
  ['base64 of a header', token => buffer(`x-api-token: ${token}\r\nhost: a`).toString('base64')],
  ['base64 for addresses, of a pair', token => buffer(`${token}:${token}`).toString('base64url')],
]

const TOKENS: [string, string][] = [
  ['letters and digits', 'ghsA16C7e42F292c6912E7710c838347Ae178B4a'],
  ['eight characters', 'p4ss/w+r'],
  ['every sign of ASCII', 'a!b"c#d$e%f&g\'h(i)j*k+l,m-n.o/p:q;r<s=t>u?v@w[x\\y]z^A_B`C{D|E}F~G'],
  ['both signs of base64', '>>>>???>>>~~~???'],
  ['signs that look escaped', 'aa%25b&amp;c\\u005cd&#38;e%5c'],
  ['600 characters', `ghs_${'aB3-x_.'.repeat(85)}`],
]

describe.each(TOKENS)('a token of %s', (_, token) => {
  const clean = cleanerOf('another-token', token)

  test.each(SPELLINGS)('%s', (_name, write) => {
    const left = clean(`<<${write(token)}>> <<${write(token)}>>`)
    expect(left).toMatch(/^<<.{0,60}\*\*\*.{0,30}>> <<.{0,60}\*\*\*.{0,30}>>$/s)
  })
})

const token = fc.oneof(fc.stringMatching(/^[\w-]{8,60}$/), fc.stringMatching(/^[!-~]{8,60}$/))

test('no promised spelling is left anywhere in a text, nor a part of one where it is cut', () => {
  const around = fc.string({ maxLength: 30 })
  fc.assert(
    fc.property(token, around, around, fc.nat(), fc.nat(9000), (given, before, after, which, length) => {
      const spellings = SPELLINGS.map(([, write]) => write(given))
      const spelling = spellings[which % spellings.length] ?? ''
      const text = `${before}${spelling}${after}`.repeat(200)
      const clean = cleanerOf(given)
      const start = cleanStart(text, length, clean)
      expect(spellings.filter(each => clean(text).includes(each))).toEqual([])
      expect(clean(text).startsWith(start)).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('base64 at any place, between anything', () => {
  const around = fc.string({ maxLength: 30 })
  fc.assert(
    fc.property(token, around, around, fc.constantFrom('base64', 'base64url'), (given, before, after, encoding) => {
      const left = cleanerOf(given)(buffer(`${before}${given}${after}`).toString(encoding))
      for (const part of left.split('***')) expect(Buffer.from(part, encoding).toString()).not.toContain(given)
    }),
  )
})

test.each<[string, tokens: string[], text: string, left: string]>([
  ['a text too short to be a secret stays', ['1234567'], 'a 1234567 b', 'a 1234567 b'],
  ['no token', [''], 'a  b', 'a  b'],
  ['special characters of patterns', ['$&$1$$.+(['], 'x$&$1$$.+([x', 'x***x'],
  [
    'a token that another one begins with',
    ['a-long-token', 'a-long-token-2'],
    'a-long-token-2 a-long-token',
    '*** ***',
  ],
  ['a token after copies of its beginning', ['aabaabaac'], 'aabaabaabaabaac', 'aabaab***'],
  ['a text that holds no token', ['a-long-token'], 'a long-token, A-LONG-TOKEN', 'a long-token, A-LONG-TOKEN'],
])('%s', (_, tokens, text, left) => {
  expect(cleanerOf(...tokens)(text)).toBe(left)
})

test.each<[string, unknown]>([
  ['"a to\\"ken/1 b"', 'a *** b'],
  ['{"a":["\\u0074o\\u0022ken\\/1"]}', { a: ['***'] }],
  ['{"a":"to&quot;ken/1","b":"https://a.example/?to%22ken%2F1"}', { a: '***', b: 'https://a.example/?***' }],
  ['[null,true,12,[[{"a":{"b":"to\\"ken/1"}}]]]', [null, true, 12, [[{ a: { b: '***' } }]]]],
])('the texts of a document, however they are escaped: %s', (text, expected) => {
  const clean = cleanerOf('to"ken/1')
  expect(cleanTexts(JSON.parse(text), clean)).toEqual(expected)
})
