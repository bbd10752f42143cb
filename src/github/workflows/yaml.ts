/** A workflow file as GitHub reads it: maps, arrays, texts, numbers, flags and null. */
export interface YamlFile {
  content: unknown
  /** The line of the key that these keys lead to; that of a key before it, where an alias stands between. */
  lineOf(...path: string[]): number
}

/** The value of a key; undefined where there is no map, no such key, or nothing behind it. */
export function valueAt(value: unknown, key: string): unknown {
  return value instanceof Map ? (value.get(key) ?? undefined) : undefined
}

/** A value as GitHub writes it: `3.10` is `3.1`, nothing is empty. Null for a list, a map and a number of many digits. */
export function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') return null
  const text = String(value)
  return typeof value !== 'number' || /^[-\d.]{1,15}$/.test(text) ? text : null
}

/** A word, or a list of words, as many keys take both; null for anything else. */
export function textsOf(value: unknown): string[] | null {
  const texts = (Array.isArray(value) ? value : [value]).map(textOf)
  return texts.every(each => each !== null) ? texts : null
}

/** GitHub replaces such a text by the value of an expression. */
export function hasExpression(text: string): boolean {
  return text.includes('${{')
}

/** The parser's own check of keys and its pictures of errors take a time that grows with the square of the text. */
const OPTIONS = { schema: 'core', uniqueKeys: false, prettyErrors: false } as const

/**
 * Makes the reader of workflow files. It loads the YAML parser, which is large and which few steps need.
 *
 * @returns a function from the text of a file to what it holds; null if the text is no YAML that GitHub reads
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
      // A document that nests too deep, or repeats too much by aliases.
      return null
    }
  }
}
