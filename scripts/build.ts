/**
 * Builds dist/ from src/, the same bytes on every machine: `node scripts/build.ts [folder]`. rolldown goes first, because
 * ncc can't be told that the packages are free of side effects.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { rolldown } from 'rolldown'

const ROOT = path.resolve(import.meta.dirname, '..')
const SHAKEN = path.join(ROOT, '.build/shaken')
const target = path.resolve(process.argv[2] ?? path.join(ROOT, 'dist'))

fs.rmSync(SHAKEN, { recursive: true, force: true })
fs.rmSync(target, { recursive: true, force: true })
const bundle = await rolldown({
  cwd: ROOT,
  input: 'src/index.ts',
  platform: 'node',
  treeshake: {
    moduleSideEffects: id => !id.includes('/node_modules/') && !isBuiltin(id),
    propertyReadSideEffects: false,
  },
})
const { output } = await bundle.write({ dir: SHAKEN, minify: true, chunkFileNames: '[name].js', comments: false })
const ncc = path.join(ROOT, 'node_modules/@vercel/ncc/dist/ncc/cli.js')
const options = ['build', 'index.js', '-o', target, '--no-cache', '-q']
execFileSync(process.execPath, [ncc, ...options], { cwd: SHAKEN, stdio: 'inherit' })
const modules = output.flatMap(chunk => (chunk.type === 'chunk' ? Object.entries(chunk.modules) : []))
const used = modules.filter(([, { renderedLength }]) => renderedLength > 0).map(([id]) => id)
fs.writeFileSync(path.join(target, 'licenses.txt'), notices(used))
fs.rmSync(SHAKEN, { recursive: true })

/** The notices of all packages that these modules are of, by name. */
function notices(modules: string[]): string {
  const folders = new Set(modules.flatMap(id => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []))
  const texts = [...folders].map(folder => {
    const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
    const file = fs.readdirSync(folder).find(entry => /^licen[cs]e/i.test(entry))
    // Some packages leave their licence in their repository.
    const kept = path.join(import.meta.dirname, 'licences', `${name}.txt`)
    const text = fs.readFileSync(file ? path.join(folder, file) : kept, 'utf8')
    return `${name} ${version} (${license})\n\n${text.replaceAll('\r\n', '\n').trim()}\n`
  })
  return texts.toSorted().join(`\n${'-'.repeat(80)}\n\n`)
}
