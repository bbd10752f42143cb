import type { Condition } from '../facts/conditions.ts'
import type { WithoutSecrets } from '../facts/context.ts'
import type { Conclusion, Verdict } from './conclusion.ts'
import { type Reason, reason } from './reasons.ts'

/** The verdict of a step that ends before anything was asked. */
export function endedEarly(conclusion: Conclusion, succeeds: boolean, reasons: Reason[]): Verdict {
  return { conclusion, succeeds, conditions: [], reasons, ready: null }
}

/** The verdict of a cancelled step, with what was known by then. */
export function cancelled(latest: Verdict | null): Verdict {
  const reasons = [
    reason('cancelled', null, 'The step was cancelled before there was a verdict.'),
    ...(latest?.reasons ?? []),
  ]
  return { conditions: [], ready: null, ...latest, conclusion: 'cancelled', succeeds: false, reasons }
}

const REMEDIES: Record<WithoutSecrets, string> = {
  fork: 'Set `on-missing-token: skip` to skip this step for forks.',
  dependabot: 'Store the token among the Dependabot secrets, or set `on-missing-token: skip` to skip this step for it.',
}

/** The verdict of a step without a token, on an event that gets no secrets. */
export function withoutToken(
  origin: WithoutSecrets,
  { require, onMissingToken }: { require: readonly Condition[]; onMissingToken: 'fail' | 'skip' },
): Verdict {
  const who = origin === 'fork' ? 'a fork' : 'Dependabot'
  const message = `This event comes from ${who}, which gets no secrets.`
  return require.length === 0 || onMissingToken === 'skip'
    ? endedEarly('skipped', true, [reason('token-missing', null, message, 'Nothing has to be done.')])
    : endedEarly('failed', false, [reason('token-missing', null, message, REMEDIES[origin])])
}
