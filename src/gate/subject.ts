import { isSameCommit, short } from '../facts/commit.ts'
import { branchName, type RunContext } from '../facts/context.ts'
import {
  doubtAbout,
  type Facts,
  type GitHubPullRequest,
  type PullRequest,
  type Queue,
  type TestRun,
  valueIn,
} from '../facts/facts.ts'
import type { SourceProfile } from '../facts/profile.ts'
import type { Explanation } from '../facts/source.ts'
import { code, firstOf, type Message, say } from '../text/message.ts'

/** The pull request that was asked for; null if it was not read, or if the answer is about another one. */
export function pullRequestIn({ pullRequest }: Facts, context: RunContext | null): PullRequest | null {
  const pr = valueIn(pullRequest)
  return pr && pr.number === context?.pullRequest?.value && doubtAbout(pr.doubts, 'pull-request') === null ? pr : null
}

/** GitHub's view of the pull request that was asked for; null if it was not read, or is a view of another one. */
export function viewIn({ github }: Facts, context: RunContext): GitHubPullRequest | null {
  const view = valueIn(github)
  return view?.number === context.pullRequest?.value ? view : null
}

/** The queue that was asked for; null if it was not read, or if the answer is about another one. */
export function queueIn({ queue }: Facts, context: RunContext | null): Queue | null {
  const read = valueIn(queue)
  return read && branchName(read.branch) === context?.targetBranch?.value ? read : null
}

/** The test run that was asked for; null if it was not read, or is a run of another commit. */
export function testRunIn({ testRun }: Facts, context: RunContext | null): TestRun | null {
  const read = valueIn(testRun)
  return read && context && !isForeignRun(read, context) ? read : null
}

/** A test run for the beginning of a sentence: `Test run 3f0c… of #42`, or `Merge group 5774 of #42`. */
export function nameOfRun({ id, testBranchSha, pullRequests }: TestRun, { testsOn }: SourceProfile): Message {
  const numbers = firstOf(pullRequests ?? [], 3, ({ number }) => `#${number}`)
  const of = pullRequests?.length ? say` of ${numbers}` : ''
  return testsOn === 'merge-group'
    ? say`Merge group ${code(short(testBranchSha))}${of}`
    : say`Test run ${code(id)}${of}`
}

/** True if the event names the merge group under report: then no pull request's place in the queue decides its run. */
export function isOfEventGroup({ kind, source }: RunContext): boolean {
  return kind === 'merge-group' && source.testsOn === 'merge-group'
}

/** The test run to show: the one that was asked for, else the one that was found. A found run never decides. */
export function shownRun(facts: Facts, { run }: Explanation, context: RunContext | null): TestRun | null {
  return testRunIn(facts, context) ?? valueIn(run)
}

/** True if this workflow run is on a test branch, and the test run is of another commit. */
export function isForeignRun({ status, testBranchSha }: TestRun, { kind, headSha }: RunContext): boolean {
  // A run that ended before it began has no commit: its status decides.
  const endedUnbegun = testBranchSha === '' && (status === 'failed' || status === 'cancelled')
  // Anybody who can push can choose the name of a test branch; only its tip is evidence.
  return kind === 'test-branch' && !endedUnbegun && !isSameCommit(testBranchSha, headSha)
}
