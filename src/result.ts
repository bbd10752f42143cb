import type { Plan, RunContext } from './facts/context.ts'
import type { CallRecord } from './facts/facts.ts'
import type { SourceId } from './facts/profile.ts'
import type { Explanation } from './facts/source.ts'
import type { Decision } from './gate/conclusion.ts'
import type { DebtReport, QuarantineLimits } from './gate/quarantine/debt.ts'
import type { JudgedTests } from './gate/quarantine/tests.ts'
import type { Cause } from './gate/reasons.ts'
import type { Report } from './publish/report-schema.ts'
import type { Message } from './text/message.ts'

/**
 * The result of the step. The polls fill in the verdict, then the source explains it. Log, outputs, summary, comment,
 * status and report are made from the result.
 */
export interface Result extends Decision {
  explanation: Explanation
  /** Why the pull request is stuck or out; null if no fact names a cause. It also stands in each reason it explains. */
  cause: Cause | null
  /** `wait-timeout` in milliseconds; 0 for a single poll. */
  waitTimeoutMs: number
  /** Null if the inputs or the event could not be read. */
  context: RunContext | null
  /** The source that was asked about the queue; null if none was. */
  askedSource: SourceId | null
  /** Null if the step ended at its setup. */
  plan: Plan | null
  calls: CallRecord[]
  /** The lines of the log on calls: one for each call, and one for each new try. */
  requestLines: string[]
  workflowRun: Report['run']
  /** Null if no test reports were read. */
  judgedTests: JudgedTests | null
  quarantineLimits: QuarantineLimits
  /** The quarantined tests by age; null if the list was not read. */
  quarantineDebt: DebtReport | null
  /** Milliseconds since the epoch. */
  startedAt: number
  endedAt: number
  warnings: Message[]
  notices: Message[]
  /** The page that explains the codes of this version of the action; null if unknown. */
  codesPage: string | null
  /** The addresses of the comments that were written. */
  comments: string[]
  /** True if the queue requires the status that `status-context` names; the step then does not set it. */
  isStatusRequired: boolean
}
