import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TestIdentity } from '../../src/facts/test-report.ts'
import { type WrittenCase, type WrittenSuite, writeReport, writtenReport } from './reports-arbitrary.ts'
import { isClean, readTexts } from './workspace.ts'

const RUNS = 60

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

test('written tests are read back, from one file and from one for each suite', async () => {
  const keyed = (test: TestIdentity, outcome: string, flaky: boolean) =>
    [[test.name, test.classname ?? '', test.file ?? '', test.parent].join('\0'), { outcome, flaky }] as const
  await fc.assert(
    fc.asyncProperty(writtenReport, async suites => {
      const model = readModel(suites)
      const values = [...model.values()]
      const count = (outcome: string) => values.filter(each => each.outcome === outcome).length
      const apart = suites.map((suite, at) => [`${at}.xml`, writeReport([suite])] as const)
      for (const files of [{ 'a.xml': writeReport(suites) }, Object.fromEntries(apart)]) {
        const { counts, failed, others, problems } = await readTexts(files)
        const found = [
          ...others.map(test => keyed(test, test.outcome, test.flaky)),
          ...failed.map(test => keyed(test, 'failed', false)),
        ]
        expect(new Map(found)).toEqual(model)
        expect(found).toHaveLength(model.size)
        expect(counts).toEqual({
          ran: count('passed') + count('failed'),
          passed: count('passed'),
          failed: count('failed'),
          skipped: count('skipped'),
          flaky: values.filter(({ flaky }) => flaky).length,
        })
        expect(problems.filter(({ kind }) => kind !== 'empty')).toEqual([])
      }
    }),
    { numRuns: RUNS, seed: 13 },
  )
})

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
