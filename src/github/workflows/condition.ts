/** True, false, or undefined where it is not known. */
export type Condition = boolean | undefined

/** The words of an expression, and how far they are read. */
interface Cursor {
  readonly words: readonly string[]
  at: number
  /** Whether all jobs before this one run and succeed. */
  readonly succeeded: Condition
}

const LONGEST = 2000
const DEEPEST = 50
/** A place that no expression has: nothing is read behind it, and the whole is not known. */
const UNREADABLE = Number.POSITIVE_INFINITY

const WORD = /\s*('(?:[^']|'')*'|!?\w+\(\)|[\w.*-]+|&&|\|\||[=!]=|[<>]=?|[!(),[\]])/y

/**
 * Evaluates the `if:` of a job as it is on a merge group. Known are the name of the event compared with a word, the
 * functions for a status, and what `&&`, `||` and brackets make of them; whatever rests on anything else is not known.
 *
 * @param succeeded whether all jobs before this one run and succeed
 */
export function evaluateIf(text: string, succeeded: Condition): Condition {
  const expression = (/^\s*\$\{\{(.*)\}\}\s*$/s.exec(text)?.[1] ?? text).trim().toLowerCase()
  if (expression === '') return succeeded
  const words = expression.length > LONGEST ? null : wordsOf(expression)
  if (words === null || words.filter(word => word === '(').length > DEEPEST) return undefined
  const cursor: Cursor = { words, at: 0, succeeded }
  const value = either(cursor)
  if (cursor.at !== words.length) return undefined
  // One of these functions takes the place of the implicit `success()`.
  return words.some(word => STATUS.test(word)) ? value : allOf([succeeded, value])
}

const STATUS = /^!?(?:always|cancelled|failure|success)\(\)$/

/** Null for a text that is no expression, as one around `${{ }}`. */
function wordsOf(expression: string): string[] | null {
  const words: string[] = []
  WORD.lastIndex = 0
  while (WORD.lastIndex < expression.length) {
    const word = WORD.exec(expression)?.[1]
    if (word === undefined) return null
    words.push(word)
  }
  return words
}

/** What all together are. */
export function allOf(values: readonly Condition[]): Condition {
  if (values.includes(false)) return false
  return values.includes(undefined) ? undefined : true
}

function either(cursor: Cursor): Condition {
  const values = [all(cursor)]
  while (take(cursor, '||')) values.push(all(cursor))
  if (values.includes(true)) return true
  return values.includes(undefined) ? undefined : false
}

function all(cursor: Cursor): Condition {
  const values = [group(cursor)]
  while (take(cursor, '&&')) values.push(group(cursor))
  return allOf(values)
}

function group(cursor: Cursor): Condition {
  const isNegated = cursor.words[cursor.at] === '!' && cursor.words[cursor.at + 1] === '('
  if (isNegated) cursor.at++
  if (!take(cursor, '(')) return term(cursor)
  const value = either(cursor)
  if (!take(cursor, ')')) cursor.at = UNREADABLE
  return isNegated && value !== undefined ? !value : value
}

/** The words up to the next operator, which are known only in these forms. */
function term(cursor: Cursor): Condition {
  const begin = cursor.at
  let depth = 0
  for (let word = cursor.words[begin]; word !== undefined; word = cursor.words[++cursor.at]) {
    if (depth === 0 && ['&&', '||', ')'].includes(word)) break
    if ('(['.includes(word)) depth++
    if (')]'.includes(word)) depth--
  }
  const text = cursor.words.slice(begin, cursor.at).join(' ')
  if (text === '') cursor.at = UNREADABLE
  const [, operator, event] = /^github\.event_name ([=!]=) '(\w+)'$/.exec(text) ?? []
  if (operator !== undefined) return (event === 'merge_group') === (operator === '==')
  return text === 'success()' ? cursor.succeeded : KNOWN.get(text)
}

/** A cancelled run merges nothing, so it is not what is asked about. */
const KNOWN: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['always()', true],
  ['cancelled()', false],
  ['!cancelled()', true],
])

function take(cursor: Cursor, word: string): boolean {
  if (cursor.words[cursor.at] !== word) return false
  cursor.at++
  return true
}
