import path from 'node:path'
import { builtBundle } from '../../scripts/built.ts'

/** Before the tests that run the bundle: builds it from the sources at hand, unless GATE_BUNDLE names one already. */
export default function setup(): void {
  process.env['GATE_BUNDLE'] ??= path.join(builtBundle(), 'index.js')
}
