import { execFileSync } from 'node:child_process'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const BUNDLE = path.join(ROOT, '.build/dist')

/** Before the tests that run the bundle: builds it from the sources at hand, beside the committed one. */
export default function setup(): void {
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/build.ts'), BUNDLE], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.env['GATE_BUNDLE'] = path.join(BUNDLE, 'index.js')
}
