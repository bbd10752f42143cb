import type { PullRequest, Removal } from '../../facts/facts.ts'
import { capitalised, code, type Message, quoted, say } from '../../message.ts'
import { type Case, leftAgo, namesOf } from './case.ts'
import { type Diagnosis, diagnosis, withEvidence } from './codes.ts'
import { ofGroup, statusesIn } from './test-run.ts'

/** Reasons that say all, behind "left the queue because". */
const PLAIN = {
  conflict: {
    code: 'not-mergeable',
    why: 'it could not be merged: it conflicts',
    more: {
      remedy: 'Update it with its base branch, resolve the conflicts, and submit it again.',
      advice: 'fix first',
    },
  },
  'pushed-to': { code: 'evicted-by-push', why: 'it was pushed to', more: {} },
  retargeted: { code: 'retargeted', why: 'its base branch was changed', more: {} },
  closed: { code: 'state-cancelled', why: 'it was closed', more: {} },
  'not-ready-too-long': { code: 'state-cancelled', why: 'it was not ready for too long', more: {} },
  'queue-changed': {
    code: 'state-cancelled',
    why: 'the queue was emptied or rolled back',
    more: { advice: 'submit again' },
  },
  'provider-refused': {
    code: 'state-cancelled',
    why: "GitHub's rules refused its merge",
    more: { remedy: 'Resolve what the merge box of the pull request names, and submit it again.' },
  },
} as const

/** Why a pull request left the queue, where the source gives the reason; empty where it does not. */
export function byRemoval(given: Case, { number, removal }: PullRequest): Diagnosis[] {
  if (removal === null) return []
  const subject = `#${number}`
  const evidence = leftAgo(given, number, removal.at)
  switch (removal.reason) {
    case 'checks-failed':
      return [checksFailed(given, subject, removal, evidence)]
    case 'timed-out': {
      const found = ofGroup(given, number)
      const message = `${subject} left the queue because its required checks took longer than the queue's time-out.`
      return found.length > 0
        ? withEvidence(found, evidence)
        : [diagnosis('timed-out', 'certain', message, { evidence })]
    }
    case 'by-person':
      return [diagnosis('removed-by-person', removal.certainty, byPerson(given, subject, removal), { evidence })]
    case 'merged':
      return []
    case 'other': {
      const why = removal.text === null ? 'without giving a reason' : say`and gives ${code(removal.text)} as the reason`
      const message = say`${capitalised(given.context.source.name)} took ${subject} out of the queue ${why}.`
      return [diagnosis('state-cancelled', 'certain', message, { evidence })]
    }
    default: {
      const plain = PLAIN[removal.reason]
      const certainty = removal.reason === 'retargeted' ? removal.certainty : 'certain'
      const message = `${subject} left the queue because ${plain.why}.`
      return [diagnosis(plain.code, certainty, message, { evidence, ...plain.more })]
    }
  }
}

/** The checks that threw it out: those that the source names, else those that failed in its last run. */
function checksFailed(given: Case, subject: string, removal: Removal, evidence: Message[]): Diagnosis {
  const failed = statusesIn(given, 'failed')
  const named = removal.failedChecks.length > 0 ? removal.failedChecks : failed
  if (named.length > 0) {
    const message = say`${subject} failed in the queue: ${namesOf(named)} failed.`
    return diagnosis('required-status-failed', 'certain', message, { evidence, advice: 'fix first' })
  }
  const message = `${subject} failed in the queue: a required check failed, and which one is not known.`
  return diagnosis('required-status-failed', 'certain', message, {
    evidence,
    remedy: 'Look at the checks of its last run in the queue.',
    advice: 'fix first',
  })
}

/** Machines take pull requests out in a person's name, too. */
function byPerson(given: Case, subject: string, { actor, certainty, text }: Removal): Message {
  const who = actor === null ? '' : ` in the name of ${quoted(actor)}`
  if (certainty === 'certain') return `${subject} was taken out of the queue${who}.`
  return say`${subject} was taken out of the queue${who}: ${given.context.source.name} gives ${code(text ?? '')} as the reason.`
}
