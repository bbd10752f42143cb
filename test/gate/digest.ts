import { CONDITION_NAMES } from '../../src/facts/facts.ts'
import type { ReasonCode } from '../../src/gate/reason-codes.ts'
import type { ConditionVerdict } from '../../src/gate/reasons.ts'

/** All conditions but the two on tests and quarantine, which test/gate/quarantine covers. */
export const ON_SERVICE = CONDITION_NAMES.filter(
  each => each !== 'no-blocking-failures' && each !== 'quarantine-within-limits',
)

/** All of a verdict but its prose: what it is, whether waiting can change it, whether an outage alone made it so. */
export interface Digest {
  verdict: ConditionVerdict['verdict']
  codes: ReasonCode[]
  final: boolean
  outage: boolean
}

export function digest({
  verdict,
  reasons,
  final,
  outage,
}: Omit<ConditionVerdict, 'reasons' | 'condition'> & {
  reasons: { code: ReasonCode }[]
}): Digest {
  return { verdict, codes: reasons.map(({ code }) => code), final, outage }
}

export const MET: Digest = { verdict: 'met', codes: [], final: false, outage: false }

export function unmet(...codes: ReasonCode[]): Digest {
  return { verdict: 'unmet', codes, final: false, outage: false }
}

export function unknown(...codes: ReasonCode[]): Digest {
  return { verdict: 'unknown', codes, final: false, outage: false }
}

/** The same, and waiting does not change it. */
export function forGood(given: Digest): Digest {
  return { ...given, final: true }
}

export function byOutage(given: Digest): Digest {
  return { ...given, outage: true }
}
