/**
 * What a step costs, mostly as whole processes: `npm run bench`.
 *
 * --runs=15      of each process
 * --only=a,b     cases by their names: bad-input, one-call, long-list, test-report, matching, beginnings, echoes
 * --dist=folder  another bundle than `dist`
 * --write        puts the table into docs/development.md; with every case of `dist` alone
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { FAILURES, LARGE, writeFailures, writeLargeReport } from './reports.ts'
import { ROOT, type Run, runBare, runInside, runNothing, runStep, STEPS, startService } from './step.ts'

const PAGE = path.join(ROOT, 'docs/development.md')
/** Milliseconds that the service takes for an answer, where it takes any. */
const WAIT = 20
const PAGES = 1000
const WARM_UPS = 2

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '15' },
    only: { type: 'string' },
    dist: { type: 'string', default: path.join(ROOT, 'dist') },
    write: { type: 'boolean', default: false },
  },
})
const runs = Number(values.runs)
const dist = path.resolve(values.dist)

/** A process that is measured, and what it has to have done: one that does less would be a fast one. */
interface Process {
  run: () => Run | number
  exit?: number
  did?: (run: Run) => boolean
  /** It takes seconds, so it has its own few rounds. */
  isLong?: boolean
}

interface Case {
  what: string
  processes: Record<string, Process>
  bounds: Bound[]
}

interface Bound {
  /** A line of the table under the case's own, if it has several. */
  of?: string
  most: number
  unit: string
  digits: number
  /** From the medians of the processes, by their names; the peak memory of one is `<name>Peak`, in MB. */
  value: (middle: (name: string) => number) => number
}

const service = await startService()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'merge-queue-gate-bench-'))
const largeReport = path.join(folder, 'large.xml')
const failures = path.join(folder, 'failures.xml')
writeLargeReport(largeReport)
writeFailures(failures)

const passed = ({ outputs }: Run) => outputs['conclusion'] === 'passed'
const CASES: Record<string, Case> = {
  'bad-input': {
    what: 'Bad input, over `node -e 0`',
    processes: {
      nothing: { run: () => runNothing() },
      badInput: { run: () => runStep(STEPS.badInput(), { dist }), exit: 1 },
    },
    bounds: [{ most: 2.8, unit: '×', digits: 2, value: middle => middle('badInput') / middle('nothing') }],
  },
  'one-call': {
    what: 'One call, everything written, over the bare HTTPS request',
    processes: {
      bareCall: { run: () => runBare(service, 0) },
      atOnce: { run: () => runStep(STEPS.oneCall(service, 0), { dist }), did: passed },
    },
    bounds: [{ most: 2, unit: '×', digits: 2, value: middle => middle('atOnce') / middle('bareCall') }],
  },
  'long-list': {
    what: '100,000 quarantined tests over the bare requests',
    processes: {
      bareList: {
        run: () => runBare(service, WAIT, { organization: 'thousand-pages', posts: PAGES }),
        isLong: true,
      },
      longList: {
        run: () => runStep(STEPS.longList(service, WAIT), { dist, peak: true }),
        did: ({ outputs }) => outputs['quarantined-count'] === String(PAGES * 100),
        isLong: true,
      },
    },
    bounds: [
      {
        of: 'time',
        most: 15,
        unit: '%',
        digits: 1,
        value: middle => 100 * (middle('longList') / middle('bareList') - 1),
      },
      { of: 'memory', most: 350, unit: 'MB', digits: 0, value: middle => middle('longListPeak') },
    ],
  },
  'test-report': {
    what: 'A test report of 200 MB, 1,000,000 cases',
    processes: {
      testReport: {
        run: () => runStep(STEPS.testReport(service), { dist, peak: true, testReport: largeReport }),
        exit: 1,
        did: ({ outputs }) =>
          outputs['test-count'] === String(LARGE.ran) && outputs['blocking-failures'] === String(LARGE.failed),
        isLong: true,
      },
    },
    bounds: [
      { of: 'time', most: 12, unit: 's', digits: 1, value: middle => middle('testReport') / 1000 },
      { of: 'memory', most: 900, unit: 'MB', digits: 0, value: middle => middle('testReportPeak') },
    ],
  },
  matching: inside(
    `${FAILURES.toLocaleString('en')} failed tests against as many entries of distinct names, CPU`,
    'matching',
    failures,
  ),
  beginnings: inside('Cleaning 10 MiB that begin a token everywhere, CPU', 'beginnings'),
  echoes: inside('Cleaning 10 MiB with 10,000 echoes of a token, CPU', 'echoes'),
}

