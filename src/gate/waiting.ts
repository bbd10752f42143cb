import type { Condition, Read } from '../facts/conditions.ts'
import type { Plan, RunContext } from '../facts/context.ts'
import { doubtAbout, type Facts, failedReads, refusedReads } from '../facts/facts.ts'
import { isAbsent, isRead } from '../facts/reading.ts'
import type { Verdict } from './conclusion.ts'
import { CONDITIONS } from './conditions.ts'
import { isOfEventGroup } from './subject.ts'
import type { ConditionVerdict } from './verdict.ts'

/** True if no poll can help: all conditions are met, one can't be met any more, or a needed read failed for good. */
export function isFinal({ conditions }: Verdict, facts: Facts, { needed }: Plan): boolean {
  const open = conditions.filter(({ verdict }) => verdict !== 'met')
  if (open.length === 0 || open.some(({ final }) => final)) return true
  return refusedReads(facts, needed).length > 0
}

/**
 * True if "out of the queue" needs another poll: answers lag, so two in a row have to agree. A merge is final. After a
 * refused read, another poll is of use only if all conditions are met.
 */
export function leftUnconfirmed(
  poll: JudgedPoll,
  before: JudgedPoll | null,
  context: RunContext,
  { needed }: Plan,
): boolean {
  const found = onPlace(poll, context)
  if (!context.source.answersLag || found === '' || !isOutOfQueue(poll.facts)) return false
  const isMet = poll.verdict.conditions.every(({ verdict }) => verdict === 'met')
  if (!isMet && refusedReads(poll.facts, needed).length > 0) return false
  return before === null || !isOutOfQueue(before.facts) || onPlace(before, context) !== found
}

interface JudgedPoll {
  facts: Facts
  verdict: Verdict
}

/**
 * The verdicts on conditions that rest on the pull request's place in the queue. The test run rests on that place, too,
 * unless the event names its merge group. A poll with other verdicts confirms nothing.
 */
function onPlace({ verdict: { conditions } }: JudgedPoll, context: RunContext): string {
  const resting: Read[] = isOfEventGroup(context) ? ['pull-request'] : ['pull-request', 'test-run']
  return conditions
    .filter(({ condition }) => CONDITIONS[condition].needs.some(read => resting.includes(read)))
    .map(({ verdict }) => verdict)
    .join()
}

function isOutOfQueue({ pullRequest }: Facts): boolean {
  if (!isRead(pullRequest)) return isAbsent(pullRequest)
  const { submitted, state, doubts } = pullRequest.value
  return !submitted && state !== 'merged' && doubtAbout(doubts, 'pull-request', 'place') === null
}

/** False if an outage kept a condition from being judged, or hid the list that may excuse the tests that block. */
export function isComplete({ conditions }: Verdict, facts: Facts): boolean {
  const lacksList = failedReads(facts).some(({ read, failure }) => read === 'quarantined-tests' && failure.outage)
  const isOpen = ({ condition, verdict }: ConditionVerdict) =>
    condition === 'no-blocking-failures' && verdict === 'unmet' && lacksList
  return conditions.every(each => !each.outage && !isOpen(each))
}

export function openConditions(conditions: readonly ConditionVerdict[]): Condition[] {
  return conditions.filter(({ verdict }) => verdict !== 'met').map(({ condition }) => condition)
}
