/**
 * Makes src/service/guards.ts of src/service/wire.ts: `node scripts/guards.ts`. With `--check` it fails if the file is
 * another one.
 *
 * zod's compiler turns a schema into the straight code that a check written by hand would be. Compiled here and not when
 * the action runs, it costs a step neither zod (4 ms) nor code that is made of text.
 */
import { compileFn } from 'zod/v4/core'
import { WIRE } from '../src/service/wire.ts'
import { keepGenerated } from './generated.ts'

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
keepGenerated('src/service/guards.ts', text, 'wire.ts makes', 'npm run guards')

function guardOf(name: string, schema: Parameters<typeof compileFn>[0]): string {
  const source = compileFn(schema, { assertOnly: true }).toString()
  // The compiler keeps what some checks need beside the text, under names of its own.
  if (/\bc\d+\b/.test(source)) throw new Error(`${name}: holds a check that can't be put into a file`)
  return source
}
