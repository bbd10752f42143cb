import { SaxesParser } from 'saxes'
import type { Clean } from '../text/secret.ts'

/** A text is not the XML it has to be. The message says what is wrong, without a word of the content. */
export class XmlError extends Error {
  override readonly name = 'XmlError'
  readonly line: number
  readonly column: number

  constructor(message: string, { line, column }: XmlPlace) {
    super(message)
    this.line = line
    this.column = column
  }
}

/** A place in the text. Line and column begin at 1; columns count characters. */
export interface XmlPlace {
  line: number
  column: number
}

export type XmlAttributes = Readonly<Record<string, string | undefined>>

export interface XmlHandler {
  /**
   * @param name without the prefix of a namespace
   * @param attributes cleaned of the tokens
   */
  open: (name: string, attributes: XmlAttributes) => void
  close: () => void
  /** A piece of character data, complete if short; it can still hold a token, or a part of one. */
  text: (piece: string) => void
  /** A comment; long ones can come in parts. */
  comment?: (text: string) => void
}

export interface XmlReader {
  /** @throws {XmlError} and whatever the handler throws */
  write: (chunk: string) => void
  /** @throws {XmlError} if the document is not complete */
  end: () => void
  /** The place of the next character. */
  place: () => XmlPlace
  /** The start of the element that was opened last. */
  tagPlace: () => XmlPlace
}

/** The most characters of a text or a comment that wait for the next chunk, so that short ones come in one piece. */
const MOST_PENDING = 1024
const MAX_DEPTH = 256

/** XML 1.1 is read by the rules of XML 1.0, although it allows other characters. */
const OPTIONS = { xmlns: false, defaultXMLVersion: '1.0', forceXMLVersion: true } as const
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/gu
const REPLACEMENT = '\ufffd'

/** Members of the parser that its types hide. */
interface ParserState {
  /** The part read so far of a text or a comment that goes on in the next chunk. */
  text: string
  /** The part read so far of a reference, between `&` and `;`. */
  entity: string
  parseEntity: (entity: string) => string
}

/**
 * Reads XML piece by piece. A forbidden character is read as U+FFFD, because test tools write the escape sequences of
 * colours unchanged; all else that is not well-formed is an error. No entity can be declared. Long texts are not
 * kept in memory.
 */
export function createXmlReader(handler: XmlHandler, clean: Clean): XmlReader {
  const parser = new SaxesParser(OPTIONS)
  const state = parser as unknown as ParserState
  const parseEntity = state.parseEntity.bind(parser)
  state.parseEntity = entity => characterOf(entity) ?? parseEntity(entity)
  let depth = 0
  /** Between two tags of the root element. */
  let isInside = false
  const place = () => ({ line: parser.line, column: parser.column + 1 })
  let tagPlace: XmlPlace = place()

  // The parser has already consumed the wrong character.
  const fail = (message: string): never => {
    throw new XmlError(message, { line: parser.line, column: Math.max(1, parser.column) })
  }
  const guarded = (action: () => void): void => {
    try {
      action()
    } catch (error) {
      // V8 throws this for a string that grows too long.
      if (error instanceof RangeError) fail('a name or text in it is too long')
      throw error
    }
  }

  // An `error` event would have the position in front of the reason.
  parser.fail = reason =>
    fail(state.entity === '' ? sentenceOf(reason) : 'an & before this place is not written as &amp;')
  parser.on('doctype', declaration => {
    if (declaration.includes('<!ENTITY')) fail('its DOCTYPE declares entities, which a test report does not need')
  })
  parser.on('opentagstart', ({ name }) => {
    isInside = false
    tagPlace = { line: parser.line, column: Math.max(1, parser.column - name.length - 1) }
  })
  parser.on('opentag', ({ name, attributes }) => {
    isInside = true
    // A `failure` with a forbidden character in its name would be an unknown element.
    const check = (each: string) => each.includes(REPLACEMENT) && fail('a name holds a forbidden character')
    check(name)
    depth++
    if (depth > MAX_DEPTH) fail(`elements are nested over ${MAX_DEPTH} deep`)
    for (const key in attributes) {
      check(key)
      attributes[key] = clean(attributes[key] ?? '')
    }
    handler.open(name.includes(':') ? name.slice(name.indexOf(':') + 1) : name, attributes)
  })
  parser.on('closetag', () => {
    depth--
    isInside = depth > 0
    handler.close()
  })
  parser.on('text', handler.text)
  parser.on('cdata', handler.text)
  parser.on('comment', text => handler.comment?.(clean(text)))

  return {
    write(chunk) {
      guarded(() => parser.write(chunk.replace(FORBIDDEN, REPLACEMENT)))
      // Otherwise the parser would collect the whole text.
      if (isInside && state.text.length > MOST_PENDING) {
        handler.text(state.text)
        state.text = ''
      }
    },
    end: () => guarded(() => parser.close()),
    place,
    tagPlace: () => tagPlace,
  }
}

/** The character that a reference such as `#27` or `#x1b` names; null for a name, such as `lt`. */
function characterOf(reference: string): string | null {
  if (!/^#(?:x[\da-fA-F]+|\d+)$/.test(reference)) return null
  const code = Number(`0${reference.slice(1)}`)
  return code > 0x10ffff ? REPLACEMENT : String.fromCodePoint(code).replace(FORBIDDEN, REPLACEMENT)
}

/** The parser's reason, without the names that it quotes behind a colon. */
function sentenceOf(message: string): string {
  const reason = message.replace(/:.*/s, '').replace(/\.$/, '')
  if (reason === 'unclosed tag' || reason === 'unexpected end') return 'the file ends too early'
  if (reason === 'document must contain a root element') return 'no XML element is in it'
  return `not well-formed XML (${reason})`
}
