import type { Snapshot } from '../facts/context.ts'
import type { Facts, TestRun } from '../facts/facts.ts'
import { valueIn } from '../facts/facts.ts'
import type { Explanation } from '../facts/source.ts'
import { causeOf, needsOf, withCause } from '../gate/causes/find.ts'
import type { Result } from '../result.ts'
import type { Ready } from '../setup/setup.ts'
import type { Tools } from './decide.ts'
import { askChecks } from './github.ts'

/** Adds what explains the verdict, and the cause: once, after the deciding poll, and never to a step that passed. */
export async function explain(decided: Result, step: Ready, { source, client, world }: Tools): Promise<Result> {
  const { facts, verdict, context } = decided
  if (verdict.conclusion === 'passed' || decided.polls === 0 || context === null) return decided
  if (isPreflight(verdict)) return decided
  const snapshot = { facts, context, doubts: verdict.doubts }
  const explanation = await readExplanation(snapshot, step, { source, client, world })
  const cause = causeOf(snapshot, explanation, world.clock.now())
  return { ...decided, verdict: withCause(verdict, cause), explanation, cause }
}

/** Only the workflow files are judged: where the pull request stands explains nothing of them. */
function isPreflight({ conditions }: Result['verdict']): boolean {
  return conditions.length > 0 && conditions.every(({ condition }) => condition === 'merge-group-checks')
}

/**
 * Reads, after the deciding poll, what its causes may need; it decides nothing. If the step is cancelled meanwhile, there
 * is no explanation.
 */
async function readExplanation(
  snapshot: Snapshot,
  { secrets }: Ready,
  { source, client, world: { signal } }: Pick<Tools, 'source' | 'client' | 'world'>,
): Promise<Explanation> {
  if (signal.aborted) return {}
  try {
    const needs = needsOf(snapshot)
    if (needs.length === 0) return {}
    const run = needs.includes('checks') && secrets.github !== '' ? runWithoutOutcomes(snapshot.facts) : null
    const [explanation, checks] = await Promise.all([
      source.explain(snapshot, needs, signal),
      run && askChecks(client, snapshot.context, run.testBranchSha, signal),
    ])
    return checks === null ? explanation : { ...explanation, checks }
  } catch (error) {
    if (!signal.aborted) throw error
    return {}
  }
}

/** The run whose outcomes only GitHub can tell; null if the source tells them. */
function runWithoutOutcomes({ testRun }: Facts): TestRun | null {
  const run = valueIn(testRun)
  return run?.requiredStatuses?.length && run.reported.every(({ outcome }) => outcome === null) ? run : null
}
