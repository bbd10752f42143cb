import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readActionFile } from './action-file.js'

const source = readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')

test('gives inputs, outputs and the script', () => {
  const { inputs, outputs, runs } = parse(source)
  expect(readActionFile(source)).toEqual({ inputs, outputs, main: runs.main })
})

test('an input without a default has the empty one, and each default is a text', () => {
  const inputs = 'inputs:\n  a:\n    description: b\n  c:\n    default: true\n'
  expect(readActionFile(`${inputs}runs:\n  main: c.js`)).toEqual({
    inputs: { a: { description: 'b', default: '' }, c: { default: 'true' } },
    outputs: {},
    main: 'c.js',
  })
})

test('without a script it is none', () => {
  expect(() => readActionFile('name: b')).toThrow('action.yml: runs.main is missing')
})

test('a line of another form is an error', () => {
  expect(() => readActionFile('inputs:\n  - a')).toThrow('action.yml: expected `key: value`:   - a')
})
