import type { Facts } from '../../facts/facts.ts'
import { isRead } from '../../facts/reading.ts'
import type { Message } from '../../text/message.ts'
import type { TestJudges } from '../conditions.ts'
import { forGood, unknown } from '../verdict.ts'
import { judgeDebt, type QuarantineLimits } from './debt.ts'
import { type EntriesRead, entriesRead } from './excuses.ts'
import { type JudgedGroup, type JudgedTests, judgeTests, type TestOptions } from './tests.ts'

/** All that decides about tests: the inputs, and what the event tells about the run. */
export interface TestSettings extends TestOptions {
  limits: QuarantineLimits
  /** Why the list of quarantined tests can't be asked for, worded to follow a colon; null if it can. */
  withoutList: { why: Message; remedy: Message } | null
  /** Milliseconds since the epoch, from which ages are reckoned. */
  now: number
  /** The path of the workspace; the files of quarantined tests may begin with it. */
  workspace: string
}

/** The judges of the conditions on tests, and the details of their findings. */
export interface JudgeOfTests {
  judges: TestJudges
  /** The tests of a poll; null if neither test reports nor report files were read. */
  judged: (facts: Facts) => JudgedTests | null
  /** True if tests failed, quarantine excuses all of them, and nothing else is wrong with the reports. */
  onlyQuarantinedFailed: (facts: Facts) => boolean
}

/** Judges the tests of each poll once, however often the result is asked for. Pure. */
export function createJudgeOfTests(settings: TestSettings): JudgeOfTests {
  const known = new WeakMap<Facts, JudgedTests | null>()
  const judged = (facts: Facts) => {
    if (!known.has(facts)) known.set(facts, judgedTests(facts, settings))
    return known.get(facts) ?? null
  }
  const notRead = forGood(unknown('internal-error', 'No test reports were read.'))
  return {
    judged,
    onlyQuarantinedFailed: facts => {
      const tests = judged(facts)
      return tests?.finding.verdict === 'met' && tests.groups.some(({ excuses }) => excuses.excused.length > 0)
    },
    judges: {
      'no-blocking-failures': facts => judged(facts)?.finding ?? notRead,
      'quarantine-within-limits': facts => judgeDebt(facts.quarantinedTests, settings.limits, settings.now),
    },
  }
}

function judgedTests(facts: Facts, settings: TestSettings): JudgedTests | null {
  const { testReports } = facts
  if (!isRead(testReports)) return null
  const list = entriesIn(facts, settings)
  const { finding, excuses } = judgeTests(testReports.value, list, settings)
  const own: JudgedGroup = {
    variant: settings.variant,
    reports: testReports.value,
    entries: list.complete ? list.entries : null,
    excuses,
  }
  return { finding, groups: [own] }
}

function entriesIn({ quarantinedTests }: Facts, { withoutList, workspace }: TestSettings): EntriesRead {
  if (quarantinedTests === undefined && withoutList !== null) return { complete: false, ...withoutList }
  return entriesRead(quarantinedTests, workspace)
}
