import type { RunContext } from '../facts/context.ts'
import { type Condition, type Failure, isAbsent, isFailed, type Reading } from '../facts/facts.ts'
import { capitalised, type Message, quoted, type Remedy, sentences } from '../text/message.ts'
import type { CAUSES } from './causes/codes.ts'
import { REASONS, type ReasonCode } from './reason-codes.ts'

export interface Reason {
  code: ReasonCode
  /** Null if the reason belongs to no condition. */
  condition: Condition | null
  message: Message
  remedy: Remedy
  /** At most eight words, where they say more than the usual headline of `code`. */
  headline?: Message
  /** What explains this reason, to be shown in place of the message. */
  cause?: Cause
}

export type CauseCode = keyof typeof CAUSES | ReasonCode

/** Why a pull request is stuck or out, as far as the facts tell. A cause decides nothing. */
export interface Cause {
  code: CauseCode
  /** True if a fact names the cause; else the cause is only possible. */
  certain: boolean
  /** One sentence that stands alone. */
  message: Message
  /** Further sentences: what else is known and helps to act. */
  evidence: Message[]
  remedy: Remedy
}

export function causeText({ message, evidence }: Cause): Message {
  return sentences(message, ...evidence)
}

/** @param remedy by default, the remedy of the code */
export function reason(code: ReasonCode, condition: Condition | null, message: Message, remedy?: Message): Reason {
  return { code, condition, message, remedy: remedy ?? REASONS[code].remedy }
}

export function headlineOf({ code, headline }: Reason, context: RunContext | null): Message {
  return headline ?? capitalised(fillNames(REASONS[code].headline, context))
}

/** Fills in what a run is about: `{pr}` becomes `#1202`, or "the pull request" if its number is not known. */
export function fillNames(words: string, context: RunContext | null): string {
  const { pullRequest, targetBranch, source } = context ?? {}
  const names: Record<string, string> = {
    pr: pullRequest ? `#${pullRequest}` : 'the pull request',
    queue: targetBranch ? `the queue of ${quoted(targetBranch)}` : 'the queue',
    branch: targetBranch ? `branch ${quoted(targetBranch)}` : 'the branch',
    source: source?.nameInHeadlines ?? "the queue's service",
  }
  return words.replace(/\{(\w+)\}/g, (_, name) => names[name] ?? '')
}

const CODES_BY_RANK = Object.keys(REASONS)

export function byRank(a: Reason, b: Reason): number {
  return CODES_BY_RANK.indexOf(a.code) - CODES_BY_RANK.indexOf(b.code)
}

/** Codes that say several things, so that only the message tells their reasons apart. */
const SHARED_CODES: readonly ReasonCode[] = [
  'contradictory-answer',
  'not-known',
  'required-status-failed',
  'required-status-missing',
  'required-status-doubtful',
]

/** The same value for reasons that say the same: the cause, else the code, or the message if a code says several things. */
export function dedupeKey({ cause, code, message }: Reason): unknown {
  return cause ?? (SHARED_CODES.includes(code) ? message : code)
}

export interface ConditionVerdict {
  condition: Condition
  verdict: 'met' | 'unmet' | 'unknown'
  /** The facts that the verdict rests on, in one line. */
  evidence: Message
  reasons: Reason[]
  /** Waiting can't change the verdict to `met` any more. */
  final: boolean
  /** Unknown only because of an outage of the service or GitHub. */
  outage: boolean
}

export type Finding = Omit<ConditionVerdict, 'condition'>

/** @param evidence a sentence that stands alone, because people send the texts of a finding to a chat */
export function met(evidence: Message): Finding {
  return { verdict: 'met', evidence, reasons: [], final: false, outage: false }
}

/** By default, remedy and headline are those of the code. */
export function unmet(code: ReasonCode, evidence: Message, remedy?: Message, headline?: Message): Finding {
  const why = reason(code, null, evidence, remedy)
  return { ...met(evidence), verdict: 'unmet', reasons: [headline === undefined ? why : { ...why, headline }] }
}

export function unknown(code: ReasonCode, evidence: Message, remedy?: Message, headline?: Message): Finding {
  return { ...unmet(code, evidence, remedy, headline), verdict: 'unknown' }
}

const GRAVITY = { met: 0, unknown: 1, unmet: 2 }

/** Joins two findings that both have to be met: the graver one, or both together if their verdicts are equal. */
export function both(a: Finding, b: Finding): Finding {
  if (a.verdict !== b.verdict) return GRAVITY[a.verdict] > GRAVITY[b.verdict] ? a : b
  return {
    verdict: a.verdict,
    evidence: sentences(a.evidence, b.evidence),
    reasons: [...a.reasons, ...b.reasons],
    final: a.final || b.final,
    outage: a.outage && b.outage,
  }
}

export function forGood(found: Finding): Finding {
  return { ...found, final: true }
}

export const NOT_READ = forGood(unknown('internal-error', 'The facts that decide this were not read.'))

/** The finding on a reading without a value: `ifAbsent` if the source said that there is none. */
export function noValue(reading: Reading<unknown> | undefined, ifAbsent: Finding): Finding {
  if (isAbsent(reading)) return ifAbsent
  return isFailed(reading) ? failureFinding(reading.failure) : NOT_READ
}

/** The finding on a failed read: of all failures, only an outage can end while the step waits. */
export function failureFinding({ code, message, remedy, outage, headline }: Failure): Finding {
  return { ...unknown(code, message, remedy, headline), final: !outage, outage }
}
