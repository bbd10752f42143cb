import type { RunContext, Snapshot } from '../facts/context.ts'
import { hasValue, isAbsent, knownValue, TEST_RUN_STATUSES, type TestRun, valueIn } from '../facts/facts.ts'
import { capitalised, code, type Message, quoted, say } from '../text/message.ts'
import { doubtedState, doubtFinding, staleHead, staleness } from './doubts.ts'
import { noQueue } from './queue.ts'
import { REASONS } from './reason-codes.ts'
import { type Finding, forGood, met, NOT_READ, noValue, unknown, unmet } from './reasons.ts'
import { statusReasons } from './statuses.ts'
import { isStaleRun, knownState, nameOfRun, pullRequestIn, stateInWords, wordsOfState } from './subject.ts'

export function testRunSucceeded(snapshot: Snapshot): Finding {
  const { facts, context } = snapshot
  // These findings hold whatever the run says, so a failed read of the run hides none of them.
  const anyway = unnamedRun(context) ?? doubtfulPullRequest(snapshot)
  if (anyway) return anyway
  if (!hasValue(facts.testRun)) return noValue(facts.testRun, noRun(snapshot))
  const run = facts.testRun.value
  return staleRun(run, context) ?? doubtFinding(snapshot, 'test-run') ?? judgeStatus(run, snapshot)
}

/** The finding on a test branch without a commit, or without a run id: the name of a bisection's branch holds none. */
function unnamedRun({ kind, testRunId, eventSha }: RunContext): Finding | null {
  if (kind !== 'test-branch') return null
  if (eventSha === null) {
    const evidence = 'The event names no commit, as after the deletion of a branch, so there is no test run to look up.'
    return forGood(unknown('stale-head', evidence))
  }
  if (testRunId !== null) return null
  const message = 'The name of this test branch does not hold the id of its run.'
  const remedy = say`Set ${code('test-run-id')} to the id of the bisection's own run.`
  return forGood(unknown('test-run-not-found', message, remedy))
}

/** True if neither an input nor the event names the run: the queue's answer about the pull request must name it. */
function isNamedByQueue({ context: { kind, testRunId, source } }: Snapshot): boolean {
  const isOfEvent = kind === 'merge-group' && source.testsOn === 'merge-group'
  return testRunId === null && !isOfEvent
}

/** The finding if only the pull request can name the run, and is missing, of another commit, or in doubt. */
function doubtfulPullRequest(snapshot: Snapshot): Finding | null {
  if (!isNamedByQueue(snapshot)) return null
  const { facts, context } = snapshot
  // An absent pull request has only a state: never submitted. Else a doubt about the whole answer comes first.
  if (isAbsent(facts.pullRequest)) return doubtFinding(snapshot, 'pull-request-state') ?? noRun(snapshot)
  const doubtedAnswer = doubtFinding(snapshot, 'pull-request')
  if (doubtedAnswer) return doubtedAnswer
  const pr = pullRequestIn(facts, context)
  return pr ? (staleness(pr, snapshot) ?? doubtedState(pr, snapshot)) : noValue(facts.pullRequest, NOT_READ)
}

/** The finding on a stale test run: it tested another commit than the one that this workflow run is for. */
export function staleRun(run: TestRun, context: RunContext): Finding | null {
  if (!isStaleRun(run, context)) return null
  const name = nameOfRun(run, context.source)
  return staleHead(commit => say`${name} is at ${commit}`, run.testBranchSha, context.eventSha ?? '')
}

function judgeStatus(run: TestRun, snapshot: Snapshot): Finding {
  const name = nameOfRun(run, snapshot.context.source)
  switch (knownValue(TEST_RUN_STATUSES, run.status)) {
    case 'succeeded':
      return met(say`${name} succeeded.`)
    case 'failed':
      return withStatuses(finalUnlessQueued(unmet('test-run-failed', say`${name} failed.`), snapshot), run, snapshot)
    case 'cancelled':
      return finalUnlessQueued(unmet('test-run-cancelled', say`${name} was cancelled.`), snapshot)
    case 'in_progress':
      return withStatuses(unmet('test-run-in-progress', say`${name} is still in progress.`), run, snapshot)
    case null:
      return unknownStatus(run, name)
  }
}

function withStatuses(found: Finding, run: TestRun, { context }: Snapshot): Finding {
  return { ...found, reasons: [...found.reasons, ...statusReasons(run, context.source)] }
}

/** While the pull request is in the queue, the queue can test it again, and then names another run. */
function finalUnlessQueued(found: Finding, snapshot: Snapshot): Finding {
  const pr = isNamedByQueue(snapshot) ? pullRequestIn(snapshot.facts, snapshot.context) : null
  return pr?.submitted === true ? found : forGood(found)
}

/** A source that judges the run itself says why it is undecided; else there is no status that this version knows. */
function unknownStatus({ status: word, whyUndecided: why }: TestRun, name: Message): Finding {
  if (why) return { ...unknown('not-known', why.message, why.remedy), outage: why.outage, final: why.final }
  const status = word === null ? 'no status' : say`the status ${quoted(word)}, which this version does not know`
  return unknown('not-known', say`${name} has ${status}.`)
}

/** The finding on a missing run. If no id was given, the state of the pull request decides on the remedy. */
function noRun(snapshot: Snapshot): Finding {
  const { facts, context } = snapshot
  const { source, testRunId, pullRequest: asked } = context
  const name = capitalised(source.name)
  if (testRunId !== null) return unknown('test-run-not-found', say`${name} knows no test run ${code(testRunId)}.`)
  const ofNumber = asked ? ` of #${asked}` : ''
  const wasNeverSubmitted = isAbsent(facts.pullRequest)
  if (wasNeverSubmitted && isAbsent(facts.queue)) return noQueue(snapshot, 'unknown')
  if (!source.namesTestRun) {
    return unknown('test-run-not-found', `${name} names the test run${ofNumber} only after the merge.`, AFTER_MERGE)
  }
  const pr = valueIn(facts.pullRequest)
  const state = knownState(pr?.state ?? null)
  const clause = pr ? stateInWords(pr, source) : 'was never submitted'
  const which = pr || wasNeverSubmitted ? `, which ${clause}` : ''
  const noun = source.testsOn === 'merge-group' ? 'merge group' : 'test run'
  const stateCode = state === null || state === 'merged' ? 'test-run-not-found' : wordsOfState(state, source).reasonCode
  const { remedy } = REASONS[wasNeverSubmitted ? 'not-submitted' : stateCode]
  return unknown('test-run-not-found', `${name} names no ${noun}${ofNumber}${which}.`, remedy)
}

const AFTER_MERGE = say`Wait for the merge, set ${code('test-run-id')}, or run on the queue's test branches.`
