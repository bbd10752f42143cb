import { CONDITION_NEEDS, type Condition, type Read } from '../facts/conditions.ts'
import { type Facts, failuresOf } from '../facts/facts.ts'
import type { Verdict } from './conclusion.ts'
import type { ConditionVerdict } from './verdict.ts'

/** Each interval is this many times the one before. */
const GROWTH = 1.5
/** No interval is more than this many times the first. */
const MOST_GROWTH = 8
const LONGEST_INTERVAL = 5 * 60_000
/** Share of an interval by which it is made shorter or longer, so that steps that started together drift apart. */
const JITTER = 0.2
/** The last asking starts this long before the deadline, so that it can end by then. */
const LAST_CALL = 2000
/** And up to this much earlier, so that the last askings of steps that started together don't come at once. */
const LAST_CALL_SPREAD = 10_000
/** But never earlier than this share of the whole wait. */
const LAST_CALL_SHARE = 0.05

/**
 * Milliseconds from one asking to the next.
 *
 * @param askings askings so far, at least 1
 * @param first `poll-interval`
 * @param random from 0 to 1
 */
export function interval(askings: number, first: number, random: number): number {
  const grown = Math.min(first * GROWTH ** (askings - 1), first * MOST_GROWTH, LONGEST_INTERVAL)
  return Math.round(grown * (1 - JITTER + 2 * JITTER * random))
}

/**
 * How long to sleep before the next asking: an interval, or until shortly before the deadline.
 *
 * @param remaining milliseconds to the deadline
 * @param total milliseconds of the whole wait
 * @param random from 0 to 1, the same for the whole wait
 * @returns null where no further asking fits
 */
export function pause(wanted: number, remaining: number, total: number, random: number): number | null {
  const last = remaining - Math.min(LAST_CALL + LAST_CALL_SPREAD * random, total * LAST_CALL_SHARE)
  if (last <= 0) return null
  return Math.ceil(Math.min(wanted, last))
}

/** Whether asking again can't change how the step ends. */
export function isFinal({ conditions }: Verdict, facts: Facts): boolean {
  const open = conditions.filter(({ verdict }) => verdict !== 'met')
  // A refused token or a broken contract fails the step whatever comes; an outage is waited through.
  return (
    open.length === 0 || open.some(({ canChange }) => !canChange) || failuresOf(facts).some(({ outage }) => !outage)
  )
}

/** Whether every condition could be judged by what the service said: no outage stood in the way. */
export function isComplete({ conditions }: Verdict): boolean {
  return conditions.every(({ outage }) => !outage)
}

/** The conditions that are not met. */
export function openConditions(conditions: readonly ConditionVerdict[]): Condition[] {
  return conditions.filter(({ verdict }) => verdict !== 'met').map(({ condition }) => condition)
}

/** Whether a condition that is not met depends on what GitHub says of the pull request. */
export function waitsForGitHub(conditions: readonly ConditionVerdict[]): boolean {
  return openConditions(conditions).some(condition => condition === 'ready' || condition === 'tests-passed')
}

/** What has to be asked again: what the conditions need that are not met. */
export function readsToRepeat(conditions: readonly ConditionVerdict[], facts: Facts): Read[] {
  return readsNow(openConditions(conditions), facts)
}

/** The reads that decide the conditions as things stand: each once. */
export function readsNow(conditions: readonly Condition[], facts: Facts): Read[] {
  return [...new Set(conditions.flatMap(condition => readsOf(condition, facts)))]
}

function readsOf(condition: Condition, { pullRequest }: Facts): readonly Read[] {
  const pr = pullRequest.kind === 'read' ? pullRequest.value : null
  // While the pull request is in the queue, the queue itself has no say in whether it has left.
  if (pr?.submitted && (condition === 'not-submitted' || condition === 'settled')) return ['pull-request']
  // Nor has it once the state says that the episode is over.
  const over = pr?.state === 'merged' || pr?.state === 'failed' || pr?.state === 'cancelled'
  if (over && condition === 'settled') return ['pull-request']
  return CONDITION_NEEDS[condition]
}
