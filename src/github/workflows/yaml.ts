export interface YamlFile {
  /** Maps, arrays, texts, numbers, booleans and null. */
  content: unknown
  /** The line of the last key of the path, from 1. Where that key stands behind an alias: the line of the key before. */
  lineOf(...path: string[]): number
}

/** The value of a key in a map; undefined if it is empty, or if there is no such key or no map. */
export function valueAt(value: unknown, key: string): unknown {
  return value instanceof Map ? (value.get(key) ?? undefined) : undefined
}

/** A value as GitHub writes it (`3.10` becomes `3.1`); '' for none. Null for a list, a map or over 15 digits. */
export function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') return null
  const text = String(value)
  return typeof value !== 'number' || /^[-\d.]{1,15}$/.test(text) ? text : null
}

/** The texts of a list, or of a single value, since many keys take both; null if one of them is no text. */
export function textsOf(value: unknown): string[] | null {
  const texts = (Array.isArray(value) ? value : [value]).map(textOf)
  return texts.every(each => each !== null) ? texts : null
}

/** True for a text of which GitHub replaces a part, or all, by the value of an expression. */
export function hasExpression(text: string): boolean {
  return text.includes('${{')
}

/** The parser's own search for repeated keys, and its excerpts in errors, take quadratic time. */
const OPTIONS = { schema: 'core', uniqueKeys: false, prettyErrors: false } as const

/**
 * Makes the reader of workflow files. It loads the YAML parser, which is large and which few steps need.
 *
 * @returns a function that parses the text of a file, and gives null if it is no YAML that GitHub reads
 */
export async function loadYaml(): Promise<(text: string) => YamlFile | null> {
  const { isMap, isScalar, LineCounter, parseDocument, visit } = await import('yaml')

  return text => {
    const lineCounter = new LineCounter()
    try {
      const document = parseDocument(text, { ...OPTIONS, lineCounter })
      // An unknown tag is only a warning to the parser, but GitHub refuses it.
      let isRefused = document.errors.length + document.warnings.length > 0
      visit(document, {
        Map(_, { items }) {
          const keys = items.map(({ key }) => (isScalar(key) ? String(key.value).toLowerCase() : '<<'))
          // GitHub takes each key once, in whatever letter case, and knows no merge keys.
          isRefused ||= keys.includes('<<') || new Set(keys).size < keys.length
        },
      })
      if (isRefused) return null
      const lineOf = (...path: string[]): number => {
        const [map, name] = [document.getIn(path.slice(0, -1), true), path.at(-1)]
        const pair = isMap(map) ? map.items.find(({ key }) => isScalar(key) && key.value === name) : undefined
        if (isScalar(pair?.key)) return lineCounter.linePos(pair.key.range?.[0] ?? 0).line
        return path.length > 1 ? lineOf(...path.slice(0, -1)) : 1
      }
      return { content: document.toJS({ mapAsMap: true }), lineOf }
    } catch {
      // The document nests too deep, or its aliases repeat too much.
      return null
    }
  }
}
