import { describe, expect, test } from 'vitest'
import { chooseDecoder, EncodingError, HEAD_BYTES } from '../../src/reports/encoding.ts'

/** Characters of one to four bytes of UTF-8, the first and the last of each length among them. */
const CHARACTERS = 'a\u007f\u0080\u07ff\u0800\ufeff\uffff😀\u{10ffff}z'

const encoders = {
  'utf-8': (text: string) => Buffer.from(text),
  'utf-16le': (text: string) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text: string) => Buffer.from(text, 'utf16le').swap16(),
}
const KINDS = Object.keys(encoders) as (keyof typeof encoders)[]

/** What comes out piece by piece, and then the reason why nothing more does. */
function decoded(...pieces: Buffer[]): string[] {
  const found: string[] = []
  try {
    const decode = chooseDecoder(Buffer.concat(pieces).subarray(0, HEAD_BYTES))
    for (const [at, bytes] of pieces.entries()) found.push(decode(bytes, at === pieces.length - 1))
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error
    found.push(error.before, error.message)
  }
  return found
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(' ', ''), 'hex')
}

const declaration = (encoding: string) => `<?xml version="1.0" encoding=${encoding}?>`

describe.each(KINDS)('%s with a mark', kind => {
  const bytes = encoders[kind](`\ufeff${CHARACTERS}`)
  const cuts = Array.from({ length: bytes.length - 1 }, (_, at) => at + 1)

  test.each(cuts)('cut after byte %i: the characters before it are whole, and the mark is none', at => {
    const platform = new TextDecoder(kind)
    const before = platform.decode(bytes.subarray(0, at), { stream: true })
    expect(decoded(bytes.subarray(0, at), bytes.subarray(at))).toEqual([before, platform.decode(bytes.subarray(at))])
  })

  test('byte by byte', () => {
    const platform = new TextDecoder(kind)
    const pieces = Array.from(bytes, byte => Buffer.from([byte]))
    const last = pieces.length - 1
    expect(decoded(...pieces)).toEqual(pieces.map((each, at) => platform.decode(each, { stream: at < last })))
  })

  test('a second mark is a character, and so is a mark at the end', () => {
    expect(decoded(encoders[kind]('\ufeff'), encoders[kind]('\ufeffa\ufeff'))).toEqual(['', '\ufeffa\ufeff'])
  })
})

describe('bytes that are no characters', () => {
  test.each<[name: string, pieces: string[], before: string[], reason: string]>([
    ['a byte that begins nothing', ['61 80 62'], ['a'], 'it is not valid UTF-8'],
    ['a character that does not go on', ['c3 a9 e2 82 62'], ['é'], 'it is not valid UTF-8'],
    ['in the second piece', ['61 c3', 'a9 62 ff'], ['a', 'éb'], 'it is not valid UTF-8'],
    ['far behind what is ASCII', [`${'61'.repeat(1000)} ff`], ['a'.repeat(1000)], 'it is not valid UTF-8'],
    ['cut off at the end', ['61', '62 f0 9f 98'], ['a', 'b'], 'it is not valid UTF-8'],
    ['half a pair at the end', ['fffe 6100 3dd8'], ['a'], 'it is not valid UTF-16'],
    ['the second half of a pair alone', ['fffe 6100 00de 6200'], ['a'], 'it is not valid UTF-16'],
    ['the second half behind a pair', ['fffe 3dd8 00de 00de 6200'], ['😀'], 'it is not valid UTF-16'],
    ['the first half twice', ['fffe 6100 3dd8', '3dd8 00de'], ['a', ''], 'it is not valid UTF-16'],
    ['half a unit at the end', ['feff 0061', '0062 00'], ['a', 'b'], 'it ends inside a character of UTF-16'],
  ])('%s', (_, pieces, before, reason) => {
    const marked = before.map((text, at) => (at === 0 ? text.replace('\ufeff', '') : text))
    expect(decoded(...pieces.map(bytesOf)).map(text => text.replace('\ufeff', ''))).toEqual([...marked, reason])
  })

  test('the first one that is not ASCII', () => {
    const head = declaration('"us-ascii"')
    const pieces = [Buffer.from(`${head}a`), Buffer.from([0x62, 0x80, 0x63])]
    expect(decoded(...pieces)).toEqual([`${head}a`, 'b', 'it is not US-ASCII, as its XML declaration says'])
  })

  test('of another encoding', () => {
    const head = declaration('"shift_jis"')
    expect(decoded(Buffer.from(head), Buffer.from([0x82, 0x20]))).toEqual([
      head,
      '',
      'it is not in the encoding that its XML declaration says',
    ])
  })
})

