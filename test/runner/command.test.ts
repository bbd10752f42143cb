import { expect, test } from 'vitest'
import { command } from '../../src/runner/command.ts'

test.each<[string, Parameters<typeof command>, string]>([
  ['a message', ['debug', 'a message'], '::debug::a message'],
  ['nothing to say', ['add-mask', ''], '::add-mask::'],
  ['a property', ['error', 'gone', { title: 'A title' }], '::error title=A title::gone'],
  ['two', ['error', 'gone', { file: 'a.ts', line: '3' }], '::error file=a.ts,line=3::gone'],
  ['line breaks', ['error', 'one\r\ntwo'], '::error::one%0D%0Atwo'],
  ['what looks escaped', ['error', '100 %0A'], '::error::100 %250A'],
  ['a property that ends itself', ['error', 'm', { title: 'a,b::c\n%' }], '::error title=a%2Cb%3A%3Ac%0A%25::m'],
])('%s', (_, given, expected) => {
  expect(command(...given)).toBe(expected)
})
