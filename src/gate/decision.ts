import type { Condition } from '../facts/conditions.ts'
import type { WithoutSecrets } from '../facts/context.ts'
import type { Facts } from '../facts/facts.ts'
import type { Failure } from '../facts/reading.ts'
import { code, type Message, say } from '../text/message.ts'
import type { Conclusion, Verdict } from './conclusion.ts'
import { type Reason, reason } from './reasons.ts'
import type { ConditionVerdict } from './verdict.ts'

export interface Moment {
  /** Milliseconds since the first poll began. */
  elapsedMs: number
  what: string
}

/** The facts of the poll that decided, with the verdict on them. */
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

/** The verdict of a step that ends before it has asked for anything. */
export function endedEarly(conclusion: Conclusion, succeeds: boolean, reasons: Reason[]): Verdict {
  return { conclusion, succeeds, conditions: [], reasons, ready: null, doubts: [] }
}

/** The verdict of a cancelled step, with what was known by then. */
export function cancelled(latest: Verdict | null): Verdict {
  const ended = latest ?? endedEarly('cancelled', false, [])
  const told = reason('cancelled', null, 'The step was cancelled before a verdict.')
  return { ...ended, conclusion: 'cancelled', succeeds: false, reasons: [told, ...ended.reasons] }
}

const REMEDIES: Record<WithoutSecrets, Message> = {
  fork: say`Set ${code('on-missing-token: skip')} to skip this step for forks; the step then succeeds unchecked.`,
  dependabot: say`Store the token among the Dependabot secrets, or set ${code('on-missing-token: skip')} to skip this step for Dependabot; the step then succeeds unchecked.`,
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
  const message = `This ${whyNoToken(origin)}.`
  const conditions = tests === null ? [] : [tests]
  const skips = require.length === 0 || onMissingToken === 'skip'
  if (skips && tests?.verdict !== 'unmet') {
    const told = { ...reason('token-missing', null, message, 'Nothing has to be done.'), headline: skipped(require) }
    return { ...endedEarly('skipped', true, [told]), conditions }
  }
  const missing = reason('token-missing', null, message, REMEDIES[origin])
  const reasons = [...(skips ? [] : [missing]), ...(tests?.reasons ?? [])]
  return { ...endedEarly('failed', false, reasons), conditions }
}

/** The headline of a skipped step. It leaves out the tests: they need no token, so they were judged. */
function skipped(require: readonly Condition[]): Message {
  const open = require.filter(condition => condition !== 'no-blocking-failures')
  const [first] = open
  if (first === undefined) return 'Skipped: nothing was checked'
  return open.length === 1
    ? say`Skipped: ${code(first)} was not checked`
    : `Skipped: ${open.length} conditions were not checked`
}
