import fs from 'node:fs'
import path from 'node:path'

/** @param {string} name */
const input = name => process.env[`INPUT_${name.toUpperCase()}`] ?? ''

const artifacts = process.env['ARTIFACTS'] ?? ''
const names = fs.readdirSync(artifacts).filter(name => path.matchesGlob(name, input('pattern')))
// An artifact that is the only one gets no folder of its own.
const isFlat = names.length === 1
for (const name of names) {
  const to = path.resolve(input('path'), isFlat ? '' : name)
  fs.cpSync(path.join(artifacts, name), to, { recursive: true })
}
console.log(`Downloaded ${names.length} artifacts`)
