/** True, false, or undefined where it is not known. */
export type Condition = boolean | undefined

/** A value of an expression; undefined if it is not known. */
type Value = string | boolean | null | undefined

/** The words of an expression, how far they are read, and what is known besides. */
interface Cursor {
  readonly words: readonly string[]
  at: number
  readonly succeeded: Condition
  /** `always()` and the like take the place of the implicit `success()`. */
  asksForStatus: boolean
}

const LONGEST = 2000
/** Brackets and negations, each of which is a level of its own at worst. */
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
  const cursor: Cursor = { words, at: 0, succeeded, asksForStatus: false }
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
  return words.filter(word => '([!'.includes(word)).length > DEEPEST ? null : words
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
  const same = equal(value, negation(cursor))
  if (operator === '==') return same
  return operator === '!=' && same !== undefined ? !same : undefined
}

function negation(cursor: Cursor): Value {
  if (!take(cursor, '!')) return operand(cursor)
  const value = truth(negation(cursor))
  return value === undefined ? undefined : !value
}

function operand(cursor: Cursor): Value {
  if (take(cursor, '(')) {
    const value = either(cursor)
    return take(cursor, ')') ? value : stop(cursor)
  }
  const word = cursor.words[cursor.at++]
  if (word?.startsWith("'")) return word.slice(1, -1).replaceAll("''", "'")
  if (!/^\w/.test(word ?? '')) return stop(cursor)
  const name = word?.toLowerCase()
  return indexed(cursor, take(cursor, '(') ? call(cursor, name) : named(name))
}

/** Nothing behind this place can be read. */
function stop(cursor: Cursor): undefined {
  cursor.at = cursor.words.length + 1
}

function named(word: string | undefined): Value {
  if (word === 'true' || word === 'false') return word === 'true'
  if (word === 'null') return null
  return word === 'github.event_name' ? 'merge_group' : undefined
}

/** `[…]` behind a name or a call. What it picks is not known. */
function indexed(cursor: Cursor, value: Value): Value {
  if (!take(cursor, '[')) return value
  either(cursor)
  return take(cursor, ']') ? indexed(cursor, undefined) : stop(cursor)
}

function call(cursor: Cursor, name: string | undefined): Value {
  const values: Value[] = []
  while (!take(cursor, ')')) {
    if (values.length > 0 && !take(cursor, ',')) return stop(cursor)
    values.push(either(cursor))
    if (cursor.at >= cursor.words.length) return stop(cursor)
  }
  const [text, part] = values.map(each => (typeof each === 'string' ? each.toLowerCase() : undefined))
  switch (name) {
    case 'always':
      cursor.asksForStatus = true
      return true
    case 'cancelled':
      cursor.asksForStatus = true
      // A cancelled run merges nothing, so it is not what is asked about.
      return false
    case 'success':
      cursor.asksForStatus = true
      return values.length === 0 ? cursor.succeeded : undefined
    case 'failure':
      cursor.asksForStatus = true
      return undefined
    case 'contains':
      return part === undefined ? undefined : text?.includes(part)
    case 'startswith':
      return part === undefined ? undefined : text?.startsWith(part)
    default:
      return undefined
  }
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
