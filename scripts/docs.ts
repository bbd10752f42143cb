/**
 * Renders the marked parts of README.md and of the pages under docs/ from action.yml, the code and `scripts/rooms.ts`,
 * and the schema of the report from the code: `node scripts/docs.ts`. Writes the owner of package.json where it belongs.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { CONDITION_NAMES } from '../src/facts/facts.ts'
import { CAUSES } from '../src/gate/causes/codes.ts'
import { CONDITIONS } from '../src/gate/conditions.ts'
import { REASONS, type ReasonCode } from '../src/gate/reason-codes.ts'
import { headlineOf, reason } from '../src/gate/reasons.ts'
import { reportSchema } from '../src/publish/report-schema.ts'
import { asText, capitalised, JUST_WAIT, type Remedy } from '../src/text/message.ts'
import { ownerOf, withOwner } from './owner.ts'
import { ROOMS } from './rooms.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const PAGES = ['README.md', ...fs.globSync('docs/**/*.md', { cwd: ROOT })]
/** Beside the pages, those that name the repository or its owner. */
const OWNED = [
  ...['package.json', 'SECURITY.md', 'CONTRIBUTING.md', 'docs/probe.yml', '.ci/recipes.zizmor.yml'],
  ...['.github/CODEOWNERS', '.github/ISSUE_TEMPLATE/config.yml'],
]
interface Action {
  inputs: Record<string, { description: string; default?: string }>
  outputs: Record<string, { description: string }>
}

const action: Action = parse(fs.readFileSync(path.join(ROOT, 'action.yml'), 'utf8'))
const parts: Record<string, string> = {
  conditions: conditionsTable(),
  inputs: inputsList(action),
  outputs: outputsList(action),
  codes: codesList(),
  rooms: roomsList(),
}

const shown = new Set<string>()
for (const page of PAGES) {
  const before = fs.readFileSync(path.join(ROOT, page), 'utf8')
  for (const [, name = ''] of before.matchAll(/<!-- begin ([\w-]+): rendered by scripts\/docs\.ts -->/g)) {
    if (!(name in parts)) throw new Error(`${page} has the markers of ${name}, which nothing renders: take them out`)
  }
  const after = Object.entries(parts).reduce((text, part) => replacePart(page, text, part), before)
  if (/<!-- begin [^>]*: rendered by/.test(before)) {
    fs.writeFileSync(path.join(ROOT, page), after)
  }
}
const schema = z.toJSONSchema(reportSchema, { target: 'draft-2020-12' })
const owner = ownerOf(JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')))
for (const file of [...PAGES, ...OWNED].map(name => path.join(ROOT, name))) {
  const before = fs.readFileSync(file, 'utf8')
  const after = withOwner(before, owner)
  if (after !== before) fs.writeFileSync(file, after)
}
const text = JSON.stringify({ title: 'Report of Merge Queue Gate', ...schema }, null, 2)
fs.writeFileSync(path.join(ROOT, 'docs/report.schema.json'), `${text}\n`)
const lost = Object.keys(parts).filter(name => !shown.has(name))
if (lost.length > 0) throw new Error(`No page has the markers of ${lost.join(', ')}`)

/** Puts a part between its two markers, if the page has them. */
function replacePart(page: string, text: string, [name, part]: [string, string]): string {
  const [begin, end] = [`<!-- begin ${name}: rendered by scripts/docs.ts -->`, `<!-- end ${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 && to < 0) return text
  if (from < 0 || to < from) throw new Error(`${page} lacks “${begin}” before “${end}”`)
  shown.add(name)
  return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`
}

/** One item for each room, from the top down. */
function roomsList(): string {
  const all = (names: readonly string[]) => names.map(code).join(', ')
  const items = ROOMS.map(({ places, holds, outside }) => {
    return `${all(places)}: ${holds}${outside.length > 0 ? ` (uses ${all(outside)})` : ''}`
  })
  return list(items)
}

function inputsList({ inputs }: Action): string {
  const items = Object.entries(inputs).map(([name, input]) => {
    return `${code(name)}${input.default ? ` (${code(input.default)})` : ''}: ${input.description}`
  })
  return list(items)
}

function outputsList({ outputs }: Action): string {
  return list(Object.entries(outputs).map(([name, { description }]) => `${code(name)}: ${description}`))
}

function conditionsTable(): string {
  const rows = CONDITION_NAMES.map(name => {
    const { meaning, needs } = CONDITIONS[name]
    return [code(name), meaning, needs.map(code).join(', ')]
  })
  return table(['Condition', 'Met when', 'Reads'], rows)
}

/** Reasons by rank, then the codes that are causes only. */
function codesList(): string {
  const reasons = (Object.keys(REASONS) as ReasonCode[]).map(name => {
    const headline = asText(headlineOf(reason(name, null, ''), null))
    return codeItem(name, `${headline}.`, REASONS[name].remedy)
  })
  const causes = Object.entries(CAUSES).map(([name, { meaning, remedy }]) =>
    codeItem(name, `${capitalised(meaning)}.`, remedy),
  )
  return list([...reasons, ...causes])
}

/** With an anchor, so that a link can lead to it. */
function codeItem(name: string, meaning: string, remedy: Remedy): string {
  const todo = remedy === JUST_WAIT ? 'Wait.' : asText(remedy)
  return `<a id="${name}"></a>${code(name)}: ${meaning} *${todo}*`
}

function list(items: readonly string[]): string {
  return items.map(item => `- ${item.replace(/\s+/g, ' ').trim()}`).join('\n')
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Neither a pipe nor a line break may end the cell. */
function cell(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|')
}

function code(text: string): string {
  return `\`${text}\``
}
