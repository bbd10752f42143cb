import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asHtml, codeLines, link, plain } from '../../src/text/message.ts'

/**
 * Invisible characters: controls, line and paragraph separators, and what Unicode calls default ignorable. Variation
 * selectors are left out, because they shape emoji in titles.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}/u

/** True if the runner takes it for a command: `::` at the start of a trimmed line, `##[` anywhere. */
function startsCommand(text: string): boolean {
  return text.split(/\r\n|[\n\r]/).some(line => line.trim().startsWith('::') || line.includes('##['))
}

const hostile = fc.constantFrom(
  '::',
  ':',
  '##[',
  '#',
  '[',
  '\n',
  '\r',
  '\u2028',
  '\u0085',
  '\u0000',
  '\u001b[31m',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\ud800',
  '\udc00',
  '\t',
  ' ',
  '&',
  '<',
  '>',
  '"',
  "'",
  '`',
  '@acme',
  '#12',
  'gh-',
  'GH-12',
  'abc1234',
  'https://a.example/',
  '&#39;',
  '&amp;',
  '<script>',
  '|',
  '%0A',
  '🚀',
)
/** Any text, mostly made of what does harm. */
const text = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: hostile }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) }),
    {
      maxLength: 20,
    },
  )
  .map(parts => parts.join(''))
const limit = fc.integer({ min: 1, max: 60 })
const RUNS = { numRuns: 5000 }

describe('plain', () => {
  test.each([
    ['nothing', '', ''],
    ['words', 'Fix the nozzle (#12) for @acme', 'Fix the nozzle (#12) for @acme'],
    ['other scripts', 'Größe, 推力, الدفع', 'Größe, 推力, الدفع'],
    ['emoji', 'More thrust 🚀 ❤️', 'More thrust 🚀 ❤️'],
    ['a line break', 'one\ntwo', 'one ⏎ two'],
    ['line breaks of all kinds', 'a\r\nb\rc\u2028d\u2029e\u0085f\vg\fh', 'a ⏎ b ⏎ c ⏎ d ⏎ e ⏎ f ⏎ g ⏎ h'],
    ['a tab', 'a\tb', 'a b'],
    ['blanks around it', '  a  ', 'a'],
    ['an escape sequence', '\u001b[31mred', '<U+001B>[31mred'],
    ['controls', '\u0000\u0007\u007f\u009b', '<U+0000><U+0007><U+007F><U+009B>'],
    ['a text that turns around', 'a\u202egnp.exe', 'a<U+202E>gnp.exe'],
    ['a text that hides', 'a\u200bb\ufeffc\u00add', 'a<U+200B>b<U+FEFF>c<U+00AD>d'],
    ['tag characters', 'a\u{e0041}b', 'a<U+E0041>b'],
    ['half a character', 'a\ud800b', 'a�b'],
    ['a command', '::error::gone', ': :error::gone'],
    ['a command behind blanks', ' \t ::error::gone', ': :error::gone'],
    ['a command on the next line', 'a\n::error::gone', 'a ⏎ ::error::gone'],
    ['three colons', ':::', ': ::'],
    ['a command inside', 'a ##[error]gone', 'a ## [error]gone'],
    ['more signs', '###[[', '### [['],
    ['two commands', '##[##[', '## [## ['],
    ['colons inside stay', 'std::vector', 'std::vector'],
  ])('%s', (_, given, expected) => {
    expect(plain(given)).toBe(expected)
  })

  test.each<[string, number, string]>([
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcde…'],
    ['abcdefg', 1, '…'],
    ['ab🚀', 4, 'ab🚀'],
    ['ab🚀c', 4, 'ab…'],
    ['🚀🚀🚀', 4, '🚀…'],
    ['\u200b\u200b', 10, '<U+200B><…'],
    ['a\nbcdef', 6, 'a ⏎ b…'],
    ['x'.repeat(5_000_000), 10, `${'x'.repeat(9)}…`],
  ])('cuts with a mark (%#)', (given, most, expected) => {
    expect(plain(given, most)).toBe(expected)
  })

  test('any text becomes one line that starts no command and is not too long', () => {
    fc.assert(
      fc.property(text, limit, (given, most) => {
        const line = plain(given, most)
        expect(line).not.toMatch(UNSEEN)
        expect(line).not.toMatch(/[\n\r\u2028\u2029]/)
        expect(line.isWellFormed()).toBe(true)
        expect(line.length).toBeLessThanOrEqual(most)
        expect(startsCommand(line)).toBe(false)
      }),
      RUNS,
    )
  })

  test('no character that nobody sees comes through', () => {
    const through: string[] = []
    let before = -1
    for (let point = 0; point <= 0x10ffff; point++) {
      const character = String.fromCodePoint(point)
      if (!UNSEEN.test(character) || !plain(`a${character}b`).includes(character)) continue
      // The first of each row is enough to see which they are.
      if (point !== before + 1) through.push(`U+${point.toString(16).toUpperCase().padStart(4, '0')}`)
      before = point
    }
    expect(through).toEqual([])
  })

  test('what is inert stays as it is', () => {
    fc.assert(
      fc.property(text, given => {
        const once = plain(given)
        expect(plain(once)).toBe(once)
      }),
      RUNS,
    )
  })
})

