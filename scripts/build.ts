/**
 * Builds dist/ from src/, the same bytes on every machine: `node scripts/build.ts [folder]`.
 *
 * rolldown goes first, because ncc can't be told that the packages are free of side effects. rolldown also minifies.
 * ncc must not: its minifier, terser, would take away the parentheses around webpack's module functions that make V8
 * compile them at once.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { guards } from './guards.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const SHAKEN = path.join(ROOT, '.build')
/** Packages that are loaded only when needed, each with the name of its own file. No file of src/ has that name. */
const LATER: Record<string, string> = { '@actions/github/lib/utils': 'octokit' }

/** Keeps the packages of `LATER` out of the files that import them. */
const later: Plugin = {
  name: 'later',
  resolveId: (id, importer) =>
    importer !== undefined && LATER[id] ? { id: `./${LATER[id]}.js`, external: true } : null,
}

/**
 * Takes Node's own modules from `process.getBuiltinModule`. ncc would make a `createRequire` for each import, and an
 * ESM import would call every getter of the module: one of `node:fs` loads its promises, one of `node:http` loads
 * undici.
 */
const builtins: Plugin = {
  name: 'builtins',
  resolveId: id => (isBuiltin(id) ? `\0${id.replace(/^node:/, '')}` : null),
  load(id) {
    const name = id.slice(1)
    if (!id.startsWith('\0') || !isBuiltin(name)) return null
    const isName = (each: string) => /^[a-z]\w*$/i.test(each) && each !== 'default'
    const builtin = process.getBuiltinModule(name)
    if (!builtin) throw new Error(`this Node has no module ${name}`)
    // All members that this Node has: unused ones are shaken away. A getter would run at the start, even if only code
    // that is loaded later uses it, so each getter has a module of its own.
    const members = Object.keys(builtin).filter(isName)
    const isLate = (each: string) => Object.getOwnPropertyDescriptor(builtin, each)?.get !== undefined
    const late = members.filter(isLate).filter(each => isBuiltin(`${name}/${each}`))
    const early = members.filter(each => !late.includes(each))
    return [
      `const builtin = process.getBuiltinModule('node:${name}')`,
      ...early.map(each => `const $${each} = builtin.${each}`),
      `export { builtin as default, ${early.map(each => `$${each} as ${each}`).join(', ')} }`,
      ...late.map(each => `export { default as ${each} } from 'node:${name}/${each}'`),
    ].join('\n')
  },
}

/**
 * Gives `@actions/glob` a `@actions/core` that prints nothing. With the real one it would write each option and each
 * folder that it searches to standard output, past our log, even if nobody debugs.
 */
const quiet: Plugin = {
  name: 'quiet',
  resolveId: (id, importer) =>
    id === '@actions/core' && importer?.replaceAll('\\', '/').includes('/@actions/glob/') ? '\0core' : null,
  load: id => (id === '\0core' ? 'export const debug = () => undefined, info = debug' : null),
}

/** Writes its name into each file, for {@link nameChunks}. */
const named: Plugin = {
  name: 'named',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = `/*! ${chunk.fileName} */\n${chunk.code}`
    }
  },
}

await build(path.resolve(process.argv[2] ?? path.join(ROOT, 'dist')))

async function build(target: string): Promise<void> {
  fs.rmSync(SHAKEN, { recursive: true, force: true })
  fs.rmSync(target, { recursive: true, force: true })
  const parts = await Promise.all([
    shake({ index: 'src/index.ts' }, [later, quiet, builtins, guards]),
    ...Object.entries(LATER).map(([id, name]) => shake({ [name]: id }, [])),
  ])
  const files = parts.flatMap(part => part.files)
  if (new Set(files).size < files.length) throw new Error(`two files of one name among ${files.join(', ')}`)
  execFileSync(
    process.execPath,
    [
      path.join(ROOT, 'node_modules/@vercel/ncc/dist/ncc/cli.js'),
      'build',
      'index.js',
      '-o',
      target,
      '--no-cache',
      '-q',
    ],
    { cwd: SHAKEN, stdio: 'inherit' },
  )
  nameChunks(target)
  fs.writeFileSync(path.join(target, 'licenses.txt'), notices([...new Set(parts.flatMap(part => part.modules))]))
  fs.rmSync(SHAKEN, { recursive: true, force: true })
}

/** Gives the files of the bundle the names of what is in them: ncc names them by numbers, and has no option for it. */
function nameChunks(target: string): void {
  const sources = fs.readdirSync(SHAKEN).map(file => fs.readFileSync(path.join(SHAKEN, file), 'utf8'))
  const asked = new Set(
    sources.flatMap(text => [...text.matchAll(/\bimport\([`'"]\.\/([\w-]+\.js)[`'"]\)/g)].map(([, name = '']) => name)),
  )
  const chunks = fs.readdirSync(target).filter(file => /^\d+\.index\.js$/.test(file))
  const names = chunks.map(file => {
    const text = fs.readFileSync(path.join(target, file), 'utf8')
    // Code that several files need can be in each of them, so a file is named after the module that is imported.
    const held = [...text.matchAll(/\/\*! ([\w-]+\.js) \*\//g)].map(([, each = '']) => each)
    const name = held.find(each => asked.has(each)) ?? held[0]
    if (name === undefined) throw new Error(`${file}: doesn't say what it holds`)
    fs.renameSync(path.join(target, file), path.join(target, name))
    return [Number.parseInt(file, 10), name] as const
  })
  const index = path.join(target, 'index.js')
  const text = fs.readFileSync(index, 'utf8')
  const numbered = 'return "" + chunkId + ".index.js";'
  if (text.split(numbered).length !== 2) throw new Error('index.js: ncc names its files in another way than it used to')
  if (new Set(names.map(([, name]) => name)).size !== names.length) throw new Error('two files of one name')
  fs.writeFileSync(index, text.replace(numbered, `return ${JSON.stringify(Object.fromEntries(names))}[chunkId];`))
}

/** Puts what is used of the entry, and what it loads later, into .build/. */
async function shake(
  input: Record<string, string>,
  plugins: Plugin[],
): Promise<{ files: string[]; modules: string[] }> {
  const bundle = await rolldown({
    cwd: ROOT,
    input,
    platform: 'node',
    treeshake: {
      moduleSideEffects: id => !id.includes('/node_modules/') && !isBuiltin(id) && !id.startsWith('\0'),
      propertyReadSideEffects: false,
    },
    plugins: [...plugins, named],
  })
  const { output } = await bundle.write({
    dir: SHAKEN,
    format: 'esm',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    comments: false,
  })
  await bundle.close()
  const modules = output.flatMap(chunk =>
    chunk.type === 'chunk'
      ? Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []))
      : [],
  )
  return { files: output.map(({ fileName }) => fileName), modules }
}

/** The notices of all packages of which something is in the bundle, by name. */
function notices(modules: string[]): string {
  const folders = new Set(modules.flatMap(id => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []))
  const texts = [...folders].map(folder => {
    const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
    const file = fs.readdirSync(folder).find(entry => /^licen[cs]e/i.test(entry))
    // Some packages leave their licence in their repository.
    const kept = path.join(import.meta.dirname, 'licences', `${name}.txt`)
    if (!file && !fs.existsSync(kept)) throw new Error(`${name} ships no licence`)
    const text = fs
      .readFileSync(file ? path.join(folder, file) : kept, 'utf8')
      .replace(/\r\n/g, '\n')
      .trim()
    return `${name} ${version} (${license})\n\n${text}\n`
  })
  return texts.toSorted().join(`\n${'-'.repeat(80)}\n\n`)
}
