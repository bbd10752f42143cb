import type { RunContext } from '../facts/context.ts'
import type { Facts } from '../facts/facts.ts'
import type { Reading } from '../facts/reading.ts'
import type { FactSource } from '../facts/source.ts'
import { byName } from '../gate/diagnosis/case.ts'
import { needsOfDiagnosis } from '../gate/diagnosis/needs.ts'
import { requiredStatuses } from '../gate/statuses.ts'
import { pullRequestIn, shownRun } from '../gate/subject.ts'
import { type Message, say } from '../message.ts'

/**
 * Asks the source why the pull request left the queue and, if no test run is named, for the newest run. Neither answer
 * decides. A failed answer becomes a notice; if the run is what the step was to read, it becomes a failed read. Throws
 * only on cancellation.
 *
 * @param looksForRun input `read` names `test-run`
 * @param isAsked nothing is required, so what `read` names is needed
 * @param now milliseconds since the epoch
 */
export async function withHindsight(
  facts: Facts,
  context: RunContext,
  source: FactSource,
  { looksForRun, isAsked, now, signal }: { looksForRun: boolean; isAsked: boolean; now: number; signal: AbortSignal },
): Promise<{ facts: Facts; notices: Message[] }> {
  const number = context.pullRequest?.value
  const pr = pullRequestIn(facts, context)
  const hasLeft =
    pr !== null && !pr.submitted && pr.removal === null && (pr.state === 'failed' || pr.state === 'cancelled')
  const lacksRun = context.testRunId === null && facts.testRun.kind !== 'read'
  const wantsRun = lacksRun && (looksForRun || needsOfDiagnosis(facts, context, now).testRun)
  const [removal, newest] = await Promise.all([
    hasLeft ? source.removal?.(pr, signal) : undefined,
    wantsRun && number !== undefined ? source.newestRun?.(number, signal) : undefined,
  ])
  const lost = isAsked && newest?.kind === 'failed' ? newest : null
  const notices = [
    ...noticeOf(removal, `It is not known why #${number} left the queue.`),
    ...(lost ? [] : noticeOf(newest, `The newest test run of #${number} is not known.`)),
  ]
  return {
    notices,
    facts: {
      ...facts,
      ...(lost && { testRun: lost }),
      ...(pr &&
        removal?.kind === 'read' && { pullRequest: { kind: 'read', value: { ...pr, removal: removal.value } } }),
      ...(newest && { foundRun: newest.kind === 'read' ? { kind: 'read', value: newest.value } : { kind: 'absent' } }),
    },
  }
}

/** Adds the failed checks that ejected the pull request, if the source shows them only on the merge group. */
export function withFailedChecks(facts: Facts, context: RunContext): Facts {
  const pr = pullRequestIn(facts, context)
  const run = shownRun(facts, context)
  if (context.source.testsOn !== 'merge-group' || pr?.removal?.reason !== 'checks-failed') return facts
  if (!run?.pullRequests?.some(({ number }) => number === pr.number)) return facts
  const failed = requiredStatuses(run)?.filter(({ state }) => state === 'failed')
  const failedChecks = failed?.toSorted(byName).map(({ name, url }) => ({ name, url })) ?? []
  return { ...facts, pullRequest: { kind: 'read', value: { ...pr, removal: { ...pr.removal, failedChecks } } } }
}

/** Does work that only explains the verdict; if the step is cancelled meanwhile, the explanation is left out. */
export async function unlessCancelled<T>(signal: AbortSignal, work: () => Promise<T>, instead: T): Promise<T> {
  try {
    return signal.aborted ? instead : await work()
  } catch (error) {
    if (!signal.aborted) throw error
    return instead
  }
}

function noticeOf(reading: Reading<unknown> | undefined, what: string): Message[] {
  return reading?.kind === 'failed' ? [say`${reading.failure.message} ${what}`] : []
}
