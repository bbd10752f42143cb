/** Fails if dist/ is not what src/ builds: `node scripts/fresh.ts`. */
import fs from 'node:fs'
import path from 'node:path'
import { builtBundle } from './built.ts'

const built = builtBundle()
const committed = path.resolve(import.meta.dirname, '../dist')
const names = [...new Set([...fs.readdirSync(built), ...fs.readdirSync(committed)])].toSorted()
const different = names.filter(name => contents(built, name) !== contents(committed, name))
if (different.length > 0) {
  console.error(`dist is not what src builds: ${different.join(', ')}. Run 'npm run build' and commit dist.`)
  process.exitCode = 1
} else console.log(`dist is what src builds (${names.length} files)`)

function contents(folder: string, name: string): string | null {
  const file = path.join(folder, name)
  return fs.existsSync(file) ? fs.readFileSync(file, 'latin1') : null
}
