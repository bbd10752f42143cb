import { NOT_RUNNING } from '../queue.ts'
import { pullRequestIn, queueIn } from '../subject.ts'
import { type CauseRule, isIn, subjectOf } from './rule.ts'

/** The queue's own state holds up a pull request that waits in it. */
export const QUEUE_CAUSES: readonly CauseRule[] = Object.entries(NOT_RUNNING).map(([state, code]) => ({
  code,
  when: snapshot => {
    const { facts, context } = snapshot
    const waits = ['pending', 'not_ready'].includes(pullRequestIn(facts, context)?.state ?? '')
    return isIn(snapshot) && waits && queueIn(facts, context)?.state === state
  },
  needs: [],
  find: snapshot => ({ message: `The queue is ${state.replace('_', ' ')}; ${subjectOf(snapshot)} waits.` }),
}))
