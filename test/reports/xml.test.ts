import { describe, expect, test } from 'vitest'
import { createXmlReader, type XmlHandler, type XmlReader } from '../../src/reports/xml.ts'
import { cleanerOf } from '../../src/secret.ts'

/** What a handler is told, in its order; the text of each element is asked for, but for that of `out`. */
function createRecorder(): { reader: XmlReader; told: string[] } {
  const told: string[] = []
  const handler: XmlHandler = {
    open(name, attributes) {
      told.push(`<${name}${Object.entries(attributes).map(([key, value]) => ` ${key}=${value}`)}>`)
      reader.wantText(name !== 'out')
    },
    close: () => told.push('</>'),
    text: piece => told.push(piece),
  }
  const reader: XmlReader = createXmlReader(handler, cleanerOf())
  return { reader, told }
}

/** What is told chunk by chunk. */
function toldBy(...chunks: string[]): string[][] {
  const { reader, told } = createRecorder()
  const found = chunks.map(chunk => {
    reader.write(chunk)
    return told.splice(0)
  })
  reader.end()
  return found
}

describe('texts that go on in the next chunk', () => {
  test.each<[name: string, chunks: string[], told: string[][]]>([
    ['are told as far as they are there', ['<a>x', 'y', 'z</a>'], [['<a>', 'x'], ['y'], ['z', '</>']]],
    ['in front of an element', ['<a>x', 'y<b/>z', '</a>'], [['<a>', 'x'], ['y', '<b>', '</>', 'z'], ['</>']]],
    [
      'with a reference',
      ['<a>x&', 'lt;y</a>'],
      [
        ['<a>', 'x'],
        ['<y', '</>'],
      ],
    ],
    ['that nobody wants', ['<out>x', 'y<![CDATA[z]]>', '</out>'], [['<out>'], [], ['</>']]],
    [
      'in a section',
      ['<a><![CDATA[x', 'y]]>z</a>'],
      [
        ['<a>', 'x'],
        ['y', 'z', '</>'],
      ],
    ],
    ['inside a tag', ['<a b="x', 'y"', '/>'], [[], [], ['<a b=xy>', '</>']]],
  ])('%s', (_, chunks, told) => {
    expect(toldBy(...chunks).map(each => each.join(''))).toEqual(told.map(each => each.join('')))
  })
})

test('names lose the prefix of their namespace', () => {
  expect(toldBy('<n:a xmlns:n="x"><b/></n:a>')).toEqual([['<a xmlns:n=x>', '<b>', '</>', '</>']])
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
