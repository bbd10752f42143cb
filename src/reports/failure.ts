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

/** A frame of a stack, a line of an excerpt from a source file, or one of `go test`'s own. */
const NOISE = /^\s*(?:at |>?\s*\d+\s*\|)|^(?:===|---) [A-Z]/
const WORD = /[\p{L}\p{N}]/u

/**
 * Why a test failed, in one line: its message; if that only repeats the test's name or a heading, the line of its text
 * that names a reason. Null if there is no line.
 */
export function reasonOf(
  { message, text, name, classname }: { message: string; text: string; name: string; classname: string | null },
  clean: Clean,
): string | null {
  const saysWhy = (line: string) => {
    const rest = line.replace(name, '').replace(classname ?? '', '')
    return WORD.test(rest) && !HEADING.test(line.trim()) && !NOISE.test(line)
  }
  const said = linesOf(message, clean)
  const first = said.find(line => WORD.test(line))
  const lines = [...said, ...linesOf(text, clean)].filter(line => line.trim() !== '')
  const reasons = lines.filter(line => saysWhy(line) && REASON.test(line))
  // Lines of code stand behind an indent in a trace.
  const least = Math.min(...lines.map(indentOf))
  const found = reasons.find(line => indentOf(line) === least) ?? reasons[0] ?? lines.find(saysWhy)
  const line = first !== undefined && saysWhy(first) ? first : (found ?? first ?? lines[0] ?? '')
  return plain(line, MESSAGE_LIMIT) || null
}

/** The first lines of a failure's text, with their indents; null if there are none. */
export function traceOf(text: string, clean: Clean): string | null {
  const lines = linesOf(text, clean)
    .slice(0, TRACE_LINES)
    .map(line => {
      const indent = line.slice(0, indentOf(line)).replaceAll('\t', '  ').slice(0, 20)
      return indent + plain(line, MESSAGE_LIMIT)
    })
  return lines.length > 0 ? lines.join('\n') : null
}

function indentOf(line: string): number {
  return line.search(/[^ \t]|$/)
}

/** Lines without terminal sequences, from the first to the last that is not blank. */
function linesOf(text: string, clean: Clean): string[] {
  return cleanStart(text, TEXT_LIMIT, raw => clean(withoutColours(clean(raw))))
    .replace(/^(?:[^\S\n]*\r?\n)+/, '')
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .filter((line, at) => at > 0 || line.trim() !== '')
}

/** XML forbids the escape character, so it is read as U+FFFD. */
function withoutColours(text: string): string {
  const bare = stripVTControlCharacters(text.replaceAll('\ufffd[', '\u001b['))
  return RESET.test(bare) ? bare.replace(COLOURS, '') : bare
}

/** By the test case, a failure, or a file or class that ends in `:<line>`; else the file of the test case alone. */
export function placeInReport(
  { file, line, classname }: Named & { classname: string | null },
  failures: readonly Named[],
): TestPlace | null {
  const ofFailures = failures.map(each => ({ file: each.file ?? file, line: each.line }))
  const places = [{ file, line }, ...ofFailures, ...[file, classname].map(placeAtEnd)]
  const named = places.filter((place): place is TestPlace => place.file !== null)
  return named.find(place => place.line !== null) ?? named[0] ?? null
}

/** A place whose file may not be known. */
type Named = Pick<TestPlace, 'line'> & { file: string | null }

/** The place in a text such as `src/a.ts:12` or `src/a.ts:12:5`. */
function placeAtEnd(text: string | null): Named {
  const [, file = null, line] = /^(.+?):([1-9]\d{0,8})(?::\d+)?$/.exec(text ?? '') ?? []
  return { file, line: line === undefined ? null : Number(line) }
}

/**
 * The place of a failed test from the workspace on, with slashes; null if the report gives none, or no such file exists.
 * Test tools write absolute paths, or paths relative to their own folder, which is one of the folders above the report.
 */
export function placeInWorkspace(test: Pick<FailedTest, 'place' | 'report'>, workspace: string): TestPlace | null {
  const { place, report } = test
  if (place === null) return null
  const named = place.file.replace(/^file:\/\//, '').replaceAll('\\', '/')
  const folders = report.split('/').slice(0, -1)
  for (let depth = 0; depth <= folders.length; depth++) {
    const file = path.resolve(workspace, ...folders.slice(0, depth), named)
    const inside = path.relative(workspace, file).replaceAll(path.sep, '/')
    if (inside.startsWith('../') || path.isAbsolute(inside)) continue
    // A name that can't be shown unchanged would point to nothing.
    if (inside === plain(inside, 1000) && fs.existsSync(file)) return { file: inside, line: place.line }
  }
  return null
}
