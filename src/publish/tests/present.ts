import type { Facts } from '../../facts/facts.ts'
import { debtByOwner, indicesByOwner } from '../../gate/quarantine/debt.ts'
import type { JudgedTests } from '../../gate/quarantine/judged.ts'
import { readCodeowners } from '../../reports/codeowners.ts'
import type { Clean } from '../../secret.ts'
import { count } from '../wording.ts'
import { testAnnotations } from './annotations.ts'
import { type DebtShown, debtOverview } from './debt.ts'
import { blockingPart, otherTestsPart } from './failures.ts'
import { legsPart } from './legs.ts'
import { testOutputs } from './outputs.ts'
import type { ShownInputs, TestsPresentation } from './presentation.ts'
import { reportedTests } from './report.ts'
import { type Totals, totalsOf } from './totals.ts'

/** What a step about tests came to. */
export interface TestsOutcome {
  facts: Facts
  tests: JudgedTests | null
}

/** Where and when a step runs. */
interface Surroundings {
  workspace: string
  /** Milliseconds since the epoch. */
  now: number
  clean: Clean
}

/**
 * Makes of a step about tests what the log, the outputs, the summary and the report show of it.
 */
export function presentTests(
  { facts, tests }: TestsOutcome,
  inputs: ShownInputs,
  around: Surroundings,
): TestsPresentation {
  const { workspace } = around
  const debt = debtOf(facts, inputs, around)
  const totals = tests && totalsOf(tests)
  return {
    outputs: testOutputs(tests, facts, debt?.report ?? null),
    line: lineOf(totals),
    annotations: tests ? testAnnotations(tests, workspace) : [],
    blocking: room => (tests ? blockingPart(tests, room) : null),
    legs: room => (tests ? legsPart(tests, room) : null),
    others: room => (tests ? otherTestsPart(tests, room) : null),
    debt: debt && {
      owners: new Map(debt.report.owners.map(({ owner }) => [owner, debt.owners.get(owner) ?? []])),
      overview: room => debtOverview(debt, room),
    },
    notices: debt?.problem ? [debt.problem] : [],
    report: reportedTests(facts, tests, inputs),
  }
}

function debtOf({ quarantinedTests }: Facts, inputs: ShownInputs, around: Surroundings): DebtShown | null {
  if (quarantinedTests.kind !== 'read') return null
  const { tests, partial } = quarantinedTests.value
  const { workspace, now, clean } = around
  const { codeowners, problem } = readCodeowners(workspace, inputs.codeownersPath, clean)
  const ownersOf = (file: string) => codeowners?.ownersOf(file) ?? []
  const limits = { count: inputs.maxQuarantined, ageMs: inputs.maxQuarantineAgeMs }
  return {
    list: tests,
    isWhole: partial === null,
    limits,
    report: debtByOwner(tests, limits.ageMs, now, ownersOf),
    owners: indicesByOwner(tests, ownersOf),
    problem: limits.count !== null || limits.ageMs !== null || inputs.codeownersPath !== null ? problem : null,
    now,
  }
}

/** One line for the log, and the headline of a step that only reports. Plain text. */
function lineOf(totals: Totals | null): string | null {
  if (totals === null) return null
  const { ran, failed, blocking, excused } = totals
  if (ran === 0 && failed === 0) return 'No test ran'
  const whole = `${count(ran, 'test', 'tests')} ran`
  if (failed === 0) return `${whole}, none failed`
  return `${whole}, ${failed} failed: ${blocking} ${blocking === 1 ? 'blocks' : 'block'}, ${excused} ${excused === 1 ? 'is' : 'are'} quarantined`
}
