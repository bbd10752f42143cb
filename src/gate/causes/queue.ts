import { checkStateInWords, MOST_NAMED } from '../../facts/check.ts'
import { inWords, valueIn } from '../../facts/facts.ts'
import type { Requirement } from '../../facts/source.ts'
import { formatAge, timeOf } from '../../text/duration.ts'
import { code, JUST_WAIT, link, type Message, type Remedy, say, sentences, shortList } from '../../text/message.ts'
import { ready } from '../pull-request.ts'
import { NOT_RUNNING } from '../queue.ts'
import type { Cause } from '../reasons.ts'
import { queueIn } from '../subject.ts'
import { cause, type Evidence } from './evidence.ts'

export function heldByAnother({ explanation, subject }: Evidence): Cause | null {
  const blockers = valueIn(explanation.blockers) ?? []
  if (blockers.length === 0) return null
  const which = shortList(blockers, MOST_NAMED, ({ number, url }) => link(`#${number}`, url))
  const hold = blockers.length === 1 ? 'holds' : 'hold'
  return cause('held-by-another', say`${subject} waits for ${which}, which ${hold} it up in the queue.`)
}

export function notRunning({ snapshot: { facts, context }, pullRequest, subject }: Evidence): Cause | null {
  const isWaiting = pullRequest?.state === 'pending' || pullRequest?.state === 'not_ready'
  const state = queueIn(facts, context)?.state ?? ''
  const reasonCode = NOT_RUNNING[state as keyof typeof NOT_RUNNING]
  return isWaiting && reasonCode ? cause(reasonCode, `The queue is ${inWords(state)}; ${subject} waits.`) : null
}

/** What the pull request lacks before the queue can start testing it, as the condition `ready` finds it. */
export function notReady({ snapshot, pullRequest }: Evidence): Cause | null {
  if (pullRequest?.state !== 'not_ready') return null
  const { verdict, reasons } = ready(snapshot)
  const [lack] = reasons
  // The code `state-not-ready` says no more than the state does.
  if (verdict !== 'unmet' || !lack || lack.code === 'state-not-ready') return null
  return cause(lack.code, lack.message, { remedy: lack.remedy })
}

/** `statuses` leave out the check of this step. */
export function awaitsOwnCheck({ run, statuses }: Evidence): Cause | null {
  if (run?.ownCheck === undefined || statuses.some(({ state }) => state !== 'passed')) return null
  const message = say`The queue waits only for ${code(run.ownCheck)}, the check that this step runs in.`
  return cause('waiting-on-own-check', message)
}

export function stalled({ explanation, run, statuses, hasAllPassed, subject, now }: Evidence): Cause | null {
  const limit = (valueIn(explanation.checkTimeoutMinutes) ?? 0) * 60_000
  const sinceLastPassed = now - Math.max(...statuses.map(each => timeOf(each.since) ?? now))
  if (!hasAllPassed || limit === 0 || sinceLastPassed <= limit) return null
  const every = run?.whyMoreMayBeRequired === undefined ? 'Every' : 'Every known'
  const message = `${every} required check of ${subject} passed ${formatAge(sinceLastPassed)} ago, and it has not merged; the queue's time-out is ${formatAge(limit)}.`
  return cause('queue-stalled', message)
}

export function personalRepository({ explanation, snapshot: { context } }: Evidence): Cause | null {
  if (!valueIn(explanation.isPersonalRepository)) return null
  const { owner, name } = context.repository
  return cause('personal-repository', `${owner}/${name} belongs to a person, so it can have no merge queue.`)
}

export function notQueued({ explanation, subject }: Evidence): Cause | null {
  const requirements = valueIn(explanation.unmetRequirements)
  if (!requirements) return null
  const hasAutoMerge = valueIn(explanation.hasAutoMerge) === true
  const where = `${subject} is not in the queue${hasAutoMerge ? ', though auto-merge is on' : ''}`
  if (requirements.length > 0) {
    const lacks = shortList(requirements, MOST_NAMED, requirementInWords)
    return cause('not-submitted', say`${where}: ${lacks}.`, { remedy: remedyForRequirements(requirements) })
  }
  const remedy = hasAutoMerge
    ? 'Turn auto-merge off and on again.'
    : 'Queue it, with "Merge when ready" on its page or from a workflow.'
  return cause('not-submitted', `${where}, and nothing that GitHub lists is missing.`, { remedy })
}

/** What keeps a pull request out of GitHub's queue. If the words are null, `requirementInWords` names the check. */
const REQUIREMENTS: Record<Requirement['kind'], [words: string | null, remedy: Remedy]> = {
  closed: ['it is closed', 'Reopen it first, then queue it.'],
  draft: ['it is a draft', 'Mark it as ready for review.'],
  conflict: ['it has conflicts', 'Resolve the conflicts and push.'],
  'review-required': ['a review is required', 'Have it reviewed.'],
  'changes-requested': ['a review asks for changes', 'Make the changes that the review asks for.'],
  behind: ['it is behind its base branch', 'Update its branch.'],
  'check-failed': [null, 'Fix the check, then queue it.'],
  'check-pending': [null, JUST_WAIT],
  'check-missing': [null, 'Let a workflow report the check on pull requests under this very name.'],
}

function requirementInWords({ kind, check }: Requirement): Message {
  const [words] = REQUIREMENTS[kind]
  if (words !== null) return words
  const name = code(check?.name ?? 'a check', check?.url ?? null)
  return kind === 'check-missing'
    ? say`nothing has reported ${name} on its head`
    : say`${name} ${checkStateInWords(check?.word)} on its head`
}

/** What to do about each requirement that is named. It says to wait only if nobody has to act. */
function remedyForRequirements(requirements: readonly Requirement[]): Remedy {
  const kinds = new Set(requirements.slice(0, MOST_NAMED).map(({ kind }) => kind))
  const acts = [...kinds].map(kind => REQUIREMENTS[kind][1]).filter(remedy => remedy !== JUST_WAIT)
  return acts.length === 0 ? JUST_WAIT : sentences(...acts)
}