/** A part of the action by itself; at most a second of CPU. */
function inside(what: string, part: string, ...args: string[]): Case {
  const bound = { most: 1, unit: 's', digits: 2, value: (middle: (name: string) => number) => middle(part) / 1000 }
  return { what, processes: { [part]: { run: () => runInside(part, ...args), isLong: true } }, bounds: [bound] }
}

try {
  const names = values.only?.split(',') ?? Object.keys(CASES)
  const wanted = names.map(name => CASES[name] ?? fail(`There is no case ${name}.`))
  const samples = measure(Object.assign({}, ...wanted.map(({ processes }) => processes)))
  const rows = wanted.flatMap(each => rowsOf(each, name => median(samples[name] ?? [])))
  const table = [['Case', 'At most', 'Measured'], ['---', '---', '---'], ...rows.map(({ cells }) => cells)]
  const text = `${machine()}\n\n${table.map(cells => `| ${cells.join(' | ')} |`).join('\n')}`
  console.log(text)
  if (values.write) writeTable(text)
  if (rows.some(({ isOver }) => isOver)) process.exitCode = 1
} finally {
  service.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}

/** Milliseconds of every run of every process, and MB of the peaks, the warm-ups left out. */
function measure(processes: Record<string, Process>): Record<string, number[]> {
  const samples: Record<string, number[]> = {}
  const keep = (name: string, value: number) => {
    samples[name] = [...(samples[name] ?? []), value]
  }
  const isLong = (wanted: boolean) => Object.entries(processes).filter(([, each]) => (each.isLong ?? false) === wanted)
  // In turn, so that a slow machine slows all of them alike. After seconds of waiting any process is slower.
  for (const [together, first, last] of [
    [isLong(false), -WARM_UPS, runs],
    [isLong(true), 0, Math.min(runs, 5)],
  ] as const) {
    for (let round = first; round < last; round++) {
      for (const [name, { run, exit = 0, did }] of together) {
        const result = run()
        if (round < 0) continue
        if (typeof result === 'number') {
          keep(name, result)
          continue
        }
        if (result.exitCode !== exit || did?.(result) === false) fail(`${name} did something else:\n${result.log}`)
        keep(name, result.time)
        if (result.peak !== null) keep(`${name}Peak`, result.peak / 1024)
      }
    }
  }
  return samples
}

function rowsOf({ what, bounds }: Case, middle: (name: string) => number): { cells: string[]; isOver: boolean }[] {
  return bounds.map(({ of, most, unit, digits, value }) => {
    const measured = value(middle)
    const isOver = !(measured <= most)
    const told = `${measured.toFixed(digits)} ${unit}`
    return { cells: [of ? `${what}: ${of}` : what, `${most} ${unit}`, isOver ? `**${told}**` : told], isOver }
  })
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2
}

/** The machine's properties that the numbers depend on, without its name. */
function machine(): string {
  const memory = Math.round(os.totalmem() / 2 ** 30)
  const processor = os.cpus()[0]?.model.trim() ?? 'Unknown processor'
  const system = `${os.type()} (${os.arch()}), Node ${process.versions.node}`
  return `${processor}, ${os.availableParallelism()} cores, ${memory} GB of memory, ${system}. Medians.`
}

function writeTable(text: string): void {
  if (values.only || values.dist !== path.join(ROOT, 'dist')) fail('--write: expected every case of dist')
  const parts = fs.readFileSync(PAGE, 'utf8').split(/(?<=<!-- bench:begin -->\n)|(?=<!-- bench:end -->)/)
  if (parts.length !== 3) fail(`${PAGE}: the markers of the table are missing`)
  fs.writeFileSync(PAGE, `${parts[0]}\n${text}\n\n${parts[2]}`)
}

function fail(message: string): never {
  throw new Error(message)
}
