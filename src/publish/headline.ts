import type { Condition } from '../facts/conditions.ts'
import { isAbsent, valueIn } from '../facts/reading.ts'
import { CONDITIONS } from '../gate/conditions.ts'
import type { ReasonCode } from '../gate/reason-codes.ts'
import { headlineOf, namesIn, type Reason } from '../gate/reasons.ts'
import type { Result } from '../result.ts'
import { capitalised, type Message } from '../text/message.ts'
import { contents } from './known.ts'
import { outageOf } from './sections.ts'

// What happened, in at most eight words.

/** The headline of a step that failed, by its main reason. */
export function failureHeadline(main: Reason, result: Result): Message {
  const { source } = namesIn(result.context)
  if (outageOf(main, result)) return capitalised(`${source} stopped answering during the wait`)
  const { code, condition, headline } = main
  if (headline !== undefined || condition === null || !OPEN.includes(code)) return headlineOf(main, result.context)
  const asked = condition === 'not-submitted' ? 'submitted' : condition
  return `Not known whether ${lowered(CONDITIONS[asked].met(namesIn(result.context)))}`
}

/** Codes that only say that the condition is open. */
const OPEN: readonly ReasonCode[] = ['contradictory-answer', 'not-known', 'state-unknown']

/** Words for the middle of a sentence. */
function lowered(words: string): string {
  return words.replace(/^(?:The|No)\b/, first => first.toLowerCase())
}

/** Conditions whose headline names the merge, if the pull request is merged. */
const ENDED_BY_MERGE: readonly Condition[] = ['ready', 'tests-passed', 'settled', 'not-submitted']

/** The headline of a step whose conditions are met. */
export function metHeadline({ verdict: { conditions }, context, facts }: Result): Message {
  const [first, ...others] = conditions
  if (!first) return 'Nothing was required'
  const names = namesIn(context)
  if (others.length > 0) {
    const all = conditions.length === 2 ? 'both' : `all ${conditions.length}`
    return capitalised(`${context?.pullRequest ? `${names.pr}: ` : ''}${all} conditions are met`)
  }
  const { condition } = first
  if (condition === 'settled' && isAbsent(facts.pullRequest)) {
    const isArmed = valueIn(facts.github)?.autoMerge
    return capitalised(`${names.pr} ${isArmed ? 'is not in the queue yet' : 'was never in the queue'}`)
  }
  const isMerged = valueIn(facts.pullRequest)?.state === 'merged'
  return capitalised(CONDITIONS[isMerged && ENDED_BY_MERGE.includes(condition) ? 'merged' : condition].met(names))
}

/** The headline of a step that requires nothing: its most important finding. */
export function contentHeadline(result: Result): Message {
  return contents(result)[0] ?? 'Nothing was read'
}
