import type { Alias, Node as YamlNode } from 'yaml'

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

type Node = Exclude<YamlNode, Alias>

/** GitHub's own limit for the nodes of a workflow file, aliases followed. */
const MOST_NODES = 50_000
const DEEPEST = 100

/** The parser's own check of keys and its pictures of errors take a time that grows with the square of the text. */
const OPTIONS = { schema: 'core', uniqueKeys: false, prettyErrors: false } as const

/** Thrown inside this file only: a document that GitHub can't read either. */
class Unreadable extends Error {}

/**
 * Makes the reader of workflow files. It loads the YAML parser, which is large and which few steps need.
 *
 * @returns a function from the text of a file to its tree; null if the text is no YAML that GitHub reads
 */
export async function loadYaml(): Promise<(text: string) => Tree | null> {
  const yaml = await import('yaml')
  return text => {
    const lines = new yaml.LineCounter()
    const anchors = new Map<string, Node>()
    let left = MOST_NODES
    try {
      const document = yaml.parseDocument(text, { ...OPTIONS, lineCounter: lines })
      // An unknown tag is only a warning to the parser, but GitHub refuses it.
      if (document.errors.length > 0 || document.warnings.length > 0) return null
      return read(document.contents, 0)
    } catch {
      // A document that nests too deep, too.
      return null
    }

    function read(item: YamlNode | null, depth: number): Tree {
      const node = yaml.isAlias(item) ? anchors.get(item.source) : item
      if (node === undefined || left-- === 0 || depth > DEEPEST) throw new Unreadable()
      if (node?.anchor !== undefined) anchors.set(node.anchor, node)
      const line = lineOf(node)
      if (node === null) return { kind: 'scalar', line, type: 'null', text: '' }
      if (yaml.isSeq<YamlNode>(node)) {
        return { kind: 'list', line, items: node.items.map(item => read(item, depth + 1)) }
      }
      if (yaml.isMap<YamlNode, YamlNode>(node)) {
        const entries = node.items.map(({ key, value }) => {
          const name = yaml.isScalar(key) ? scalarOf(key.value, key.source, 0) : null
          // GitHub knows no merge keys.
          if (name?.text == null || name.text === '<<') throw new Unreadable()
          return [name.text, { line: lineOf(key), value: read(value, depth + 1) }] as const
        })
        // GitHub takes each key once, in whatever letter case.
        if (new Set(entries.map(([name]) => name.toLowerCase())).size < entries.length) throw new Unreadable()
        return { kind: 'mapping', line, entries: new Map(entries) }
      }
      if (yaml.isScalar(node)) return scalarOf(node.value, node.source, line)
      throw new Unreadable()
    }

    function lineOf(node: YamlNode | null): number {
      return lines.linePos(node?.range?.[0] ?? 0).line
    }
  }
}

function scalarOf(value: unknown, source: string | undefined, line: number): Scalar {
  if (typeof value === 'string') return { kind: 'scalar', line, type: 'string', text: value }
  if (typeof value === 'boolean') return { kind: 'scalar', line, type: 'boolean', text: String(value) }
  if (value === null) return { kind: 'scalar', line, type: 'null', text: '' }
  return { kind: 'scalar', line, type: 'number', text: numberText(source ?? '') }
}

/** A number as GitHub writes it, without leading and trailing zeros; null where another form may come of it. */
function numberText(source: string): string | null {
  const amount = Number(source)
  const isShort = /^[-+]?(?:\d+\.?\d*|\.\d+)$/.test(source) && source.length <= 15
  const isPlain = amount === 0 ? !source.startsWith('-') : Math.abs(amount) >= 0.001
  return isShort && isPlain ? String(amount) : null
}
