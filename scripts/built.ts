import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const CACHE = path.join(ROOT, 'node_modules/.cache/merge-queue-gate')
const DAY = 24 * 60 * 60 * 1000

/**
 * The bundle of the sources at hand, whatever lies in dist/. It is built only if nothing was built from the same
 * sources, packages and Node before, and is kept under node_modules/.cache for a day after its last use.
 *
 * @returns the folder that holds `index.js`
 * @throws if the sources don't build; the complaint is on stderr
 */
export function builtBundle(): string {
  const kept = path.join(CACHE, sourceHash())
  if (!fs.existsSync(kept)) {
    const draft = `${kept}-${process.pid}`
    execFileSync(process.execPath, [path.join(ROOT, 'scripts/build.ts'), path.join(draft, 'dist')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    // Another process may have been quicker; both have built the same.
    if (fs.existsSync(kept)) fs.rmSync(draft, { recursive: true, force: true })
    else fs.renameSync(draft, kept)
  }
  const now = new Date()
  fs.utimesSync(kept, now, now)
  for (const name of fs.readdirSync(CACHE)) {
    const folder = path.join(CACHE, name)
    if (fs.statSync(folder).mtimeMs < now.getTime() - DAY) fs.rmSync(folder, { recursive: true, force: true })
  }
  return path.join(kept, 'dist')
}

/** The hash of all that the bundle is made from: the sources, the build, the installed packages, this Node. */
function sourceHash(): string {
  const made = fs.globSync(['src/**', 'scripts/*', 'scripts/licences/*'], { cwd: ROOT })
  const files = [...made, 'package.json', 'node_modules/.package-lock.json']
  const hash = createHash('sha256').update(process.version)
  for (const file of files.toSorted()) {
    const place = path.join(ROOT, file)
    if (fs.statSync(place).isFile()) hash.update(`\0${file}\0`).update(fs.readFileSync(place))
  }
  return hash.digest('hex').slice(0, 16)
}
