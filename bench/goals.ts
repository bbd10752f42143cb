import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { loadedBy, ROOT, type Service, STEPS } from './step.ts'

/** One line of the table. */
export interface Measure {
  what: string
  /** At most this. */
  goal: number
  value: number
  goalSaid: string
  said: string
  note: string
}

/** What only some runs need, by a text that is in its code: it must not be in what every run loads. */
const LATER = {
  "GitHub's client": 'octokit-core.js/',
  "GitHub's readers": 'list the rules of the branch',
  'What reads test reports': 'no whitespace between attributes',
  'What judges tests': 'without an excuse',
}

/** What doesn't depend on the machine: of the cases `loaded` and `size` those that are wanted. */
export function sizesOf(service: Service, dist: string, wants: (name: string) => boolean): Measure[] {
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  const size = (what: string, goal: number, value: number, note: string): Measure => {
    return { what, goal, value, goalSaid: kB(goal).replace('.0', ''), said: kB(value), note }
  }
  const measures: Measure[] = []
  if (wants('loaded')) {
    const paths = [STEPS.badInput(), STEPS.readiness(service, 0), STEPS.everything(service, 0)]
    const loaded = new Map(paths.flatMap(given => [...loadedBy(given, dist)]))
    const note = [...loaded.keys()].join(', ')
    measures.push(size('JavaScript loaded on those paths', 240_000, sum([...loaded.values()]), note))
    measures.push(...Object.entries(LATER).map(([part, mark]) => onlyLater(part, mark, [...loaded.keys()], dist)))
  }
  if (wants('size')) {
    const files = fs.readdirSync(dist).map(name => fs.statSync(path.join(dist, name)).size)
    measures.push(size('`dist`, all files', 1_200_000, sum(files), `${files.length} files`))
    const archive = gzipSync(execFileSync('git', ['archive', 'HEAD'], { cwd: ROOT, maxBuffer: 2 ** 30 }))
    measures.push(size('Archive of the repository', 500_000, archive.length, '`git archive`, gzip'))
  }
  return measures
}

function onlyLater(part: string, mark: string, loaded: string[], dist: string): Measure {
  const holders = fs.readdirSync(dist).filter(name => fs.readFileSync(path.join(dist, name), 'utf8').includes(mark))
  if (holders.length === 0) throw new Error(`“${mark}” is nowhere in the bundle: it does not tell ${part} any more`)
  const value = holders.filter(name => loaded.includes(name)).length
  const said = value === 0 ? 'not loaded' : 'loaded'
  return { what: `${part} on those paths`, goal: 0, value, goalSaid: 'not loaded', said, note: holders.join(', ') }
}

/** Whether a goal is missed by more than the tolerated part of it. */
export function missed({ goal, value }: Measure, tolerance: number): boolean {
  return !(value <= goal * (1 + tolerance))
}

/** A table in Markdown, with the columns lined up. */
export function table(measures: readonly Measure[], tolerance: number): string {
  const verdict = (each: Measure) =>
    !missed(each, 0) ? 'reached' : missed(each, tolerance) ? '**missed**' : 'missed by less than a tenth'
  const rows = [
    ['Case', 'At most', 'Measured', 'Goal', 'From'],
    ...measures.map(each => [each.what, each.goalSaid, each.said, verdict(each), each.note]),
  ]
  const widths = [0, 1, 2, 3, 4].map(column => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  const lines = rows.map(row => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
  return [lines[0], `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`, ...lines.slice(1)].join('\n')
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
