import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeLegs } from '../../src/gate/quarantine/legs.ts'
import { amount } from '../amount.ts'
import { quarantinedTest, runInfo } from '../builders.ts'
import {
  crowdedJob,
  type Judged,
  judgeJob,
  judgeTexts,
  legOf,
  roomyJob,
  type Step,
  unordered,
  withoutAmbiguity,
} from './chain.ts'
import { casesOf, type WrittenCase, type WrittenSuite, writeReport } from './reports-arbitrary.ts'

const numRuns = amount(15, 250)
const anyStep: fc.Arbitrary<Step> = fc.record({
  testOutcome: fc.constantFrom('success' as const, 'failure' as const),
  maxExcused: fc.option(fc.nat(5)),
  minTests: fc.option(fc.nat(10)),
})

/** Verdicts that a property came by, so that none holds of nothing. */
function counted() {
  const seen = { met: 0, unmet: 0, unknown: 0 }
  const see = (judged: Pick<Judged, 'finding'>) => {
    seen[judged.finding.verdict]++
    return judged.finding.verdict
  }
  return { seen, see }
}

/** Puts a case into a suite, however deep. */
function withCase(suite: WrittenSuite, at: number, added: WrittenCase): WrittenSuite {
  const [inner] = suite.suites
  if (at % 3 === 0 && inner) {
    return { ...suite, suites: [withCase(inner, Math.floor(at / 3), added), ...suite.suites.slice(1)] }
  }
  return { ...suite, cases: suite.cases.toSpliced(at % (suite.cases.length + 1), 0, added) }
}

test('a failing test more that is in no list always blocks', async () => {
  const stranger = fc.record({
    name: fc.constantFrom('stranger', ''),
    classname: fc.option(fc.constant('c')),
    file: fc.option(fc.constant('e.ts')),
    says: fc.constantFrom('failure' as const, 'error' as const),
  })
  const { seen, see } = counted()
  await fc.assert(
    fc.asyncProperty(crowdedJob, stranger, fc.nat(), anyStep, async ({ suites, entries }, added, at, step) => {
      see(await judgeJob({ suites, entries }, { ...step, testOutcome: 'failure' }))
      const which = at % suites.length
      const more = suites.map((suite, index) => (index === which ? withCase(suite, at, added) : suite))
      const judged = await judgeJob({ suites: more, entries }, step)
      expect(judged.finding.verdict).toBe('unmet')
      expect(judged.groups.flatMap(({ excuses }) => excuses.blocking.map(each => each.test.name))).toContain(added.name)
    }),
    { numRuns },
  )
  expect(seen.met).toBeGreaterThan(0)
})

/** Names told apart by what makes cases tries of one test. */
function withoutRepeats(suite: WrittenSuite): WrittenSuite {
  const keyed = new Map(suite.cases.map(each => [`${each.name}\0${each.classname}\0${each.file}`, each]))
  return { ...suite, cases: [...keyed.values()], suites: suite.suites.map(withoutRepeats) }
}

