import { plain } from '../escape.ts'
import { type Clean, cleanStart } from '../secret.ts'

/** The most characters that are read of a failure's text. */
export const TEXT_LIMIT = 16 * 1024
const MESSAGE_LIMIT = 300
const TRACE_LINES = 10

/** Terminal sequences: colours, cursor, window titles and links. In XML, their first character is read as U+FFFD. */
const SEQUENCES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /(?:\u001b\[|\ufffd\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-~]|\ufffd[()][0-~]/g
/** Colours whose escape character is missing or spelled out, because XML can't hold it: `[31m`, `#x1B[31m`. */
const BROKEN_COLOURS =
  /(?:\ufffd|\u241b|#x1b|&(?:amp;?)?#(?:27|x1b);|\\x1b|\\u001b|\\e|\\033)?\[(?:\d{1,3}(?:;\d{1,3})*)?m/gi
/** Switches a colour off. In a text without such a sign, `[5m` is no colour. */
const RESET = /\[(?:0?|22|39|49)m/

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
  const bare = cleanStart(text, TEXT_LIMIT, raw => clean(withoutColours(raw)))
  return bare
    .replace(/^(?:[^\S\n]*\r?\n)+/, '')
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .filter((line, at) => at > 0 || line.trim() !== '')
}

function withoutColours(text: string): string {
  const bare = text.replace(SEQUENCES, '')
  return RESET.test(bare) ? bare.replace(BROKEN_COLOURS, '') : bare
}
