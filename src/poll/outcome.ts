import { failedReads } from '../facts/facts.ts'
import type { Verdict } from '../gate/conclusion.ts'
import type { Decision } from '../gate/decision.ts'
import type { Poll } from './poll.ts'

type Outcome = Pick<Decision, 'verdict' | 'facts' | 'polls' | 'timedOut' | 'outageAtEnd'>

/** The outcome of a wait that did not run out of time: the last poll decides. */
export function outcomeInTime(polls: readonly [Poll, ...Poll[]]): Outcome {
  const { verdict, facts } = lastOf(polls)
  return { verdict, facts, polls: polls.length, timedOut: false }
}

/**
 * The outcome at the deadline: the last complete poll decides, and where none was complete, the last one. An outage at
 * the end hides no condition that is known to be unmet.
 */
export function outcomeAtDeadline(polls: readonly [Poll, ...Poll[]], onUnavailable: 'fail' | 'warn'): Outcome {
  // What the deadline cuts off is no outage by itself. The first poll is never cut off.
  const latest = polls.findLast(({ isCutOff }) => !isCutOff) ?? lastOf(polls)
  // A poll that the next one had to confirm can't stand in for one with an outage.
  const deciding = polls.findLast(({ isComplete, isConfirmed }) => isComplete && isConfirmed) ?? latest
  const verdict = withRefutations(deciding.verdict, polls)
  const failure = failedReads(latest.facts).find(each => each.failure.outage)?.failure
  const hasOutage = failure !== undefined && latest.at > deciding.at
  return {
    verdict,
    facts: deciding.facts,
    polls: polls.length,
    timedOut: verdict.conclusion !== 'passed',
    ...(hasOutage && {
      outageAtEnd: { failure, lastsMs: latest.at - deciding.at, isAllowed: onUnavailable === 'warn' },
    }),
  }
}

/** An unknown verdict fails if some poll found a condition unmet, complete or not, and none found it met since. */
function withRefutations(verdict: Verdict, polls: readonly Poll[]): Verdict {
  if (verdict.conclusion !== 'unknown') return verdict
  const refuting = verdict.conditions.flatMap(({ condition }) => {
    const found = polls.flatMap(poll => poll.verdict.conditions.filter(each => each.condition === condition))
    const latest = found.findLast(each => each.verdict !== 'unknown')
    return latest?.verdict === 'unmet' ? latest.reasons : []
  })
  if (refuting.length === 0) return verdict
  return { ...verdict, conclusion: 'failed', succeeds: false, reasons: [...refuting, ...verdict.reasons] }
}

function lastOf(polls: readonly [Poll, ...Poll[]]): Poll {
  return polls.at(-1) ?? polls[0]
}
