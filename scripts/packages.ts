import fs from 'node:fs'
import path from 'node:path'

/**
 * Puts the installed packages of one clone into another one with the same lockfile, much quicker than npm would. What
 * goes into the bundle is copied, and so is ncc, because ncc numbers modules by the path to its own files, and follows
 * links. All other packages are links.
 */
export function lendPackages(from: string, to: string): void {
  const { packages } = JSON.parse(fs.readFileSync(path.join(from, 'package-lock.json'), 'utf8'))
  const outermost = Object.keys(packages).filter(name => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(name))
  for (const name of outermost) {
    const [source, target] = [path.join(from, name), path.join(to, name)]
    // The package is for another system.
    if (!fs.existsSync(source)) continue
    fs.mkdirSync(path.dirname(target), { recursive: true })
    const { dev, optional } = packages[name]
    const isCopied = !(dev || optional) || name.endsWith('/@vercel/ncc')
    if (isCopied) fs.cpSync(source, target, { recursive: true })
    else fs.symlinkSync(fs.realpathSync(source), target, 'junction')
  }
}
