import type { Facts } from '../../facts/facts.ts'
import { isRead } from '../../facts/reading.ts'
import type { TestInputs } from '../../facts/test-report.ts'
import type { Message } from '../../text/message.ts'
import type { TestJudges } from '../conditions.ts'
import { forGood, unknown } from '../verdict.ts'
import { judgeDebt, type QuarantineLimits } from './debt.ts'
import { type EntriesRead, entriesRead } from './excuses.ts'
import { type JudgedTests, judgeTests } from './tests.ts'

/** All that decides about tests: the inputs, and what is known of the list. */
export interface TestSettings extends TestInputs {
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
  /** The tests of a poll; null if no test reports were read. */
  judged: (facts: Facts) => JudgedTests | null
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
    judges: {
      'no-blocking-failures': facts => judged(facts)?.finding ?? notRead,
      'quarantine-within-limits': facts => judgeDebt(facts.quarantinedTests, settings.limits, settings.now),
    },
  }
}

function judgedTests(facts: Facts, settings: TestSettings): JudgedTests | null {
  const { testReports } = facts
  if (!isRead(testReports)) return null
  return judgeTests(testReports.value, entriesIn(facts, settings), settings)
}

function entriesIn({ quarantinedTests }: Facts, { withoutList, workspace }: TestSettings): EntriesRead {
  if (quarantinedTests === undefined && withoutList !== null) return { complete: false, ...withoutList }
  return entriesRead(quarantinedTests, workspace)
}
