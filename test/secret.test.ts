import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { html } from '../src/escape.ts'
import { fitsHeader, holdsSecret, isNewerApiToken, redact, secretOf } from '../src/secret.ts'

const TOKEN = 'p4ss/w+rd=~?'

/** The token as others would write it, and what is left of it. */
const WRITTEN: [string, string, (token: string) => string][] = [
  ['raw', 'p4ss/w+rd=~?', token => token],
  ['base64', 'p4ss/w+rd=~?', token => Buffer.from(token).toString('base64')],
  ['base64 of a token with such a sign in it', 'ab=cd=ef', token => Buffer.from(token).toString('base64')],
  ['base64 for URLs', 'p4ss/w+rd=~?', token => Buffer.from(token).toString('base64url')],
  ['base64 behind one character', 'p4ss/w+rd=~?', token => Buffer.from(`:${token}`).toString('base64')],
  ['base64 behind a user', 'p4ss/w+rd=~?', token => Buffer.from(`api:${token}`).toString('base64')],
  ['base64 behind a header', 'p4ss/w+rd=~?', token => Buffer.from(`x-api-token: ${token}`).toString('base64')],
  ['base64 of a line', 'p4ss/w+rd=~?', token => Buffer.from(`token ${token}\r\nhost: a`).toString('base64')],
  ['base64 for URLs, of a pair', 'p4ss/w+rd=~?', token => Buffer.from(`${token}:${token}`).toString('base64url')],
  ['URL', "a+b~c!d'e(f)g*h", encodeURIComponent],
  ['URL in lower case', 'a+b~c/d', token => encodeURIComponent(token).toLowerCase()],
  ['form', 'a b~c*d&e', token => new URLSearchParams({ t: token }).toString()],
  ['form of others', 'abc~def/', token => encodeURIComponent(token).replaceAll('~', '%7E')],
  ['JSON', 'ab"c\\d/e', token => JSON.stringify(token)],
  ['JSON of PHP', 'ab"c\\d/e', token => JSON.stringify(token).replaceAll('/', '\\/')],
  ['JSON in numbers', 'ab"c\\d', token => token.replace(/["\\]/g, char => `\\u00${char.charCodeAt(0).toString(16)}`)],
  [
    'JSON in numbers and capitals',
    'ab"c\\d',
    token => token.replace(/["\\]/g, char => `\\u00${char.charCodeAt(0).toString(16).toUpperCase()}`),
  ],
  [
    'JSON of Go',
    'ab<c>d&e"',
    token => JSON.stringify(token).replace(/[<>&]/g, char => `\\u00${char.charCodeAt(0).toString(16)}`),
  ],
  [
    'XML',
    `a&b<c>d"e'f`,
    token => replaced(token, { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }),
  ],
  ['XML text', `a&b<c>d"e'f`, token => replaced(token, { '&': '&amp;', '<': '&lt;', '>': '&gt;' })],
  [
    'HTML',
    `a&b<c>d"e'f`,
    token => replaced(token, { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }),
  ],
  [
    'HTML of Python',
    `a&b<c>d"e'f`,
    token => replaced(token, { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }),
  ],
  [
    'HTML of Go',
    `a&b<c>d"e'f`,
    token => replaced(token, { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }),
  ],
  ['XML in numbers', `a&b<c>d"e'f`, token => token.replace(/\W/g, char => `&#${char.charCodeAt(0)};`)],
  [
    'XML in hexadecimal numbers',
    `a&b<c>d"e'f`,
    token => token.replace(/\W/g, char => `&#x${char.charCodeAt(0).toString(16)};`),
  ],
  ['a shell', "ab'cd$e", token => `'${token.replaceAll("'", "'\\''")}'`],
  ['a shell, in Python', "ab'cd$e", token => `'${token.replaceAll("'", `'"'"'`)}'`],
  ['a shell, in double quotes', 'ab"c$d`e\\f', token => `"${token.replace(/["\\$`]/g, '\\$&')}"`],
  ['a shell, with backslashes', 'ab c$d;e(f)', token => token.replace(/[^\w]/g, '\\$&')],
  ['a command of the log', 'abc%def%', token => token.replaceAll('%', '%25')],
]

function replaced(text: string, by: Record<string, string>): string {
  return [...text].map(char => by[char] ?? char).join('')
}

test.each(WRITTEN)('cut out: %s', (_, token, write) => {
  const left = redact(secretOf(token), `before ${write(token)} after`)
  expect(left).toMatch(/^before .*\*\*\*.* after$/)
  expect(left).not.toContain(token)
  expect(redact(secretOf('other-token', token), `before ${write(token)} after`)).toBe(left)
})

test.each<[name: string, token: string, written: string]>([
  ['JSON of .NET', 'Ab12/cd34+ef56==', 'Ab12/cd34\\u002Bef56=='],
  ['`printf %q` of bash', 'pa$$w0rd,x!y#z', 'pa\\$\\$w0rd\\,x\\!y#z'],
  ['`printf %q` of bash, with an equals sign', 'ab=c&d,e~12345', 'ab=c\\&d\\,e~12345'],
  ['Shellwords of Ruby', 'ab=c&d,e~12345', 'ab\\=c\\&d,e\\~12345'],
  ['carets of cmd', 'a&b|c^d', 'a^&b^|c^^d'],
  ['only the double quotes', 'a"b\\c', 'a\\"b\\c'],
  ['a string in a string of a shell', `a'b"c$d`, `a'\\''b\\"c\\$d`],
  ['double quotes around a single one', `a'b&c`, `a'"'"'b\\&c`],
  ['doubled quotes', `a'b"c`, `a''b""c`],
  ['XML in JSON', 'a<b&c"d', 'a&lt;b\\u0026c&#34;d'],
  ['numbers with zeros before them', 'a<b+c', 'a&#0060;b&#x002B;c'],
  ['addresses twice and once', 'a/b+c', 'a%252Fb%2bc'],
  ['backslashes that are escaped twice', 'a\\\\b^c', 'a\\\\\\\\\\\\\\\\b^^c'],
  ['a number of a backslash', 'a\\b!', 'a\\u005Cb!'],
  ['base64 in an address', 'p4ss/w+rd=~?', 'cDRzcy93K3JkPX4%2F'],
  ['base64 in JSON of PHP', 'p4ss/w+rd=~?', 'cDRzcy93K3JkPX4\\/'],
  ['a sign at the end', 'a/b&', 'a/b&amp;'],
  ['a run of backslashes by their numbers', 'a\\\\\\b!', 'a%5C%5c%255Cb!'],
  ['what is not ASCII', 'aéb€c😀d', 'a%C3%A9b\\u20ACc\\ud83d\\uDE00d'],
])('cut out, each sign in its own way: %s', (_, token, written) => {
  expect(redact(secretOf(token), `before ${written} after`)).toBe('before *** after')
})

test('whatever of its signs is escaped, and how, a token is found', () => {
  const ways: ((sign: string) => string)[] = [
    sign => sign,
    sign => `\\${sign}`,
    sign => `^${sign}`,
    sign => `%${sign.charCodeAt(0).toString(16)}`,
    sign => `%25${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    sign => `\\u00${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    sign => `\\\\u00${sign.charCodeAt(0).toString(16)}`,
    sign => `&#${sign.charCodeAt(0)};`,
    sign => `&amp;#x${sign.charCodeAt(0).toString(16)};`,
  ]
  const parts = fc.array(fc.tuple(fc.stringMatching(/^(?:[A-Za-z0-9]|[!-/:-@[\]-`{-~])$/), fc.constantFrom(...ways)), {
    minLength: 4,
    maxLength: 40,
  })
  fc.assert(
    fc.property(parts, each => {
      const token = each.map(([char]) => char).join('')
      // A run of backslashes and carets is escaped as one.
      fc.pre(!/[\\^]/.test(token))
      const written = each.map(([char, way]) => (/\w/.test(char) ? char : way(char))).join('')
      const left = redact(secretOf(token), `<${written}>`)
      expect(left).toContain('***')
      expect(left.length).toBeLessThan(`<***>`.length + 20)
    }),
    { numRuns: 2000 },
  )
})

test.each([499, 500, 501, 100_000])('a token of %i signs is cut out, and with escapes up to 500', signs => {
  const token = `a${'+'.repeat(signs)}b`
  const escaped = `<a${'%2B'.repeat(signs)}b>`
  expect(redact(secretOf(token), `<${token}>`)).toBe('<***>')
  expect(redact(secretOf(token), escaped)).toBe(signs <= 500 ? '<***>' : escaped)
})

test('a text full of escapes takes no long time', () => {
  const text = '\\'.repeat(200_000) + '^'.repeat(200_000)
  const before = process.cpuUsage().user
  expect(redact(secretOf('\\^!\\\\"\\^'), text)).toBe(text)
  // Of this process: others may be busy.
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(3000)
})

const HIDDEN: [string, string][] = [
  ['a zero-width space', '\u200b'],
  ['a soft hyphen', '\u00ad'],
  ['a mark of direction', '\u202e'],
  ['a joiner of words', '\u2060'],
  ['a byte order mark', '\ufeff'],
  ['an annotation', '\ufffa'],
  ['a variation selector', '\ufe0f'],
  ['a tag, which takes two units', '\u{e0041}'],
  ['several', '\u200b\u200d\u00ad'],
  ['the same as the log shows it', '<U+200B>'],
  ['the same as the summary shows it', '&lt;U+E0041&gt;'],
  ['the same as the report writes it', '\\u200b'],
  ['what keeps a summary from making links', '&#8203;'],
]

describe('split by something invisible', () => {
  test.each(HIDDEN)('%s', (_, mark) => {
    const secret = secretOf(TOKEN)
    const everywhere = [...TOKEN].join(mark)
    expect(redact(secret, `before ${everywhere} after`)).toBe('before *** after')
    // What is not the token keeps its marks.
    const once = `${mark}before p4ss${mark}/w+rd=~? p4ss${mark}word${mark}`
    expect(redact(secret, once)).toBe(`${mark}before *** p4ss${mark}word${mark}`)
    expect([holdsSecret(secret, everywhere), holdsSecret(secret, `p4ss${mark}word`)]).toEqual([true, false])
  })

  test.each(WRITTEN)('each character: %s', (_, token, write) => {
    const secret = secretOf(token)
    const written = `before ${write(token)} after`
    const left = redact(secret, [...written].join('\u200b'))
    expect(left.replaceAll('\u200b', '')).toBe(redact(secret, written))
  })

  test('a token of hexadecimal digits, which the summary takes for a commit', () => {
    const token = '0123456789abcdef0123456789abcdef'
    expect(html(token)).toContain('&#8203;')
    expect(redact(secretOf(token), html(`it is ${token}.`))).toBe('it is ***.')
  })

  test('a token that holds signs with which Markdown begins a reference', () => {
    const token = 'abc@def:100:#12'
    expect(redact(secretOf(token), html(`it is ${token}.`))).toBe('it is ***.')
  })

  test('a backslash that is itself escaped is no beginning of an escape', () => {
    expect(redact(secretOf('abcd'), '"ab\\\\u200bcd"')).toBe('"ab\\\\u200bcd"')
  })
})

/** A token with every sign of ASCII in it, and what encoders make of it that leave different signs as they are. */
const SIGNS = 'a!b"c#d$e%f&g\'h(i)j*k+l,m-n.o/p:q;r<s=t>u?v@w[x\\y]z^A_B`C{D|E}F~G'
const ENCODED: [string, string][] = [
  [
    'a path by Python',
    'a%21b%22c%23d%24e%25f%26g%27h%28i%29j%2Ak%2Bl%2Cm-n.o/p%3Aq%3Br%3Cs%3Dt%3Eu%3Fv%40w%5Bx%5Cy%5Dz%5EA_B%60C%7BD%7CE%7DF~G',
  ],
  [
    'a path by older ones',
    'a%21b%22c%23d%24e%25f%26g%27h%28i%29j%2Ak%2Bl%2Cm-n.o/p%3Aq%3Br%3Cs%3Dt%3Eu%3Fv%40w%5Bx%5Cy%5Dz%5EA_B%60C%7BD%7CE%7DF%7EG',
  ],
  [
    'a path by RFC 3986',
    "a!b%22c%23d$e%25f&g'h(i)j*k+l,m-n.o/p:q;r%3Cs=t%3Eu%3Fv@w%5Bx%5Cy%5Dz%5EA_B%60C%7BD%7CE%7DF~G",
  ],
  [
    'a path by the URL standard',
    "a!b%22c%23d$e%25f&g'h(i)j*k+l,m-n.o/p:q;r%3Cs=t%3Eu%3Fv@w[x%5Cy]z^A_B%60C%7BD|E%7DF~G",
  ],
  ['a query by the URL standard', 'a!b%22c%23d$e%25f&g%27h(i)j*k+l,m-n.o/p:q;r%3Cs=t%3Eu?v@w[x\\y]z^A_B`C{D|E}F~G'],
  ['a query of another scheme', "a!b%22c%23d$e%25f&g'h(i)j*k+l,m-n.o/p:q;r%3Cs=t%3Eu?v@w[x\\y]z^A_B`C{D|E}F~G"],
  [
    'a user by the URL standard',
    "a!b%22c%23d$e%f&g'h(i)j*k+l,m-n.o%2Fp%3Aq%3Br%3Cs%3Dt%3Eu%3Fv%40w%5Bx%5Cy%5Dz%5EA_B%60C%7BD%7CE%7DF~G",
  ],
  [
    'RFC 3986 in full',
    'a%21b%22c%23d%24e%25f%26g%27h%28i%29j%2Ak%2Bl%2Cm-n.o%2Fp%3Aq%3Br%3Cs%3Dt%3Eu%3Fv%40w%5Bx%5Cy%5Dz%5EA_B%60C%7BD%7CE%7DF~G',
  ],
  [
    'RFC 3986 in full, with the tilde',
    'a%21b%22c%23d%24e%25f%26g%27h%28i%29j%2Ak%2Bl%2Cm-n.o%2Fp%3Aq%3Br%3Cs%3Dt%3Eu%3Fv%40w%5Bx%5Cy%5Dz%5EA_B%60C%7BD%7CE%7DF%7EG',
  ],
  ['a command of the log', 'a!b"c#d$e%25f&g\'h(i)j*k+l,m-n.o/p:q;r<s=t>u?v@w[x\\y]z^A_B`C{D|E}F~G'],
  ['JSON of PHP', 'a!b\\"c#d$e%f&g\'h(i)j*k+l,m-n.o\\/p:q;r<s=t>u?v@w[x\\\\y]z^A_B`C{D|E}F~G'],
  ['JSON in a script', 'a!b\\"c#d$e%f&g\\u0027h(i)j*k+l,m-n.o\\/p:q;r<s=t>u?v@w[x\\\\y]z^A_B`C{D|E}F~G'],
  ['a string of JavaScript', 'a!b\\"c#d$e%f&g\\\'h(i)j*k+l,m-n.o/p:q;r<s=t>u?v@w[x\\\\y]z^A_B`C{D|E}F~G'],
  [
    'HTML in capital numbers',
    'a!b&#x22;c#d$e%f&#x26;g&#x27;h(i)j*k+l,m-n.o/p:q;r&#x3C;s=t&#x3E;u?v@w[x\\y]z^A_B`C{D|E}F~G',
  ],
  [
    'XML, each sign a number',
    'a&#33;b&#34;c&#35;d&#36;e&#37;f&#38;g&#39;h&#40;i&#41;j&#42;k&#43;l&#44;m-n.o&#47;p&#58;q&#59;r&#60;s&#61;t&#62;u&#63;v&#64;w&#91;x&#92;y&#93;z&#94;A_B&#96;C&#123;D&#124;E&#125;F&#126;G',
  ],
  [
    'XML, each sign a hexadecimal number',
    'a&#x21;b&#x22;c&#x23;d&#x24;e&#x25;f&#x26;g&#x27;h&#x28;i&#x29;j&#x2a;k&#x2b;l&#x2c;m-n.o&#x2f;p&#x3a;q&#x3b;r&#x3c;s&#x3d;t&#x3e;u&#x3f;v&#x40;w&#x5b;x&#x5c;y&#x5d;z&#x5e;A_B&#x60;C&#x7b;D&#x7c;E&#x7d;F&#x7e;G',
  ],
  [
    'XML, each sign a hexadecimal number in capitals',
    'a&#x21;b&#x22;c&#x23;d&#x24;e&#x25;f&#x26;g&#x27;h&#x28;i&#x29;j&#x2A;k&#x2B;l&#x2C;m-n.o&#x2F;p&#x3A;q&#x3B;r&#x3C;s&#x3D;t&#x3E;u&#x3F;v&#x40;w&#x5B;x&#x5C;y&#x5D;z&#x5E;A_B&#x60;C&#x7B;D&#x7C;E&#x7D;F&#x7E;G',
  ],
  ['a shell, in double quotes', 'a!b\\"c#d\\$e%f&g\'h(i)j*k+l,m-n.o/p:q;r<s=t>u?v@w[x\\\\y]z^A_B\\`C{D|E}F~G'],
  ['an interactive shell', 'a\\!b\\"c#d\\$e%f&g\'h(i)j*k+l,m-n.o/p:q;r<s=t>u?v@w[x\\\\y]z^A_B\\`C{D|E}F~G'],
  ["a shell's $'…'", 'a!b"c#d$e%f&g\\\'h(i)j*k+l,m-n.o/p:q;r<s=t>u?v@w[x\\\\y]z^A_B`C{D|E}F~G'],
  [
    'printf %q',
    'a\\!b\\"c\\#d\\$e%f\\&g\\\'h\\(i\\)j\\*k+l,m-n.o/p:q\\;r\\<s=t\\>u\\?v@w\\[x\\\\y\\]z\\^A_B\\`C\\{D\\|E\\}F\\~G',
  ],
  [
    'shellescape of Ruby',
    'a\\!b\\"c\\#d\\$e%f\\&g\\\'h\\(i\\)j\\*k+l,m-n.o/p:q\\;r\\<s=t\\>u\\?v@w\\[x\\\\y\\]z\\^A_B\\`C\\{D\\|E\\}F~G',
  ],
  [
    'a shell, by a library that leaves `@`, `:`, `.`, `/`',
    'a\\!b\\"c\\#d\\$e\\%f\\&g\\\'h\\(i\\)j\\*k\\+l\\,m-n.o/p:q\\;r\\<s\\=t\\>u\\?v@w\\[x\\\\y\\]z\\^A_B\\`C\\{D\\|E\\}F\\~G',
  ],
  [
    'a shell, by one that leaves `.` and `/`',
    'a\\!b\\"c\\#d\\$e\\%f\\&g\\\'h\\(i\\)j\\*k\\+l\\,m-n.o/p\\:q\\;r\\<s\\=t\\>u\\?v\\@w\\[x\\\\y\\]z\\^A_B\\`C\\{D\\|E\\}F\\~G',
  ],
  [
    'shlex-like, without the comma',
    'a\\!b\\"c\\#d\\$e%f\\&g\\\'h\\(i\\)j\\*k+l\\,m-n.o/p:q\\;r\\<s=t\\>u\\?v@w\\[x\\\\y\\]z\\^A_B\\`C\\{D\\|E\\}F\\~G',
  ],
  [
    'a shell, each sign',
    'a\\!b\\"c\\#d\\$e\\%f\\&g\\\'h\\(i\\)j\\*k\\+l\\,m\\-n\\.o\\/p\\:q\\;r\\<s\\=t\\>u\\?v\\@w\\[x\\\\y\\]z\\^A_B\\`C\\{D\\|E\\}F\\~G',
  ],
  ['PowerShell, SQL', "a!b\"c#d$e%f&g''h(i)j*k+l,m-n.o/p:q;r<s=t>u?v@w[x\\y]z^A_B`C{D|E}F~G"],
  ['CSV, cmd', 'a!b""c#d$e%f&g\'h(i)j*k+l,m-n.o/p:q;r<s=t>u?v@w[x\\y]z^A_B`C{D|E}F~G'],
]

test.each(ENCODED)('every sign, cut out as one: %s', (_, written) => {
  expect(redact(secretOf(SIGNS), `before ${written} after`)).toBe('before *** after')
})

test.each<[string, string]>([
  ['the summary, of JSON', 'a\\&quot;b&amp;c\\\\d'],
  ['the report, of a shell', 'a\\"b&c\\\\d'],
  ['the report, of HTML', 'a&quot;b&amp;c\\\\d'],
])('escaped once more by %s', (_, written) => {
  expect(redact(secretOf('a"b&c\\d'), `before ${written} after`)).toBe('before *** after')
})

test('base64 at any place, between anything', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\x21-\x7e]{10,50}$/), fc.string(), fc.string(), (token, before, after) => {
      for (const encoding of ['base64', 'base64url'] as const) {
        const text = Buffer.from(`${before}${token}${after}`).toString(encoding)
        const left = redact(secretOf(token), text)
        expect(left).toContain('***')
        expect(Buffer.from(left.replace('***', ''), encoding).toString()).not.toContain(token)
      }
    }),
  )
})

test('an ordinary token has few forms, the longest first', () => {
  expect(secretOf('ghs_16C7e42F292c')).toEqual({
    value: 'ghs_16C7e42F292c',
    forms: [
      '%2567%2568%2573%255F%2531%2536%2543%2537%2565%2534%2532%2546%2532%2539%2532%2563',
      '%67%68%73%5F%31%36%43%37%65%34%32%46%32%39%32%63',
      '%67%68%73%5f%31%36%43%37%65%34%32%46%32%39%32%63',
      'Z2hzXzE2QzdlNDJGMjkyYw',
      'Z2hzXzE2QzdlNDJGMjkyY',
      'naHNfMTZDN2U0MkYyOTJj',
      'doc18xNkM3ZTQyRjI5Mm',
      'ghs_16C7e42F292c',
    ],
    escaped: [],
  })
})

test.each<[string, string]>([
  ['$&$1$$', 'x$&$1$$x'],
  ['a.*b+c?[d]', 'axxbcd a.*b+c?[d]'],
  ['(((((', '((((('],
  ['abcd', 'abcd'],
  ['\\\\\\\\', '\\\\\\\\'],
])('a token is no pattern: %s', (token, text) => {
  const left = redact(secretOf(token), text)
  expect(left).not.toContain(token)
  expect(left).toContain('***')
})

test('a byte of one digit has two in an address', () => {
  expect(redact(secretOf('ab\tcd'), '?t=%61%62%09%63%64')).toBe('?t=***')
})

test('what is too short to be a secret is left', () => {
  expect(redact(secretOf('abc'), 'abc YWJj')).toBe('abc YWJj')
})

test.each([
  ['none', '', { value: '', forms: [], escaped: [] }],
  ['blanks alone', ' \n\t', { value: '', forms: [], escaped: [] }],
  ['blanks around it', ' abcdef1 \n', secretOf('abcdef1')],
  [
    'short: of base64 what has six characters at least',
    'abcd',
    { value: 'abcd', forms: ['%2561%2562%2563%2564', '%61%62%63%64', 'YWJjZA', 'abcd'], escaped: [] },
  ],
  [
    'all forms alike but base64',
    'abcdef1',
    {
      value: 'abcdef1',
      forms: [
        '%2561%2562%2563%2564%2565%2566%2531',
        '%61%62%63%64%65%66%31',
        'YWJjZGVmMQ',
        'YWJjZGVmM',
        'hYmNkZWYx',
        'FiY2RlZj',
        'abcdef1',
      ],
      escaped: [],
    },
  ],
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
  expect(fitsHeader({ value: token, forms: [], escaped: [] })).toBe(expected)
})

test.each([
  ['acme_v2_abc', true],
  ['Acme_V2_abc', true],
  ['acme_v1_abc', false],
  ['_v2_abc', false],
  ['acme2_v2_abc', false],
  ['1acme_v2_abc', false],
])('%j is of the newer API: %s', (token, expected) => {
  expect(isNewerApiToken(secretOf(token))).toBe(expected)
})
