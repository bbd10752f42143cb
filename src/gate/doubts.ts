import { BISECTION, branchName, parseTestBranch } from '../facts/branch.ts'
import type { RunContext } from '../facts/context.ts'
import {
  type Doubt,
  doubtAbout,
  doubtOn,
  type Facts,
  isOver,
  known,
  PULL_REQUEST_STATES,
  type PullRequest,
  type Queue,
  type TestRun,
} from '../facts/facts.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { isAbsent, isRead, valueIn } from '../facts/reading.ts'
import { plain } from '../text/escape.ts'
import { capitalised, code, quoted, say } from '../text/message.ts'
import { requiredStatuses } from './statuses.ts'

/**
 * All contradictions in the facts of one poll, found once, before any condition is judged. An answer about another pull
 * request or queue than the one asked for counts as a contradiction, too. Pure.
 */
export function doubtsIn(facts: Facts, context: RunContext): Doubt[] {
  const pr = valueIn(facts.pullRequest)
  const queue = valueIn(facts.queue)
  const testRun = valueIn(facts.testRun)
  const found = [
    pr && anotherNumber(pr, context),
    pr && stateAgainstFlag(pr, context),
    pr && anotherBase(pr, context),
    pr && submittedNowhere(pr, facts, context),
    pr && closedOnItsWay(pr, facts),
    queue && anotherQueue(queue, context),
    queue && outAndListed(facts, queue, context),
    testRun && succeededAgainst(testRun, context),
    testRun && anotherRun(testRun, context),
    testRun && testsOthers(testRun, context),
  ]
  // A source's own doubts about its answers count like the contradictions found here.
  const doubts = [pr, queue, testRun].flatMap(each => each?.doubts ?? [])
  return [...found.filter(each => each !== null), ...doubts]
}

function anotherNumber(pr: PullRequest, { pullRequest, source }: RunContext): Doubt | null {
  if (pr.number === pullRequest?.value) return null
  const message = `Asked for #${pullRequest?.value}, ${source.name} answered with #${pr.number}.`
  return doubtOn(['number'], message)
}

/**
 * Compares the state with the flag `submitted`. State `merged` counts whatever the flag says. State `not_ready` without
 * the flag is no contradiction: the pull request was never submitted.
 */
function stateAgainstFlag(pr: PullRequest, { source }: RunContext): Doubt | null {
  const isLost = pr.state === 'failed' || pr.state === 'cancelled'
  if (pr.submitted ? !isLost : !isOnItsWay(pr)) return null
  const flag = pr.submitted ? 'it is still submitted to the queue' : 'it is not submitted to the queue'
  const message = say`${contradictory(pr, source)}: its state is ${code(pr.state ?? '')}, but ${flag}.`
  return doubtOn(['state', 'submitted'], message)
}

/**
 * If the base branch is not the queue's, the claim that it matches is a contradiction. A pull request with another base
 * that is out of the queue was in another queue, so the whole answer is in doubt.
 */
function anotherBase(pr: PullRequest, { targetBranch, source }: RunContext): Doubt | null {
  const asked = targetBranch?.value
  // The source itself has doubted the base branch already.
  if (doubtAbout(pr.doubts, 'base-branch')) return null
  if (pr.baseBranch === null || asked === undefined || branchName(pr.baseBranch) === asked) return null
  const base = quoted(branchName(pr.baseBranch))
  if (!pr.submitted || pr.state === 'merged') {
    const message = `Asked for the queue of ${quoted(asked)}, ${source.name} answered with #${pr.number} into ${base}.`
    return doubtOn(['number', 'base-branch'], message)
  }
  if (pr.readiness !== null && pr.readiness.baseBranchMatches !== true) return null
  const stands = pr.state === null ? 'it is submitted' : `its state is ${quoted(pr.state)}`
  const claim = pr.readiness === null ? stands : 'its base branch matches'
  const message = `${contradictory(pr, source)}: ${claim}, but its base branch is ${base}, not ${quoted(asked)}.`
  return doubtOn(['base-branch'], message)
}

function submittedNowhere(
  pr: PullRequest,
  { queue }: Facts,
  { pullRequest, targetBranch, source }: RunContext,
): Doubt | null {
  // Another pull request's submission says nothing about this queue.
  if (pr.number !== pullRequest?.value) return null
  // If the source itself doubts the submission, its own doubt says why.
  if (!pr.submitted || doubtAbout(pr.doubts, 'submitted') || !isAbsent(queue)) return null
  const message = `${contradicting(pr.number, source)}: it is submitted, but branch ${quoted(targetBranch?.value ?? '')} has no queue.`
  return doubtOn(['submitted', 'state', 'queue'], message)
}