describe('html', () => {
  test.each([
    ['tags', '<b>&amp;</b>', '&lt;b&gt;&amp;amp;&lt;/b&gt;'],
    ['quotes', `"a" 'b'`, '&quot;a&quot; &#39;b&#39;'],
    ['a mention', '@acme/team', '@&#8203;acme/team'],
    ['an address', 'mona@acme.example', 'mona@&#8203;acme.example'],
    ['a lone at sign', 'a @ b', 'a @ b'],
    ['a reference', 'see #12', 'see #&#8203;12'],
    ['a reference to another repository', 'acme/rocket#12', 'acme/rocket#&#8203;12'],
    ['a reference in words', 'GH-12', 'GH-&#8203;12'],
    ['a reference in small words', 'see gh-12.', 'see gh-&#8203;12.'],
    ['a word with the same end', 'high-5', 'high-5'],
    ['a word with the same beginning', 'GH-pages', 'GH-pages'],
    ['a commit in short', 'reverts abc1234', 'reverts abc123&#8203;4'],
    ['a commit in capitals', 'ABCDEF1', 'ABCDEF&#8203;1'],
    ['six digits of one', 'abc123', 'abc123'],
    [
      'a whole commit',
      '0123456789abcdef0123456789abcdef01234567',
      '012345&#8203;6789ab&#8203;cdef01&#8203;234567&#8203;89abcd&#8203;ef0123&#8203;4567',
    ],
    ['a commit with its repository', 'acme/rocket@abc1234', 'acme/rocket@&#8203;abc123&#8203;4'],
    ['commits with dots between', 'abc1234..def5678', 'abc123&#8203;4..def567&#8203;8'],
    ['digits', '12345678', '123456&#8203;78'],
    ['a word with such letters', 'defaced-cabbage', 'deface&#8203;d-cabbage'],
    ['a longer word', 'effacedness', 'effacedness'],
    [
      'an address, which may link to itself',
      'see https://git.example/acme/rocket/commit/abc1234',
      'see https://git.example/acme/rocket/commit/abc1234',
    ],
    ['without TLS', 'see http://git.example/abc1234', 'see http://git.example/abc1234'],
    ['of many labels', 'https://1.abcdef0.git.example/x', 'https://1.abcdef0.git.example/x'],
    ['of labels that look like a commit', 'https://1.git.abcdef0.example/x', 'https://1.git.abcdef0.example/x'],
    ['nothing but signs', '<', '&lt;'],
    ['with a port', 'https://git.example:8443/abc1234', 'https://git.example:8443/abc1234'],
    ['without a path', 'https://abcdef0.example', 'https://abcdef0.example'],
    ['what is no address', 'https://abc1234', 'https://abc123&#8203;4'],
    ['an address with a sign', 'https://git.example/@acme', 'https://git.example/@&#8203;acme'],
    ['an address inside of a word', 'xhttps://git.example/abc1234', 'xhttps://git.example/abc123&#8203;4'],
    ['a reference behind a semicolon', '&#12;', '&amp;#&#8203;12;'],
    ['the name of an emoji', 'Ship it :tada:', 'Ship it :&#8203;tada:'],
    ['names of emoji that share a colon', ':+1:e-mail:', ':&#8203;+1:&#8203;e-mail:'],
    ['the name of an emoji in a path of Rust', 'shop::a::test', 'shop::&#8203;a::test'],
    ['an emoji of digits', ':100:', ':&#8203;100:'],
    ['a time', '10:00:05', '10:00:05'],
    ['a colon', 'fix: the nozzle', 'fix: the nozzle'],
    ['a colon and a blank', 'a :tada : b', 'a :tada : b'],
    ['a quote before a digit', "'12", '&#39;12'],
    ['words', 'Größe 推力 🚀', 'Größe 推力 🚀'],
    ['a line break', 'a\nb', 'a ⏎ b'],
  ])('%s', (_, given, expected) => {
    expect(asHtml(given)).toBe(expected)
  })

  /** The text as a browser would show it. */
  function shown(markup: string): string {
    return markup
      .replace(/&#(\d+);/g, (_, point) => String.fromCodePoint(Number(point)))
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
  }

  test('any text becomes plain text without mentions', () => {
    fc.assert(
      fc.property(text, limit, (given, most) => {
        const markup = asHtml(plain(given, most))
        expect(markup).not.toMatch(/[<>"']/)
        expect(markup).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39|#8203);)/)
        expect(markup).not.toMatch(/@\w/)
        expect(markup.replaceAll(/&#(?:39|8203);/g, ' ')).not.toMatch(/#\d/)
        // An address may link to itself.
        const others = markup.replaceAll(/(?<![^\s(])https?:\/\/[\w.:/%~-]+/gi, ' ').replaceAll(/&#?\w+;/g, ' ')
        expect(others).not.toMatch(/\bgh-\d/i)
        expect(others).not.toMatch(/(?<![\da-z])[\da-f]{7,40}(?![\da-z])/i)
        expect(markup).not.toMatch(UNSEEN)
        expect(startsCommand(markup)).toBe(false)
        expect(shown(markup).replaceAll('\u200b', '')).toBe(plain(given, most))
      }),
      RUNS,
    )
  })
})

describe('link', () => {
  test.each<[string | null, string]>([
    ['https://ci.example/run/1', '<a href="https://ci.example/run/1">run</a>'],
    ['http://ci.example', '<a href="http://ci.example">run</a>'],
    ["https://ci.example/a?b=c&d='e'#f", '<a href="https://ci.example/a?b=c&amp;d=&#39;e&#39;#f">run</a>'],
    [null, 'run'],
    ['', 'run'],
    ['javascript:alert(1)', 'run'],
    ['data:text/html,x', 'run'],
    ['//ci.example', 'run'],
    ['/run/1', 'run'],
    ['HTTPS:ci.example', 'run'],
    ['https://ci.example/"onclick="alert(1)', 'run'],
    ['https://ci.example/<b>', 'run'],
    ['https://ci.example/a b', 'run'],
    ['https://ci.example/\n', 'run'],
    ['https://ci.example/\u202e', 'run'],
    ['https://mona@ci.example/', 'run'],
    [`https://ci.example/${'x'.repeat(2000)}`, 'run'],
  ])('%j', (address, expected) => {
    expect(asHtml(link('run', address))).toBe(expected)
  })

  test('any address is a link to the web or none', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map(rest => `https://a${rest}`),
          text.map(rest => `https://a/${rest}`),
        ),
        address => {
          const markup = asHtml(link('run', address))
          if (markup !== 'run') expect(markup).toMatch(/^<a href="https?:\/\/[^\s<>"']+">run<\/a>$/)
        },
      ),
      RUNS,
    )
  })
})

test.each<[string, string, string]>([
  ['one line', 'a < b', '<pre>a &lt; b</pre>'],
  ['indented lines', 'a\n  b\n    c', '<pre>a\n  b\n    c</pre>'],
  ['a line of blanks, which would end the block', 'a\n   \n\nb', '<pre>a\n&nbsp;\n&nbsp;\nb</pre>'],
  ['a command of the log', 'a\n ::error::b', '<pre>a\n : :error::b</pre>'],
])('codeLines: %s', (_, text, expected) => {
  expect(codeLines(text)).toBe(expected)
})

test('plain: what is cut before it is looked at ends in an ellipsis, however little is left', () => {
  expect(plain(`${' '.repeat(400)}x`)).toBe('…')
  expect(plain(`a${' '.repeat(9)}b`, 5)).toBe('a…')
})

test('html: what only holds an address is no address', () => {
  expect(asHtml('0123456http')).toBe('0123456http')
  expect(asHtml('abcdef0 http://a.example')).toBe('abcdef&#8203;0 http://a.example')
})
