import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { FailedTest, TestPlace } from '../facts/test-report.ts'
import { plain } from '../text/message.ts'
import { type Clean, cleanStart } from '../text/outside.ts'

/** The most characters that are read of a failure's text. */
const TEXT_LIMIT = 16 * 1024
const MESSAGE_LIMIT = 300
const TRACE_LINES = 10

/** Colours whose escape character is missing or spelt out, because XML can't hold it: `[31m`, `#x1B[31m`. */
const COLOURS = /(?:\ufffd|\u241b|#x1b|&(?:amp;?)?#(?:27|x1b);|\\x1b|\\u001b|\\e|\\033)?\[(?:\d{1,3}(?:;\d{1,3})*)?m/gi
/** Switches a colour off. In a text without such a sign, `[5m` is no colour. */
const RESET = /\[(?:0?|22|39|49)m/

/** Lines that only say that something follows. */
const HEADING =
  /^(?:traceback \(most recent call last\)|stack ?trace|(?:test|assertion) (?:failed|failure)|failed|failures?|errors?|exception)[:.!]?$/i
/** Names an error, an exception or an expectation. */
const REASON =
  /(?:error|exception)\b|\bpanic\b|\b(?:expect(?:ed|ing|s|ation)?|assert(?:ion|ing)|want(?:ed)?|should|fail(?:ed|ure))\b/i

/** A frame of a stack, a line of an excerpt from a source file, or a line of `go test` itself. */
const NOISE = /^\s*(?:at |>?\s*\d+\s*\|)|^(?:===|---) [A-Z]/
const WORD = /[\p{L}\p{N}]/u

/**
 * Why a test failed, in one line: the first line of the message. If that line is a heading or only repeats the test's
 * name, another line of message or text: if possible, one that names a reason. Null if there is no line.
 */
export function failureMessage(
  { message, text, name, classname }: { message: string; text: string; name: string; classname: string | null },
  clean: Clean,
): string | null {
  const mayExplain = (line: string) => {
    const rest = line.replace(name, '').replace(classname ?? '', '')
    return WORD.test(rest) && !HEADING.test(line.trim()) && !NOISE.test(line)
  }
  const messageLines = linesOf(message, clean)
  const first = messageLines.find(line => WORD.test(line))
  if (first !== undefined && mayExplain(first)) return plain(first, MESSAGE_LIMIT) || null
  const lines = [...messageLines, ...linesOf(text, clean)].filter(line => line.trim() !== '')
  const reasons = lines.filter(line => mayExplain(line) && REASON.test(line))
  // A trace indents its lines of code.
  const leastIndent = Math.min(...lines.map(indentOf))
  const reason = reasons.find(line => indentOf(line) === leastIndent) ?? reasons[0] ?? lines.find(mayExplain)
  return plain(reason ?? first ?? lines[0] ?? '', MESSAGE_LIMIT) || null
}

/** The first lines of a failure's text, with their indents; null if there are none. */
export function failureTrace(text: string, clean: Clean): string | null {
  const lines = linesOf(text, clean).slice(0, TRACE_LINES)
  if (lines.length === 0) return null
  const indents = lines.map(line => line.slice(0, indentOf(line)).replaceAll('\t', '  ').slice(0, 20))
  return lines.map((line, at) => `${indents[at]}${plain(line, MESSAGE_LIMIT)}`).join('\n')
}

function indentOf(line: string): number {
  return line.search(/[^ \t]|$/)
}

/** The lines of a text, without terminal sequences, and without blank lines at the start and the end. */
function linesOf(text: string, clean: Clean): string[] {
  // A colour in a secret hides it, and a colour's removal can cut a secret's start. So masking comes before and after.
  return cleanStart(text, TEXT_LIMIT, raw => clean(withoutColours(clean(raw))))
    .replace(/^(?:[^\S\n]*\r?\n)+/, '')
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .filter((line, at) => at > 0 || line.trim() !== '')
}

/** Takes out terminal sequences. XML forbids their escape character, so a report holds U+FFFD in its place. */
function withoutColours(text: string): string {
  const bare = stripVTControlCharacters(text.replaceAll('\ufffd[', '\u001b['))
  return RESET.test(bare) ? bare.replace(COLOURS, '') : bare
}

/** A place whose file may not be known. */
type PossiblePlace = Pick<TestPlace, 'line'> & { file: string | null }

/**
 * The place of a test: that of the test case, that of a failure, or a `:<line>` at the end of the test's file or class.
 * The first of them with a line counts, else the first with a file.
 */
export function placeInReport(
  { file, line, classname }: PossiblePlace & { classname: string | null },
  failures: readonly PossiblePlace[],
): TestPlace | null {
  const ofFailures = failures.map(each => ({ file: each.file ?? file, line: each.line }))
  const all = [{ file, line }, ...ofFailures, ...[file, classname].map(placeAtEnd)]
  const places = all.filter((place): place is TestPlace => place.file !== null)
  return places.find(place => place.line !== null) ?? places[0] ?? null
}

/** The place in a text such as `src/a.ts:12` or `src/a.ts:12:5`. */
function placeAtEnd(text: string | null): PossiblePlace {
  const [, file = null, line] = /^(.+?):([1-9]\d{0,8})(?::\d+)?$/.exec(text ?? '') ?? []
  return { file, line: line === undefined ? null : Number(line) }
}

/**
 * The place of a failed test, relative to the workspace, with slashes. Null if the report gives none, or if its file does
 * not exist. Test tools write paths that are absolute, or relative to the folder they ran in: the report's, or one above.
 */
export function placeInWorkspace(test: Pick<FailedTest, 'place' | 'report'>, workspace: string): TestPlace | null {
  const { place, report } = test
  if (place === null) return null
  const reported = place.file.replace(/^file:\/\//, '').replaceAll('\\', '/')
  const folders = report.split('/').slice(0, -1)
  for (let depth = 0; depth <= folders.length; depth++) {
    const file = path.resolve(workspace, ...folders.slice(0, depth), reported)
    const inside = path.relative(workspace, file).replaceAll(path.sep, '/')
    if (inside.startsWith('../') || path.isAbsolute(inside)) continue
    // A name that can't be shown unchanged would point to nothing.
    if (inside === plain(inside, 1000) && fs.existsSync(file)) return { file: inside, line: place.line }
  }
  return null
}
