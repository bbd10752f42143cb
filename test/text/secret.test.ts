import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanerOf, cleanStart, cleanTexts, masksOf, parseClean } from '../../src/text/secret.ts'

/** A token with every punctuation character of ASCII. */
const SIGNS = 'a!b"c#d$e%f&g\'h(i)j*k+l,m-n.o/p:q;r<s=t>u?v@w[x\\y]z^A_B`C{D|E}F~G'

const buffer = (text: string) => Buffer.from(text)
const bytes = (text: string, byte: (hex: string) => string) =>
  [...buffer(text)].map(each => byte(each.toString(16).padStart(2, '0'))).join('')
const signs = (text: string, sign: (code: string) => string, which = /[^\da-z]/gi) =>
  text.replace(which, each => sign(each.charCodeAt(0).toString(16)))
const replaced = (text: string, by: Record<string, string>) => [...text].map(sign => by[sign] ?? sign).join('')
const XML = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Names of HTML 5 that the encoders of PHP and Node use. */
const HTML_5 = {
  ...XML,
  _: '&lowbar;',
  '.': '&period;',
  '/': '&sol;',
  '+': '&plus;',
  '=': '&equals;',
  ':': '&colon;',
  '@': '&commat;',
  '\\': '&bsol;',
  '{': '&lbrace;',
  '|': '&vert;',
}

const base64InLines = (token: string) => buffer(token).toString('base64').replace(/.{20}/g, '$&\r\n')

