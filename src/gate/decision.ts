import type { Plan, RunContext, WithoutSecrets } from '../facts/context.ts'
import {
  type Condition,
  doubtAbout,
  type Facts,
  type Failure,
  failedReads,
  isAbsent,
  isRead,
  refusedReads,
} from '../facts/facts.ts'
import type { Conclusion, Verdict } from './conclusion.ts'
import { type ConditionVerdict, type Reason, reason } from './reasons.ts'

export interface Moment {
  /** Milliseconds since the first poll began. */
  elapsedMs: number
  what: string
}

export interface Decision {
  verdict: Verdict
  facts: Facts
  /** Empty if there was only one poll. */
  timeline: Moment[]
  /** The number of complete polls. A poll that the deadline cut off counts only if there is no other. */
  polls: number
  timedOut: boolean
  /** An outage at the end of the wait, the time since the poll that decided, and whether outages are allowed. */
  outageAtEnd?: { failure: Failure; lastsMs: number; isAllowed?: boolean }
}

export function withoutPoll(verdict: Verdict): Decision {
  return { verdict, facts: {}, timeline: [], polls: 0, timedOut: false }
}

export function endedEarly(conclusion: Conclusion, succeeds: boolean, reasons: Reason[]): Verdict {
  return { conclusion, succeeds, conditions: [], reasons, ready: null, doubts: [] }
}

/** The verdict of a cancelled step, with what was known by then. */
export function cancelled(latest: Verdict | null): Verdict {
  const ended = latest ?? endedEarly('cancelled', false, [])
  const first = reason('cancelled', null, 'The step was cancelled before a verdict.')
  return { ...ended, conclusion: 'cancelled', succeeds: false, reasons: [first, ...ended.reasons] }
}

/** The reason for the missing token, worded to follow "This". */
export function whyNoToken(origin: WithoutSecrets): string {
  return `event comes from ${origin === 'fork' ? 'a fork, which gets no' : 'Dependabot, which gets only its own'} secrets`
}

/**
 * The verdict of a step without a token, on an event that gets no secrets.
 *
 * @param tests the verdict on the tests, which needs no token; null if it is not required. If it is unmet, the step
 *   fails; the other conditions are skipped, so it never passes.
 */
export function withoutToken(
  origin: WithoutSecrets,
  { require, onMissingToken }: { require: readonly Condition[]; onMissingToken: 'fail' | 'skip' },
  tests: ConditionVerdict | null = null,
): Verdict {
  const missing = reason('token-missing', null, `This ${whyNoToken(origin)}.`)
  const conditions = tests === null ? [] : [tests]
  const skips = require.length === 0 || onMissingToken === 'skip'
  if (skips && tests?.verdict !== 'unmet') {
    const skipped = {
      ...missing,
      headline: 'Skipped: nothing that needs a token was checked',
      remedy: 'Nothing has to be done.',
    }
    return { ...endedEarly('skipped', true, [skipped]), conditions }
  }
  const reasons = [...(skips ? [] : [missing]), ...(tests?.reasons ?? [])]
  return { ...endedEarly('failed', false, reasons), conditions }
}

/** True if no poll can help: all conditions are met, one can't be met any more, or a needed read failed for good. */
export function isFinal({ conditions }: Verdict, facts: Facts, { needed }: Plan): boolean {
  const open = conditions.filter(({ verdict }) => verdict !== 'met')
  if (open.length === 0 || open.some(({ final }) => final)) return true
  return refusedReads(facts, needed).length > 0
}

/** True if "out of the queue" needs another poll: answers lag, so two in a row have to say it. A merge is final. */
export function leftUnconfirmed(facts: Facts, before: Facts | null, { source }: RunContext): boolean {
  return source.answersLag === true && isOutOfQueue(facts) && !(before && isOutOfQueue(before))
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
