import { hasExpression, isNull, type List, type Mapping, type Scalar, type Tree, valueAt } from './yaml.ts'

/** The names that a job gives its checks. */
export interface Names {
  /** These, if the job runs. */
  certain: readonly string[]
  /** Perhaps others, which begin and end so. */
  open: readonly Pattern[]
  /** There is a matrix. If the job is skipped, none of the names above is reported. */
  hasMatrix: boolean
  /** The name without the values of the matrix; null if an expression makes it. */
  bare: string | null
}

interface Pattern {
  prefix: string
  suffix: string
}

/** GitHub shortens a longer name. */
export const LONGEST_NAME = 100
/** GitHub refuses a matrix of more jobs. */
const MOST_LEGS = 256

/** The names of a job's checks: those of its matrix, else its `name`, else its id. */
export function namesOf(id: string, job: Tree): Names {
  const name = nameIn(id, valueAt(job, 'name'))
  const matrix = matrixIn(job)
  if (typeof name !== 'string') return { certain: [], open: [name], hasMatrix: matrix !== null, bare: null }
  if (matrix === null) return { ...whole([name]), hasMatrix: false, bare: name }
  const legs = { prefix: `${name} (`, suffix: '' }
  const found = typeof matrix === 'object' ? legsOf(matrix) : null
  if (found === null) return { certain: [], open: [legs], hasMatrix: true, bare: name }
  const { certain, open } = whole(found.map(values => (values === '' ? name : `${name} (${values})`)))
  return { certain, open: mayAddLegs(matrix) ? [...open, legs] : open, hasMatrix: true, bare: name }
}

/** The literal name, or how a name that an expression makes begins and ends. */
function nameIn(id: string, tree: Tree | undefined): string | Pattern {
  if (tree === undefined || isNull(tree)) return id
  if (tree.kind !== 'scalar' || tree.text === null) return { prefix: '', suffix: '' }
  const { text } = tree
  if (text === '') return id
  if (!hasExpression(text)) return text === text.trim() ? text : { prefix: '', suffix: '' }
  const end = text.lastIndexOf('}}')
  return {
    prefix: text.slice(0, text.indexOf('${{')).trimStart(),
    suffix: end < 0 ? '' : text.slice(end + 2).trimEnd(),
  }
}

function whole(names: readonly string[]): Pick<Names, 'certain' | 'open'> {
  const isShort = (name: string) => name.length <= LONGEST_NAME
  const open = names
    .filter(name => !isShort(name))
    .map(name => ({ prefix: name.slice(0, LONGEST_NAME - 3), suffix: '' }))
  return { certain: names.filter(isShort), open }
}

/** Null without a matrix; `open` if an expression makes it. */
function matrixIn(job: Tree): Mapping | 'open' | null {
  const strategy = valueAt(job, 'strategy')
  if (strategy === undefined || isNull(strategy)) return null
  const matrix = valueAt(strategy, 'matrix')
  if (matrix === undefined && strategy.kind === 'mapping') return null
  return matrix?.kind === 'mapping' ? matrix : 'open'
}

function mayAddLegs(matrix: Tree | 'open'): boolean {
  const include = matrix === 'open' ? undefined : valueAt(matrix, 'include')
  return include !== undefined && !(include.kind === 'list' && include.items.length === 0)
}

/** The values of each leg as its name shows them; null if they are not known. What `include` adds is left out. */
function legsOf(matrix: Mapping): string[] | null {
  const { include: _, exclude, ...lists } = Object.fromEntries(matrix.entries)
  const vectors = Object.entries(lists).map(([key, { value }]) => ({ key: key.toLowerCase(), values: literals(value) }))
  const amount = vectors.reduce((product, { values }) => product * (values?.length ?? 0), 1)
  if (vectors.some(({ key }) => hasExpression(key))) return null
  if (vectors.length === 0) return exclude ? null : []
  if (amount === 0 || amount > MOST_LEGS) return null
  let legs: Leg[] = [new Map()]
  for (const { key, values } of vectors) {
    legs = legs.flatMap(leg => (values ?? []).map(value => new Map([...leg, [key, value]])))
  }
  const filters = exclude ? filtersIn(exclude.value) : []
  const kept = filters && without(legs, filters)
  return (
    kept?.map(leg =>
      [...leg.values()]
        .map(({ text }) => text)
        .filter(text => text !== '')
        .join(', '),
    ) ?? null
  )
}

type Leg = ReadonlyMap<string, Literal>
type Literal = Scalar & { text: string }

/** The values of a list without expressions, lists and mappings; null for any other. */
function literals(tree: Tree): Literal[] | null {
  if (tree.kind !== 'list') return null
  const found = tree.items.filter(isLiteral)
  return found.length === tree.items.length ? found : null
}

function isLiteral(tree: Tree): tree is Literal {
  return tree.kind === 'scalar' && tree.text !== null && !hasExpression(tree.text)
}

function filtersIn(exclude: Tree): Leg[] | null {
  if (exclude.kind !== 'list') return null
  const filters = (exclude satisfies List).items.map(item => {
    if (item.kind !== 'mapping' || item.entries.size === 0) return null
    const members = [...item.entries].map(([key, { value }]) =>
      isLiteral(value) ? ([key.toLowerCase(), value] as const) : null,
    )
    return members.every(each => each !== null) ? new Map(members) : null
  })
  return filters.every(each => each !== null) ? filters : null
}

/** The legs that no filter takes away; null if one may take a leg away, or if GitHub refuses it. */
function without(legs: readonly Leg[], filters: readonly Leg[]): Leg[] | null {
  const kept: Leg[] = []
  for (const leg of legs) {
    const fits = filters.map(filter => [...filter].map(([key, value]) => sameValue(leg.get(key), value)))
    if (fits.some(members => members.includes(null) && !members.includes(false))) return null
    if (!fits.some(members => members.every(Boolean))) kept.push(leg)
  }
  return kept.length > 0 ? kept : null
}

/** As GitHub compares; null where it converts values, or for a key that the matrix does not have. */
function sameValue(one: Literal | undefined, other: Literal): boolean | null {
  if (one?.type !== other.type) return null
  const [a, b] = [one.text.toLowerCase(), other.text.toLowerCase()]
  const isPlain = /^[\x20-\x7e]*$/.test(a + b)
  return a === b ? true : isPlain ? false : null
}
