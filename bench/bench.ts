/**
 * What a step costs, as whole processes: `node bench/bench.ts`. docs/performance.md says what the cases are.
 *
 * --runs=15      of each case; the table can be written with 15 and more only
 * --only=a,b     cases by their names: bad-input, readiness, four-calls, long-list, test-report, matching, memory, loaded,
 *                size
 * --dist=folder  another bundle than `dist`
 * --write        puts the table into docs/performance.md
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Measure, missed, sizesOf, table } from './goals.ts'
import { LARGE, writeFailures, writeLargeReport } from './reports.ts'
import { ROOT, type Run, runBare, runMatching, runNothing, runStep, type Service, STEPS, startService } from './step.ts'

const LEAST_RUNS = 15
const WARM_UPS = 2
/** Milliseconds that the service takes for an answer. */
const WAIT = 20
const PAGES = 1000
/** Of the longest process that is only there to compare with. */
const FEW_RUNS = 5
/** A goal fails when it is missed by more than this. */
const TOLERANCE = 0.1

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: String(LEAST_RUNS) },
    only: { type: 'string' },
    dist: { type: 'string', default: path.join(ROOT, 'dist') },
    write: { type: 'boolean', default: false },
  },
})
/** What a time is held against, by the process that took it. */
const AGAINST: Readonly<Record<string, string>> = {
  nothing: '`node -e 0`',
  nothingPeak: '`node -e 0`',
  bareCall: 'the bare HTTPS request',
}
const runs = Number(values.runs)
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs: expected a number of runs')
if (values.write && (runs < LEAST_RUNS || values.only || values.dist !== path.join(ROOT, 'dist'))) {
  throw new Error(`--write: expected every case of dist, ${LEAST_RUNS} runs or more`)
}
const only = values.only?.split(',')
const wants = (name: string) => only === undefined || only.includes(name)
const dist = path.resolve(values.dist)

const service = await startService()
const samples = { ...measure(service), ...measureTests(service) }
const measures: Measure[] = [...timesOf(samples), ...sizesOf(service, dist, wants)]
service.stop()
const machine = describeMachine()
const rendered = table(measures, TOLERANCE)
console.log(`${machine}\n\n${rendered}`)

const results = { machine, runs, tolerance: TOLERANCE, measures, samples }
fs.mkdirSync(path.join(ROOT, '.bench'), { recursive: true })
fs.writeFileSync(path.join(ROOT, '.bench/results.json'), `${JSON.stringify(results, undefined, 2)}\n`)
if (values.write) writeTable(`${machine} Medians of ${runs} runs.\n\n${rendered}`)

const failed = measures.filter(each => missed(each, TOLERANCE))
for (const each of failed)
  console.error(`Missed by more than a tenth: ${each.what}: ${each.said}, not ${each.goalSaid}`)
if (failed.length > 0) process.exitCode = 1

