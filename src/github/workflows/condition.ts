/** True, false, or undefined where it is not known. */
export type Condition = boolean | undefined

/** A value of an expression; undefined if it is not known. */
type Value = string | number | boolean | null | undefined

/** The words of an expression, how far they are read, and what is known besides. */
interface Cursor {
  readonly words: readonly string[]
  at: number
  depth: number
  readonly succeeded: Condition
  /** `always()` and the like take the place of the implicit `success()`. */
  asksForStatus: boolean
}

const LONGEST = 2000
const DEEPEST = 50

const WORD =
  /\s*('(?:[^']|'')*'|\d+(?:\.\d+)?(?![\w.])|[A-Za-z_][\w-]*(?:\.(?:[A-Za-z_][\w-]*|\*))*|&&|\|\||[=!]=|[<>]=?|[!(),[\]])/y

/**
 * Evaluates the `if:` of a job as it is on a merge group. Known are the name of the event, words in quotation marks,
 * operators and the functions for a status or a text; whatever rests on anything else is not known.
 *
 * @param succeeded whether all jobs before this one run and succeed
 */
export function evaluateIf(text: string, succeeded: Condition): Condition {
  const expression = /^\s*\$\{\{(.*)\}\}\s*$/s.exec(text)?.[1] ?? text
  if (expression.trim() === '') return succeeded
  const words = expression.length > LONGEST ? null : wordsOf(expression)
  if (words === null) return undefined
  const cursor: Cursor = { words, at: 0, depth: 0, succeeded, asksForStatus: false }
  const value = truth(either(cursor))
  if (cursor.at !== words.length) return undefined
  return cursor.asksForStatus ? value : both(succeeded, value)
}

/** What both together are. */
export function both(one: Condition, other: Condition): Condition {
  if (one === false || other === false) return false
  return one === undefined || other === undefined ? undefined : true
}

/** Null for a text that is no expression, as one around `${{ }}`. */
function wordsOf(expression: string): string[] | null {
  const words: string[] = []
  const text = expression.trimEnd()
  WORD.lastIndex = 0
  while (WORD.lastIndex < text.length) {
    const word = WORD.exec(text)?.[1]
    if (word === undefined) return null
    words.push(word)
  }
  return words
}

function either(cursor: Cursor): Value {
  let value = all(cursor)
  while (take(cursor, '||')) {
    const other = all(cursor)
    const known = truth(value)
    if (known === undefined) value = truth(other) === true ? true : undefined
    else if (!known) value = other
  }
  return value
}

function all(cursor: Cursor): Value {
  let value = comparison(cursor)
  while (take(cursor, '&&')) {
    const other = comparison(cursor)
    const known = truth(value)
    if (known === undefined) value = truth(other) === false ? false : undefined
    else if (known) value = other
  }
  return value
}

function comparison(cursor: Cursor): Value {
  const value = negation(cursor)
  const operator = ['==', '!=', '<', '<=', '>', '>='].find(each => take(cursor, each))
  if (operator === undefined) return value
  const other = negation(cursor)
  const same = equal(value, other)
  if (same === undefined || !operator.endsWith('=') || /^[<>]/.test(operator)) return undefined
  return operator === '==' ? same : !same
}

function negation(cursor: Cursor): Value {
  if (!take(cursor, '!')) return operand(cursor)
  if (cursor.depth++ > DEEPEST) return undefined
  const value = truth(negation(cursor))
  cursor.depth--
  return value === undefined ? undefined : !value
}

function operand(cursor: Cursor): Value {
  // What is not read leaves words over, so that the whole is not known.
  if (cursor.depth > DEEPEST) return undefined
  if (take(cursor, '(')) {
    cursor.depth++
    const value = either(cursor)
    cursor.depth--
    return take(cursor, ')') ? value : stop(cursor)
  }
  const word = cursor.words[cursor.at++]
  if (word === undefined) return stop(cursor)
  if (word.startsWith("'")) return word.slice(1, -1).replaceAll("''", "'")
  if (/^\d/.test(word)) return Number(word)
  if (!/^[A-Za-z_]/.test(word)) return stop(cursor)
  if (take(cursor, '(')) return call(cursor, word.toLowerCase())
  return indexed(cursor, named(word.toLowerCase()))
}

/** Nothing behind this place can be read. */
function stop(cursor: Cursor): undefined {
  cursor.at = cursor.words.length + 1
}

function named(word: string): Value {
  if (word === 'true' || word === 'false') return word === 'true'
  if (word === 'null') return null
  return word === 'github.event_name' ? 'merge_group' : undefined
}

/** `[…]` behind a name or a call. What it picks is not known. */
function indexed(cursor: Cursor, value: Value): Value {
  if (!take(cursor, '[')) return value
  cursor.depth++
  either(cursor)
  cursor.depth--
  if (!take(cursor, ']')) return stop(cursor)
  return indexed(cursor, undefined)
}

function call(cursor: Cursor, name: string): Value {
  const values: Value[] = []
  cursor.depth++
  while (!take(cursor, ')')) {
    if (values.length > 0 && !take(cursor, ',')) return stop(cursor)
    values.push(either(cursor))
    if (cursor.at >= cursor.words.length) return stop(cursor)
  }
  cursor.depth--
  return indexed(cursor, result(cursor, name, values))
}

function result(cursor: Cursor, name: string, values: readonly Value[]): Value {
  if (['always', 'success', 'failure', 'cancelled'].includes(name)) cursor.asksForStatus = true
  if (name === 'always') return true
  // A cancelled run merges nothing, so it is not what is asked about.
  if (name === 'cancelled') return false
  if (name === 'success') return values.length === 0 ? cursor.succeeded : undefined
  const [text, part] = values.map(each => (typeof each === 'string' ? each.toLowerCase() : undefined))
  if (text === undefined || part === undefined) return undefined
  if (name === 'contains') return text.includes(part)
  if (name === 'startswith') return text.startsWith(part)
  return name === 'endswith' ? text.endsWith(part) : undefined
}

/** As GitHub compares: texts without regard to case. Values of different types are left open. */
function equal(one: Value, other: Value): Condition {
  if (one === undefined || other === undefined || typeof one !== typeof other) return undefined
  return typeof one === 'string' ? one.toLowerCase() === String(other).toLowerCase() : one === other
}

function truth(value: Value): Condition {
  return value === undefined ? undefined : Boolean(value)
}

function take(cursor: Cursor, word: string): boolean {
  if (cursor.words[cursor.at] !== word) return false
  cursor.at++
  return true
}
