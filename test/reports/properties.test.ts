import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReportedTest, TestReports } from '../../src/facts/test-report.ts'
import { type WrittenCase, type WrittenSuite, writeReport, writtenReport } from './reports-arbitrary.ts'
import { openTexts, readTexts } from './workspace.ts'

const RUNS = 60

/** Nothing failed, nothing is wrong, and something ran: all that can become a pass without the list. */
function isClean(reports: TestReports): boolean {
  return reports.counts.ran > 0 && reports.failed.length === 0 && reports.problems.length === 0
}

/** A reading without what the order of files decides: whose message is shown. */
function unordered({ counts, failed, flaky, others, singleParent, problems }: TestReports): unknown {
  const identity = (test: { name: string; classname: string | null; file: string | null; parent: string | null }) =>
    [test.name, test.classname, test.file, test.parent].join('\0')
  const outcome = (test: ReportedTest) => `${identity(test)}\0${test.outcome}\0${test.flaky}`
  return {
    counts,
    failed: failed.map(identity).toSorted(),
    flaky: flaky.map(identity).toSorted(),
    others: others.map(outcome).toSorted(),
    singleParent,
    problems,
  }
}

const FAILS = ['failure', 'error']

/** The rules once more, in the plainest way: all tests whole, in maps. */
function readModel(suites: readonly WrittenSuite[]): Map<string, { outcome: string; flaky: boolean }> {
  const RANK = ['skipped', 'passed', 'failed']
  const all = new Map<string, { outcome: string; flaky: boolean }>()
  const visit = (suite: WrittenSuite, parent: string): void => {
    const tries = new Map<string, WrittenCase[]>()
    for (const each of suite.cases) {
      const key = `${each.name}\0${each.classname ?? ''}\0${each.file ?? ''}\0${parent}`
      tries.set(key, [...(tries.get(key) ?? []), each])
    }
    for (const [key, cases] of tries) {
      const ran = cases.filter(({ says }) => says !== 'skipped').map(({ says }) => says)
      const [passes, failures] = [ran.filter(says => !FAILS.includes(says)), ran.filter(says => FAILS.includes(says))]
      const isMadeGood = passes.length > 0 && ran.slice(failures.length).every(says => !FAILS.includes(says))
      const outcome = ran.length === 0 ? 'skipped' : failures.length === 0 || isMadeGood ? 'passed' : 'failed'
      const flaky = outcome === 'passed' && ran.some(says => says !== 'passed')
      const before = all.get(key)
      if (!before || RANK.indexOf(outcome) > RANK.indexOf(before.outcome)) all.set(key, { outcome, flaky })
      else if (outcome === before.outcome) before.flaky ||= flaky
    }
    for (const each of suite.suites) visit(each, parent)
  }
  for (const suite of suites) visit(suite, suite.name)
  return all
}

test('what was written is read', async () => {
  await fc.assert(
    fc.asyncProperty(writtenReport, async suites => {
      const read = await openTexts({ 'a.xml': writeReport(suites) })
      const model = readModel(suites)
      const found = read.reports.others.map(test => [
        [test.name, test.classname ?? '', test.file ?? '', test.parent].join('\0'),
        { outcome: test.outcome, flaky: test.flaky },
      ])
      const failed = read.reports.failed.map(test => [
        [test.name, test.classname ?? '', test.file ?? '', test.parent].join('\0'),
        { outcome: 'failed', flaky: false },
      ])
      expect(new Map([...found, ...failed] as [string, unknown][])).toEqual(model)
      expect(found.length + failed.length).toBe(model.size)
      const values = [...model.values()]
      const count = (outcome: string) => values.filter(each => each.outcome === outcome).length
      expect(read.reports.counts).toEqual({
        ran: count('passed') + count('failed'),
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        flaky: values.filter(({ flaky }) => flaky).length,
      })
      expect(read.reports.problems.filter(({ kind }) => kind !== 'empty')).toEqual([])
    }),
    { numRuns: RUNS, seed: 13 },
  )
})

test('the order of files, of suites, and of cases that are no repeats, changes nothing', async () => {
  const shuffled = writtenReport.chain(suites =>
    fc.tuple(
      fc.constant(suites),
      fc.shuffledSubarray(suites, { minLength: suites.length }),
      fc.shuffledSubarray(
        suites.map((_, at) => at),
        { minLength: suites.length },
      ),
    ),
  )
  await fc.assert(
    fc.asyncProperty(shuffled, async ([suites, others, order]) => {
      const distinct = (all: readonly WrittenSuite[]) => all.map(withoutRepeats)
      const whole = await readTexts({ 'a.xml': writeReport(distinct(suites)) })
      const other = await readTexts({ 'a.xml': writeReport(distinct(others).map(backwards)) })
      const files = distinct(suites).map((suite, at) => [`${at}.xml`, writeReport([suite])] as const)
      const split = await readTexts(Object.fromEntries(files))
      const turned = await readTexts(
        Object.fromEntries(
          order.flatMap(at => (files[at] ? [files[at]] : [])).map(([, text], at) => [`${at}.xml`, text]),
        ),
      )
      expect(unordered(other)).toEqual(unordered(whole))
      expect(unordered(turned)).toEqual(unordered(split))
      expect({ ...(unordered(split) as object), problems: [] }).toEqual({
        ...(unordered(whole) as object),
        problems: [],
      })
    }),
    { numRuns: RUNS, seed: 13 },
  )
})

function withoutRepeats(suite: WrittenSuite): WrittenSuite {
  const keyed = new Map(suite.cases.map(each => [`${each.name}\0${each.classname}\0${each.file}`, each]))
  return { ...suite, cases: [...keyed.values()], suites: suite.suites.map(withoutRepeats) }
}

function backwards(suite: WrittenSuite): WrittenSuite {
  return { ...suite, cases: suite.cases.toReversed(), suites: suite.suites.map(backwards).toReversed() }
}

test('a part of a report from its start is never better than the whole', async () => {
  const cut = fc.tuple(writtenReport, fc.double({ min: 0, max: 1, noNaN: true }))
  await fc.assert(
    fc.asyncProperty(cut, async ([suites, share]) => {
      const text = Buffer.from(writeReport(suites))
      const part = text.subarray(0, Math.floor(share * (text.length - 1)))
      const isWhole = part.toString().trimEnd().endsWith('</testsuites>')
      const reading = await readTexts({ 'a.xml': part })
      expect(isClean(reading)).toBe(isWhole && isClean(await readTexts({ 'a.xml': text })))
      expect(reading.problems.some(({ kind }) => kind === 'malformed')).toBe(!isWhole)
    }),
    { numRuns: 3 * RUNS, seed: 13 },
  )
})

test('one more failing test always shows', async () => {
  await fc.assert(
    fc.asyncProperty(writtenReport, async suites => {
      const before = await readTexts({ 'a.xml': writeReport(suites) })
      const more: WrittenSuite = {
        name: 's',
        suites: [],
        cases: [{ name: 'new', classname: 'n', file: null, says: 'failure' }],
      }
      const after = await readTexts({ 'a.xml': writeReport([...suites, more]) })
      expect(after.counts).toEqual({ ...before.counts, ran: before.counts.ran + 1, failed: before.counts.failed + 1 })
      expect(after.failed.map(({ name }) => name)).toEqual([...before.failed.map(({ name }) => name), 'new'])
    }),
    { numRuns: RUNS, seed: 13 },
  )
})
