/**
 * Makes src/service/parsers.ts of src/service/wire.ts: `node scripts/parsers.ts`. With `--check` it fails if the file is
 * another one.
 *
 * zod's compiler turns a schema into the straight code that a parser written by hand would be. Compiled here and not
 * when the action runs, it costs a step neither zod (4 ms) nor code that is made of text.
 */
import fs from 'node:fs'
import path from 'node:path'
import { compileFn } from 'zod/v4/core'
import { WIRE } from '../src/service/wire.ts'

const TARGET = path.resolve(import.meta.dirname, '../src/service/parsers.ts')

const text = `// Made by scripts/parsers.ts of wire.ts, with zod's compiler: change that, not this.
// @ts-nocheck
import type { Wire } from './wire.ts'

/** In the place of an answer that is none. */
export const INVALID = Symbol('no answer')

/** The members that the schema names, if all of it is as the schema says; it keeps nothing of what it is given. */
export type Parser<T> = (json: unknown) => T | typeof INVALID

export const PARSERS: { [Name in keyof Wire]: Parser<Wire[Name]> } = {
${Object.entries(WIRE)
  .map(([name, schema]) => `${name}: ${parserOf(name, schema)},\n`)
  .join('\n')}}
`
const isCheck = process.argv.includes('--check')
if (!isCheck) fs.writeFileSync(TARGET, text)
else if (fs.readFileSync(TARGET, 'utf8') !== text) {
  console.error("src/service/parsers.ts is not what wire.ts makes: run 'npm run parsers' and commit it.")
  process.exitCode = 1
}

function parserOf(name: string, schema: Parameters<typeof compileFn>[0]): string {
  const source = compileFn(schema).toString()
  // A constant that the compiler keeps outside of the text, as it does for some checks.
  if (/\bc\d+\b/.test(source)) throw new Error(`${name}: holds a check that can't be put into a file`)
  return source
}
