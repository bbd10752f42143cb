import fc from 'fast-check'

/** A job summary is made of these alone. */
const TAGS = [
  'h2',
  'h3',
  'p',
  'ul',
  'li',
  'table',
  'tr',
  'th',
  'td',
  'b',
  'i',
  'code',
  'sub',
  'details',
  'summary',
  'a',
]
/** Tags that begin an HTML block, in which there is no Markdown until an empty line (CommonMark, 4.6). */
const BLOCKS = /^<(?:h2|h3|p|ul|table|details)>/

/**
 * The flaws of a job summary: tags that are not ours or not closed, text that could be taken for markup, Markdown or a
 * mention.
 */
export function flaws(summary: string): string[] {
  const found: string[] = []
  for (const part of summary.trimEnd().split(/\n[ \t]*\n/)) {
    if (!BLOCKS.test(part)) found.push(`a part that is no HTML block: ${part.slice(0, 80)}`)
    const open: string[] = []
    for (const [piece, closing, name = '', attributes = ''] of part.matchAll(/<(\/?)(\w+)([^<>]*)>|[<>]/g)) {
      if (name === 'br' && attributes === '') continue
      if (!TAGS.includes(name)) found.push(`a tag that is not ours: ${piece}`)
      else if (closing) {
        if (open.pop() !== name) found.push(`a tag that was not open: ${piece}`)
      } else {
        open.push(name)
        const fits = name === 'a' ? /^ href="https?:\/\/[^\s"<>]+"$/ : name === 'td' ? /^(?: nowrap)?$/ : /^$/
        if (!fits.test(attributes)) found.push(`attributes that are not ours: ${piece}`)
      }
    }
    if (open.length > 0) found.push(`tags that are left open: ${open.join(', ')}`)
    const text = part.replaceAll(/<code>[^<>]*<\/code>/g, ' ').replaceAll(/<[^<>]*>/g, ' ')
    if (/["']/.test(text)) found.push(`quotes: ${text}`)
    if (/@\w/.test(text)) found.push(`a mention: ${text}`)
    if (/&(?!(?:amp|lt|gt|quot|#39|nbsp|#8203);)/.test(part)) found.push(`an entity that is not ours: ${part}`)
  }
  return found
}

const PIECES = [
  'a',
  '1',
  ' ',
  '\n',
  '\r',
  '\t',
  '<',
  '>',
  '&',
  '"',
  "'",
  '`',
  '|',
  ':',
  '#',
  '@',
  '\\',
  '\0',
  '\u202e',
  '😀',
]
const COMMANDS = ['::error::x', '##[error]x', '<!--', '-->', '</td>', '](https://x.example)', 'a'.repeat(400)]

/** Text as somebody writes it who means no good. */
export const text = fc.string({ unit: fc.constantFrom(...PIECES, ...COMMANDS), maxLength: 20 })
