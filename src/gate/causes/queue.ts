import type { Snapshot } from '../../facts/context.ts'
import { valueIn } from '../../facts/reading.ts'
import { firstOf, link, say } from '../../text/message.ts'
import { NOT_RUNNING } from '../queue.ts'
import { pullRequestIn, queueIn } from '../subject.ts'
import { type CauseRule, isIn, subjectOf } from './rule.ts'

/** What holds up a pull request that waits in the queue. */
export const QUEUE_CAUSES: readonly CauseRule[] = [
  {
    code: 'held-by-another',
    when: isIn,
    needs: ['blockers'],
    find(snapshot, { blockers }) {
      const held = valueIn(blockers) ?? []
      if (held.length === 0) return null
      const which = firstOf(held, 3, ({ number, url }) => link(`#${number}`, url))
      return {
        message: say`${subjectOf(snapshot)} waits for ${which}, which ${held.length === 1 ? 'holds' : 'hold'} it up in the queue.`,
      }
    },
  },
  ...Object.entries(NOT_RUNNING).map(
    ([state, code]): CauseRule => ({
      code,
      when: snapshot => isIn(snapshot) && isWaiting(snapshot) && queueState(snapshot) === state,
      needs: [],
      find: snapshot => ({ message: `The queue is ${state.replace('_', ' ')}; ${subjectOf(snapshot)} waits.` }),
    }),
  ),
]

function isWaiting({ facts, context }: Snapshot): boolean {
  return ['pending', 'not_ready'].includes(pullRequestIn(facts, context)?.state ?? '')
}

function queueState({ facts, context }: Snapshot): string | null {
  return queueIn(facts, context)?.state ?? null
}
