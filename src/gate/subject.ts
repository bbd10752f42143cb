import { isSameCommit, shortSha } from '../facts/commit.ts'
import { branchName, type RunContext } from '../facts/context.ts'
import {
  type Facts,
  findDoubt,
  isEndState,
  knownValue,
  PULL_REQUEST_STATES,
  type PullRequest,
  type PullRequestState,
  type Queue,
  type TestRun,
  valueIn,
} from '../facts/facts.ts'
import type { SourceProfile } from '../facts/profile.ts'
import type { Explanation } from '../facts/source.ts'
import { code, type Message, quoted, say, shortList } from '../text/message.ts'
import type { ReasonCode } from './reason-codes.ts'

/** The pull request that was asked for; null if it was not read, or if the answer is about another one. */
export function pullRequestIn({ pullRequest }: Facts, context: RunContext | null): PullRequest | null {
  const pr = valueIn(pullRequest)
  return pr && pr.number === context?.pullRequest && findDoubt(pr.doubts, 'pull-request') === null ? pr : null
}

/** The queue that was asked for; null if it was not read, or if the answer is about another one. */
export function queueIn({ queue }: Facts, context: RunContext | null): Queue | null {
  const read = valueIn(queue)
  return read && branchName(read.branch) === context?.targetBranch ? read : null
}

/** The test run that was asked for; null if it was not read, or is a run of another commit. */
export function testRunIn({ testRun }: Facts, context: RunContext | null): TestRun | null {
  const read = valueIn(testRun)
  return read && context && !isStaleRun(read, context) ? read : null
}

/** The test run to show: the one that was asked for, else the one that was read only to explain the verdict. */
export function shownRun(facts: Facts, { testRun }: Explanation, context: RunContext | null): TestRun | null {
  return testRunIn(facts, context) ?? valueIn(testRun)
}

/** True if this workflow run is on a test branch, and the test run is of another commit. */
export function isStaleRun({ status, testBranchSha }: TestRun, { kind, eventSha }: RunContext): boolean {
  // A run that failed or was cancelled before its tests began has no commit to compare, and is never stale.
  const endedBeforeTests = testBranchSha === '' && (status === 'failed' || status === 'cancelled')
  // Whoever can push can make a branch with the name of a test branch, so the run must be of the branch's own commit.
  return kind === 'test-branch' && !endedBeforeTests && !isSameCommit(testBranchSha, eventSha)
}

export function knownState(state: string | null): PullRequestState | null {
  return knownValue(PULL_REQUEST_STATES, state)
}

/** True if the queue has taken up the pull request and is not done with it: not `not_ready`, and no end state. */
export function isGoingThroughQueue(state: string | null): boolean {
  const word = knownState(state)
  return word !== null && word !== 'not_ready' && !isEndState(word)
}

/** For each state its reason code, and words to follow `#42`. */
const STATES: Record<PullRequestState | 'unmergeable', { reasonCode: ReasonCode; says: string }> = {
  not_ready: { reasonCode: 'state-not-ready', says: 'is not ready to be tested' },
  pending: { reasonCode: 'state-pending', says: 'waits to be tested' },
  testing: { reasonCode: 'state-testing', says: 'is being tested' },
  tests_passed: { reasonCode: 'state-tests-passed', says: 'passed its tests and is not merged yet' },
  // A queue may hold a pull request though no check failed, so the words name no failed check.
  pending_failure: { reasonCode: 'state-pending-failure', says: 'is held in the queue' },
  // GitHub holds a merge group more often for a conflict with a group ahead of it than for failed checks.
  unmergeable: { reasonCode: 'state-unmergeable', says: 'is held as unmergeable' },
  failed: { reasonCode: 'state-failed', says: 'failed in the queue' },
  cancelled: { reasonCode: 'state-cancelled', says: 'was taken out of the queue' },
  // A merged pull request satisfies every condition on the state, so nobody sees this reason.
  merged: { reasonCode: 'internal-error', says: 'is merged' },
}

export function wordsOfState(state: PullRequestState, { testsOn }: SourceProfile) {
  return STATES[state === 'pending_failure' && testsOn === 'merge-group' ? 'unmergeable' : state]
}

/** The state of a pull request, worded to follow its number: `is being tested`. */
export function stateInWords({ state }: Pick<PullRequest, 'state'>, source: SourceProfile): string {
  const known = knownState(state)
  if (known !== null) return wordsOfState(known, source).says
  return state === null ? 'is in no known state' : `is in the state ${quoted(state)}`
}

/** A test run for the beginning of a sentence: `Test run 3f0c… of #42`, or `Merge group 5774 of #42`. */
export function nameOfRun({ id, testBranchSha, pullRequests }: TestRun, { testsOn }: SourceProfile): Message {
  const numbers = shortList(pullRequests ?? [], 3, ({ number }) => `#${number}`)
  const of = pullRequests?.length ? say` of ${numbers}` : ''
  return testsOn === 'merge-group'
    ? say`Merge group ${code(shortSha(testBranchSha))}${of}`
    : say`Test run ${code(id)}${of}`
}
