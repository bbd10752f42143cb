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
  const { removal, subject, explanation, onGitHub } = evidence
  if (removal === null) return null
  const { code, why, evidence: known = [], remedy } = detailsOf(removal, evidence)
  const allEvidence = [...known, ...furtherEvidence(removal, evidence)]
  // A push since then comes first, because the reason is of an older commit.
  if (isRead(explanation.pushedSince) && removal.reason !== 'pushed-to') {
    const left = why === '' ? '' : say`It left because ${why}.`
    return cause(code, sentences(`${subject} has been pushed to since it left the queue.`, left), {
      evidence: allEvidence,
      remedy: 'What failed then is of an older commit: submit it again.',
    })
  }
  return cause(code, say`${subject} left the queue${why === '' ? '' : say` because ${why}`}.`, {
    evidence: allEvidence,
    remedy: removal.remedy ?? remedy,
    // On GitHub, a machine can act in a person's name.
    certain: removal.reason !== 'by-person' || !onGitHub,
  })
}

/** Without a reason, a state only counts as a failed check's if a check is known that failed. */
export function failedUntold(evidence: Evidence): Cause | null {
  return evidence.pullRequest?.state === 'failed' ? failedCheck(evidence) : null
}

interface Details {
  code: CauseCode
  /** Worded to follow "because"; empty if it is not known. */
  why: Message
  evidence?: Message[]
  /** Where the usual one does not fit. */
  remedy?: Message | undefined
}

function detailsOf(removal: Removal, evidence: Evidence): Details {
  const { reason, actor, why } = removal
  const usual = (code: keyof typeof CAUSES) => ({ code, why: why ?? CAUSES[code].meaning })
  switch (reason) {
    case 'checks-failed':
      return { code: 'required-status-failed', ...byChecks(removal, evidence) }
    case 'timed-out':
      return { ...usual(reason), ...byLateChecks(removal, evidence) }
    case 'pushed-to':
      return usual('evicted-by-push')
    case 'by-person':
      return { ...usual('removed-by-person'), ...(actor !== null && { why: `${quoted(actor)} took it out` }) }
    case 'merged':
    case 'other':
      return { code: 'state-cancelled', why: '' }
    default:
      return usual(reason)
  }
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
function byChecks({ failedChecks, why, at }: Removal, evidence: Evidence): Omit<Details, 'code'> {
  const { failed, run, hasAllPassed } = evidence
  const named: NamedCheck[] = failedChecks.length > 0 ? failedChecks : failed
  if (named.length > 0) return { why: endsInWords(named), ...aboutFailed(named, evidence) }
  const ranNothing = run?.reportedIsWhole && run.reported.length === 0
  if (ranNothing || hasAllPassed) {
    const but = ranNothing ? 'But no check ran on the commit that was thrown out.' : allPassed(at, evidence)
    return { why: why ?? 'a check failed', evidence: [but], remedy: AGAIN }
  }
  const remedy = 'Fix what failed, then submit the pull request again.'
  if (why !== undefined) return { why, remedy }
  const isOpen = run?.requiredStatuses === null || run?.moreRequired !== undefined
  const others = isOpen ? run.reported.filter(({ outcome }) => outcome === 'failed') : []
  const which =
    others.length === 0
      ? 'Which one is not known.'
      : say`On its group, ${endsInWords(others)}. Not all required checks are known.`
  return { why: 'a required check failed', evidence: [which], remedy }
}

/** The checks that were open, or that nothing reported; if all passed, something else was late. */
function byLateChecks({ at }: Removal, evidence: Evidence): Pick<Details, 'evidence' | 'remedy'> {
  const { pending, missing, hasAllPassed } = evidence
  if (hasAllPassed) return { evidence: [allPassed(at, evidence)], remedy: AGAIN }
  const open = pending.length > 0 ? [say`Of its checks, ${endsInWords(pending)}.`] : []
  const absent = missing.length > 0 ? [say`Nothing reported ${namesOfMissing(missing)}.`, ...whyMissing(missing)] : []
  const remedy = missing.length > 0 ? remedyForMissing(evidence) : remedyForOpen(pending)
  return { evidence: [...open, ...absent], remedy }
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
