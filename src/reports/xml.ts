import fs from 'node:fs'
import { SaxesParser } from 'saxes'
import { type Clean, errorCode } from '../text/outside.ts'

/** A report can't be read, or not to its end. The message says why, without a word of the content. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
  /** `truncated`: the report holds more than is read. `malformed`: any other reason, also a file that can't be read. */
  readonly kind: 'malformed' | 'truncated'

  constructor(kind: ReportError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

export type XmlAttributes = Readonly<Record<string, string | undefined>>

interface XmlHandler {
  /** The name has no prefix of a namespace, and the attributes no API token. */
  open: (name: string, attributes: XmlAttributes) => void
  close: () => void
  /** Character data between two tags; it can still hold an API token. */
  text: (text: string) => void
  comment: (text: string) => void
}

/** Both functions throw a {@link ReportError}; `end` does if the document is not complete. */
interface XmlReader {
  write: (chunk: string) => void
  end: () => void
}

const MAX_DEPTH = 256
/** XML 1.1 is read by the rules of XML 1.0, although it allows other characters. */
const OPTIONS = { xmlns: false, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true } as const

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/gu
const REPLACEMENT = '\ufffd'
const REFERENCE = /&#(?:x[\da-f]+|\d+);/gi
const OPEN_REFERENCE = /&(?:#[\dxa-f]{0,16})?$/i

/**
 * Reads XML piece by piece. Characters that XML forbids are read as U+FFFD, because test tools write the escape
 * sequences of colours as they are; all else that is not well-formed is an error. No entity can be declared.
 */
export function createXmlReader(handler: XmlHandler, clean: Clean): XmlReader {
  const parser = new SaxesParser(OPTIONS)
  let depth = 0
  /** The start of a reference such as `&#27;` that goes on in the next chunk. */
  let openReference = ''

  const fail = (message: string): never => {
    // The parser has already consumed the wrong character.
    throw new ReportError('malformed', `line ${parser.line}, column ${Math.max(1, parser.column)}: ${message}`)
  }
  // With a replaced character in its name, a `failure` would be ignored as an unknown element.
  const checkName = (name: string) => name.includes(REPLACEMENT) && fail('a name holds a forbidden character')
  // There is no handler of errors, so the parser throws them: with one handler more it is three times as slow.
  parser.on('doctype', declaration => {
    if (declaration.includes('<!ENTITY')) fail('its DOCTYPE declares entities, which a test report does not need')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > MAX_DEPTH) fail(`elements are nested over ${MAX_DEPTH} deep`)
    checkName(name)
    for (const key in attributes) {
      checkName(key)
      attributes[key] = clean(attributes[key] ?? '')
    }
    handler.open(name.slice(name.indexOf(':') + 1), attributes)
  })
  parser.on('closetag', () => {
    depth--
    handler.close()
  })
  parser.on('text', handler.text)
  parser.on('cdata', handler.text)
  parser.on('comment', text => handler.comment(clean(text)))

  const parse = (action: () => void): void => {
    try {
      action()
    } catch (error) {
      // V8 throws this for a string that grows too long.
      if (error instanceof RangeError) fail('a name or text in it is too long')
      // The parser's errors have no class of their own.
      if (error instanceof Error && error.constructor === Error) fail(sentenceOf(error.message))
      throw error
    }
  }
  return {
    write(chunk) {
      const text = openReference + chunk
      openReference = OPEN_REFERENCE.exec(text)?.[0] ?? ''
      parse(() => parser.write(withoutForbidden(text.slice(0, text.length - openReference.length))))
    },
    end: () => parse(() => parser.write(openReference).close()),
  }
}

/** The text with U+FFFD for each character, or reference to one, that XML forbids. */
function withoutForbidden(text: string): string {
  const bare = text.replace(FORBIDDEN, REPLACEMENT)
  if (!bare.includes('&#')) return bare
  return bare.replace(REFERENCE, reference => (isForbidden(reference) ? REPLACEMENT : reference))
}

/** @param reference such as `&#27;` or `&#x1b;` */
function isForbidden(reference: string): boolean {
  const code = Number(`0${reference.slice(2, -1)}`)
  return code > 0x10ffff || String.fromCodePoint(code).search(FORBIDDEN) >= 0
}

/** A sentence for the parser's message, without the names from the report that it quotes behind a colon. */
function sentenceOf(message: string): string {
  const reason = message.replace(/:.*/s, '').replace(/\.$/, '')
  if (reason === 'unclosed tag' || reason === 'unexpected end')
    return 'the file ends too early, or an & in it is not written as &amp;'
  if (reason.includes('entity')) return 'an & before this place is not written as &amp;'
  return `not well-formed XML (${reason})`
}

/** Larger chunks survive into V8's old generation and raise peak memory. */
const CHUNK_BYTES = 64 * 1024

/**
 * Feeds a file to an XML reader, chunk by chunk. Throws a {@link ReportError}, or the signal's reason.
 *
 * @returns the time of the file's last write, in milliseconds since 1970
 */
export async function feedReport(file: string, reader: XmlReader, signal?: AbortSignal): Promise<number> {
  let handle: fs.promises.FileHandle | null = null
  try {
    // A pipe can take the place of a file that was found, and opening the pipe must not wait for a writer.
    const flags = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0)
    handle = await fs.promises.open(file, flags)
    const stat = await handle.stat()
    if (!stat.isFile()) throw new ReportError('malformed', 'it is not a regular file')
    if (stat.size === 0) throw new ReportError('malformed', 'it is empty (0 bytes)')
    let decoder: InstanceType<typeof TextDecoder> | null = null
    for await (const chunk of handle.createReadStream({ highWaterMark: CHUNK_BYTES })) {
      signal?.throwIfAborted()
      decoder ??= decoderFor(chunk)
      reader.write(decoder.decode(chunk, { stream: true }))
    }
    reader.write(decoder?.decode() ?? '')
    reader.end()
    return stat.mtimeMs
  } catch (error) {
    const code = errorCode(error)
    throw code === '' ? error : new ReportError('malformed', `it can't be read (${code})`)
  } finally {
    await handle?.close()
  }
}

/** By the byte order mark of a file, else by its XML declaration, else UTF-8. The decoder never refuses bytes. */
function decoderFor(start: Buffer): InstanceType<typeof TextDecoder> {
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  const declaration = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(start.toString('latin1', 0, 1024))
  const declared = declaration?.[1] ?? 'utf-8'
  try {
    // .NET declares UTF-16 in files that are UTF-8. A file in UTF-16 would not match the pattern above.
    return new TextDecoder(/^utf-?16/i.test(declared) ? 'utf-8' : declared)
  } catch {
    throw new ReportError('malformed', 'its XML declaration names an encoding that is not known')
  }
}
