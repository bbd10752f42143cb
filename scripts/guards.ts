/**
 * Guards for the bundle: for each schema, the check that somebody would write by hand. With zod itself, a bad input
 * takes 16.5 million instructions more, some 4 ms: to load zod, build the schemas and check one document. The code that
 * zod's own compiler makes of the schemas is 14 kB longer, all of which V8 would read.
 */
import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'
import * as z from 'zod/mini'
import type { SchemaDescription } from '../src/text/document.ts'

/** The files that export descriptions, each in one object. */
const FILES = /\/src\/(?:setup\/event-file|service\/v[12]\/wire|reports\/leg-file)\.ts$/
/** Marks the same files as they are, with zod, to say why a document is refused. */
const UNCOMPILED = '?uncompiled'

/** Puts guards in the place of schemas. The schemas are loaded only if a document is refused. */
export const guards: Plugin = {
  name: 'guards',
  resolveId: id => (id.endsWith(UNCOMPILED) ? id : null),
  async load(id) {
    if (id.endsWith(UNCOMPILED)) {
      return { code: fs.readFileSync(id.slice(0, -UNCOMPILED.length), 'utf8'), moduleType: 'ts' }
    }
    if (!FILES.test(id)) return null
    const descriptions: [string, Record<string, Pick<SchemaDescription<z.ZodMiniType>, 'schema'>>][] = Object.entries(
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

/**
 * The source of a function that returns true for what the schema accepts, and for nothing else.
 *
 * @throws {Error} where the schema holds something that no description has needed so far
 */
export function guardOf(schema: z.core.$ZodType): string {
  return `json => ${conditionOf(schema, 'json', 0)}`
}

/** The condition that the value of an expression has to meet. */
function conditionOf(schema: z.core.$ZodType, value: string, depth: number): string {
  if (schema instanceof z.ZodMiniOptional) {
    const { innerType } = schema._zod.def
    // Most members may be absent or null: one comparison covers both.
    return innerType instanceof z.ZodMiniNullable
      ? `(${value} == null || ${conditionOf(innerType._zod.def.innerType, value, depth)})`
      : `(${value} === undefined || ${conditionOf(innerType, value, depth)})`
  }
  if (schema instanceof z.ZodMiniNullable) {
    return `(${value} === null || ${conditionOf(schema._zod.def.innerType, value, depth)})`
  }
  if (schema instanceof z.ZodMiniObject) {
    const members = Object.entries(schema._zod.def.shape).map(([name, member]) =>
      conditionOf(member, `${value}[${JSON.stringify(name)}]`, depth),
    )
    return [`typeof ${value} === 'object' && ${value} !== null && !Array.isArray(${value})`, ...members].join(' && ')
  }
  if (schema instanceof z.ZodMiniArray) {
    const row = `row${depth}`
    return `Array.isArray(${value}) && ${value}.every(${row} => ${conditionOf(schema._zod.def.element, row, depth + 1)})`
  }
  if (schema instanceof z.ZodMiniEnum) {
    return `${JSON.stringify(Object.values(schema._zod.def.entries))}.includes(${value})`
  }
  if (schema instanceof z.ZodMiniUnknown) return 'true'
  if (schema instanceof z.ZodMiniBoolean) return `typeof ${value} === 'boolean'`
  if (schema instanceof z.ZodMiniString)
    return [`typeof ${value} === 'string'`, ...checksOf(schema, value)].join(' && ')
  if (schema instanceof z.ZodMiniNumberFormat) {
    return [`Number.isSafeInteger(${value})`, ...checksOf(schema, value)].join(' && ')
  }
  if (schema instanceof z.ZodMiniNumber) return [`Number.isFinite(${value})`, ...checksOf(schema, value)].join(' && ')
  throw new Error(`a schema that can't be put into the bundle: ${schema._zod.def.type}`)
}

/** The conditions that the checks of a text or a number add. */
function checksOf(schema: z.ZodMiniString | z.ZodMiniNumber, value: string): string[] {
  const checks = (schema._zod.def.checks ?? []).filter(({ _zod }) => _zod.def.check !== 'describe')
  return checks.map(check => {
    if (check instanceof z.core.$ZodCheckRegex) return `${check._zod.def.pattern}.test(${value})`
    if (check instanceof z.core.$ZodCheckGreaterThan) {
      return `${value} ${check._zod.def.inclusive ? '>=' : '>'} ${check._zod.def.value}`
    }
    if (check instanceof z.core.$ZodCheckLessThan) {
      return `${value} ${check._zod.def.inclusive ? '<=' : '<'} ${check._zod.def.value}`
    }
    throw new Error(`a check that can't be put into the bundle: ${check._zod.def.check}`)
  })
}