/** Milliseconds, or kB of memory, of every run of every process, the warm-ups left out. */
function measure(service: Service): Record<string, number[]> {
  const step = (given: Parameters<typeof runStep>[0], peak = false) => runStep(given, { peak, dist })
  const processes: { name: string; cases: string[]; run: () => Run; ends: number; slow?: boolean; most?: number }[] = [
    { name: 'nothing', cases: ['bad-input', 'readiness'], run: () => runNothing(), ends: 0 },
    { name: 'badInput', cases: ['bad-input'], run: () => step(STEPS.badInput()), ends: 1 },
    { name: 'readiness', cases: ['readiness'], run: () => step(STEPS.readiness(service, 0)), ends: 0 },
    { name: 'bareCall', cases: ['readiness'], run: () => runBare(service, 0), ends: 0 },
    { name: 'oneCall', cases: ['four-calls'], run: () => step(STEPS.readiness(service, WAIT)), ends: 0 },
    { name: 'fourCalls', cases: ['four-calls'], run: () => step(STEPS.everything(service, WAIT)), ends: 0 },
    { name: 'nothingPeak', cases: ['memory'], run: () => runNothing({ peak: true }), ends: 0 },
    { name: 'readinessPeak', cases: ['memory'], run: () => step(STEPS.readiness(service, 0), true), ends: 0 },
    {
      name: 'longList',
      cases: ['long-list'],
      run: () => step(STEPS.longList(service, WAIT), true),
      ends: 0,
      slow: true,
    },
    {
      name: 'bareList',
      cases: ['long-list'],
      run: () => runBare(service, WAIT, { organization: 'thousand-pages', posts: PAGES }),
      ends: 0,
      slow: true,
      most: FEW_RUNS,
    },
  ]
  const wanted = processes.filter(({ cases }) => cases.some(wants))
  const samples: Record<string, number[]> = {}
  // The long ones by themselves: after twenty seconds of waiting any process is slower, and `node -e 0` would be the
  // first of each round to be.
  for (const together of [wanted.filter(({ slow }) => !slow), wanted.filter(({ slow }) => slow)]) {
    for (let round = -WARM_UPS; round < runs; round++) {
      for (const { name, run, ends, slow, most = runs } of together) {
        if ((slow && round < 0) || round >= most) continue
        const result = run()
        if (result.exitCode !== ends) throw new Error(`${name} ended with ${result.exitCode}:\n${result.log}`)
        verify(name, result)
        if (round < 0) continue
        const isMemory = name.endsWith('Peak')
        push(samples, name, isMemory ? (result.peak ?? Number.NaN) : result.time)
        if (name === 'longList') push(samples, 'longListPeak', result.peak ?? Number.NaN)
      }
      if (process.stderr.isTTY) process.stderr.write(`\r${Math.max(0, round + 1)} of ${runs} rounds`)
    }
  }
  if (process.stderr.isTTY) process.stderr.write('\n')
  return samples
}

