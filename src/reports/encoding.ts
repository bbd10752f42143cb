import { isAscii } from 'node:buffer'

/** Bytes that are not text in the encoding that their file claims. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError'
  /** The text before the first such byte, as far as it belongs to the bytes at hand; it can end a character early. */
  readonly before: string

  constructor(message: string, before = '') {
    super(message)
    this.before = before
  }
}

/**
 * Turns the next bytes into text. Bytes of a character that goes on in the next chunk are kept.
 *
 * @param isLast true where nothing follows
 * @throws {EncodingError}
 */
export type Decoder = (bytes: Buffer, isLast: boolean) => string

/** A byte order mark and an XML declaration stand in the first bytes of a file. */
const HEAD_BYTES = 1024

/**
 * Finds the encoding from the byte order mark and the XML declaration; neither means UTF-8.
 *
 * @param start first bytes of the file
 * @throws {EncodingError} where mark and declaration contradict each other, or where the encoding is not known
 */
export function chooseDecoder(start: Buffer): Decoder {
  const mark = markOf(start)
  if (mark === 'utf-32') throw new EncodingError('it is in UTF-32, which is not read')
  const declared = declaredEncoding(new TextDecoder(mark ?? 'latin1').decode(start.subarray(0, HEAD_BYTES)))
  if (mark !== null) {
    const agrees = declared === null || declared === mark || (declared === 'utf-16' && mark.startsWith('utf-16'))
    if (agrees)
      return decodeBy(strictDecoder(mark), `it is not valid ${mark.toUpperCase()}, as its byte order mark says`)
    throw new EncodingError(`its byte order mark says ${mark.toUpperCase()}, its XML declaration another encoding`)
  }
  if (declared === null || declared === 'utf-8') return decodeBy(strictDecoder('utf-8'), 'it is not valid UTF-8')
  if (declared === 'us-ascii' || declared === 'ascii') return decodeAscii
  // The platform takes this label for windows-1252, where 0x80 to 0x9f are other characters.
  if (declared === 'iso-8859-1' || declared === 'latin1') return bytes => bytes.toString('latin1')
  const decoder = strictDecoder(declared)
  // The declaration was read byte by byte, so the file can't be in UTF-16.
  if (decoder.encoding.startsWith('utf-16')) throw unusable()
  return decodeBy(decoder, 'it is not in the encoding that its XML declaration says')
}

function markOf(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32' | null {
  const start = head.subarray(0, 4).toString('hex')
  if (start === 'fffe0000' || start === '0000feff') return 'utf-32'
  if (start.startsWith('efbbbf')) return 'utf-8'
  if (start.startsWith('fffe')) return 'utf-16le'
  return start.startsWith('feff') ? 'utf-16be' : null
}

/** In lower case; null where the declaration names none. */
function declaredEncoding(text: string): string | null {
  const declaration = /^<\?xml\s[^>]*?\sencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(text)
  const name = (declaration?.[1] ?? declaration?.[2])?.toLowerCase()
  return name === undefined ? null : name === 'utf8' ? 'utf-8' : name
}

function decodeAscii(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1')
  const end = bytes.findIndex(byte => byte >= 0x80)
  throw new EncodingError('it is not US-ASCII, as its XML declaration says', bytes.toString('latin1', 0, end))
}

/** @param wrong told where the bytes are not in the encoding */
function decodeBy(decoder: InstanceType<typeof TextDecoder>, wrong: string): Decoder {
  return (bytes, isLast) => {
    try {
      return decoder.decode(bytes, { stream: !isLast })
    } catch {
      const text = new TextDecoder(decoder.encoding).decode(bytes)
      throw new EncodingError(wrong, text.slice(0, text.indexOf('\ufffd')))
    }
  }
}

/** @throws {EncodingError} where the platform does not know the name */
function strictDecoder(encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw unusable()
  }
}

function unusable(): EncodingError {
  return new EncodingError('its XML declaration names an encoding that it is not in, or that is not known')
}
