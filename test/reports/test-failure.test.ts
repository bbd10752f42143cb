import { expect, test } from 'vitest'
import type { FailedTest } from '../../src/facts/test-report.ts'
import { failureMessage, failureTrace, placeInWorkspace } from '../../src/reports/test-failure.ts'
import { cleanerOf } from '../../src/text/outside.ts'
import { makeWorkspace } from './workspace.ts'

const TEST = { name: 'test_bad', classname: 'Cart' }
const TRACEBACK = `Traceback (most recent call last):
  File "tests/test_cart.py", line 4, in test_bad
    raise ValueError("no")
ValueError: no
`

test.each<[name: string, message: string, text: string, reason: string | null]>([
  ['the message first', 'expected 1', 'Error: expected 1\n at a', 'expected 1'],
  ['its first line', '\n  expected 1\nto be 2', '', 'expected 1'],
  ['else the text', '', '\n\n  Error: a\nb', 'Error: a'],
  ['a traceback', '', TRACEBACK, 'ValueError: no'],
  ['a traceback as the message', TRACEBACK, '', 'ValueError: no'],
  ['a message that is its heading', 'Traceback (most recent call last):', TRACEBACK, 'ValueError: no'],
  [
    "a message that repeats the test's name",
    'Cart::test_bad',
    'Failed asserting that 1 is 2.',
    'Failed asserting that 1 is 2.',
  ],
  ['and nothing else is said', 'test_bad', '', 'test_bad'],
  [
    'a message that is a heading',
    'Failed',
    '=== RUN\n    a_test.go:9: got 1, want 2\n--- FAIL',
    'a_test.go:9: got 1, want 2',
  ],
  ['and nothing names a reason', 'Failed', '=== RUN   x\n    a_test.go:9: first\n--- FAIL', 'a_test.go:9: first'],
  ['and there is nothing else', 'Failed', '=== RUN', 'Failed'],
  [
    'no line of code',
    '',
    '  ● it\n\n    does not load\n\n    > 1 | throw new Error(1)\n      at Error (a.js:1)',
    '● it',
  ],
  ['nothing names a reason', '', '----\n0x1 != 0x2', '0x1 != 0x2'],
  ['nothing but a ruler', '', '====', '===='],
  ['nothing', '  ', ' \n ', null],
  ['colours', '\u001b[31mred\u001b[39m \u001b[1;32mgreen\u001b[0m', '', 'red green'],
  ['colours without their escape', '[31mred[39m', '', 'red'],
  ['colours that are spelt', '#x1B[31mred#x1B[0m \\e[1mbold\\e[0m &#27;[3mx&amp#27;[0m', '', 'red bold x'],
  ['colours with a replacement', '\ufffd[31mred\ufffd[0m', '', 'red'],
  ['brackets that are no colours', 'array[5m] waits [5m', '', 'array[5m] waits [5m'],
  ['a link of a terminal', '\u001b]8;;https://a\u0007link\u001b]8;;\u0007', '', 'link'],
  ['a command of the runner', '::error::a ##[error]b', '', ': :error::a ## [error]b'],
  ['a long line', 'x'.repeat(1_000_000), '', `${'x'.repeat(299)}…`],
])('why a test failed: %s', (_, message, text, reason) => {
  expect(failureMessage({ message, text, ...TEST }, cleanerOf())).toBe(reason)
})

test.each<[name: string, text: string, trace: string | null]>([
  ['indented', '\n\nError: a\n    at b\n\tat c\n\n', 'Error: a\n    at b\n  at c'],
  ['ten lines', Array.from({ length: 20 }, (_, at) => `${at}`).join('\r\n'), '0\n1\n2\n3\n4\n5\n6\n7\n8\n9'],
  ['nothing', '\n \n', null],
  ['many blank lines before it', '\n \n\r\n\n  a', '  a'],
  ['lines that end otherwise', 'a\rb\r\nc', 'a\nb\nc'],
  ['blank lines within', 'a\n\n  \nb\n  ', 'a\n\n  \nb'],
  ['an indent that is too much', `${' '.repeat(30)}a`, `${' '.repeat(20)}a`],
  ['a long line', `a\n${'x'.repeat(400)}`, `a\n${'x'.repeat(299)}…`],
  ['no command of the runner', 'a\n  ::error::b', 'a\n  : :error::b'],
])('trace: %s', (_, text, trace) => {
  expect(failureTrace(text, cleanerOf())).toBe(trace)
})

test.each<[name: string, token: string, message: string, reason: string]>([
  ['between colours', 'AbC123def456GHI', 'bad AbC\u001b[31m123def456GHI\u001b[0m', 'bad ***'],
  ['with a cleared line', 'AbC123def456GHI', 'bad AbC\ufffd[K123def456GHI', 'bad ***'],
  ['that begins like a colour', 'mAbC123def456GHI', 'bad [mAbC123def456GHI] \u001b[0m', 'bad [***]'],
])('a token is cut out: %s', (_, token, message, reason) => {
  expect(failureMessage({ message, text: '', ...TEST }, cleanerOf(token))).toBe(reason)
})

test.each<[name: string, given: FailedTest['place'], place: ReturnType<typeof placeInWorkspace>]>([
  ['in the workspace', { file: 'src/a.ts', line: 3 }, { file: 'src/a.ts', line: 3 }],
  ['by its full path', { file: '$WORKSPACE/src/a.ts', line: null }, { file: 'src/a.ts', line: null }],
  ['by an address', { file: 'file://$WORKSPACE/src/a.ts', line: 1 }, { file: 'src/a.ts', line: 1 }],
  ['as Windows writes it', { file: '.\\src\\a.ts', line: 3 }, { file: 'src/a.ts', line: 3 }],
  ['in a folder above the report', { file: 'test/b.ts', line: 3 }, { file: 'packages/shop/test/b.ts', line: 3 }],
  ['a file that is not there', { file: 'src/gone.ts', line: 3 }, null],
  ['outside of the workspace', { file: '../temp/c.ts', line: 3 }, null],
  ['nothing', null, null],
])('the place of an annotation: %s', (_, given, place) => {
  const { workspace } = makeWorkspace({ 'src/a.ts': '', 'packages/shop/test/b.ts': '', '../temp/c.ts': '' })
  const at = given && { ...given, file: given.file.replace('$WORKSPACE', workspace) }
  expect(placeInWorkspace({ place: at, report: 'packages/shop/reports/a.xml' }, workspace)).toEqual(place)
})
