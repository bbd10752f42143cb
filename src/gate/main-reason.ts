import type { RunContext, Snapshot } from '../facts/context.ts'
import { type Facts, type FailedRead, failedReads, type TestRun } from '../facts/facts.ts'
import { isAbsent, isRead, valueIn } from '../facts/reading.ts'
import { incomplete } from '../facts/test-report.ts'
import { type Message, say } from '../text/message.ts'
import { otherBase } from './base-branch.ts'
import { isIn } from './doubts.ts'
import { noQueue, remedyWithoutQueue } from './queue.ts'
import { byRank, isOfTests, type Reason, reason } from './reasons.ts'
import { warningsOn } from './required.ts'
import { findingOf } from './snapshot.ts'
import { isForeignRun, nameOfRun, pullRequestIn } from './subject.ts'
import type { ConditionVerdict } from './verdict.ts'

/**
 * All reasons, the main one first: refused reads, then unmet conditions, unknown ones, and what decides nothing. Among
 * equals, reasons that waiting can't change come first, because "wait" is no help as long as they stand.
 *
 * @param needed the failed reads that decide by themselves
 */
export function reasonsInOrder(conditions: ConditionVerdict[], needed: FailedRead[], snapshot: Snapshot): Reason[] {
  const of = (verdict: ConditionVerdict['verdict'], final: boolean) =>
    conditions
      .filter(condition => condition.verdict === verdict && condition.final === final)
      .flatMap(({ reasons }) => reasons)
      .toSorted(byRank)
  const ofConditions = [...of('unmet', true), ...of('unmet', false), ...of('unknown', true), ...of('unknown', false)]
  const testsBlock = ofConditions.some(({ code }) => code === 'blocking-failures')
  const refused = conditions.length > 0 ? needed.map(each => reasonOfFailure(each, needed, testsBlock)) : []
  const deciding = [...refused, ...withNoQueueFirst(ofConditions, snapshot)]
  const failures = failedReads(snapshot.facts).map(each => reasonOfFailure(each, needed, testsBlock))
  const sides = [...without(deciding, failures, isAlike), ...without(deciding, besides(snapshot), isSame)]
  return [...deciding, ...sides.toSorted(byRank)]
}

/** Those that say something new: neither one of `said` nor an earlier one is the same. */
function without(said: readonly Reason[], all: readonly Reason[], same: (a: Reason, b: Reason) => boolean): Reason[] {
  return all.filter((each, at) => ![...said, ...all.slice(0, at)].some(other => same(other, each)))
}

/** One line for all calls that fail in one way. */
function isAlike(a: Reason, b: Reason): boolean {
  return a.code === b.code
}

/** A stale head is told once, in whatever words. */
function isSame(a: Reason, b: Reason): boolean {
  return isAlike(a, b) && (a.code === 'stale-head' || a.message === b.message)
}

function reasonOfFailure({ read, failure }: FailedRead, needed: FailedRead[], testsBlock: boolean): Reason {
  const { code, message, outage, headline } = failure
  // The unread list might excuse the blocking tests. `on-unavailable: warn` is no remedy: they would still block.
  const mightExcuse = read === 'quarantined-tests' && testsBlock
  const own = mightExcuse && outage ? 'Run the job again when the service is back.' : failure.remedy
  const decides = mightExcuse || needed.some(each => each.read === read)
  const found = reason(code, null, message, decides ? own : 'The verdict does not rest on this answer.')
  return headline === undefined ? found : { ...found, headline }
}

/** A missing queue comes before all other reasons that rest on the branch: the branch may be misspelt. */
function withNoQueueFirst(reasons: Reason[], snapshot: Snapshot): Reason[] {
  const { facts, context } = snapshot
  const [main] = reasons
  if (!isAbsent(facts.queue) || !main || !restsOnQueue(main, facts)) return reasons
  // A pull request that is submitted into this branch contradicts a missing queue, so neither answer is the cause.
  const pr = pullRequestIn(facts, context)
  if (pr && isIn(pr) && !otherBase(pr, snapshot)) return reasons
  const isNoQueue = ({ code }: Reason) => code === 'queue-not-found'
  const known = reasons.filter(isNoQueue)
  const added = reason('queue-not-found', null, `${noQueue(context)}.`, remedyWithoutQueue(snapshot))
  return [...(known.length > 0 ? known : [added]), ...reasons.filter(each => !isNoQueue(each))]
}

/** True unless the reason is a failed read, or is about tests: neither rests on the branch. */
function restsOnQueue(main: Reason, facts: Facts): boolean {
  // The rules of a branch require checks whether it has a queue or not.
  if (isOfTests(main) || main.condition === 'merge-group-checks') return false
  // If the test run was read, a reason about it does not rest on the queue.
  if (main.condition === 'test-run-succeeded' && isRead(facts.testRun)) return false
  return !failedReads(facts).some(({ failure }) => failure.code === main.code)
}

/** Reasons that people should know, whichever conditions are required. */
function besides(snapshot: Snapshot): Reason[] {
  const { facts, context, doubts } = snapshot
  const run = valueIn(facts.testRun)
  const list = valueIn(facts.quarantinedTests)
  const gap = list && incomplete(list)
  const isForeign = run !== null && isForeignRun(run, context)
  return [
    ...(isForeign
      ? [reason('stale-head', null, otherCommit(run, context))]
      : run
        ? warningsOn(run, context.source)
        : []),
    ...doubts
      .flatMap(doubt => findingOf(doubt, snapshot).reasons)
      // No condition waits for these reasons, so more time is no remedy.
      .map(each => ({ ...each, condition: null, remedy: each.remedy === 'wait' ? 'Run the job again.' : each.remedy })),
    ...(gap ? [reason(gap.code, null, `The ${gap.clause}.`, gap.remedy)] : []),
  ]
}

function otherCommit(run: TestRun, { source }: RunContext): Message {
  return say`${nameOfRun(run, source)} is on another commit than this run, so its outcome does not count.`
}
