import { checksInWords, type NamedCheck } from '../../facts/check.ts'
import { hasValue, type Removal, valueIn } from '../../facts/facts.ts'
import { timeOf } from '../../text/duration.ts'
import { capitalised, code, listOf, type Message, quoted, say, sentences } from '../../text/message.ts'
import type { Cause, CauseCode } from '../reasons.ts'
import { CAUSES } from './codes.ts'
import { cause, type Evidence, type Particulars } from './evidence.ts'
import { failedCheck, failureParticulars, namesOfMissing, remedyForMissing, whyMissing } from './test-run.ts'

/** If no failed check is known, a push may explain a removal whose reason is `checks-failed` or `other`. */
export function pushedInQueue(evidence: Evidence): Cause | null {
  const { removal, explanation, failed, subject } = evidence
  const mayBePush = removal?.reason === 'checks-failed' || removal?.reason === 'other'
  if (!mayBePush || !hasValue(explanation.pushedInQueue) || failed.length > 0) return null
  return cause('evicted-by-push', `${subject} was pushed to while it was in the queue, and left it after that.`, {
    alsoKnown: ['No check of its group is known to have failed.', ...knownOfRemoval(removal, evidence)],
    certain: false,
  })
}

export function removedFromQueue(evidence: Evidence): Cause | null {
  const { removal, subject, explanation, isGitHubQueue } = evidence
  if (removal === null) return null
  const { code: causeCode, why, alsoKnown: knownOfReason = [], remedy } = detailsOf(removal, evidence)
  const alsoKnown = [...knownOfReason, ...knownOfRemoval(removal, evidence)]
  // A later push is said first, because the reason is about an older commit.
  if (hasValue(explanation.pushedAfterRemoval) && removal.reason !== 'pushed-to') {
    const left = why === '' ? '' : say`It left because ${why}.`
    return cause(causeCode, sentences(`${subject} has been pushed to since it left the queue.`, left), {
      alsoKnown,
      remedy: 'The reason is about an older commit: submit the pull request again.',
    })
  }
  return cause(causeCode, say`${subject} left the queue${why === '' ? '' : say` because ${why}`}.`, {
    alsoKnown,
    remedy: removal.remedy ?? remedy,
    // On GitHub, a machine can act in a person's name.
    certain: removal.reason !== 'by-person' || !isGitHubQueue,
  })
}

/** Without a removal, the state `failed` has a cause only if a failed check is known. */
export function failedWithoutRemoval(evidence: Evidence): Cause | null {
  return evidence.pullRequest?.state === 'failed' ? failedCheck(evidence) : null
}

interface Details extends Particulars {
  code: CauseCode
  /** Words to follow "it left the queue because"; empty if no reason is known. */
  why: Message
}

function detailsOf(removal: Removal, evidence: Evidence): Details {
  const { reason, actor, why } = removal
  const detailsByCode = (code: keyof typeof CAUSES) => ({ code, why: why ?? CAUSES[code].meaning })
  switch (reason) {
    case 'checks-failed':
      return { code: 'required-status-failed', ...detailsOfFailedChecks(removal, evidence) }
    case 'timed-out':
      return { ...detailsByCode(reason), ...detailsOfLateChecks(removal, evidence) }
    case 'pushed-to':
      return detailsByCode('evicted-by-push')
    case 'by-person':
      return { ...detailsByCode('removed-by-person'), ...(actor !== null && { why: `${quoted(actor)} took it out` }) }
    // The history tells of a merge that the state does not show: all that is certain is that it left.
    case 'merged':
    case 'other':
      return { code: 'state-cancelled', why: '' }
    default:
      return detailsByCode(reason)
  }
}

