import { stripVTControlCharacters } from 'node:util'
import { plain } from '../text/escape.ts'
import { type Clean, cleanStart } from '../text/secret.ts'

/** The most characters that are read of a failure's text. */
export const TEXT_LIMIT = 16 * 1024
const MESSAGE_LIMIT = 300
const TRACE_LINES = 10

/** The first line of a failure that has a letter or a digit, else simply the first; null if there is none. */
export function messageOf(attribute: string, text: string, clean: Clean): string | null {
  const lines = [...linesOf(attribute, clean), ...linesOf(text, clean)]
  const first = lines.find(line => /[\p{L}\p{N}]/u.test(line)) ?? lines[0] ?? ''
  return plain(first, MESSAGE_LIMIT) || null
}

/** The first lines of a failure's text, with their indents; null if there are none. */
export function traceOf(text: string, clean: Clean): string | null {
  const lines = linesOf(text, clean)
    .slice(0, TRACE_LINES)
    .map(line => {
      const indent = line
        .replace(/[^ \t].*/s, '')
        .replaceAll('\t', '  ')
        .slice(0, 20)
      return indent + plain(line, MESSAGE_LIMIT)
    })
  return lines.length > 0 ? lines.join('\n') : null
}

/** Lines without terminal sequences, from the first to the last that is not blank. */
function linesOf(text: string, clean: Clean): string[] {
  const bare = cleanStart(text, TEXT_LIMIT, raw =>
    clean(stripVTControlCharacters(raw.replaceAll('\ufffd[', '\u001b['))),
  )
  return bare
    .replace(/^(?:[^\S\n]*\r?\n)+/, '')
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .filter((line, at) => at > 0 || line.trim() !== '')
}