describe('which encoding a declaration names', () => {
  const e9 = (text: string) => Buffer.concat([Buffer.from(text), Buffer.from([0xe9])])

  test.each<[name: string, head: string, last: string]>([
    ['ISO-8859-1', declaration('"ISO-8859-1"'), 'é'],
    ['in single quotes', declaration("'iso-8859-1'"), 'é'],
    ['with blanks around the sign', '<?xml version="1.0"\n\tencoding = "latin1"?>', 'é'],
    ['windows-1251', declaration('"windows-1251"'), 'й'],
    ['no name', '<?xml version="1.0"?>', 'it is not valid UTF-8'],
    ['a name without quotes', declaration('latin1'), 'it is not valid UTF-8'],
    ['behind a blank line', `\n${declaration('"latin1"')}`, 'it is not valid UTF-8'],
    ['in the middle of the file', `<a/>${declaration('"latin1"')}`, 'it is not valid UTF-8'],
    ['of another instruction', '<?xml-a version="1" encoding="latin1"?>', 'it is not valid UTF-8'],
    ['behind the declaration', '<?xml version="1.0"?><a encoding="latin1"/>', 'it is not valid UTF-8'],
    ['UTF8 without a hyphen', declaration('"UTF8"'), 'it is not valid UTF-8'],
    ['ascii', declaration('"ascii"'), 'it is not US-ASCII, as its XML declaration says'],
  ])('%s', (_, head, last) => {
    const found = decoded(e9(head))
    expect(found.join('').replace(head, '')).toBe(last)
  })

  test.each(['"utf-16"', '"UCS-2"', '"unicode"', '"utf-32"', '""', '"x"'])('not without a mark: %s', encoding => {
    expect(decoded(Buffer.from(declaration(encoding)))).toEqual([
      '',
      'its XML declaration names an encoding that it is not in, or that is not known',
    ])
  })

  test('a character of two bytes that two pieces share', () => {
    const head = declaration('"shift_jis"')
    expect(decoded(Buffer.from(head), Buffer.from([0x82]), Buffer.from([0xa0]))).toEqual([head, '', 'あ'])
  })
})

test.each(['iso-8859-1', 'latin1'])('%s has control characters where windows-1252 has signs', encoding => {
  const head = declaration(`"${encoding}"`)
  expect(decoded(Buffer.concat([Buffer.from(head), Buffer.from([0x80])]))).toEqual([`${head}\u0080`])
})

describe('a mark and a declaration', () => {
  test.each<[keyof typeof encoders, string]>([
    ['utf-8', '"utf-8"'],
    ['utf-8', '"utf8"'],
    ['utf-16le', '"utf-16le"'],
    ['utf-16le', '"UTF-16"'],
    ['utf-16be', '"UTF-16BE"'],
    ['utf-16be', '"utf-16"'],
  ])('%s and %s agree', (kind, encoding) => {
    expect(decoded(encoders[kind](`\ufeff${declaration(encoding)}`))).toEqual([declaration(encoding)])
  })

  test.each<[keyof typeof encoders, string]>([
    ['utf-8', '"utf-16"'],
    ['utf-8', '"latin1"'],
    ['utf-16le', '"utf-16be"'],
    ['utf-16be', '"utf-8"'],
    ['utf-16be', '"utf-16le"'],
  ])('%s and %s do not', (kind, encoding) => {
    const reason = `its byte order mark says ${kind.toUpperCase()}, its XML declaration another encoding`
    expect(decoded(encoders[kind](`\ufeff${declaration(encoding)}`))).toEqual(['', reason])
  })

  test.each(['fffe0000 3c000000', '0000feff 0000003c'])('UTF-32: %s', hex => {
    expect(decoded(bytesOf(hex))).toEqual(['', 'it is in UTF-32, which is not read'])
  })

  test('a head that ends inside a character of UTF-16', () => {
    const text = `\ufeff${'a'.repeat(HEAD_BYTES)}`
    expect(
      chooseDecoder(encoders['utf-16be'](text).subarray(0, HEAD_BYTES - 1))(encoders['utf-16be'](text), true),
    ).toBe('a'.repeat(HEAD_BYTES))
  })
})
