import fs from 'node:fs'
import path from 'node:path'

/** A package of which something is in the bundle. */
export interface BundledPackage {
  name: string
  version: string
  licence: string
  /** The text of its licence. */
  notice: string
}

/** The packages in a built bundle, by its `licenses.txt`, which the build writes from the modules that it used. */
export function bundledPackages(dist: string): BundledPackage[] {
  const notices = fs.readFileSync(path.join(dist, 'licenses.txt'), 'utf8').split(`\n${'-'.repeat(80)}\n\n`)
  return notices.map(text => {
    const [, name, version, licence, notice] = /^(\S+) (\S+) \((.+)\)\n\n([\s\S]*)$/.exec(text) ?? []
    if (!name || !version || !licence || !notice?.trim()) {
      throw new Error(`licenses.txt: no notice can be read at “${text.slice(0, 40)}”`)
    }
    return { name, version, licence, notice }
  })
}
