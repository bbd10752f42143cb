/**
 * Compiled descriptions for the bundle: zod's compiler turns a schema into the straight code that a check written by
 * hand would be. With zod itself (to load it, build the schemas, hold one document against them) a bad input takes 16.5
 * million instructions more, some 4 ms; compiled here, it takes 0.4 million more than a check written by hand.
 */
import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'
import { compileFn } from 'zod/v4/core'
import type { SchemaDescription } from '../src/description.ts'

/** The files that export descriptions, each in one object. */
const FILES = /\/src\/(?:setup\/event-file|service\/wire|reports\/leg-file)\.ts$/
/** The same files as they stand, for what is refused. */
const UNCOMPILED = '?uncompiled'

type Schema = SchemaDescription<never>['schema']

/** Puts guards in the place of schemas, which are loaded where a document is refused. */
export const guards: Plugin = {
  name: 'guards',
  resolveId: id => (id.endsWith(UNCOMPILED) ? id : null),
  async load(id) {
    if (id.endsWith(UNCOMPILED)) {
      return { code: fs.readFileSync(id.slice(0, -UNCOMPILED.length), 'utf8'), moduleType: 'ts' }
    }
    if (!FILES.test(id)) return null
    const descriptions: [string, Record<string, { schema: Schema }>][] = Object.entries(
      await import(pathToFileURL(id).href),
    )
    return descriptions
      .map(([name, members]) => {
        const compiled = Object.entries(members).map(([member, { schema }]) => {
          const problem = `async json => (await import(${JSON.stringify(id + UNCOMPILED)})).${name}.${member}.problem(json)`
          return `${member}: { is: ${guardOf(schema)}, problem: ${problem} }`
        })
        return `export const ${name} = {\n${compiled.join(',\n')}\n}`
      })
      .join('\n')
  },
}

/** The source of a function that is true of what the schema takes, and of nothing else. */
export function guardOf(schema: Schema): string {
  const { names, values, source } = compiled(schema)
  const constants = names.map((name, at) => `const ${name} = ${literal(values[at])}\n`)
  return `(() => {\n${constants.join('')}const guard = (() => {${source}})()\nreturn input => guard(input) !== INVALID\n})()`
}

/** What the compiler hands to `Function`: it keeps checks such as patterns beside the source, as arguments. */
function compiled(schema: Schema): { names: string[]; values: unknown[]; source: string } {
  const { Function: native } = globalThis
  const parts = { names: [] as string[], values: [] as unknown[], source: '' }
  const recorder = new Proxy(native, {
    construct(_, args: string[]) {
      parts.names = args.slice(0, -1)
      parts.source = args.at(-1) ?? ''
      return (...values: unknown[]) => {
        parts.values = values
        return native(...args)(...values)
      }
    },
  })
  try {
    globalThis.Function = recorder
    compileFn(schema, { assertOnly: true })
  } finally {
    globalThis.Function = native
  }
  return parts
}

function literal(value: unknown): string {
  if (value instanceof RegExp) return String(value)
  if (value instanceof Set && [...value].every(each => typeof each === 'string')) {
    return `new Set(${JSON.stringify([...value])})`
  }
  if (typeof value === 'symbol') return 'Symbol()'
  throw new Error(`a check that can't be put into the bundle: ${String(value)}`)
}
