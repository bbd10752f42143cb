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

/** The whole workflows of README.md and of every page under docs/, in the order in which they stand there. */
export function recipes(): Recipe[] {
  const pages = fs.readdirSync(path.join(ROOT, 'docs')).filter(name => name.endsWith('.md'))
  return ['README.md', ...pages.map(name => `docs/${name}`)].flatMap(page => {
    const text = fs.readFileSync(path.join(ROOT, page), 'utf8')
    return [...text.matchAll(/^```yaml\n(.*?)^```/gms)]
      .map(([, text = '']) => text)
      .filter(text => /^jobs:/m.test(text))
      .map(text => ({ page, name: nameOf(parse(text)), text }))
  })
}

function nameOf({ name, jobs }: { name?: string; jobs: object }): string {
  return name ?? String(Object.keys(jobs)[0])
}
