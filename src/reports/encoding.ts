import { isAscii, isUtf8 } from 'node:buffer'

/** Bytes that are not text in the encoding that their file claims. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError'
  /** The text before the first such byte, as far as it belongs to the chunk at hand. */
  readonly before: string

  constructor(message: string, before = '') {
    super(message)
    this.before = before
  }
}

/**
 * Turns the next bytes into text. Bytes of a character that goes on in the next chunk are kept.
 *
 * @param isLast whether nothing follows
 * @throws {EncodingError}
 */
export type Decoder = (bytes: Buffer, isLast: boolean) => string

/** Bytes that {@link chooseDecoder} wants to see. */
export const HEAD_BYTES = 1024

/**
 * Finds the encoding from the byte order mark and the XML declaration; neither means UTF-8.
 *
 * @param head first bytes of the file, {@link HEAD_BYTES} or all
 * @throws {EncodingError} where mark and declaration contradict each other, or where the encoding is not known
 */
export function chooseDecoder(head: Buffer): Decoder {
  const mark = markOf(head)
  const declared = declaredEncoding(mark === 'utf-16be' ? swapped(head) : head, mark)
  if (mark === 'utf-32') throw new EncodingError('it is in UTF-32, which is not read')
  if (mark === null) return decoderFor(declared ?? 'utf-8')
  if (declared !== null && declared !== mark && !(declared === 'utf-16' && mark.startsWith('utf-16'))) {
    throw new EncodingError(`its byte order mark says ${mark.toUpperCase()}, its XML declaration another encoding`)
  }
  return withoutMark(decoderFor(mark))
}

/** The mark is no character of the text, and has no column. */
function withoutMark(decode: Decoder): Decoder {
  let isStart = true
  return (bytes, isLast) => {
    const text = decode(bytes, isLast)
    const hasMark = isStart && text.startsWith('\ufeff')
    if (text !== '') isStart = false
    return hasMark ? text.slice(1) : text
  }
}

function markOf(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32' | null {
  const start = head.subarray(0, 4).toString('hex')
  if (start === 'fffe0000' || start === '0000feff') return 'utf-32'
  if (start.startsWith('efbbbf')) return 'utf-8'
  if (start.startsWith('fffe')) return 'utf-16le'
  return start.startsWith('feff') ? 'utf-16be' : null
}

/** In lower case; null where the declaration names none. */
function declaredEncoding(head: Buffer, mark: string | null): string | null {
  const text = head.toString(mark?.startsWith('utf-16') ? 'utf16le' : 'latin1')
  const declaration = /^(?:\ufeff|\u00ef\u00bb\u00bf)?<\?xml\s[^>]*?\sencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(text)
  const name = (declaration?.[1] ?? declaration?.[2])?.toLowerCase()
  return name === undefined ? null : name === 'utf8' ? 'utf-8' : name
}

function decoderFor(encoding: string): Decoder {
  if (encoding === 'utf-8') return createUtf8Decoder()
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return createUtf16Decoder(encoding === 'utf-16be')
  if (encoding === 'us-ascii' || encoding === 'ascii') return decodeAscii
  // The platform takes this label for windows-1252, where 0x80 to 0x9f are other characters.
  if (encoding === 'iso-8859-1' || encoding === 'latin1') return bytes => bytes.toString('latin1')
  return createOtherDecoder(encoding)
}

function createUtf8Decoder(): Decoder {
  let rest = Buffer.alloc(0)
  return (bytes, isLast) => {
    const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    const whole = isLast ? all.length : wholeCharacters(all)
    const text = all.subarray(0, whole)
    if (isAscii(text)) {
      rest = Buffer.from(all.subarray(whole))
      return text.toString('latin1')
    }
    if (!isUtf8(text)) throw new EncodingError('it is not valid UTF-8', validUtf8(text))
    rest = Buffer.from(all.subarray(whole))
    return text.toString('utf8')
  }
}

/** How many of the bytes are no beginning of a character that is cut off. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0) {
      const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return needs > back ? bytes.length - back : bytes.length
    }
  }
  return bytes.length
}

/** The longest start that is UTF-8. */
function validUtf8(bytes: Buffer): string {
  let good = 0
  let bad = bytes.length
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    const start = bytes.subarray(0, middle)
    if (isUtf8(start.subarray(0, wholeCharacters(start)))) good = middle
    else bad = middle
  }
  const start = bytes.subarray(0, good)
  return start.subarray(0, wholeCharacters(start)).toString('utf8')
}

function createUtf16Decoder(isBigEndian: boolean): Decoder {
  let rest = Buffer.alloc(0)
  let half = ''
  return (bytes, isLast) => {
    const all = Buffer.concat([rest, bytes])
    const even = all.length - (all.length % 2)
    rest = Buffer.from(all.subarray(even))
    const units = all.subarray(0, even)
    let text = half + (isBigEndian ? swapped(units) : units).toString('utf16le')
    half = ''
    if (!isLast && /[\ud800-\udbff]$/.test(text)) {
      half = text.slice(-1)
      text = text.slice(0, -1)
    }
    if (!text.isWellFormed()) throw new EncodingError('it is not valid UTF-16', wellFormedStart(text))
    if (isLast && rest.length > 0) throw new EncodingError('it ends inside a character of UTF-16', text)
    return text
  }
}

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16()
}

function wellFormedStart(text: string): string {
  return text.slice(0, text.search(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/))
}

function decodeAscii(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1')
  const end = bytes.findIndex(byte => byte >= 0x80)
  throw new EncodingError('it is not US-ASCII, as its XML declaration says', bytes.subarray(0, end).toString('latin1'))
}

/** What else the platform knows. It does not say where an error is: somewhere in the chunk. */
function createOtherDecoder(encoding: string): Decoder {
  const decoder = strictDecoder(encoding)
  // Without a mark nobody knows the order of the bytes, and a file that says so is mostly in UTF-8.
  if (decoder === null || decoder.encoding.startsWith('utf-16')) {
    throw new EncodingError('its XML declaration names an encoding that it is not in, or that is not known')
  }
  return (bytes, isLast) => {
    try {
      return decoder.decode(bytes, { stream: !isLast })
    } catch {
      throw new EncodingError('it is not in the encoding that its XML declaration says')
    }
  }
}

function strictDecoder(encoding: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    return null
  }
}
