/** Fails if dist/ is not what src/ builds: `node scripts/fresh.ts`. */
import fs from 'node:fs'
import path from 'node:path'
import { builtBundle } from './built.ts'
import { differences } from './differences.ts'

const built = builtBundle()
const different = differences(built, path.resolve(import.meta.dirname, '../dist'))
if (different.length > 0) {
  console.error(`dist is not what src builds: ${different.join(', ')}. Run 'npm run build' and commit dist.`)
  process.exitCode = 1
} else console.log(`dist is what src builds (${fs.readdirSync(built).length} files)`)
