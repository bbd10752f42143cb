import { hasExpression, textOf, valueAt } from './yaml.ts'

/** The names that the checks of a job have, as far as its workflow file tells. */
export interface CheckNames {
  /** All names that a run gives; empty where the workflow file doesn't tell them. */
  certain: readonly string[]
  /** The form of the names, where the workflow file tells no more; else null. */
  pattern: NamePattern | null
  hasMatrix: boolean
  /** The `name:` of the job, else its id: what a skipped matrix reports. Null if an expression makes it. */
  jobName: string | null
}

/** What is known of a name: how it begins, and how it ends. */
interface NamePattern {
  prefix: string
  suffix: string
}

/** GitHub refuses a matrix of more jobs. */
const MOST_LEGS = 256

export function namesOf(id: string, job: unknown): CheckNames {
  const name = jobNameOf(id, valueAt(job, 'name'))
  const strategy = valueAt(job, 'strategy')
  // A `strategy:` that an expression makes counts as a matrix.
  const matrix = strategy instanceof Map ? valueAt(strategy, 'matrix') : strategy
  const hasMatrix = matrix !== undefined
  if (typeof name !== 'string') return { certain: [], pattern: name, hasMatrix, jobName: null }
  if (!hasMatrix) return { certain: [name], pattern: null, hasMatrix, jobName: name }
  const legs = matrix instanceof Map ? legsOf(matrix) : null
  if (legs === null) return { certain: [], pattern: { prefix: `${name} (`, suffix: '' }, hasMatrix, jobName: name }
  return { certain: legs.map(leg => nameOfLeg(name, leg)), pattern: null, hasMatrix, jobName: name }
}

/** The `name:` of a job, else its id. A pattern if it is a list or map, or has an expression, or outer blanks. */
function jobNameOf(id: string, value: unknown): string | NamePattern {
  const text = textOf(value)
  if (text === '') return id
  if (text === null || text !== text.trim()) return { prefix: '', suffix: '' }
  return hasExpression(text) ? patternOf(text) : text
}

/** @param text a name with an expression in it */
export function patternOf(text: string): NamePattern {
  const end = text.lastIndexOf('}}')
  return { prefix: text.slice(0, text.indexOf('${{')), suffix: end < 0 ? '' : text.slice(end + 2) }
}

export function matches(name: string, { prefix, suffix }: NamePattern): boolean {
  return name.length >= prefix.length + suffix.length && name.startsWith(prefix) && name.endsWith(suffix)
}

/** One job of a matrix: the text of each value by its key in lower case. */
type Leg = ReadonlyMap<string, string>

function nameOfLeg(name: string, leg: Leg): string {
  const values = [...leg.values()].filter(text => text !== '')
  return values.length === 0 ? name : `${name} (${values.join(', ')})`
}

/** The legs of a matrix of literal lists; null for any other, and for `include:`, which can rename known legs. */
function legsOf(matrix: ReadonlyMap<unknown, unknown>): Leg[] | null {
  const { include, exclude = [], ...lists } = Object.fromEntries(matrix)
  const keys = Object.keys(lists)
  if (include !== undefined || keys.length === 0) return null
  let legs: Leg[] = [new Map()]
  for (const key of keys) {
    const values = literalsIn(lists[key])
    if (hasExpression(key) || values.length === 0 || values.length * legs.length > MOST_LEGS) return null
    legs = legs.flatMap(leg => values.map(value => new Map([...leg, [key.toLowerCase(), value]])))
  }
  return Array.isArray(exclude) ? withoutExcluded(legs, exclude) : null
}

/** The texts of a list of literals; empty for any other value. */
function literalsIn(list: unknown): string[] {
  const texts = Array.isArray(list) ? list.map(literalText) : []
  return texts.every(each => each !== null) ? texts : []
}

/** Null for an expression, a list or a map. */
function literalText(value: unknown): string | null {
  const text = textOf(value)
  return text === null || hasExpression(text) ? null : text
}

/** The legs that no item of `exclude:` matches. Null if an item matches no leg: GitHub may compare it in another way. */
function withoutExcluded(legs: readonly Leg[], exclude: readonly unknown[]): Leg[] | null {
  const kept = legs.filter(leg => !exclude.some(item => isExcluded(leg, item)))
  const allMatch = exclude.every(item => legs.some(leg => isExcluded(leg, item)))
  return kept.length > 0 && allMatch ? kept : null
}

function isExcluded(leg: Leg, item: unknown): boolean {
  if (!(item instanceof Map)) return false
  return [...item].every(([key, value]) => {
    const text = literalText(value)
    return text !== null && leg.get(String(key).toLowerCase())?.toLowerCase() === text.toLowerCase()
  })
}
