import { endsInWords, type NamedCheck } from '../../facts/commit.ts'
import { isRead, type Removal, valueIn } from '../../facts/facts.ts'
import { timeOf } from '../../text/duration.ts'
import { capitalised, code, listOf, type Message, quoted, say, sentences } from '../../text/message.ts'
import type { Cause, CauseCode } from '../reasons.ts'
import { CAUSES } from './codes.ts'
import { cause, type Evidence } from './evidence.ts'
import { aboutFailed, failedCheck, namesOfMissing, remedyForMissing, whyMissing } from './test-run.ts'

/** The source calls it a failed check, or nothing, but no check failed, and a push is listed before it left. */
export function pushedInQueue(evidence: Evidence): Cause | null {
  const { removal, explanation, failed, subject } = evidence
  const isOpen = removal?.reason === 'checks-failed' || removal?.reason === 'other'
  if (!isOpen || !isRead(explanation.pushedInQueue) || failed.length > 0) return null
  return cause('evicted-by-push', `${subject} was pushed to while it was in the queue, and left it after that.`, {
    evidence: ['No check of its group is known to have failed.', ...furtherEvidence(removal, evidence)],
    certain: false,
  })
}

export function removed(evidence: Evidence): Cause | null {
  const { removal, subject } = evidence
  if (removal === null) return null
  const { reason, actor, certainty } = removal
  const usual = (code: keyof typeof CAUSES) =>
    leftBecause(code, { why: removal.why ?? CAUSES[code].meaning }, removal, evidence)
  switch (reason) {
    case 'checks-failed':
      return leftBecause('required-status-failed', byChecks(removal, evidence), removal, evidence)
    case 'timed-out':
      return leftBecause('timed-out', byLateChecks(removal, evidence), removal, evidence)
    case 'pushed-to':
      return usual('evicted-by-push')
    case 'by-person': {
      const hand = certainty === 'certain' ? '' : ' by hand, or by a tool'
      const message = `${subject} was taken out of the queue${actor === null ? hand : ` by ${quoted(actor)}`}.`
      const given = { evidence: furtherEvidence(removal, evidence), certain: certainty === 'certain' }
      return cause('removed-by-person', message, given)
    }
    case 'merged':
    case 'other':
      return cause('state-cancelled', `${subject} left the queue.`, { evidence: furtherEvidence(removal, evidence) })
    default:
      return usual(reason)
  }
}

/** Without a reason, a state only counts as a failed check's if a check is known that failed. */
export function failedUntold(evidence: Evidence): Cause | null {
  return evidence.pullRequest?.state === 'failed' ? failedCheck(evidence) : null
}

/** Why it left, worded to follow "because"; further sentences; what to do where the usual remedy does not fit. */
interface Details {
  why: Message
  evidence?: Message[]
  remedy?: Message | undefined
}

/** A push since then comes first, because the reason is of an older commit. */
function leftBecause(code: CauseCode, details: Details, removal: Removal, evidence: Evidence): Cause {
  const { subject, explanation } = evidence
  const { why, remedy } = details
  const told = [...(details.evidence ?? []), ...furtherEvidence(removal, evidence)]
  if (isRead(explanation.pushedSince) && removal.reason !== 'pushed-to') {
    return cause(code, say`${subject} has been pushed to since it left the queue. It left because ${why}.`, {
      evidence: told,
      remedy: 'What failed then is of an older commit: submit it again.',
    })
  }
  const given = { evidence: told, remedy: removal.remedy ?? remedy }
  return cause(code, say`${subject} left the queue because ${why}.`, given)
}

/** What else is known of a removal: GitHub's own reasons, how often it happened, the source's own word. */
function furtherEvidence(removal: Removal, { snapshot, explanation }: Evidence): Message[] {
  const { blockReasons = [], providerText, text, reason } = removal
  const times = valueIn(explanation.removalCount) ?? 0
  const source = capitalised(snapshot.context.source.name)
  return [
    ...(blockReasons.length > 0 ? [say`GitHub refused the merge because ${listOf(blockReasons)}.`] : []),
    ...(providerText === undefined ? [] : [`GitHub says ${quoted(providerText)}.`]),
    ...(times > 1 ? [`It was removed ${times} times.`] : []),
    ...(text === null ? [] : [say`${source} calls the reason ${code(text)}.`]),
    ...(text === null && reason === 'other' ? [`${source} gave no reason.`] : []),
  ]
}

const AGAIN = 'Submit the pull request again.'

/** The checks that the source names, else those of its run that failed; if there are none, what was read instead. */
function byChecks({ failedChecks, why, at }: Removal, evidence: Evidence): Details {
  const { failed, run, hasAllPassed } = evidence
  const named: NamedCheck[] = failedChecks.length > 0 ? failedChecks : failed
  if (named.length > 0) return { why: endsInWords(named), ...aboutFailed(named, evidence) }
  if (run?.reportedIsWhole && run.reported.length === 0) {
    const none = 'But no check ran on the commit that was thrown out.'
    return { why: why ?? 'a check failed', evidence: [none], remedy: AGAIN }
  }
  if (hasAllPassed) return { why: why ?? 'a check failed', evidence: [allPassed(at, evidence)], remedy: AGAIN }
  const remedy = 'Fix what failed, then submit the pull request again.'
  if (why !== undefined) return { why, remedy }
  const others = run?.reported.filter(({ outcome }) => outcome === 'failed') ?? []
  const which =
    others.length === 0
      ? 'Which one is not known.'
      : say`On its group, ${endsInWords(others)}. Which checks are required is not known.`
  return { why: 'a required check failed', evidence: [which], remedy }
}

/** The checks that were open, or that nothing reported; if all passed, something else was late. */
function byLateChecks({ why = CAUSES['timed-out'].meaning, at }: Removal, evidence: Evidence): Details {
  const { pending, missing, hasAllPassed } = evidence
  if (hasAllPassed) return { why, evidence: [allPassed(at, evidence)], remedy: AGAIN }
  const open = pending.length > 0 ? [say`Of its checks, ${endsInWords(pending)}.`] : []
  const absent = missing.length > 0 ? [say`Nothing reported ${namesOfMissing(missing)}.`, ...whyMissing(missing)] : []
  const remedy = missing.length > 0 ? remedyForMissing(evidence) : remedyForOpen(pending)
  return { why, evidence: [...open, ...absent], remedy }
}

function remedyForOpen(pending: readonly NamedCheck[]): Message | undefined {
  const areAll = (wanted: string) => pending.length > 0 && pending.every(({ word }) => word === wanted)
  if (areAll('waiting')) return CAUSES['awaits-approval'].remedy
  return areAll('queued') ? CAUSES['no-runner'].remedy : undefined
}

/** Every required check is green: by a re-run, if one ended after the removal. */
function allPassed(removedAt: string | null, { statuses, run }: Evidence): Message {
  const left = timeOf(removedAt)
  const isLater = statuses.some(({ since }) => left !== null && (timeOf(since) ?? 0) > left)
  if (isLater) return 'But every required check of that commit has passed since: a re-run.'
  const required = new Set(run?.requiredStatuses)
  const others = run?.reported.filter(({ name, outcome }) => outcome === 'failed' && !required.has(name)) ?? []
  const beside = others.length === 0 ? '' : say`Of the others, ${endsInWords(others)}.`
  return sentences('But every required check of that commit is green.', beside)
}
