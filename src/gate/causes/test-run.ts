import { endsInWords } from '../../facts/commit.ts'
import { valueIn } from '../../facts/facts.ts'
import type { MissingCheck } from '../../facts/source.ts'
import { formatAge, since } from '../../text/duration.ts'
import { capitalised, code, type Message, say } from '../../text/message.ts'
import type { Cause } from '../reasons.ts'
import { aboutFailed, isExplained, namesOfMissing, remedyForMissing, whyMissing } from './checks.ts'
import { cause, type Evidence, FORGOTTEN_MS, type Rule } from './evidence.ts'

/** What the test run of a pull request, or its merge group, tells. */
export const TEST_RUN_RULES: readonly Rule[] = [failedCheck, noRuns, awaitsApproval, noRunner, missingChecks, ruleWaits]

export function failedCheck(evidence: Evidence): Cause | null {
  const { failed, place } = evidence
  if (failed.length === 0) return null
  const message = say`${capitalised(place)}, ${endsInWords(failed)}.`
  return cause('required-status-failed', message, aboutFailed(failed, evidence))
}

function noRuns({ run, age, place, pullRequest }: Evidence): Cause | null {
  const isByWorkflow = pullRequest?.queuedByWorkflow === true
  if (run?.status !== 'in_progress' || !run.reportedIsWhole || run.reported.length > 0) return null
  if (!isByWorkflow && !isLate(age)) return null
  const message = `No check has started ${place}${forAge(age)}`
  if (!isByWorkflow) return cause('no-merge-group-runs', `${message}.`)
  const why = `${message}: a workflow queued it with its own token, and that starts no workflows.`
  const remedy = 'Take it out, and queue it by hand or with the token of a GitHub App.'
  return cause('no-merge-group-runs', why, { remedy })
}

function awaitsApproval({ pending, place }: Evidence): Cause | null {
  const waiting = pending.filter(({ word }) => word === 'waiting')
  return waiting.length === 0 ? null : cause('awaits-approval', say`${capitalised(place)}, ${endsInWords(waiting)}.`)
}

function noRunner({ pending, place, now }: Evidence): Cause | null {
  const found = pending.find(each => each.word === 'queued' && isLate(since(each.since, now)))
  if (!found) return null
  const queued = say`${code(found.name, found.url)} has been queued${forAge(since(found.since, now))}`
  return cause('no-runner', say`${capitalised(place)}, ${queued}, and no runner took it.`)
}

/** Checks that are missing; at once where a fact says why they will not come, else only after a while. */
function missingChecks(evidence: Evidence): Cause | null {
  const { run, missing, pending, age, place } = evidence
  if (missing.length === 0 || run?.status !== 'in_progress') return null
  const explained = missing.filter(isExplained)
  const isSure = explained.some(({ why }) => !MAY_COME.has(why))
  const isLikely = explained.length > 0 ? isLate(age) || pending.length === 0 : isLate(age) && pending.length === 0
  if (!isSure && !isLikely) return null
  const message = say`Nothing has reported ${namesOfMissing(missing)} ${place}${isLate(age) ? forAge(age) : ''}.`
  return cause('required-status-missing', message, {
    evidence: whyMissing(missing),
    remedy: remedyForMissing(evidence),
  })
}

/** Why a check is missing that may still come while others run. */
const MAY_COME: ReadonlySet<MissingCheck['why']> = new Set(['no-trigger', 'pull-requests-only', 'other-leg'])

function ruleWaits({ explanation, statuses, hasAllPassed, subject, age }: Evidence): Cause | null {
  const rule = valueIn(explanation.openRule)
  if (rule === null || (statuses.length > 0 && !hasAllPassed)) return null
  const limit = valueIn(explanation.timeoutMinutes)
  const ofLimit = limit === null ? '' : `; the queue's time-out is ${limit} minutes`
  const passed = hasAllPassed ? ', and every required check passed' : ''
  const message = say`The rule ${code(rule)} has kept ${subject} waiting${forAge(age)}${passed}${ofLimit}.`
  return cause('rule-waits', message, { remedy: RULES[rule] })
}

const RULES: Readonly<Record<string, Message>> = {
  code_scanning: say`Have a workflow upload code scanning results ${code('on: merge_group')}, too, or take the rule off the branch.`,
  workflows: say`See that the workflows which the rule requires have ${code('on: merge_group')}.`,
}

function isLate(age: number | null): boolean {
  return age !== null && age >= FORGOTTEN_MS
}

function forAge(age: number | null): string {
  return age === null ? '' : ` for ${formatAge(age)}`
}
