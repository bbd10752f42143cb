import type { Snapshot } from '../../facts/context.ts'
import type { Removal } from '../../facts/facts.ts'
import { valueIn } from '../../facts/facts.ts'
import type { Explanation } from '../../facts/source.ts'
import { capitalised, code, listOf, type Message, ordinal, quoted, say } from '../../text/message.ts'
import type { CauseCode } from '../reasons.ts'
import { type CauseRule, type Found, isOut, removalIn, subjectOf } from './rule.ts'

interface Plain {
  code: CauseCode
  /** Where the source gives no particulars; worded to follow "#42 left the queue because". */
  why: string
}

/** The reasons of removal; a failed check and what the source leaves open have rules of their own. */
const REASONS: Partial<Record<Removal['reason'], Plain>> = {
  'timed-out': { code: 'timed-out', why: 'its checks did not end in time' },
  conflict: { code: 'conflict', why: 'it has conflicts with its base branch, or with one ahead of it' },
  'pushed-to': { code: 'evicted-by-push', why: 'it was pushed to' },
  closed: { code: 'closed', why: 'it was closed' },
  draft: { code: 'draft', why: 'it is a draft' },
  retargeted: { code: 'retargeted', why: 'its base branch was changed' },
  'stack-changed': { code: 'stack-changed', why: 'its stack was changed' },
  'not-ready-too-long': { code: 'not-ready-too-long', why: 'it took too long to become ready' },
  'queue-misconfigured': { code: 'queue-misconfigured', why: "the queue's settings did not let it be tested" },
  'queue-changed': { code: 'queue-changed', why: 'the queue was emptied or rolled back' },
  'provider-refused': { code: 'provider-refused', why: 'GitHub did not allow the merge itself' },
  'provider-failed': { code: 'provider-failed', why: 'GitHub failed the queue' },
}

/** How the pull request left the queue, where no failed check is the reason. */
export const REMOVAL_CAUSES: readonly CauseRule[] = [
  ...Object.entries(REASONS).map(
    ([reason, plain]): CauseRule => ({
      code: plain.code,
      when: isOut,
      needs: ['removal', 'removalCount', 'pushedSince'],
      find(snapshot, explanation) {
        const removal = removalIn(snapshot, explanation)
        return removal?.reason === reason ? leftBecause(removal.why ?? plain.why, removal, snapshot, explanation) : null
      },
    }),
  ),
  {
    code: 'removed-by-person',
    when: isOut,
    needs: ['removal', 'removalCount'],
    find(snapshot, explanation) {
      const removal = removalIn(snapshot, explanation)
      if (removal?.reason !== 'by-person') return null
      const { certainty, actor } = removal
      const certain = certainty === 'certain'
      const hand = certain ? '' : ' by hand, or by a tool'
      const by = actor === null ? hand : ` by ${quoted(actor)}`
      return {
        message: `${subjectOf(snapshot)} was taken out of the queue${by}.`,
        evidence: furtherEvidence(removal, snapshot, explanation),
        certain,
      }
    },
  },
  {
    code: 'state-cancelled',
    when: isOut,
    needs: ['removal', 'removalCount'],
    find(snapshot, explanation) {
      const removal = removalIn(snapshot, explanation)
      if (!removal) return null
      const { text } = removal
      const word =
        text === null ? `, and ${snapshot.context.source.name} gave no reason` : say`; the reason is ${code(text)}`
      return {
        message: say`${subjectOf(snapshot)} left the queue${word}.`,
        evidence: furtherEvidence({ ...removal, text: null }, snapshot, explanation),
      }
    },
  },
]

/** The cause "#42 left the queue because …"; a push since then comes first, because the reason is of an older commit. */
export function leftBecause(why: Message, removal: Removal, snapshot: Snapshot, explanation: Explanation): Found {
  const subject = subjectOf(snapshot)
  const evidence = furtherEvidence(removal, snapshot, explanation)
  if (valueIn(explanation.pushedSince) !== null && removal.reason !== 'pushed-to') {
    return {
      message: say`${subject} has been pushed to since it left the queue. It left because ${why}.`,
      evidence,
      remedy: 'What failed then is of an older commit: submit it again.',
    }
  }
  return {
    message: say`${subject} left the queue because ${why}.`,
    evidence,
    ...(removal.remedy !== undefined && { remedy: removal.remedy }),
  }
}

/** What else is known of a removal: GitHub's own reasons, the source's own word, how often it happened. */
function furtherEvidence(removal: Removal, { context }: Snapshot, { removalCount }: Explanation): Message[] {
  const { blockReasons = [], providerText, text } = removal
  const times = valueIn(removalCount) ?? 0
  const source = capitalised(context.source.name)
  return [
    ...(blockReasons.length > 0 ? [say`GitHub refused the merge because ${listOf(blockReasons)}.`] : []),
    ...(providerText === undefined ? [] : [`GitHub says ${quoted(providerText)}.`]),
    ...(times > 1 ? [`It was removed for the ${ordinal(times)} time.`] : []),
    ...(text === null ? [] : [say`${source} calls the reason ${code(text)}.`]),
  ]
}
