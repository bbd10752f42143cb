import { describe, expect, test } from 'vitest'
import { createXmlReader, XmlError, type XmlReader } from '../../src/reports/xml.ts'

const MEBIBYTE = 'a'.repeat(1024 * 1024)

/** What a handler is told, in its order; the text of each element is asked for, but for that of `out`. */
function createRecorder(): { reader: XmlReader; told: string[] } {
  const told: string[] = []
  const reader: XmlReader = createXmlReader({
    open(name, attributes) {
      told.push(`<${name}${Object.entries(attributes).map(([key, value]) => ` ${key}=${value}`)}>`)
      reader.wantText(name !== 'out')
    },
    close: () => told.push('</>'),
    text: piece => told.push(piece),
  })
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

function errorOf(chunks: Iterable<string>): XmlError | null {
  const { reader } = createRecorder()
  try {
    for (const chunk of chunks) reader.write(chunk)
    reader.end()
    return null
  } catch (error) {
    if (error instanceof XmlError) return error
    throw error
  }
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

describe('what has no end', () => {
  const repeated = (times: number, start: string, end = ''): string[] => [start, ...Array(times).fill(MEBIBYTE), end]

  test('a tag of 32 million characters is read, a longer one is not', () => {
    expect(errorOf(repeated(32, '<a b="', '"/>'))?.message).toBe('a tag has over 32 million characters')
    expect(errorOf(repeated(31, '<a b="', '"/>'))).toBe(null)
  })

  test('several long tags are not one', () => {
    const long = repeated(17, '<b c="', '"/>')
    expect(errorOf(['<a>', ...long, ...long, '</a>'])).toBe(null)
  })

  test('blanks outside the root, however they are cut', () => {
    const blanks = ' '.repeat(1024 * 1024)
    const outside = (times: number) => ['<a/>', ...Array(times).fill(blanks)]
    expect(errorOf(outside(17))?.message).toBe('too much stands outside the root element')
    expect(errorOf(outside(15))).toBe(null)
  })

  test('texts inside the root have no limit', () => {
    expect(errorOf(repeated(40, '<a>', '</a>'))).toBe(null)
  })
})
