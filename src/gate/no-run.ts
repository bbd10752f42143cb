import type { Snapshot } from '../facts/context.ts'
import type { PullRequest } from '../facts/facts.ts'
import { isAbsent, valueIn } from '../facts/reading.ts'
import { capitalised, code, type Message, say } from '../text/message.ts'
import { AUTO_MERGE, withoutQueue } from './pull-request.ts'
import { REASONS } from './reason-codes.ts'
import { viewIn } from './subject.ts'
import { type Finding, unknown, withHeadline } from './verdict.ts'

/** The finding if nothing names the test run. */
export function unnamedRun(snapshot: Snapshot): Finding {
  const { facts, context } = snapshot
  const of = context.pullRequest ? ` of #${context.pullRequest.value}` : ''
  const wasNever = isAbsent(facts.pullRequest) && isAbsent(facts.queue)
  if (context.source.mayHaveOtherQueue && wasNever) return withoutQueue(snapshot)
  if (context.source.testsOn === 'merge-group') {
    const [why, remedy] = withoutGroup(snapshot)
    return withHeadline(`There is no merge group${of}`, unknown('test-run-not-found', why, remedy))
  }
  if (context.source.namesTestRun) {
    const isOut = isAbsent(facts.pullRequest) || valueIn(facts.pullRequest)?.submitted === false
    const remedy = isOut
      ? say`The pull request is not in the queue: set ${code('test-run-id')} to the id of the run that you mean.`
      : 'Wait until the queue tests the pull request.'
    return unknown('test-run-not-found', `The queue names no test run${of}.`, remedy)
  }
  const remedy = say`Wait for the merge, set ${code('test-run-id')}, or run on the queue's test branches.`
  const why = `${capitalised(context.source.name)} names the test run${of} only after the merge.`
  return unknown('test-run-not-found', why, remedy)
}

/** Why GitHub names no merge group, and what to do. */
function withoutGroup({ facts, context }: Snapshot): [why: Message, remedy: Message | 'wait'] {
  const subject = context.pullRequest ? `#${context.pullRequest.value}` : 'the pull request'
  if (isAbsent(facts.pullRequest)) {
    const isArmed = viewIn(facts, context)?.autoMerge
    return [`${capitalised(subject)} was never queued, so nothing is tested.`, isArmed ? AUTO_MERGE : 'Queue it.']
  }
  const pr = valueIn(facts.pullRequest)
  const name = capitalised(context.source.name)
  if (pr?.submitted && pr.state === 'pending') {
    return [`${capitalised(subject)} waits in the queue${placeOf(pr)}; its merge group is not built yet.`, 'wait']
  }
  if (pr?.submitted && pr.state === 'pending_failure') {
    return [`${name} holds ${subject} as unmergeable, without a merge group.`, REASONS['state-unmergeable'].remedy]
  }
  const why =
    pr?.submitted === false
      ? 'it left the queue without one, or the token cannot read the group'
      : 'the group is not built yet, or the token cannot read it'
  return [`${name} names no merge group of ${subject}: ${why}.`, 'Wait, or look at the queue.']
}

function placeOf({ position }: PullRequest): string {
  return position ? `, at place ${position}` : ''
}
