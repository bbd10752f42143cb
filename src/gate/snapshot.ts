import type { RunContext, Snapshot } from '../facts/context.ts'
import { type Doubt, doubtAbout, type Facts, type Member } from '../facts/facts.ts'
import { doubtsIn } from './doubts.ts'
import { type Finding, unknown, withHeadline } from './verdict.ts'

export type { Snapshot } from '../facts/context.ts'

/** Finds the contradictions of one poll once, for all conditions and causes. */
export function snapshotOf(facts: Facts, context: RunContext): Snapshot {
  return { facts, context, doubts: doubtsIn(facts, context) }
}

/** The finding if one of these parts of the answers is in doubt, else null. */
export function doubtFinding(snapshot: Snapshot, ...about: readonly Member[]): Finding | null {
  const doubt = doubtAbout(snapshot.doubts, ...about)
  return doubt && findingOf(doubt, snapshot)
}

/** The finding that a doubt leads to. Waiting can end it. */
export function findingOf({ code, message, remedy, headline }: Doubt, { context }: Snapshot): Finding {
  const isLag = context.source.answersLag && code === 'contradictory-answer'
  return withHeadline(headline, unknown(code, message, remedy ?? (isLag ? 'wait' : undefined)))
}