function closedOnItsWay(pr: PullRequest, { github }: Facts): Doubt | null {
  if (!isRead(github) || github.value.number !== pr.number || github.value.open || !mayBeEnqueued(pr)) return null
  const message = `GitHub says that #${pr.number} is closed, but it still has a place in the queue.`
  return doubtOn(['submitted', 'state'], message)
}

/** True if the state of the pull request says that the queue is working on it. */
function isOnItsWay({ state }: PullRequest): boolean {
  const on = known(PULL_REQUEST_STATES, state)
  return on !== null && on !== 'not_ready' && !isOver(on)
}

/** True if the queue should list the pull request: it is on its way, or submitted in an unknown state. */
export function mayBeEnqueued(pr: PullRequest): boolean {
  return isOnItsWay(pr) || (pr.submitted && known(PULL_REQUEST_STATES, pr.state) === null)
}

function anotherQueue(queue: Queue, { targetBranch, source }: RunContext): Doubt | null {
  const asked = targetBranch?.value
  if (branchName(queue.branch) === asked) return null
  const message = `Asked for the queue of ${quoted(asked ?? '')}, ${source.name} answered with the queue of ${quoted(branchName(queue.branch))}.`
  return doubtOn(['queue'], message)
}

function outAndListed(facts: Facts, queue: Queue, { pullRequest, source }: RunContext): Doubt | null {
  const number = pullRequest?.value
  if (number === undefined || !isOut(facts, number)) return null
  const live = (queue.entries ?? []).filter(entry => entry.number === number && !isOver(entry.state))
  // The order of the list must not change the sentence.
  const [state] = live.map(entry => entry.state ?? 'in no known state').toSorted()
  if (state === undefined) return null
  const said = isAbsent(facts.pullRequest) ? 'it was never submitted' : 'it is not submitted'
  const message = `${contradicting(number, source)}: ${said}, but the queue lists it as ${quoted(state)}.`
  return doubtOn(['submitted', 'queue-entry'], message)
}

/** True if the source says that this pull request is not in the queue. An answer about another one says nothing. */
function isOut({ pullRequest }: Facts, number: number): boolean {
  if (isAbsent(pullRequest)) return true
  return isRead(pullRequest) && pullRequest.value.number === number && !pullRequest.value.submitted
}

/** A run without any report is no contradiction: queues skip tests that they find redundant. */
function succeededAgainst(testRun: TestRun, { source }: RunContext): Doubt | null {
  if (testRun.status !== 'succeeded') return null
  const doubtFinding = requiredStatuses(testRun)?.find(({ state }) => state === 'failed' || state === 'pending')
  if (!doubtFinding) return null
  const how = doubtFinding.state === 'failed' ? 'failed' : 'is still pending'
  const message = `${capitalised(source.name)}'s response about the test run contradicts itself: the run succeeded, but its required status ${quoted(doubtFinding.name)} ${how}.`
  return doubtOn(['test-run-status'], message)
}

/** The name of a test branch holds the id of its run, so another id there is a contradiction. */
function anotherRun({ id, testBranch }: TestRun, { testRunId, source }: RunContext): Doubt | null {
  // A bisection that has an id of its own is still on a branch that names the run it splits.
  if (!source.namesBisections && BISECTION.test(testBranch)) return null
  const named = parseTestBranch(branchName(testBranch))?.testRunId.toLowerCase()
  const asked = (testRunId?.value ?? id).toLowerCase()
  // An id with the suffix of a bisection fits the branch of that bisection alone.
  if (named === undefined || asked === named || testBranch.toLowerCase().endsWith(`/${asked}`)) return null
  const message = `Asked for test run ${plain(asked, 60)}, ${source.name} answered with the run of ${plain(testBranch, 120)}.`
  return doubtOn(['test-run-status'], message)
}

/**
 * A test run has to test one of the pull requests in the name of its branch. If the event's branch gave the id of the
 * run, the name of the event's branch counts instead.
 */
function testsOthers({ testBranch, pullRequests }: TestRun, context: RunContext): Doubt | null {
  const { kind, testRunId, branchNumbers } = context
  const own = parseTestBranch(branchName(testBranch))?.pullRequests ?? []
  const named = testRunId?.from === 'event' ? branchNumbers : own
  if (kind !== 'test-branch' || named.length === 0 || pullRequests === null) return null
  if (pullRequests.some(({ number }) => named.includes(number))) return null
  const whose = named === own ? 'its branch' : "this run's branch"
  const message = `The test run of ${plain(testBranch, 120)} tests none of the pull requests in the name of ${whose}.`
  return doubtOn(['test-run-status'], message)
}

function contradicting(number: number, source: SourceProfile): string {
  return `${capitalised(source.name)}'s responses about #${number} contradict each other`
}

function contradictory({ number }: PullRequest, source: SourceProfile): string {
  return `${capitalised(source.name)}'s response about #${number} contradicts itself`
}
