/** A workflow file as GitHub reads it: YAML 1.2, with the text that each value has where GitHub writes it down. */
export type Tree = Mapping | List | Scalar

export interface Mapping {
  kind: 'mapping'
  line: number
  /** By key. `line` is that of the key. */
  entries: ReadonlyMap<string, { line: number; value: Tree }>
}

export interface List {
  kind: 'list'
  line: number
  items: readonly Tree[]
}

export interface Scalar {
  kind: 'scalar'
  line: number
  type: 'string' | 'number' | 'boolean' | 'null'
  /** As GitHub writes it: `3.10` is `3.1`; null if that is not known. */
  text: string | null
}

/** The value of a key; undefined if the tree is no mapping, or has no such key. */
export function valueAt(tree: Tree | undefined, key: string): Tree | undefined {
  return tree?.kind === 'mapping' ? tree.entries.get(key)?.value : undefined
}

export function isNull(tree: Tree): boolean {
  return tree.kind === 'scalar' && tree.type === 'null'
}

/** The text of a scalar that is a string; null for anything else. */
export function stringOf(tree: Tree | undefined): string | null {
  return tree?.kind === 'scalar' && tree.type === 'string' ? tree.text : null
}

/** A word, or a list of words, as many keys take both; null for anything else. */
export function stringsOf(tree: Tree | undefined): string[] | null {
  const items = tree?.kind === 'list' ? tree.items : tree ? [tree] : []
  const texts = items.map(stringOf)
  return tree && texts.every(each => each !== null) ? texts : null
}

/** GitHub replaces such a text by the value of an expression. */
export function hasExpression(text: string): boolean {
  return text.includes('${{')
}