/** How other software encodes a token: by Node's own function if there is one, else by that encoder's known rules. */
const ENCODERS: [string, (token: string) => string][] = [
  ['raw', token => token],
  ['base64', token => buffer(token).toString('base64')],
  ['base64 for URLs', token => buffer(token).toString('base64url')],
  ['base64 after one byte', token => buffer(`:${token}`).toString('base64')],
  ['base64 after two bytes', token => buffer(`u:${token}`).toString('base64')],
  ['base64 of a header', token => buffer(`x-api-token: ${token}\r\nhost: a`).toString('base64')],
  ['base64 for URLs, of a pair', token => buffer(`${token}:${token}`).toString('base64url')],
  ['base64 in lines', token => buffer(`user:${token}`).toString('base64').replace(/.{7}/g, '$&\r\n')],
  ['base64 in indented lines', token => buffer(`token ${token}`).toString('base64').replace(/.{11}/g, '$&\n    ')],
  [
    'base64 in lines behind tabs, in JSON',
    token => JSON.stringify(buffer(`a:${token}`).toString('base64').replace(/.{11}/g, '$&\n\t')),
  ],
  ['base64 in lines, in JSON', token => JSON.stringify(buffer(token).toString('base64').replace(/.{3}/g, '$&\r\n'))],
  [
    'base64 in lines, in an address',
    token => encodeURIComponent(buffer(token).toString('base64').replace(/.{9}/g, '$&\n')),
  ],
  [
    'base64 in indented lines, in a form',
    token => new URLSearchParams([['', `${base64InLines(token).replaceAll('\r\n', '\n  ')}\n  `]]).toString().slice(1),
  ],
  ...['\f', '\v', '\u2028'].map((mark): [string, (token: string) => string] => [
    `base64 in lines that end in ${JSON.stringify(mark)}`,
    token => buffer(token).toString('base64').replace(/.{5}/g, `$&${mark}`),
  ]),
  ...[1, 2, 3].map((length): [string, (token: string) => string] => [
    `base64 in indented lines of ${length}, in a form`,
    token => {
      const lines =
        buffer(token)
          .toString('base64')
          .replaceAll('+', '-')
          .match(new RegExp(`.{1,${length}}`, 'g')) ?? []
      return new URLSearchParams([['', lines.join('\n  ')]]).toString().slice(1)
    },
  ]),
  [
    'base64 with a `+` at the beginning of an indented line, in a form',
    token => {
      const lines = buffer(token).toString('base64').replaceAll('+', '\n  +')
      return new URLSearchParams([['', lines]]).toString().slice(1)
    },
  ],
  ['base64 in an address', token => encodeURIComponent(buffer(token).toString('base64'))],
  ['base64 in an address, in lower case', token => signs(buffer(token).toString('base64'), code => `%${code}`)],
  ['base64 in JSON of PHP', token => buffer(token).toString('base64').replaceAll('/', '\\/')],
  ['base64 in JSON of .NET', token => signs(buffer(token).toString('base64'), code => `\\u00${code.toUpperCase()}`)],
  ['base64 in JSON of .NET, in JSON', token => signs(base64InLines(token), code => `\\\\u00${code.padStart(2, '0')}`)],
  ['base64 in lines, in JSON in an address', token => encodeURIComponent(JSON.stringify(base64InLines(token)))],
  [
    'base64 in lines, in XML in an address',
    token => encodeURIComponent(signs(base64InLines(token), code => `&#x${code};`, /\s/g)),
  ],
  [
    'base64 in indented lines, in a form twice',
    token =>
      encodeURIComponent(
        new URLSearchParams([['', base64InLines(token).replaceAll('\r\n', '\n  ')]]).toString().slice(1),
      ),
  ],
  ['base64 in lines, in JSON in JSON', token => JSON.stringify(JSON.stringify(base64InLines(token)))],
  ['base64 in lines, in addresses, twice', token => encodeURIComponent(encodeURIComponent(base64InLines(token)))],
  ['base64 in lines, as units of JSON', token => signs(base64InLines(token), code => `\\u${code.padStart(4, '0')}`)],
  ['base64 in lines, in XML twice', token => signs(base64InLines(token), code => `&amp;#x${code.padStart(2, '0')};`)],
  ['base64 in JSON of PHP, twice', token => buffer(token).toString('base64').replaceAll('/', '\\\\\\/')],
  ['base64 in lines, in XML', token => signs(base64InLines(token), code => `&#${Number.parseInt(code, 16)};`)],
  ['base64 in lines, in hexadecimal XML', token => signs(base64InLines(token), code => `&#x${code};`)],
  ['the same in upper case', token => signs(base64InLines(token), code => `&#x${code.toUpperCase()};`)],
  ['encodeURIComponent', encodeURIComponent],
  ['encodeURI', encodeURI],
  ['escape', escape],
  ['a form', token => new URLSearchParams({ '': token }).toString().slice(1)],
  ['the user of a URL', token => Object.assign(new URL('https://a'), { username: token }).username],
  ['encodeURIComponent, in lower case', token => encodeURIComponent(token).replace(/%../g, code => code.toLowerCase())],
  ['encodeURIComponent, twice', token => encodeURIComponent(encodeURIComponent(token))],
  ['RFC 3986', token => signs(token, code => `%${code.toUpperCase()}`, /[^\w.~-]/g)],
  ['PHP', token => signs(token, code => `%${code.toUpperCase()}`, /[^\w.-]/g)],
  ['a path of Python', token => signs(token, code => `%${code.toUpperCase()}`, /[^\w.~/-]/g)],
  ['every sign in percents', token => signs(token, code => `%${code}`)],
  ['every byte in percents', token => bytes(token, hex => `%${hex.toUpperCase()}`)],
  ['every byte in percents, twice', token => bytes(token, hex => `%25${hex}`)],
  ['a command of the log', token => token.replaceAll('%', '%25')],
  ['JSON', token => JSON.stringify(token).slice(1, -1)],
  ['JSON, twice', token => JSON.stringify(JSON.stringify(token)).slice(3, -3)],
  ['JSON of PHP, twice', token => JSON.stringify(JSON.stringify(token).replaceAll('/', '\\/')).replaceAll('/', '\\/')],
  ['JSON in HTML', token => replaced(JSON.stringify(token).slice(1, -1), XML)],
  ['JSON in an address', token => encodeURIComponent(JSON.stringify(token).slice(1, -1))],
  ['HTML in an address', token => encodeURIComponent(replaced(token, { ...XML, "'": '&#39;' }))],
  ['addresses of .NET', token => signs(token, code => `%${code}`, /[^\w.!*()-]/g)],
  [
    'each sign in another way',
    token => {
      const ways = [
        encodeURIComponent,
        (sign: string) => replaced(sign, XML),
        (sign: string) => `\\u00${sign.charCodeAt(0).toString(16)}`,
      ]
      return [...token].map((sign, at) => (/[^\da-z]/i.test(sign) ? (ways[at % 3]?.(sign) ?? '') : sign)).join('')
    },
  ],
  ['JSON of PHP', token => JSON.stringify(token).slice(1, -1).replaceAll('/', '\\/')],
  ['JSON of Go', token => signs(JSON.stringify(token).slice(1, -1), code => `\\u00${code}`, /[<>&]/g)],
  [
    'HTML, in JSON of Go',
    token => signs(JSON.stringify(replaced(token, XML)).slice(1, -1), code => `\\u00${code}`, /[<>&]/g),
  ],
  ['JSON of Gson', token => signs(JSON.stringify(token).slice(1, -1), code => `\\u00${code}`, /[<>&=']/g)],
  ['JSON of .NET', token => signs(token.replaceAll('\\', '\\\\'), code => `\\u00${code.toUpperCase()}`, /["&'+<>`]/g)],
  ['every sign as a unit of JSON', token => signs(token, code => `\\u00${code}`)],
  ['every character as a unit of JSON', token => bytes(token, hex => `\\u00${hex.toUpperCase()}`)],
  ['XML text', token => replaced(token, { ...XML, '"': '"', "'": "'" })],
  ['XML', token => replaced(token, XML)],
  ['XML, twice', token => replaced(replaced(token, XML), { '&': '&amp;' })],
  ['XML in numbers, percent-encoded', token => encodeURIComponent(token.replaceAll('&', '&#38;'))],
  ['XML, by name in numbers', token => replaced(replaced(token, XML), { '&': '&#038;' })],
  ['HTML', token => replaced(token, { ...XML, "'": '&#39;' })],
  ['HTML of PHP', token => replaced(token, { ...XML, "'": '&#039;' })],
  ['HTML of Python', token => replaced(token, { ...XML, "'": '&#x27;' })],
  ['Mustache', token => replaced(token, { ...XML, "'": '&#39;', '/': '&#x2F;', '`': '&#x60;', '=': '&#x3D;' })],
  ['Handlebars', token => replaced(token, { ...XML, "'": '&#x27;', '`': '&#x60;', '=': '&#x3D;' })],
  ['HTML of Rack', token => replaced(token, { ...XML, "'": '&#x27;', '/': '&#x2F;' })],
  ['HTML of ESAPI', token => replaced(token, { ...XML, "'": '&#x27;', '/': '&#x2f;' })],
  ['HTML of Underscore', token => replaced(token, { ...XML, "'": '&#x27;', '`': '&#x60;' })],
  ['HTML of Lodash 3', token => replaced(token, { ...XML, "'": '&#39;', '`': '&#96;' })],
  ['HTML of Go', token => replaced(token, { ...XML, '"': '&#34;', "'": '&#39;' })],
  ['every sign as a number of XML', token => token.replace(/[^\da-z]/gi, sign => `&#${sign.charCodeAt(0)};`)],
  ['the same, in XML', token => token.replace(/[^\da-z]/gi, sign => `&amp;#${sign.charCodeAt(0)};`)],
  ['every sign as a hexadecimal number', token => signs(token, code => `&#x${code};`)],
  ['every character as a hexadecimal number', token => bytes(token, hex => `&#x${hex.toUpperCase()};`)],
  ['Markdown, every sign', token => token.replace(/[^\da-z]/gi, '\\$&')],
  ['Markdown, `_` and `*`', token => token.replace(/[_*]/g, '\\$&')],
  ['a shell, every sign but `_`', token => token.replace(/\W/g, '\\$&')],
  ['a shell, in double quotes', token => token.replace(/["\\$`]/g, '\\$&')],
  ['a shell, in single quotes', token => token.replaceAll("'", "'\\''")],
  ['the same, in JSON', token => JSON.stringify(token.replaceAll("'", "'\\''"))],
  ['the same, in an address', token => encodeURIComponent(token.replaceAll("'", "'\\''"))],
  ['a shell, in several quotes', token => token.replaceAll("'", `'"'"'`)],
  ['doubled double quotes', token => token.replaceAll('"', '""')],
  ['backticks, which are told as apostrophes', token => token.replaceAll("'", '`')],
  ['a path with backslashes, which are told as slashes', token => token.replaceAll('/', '\\')],
  ['HTML 5', token => replaced(token, HTML_5)],
  ['HTML 5, in JSON', token => JSON.stringify(replaced(token, HTML_5))],
  ['numbers of XML, of numbers of XML', token => signs(token, code => `&#x26;#x${code};`)],
  ['the same, with decimal numbers', token => token.replace(/[^\da-z]/gi, sign => `&#38;#${sign.charCodeAt(0)};`)],
  ['base64 in HTML 5', token => replaced(buffer(token).toString('base64'), HTML_5)],
  ['doubled quotes', token => token.replaceAll("'", "''")],
]

const TOKENS: [string, string][] = [
  ['letters and digits', 'ghsA16C7e42F292c6912E7710c838347Ae178B4a'],
  ['with `_` and `-`', 'acme_v1-16C7_42F2'],
  ['every sign of ASCII', SIGNS],
  ['eight characters', 'p4ss/w+r'],
  ['backslashes before a letter and a sign', 'ab\\cd\\-ef_gh'],
  ['both signs of base64', '>>>>???>>>~~~???'],
  ['signs that look escaped', 'aa%25b&amp;c\\u005cd&#38;e%5c'],
  ['quotes side by side', `ab""cd'e''f"gh'"ij`],
  ['a run of backslashes', `ab${'\\'.repeat(60)}cd`],
  ['600 characters', `ghs_${'aB3-x_.'.repeat(85)}`],
]

describe.each(TOKENS)('a token of %s', (_, token) => {
  const clean = cleanerOf('another-token', token)
  const core = token.slice(1, -1)

  test.each(ENCODERS)('%s', (_, write) => {
    const written = write(token)
    const left = clean(`<<${written}>> <<${written}>>`)
    expect(left).toMatch(/^<<.*\*\*\*.*>> <<.*\*\*\*.*>>$/s)
    expect(left).not.toContain(core)
  })
})

const token = fc.oneof(fc.stringMatching(/^[\w-]{8,60}$/), fc.stringMatching(/^[!-~]{8,60}$/))

test('no listed spelling of a token is left, anywhere in a text, wherever the text is cut later', () => {
  const around = fc.string({ maxLength: 30 })
  fc.assert(
    fc.property(token, around, around, fc.nat(), fc.nat(200), (given, before, after, which, length) => {
      const spellings = ENCODERS.map(([, write]) => write(given)).filter(each => each !== '')
      const spelling = spellings[which % spellings.length] ?? ''
      const text = `${before}${spelling}${after}${spelling}`
      const clean = cleanerOf(given)
      for (const left of [clean(text), cleanStart(text, length, clean)]) {
        expect(spellings.filter(each => left.includes(each))).toEqual([])
      }
      // A cut text is the beginning of the whole one: no part of a token stands at its end.
      expect(clean(text).startsWith(cleanStart(text, length, clean))).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('base64 at any place, between anything', () => {
  const around = fc.string({ maxLength: 30 })
  fc.assert(
    fc.property(token, around, around, fc.constantFrom('base64', 'base64url'), (given, before, after, encoding) => {
      const left = cleanerOf(given)(buffer(`${before}${given}${after}`).toString(encoding))
      expect(left).toMatch(/\*\*\*|…/)
      for (const part of left.split(/\*\*\*|…/)) expect(Buffer.from(part, encoding).toString()).not.toContain(given)
    }),
  )
})

test.each([
  ['a text too short to be a secret', '1234567', 'a 1234567 b'],
  ['the same in base64', '1234567', 'MTIzNDU2Nw=='],
  ['nothing', '', 'a  b'],
  ['base64 with a sign where the token has a letter', 'a-long-token', 'YS1sb25n/XRva2Vu'],
  ['a token with a line break in it', 'a-long-token', 'a-long-\ntoken'],
  ['base64 that goes on otherwise in the next line', 'a-long-token', 'YS1sb25n\nXXRva2Vu'],
  ['a text that holds no token', 'a-long-token', 'a long-token, a-long, A-LONG-TOKEN'],
])('left as it is: %s', (_, given, text) => {
  expect(cleanerOf(given)(text)).toBe(text)
})

test.each([
  ['blanks around a token', ' a-long-token\n', 'x a-long-token y', 'x *** y'],
  ['special characters of patterns', '$&$1$$.+', 'x$&$1$$.+x', 'x***x'],
  ['stars at its end, which the mark could complete', 'abcdefg*', 'abcdefgabcdefg*', 'abcdefg…'],
  ['a token that looks escaped', 'aa%25b-token', 'x aa%25b-token y', 'x *** y'],
  ['no line break in a bare token', 'abcdefgh', 'abc\ndefgh', 'abc\ndefgh'],
  ['brackets', '(((((((((', '((((((((((', '***('],
  ['a token that holds the mark', 'ab***cdef', 'abab***cdef***cdef', 'ab…***cdef'],
])('cut out: %s', (_, given, text, expected) => {
  expect(cleanerOf(given)(text)).toBe(expected)
})

test('of two tokens a short one is left, and one that holds the mark changes it for both', () => {
  expect(cleanerOf('1234567', 'a-long-token')('1234567 a-long-token')).toBe('1234567 ***')
  expect(cleanerOf('ab***cdef', 'a-long-token')('a-long-token ab***cdef')).toBe('… …')
})

test.each([
  ['"abcdefgh"', '"abcdefgh"'],
  ["abcdefgh'", "'ijklmnop"],
  ['abcdefgh\\', '\\ijklmnop'],
])('a token that ends as the next one begins: %s%s', (first, second) => {
  expect(cleanerOf(first, second)(`<${first}${second}>`)).toMatch(/^<(?:\*\*\*)+>$/)
})

test('if one token begins another, the longer one is cut out whole', () => {
  expect(cleanerOf('a-long-token', 'a-long-token-of-two')('a-long-token-of-two a-long-token')).toBe('*** ***')
  expect(cleanerOf('abcdefgh', 'abcdefghabcdefghij')('abcdefghabcdefghij')).toBe('***')
})

describe('a document', () => {
  const clean = cleanerOf('to"ken/1')

  test.each<[string, string, unknown]>([
    ['a text', '"a to\\"ken/1 b"', 'a *** b'],
    ['a text without escapes', '{"a":"to&quot;ken/1"}', { a: '***' }],
    ['needless escapes', '{"a":["\\u0074o\\u0022ken\\/1"]}', { a: ['***'] }],
    ['names of members and numbers stay', '{"to\\"ken/1":12345678}', { 'to"ken/1': 12345678 }],
    ['null, and nested values', '[null,true,[[{"a":{"b":"to\\"ken/1"}}]]]', [null, true, [[{ a: { b: '***' } }]]]],
    ['`__proto__` is a name like any other', '{"__proto__":"to\\"ken/1"}', JSON.parse('{"__proto__":"***"}')],
  ])('%s', (_, text, expected) => {
    expect(parseClean(text, clean)).toEqual(expected)
  })

  test('nested deeper than the stack', () => {
    const deepest = ['to"ken/1']
    let document: unknown = deepest
    for (let level = 0; level < 200_000; level++) document = [document]
    cleanTexts(document, clean)
    expect(deepest).toEqual(['***'])
  })
})

test('the start of a short text is the text; no start ends within a token', () => {
  const clean = cleanerOf('a-long-token')
  expect(cleanStart('x a-long-token', 20, clean)).toBe('x ***')
  expect(cleanStart(`x a-long-token ${'y'.repeat(100)}`, 6, clean)).toBe('x ')
  expect(cleanStart(`x a-long-token ${'y'.repeat(100)}`, 16, clean)).toBe('x *** y')
})

test('the runner masks a token as it was given, without blanks, and in base64', () => {
  expect(masksOf(' to/ken?>')).toEqual([' to/ken?>', 'to/ken?>', 'dG8va2VuPz4=', 'dG8va2VuPz4'])
  expect(masksOf(' ')).toEqual([])
})

test('a token after copies of its beginning is cut out', () => {
  const part = fc.constantFrom('a', 'aa', 'b', 'aab', '_')
  const parts = fc.array(part, { minLength: 8, maxLength: 12 }).map(each => each.join(''))
  fc.assert(
    fc.property(parts, fc.array(fc.oneof(part, parts)), (given, around) => {
      const text = around.join('') + given + around.join(given.slice(0, -1))
      const encoded = buffer(text).toString('base64').replace(/.{5}/g, '$&\n')
      expect(cleanerOf(given)(text)).toBe(text.replaceAll(given, '***'))
      expect(cleanerOf(given)(encoded)).toContain('***')
    }),
  )
})
