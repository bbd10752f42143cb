import type { Explanation, Need } from '../facts/explanation.ts'
import type { Facts, TestRun } from '../facts/facts.ts'
import { valueIn } from '../facts/reading.ts'
import type { Snapshot } from '../facts/snapshot.ts'
import type { Source } from '../facts/source.ts'
import { needsOf } from '../gate/causes/find.ts'
import { pullRequestIn } from '../gate/subject.ts'

interface Explainers {
  source: Source
  /** Asks GitHub for the checks of a commit. */
  checks(sha: string, signal?: AbortSignal): Promise<Explanation['checks']>
}

/**
 * Reads, after the deciding poll, what its causes may need; it decides nothing. If the step is cancelled meanwhile, there
 * is no explanation.
 */
export async function readExplanation(
  snapshot: Snapshot,
  { source, checks }: Explainers,
  signal: AbortSignal,
): Promise<Explanation> {
  if (signal.aborted) return {}
  try {
    const needs = needsOf(snapshot)
    const run = needs.includes('checks') ? runWithoutOutcomes(snapshot.facts) : null
    const [told, ofRun] = await Promise.all([
      source.explain?.(snapshot, needs, signal) ?? askOneByOne(snapshot, needs, source, signal),
      run ? checks(run.testBranchSha, signal) : undefined,
    ])
    return ofRun === undefined ? told : { ...told, checks: ofRun }
  } catch (error) {
    if (!signal.aborted) throw error
    return {}
  }
}

/** For sources that don't explain in one call yet. */
async function askOneByOne(
  { facts, context }: Snapshot,
  needs: readonly Need[],
  source: Source,
  signal: AbortSignal,
): Promise<Explanation> {
  const pr = pullRequestIn(facts, context)
  const branch = context.targetBranch?.value
  if (pr === null) return {}
  const [removal, run] = await Promise.all([
    needs.includes('removal') ? source.removal?.(pr, signal) : undefined,
    needs.includes('run') && branch !== undefined ? source.lastRun?.(pr, branch, signal) : undefined,
  ])
  return { removal, run }
}

/** The run whose outcomes only GitHub can tell; null if the source tells them. */
function runWithoutOutcomes({ testRun }: Facts): TestRun | null {
  const run = valueIn(testRun)
  return run?.requiredStatuses?.length && run.reported.every(({ outcome }) => outcome === null) ? run : null
}
