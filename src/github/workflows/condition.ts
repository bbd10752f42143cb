/** True, false, or undefined where it is not known. */
export type Condition = boolean | undefined

/** What all together are: false if one is, else not known if one is not. */
export function allOf(values: readonly Condition[]): Condition {
  if (values.includes(false)) return false
  return values.includes(undefined) ? undefined : true
}

function anyOf(values: readonly Condition[]): Condition {
  if (values.includes(true)) return true
  return values.includes(undefined) ? undefined : false
}

const WORD = /'(?:[^']|'')*'|!?\w+\(\)|[\w.*-]+|&&|\|\||[=!]=|[<>]=?|[!(),[\]]/g
const STATUS = /^!?(?:always|cancelled|failure|success)\(\)$/

/**
 * Evaluates the `if:` of a job as it is on a merge group. Known are the name of the event compared with a word, and the
 * functions for a status; whatever rests on anything else, or on brackets, is not known.
 *
 * @param succeeded whether all jobs before this one run and succeed
 */
export function evaluateIf(text: string, succeeded: Condition): Condition {
  const expression = (/^\s*\$\{\{(.*)\}\}\s*$/s.exec(text)?.[1] ?? text).trim().toLowerCase()
  if (expression === '') return succeeded
  const words = expression.match(WORD) ?? []
  const alternatives = splitAt('||', words).map(each => splitAt('&&', each).map(term => term.join(' ')))
  // A text that is no expression, as one around `${{ }}`, has other signs, or operators without a term.
  if (expression.replace(WORD, '').trim() !== '' || alternatives.flat().includes('')) return undefined
  const value = anyOf(alternatives.map(terms => allOf(terms.map(term => valueOfTerm(term, succeeded)))))
  // One of these functions takes the place of the implicit `success()`.
  return words.some(word => STATUS.test(word)) ? value : allOf([succeeded, value])
}

/** The words between operators, but for those in brackets. */
function splitAt(operator: string, words: readonly string[]): string[][] {
  const parts: string[][] = [[]]
  let depth = 0
  for (const word of words) {
    if ('(['.includes(word)) depth++
    if (')]'.includes(word)) depth--
    if (word === operator && depth === 0) parts.push([])
    else parts.at(-1)?.push(word)
  }
  return parts
}

function valueOfTerm(term: string, succeeded: Condition): Condition {
  const [, operator, event] = /^github\.event_name ([=!]=) '(\w+)'$/.exec(term) ?? []
  if (operator !== undefined) return (event === 'merge_group') === (operator === '==')
  return term === 'success()' ? succeeded : KNOWN.get(term)
}

/** A cancelled run merges nothing, so it is not what is asked about. */
const KNOWN: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['always()', true],
  ['cancelled()', false],
  ['!cancelled()', true],
])
