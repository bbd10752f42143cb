import fs from 'node:fs'
import path from 'node:path'

/** @param {string} name */
const input = name => process.env[`INPUT_${name.toUpperCase()}`] ?? ''

/** @param {string} message */
function fail(message) {
  console.log(`::error::${message}`)
  process.exit(1)
}

const glob = input('path')
const artifact = path.join(process.env['ARTIFACTS'] ?? '', input('name'))
if (fs.existsSync(artifact)) fail(`An artifact with the name ${input('name')} is there already`)
const files = glob === '' ? [] : fs.globSync(glob).filter(file => fs.statSync(file).isFile())
if (files.length === 0 && input('if-no-files-found') === 'error') fail(`No files were found with the path ${glob}`)
// Paths in an artifact begin behind what the glob says without wildcards; a file alone has none.
const root = glob.includes('*') ? glob.slice(0, glob.search(/[^/]*\*/)) : path.dirname(glob)
for (const file of files) {
  const to = path.join(artifact, path.relative(root, file))
  fs.mkdirSync(path.dirname(to), { recursive: true })
  fs.copyFileSync(file, to)
}
console.log(`Uploaded ${files.length} files as ${input('name')}`)
