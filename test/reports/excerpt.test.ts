import { expect, test } from 'vitest'
import { messageOf, traceOf } from '../../src/reports/excerpt.ts'
import { cleanerOf } from '../../src/text/secret.ts'

test.each([
  ['the attribute first', 'expected 1', 'Error: expected 1\n at a', 'expected 1'],
  ['its first line', '\n  expected 1\nto be 2', '', 'expected 1'],
  ['else the text', '', '\n\n  Error: a\nb', 'Error: a'],
  ['a ruler says nothing', '----', '====\n\n  Error: a', 'Error: a'],
  ['nothing but a ruler', '', '====', '===='],
  ['nothing', '', ' \n ', null],
  ['colours', '\u001b[31mred\u001b[39m \u001b[1;32mgreen\u001b[0m', '', 'red green'],
  ['colours without their escape', '[31mred[39m', '', 'red'],
  [
    'colours that are spelt',
    '#x1B[31mred#x1B[0m \\e[1mbold\\e[0m &#27;[3mx&#27;[0m &amp#27;[3my&amp#27;[0m',
    '',
    'red bold x y',
  ],
  ['colours with a replacement', '\ufffd[31mred\ufffd[0m', '', 'red'],
  ['brackets that are no colours', 'array[5m] waits [5m', '', 'array[5m] waits [5m'],
  [
    'links and titles of a terminal',
    '\u001b]8;;https://a\u0007link\u001b]8;;\u0007 \u001b]0;title\u001b\\',
    '',
    'link',
  ],
  ['controls', 'a\u0000b\u0008', '', 'a␀b␈'],
  ['a command of the runner', '::error::a ##[error]b', '', ': :error::a ## [error]b'],
  [
    'colours whose escape character is spelt',
    '\u241b[31mred\u241b[0m &amp;#x1b;[1mx&amp;#27;[0m \\x1b[2my\\033[0m \\u001b[mz',
    '',
    'red x y z',
  ],
  ['a colour with its end spelt otherwise', '[31mred[0m [31mred[m [1mbold[22m [41mback[49m', '', 'red red bold back'],
  ['a reset without a number', '[31mred[m', '', 'red'],
  ['two numbers, and a background of three digits', '[1;31mred[0m [107;30mback[0m', '', 'red back'],
  ['a number of four digits', '[31mred[39m [1000m', '', 'red [1000m'],
  ['the second line of an attribute only', ' \n \r\n second', '', 'second'],
  ['an escape alone', '\u001bMa \u001b(Bb', '', 'a b'],
  ['nothing but blanks in both', '  ', '\t', null],
  ['a long line', 'x'.repeat(1_000_000), '', `${'x'.repeat(299)}…`],
])('message: %s', (_, attribute, text, expected) => {
  expect(messageOf(attribute, text, cleanerOf())).toBe(expected)
})

test.each([
  ['indented', '\n\nError: a\n    at b\n\tat c\n\n', 'Error: a\n    at b\n  at c'],
  ['ten lines', Array.from({ length: 20 }, (_, at) => `${at}`).join('\r\n'), '0\n1\n2\n3\n4\n5\n6\n7\n8\n9'],
  ['nothing', '\n \n', null],
  ['a line separator of Unicode in it', '  a\u2028b', '  a ⏎ b'],
  ['a blank line before it that ends otherwise', '  \ra', 'a'],
  ['many blank lines before it', '\n \n\r\n\n  a', '  a'],
  ['lines that end otherwise', 'a\rb\r\nc', 'a\nb\nc'],
  ['blank lines within', 'a\n\n  \nb\n  ', 'a\n\n  \nb'],
  ['an indent that is too much', `${' '.repeat(30)}a`, `${' '.repeat(20)}a`],
  ['a long line', `a\n${'x'.repeat(400)}`, `a\n${'x'.repeat(299)}…`],
  ['the first 16 Ki characters', `${'x'.repeat(16 * 1024 - 2)}\nab`, `${'x'.repeat(299)}…\na`],
  ['no command of the runner', 'a\n  ::error::b', 'a\n  : :error::b'],
  ['no colours', '\u001b[31ma\u001b[39m\n  \u001b[2mb\u001b[22m', 'a\n  b'],
])('trace: %s', (_, text, expected) => {
  expect(traceOf(text, cleanerOf())).toBe(expected)
})

test.each([
  ['a token that begins like a colour', 'mAbC123def456GHI', 'bad [mAbC123def456GHI] \u001b[0m', 'bad [***]'],
  ['a token with a cleared line', 'AbC123def456GHI', 'bad AbC\ufffd[K123def456GHI', 'bad ***'],
  ['a token with another character set', 'AbC123def456GHI', 'bad AbC\ufffd(B123def456GHI', 'bad ***'],
  ['a token between colours', 'AbC123def456GHI', 'bad AbC\u001b[31m123def456GHI\u001b[0m', 'bad ***'],
])('cut out: %s', (_, token, text, expected) => {
  expect(messageOf('', text, cleanerOf(token))).toBe(expected)
})
