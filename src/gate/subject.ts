import { isSameCommit } from '../facts/commit.ts'
import { type Facts, type PullRequest, type TestRun, valueIn } from '../facts/facts.ts'
import type { RunContext } from '../setup/context.ts'

/** The pull request that was asked for; null where it was not read, or another one came. */
export function pullRequestIn({ pullRequest }: Facts, context: RunContext | null): PullRequest | null {
  const pr = valueIn(pullRequest)
  return pr && pr.number === context?.pullRequest?.value ? pr : null
}

/** Whether the test run is that of another commit than the one that this run of the test branch is about. */
export function isForeignRun(testRun: TestRun, context: RunContext): boolean {
  // Anybody who can push can choose the name of a test branch; only its tip tells.
  return context.kind === 'test-branch' && !isSameCommit(testRun.testBranchSha, context.testRunHead ?? '')
}
