import type { Condition } from '../facts/conditions.ts'
import type { RunContext } from '../facts/context.ts'
import { capitalised, type Message, quoted } from '../text/message.ts'
import type { CAUSES } from './causes/codes.ts'
import { type Entry, type Names, REASONS, type ReasonCode } from './reason-codes.ts'

export interface Reason {
  code: ReasonCode
  condition: Condition | null
  message: Message
  /** What to do; `wait` if time alone may help. */
  remedy: Message | 'wait'
  /** At most eight words; given only if they say more than the headline of the code. */
  headline?: Message
  /** What explains this reason; it is told instead of the message. */
  cause?: Cause
}

export type CauseCode = keyof typeof CAUSES | ReasonCode

/** Why a pull request is stuck or out, as far as the facts tell. It decides nothing. */
export interface Cause {
  code: CauseCode
  /** A fact names it; else it is only possible. */
  certain: boolean
  /** One sentence that stands alone. */
  message: Message
  /** Further sentences: what else is known and helps to act. */
  evidence: Message[]
  remedy: Message | 'wait'
}

/** @param remedy by default, the remedy of the code */
export function reason(code: ReasonCode, condition: Condition | null, message: Message, remedy?: Message): Reason {
  return { code, condition, message, remedy: remedy ?? REASONS[code].remedy }
}

export function isOfTests({ condition }: Reason): boolean {
  return condition === 'no-blocking-failures' || condition === 'quarantine-within-limits'
}

/** The headline of a reason, in at most eight words. */
export function headlineOf({ code, headline }: Reason, context: RunContext | null): Message {
  if (headline !== undefined) return headline
  const { headline: own }: Entry = REASONS[code]
  return typeof own === 'string' ? own : capitalised(own(namesIn(context)))
}

export function namesIn(context: RunContext | null): Names {
  const number = context?.pullRequest?.value
  const branch = context?.targetBranch?.value
  return {
    pr: number === undefined ? 'the pull request' : `#${number}`,
    queue: branch === undefined ? 'the queue' : `the queue of ${quoted(branch)}`,
    branch: branch === undefined ? 'the branch' : `branch ${quoted(branch)}`,
    source: context?.source.inHeadlines ?? "the queue's service",
  }
}

const CODES = Object.keys(REASONS)

/** Sorts the main reason first. */
export function byRank(a: Reason, b: Reason): number {
  return CODES.indexOf(a.code) - CODES.indexOf(b.code)
}
