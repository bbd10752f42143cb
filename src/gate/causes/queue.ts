import { endInWords } from '../../facts/commit.ts'
import { inWords, valueIn } from '../../facts/facts.ts'
import type { Requirement } from '../../facts/source.ts'
import { formatAge, timeOf } from '../../text/duration.ts'
import { code, firstOf, link, type Message, say, sentences } from '../../text/message.ts'
import { ready } from '../pull-request.ts'
import { NOT_RUNNING } from '../queue.ts'
import type { Cause } from '../reasons.ts'
import { queueIn } from '../subject.ts'
import { cause, type Evidence } from './evidence.ts'

const MOST_TOLD = 3

export function heldByAnother({ explanation, subject }: Evidence): Cause | null {
  const held = valueIn(explanation.blockers) ?? []
  if (held.length === 0) return null
  const which = firstOf(held, MOST_TOLD, ({ number, url }) => link(`#${number}`, url))
  const hold = held.length === 1 ? 'holds' : 'hold'
  return cause('held-by-another', say`${subject} waits for ${which}, which ${hold} it up in the queue.`)
}

export function notRunning({ snapshot: { facts, context }, pullRequest, subject }: Evidence): Cause | null {
  const waits = pullRequest?.state === 'pending' || pullRequest?.state === 'not_ready'
  const state = queueIn(facts, context)?.state ?? ''
  const found = NOT_RUNNING[state as keyof typeof NOT_RUNNING]
  return waits && found ? cause(found, `The queue is ${inWords(state)}; ${subject} waits.`) : null
}

/** The part of the rule for starting to test that the pull request lacks. */
export function notReady({ snapshot, pullRequest }: Evidence): Cause | null {
  if (pullRequest?.state !== 'not_ready') return null
  const { verdict, reasons } = ready(snapshot)
  const [lacks] = reasons
  if (verdict !== 'unmet' || !lacks || lacks.code === 'state-not-ready') return null
  return cause(lacks.code, lacks.message, { remedy: lacks.remedy })
}

/** All that is open is the check of this step. */
export function ownCheck({ run, statuses }: Evidence): Cause | null {
  if (run?.ownCheck === undefined || statuses.some(({ state }) => state !== 'passed')) return null
  const message = say`The queue waits only for ${code(run.ownCheck)}, the check that this step runs in.`
  return cause('waiting-on-own-check', message)
}

export function stalled({ explanation, run, statuses, hasAllPassed, subject, now }: Evidence): Cause | null {
  const limit = (valueIn(explanation.timeoutMinutes) ?? 0) * 60_000
  const age = now - Math.max(...statuses.map(each => timeOf(each.since) ?? now))
  if (!hasAllPassed || limit === 0 || age <= limit) return null
  const every = run?.moreRequired === undefined ? 'Every' : 'Every known'
  const message = `${every} required check of ${subject} passed ${formatAge(age)} ago, and it has not merged; the queue's time-out is ${formatAge(limit)}.`
  return cause('queue-stalled', message)
}

export function personalRepository({ explanation, snapshot: { context } }: Evidence): Cause | null {
  if (!valueIn(explanation.isPersonal)) return null
  const { owner, name } = context.repository
  return cause('personal-repository', `${owner}/${name} belongs to a person, so it can have no merge queue.`)
}

export function notSubmitted({ explanation, subject }: Evidence): Cause | null {
  const open = valueIn(explanation.requirements)
  if (!open) return null
  const isArmed = valueIn(explanation.autoMerge) === true
  const where = `${subject} is not in the queue${isArmed ? ', though auto-merge is on' : ''}`
  if (open.length > 0) {
    return cause('not-submitted', say`${where}: ${firstOf(open, MOST_TOLD, saysOf)}.`, { remedy: remedyFor(open) })
  }
  const remedy = isArmed
    ? 'Turn auto-merge off and on again.'
    : 'Queue it, with "Merge when ready" on its page or from a workflow.'
  return cause('not-submitted', `${where}, and nothing that GitHub lists is missing.`, { remedy })
}

/** What GitHub waits for, in words, and what to do about it; null for checks, which are told by name. */
const REQUIREMENTS: Record<Requirement['kind'], [says: string | null, remedy: Message]> = {
  closed: ['it is closed', 'Reopen it first, then queue it.'],
  draft: ['it is a draft', 'Mark it as ready for review.'],
  conflict: ['it has conflicts', 'Resolve the conflicts and push.'],
  'review-required': ['a review is required', 'Have it reviewed.'],
  'changes-requested': ['a review asks for changes', 'Make the changes that the review asks for.'],
  behind: ['it is behind its base branch', 'Update its branch.'],
  'check-failed': [null, 'Fix the check, then queue it.'],
  'check-pending': [null, 'wait'],
  'check-missing': [null, 'Let a workflow report the check on pull requests under this very name.'],
}

function saysOf({ kind, check }: Requirement): Message {
  const [says] = REQUIREMENTS[kind]
  if (says !== null) return says
  const name = code(check?.name ?? 'a check', check?.url ?? null)
  return kind === 'check-missing'
    ? say`nothing has reported ${name} on its head`
    : say`${name} ${endInWords(check?.word)} on its head`
}

/** What to do about each kind that is told; what only takes time is left out where a person has to act. */
function remedyFor(open: readonly Requirement[]): Message {
  const kinds = new Set(open.slice(0, MOST_TOLD).map(({ kind }) => kind))
  if (kinds.size > 1) kinds.delete('check-pending')
  return sentences(...[...kinds].map(kind => REQUIREMENTS[kind][1]))
}
