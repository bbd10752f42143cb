import { describe, expect, test } from 'vitest'
import { createXmlReader, XmlError, type XmlHandler, type XmlReader } from '../../src/reports/xml.ts'
import { cleanerOf } from '../../src/text/secret.ts'

/** Records all calls of a handler. */
function createRecorder(): { reader: XmlReader; told: string[] } {
  const told: string[] = []
  const handler: XmlHandler = {
    open(name, attributes) {
      told.push(`<${name}${Object.entries(attributes).map(([key, value]) => ` ${key}=${value}`)}>`)
    },
    close: () => told.push('</>'),
    text: piece => told.push(piece),
  }
  const reader: XmlReader = createXmlReader(handler, cleanerOf())
  return { reader, told }
}

/** Reads all chunks, one after the other. */
function toldBy(...chunks: string[]): string[] {
  const { reader, told } = createRecorder()
  for (const chunk of chunks) reader.write(chunk)
  reader.end()
  return told
}

test('attributes and comments come without the token', () => {
  const told: unknown[] = []
  const handler = {
    open: (_: string, attributes: object) => told.push(attributes),
    comment: (text: string) => told.push(text),
    close: () => {},
    text: () => {},
  }
  const reader = createXmlReader(handler, cleanerOf('87654321'))
  reader.write('<a b="87654321"><!-- fail 87654321 --></a>')
  expect(told).toEqual([{ b: '***' }, ' fail *** '])
})

describe('texts that go on in the next chunk', () => {
  const LONG = 'x'.repeat(1025)

  test.each<[name: string, chunks: string[], told: string[]]>([
    ['a short text is told whole', ['<a>x', 'y', 'z</a>'], ['<a>', 'xyz', '</>']],
    ['a long one in pieces', [`<a>${LONG}`, 'y</a>'], ['<a>', LONG, 'y', '</>']],
    ['one behind an element', [`<a><b/>${LONG}`, 'y</a>'], ['<a>', '<b>', '</>', LONG, 'y', '</>']],
    ['the longest that is told whole', [`<a>${LONG.slice(1)}`, 'y</a>'], ['<a>', `${LONG.slice(1)}y`, '</>']],
    ['a text with a reference', ['<a>x&', 'lt;y</a>'], ['<a>', 'x<y', '</>']],
    ['a mark in the midst of it', ['<a>x', '\ufeffy</a>'], ['<a>', 'x\ufeffy', '</>']],
    ['a long DOCTYPE', [`<!DOCTYPE a [<!--${LONG}`, '-->]><a/>'], ['<a>', '</>']],
    ['a section', ['<a><![CDATA[x', 'y]]>z</a>'], ['<a>', 'xy', 'z', '</>']],
    ['a long comment behind the root', [`<a/><!--${LONG}`, '-->'], ['<a>', '</>']],
    ['a comment', ['<a>x<!-- y', 'y -->z</a>'], ['<a>', 'x', 'z', '</>']],
    ['a tag', ['<a b="x', 'y"', '/>'], ['<a b=xy>', '</>']],
  ])('%s', (_, chunks, told) => {
    expect(toldBy(...chunks)).toEqual(told)
  })
})

test('a text that is longer than V8 can hold is an error of the file', () => {
  const reader = createXmlReader({ open: () => 'x'.repeat(2 ** 30), close: () => {}, text: () => {} }, cleanerOf())
  const place = { line: 1, column: 4 }
  expect(() => reader.write('<a/>')).toThrow(new XmlError('a name or text in it is too long', place))
})

test('names lose the prefix of their namespace', () => {
  expect(toldBy('<n:a xmlns:n="x"><b/></n:a>')).toEqual(['<a xmlns:n=x>', '<b>', '</>', '</>'])
})

describe('where things stand', () => {
  test('the next character, and the last tag', () => {
    const { reader } = createRecorder()
    reader.write('<a>\n  <b')
    expect([reader.place(), reader.tagPlace()]).toEqual([
      { line: 2, column: 5 },
      { line: 1, column: 1 },
    ])
    reader.write('/>\n')
    expect([reader.place(), reader.tagPlace()]).toEqual([
      { line: 3, column: 1 },
      { line: 2, column: 3 },
    ])
  })
})
