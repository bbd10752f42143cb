import fs from 'node:fs'
import path from 'node:path'

/** The names of the files that are not byte for byte the same in two folders, or are in one of them only. */
export function differences(one: string, other: string): string[] {
  const names = [...new Set([...fs.readdirSync(one), ...fs.readdirSync(other)])].toSorted()
  return names.filter(name => contents(one, name) !== contents(other, name))
}

function contents(folder: string, name: string): string | null {
  const file = path.join(folder, name)
  return fs.existsSync(file) ? fs.readFileSync(file, 'latin1') : null
}
