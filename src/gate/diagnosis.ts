import type { Facts, PullRequest, Removal, TestRun } from '../facts/facts.ts'
import { valueIn } from '../facts/reading.ts'
import { formatAge } from '../text/duration.ts'
import { code, firstOf, type Message, quoted, say } from '../text/message.ts'
import { since } from '../text/time.ts'
import { judge } from './judge.ts'
import { NOT_RUNNING } from './queue.ts'
import { REASONS, type ReasonCode } from './reasons.ts'
import type { Snapshot } from './snapshot.ts'
import { type Status, statusesOf } from './statuses.ts'
import { pullRequestIn, queueIn, shownRun } from './subject.ts'

/** The codes of a cause: reasons of removal, and reasons of the conditions. */
export const CAUSES = {
  'never-submitted': 'Submit it to the queue.',
  'no-merge-group-runs': say`Add ${code('on: merge_group')} to the workflows whose checks are required, and queue pull requests with another token than the workflow's own.`,
  'required-status-missing': REASONS['required-status-missing'].remedy,
  'required-status-failed': 'Fix what failed, then submit the pull request again.',
  'timed-out': "Look at the checks that did not end in time; speed them up, or raise the queue's time-out.",
  conflict: 'Update it with its base branch, resolve the conflicts, and submit it again.',
  'evicted-by-push': 'Submit it again, and push only to pull requests that are not in the queue.',
  retargeted: 'Submit it to the queue of its base branch.',
  'removed-by-person': REASONS['state-cancelled'].remedy,
  'state-cancelled': REASONS['state-cancelled'].remedy,
} as const satisfies Record<string, Message>

export type DiagnosisCode = keyof typeof CAUSES | ReasonCode

/** Why a pull request is stuck or out, as far as the facts of the poll tell. The message stands alone. */
export interface Diagnosis {
  code: DiagnosisCode
  message: Message
  remedy: Message
}

/** Milliseconds after which a merge group without any report counts as forgotten. */
export const FORGOTTEN_MS = 10 * 60_000

/** The cause, if a fact names one. Pure. */
export function diagnose(snapshot: Snapshot, now: number): Diagnosis | null {
  const { facts, context, doubts } = snapshot
  const pr = pullRequestIn(facts, context)
  const run = shownRun(facts, context)
  if (doubts.length > 0 || pr?.state === 'merged') return null
  if (!pr) return run && context.pullRequest === null ? ofRun(run, facts, 'the pull requests under test', now) : null
  const subject = `#${pr.number}`
  if (pr.removal) return ofRemoval(subject, pr.removal, run && statusesOf(run, facts.checks))
  if (!pr.submitted && pr.state !== 'failed') return null
  return ofQueue(snapshot, pr) ?? ofReadiness(snapshot, pr) ?? (run && ofRun(run, facts, subject, now))
}

function ofQueue({ facts, context }: Snapshot, { number, state }: PullRequest): Diagnosis | null {
  const held = queueIn(facts, context)?.state
  const reason = held && held in NOT_RUNNING ? NOT_RUNNING[held as keyof typeof NOT_RUNNING] : null
  if (reason === null || (state !== 'pending' && state !== 'not_ready')) return null
  return { code: reason, message: `The queue is ${held}; #${number} waits.`, remedy: REASONS[reason].remedy }
}

/** The first unmet part of the rule for starting to test. */
function ofReadiness(snapshot: Snapshot, { state }: PullRequest): Diagnosis | null {
  const { verdict, reasons } = judge('ready', snapshot)
  const [first] = reasons
  return state === 'not_ready' && verdict === 'unmet' && first ? { ...first } : null
}

function ofRun(run: TestRun, facts: Facts, subject: string, now: number): Diagnosis | null {
  const statuses = statusesOf(run, facts.checks) ?? []
  const named = (state: Status['state']) => namesOf(statuses.filter(each => each.state === state))
  const has = (state: Status['state']) => statuses.some(each => each.state === state)
  if (has('failed')) return cause('required-status-failed', say`${named('failed')} failed for ${subject}.`)
  if (run.status !== 'in_progress' || !run.reportedIsWhole) return null
  const age = since(run.createdAt, now)
  if (age === null || age < FORGOTTEN_MS) return null
  if (run.reported.length === 0) {
    return cause('no-merge-group-runs', `No check has started for ${subject} in ${formatAge(age)}.`)
  }
  if (!has('missing') || has('pending')) return null
  const told = say`Nothing has reported ${named('missing')} for ${subject} in ${formatAge(age)}.`
  return cause('required-status-missing', told)
}

const OUT: Partial<Record<Removal['reason'], readonly [DiagnosisCode & keyof typeof CAUSES, string]>> = {
  'timed-out': ['timed-out', 'its checks did not end in time'],
  conflict: ['conflict', 'it has conflicts'],
  'pushed-to': ['evicted-by-push', 'it was pushed to'],
  retargeted: ['retargeted', 'its base branch was changed'],
  closed: ['state-cancelled', 'it was closed'],
  'not-ready-too-long': ['state-cancelled', 'it took too long to become ready'],
  'queue-changed': ['state-cancelled', 'the queue was emptied or rolled back'],
  'provider-refused': ['state-cancelled', "GitHub's rules refused its merge"],
}

function ofRemoval(subject: string, removal: Removal, statuses: readonly Status[] | null): Diagnosis {
  const { reason, failedChecks, actor, certainty, text } = removal
  if (reason === 'checks-failed') {
    const failed = failedChecks.length > 0 ? failedChecks : (statuses ?? []).filter(({ state }) => state === 'failed')
    const what = failed.length > 0 ? namesOf(failed) : 'A required check'
    return cause('required-status-failed', say`${what} failed for ${subject} in the queue.`)
  }
  const [known, why] = OUT[reason] ?? []
  if (known && why) return cause(known, `${subject} left the queue because ${why}.`)
  if (reason === 'by-person' && certainty === 'certain') {
    return cause('removed-by-person', `${subject} was taken out${actor === null ? '' : ` by ${quoted(actor)}`}.`)
  }
  const given = text === null ? 'without giving a reason' : say`and gives ${code(text)} as the reason`
  return cause('state-cancelled', say`The queue took ${subject} out ${given}.`)
}

function cause(of: keyof typeof CAUSES, message: Message): Diagnosis {
  return { code: of, message, remedy: CAUSES[of] }
}

/** The first three names, each with its link, and the number of the others. */
function namesOf(statuses: readonly { name: string; url: string | null }[]): Message {
  return firstOf(statuses, 3, ({ name, url }) => code(name, url))
}

/** The run whose outcomes only GitHub can tell; null if the source tells them. */
export function untoldRun(facts: Facts): TestRun | null {
  const run = valueIn(facts.testRun)
  return run?.requiredStatuses?.length && run.reported.every(({ outcome }) => outcome === null) ? run : null
}
