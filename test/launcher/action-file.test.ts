import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseTree, readActionFile } from './action-file.js'

const source = readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')

describe('parseTree', () => {
  test('reads action.yml as a YAML library does', () => {
    expect(parseTree(source)).toEqual(parse(source))
  })

  test.each([
    ['plain', 'a: some words, (and) more: no', undefined],
    ['single quotes', "a: 'it''s # not: a comment'", { a: "it's # not: a comment" }],
    ['double quotes', 'a: "tab\\t and \\"quote\\" \\u00e9"', { a: 'tab\t and "quote" é' }],
    ['empty string', "a: ''", { a: '' }],
    ['mapping', "a:\n  b:\n    c: 'd'\n# comment\n\n  e: f\ng: h", { a: { b: { c: 'd' }, e: 'f' }, g: 'h' }],
    ['no value at the end', 'a:', { a: {} }],
    ['windows line ends', "a: 'b'\r\nc: d\r\n", { a: 'b', c: 'd' }],
    ['block scalar', 'a: |', undefined],
    ['list', 'a: [b]', undefined],
    ['alias', 'a: *b', undefined],
    ['comment after a value', "a: 'b' # c", undefined],
    ['lone quote inside', "a: 'b'c'", undefined],
    ['escape of YAML alone', 'a: "\\x41"', undefined],
    ['tab', 'a:\n\tb: c', undefined],
    ['odd indent', 'a:\n   b: c', undefined],
    ['key twice', 'a: b\na: c', undefined],
    ['second line of a plain value', 'a: b\n  and more', undefined],
  ])('%s', (_, text, tree) => {
    if (tree === undefined) {
      expect(() => parseTree(text)).toThrow(/^action\.yml:\d+: /)
    } else {
      expect(parseTree(text)).toEqual(tree)
      if (text !== 'a:') expect(parse(text)).toEqual(tree)
    }
  })

  test('names the line that it does not understand', () => {
    expect(() => parseTree("# one\na: 'b'\nc: |\n  d")).toThrow('action.yml:3: expected a quoted string: c: |')
  })
})

describe('readActionFile', () => {
  test('gives inputs, outputs and the script', () => {
    const { inputs, outputs, runs } = parse(source)
    expect(readActionFile(source)).toEqual({ inputs, outputs, main: runs.main })
  })

  test('an input without a default has the empty one', () => {
    expect(readActionFile('inputs:\n  a:\n    description: b\nruns:\n  main: c.js')).toEqual({
      inputs: { a: { description: 'b', default: '' } },
      outputs: {},
      main: 'c.js',
    })
  })

  test.each([
    ['no script', 'inputs:', 'action.yml: runs.main is missing'],
    ['a scalar for inputs', 'inputs: a\nruns:\n  main: b', 'action.yml: inputs: expected a mapping'],
    [
      'a mapping for a default',
      'inputs:\n  a:\n    default:\nruns:\n  main: b',
      'action.yml: default: expected a string',
    ],
  ])('%s', (_, text, message) => {
    expect(() => readActionFile(text)).toThrow(message)
  })
})
