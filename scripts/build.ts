/**
 * Builds dist/ from src/, the same bytes on every machine: `node scripts/build.ts [folder]`.
 *
 * rolldown goes first, because ncc can't be told that the packages are free of side effects: @actions/core exports
 * nothing but its root, whose OIDC part would load an HTTP client at every start. ncc then makes the bundle, whose
 * imports of Node's own modules go through `createRequire` (an ESM import of node:http would load undici).
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'

const ROOT = path.resolve(import.meta.dirname, '..')
const SHAKEN = path.join(ROOT, '.build')

await build(path.resolve(process.argv[2] ?? path.join(ROOT, 'dist')))

async function build(target: string): Promise<void> {
  fs.rmSync(SHAKEN, { recursive: true, force: true })
  fs.rmSync(target, { recursive: true, force: true })
  const modules = await shake()
  execFileSync(
    process.execPath,
    [
      path.join(ROOT, 'node_modules/@vercel/ncc/dist/ncc/cli.js'),
      'build',
      'index.js',
      '-o',
      target,
      '-m',
      '--no-cache',
      '-q',
    ],
    { cwd: SHAKEN, stdio: 'inherit' },
  )
  fs.writeFileSync(path.join(target, 'licenses.txt'), notices(modules))
  fs.rmSync(SHAKEN, { recursive: true, force: true })
}

/** Puts what the action uses into .build/, a chunk for each part that is loaded later; returns the modules used. */
async function shake(): Promise<string[]> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: 'src/index.ts',
    platform: 'node',
    treeshake: { moduleSideEffects: id => !id.includes('/node_modules/') },
  })
  const { output } = await bundle.write({
    dir: SHAKEN,
    format: 'esm',
    minify: true,
    entryFileNames: 'index.js',
    chunkFileNames: '[name].js',
    comments: false,
  })
  await bundle.close()
  return output.flatMap(chunk =>
    chunk.type === 'chunk'
      ? Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []))
      : [],
  )
}

/** The notices of all packages of which something is in the bundle, by name. */
function notices(modules: string[]): string {
  const folders = new Set(modules.flatMap(id => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []))
  const texts = [...folders].map(folder => {
    const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
    const file = fs.readdirSync(folder).find(entry => /^licen[cs]e/i.test(entry))
    if (!file) throw new Error(`${name} ships no licence`)
    const text = fs.readFileSync(path.join(folder, file), 'utf8').replace(/\r\n/g, '\n').trim()
    return `${name} ${version} (${license})\n\n${text}\n`
  })
  return texts.toSorted().join(`\n${'-'.repeat(80)}\n\n`)
}
