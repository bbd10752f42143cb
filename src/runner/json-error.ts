type Closing = '' | '}' | ']'

const LITERALS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' }

/**
 * Where a text stops being JSON, counted from 1, columns in UTF-16 units. V8 does not always say, and quotes the text
 * around it, which may not be told.
 */
export function placeOfError(text: string): { line: number; column: number } {
  const before = text.slice(0, errorIn(text))
  const lineStart = before.lastIndexOf('\n') + 1
  let line = 1
  for (let at = before.indexOf('\n'); at >= 0; at = before.indexOf('\n', at + 1)) line++
  return { line, column: before.length - lineStart + 1 }
}

/** The index of the first character that can't stand where it stands (RFC 8259), the length where the text ends early. */
function errorIn(text: string): number {
  // The brackets that are still to come: the innermost, and those around it.
  let closing: Closing = ''
  const around: Closing[] = []
  let expected: 'value' | 'name' | 'colon' | 'comma' = 'value'
  let mayEnd = false
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
    const char = text[at]
    if (mayEnd && char === closing) {
      closing = around.pop() ?? ''
      expected = 'comma'
      at++
    } else if (expected === 'comma') {
      if (char !== ',' || closing === '') return at
      expected = closing === '}' ? 'name' : 'value'
      mayEnd = false
      at++
    } else if (expected === 'colon') {
      if (char !== ':') return at
      expected = 'value'
      at++
    } else if (expected === 'value' && (char === '{' || char === '[')) {
      around.push(closing)
      closing = char === '{' ? '}' : ']'
      expected = char === '{' ? 'name' : 'value'
      mayEnd = true
      at++
    } else {
      if (expected === 'name' && char !== '"') return at
      const end = char === '"' ? endOfString(text, at) : endOfWord(text, at)
      if (end < 0) return ~end
      mayEnd = expected === 'value'
      expected = expected === 'name' ? 'colon' : 'comma'
      at = end
    }
  }
  return text.length
}

function skipBlanks(text: string, from: number): number {
  let at = from
  for (let code = text.charCodeAt(at); code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09; ) {
    code = text.charCodeAt(++at)
  }
  return at
}

/** The index behind a string, or where it is broken with all its bits turned; so are the others. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code < BLANK) return ~at
    if (code !== BACKSLASH) continue
    at++
    if (text[at] === 'u') {
      for (let digit = 0; digit < 4; digit++) if (!/^[\da-f]$/i.test(text[++at] ?? '')) return ~at
    } else if (!'"\\/bfnrt'.includes(text[at] ?? '?')) return ~at
  }
  return ~text.length
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const BLANK = 0x20

function endOfWord(text: string, start: number): number {
  const literal = LITERALS[text[start] ?? '']
  if (literal === undefined) return endOfNumber(text, start)
  for (let length = 1; length < literal.length; length++) {
    if (text[start + length] !== literal[length]) return ~(start + length)
  }
  return start + literal.length
}

function endOfNumber(text: string, start: number): number {
  let at = text[start] === '-' ? start + 1 : start
  if (!isDigit(text, at)) return ~at
  // No digit follows a leading zero.
  at = text[at] === '0' ? at + 1 : skipDigits(text, at)
  if (isDigit(text, at)) return ~at
  if (text[at] === '.') {
    if (!isDigit(text, ++at)) return ~at
    at = skipDigits(text, at)
  }
  if (text[at] === 'e' || text[at] === 'E') {
    at += text[at + 1] === '+' || text[at + 1] === '-' ? 2 : 1
    if (!isDigit(text, at)) return ~at
    at = skipDigits(text, at)
  }
  return at
}

function skipDigits(text: string, from: number): number {
  let at = from
  while (isDigit(text, at)) at++
  return at
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0x30 && code <= 0x39
}
