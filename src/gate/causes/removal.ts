import type { Removal } from '../../facts/facts.ts'
import { code, type Message, quoted, say } from '../../text/message.ts'
import type { CauseCode } from '../reasons.ts'
import { statusesOf } from '../statuses.ts'
import { shownRun } from '../subject.ts'
import { type CauseRule, isOut, removalIn, subjectOf } from './rule.ts'
import { namesOf } from './words.ts'

type Told = Partial<Record<Removal['reason'], { code: CauseCode; why: string }>>

/** Reasons that need no particulars, each worded to follow "#42 left the queue because". */
const PLAIN: Told = {
  'timed-out': { code: 'timed-out', why: 'its checks did not end in time' },
  conflict: { code: 'conflict', why: 'it has conflicts' },
  'pushed-to': { code: 'evicted-by-push', why: 'it was pushed to' },
  retargeted: { code: 'retargeted', why: 'its base branch was changed' },
  closed: { code: 'closed', why: 'it was closed' },
  'not-ready-too-long': { code: 'not-ready-too-long', why: 'it took too long to become ready' },
  'queue-changed': { code: 'queue-changed', why: 'the queue was emptied or rolled back' },
  'provider-refused': { code: 'provider-refused', why: "GitHub's rules refused its merge" },
}

/** How the pull request left the queue. */
export const REMOVAL_CAUSES: readonly CauseRule[] = [
  {
    code: 'required-status-failed',
    when: isOut,
    needs: ['removal', 'run', 'checks'],
    find(snapshot, explanation) {
      const removal = removalIn(snapshot, explanation)
      if (removal?.reason !== 'checks-failed') return null
      const run = shownRun(snapshot.facts, explanation, snapshot.context)
      const ofRun = (run && statusesOf(run, explanation.checks))?.filter(({ state }) => state === 'failed') ?? []
      const failed = removal.failedChecks.length > 0 ? removal.failedChecks : ofRun
      const what = failed.length > 0 ? namesOf(failed) : 'A required check'
      return {
        message: say`${what} failed for ${subjectOf(snapshot)} in the queue.`,
        remedy: 'Fix what failed, then submit the pull request again.',
      }
    },
  },
  ...Object.entries(PLAIN).map(
    ([reason, { code, why }]): CauseRule => ({
      code,
      when: isOut,
      needs: ['removal'],
      find: (snapshot, explanation) =>
        removalIn(snapshot, explanation)?.reason === reason
          ? { message: `${subjectOf(snapshot)} left the queue because ${why}.` }
          : null,
    }),
  ),
  {
    code: 'removed-by-person',
    when: isOut,
    needs: ['removal'],
    find(snapshot, explanation) {
      const removal = removalIn(snapshot, explanation)
      if (removal?.reason !== 'by-person' || removal.certainty !== 'certain') return null
      const by = removal.actor === null ? '' : ` by ${quoted(removal.actor)}`
      return { message: `${subjectOf(snapshot)} was taken out${by}.` }
    },
  },
  {
    code: 'state-cancelled',
    when: isOut,
    needs: ['removal'],
    find(snapshot, explanation) {
      const removal = removalIn(snapshot, explanation)
      return removal && { message: say`The queue took ${subjectOf(snapshot)} out ${given(removal)}.` }
    },
  },
]

function given({ text }: Removal): Message {
  return text === null ? 'without giving a reason' : say`and gives ${code(text)} as the reason`
}
