import { describe, expect, test } from 'vitest'
import { createXmlReader } from '../../src/reports/xml.ts'
import { cleanerOf } from '../../src/text/outside.ts'

/** What a handler is told of these chunks. */
function toldBy(...chunks: string[]): string[] {
  const told: string[] = []
  const reader = createXmlReader(
    {
      open: (name, attributes) => {
        told.push(`<${name}${Object.entries(attributes).map(([key, value]) => ` ${key}=${value}`)}>`)
      },
      close: () => told.push('</>'),
      text: text => told.push(text),
      comment: text => told.push(`<!--${text}-->`),
    },
    cleanerOf('87654321'),
  )
  for (const chunk of chunks) reader.write(chunk)
  reader.end()
  return told
}

describe('documents in chunks', () => {
  test.each<[name: string, chunks: string[], told: string[]]>([
    ['a text', ['<a>x', 'y', 'z</a>'], ['<a>', 'xyz', '</>']],
    ['a text with a reference', ['<a>x&', 'lt;y</a>'], ['<a>', 'x<y', '</>']],
    ['with one to a forbidden character', ['<a>x&#', '27', ';y</a>'], ['<a>', 'x\ufffdy', '</>']],
    ['a section', ['<a><![CDATA[x', 'y]]>z</a>'], ['<a>', 'xy', 'z', '</>']],
    ['a comment', ['<a><!-- x', 'y --></a>'], ['<a>', '<!-- xy -->', '</>']],
    ['a tag', ['<a>\n  <b c="x', 'y"', '/></a>'], ['<a>', '\n  ', '<b c=xy>', '</>', '</>']],
    ['a token', ['<a b="87654321"><!-- 87654321 --></a>'], ['<a b=***>', '<!-- *** -->', '</>']],
  ])('%s', (_, chunks, told) => {
    expect(toldBy(...chunks)).toEqual(told)
  })
})

test('a text that is longer than V8 can hold is an error of the file', () => {
  const ignore = () => undefined
  const handler = {
    open: () => 'x'.repeat(2 ** 30) as unknown as undefined,
    close: ignore,
    text: ignore,
    comment: ignore,
  }
  const reader = createXmlReader(handler, cleanerOf())
  expect(() => reader.write('<a/>')).toThrow('line 1, column 4: a name or text in it is too long')
})