/** What is known whatever the reason: why GitHub refused the merge, how often it was removed, the source's own word. */
function knownOfRemoval(removal: Removal, { snapshot, explanation }: Evidence): Message[] {
  const { blockReasons = [], gitHubText, sourceText, reason } = removal
  const times = valueIn(explanation.removalCount) ?? 0
  const sourceName = capitalised(snapshot.context.source.name)
  return [
    ...(blockReasons.length > 0 ? [say`GitHub refused the merge because ${listOf(blockReasons)}.`] : []),
    ...(gitHubText === undefined ? [] : [`GitHub says ${quoted(gitHubText)}.`]),
    ...(times > 1 ? [`It was removed ${times} times.`] : []),
    ...(sourceText === null ? [] : [say`${sourceName} calls the reason ${code(sourceText)}.`]),
    ...(sourceText === null && reason === 'other' ? [`${sourceName} gave no reason.`] : []),
  ]
}

const SUBMIT_AGAIN = 'Submit the pull request again.'

/** The failed checks that the source names, else those of the test run; without any, what else is known. */
function detailsOfFailedChecks({ failedChecks, why, at }: Removal, evidence: Evidence): Omit<Details, 'code'> {
  const { failed, run, hasAllPassed } = evidence
  const named: NamedCheck[] = failedChecks.length > 0 ? failedChecks : failed
  if (named.length > 0) return { why: checksInWords(named), ...failureParticulars(named, evidence) }
  const ranNothing = run?.reportedIsWhole && run.reported.length === 0
  if (ranNothing || hasAllPassed) {
    const contrast = ranNothing ? 'But no check ran on the commit that was thrown out.' : allPassedMessage(at, evidence)
    return { why: why ?? 'a check failed', alsoKnown: [contrast], remedy: SUBMIT_AGAIN }
  }
  const remedy = 'Fix what failed, then submit the pull request again.'
  if (why !== undefined) return { why, remedy }
  const mayRequireOthers = run?.requiredStatuses === null || run?.whyMoreMayBeRequired !== undefined
  const others = mayRequireOthers ? run.reported.filter(({ outcome }) => outcome === 'failed') : []
  const which =
    others.length === 0
      ? 'Which one is not known.'
      : say`On its group, ${checksInWords(others)}. Not all required checks are known.`
  return { why: 'a required check failed', alsoKnown: [which], remedy }
}

/** The checks that had not ended, or that nothing had reported; if all passed, something else was late. */
function detailsOfLateChecks({ at }: Removal, evidence: Evidence): Particulars {
  const { pending, missing, hasAllPassed } = evidence
  if (hasAllPassed) return { alsoKnown: [allPassedMessage(at, evidence)], remedy: SUBMIT_AGAIN }
  const unended = pending.length > 0 ? [say`Of its checks, ${checksInWords(pending)}.`] : []
  const absent = missing.length > 0 ? [say`Nothing reported ${namesOfMissing(missing)}.`, ...whyMissing(missing)] : []
  const remedy = missing.length > 0 ? remedyForMissing(evidence) : remedyForPending(pending)
  return { alsoKnown: [...unended, ...absent], remedy }
}

function remedyForPending(pending: readonly NamedCheck[]): Message | undefined {
  const areAllInState = (state: string) => pending.length > 0 && pending.every(({ word }) => word === state)
  if (areAllInState('waiting')) return CAUSES['awaits-approval'].remedy
  return areAllInState('queued') ? CAUSES['no-runner'].remedy : undefined
}

/** Says that every required check is green, and that a re-run made it so if any of them ended after the removal. */
function allPassedMessage(removedAt: string | null, { statuses, run }: Evidence): Message {
  const left = timeOf(removedAt)
  const haveBeenRerun = statuses.some(({ since }) => left !== null && (timeOf(since) ?? 0) > left)
  if (haveBeenRerun) return 'But every required check of that commit has passed since, in a re-run.'
  const required = new Set(run?.requiredStatuses)
  const others = run?.reported.filter(({ name, outcome }) => outcome === 'failed' && !required.has(name)) ?? []
  const failedOthers = others.length === 0 ? '' : say`Of the others, ${checksInWords(others)}.`
  return sentences('But every required check of that commit is green.', failedOthers)
}
