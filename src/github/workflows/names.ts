import { hasExpression, textOf, valueAt } from './yaml.ts'

/** The names that a job gives its checks. */
export interface Names {
  /** These, if the job runs. */
  certain: readonly string[]
  /** Perhaps others, which begin and end so. */
  open: readonly NamePattern[]
  /** There is a matrix. If the job is skipped, none of the names above is reported. */
  hasMatrix: boolean
  /** The name without the values of the matrix; null if an expression makes it. */
  bare: string | null
}

export interface NamePattern {
  prefix: string
  suffix: string
}

/** GitHub refuses a matrix of more jobs. */
const MOST_LEGS = 256

/** The names of a job's checks: those of its matrix, else its `name`, else its id. */
export function namesOf(id: string, job: unknown): Names {
  const name = nameIn(id, valueAt(job, 'name'))
  const strategy = valueAt(job, 'strategy')
  const matrix = strategy instanceof Map ? valueAt(strategy, 'matrix') : strategy
  const hasMatrix = matrix !== undefined
  if (typeof name !== 'string') return { certain: [], open: [name], hasMatrix, bare: null }
  if (!hasMatrix) return { certain: [name], open: [], hasMatrix, bare: name }
  const legs = matrix instanceof Map ? legsOf(matrix) : null
  if (legs === null) return { certain: [], open: [{ prefix: `${name} (`, suffix: '' }], hasMatrix, bare: name }
  return { certain: legs.map(leg => nameOfLeg(name, leg)), open: [], hasMatrix, bare: name }
}

/** The literal name, or how a name that an expression makes begins and ends. */
function nameIn(id: string, value: unknown): string | NamePattern {
  const text = textOf(value)
  if (text === '') return id
  if (text === null || text !== text.trim()) return { prefix: '', suffix: '' }
  if (!hasExpression(text)) return text
  return patternOf(text)
}

/** How a name begins and ends that has an expression between. */
export function patternOf(text: string): NamePattern {
  const end = text.lastIndexOf('}}')
  return { prefix: text.slice(0, text.indexOf('${{')), suffix: end < 0 ? '' : text.slice(end + 2) }
}

export function matches(name: string, { prefix, suffix }: NamePattern): boolean {
  return name.length >= prefix.length + suffix.length && name.startsWith(prefix) && name.endsWith(suffix)
}

/** A combination of a matrix: the text of each value by its key in lower case. */
type Leg = ReadonlyMap<string, string>

function nameOfLeg(name: string, leg: Leg): string {
  const values = [...leg.values()].filter(text => text !== '')
  return values.length === 0 ? name : `${name} (${values.join(', ')})`
}

/** The legs of a matrix that is written out as lists; null if they are not known: `include` also changes their names. */
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
  return Array.isArray(exclude) ? without(legs, exclude) : null
}

/** The texts of a list; none if one of them is not known. */
function literalsIn(list: unknown): string[] {
  const texts = Array.isArray(list) ? list.map(literal) : []
  return texts.every(each => each !== null) ? texts : []
}

/** A value without an expression, list or map; null for any other. */
function literal(value: unknown): string | null {
  const text = textOf(value)
  return text === null || hasExpression(text) ? null : text
}

/** The legs that no item of `exclude` takes away; null if an item takes none away, for then it is not understood. */
function without(legs: readonly Leg[], exclude: readonly unknown[]): Leg[] | null {
  const kept = legs.filter(leg => !exclude.some(item => isExcluded(leg, item)))
  const isUnderstood = exclude.every(item => legs.some(leg => isExcluded(leg, item)))
  return kept.length > 0 && isUnderstood ? kept : null
}

function isExcluded(leg: Leg, item: unknown): boolean {
  if (!(item instanceof Map)) return false
  return [...item].every(([key, value]) => {
    return leg.get(String(key).toLowerCase())?.toLowerCase() === literal(value)?.toLowerCase()
  })
}
