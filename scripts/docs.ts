/**
 * Renders the marked parts of README.md from action.yml and the code: `node scripts/docs.ts`; with `--check` it only
 * compares.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { CONDITION_NEEDS, CONDITIONS, type Condition } from '../src/facts/conditions.ts'
import { REASONS } from '../src/gate/reasons.ts'
import { interval, pause } from '../src/gate/waiting.ts'
import { FAILURES } from '../src/service/errors.ts'
import { DEADLINE_FACTOR, isRetried, MOST_ATTEMPTS } from '../src/service/retry.ts'
import { readInputs } from '../src/setup/inputs.ts'
import { keepGenerated } from './generated.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const README = path.join(ROOT, 'README.md')

interface Action {
  inputs: Record<string, { description: string; default?: string }>
  outputs: Record<string, { description: string }>
}

/** What the code can't say of a condition in a table's words. */
const CONDITION_TEXTS: Record<Condition, { met: string; waiting: string }> = {
  submitted: { met: 'The pull request is in the queue.', waiting: 'yes; no once it is merged' },
  'not-submitted': {
    met: 'The pull request is not in the queue: it has left it, or was never submitted and the queue of the branch is there and does not list it.',
    waiting: 'yes; no where the branch has no queue',
  },
  ready: {
    met: 'It is in the queue, its base is the branch of the queue, GitHub calls it mergeable, and its impacted targets are uploaded if the queue needs them. A merged one counts as well.',
    waiting: 'yes; no once it is `failed` or `cancelled`, or the commit of this run is no longer the head',
  },
  'tests-passed': {
    met: 'Its state is `tests_passed` or `merged`.',
    waiting: 'yes; no once it is `failed` or `cancelled`, or the commit of this run is no longer the head',
  },
  merged: { met: 'Its state is `merged`.', waiting: 'yes; no once it is `failed` or `cancelled`' },
  settled: {
    met: 'Its time in the queue is over: `merged`, `failed`, `cancelled`, or not in the queue. One that was never submitted counts as for `not-submitted`.',
    waiting: 'yes; no where the branch has no queue',
  },
  'queue-running': { met: 'The queue is `running`.', waiting: 'yes; no where the branch has no queue' },
  'queue-empty': {
    met: 'The queue is there and holds no entry but merged, failed or cancelled ones.',
    waiting: 'yes; no where the branch has no queue',
  },
  'test-run-succeeded': {
    met: 'The test run is `succeeded`, and on the commit of this run where the run is on a test branch.',
    waiting: 'yes; no once it is `failed` or `cancelled`, or on another commit',
  },
  'no-blocking-failures': {
    met: 'Tests ran, every one that failed is quarantined, and `test-outcome` does not contradict it.',
    waiting: 'no',
  },
  'quarantine-within-limits': {
    met: 'The quarantined tests are within those of `max-quarantined` and `max-quarantine-age` that are given.',
    waiting: 'no; yes after an outage',
  },
}

/** Wait time-outs of the cost table, in minutes. */
const WAITS = [0, 1, 10, 30]
/** While a step waits, the queue is read no faster than this for the place in line alone. */
const PLACE_EVERY = 60_000

const action: Action = parse(fs.readFileSync(path.join(ROOT, 'action.yml'), 'utf8'))
const parts: Record<string, string> = {
  inputs: inputsTable(action),
  outputs: outputsTable(action),
  conditions: conditionsTable(),
  reasons: reasonsTable(),
  errors: errorsTable(),
  cost: costTable(),
}

const before = fs.readFileSync(README, 'utf8')
const after = Object.entries(parts).reduce(replacePart, before)
keepGenerated('README.md', after, 'action.yml and the code say', 'npm run docs')

/** Puts a part between its two markers; a README without them is a mistake. */
function replacePart(text: string, [name, part]: [string, string]): string {
  const [begin, end] = [`<!-- begin ${name}: rendered by scripts/docs.ts -->`, `<!-- end ${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`README.md lacks “${begin}” before “${end}”`)
  return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`
}

function inputsTable({ inputs }: Action): string {
  const rows = Object.entries(inputs).map(([name, input]) => [
    code(name),
    input.default ? code(input.default) : '',
    input.description,
  ])
  return table(['Input', 'Default', 'Meaning'], rows)
}

function outputsTable({ outputs }: Action): string {
  return table(
    ['Output', 'Value'],
    Object.entries(outputs).map(([name, { description }]) => [code(name), description]),
  )
}

function conditionsTable(): string {
  const rows = CONDITIONS.map(name => {
    const { met, waiting } = CONDITION_TEXTS[name]
    return [code(name), met, waiting, CONDITION_NEEDS[name].map(code).join(', ')]
  })
  return table(['Condition', 'Met when', 'Can waiting change it?', 'Reads'], rows)
}

function reasonsTable(): string {
  return table(
    ['Code', 'What it means', 'What to do'],
    Object.entries(REASONS).map(([name, { means, remedy }]) => [code(name), means, remedy]),
  )
}

/** One row for each kind of failed call. */
function errorsTable(): string {
  const rows = Object.entries(FAILURES).map(([kind, { code: reasonCode, when, outage, remedy }]) => {
    const covered = outage ? 'yes' : 'no'
    return [kind.replaceAll('-', ' '), code(reasonCode), when, covered, covered, remedy]
  })
  const retried = Array.from({ length: 600 }, (_, status) => status).filter(isRetried)
  return [
    table(['Kind', 'Code', 'When', 'Tried again?', 'Covered by `on-unavailable`?', 'What to do'], rows),
    `Of the statuses, ${retried.slice(0, -1).join(', ')} and ${retried.at(-1)} are tried again: at most ${MOST_ATTEMPTS} tries a call, which together end within ${DEADLINE_FACTOR} times \`request-timeout\`. \`Retry-After\` is obeyed where it fits into that time.`,
  ].join('\n\n')
}

function costTable(): string {
  const { pollIntervalMs } = readInputs(() => '').inputs
  const rows = WAITS.map(minutes => {
    const asked = askings(minutes * 60_000, pollIntervalMs, 0.5)
    const most = askings(minutes * 60_000, pollIntervalMs, 0).length
    const queue = asked.filter(isPlaceDue()).length
    return [minutes === 0 ? '`0s`' : `\`${minutes}m\``, asked.length, most, asked.length, asked.length + queue].map(
      String,
    )
  })
  return table(
    ['`wait-timeout`', 'Askings', 'Askings at most', 'Requests: one thing is read', 'Requests: pull request and queue'],
    rows,
  )
}

/** When a step asks that waits until the end, in milliseconds since its start. */
function askings(timeout: number, first: number, random: number): number[] {
  const times = [0]
  for (let now = 0; timeout > 0; ) {
    const delay = pause(interval(times.length, first, random), timeout - now, timeout, random)
    if (delay === null) break
    now += delay
    times.push(now)
  }
  return times
}

/** Tells of one asking after the other whether the queue is read with it. */
function isPlaceDue(): (now: number) => boolean {
  let last = Number.NEGATIVE_INFINITY
  return now => {
    if (now - last < PLACE_EVERY) return false
    last = now
    return true
  }
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
