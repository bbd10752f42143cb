import { describe, expect, test } from 'vitest'
import { chooseDecoder } from '../../src/reports/encoding.ts'

/** Characters of one to four bytes of UTF-8, the first and the last of each length among them. */
const CHARACTERS = 'a\u007f\u0080\u07ff\u0800\ufeff\uffff😀\u{10ffff}z'

const encoders = {
  'utf-8': (text: string) => Buffer.from(text),
  'utf-16le': (text: string) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text: string) => Buffer.from(text, 'utf16le').swap16(),
}
type Encoding = keyof typeof encoders

/** The text piece by piece, then the reason why nothing more follows. */
function decoded(...pieces: Buffer[]): string[] {
  const decode = chooseDecoder(pieces[0] ?? Buffer.alloc(0))
  const found: string[] = []
  for (const [at, bytes] of pieces.entries()) {
    const { text, wrong } = decode(bytes, at === pieces.length - 1)
    found.push(text)
    if (wrong !== null) return [...found, wrong]
  }
  return found
}

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const declaration = (encoding: string) => `<?xml version="1.0" encoding=${encoding}?>`

test.each<Encoding>(['utf-8', 'utf-16le', 'utf-16be'])('%s with a mark, wherever it is cut', kind => {
  const bytes = encoders[kind](`\ufeff${CHARACTERS}`)
  for (let at = 4; at < bytes.length; at++) {
    const pieces = decoded(bytes.subarray(0, at), bytes.subarray(at))
    expect([pieces.length, pieces.join('')]).toEqual([2, CHARACTERS])
  }
})

describe('bytes that are no characters', () => {
  const le = 'it is not valid UTF-16LE, although its byte order mark says so'
  const be = 'it is not valid UTF-16BE, although its byte order mark says so'
  test.each<[name: string, pieces: string[], found: string[]]>([
    ['a byte that begins nothing', ['61 80 62'], ['a', 'it is not valid UTF-8']],
    ['a character that does not go on', ['c3a9 e282 62'], ['é', 'it is not valid UTF-8']],
    ['cut off at the end', ['61', '62 f09f98'], ['a', 'b', 'it is not valid UTF-8']],
    ['half a pair at the end', ['fffe 6100 3dd8'], ['a', le]],
    ['the second half of a pair alone', ['fffe 6100 00de 6200'], ['a', le]],
    ['the first half twice', ['fffe 6100 3dd8 3dd8 00de'], ['a', le]],
    ['half a unit at the end', ['feff 0061', '0062 00'], ['a', 'b', be]],
  ])('%s', (_, pieces, found) => {
    expect(decoded(...pieces.map(bytesOf))).toEqual(found)
  })

  test.each([
    ['us-ascii', '62 80 20', 'it is not US-ASCII, although its XML declaration says so'],
    ['shift_jis', '62 82 20', 'it is not in the encoding that its XML declaration says'],
  ])('of %s', (encoding, hex, reason) => {
    const head = declaration(`"${encoding}"`)
    expect(decoded(Buffer.from(head), bytesOf(hex))).toEqual([head, 'b', reason])
  })
})

describe('which encoding a declaration names', () => {
  test.each<[name: string, head: string, last: string]>([
    ['ISO-8859-1', declaration('"ISO-8859-1"'), 'é'],
    ['in single quotes', declaration("'iso-8859-1'"), 'é'],
    ['with blanks around the sign', '<?xml version="1.0"\n\tencoding = "latin1"?>', 'é'],
    ['windows-1251', declaration('"windows-1251"'), 'й'],
    ['no name', '<?xml version="1.0"?>', 'it is not valid UTF-8'],
    ['a name without quotes', declaration('latin1'), 'it is not valid UTF-8'],
    ['behind a blank line', `\n${declaration('"latin1"')}`, 'it is not valid UTF-8'],
    ['of another instruction', '<?xml-a version="1" encoding="latin1"?>', 'it is not valid UTF-8'],
    ['behind the declaration', '<?xml version="1.0"?><a encoding="latin1"/>', 'it is not valid UTF-8'],
    ['UTF8 without a hyphen', declaration('"UTF8"'), 'it is not valid UTF-8'],
    ['ascii', declaration('"ascii"'), 'it is not US-ASCII, although its XML declaration says so'],
  ])('%s', (_, head, last) => {
    expect(decoded(Buffer.concat([Buffer.from(head), Buffer.of(0xe9)])).join('')).toBe(head + last)
  })

  test.each(['"utf-16"', '"utf-16le"', '"UCS-2"', '"utf-32"', '""', '"x"'])('not without a mark: %s', encoding => {
    expect(decoded(Buffer.from(declaration(encoding)))).toEqual([
      '',
      'its XML declaration names an encoding that is unknown, or not that of the file',
    ])
  })

  test.each(['iso-8859-1', 'latin1'])('%s has control characters where windows-1252 has signs', encoding => {
    const head = declaration(`"${encoding}"`)
    expect(decoded(Buffer.from(head), Buffer.of(0x80))).toEqual([head, '\u0080'])
  })
})

describe('a mark and a declaration', () => {
  test.each<[Encoding, string]>([
    ['utf-8', '"utf8"'],
    ['utf-16le', '"utf-16le"'],
    ['utf-16le', '"UTF-16"'],
    ['utf-16be', '"utf-16"'],
  ])('%s and %s agree', (kind, encoding) => {
    expect(decoded(encoders[kind](`\ufeff${declaration(encoding)}`))).toEqual([declaration(encoding)])
  })

  test.each<[Encoding, string]>([
    ['utf-8', '"utf-16"'],
    ['utf-8', '"latin1"'],
    ['utf-16le', '"utf-16be"'],
    ['utf-16be', '"utf-8"'],
  ])('%s and %s do not', (kind, encoding) => {
    const reason = `its byte order mark says ${kind.toUpperCase()}, its XML declaration another encoding`
    expect(decoded(encoders[kind](`\ufeff${declaration(encoding)}`))).toEqual(['', reason])
  })

  test.each(['fffe0000 3c000000', '0000feff 0000003c'])('UTF-32: %s', hex => {
    expect(decoded(bytesOf(hex))).toEqual(['', 'it is in UTF-32, which is not read'])
  })
})
