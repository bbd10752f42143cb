import { isAscii } from 'node:buffer'

/** Text from bytes, as far as they fit the encoding that their file claims. */
interface Decoded {
  text: string
  /** Why the bytes after the text can't be decoded; null if all were decoded. */
  wrong: string | null
}

/** Turns the next bytes into text. Bytes of a character that goes on in the next chunk are kept. */
export type Decoder = (bytes: Buffer, isLast: boolean) => Decoded

/** The first bytes of a file, in which a byte order mark and an XML declaration stand. */
const HEAD_BYTES = 1024

/**
 * Finds the encoding of a file from the byte order mark and the XML declaration in its first bytes; with neither, it is
 * UTF-8. If they contradict each other, or the encoding is unknown, nothing is decoded.
 */
export function chooseDecoder(start: Buffer): Decoder {
  const mark = markOf(start)
  if (mark === 'utf-32') return refusing('it is in UTF-32, which is not read')
  const declared = declaredEncoding(new TextDecoder(mark ?? 'latin1').decode(start.subarray(0, HEAD_BYTES)))
  if (mark !== null) {
    const name = mark.toUpperCase()
    const agrees = declared === null || declared === mark || (declared === 'utf-16' && mark.startsWith('utf-16'))
    return agrees
      ? decodeBy(
          new TextDecoder(mark, { fatal: true }),
          `it is not valid ${name}, although its byte order mark says so`,
        )
      : refusing(`its byte order mark says ${name}, its XML declaration another encoding`)
  }
  if (declared === null || declared === 'utf-8') {
    return decodeBy(new TextDecoder('utf-8', { fatal: true }), 'it is not valid UTF-8')
  }
  if (declared === 'us-ascii' || declared === 'ascii') return decodeAscii
  // TextDecoder takes these names for windows-1252, in which 0x80 to 0x9f differ.
  if (declared === 'iso-8859-1' || declared === 'latin1') return decodeLatin1
  const decoder = decoderOf(declared)
  // The declaration was read byte by byte, so the file can't be in UTF-16.
  if (decoder === null || decoder.encoding.startsWith('utf-16')) {
    return refusing('its XML declaration names an encoding that is unknown, or not that of the file')
  }
  return decodeBy(decoder, 'it is not in the encoding that its XML declaration says')
}

function markOf(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32' | null {
  const start = head.subarray(0, 4).toString('hex')
  if (start === 'fffe0000' || start === '0000feff') return 'utf-32'
  if (start.startsWith('efbbbf')) return 'utf-8'
  if (start.startsWith('fffe')) return 'utf-16le'
  return start.startsWith('feff') ? 'utf-16be' : null
}

/** The encoding that an XML declaration names, in lower case; null if it names none. */
function declaredEncoding(text: string): string | null {
  const declaration = /^<\?xml\s[^>]*?\sencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(text)
  const name = (declaration?.[1] ?? declaration?.[2])?.toLowerCase()
  return name === undefined ? null : name === 'utf8' ? 'utf-8' : name
}

function refusing(wrong: string): Decoder {
  return () => ({ text: '', wrong })
}

function decodeLatin1(bytes: Buffer): Decoded {
  return { text: bytes.toString('latin1'), wrong: null }
}

function decodeAscii(bytes: Buffer): Decoded {
  if (isAscii(bytes)) return decodeLatin1(bytes)
  const end = bytes.findIndex(byte => byte >= 0x80)
  return { text: bytes.toString('latin1', 0, end), wrong: 'it is not US-ASCII, although its XML declaration says so' }
}

/** @param wrong the message for bytes that are not in the encoding */
function decodeBy(decoder: InstanceType<typeof TextDecoder>, wrong: string): Decoder {
  return (bytes, isLast) => {
    try {
      return { text: decoder.decode(bytes, { stream: !isLast }), wrong: null }
    } catch {
      const text = new TextDecoder(decoder.encoding).decode(bytes)
      // There is no U+FFFD if the wrong character began in the chunk before.
      return { text: text.slice(0, Math.max(0, text.indexOf('\ufffd'))), wrong }
    }
  }
}

/** Null if Node does not know the name of the encoding. */
function decoderOf(encoding: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    return null
  }
}
