import { describe, expect, test } from 'vitest'
import { maskLog, parseCommand, plainLog } from './log.js'

describe('maskLog', () => {
  test.each([
    ['no mask', 'a\nb\n', 'a\nb\n'],
    ['from there on, not before', 'key\n::add-mask::key\na key, a key\n', 'key\na ***, a ***\n'],
    ['the longer first', '::add-mask::key\n::add-mask::keyring\nkeyring key\n', '*** ***\n'],
    ['blanks before and capitals', '  ::Add-Mask::key\nkey\n', '***\n'],
    ['every line of a value', '::add-mask::one%0Atwo\none two\n', '*** ***\n'],
    ['nothing to mask', '::add-mask::\n::add-mask:: \na b\n', 'a b\n'],
    ['escapes', '::add-mask::50%25\n50%\n', '***\n'],
    ['signs of a pattern', '::add-mask::$&.*\n$&.* and more\n', '*** and more\n'],
    [
      'stopped commands',
      '::stop-commands::End\n::add-mask::key\nkey\n::End::\n::add-mask::key\nkey\n',
      '::stop-commands::End\n::add-mask::key\nkey\n::End::\n***\n',
    ],
  ])('%s', (_, log, masked) => {
    expect(maskLog(log)).toBe(masked)
  })
})

test('parseCommand undoes the escapes', () => {
  expect(parseCommand('::error file=a%2Cb.ts,line=1,title=x%3A y::50%25%0Aof %3A')).toEqual({
    name: 'error',
    properties: { file: 'a,b.ts', line: '1', title: 'x: y' },
    message: '50%\nof %3A',
  })
  expect(parseCommand('words ::error::x')).toBeUndefined()
})

test('plainLog turns commands into words', () => {
  const log = '::group::Reading\nqueue\n::endgroup::\n::debug::x\n::notice title=Forks::skipped\n::error::no%0Agood\n'
  expect(plainLog(log)).toBe('> Reading\nqueue\nnotice: Forks: skipped\nerror: no\ngood\n')
})