/** Sorts by a text that nobody can foresee, and that a seed repeats. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const places = items.map((item, at) => ({ item, place: Math.imul((at + 1) * 0x9e3779b1, seed | 1) >>> 0 }))
  return places.toSorted((a, b) => a.place - b.place).map(({ item }) => item)
}

function turned(suite: WrittenSuite, seed: number): WrittenSuite {
  const suites = shuffled(suite.suites, seed).map(each => turned(each, seed + 1))
  return { ...suite, cases: shuffled(suite.cases, seed), suites }
}

test('the order of entries, files, suites and cases that are no repeats changes nothing', async () => {
  const { seen, see } = counted()
  await fc.assert(
    fc.asyncProperty(crowdedJob, anyStep, fc.nat(), async (job, step, seed) => {
      const suites = job.suites.map(withoutRepeats)
      const one = await judgeJob({ suites, entries: job.entries }, step)
      const files = shuffled(suites, seed).map((suite, at) => [`${at}.xml`, writeReport([turned(suite, seed)])])
      const other = await judgeTexts(Object.fromEntries(files), shuffled(job.entries, seed), step)
      const sorted = (judged: Judged) => {
        const { blocking, ...rest } = unordered(judged) as { blocking: string[] }
        return { ...rest, blocking: blocking.toSorted() }
      }
      see(one)
      expect(sorted(other)).toEqual(sorted(one))
    }),
    { numRuns },
  )
  expect(Math.min(seen.met, seen.unmet)).toBeGreaterThan(0)
})

test('without ambiguity, a quarantined test less never turns a block into a pass', async () => {
  const { seen, see } = counted()
  await fc.assert(
    fc.asyncProperty(roomyJob.map(withoutAmbiguity), fc.nat(), async ({ suites, entries }, at) => {
      const whole = await judgeJob({ suites, entries })
      if (see(whole) === 'met') return
      const fewer = entries.toSpliced(at % Math.max(1, entries.length), 1)
      expect((await judgeJob({ suites, entries: fewer })).finding.verdict).not.toBe('met')
    }),
    { numRuns: 2 * numRuns },
  )
  expect(Math.min(seen.met, seen.unmet)).toBeGreaterThan(0)
})

test('a report split into legs, whose report files are merged, gives the verdict of the whole', async () => {
  const { seen, see } = counted()
  const legs = fc.array(fc.nat(2), { minLength: 3, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(roomyJob.map(withoutAmbiguity), legs, async ({ suites, entries }, legOfSuite) => {
      const parts = [0, 1, 2]
        .map(leg => suites.filter((_, at) => legOfSuite[at] === leg))
        .filter(part => part.length > 0)
      // A leg in which no test ran is unknown, whatever ran in the others.
      fc.pre(parts.every(part => part.flatMap(casesOf).some(({ says }) => says !== 'skipped')))
      const whole = await judgeJob({ suites, entries })
      const judged = await Promise.all(parts.map(part => judgeJob({ suites: part, entries })))
      const isSingle = (each: Judged) => each.groups[0]?.reports.singleParent
      // How many parents there are decides what is compared.
      fc.pre(judged.every(each => isSingle(each) === isSingle(whole)))
      const reports = await Promise.all(judged.map((each, at) => legOf(`leg ${at}`, each)))
      const { id, commit } = runInfo()
      const merged = mergeLegs(reports, {
        schemaVersion: 1,
        runId: id,
        commit,
        expectedReports: parts.length,
        testOutcome: whole.settings.testOutcome,
        maxExcused: null,
        minTests: null,
        untrusted: false,
      })
      expect(merged.finding.verdict).toBe(see(whole))
    }),
    { numRuns },
  )
  expect(Math.min(seen.met, seen.unmet)).toBeGreaterThan(0)
})

test('a start of a report is never a pass where the whole is none', async () => {
  const { seen, see } = counted()
  await fc.assert(
    fc.asyncProperty(crowdedJob, fc.integer({ min: 1, max: 100 }), async ({ suites, entries }, percent) => {
      const text = Buffer.from(writeReport(suites))
      const whole = await judgeTexts({ 'a.xml': text }, entries)
      const part = text.subarray(0, Math.floor((percent / 100) * text.length))
      const testOutcome = whole.settings.testOutcome ?? undefined
      const start = await judgeTexts({ 'a.xml': part }, entries, { testOutcome })
      see(whole)
      const isWhole = part.toString().trimEnd().endsWith('</testsuites>')
      if (!isWhole) expect(start.finding.verdict).not.toBe('met')
      else expect(start.finding.verdict).toBe(whole.finding.verdict)
    }),
    { numRuns },
  )
  expect(Math.min(seen.met, seen.unmet)).toBeGreaterThan(0)
})

test('an entry more of another name changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(crowdedJob, anyStep, async (job, step) => {
      const one = await judgeJob(job, step)
      const more = [...job.entries, quarantinedTest({ name: 'nobody' })]
      expect(unordered(await judgeJob({ ...job, entries: more }, step))).toEqual(unordered(one))
    }),
    { numRuns },
  )
})
