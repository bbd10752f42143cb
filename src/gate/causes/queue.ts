import { endInWords } from '../../facts/commit.ts'
import type { Snapshot } from '../../facts/context.ts'
import { isAbsent, valueIn } from '../../facts/facts.ts'
import type { Requirement } from '../../facts/source.ts'
import { code, firstOf, link, type Message, say, sentences } from '../../text/message.ts'
import { ready } from '../pull-request.ts'
import { NOT_RUNNING } from '../queue.ts'
import { pullRequestIn, queueIn, viewIn } from '../subject.ts'
import { type CauseRule, isIn, isOut, subjectOf } from './rule.ts'

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
      when: snapshot => isIn(snapshot) && waitsInQueue(snapshot, state),
      needs: [],
      find: snapshot => ({ message: `The queue is ${state.replace('_', ' ')}; ${subjectOf(snapshot)} waits.` }),
    }),
  ),
]

function waitsInQueue({ facts, context }: Snapshot, queueState: string): boolean {
  const isWaiting = ['pending', 'not_ready'].includes(pullRequestIn(facts, context)?.state ?? '')
  return isWaiting && queueIn(facts, context)?.state === queueState
}

const MOST_TOLD = 3

/** The pull request is not in the queue, and no removal says why. */
function isNotIn(snapshot: Snapshot): boolean {
  const { facts, context } = snapshot
  const pr = pullRequestIn(facts, context)
  return !isOut(snapshot) && !isAbsent(facts.queue) && (isAbsent(facts.pullRequest) || pr?.submitted === false)
}

export const ENTRY_CAUSES: readonly CauseRule[] = [
  {
    code: 'not-submitted',
    when: isNotIn,
    needs: ['requirements'],
    find(snapshot, { requirements }) {
      const open = valueIn(requirements)
      if (open === null) return null
      const subject = subjectOf(snapshot)
      const isArmed = viewIn(snapshot.facts, snapshot.context)?.autoMerge === true
      const armed = isArmed ? ', though auto-merge is on' : ''
      if (open.length > 0) {
        return {
          message: say`${subject} is not in the queue${armed}: ${firstOf(open, MOST_TOLD, inWords)}.`,
          remedy: remedyFor(open),
        }
      }
      return {
        message: `${subject} is not in the queue${armed}, and nothing that GitHub lists is missing.`,
        remedy: isArmed
          ? 'Turn auto-merge off and on again.'
          : 'Queue it, with "Merge when ready" on its page or from a workflow.',
      }
    },
  },
]

function inWords({ kind, check }: Requirement): Message {
  switch (kind) {
    case 'closed':
      return 'it is closed'
    case 'draft':
      return 'it is a draft'
    case 'conflict':
      return 'it has conflicts'
    case 'review-required':
      return 'a review is required'
    case 'changes-requested':
      return 'a review asks for changes'
    case 'behind':
      return 'it is behind its base branch'
    case 'check-missing':
      return say`nothing has reported ${code(check?.name ?? 'a check')} on its head`
    default:
      return say`${code(check?.name ?? 'a check', check?.url ?? null)} ${endInWords(check?.word)} on its head`
  }
}

/** What to do about each kind that is told; what only takes time is left out where a person has to act. */
function remedyFor(open: readonly Requirement[]): Message {
  const kinds = new Set(open.slice(0, MOST_TOLD).map(({ kind }) => kind))
  if (kinds.size > 1) kinds.delete('check-pending')
  const [first = 'check-pending', ...others] = kinds
  return others.length === 0 ? REMEDIES[first] : sentences(...[...kinds].map(kind => REMEDIES[kind]))
}

const REMEDIES: Record<Requirement['kind'], Message> = {
  closed: 'Reopen it first, then queue it.',
  draft: 'Mark it as ready for review.',
  conflict: 'Resolve the conflicts and push.',
  'review-required': 'Have it reviewed.',
  'changes-requested': 'Make the changes that the review asks for.',
  behind: 'Update its branch.',
  'check-failed': 'Fix the check, then queue it.',
  'check-pending': 'wait',
  'check-missing': 'Let a workflow report the check on pull requests under this very name.',
}

const PARTS = ['base-branch-mismatch', 'not-mergeable', 'impacted-targets-missing'] as const

/** The parts of the rule for starting to test that a pull request lacks. */
export const READINESS_CAUSES: readonly CauseRule[] = PARTS.map(code => ({
  code,
  when: snapshot => isIn(snapshot) && pullRequestIn(snapshot.facts, snapshot.context)?.state === 'not_ready',
  needs: [],
  find: snapshot => {
    const { verdict, reasons } = ready(snapshot)
    const [first] = reasons
    return verdict === 'unmet' && first?.code === code ? { message: first.message, remedy: first.remedy } : null
  },
}))
