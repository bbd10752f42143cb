import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** A whole workflow that a page shows. */
export interface Recipe {
  page: string
  /** Its name, or the id of its first job where it has none. */
  name: string
  text: string
}

/** The whole workflows of README.md and of every page under docs/, in the order in which they stand there; then files. */
export function recipes(): Recipe[] {
  const found = fs.globSync('docs/*.yml', { cwd: ROOT }).map(page => [page, read(page)] as const)
  const files = found.map(([page, text]) => ({ page, name: nameOf(parse(text)), text }))
  const pages = ['README.md', ...fs.globSync('docs/*.md', { cwd: ROOT }).toSorted()].flatMap(page => {
    return [...read(page).matchAll(/^```yaml\n(.*?)^```/gms)]
      .map(([, text = '']) => text)
      .filter(text => /^jobs:/m.test(text))
      .map(text => ({ page, name: nameOf(parse(text)), text }))
  })
  return [...pages, ...files]
}

function read(file: string): string {
  return fs.readFileSync(path.join(ROOT, file), 'utf8')
}

function nameOf({ name, jobs }: { name?: string; jobs: object }): string {
  return name ?? String(Object.keys(jobs)[0])
}
