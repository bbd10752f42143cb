/** True, false, or undefined where it is not known. */
export type Tristate = boolean | undefined

/** The logical "and": false if one value is false, else not known if one is not known. */
export function allOf(values: readonly Tristate[]): Tristate {
  if (values.includes(false)) return false
  return values.includes(undefined) ? undefined : true
}

function anyOf(values: readonly Tristate[]): Tristate {
  if (values.includes(true)) return true
  return values.includes(undefined) ? undefined : false
}

const TOKEN = /'(?:[^']|'')*'|!?\w+\(\)|[\w.*-]+|&&|\|\||[=!]=|[<>]=?|[!(),[\]]/g
const STATUS_FUNCTION = /^!?(?:always|cancelled|failure|success)\(\)$/

/**
 * Evaluates the `if:` of a job for a run on a merge group. It knows `true`, `false`, the status functions except
 * `failure()`, and `github.event_name` compared with a word. Any other term, and any term in brackets, is not known.
 *
 * @param text empty for a job without an `if:`, null for an `if:` that is no text
 * @param success the value of `success()`: whether all jobs that this job needs run; a failure stops the merge anyway
 */
export function evaluateIf(text: string | null, success: Tristate): Tristate {
  if (text === null) return undefined
  const expression = (/^\s*\$\{\{(.*)\}\}\s*$/s.exec(text)?.[1] ?? text).trim().toLowerCase()
  if (expression === '') return success
  const tokens = expression.match(TOKEN) ?? []
  const alternatives = splitAt('||', tokens).map(each => splitAt('&&', each).map(term => term.join(' ')))
  // Signs that are no token, as in `${{ a }} && b`, or an operator without a term: the text is no plain expression.
  if (expression.replace(TOKEN, '').trim() !== '' || alternatives.flat().includes('')) return undefined
  const value = anyOf(alternatives.map(terms => allOf(terms.map(term => valueOfTerm(term, success)))))
  // GitHub adds `success() &&` to an expression without a status function.
  return tokens.some(token => STATUS_FUNCTION.test(token)) ? value : allOf([success, value])
}

/** Splits tokens at an operator, except where the operator stands in brackets. */
function splitAt(operator: string, tokens: readonly string[]): string[][] {
  const parts: string[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if ('(['.includes(token)) depth++
    if (')]'.includes(token)) depth--
    if (token === operator && depth === 0) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

/** A cancelled run never leads to a merge, so `cancelled()` counts as false. */
const KNOWN_TERMS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['always()', true],
  ['cancelled()', false],
  ['!cancelled()', true],
])

function valueOfTerm(term: string, success: Tristate): Tristate {
  const [, operator, event] = /^github\.event_name ([=!]=) '(\w+)'$/.exec(term) ?? []
  if (operator !== undefined) return (event === 'merge_group') === (operator === '==')
  return term === 'success()' ? success : KNOWN_TERMS.get(term)
}
