import type { RunContext } from '../facts/context.ts'
import type { Facts } from '../facts/facts.ts'
import { isRead } from '../facts/reading.ts'
import type { Source } from '../facts/source.ts'
import { untoldRun } from '../gate/diagnosis.ts'
import { pullRequestIn } from '../gate/subject.ts'

/** Adds, after the deciding poll, why the pull request left, and how the statuses of its run went. Decides nothing. */
export async function withHindsight(
  facts: Facts,
  {
    source,
    context,
    checks,
  }: {
    source: Source
    context: RunContext
    checks: (sha: string, signal?: AbortSignal) => Promise<Facts['checks']>
  },
  signal: AbortSignal,
): Promise<Facts> {
  const pr = pullRequestIn(facts, context)
  const isOut = pr !== null && (pr.state === 'failed' || pr.state === 'cancelled')
  const branch = context.targetBranch?.value
  const run = untoldRun(facts)
  const [removal, last, ofRun] = await Promise.all([
    isOut && pr.removal === null ? source.removal?.(pr, signal) : undefined,
    isOut && branch !== undefined && !isRead(facts.testRun) ? source.lastRun?.(pr, branch, signal) : undefined,
    run ? checks(run.testBranchSha, signal) : facts.checks,
  ])
  const told = pr && isRead(removal) ? { ...pr, removal: removal.value } : null
  return {
    ...facts,
    ...(told && { pullRequest: { value: told } }),
    foundRun: last,
    checks: ofRun,
  }
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