/** The same of what reads and judges tests, in rounds of its own: it takes seconds. */
function measureTests(service: Service): Record<string, number[]> {
  const samples: Record<string, number[]> = {}
  if (!wants('test-report') && !wants('matching')) return samples
  // Beside the folders of the steps, which hold links to the files.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'merge-queue-gate-reports-'))
  const file = (name: string) => path.join(folder, name)
  try {
    writeLargeReport(file('large.xml'))
    writeFailures(file('distinct.xml'), 'distinct')
    writeFailures(file('one.xml'), 'one')
    for (let round = 0; round < runs; round++) {
      if (wants('test-report')) {
        const result = runStep(STEPS.testReport(service), { peak: true, dist, testReport: file('large.xml') })
        const { report, log, outputs, time, peak } = result
        const failed = report?.facts.testReports.value?.failed.length
        if (result.exitCode !== 1 || failed !== LARGE.failed || !outputs.includes(`\n${LARGE.ran}\n`)) {
          throw new Error(`testReport did not do what it is measured for:\n${log}`)
        }
        push(samples, 'testReport', time)
        push(samples, 'testReportPeak', peak ?? Number.NaN)
      }
      for (const names of ['distinct', 'one'] as const) {
        if (wants('matching')) push(samples, `matching-${names}`, runMatching(names, file(`${names}.xml`)))
      }
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return samples
}

/** A run that did less than it is measured for would be a fast one. */
function verify(name: string, { report, summary, outputs, log }: Run): void {
  const calls: Record<string, number> = { readiness: 1, oneCall: 1, fourCalls: 4, readinessPeak: 1, longList: PAGES }
  if (!(name in calls)) return
  const conclusion = name === 'longList' ? 'reported' : 'passed'
  const rows = name === 'longList' ? PAGES * 100 : name === 'fourCalls' ? 100 : 0
  const told = outputs.includes(conclusion) && summary > 0
  const read = report?.facts.quarantinedTests.value?.tests.length ?? 0
  if (report?.conclusion !== conclusion || report.calls.length !== calls[name] || read !== rows || !told) {
    throw new Error(`${name} did not do what it is measured for:\n${log}`)
  }
}

function timesOf(samples: Record<string, number[]>): Measure[] {
  const middle = (name: string) => median(samples[name] ?? [])
  const times = (value: number) => `${value.toFixed(2)} ×`
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const mb = (value: number) => `${(value / 1024).toFixed(1)} MB`
  const ratio = (what: string, name: string, base: string, goal: number, show: (value: number) => string): Measure => {
    const value = middle(name) / middle(base)
    const against = AGAINST[base] ?? 'one call'
    const note = `${show(middle(name))}; ${against} ${show(middle(base))}`
    return { what, goal, value, goalSaid: `${goal} × ${against}`, said: times(value), note }
  }
  const measures: Measure[] = []
  if (wants('bad-input')) measures.push(ratio('Bad input, exit', 'badInput', 'nothing', 1.35, ms))
  if (wants('readiness')) {
    measures.push(ratio('Readiness: one HTTPS call, outputs, summary, report', 'readiness', 'bareCall', 1.35, ms))
  }
  if (wants('four-calls')) {
    measures.push(ratio(`Four independent calls at ${WAIT} ms each`, 'fourCalls', 'oneCall', 1.2, ms))
  }
  if (wants('long-list')) {
    const waits = PAGES * WAIT
    const over = (middle('longList') / middle('bareList') - 1) * 100
    const peak = middle('longListPeak') / 1024
    const what = `100,000 quarantined tests, 1,000 pages at ${WAIT} ms each`
    measures.push(
      {
        what: `${what}: time over the bare requests`,
        goal: 5,
        value: over,
        goalSaid: '5 %',
        said: `${over.toFixed(1)} %`,
        note: `${(middle('longList') / 1000).toFixed(2)} s; the bare requests ${(middle('bareList') / 1000).toFixed(2)} s, of which ${(waits / 1000).toFixed(0)} s are waits`,
      },
      {
        what: `${what}: peak memory`,
        goal: 150,
        value: peak,
        goalSaid: '150 MB',
        said: `${peak.toFixed(0)} MB`,
        note: '',
      },
    )
  }
  const plain = (what: string, name: string, goal: number, scale: number, unit: string, digits: number): Measure => {
    const value = middle(name) / scale
    return { what, goal, value, goalSaid: `${goal} ${unit}`, said: `${value.toFixed(digits)} ${unit}`, note: '' }
  }
  if (wants('test-report')) {
    const what = 'A test report of 200 MB, 1,000,000 test cases'
    measures.push(plain(`${what}: the whole step`, 'testReport', 4, 1000, 's', 2))
    measures.push(plain(`${what}: peak memory`, 'testReportPeak', 200, 1024, 'MB', 0))
  }
  if (wants('matching')) {
    const what = '100,000 failed tests against 100,000 quarantined ones: CPU over reading them'
    measures.push(plain(what, 'matching-distinct', 0.8, 1000, 's', 2))
    measures.push(plain('The same where all bear one name', 'matching-one', 0.8, 1000, 's', 2))
  }
  if (wants('memory')) measures.push(ratio('Readiness: peak memory', 'readinessPeak', 'nothingPeak', 1.4, mb))
  return measures
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2
}

function push(lists: Record<string, number[]>, name: string, value: number): void {
  const list = lists[name] ?? []
  lists[name] = list
  list.push(value)
}

/** What the numbers depend on, without a word on whose machine it is. */
function describeMachine(): string {
  const [cpu] = os.cpus()
  const memory = Math.round(os.totalmem() / 2 ** 30)
  return [
    `${cpu?.model.trim() ?? 'Unknown processor'}, ${os.availableParallelism()} cores, ${memory} GB of memory,`,
    `${os.type()} ${os.release().replace(/-.*/, '')} (${os.arch()}), Node ${process.versions.node}.`,
  ].join(' ')
}

function writeTable(text: string): void {
  const file = path.join(ROOT, 'docs/performance.md')
  const before = fs.readFileSync(file, 'utf8')
  const markers = /(<!-- bench:begin -->\n)[\s\S]*(\n<!-- bench:end -->)/
  if (!markers.test(before)) throw new Error('docs/performance.md: the markers of the table are missing')
  fs.writeFileSync(
    file,
    before.replace(markers, (_, begin, end) => `${begin}\n${text}\n${end}`),
  )
}
