/**
 * Makes src/service/guards.ts of src/service/wire.ts: `node scripts/guards.ts`. With `--check` it fails if the file is
 * another one.
 *
 * zod's compiler turns a schema into the straight code that a check written by hand would be. Compiled here and not when
 * the action runs, it costs a step neither zod (4 ms) nor code that is made of text.
 */
import fs from 'node:fs'
import path from 'node:path'
import { compileFn } from 'zod/v4/core'
import { WIRE } from '../src/service/wire.ts'

const TARGET = path.resolve(import.meta.dirname, '../src/service/guards.ts')

const text = `// Made by scripts/guards.ts of wire.ts, with zod's compiler: change that, not this.
// @ts-nocheck
import type { WIRE } from './wire.ts'

const INVALID = Symbol('invalid')

/** True where a JSON document is as its schema says, and nothing else is. */
export const GUARDS: Record<keyof typeof WIRE, (json: unknown) => true | typeof INVALID> = {
${Object.entries(WIRE)
  .map(([name, schema]) => `${name}: ${guardOf(name, schema)},\n`)
  .join('\n')}}
`
const isCheck = process.argv.includes('--check')
if (!isCheck) fs.writeFileSync(TARGET, text)
else if (fs.readFileSync(TARGET, 'utf8') !== text) {
  console.error("src/service/guards.ts is not what wire.ts makes: run 'npm run guards' and commit it.")
  process.exitCode = 1
}

function guardOf(name: string, schema: Parameters<typeof compileFn>[0]): string {
  const source = compileFn(schema, { assertOnly: true }).toString()
  // The compiler keeps what some checks need beside the text, under names of its own.
  if (/\bc\d+\b/.test(source)) throw new Error(`${name}: holds a check that can't be put into a file`)
  return source
}
