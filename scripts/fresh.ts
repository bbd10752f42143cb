/** Fails if dist/ is not what src/ builds: `node scripts/fresh.ts`. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const built = fs.mkdtempSync(path.join(os.tmpdir(), 'merge-queue-gate-dist-'))
try {
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/build.ts'), built], { stdio: 'inherit' })
  const committed = path.join(ROOT, 'dist')
  const names = [...new Set([...fs.readdirSync(built), ...fs.readdirSync(committed)])].toSorted()
  const different = names.filter(name => contents(built, name) !== contents(committed, name))
  if (different.length > 0) {
    console.error(`dist is not what src builds: ${different.join(', ')}. Run 'npm run build' and commit dist.`)
    process.exitCode = 1
  } else console.log(`dist is what src builds (${names.length} files)`)
} finally {
  fs.rmSync(built, { recursive: true, force: true })
}

function contents(folder: string, name: string): string | null {
  const file = path.join(folder, name)
  return fs.existsSync(file) ? fs.readFileSync(file, 'latin1') : null
}
