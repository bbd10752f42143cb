import { expect, test } from 'vitest'
import { readCommandFile } from './command-file.js'

test.each([
  ['nothing', '', {}],
  ['simple', 'a=1\nb=2\n', { a: '1', b: '2' }],
  ['the last one counts', 'a=1\na<<E\n2\nE\n', { a: '2' }],
  ['equals and heredoc sign in a value', 'a=b=c<<d\n', { a: 'b=c<<d' }],
  ['heredoc', 'a<<E_1\none\n\nthree = 3\nE_1\nb=\n', { a: 'one\n\nthree = 3', b: '' }],
  ['empty heredoc', 'a<<E\nE\n', { a: '' }],
  ['heredoc with an equals sign in its delimiter', 'a<<E=\n1\nE=\n', { a: '1' }],
  ['windows line ends', 'a<<E\r\n1\r\n2\r\nE\r\n', { a: '1\n2' }],
])('%s', (_, source, values) => {
  expect(readCommandFile(source)).toEqual(values)
})

test.each([
  ['no sign', 'a=1\nwords\n', 'Command file, line 2: expected name=value or name<<delimiter: words'],
  ['no name', '=1\n', 'Command file, line 1: expected name=value or name<<delimiter: =1'],
  ['no delimiter', 'a<<\n1\n', 'Command file, line 1: expected name=value or name<<delimiter: a<<'],
  ['open end', 'a<<E\n1\n', 'Command file, line 1: the delimiter never comes again: a<<E'],
])('%s', (_, source, message) => {
  expect(() => readCommandFile(source)).toThrow(message)
})
