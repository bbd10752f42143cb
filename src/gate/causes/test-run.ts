import {
  checksInWords,
  MOST_NAMED,
  matrixNameOf,
  type NamedCheck,
  outcomeOfWord,
  remedyForFailedChecks,
} from '../../facts/check.ts'
import { type TestRun, valueIn } from '../../facts/facts.ts'
import type { CheckState, MissingCheck } from '../../facts/source.ts'
import { formatAge, msSince } from '../../text/duration.ts'
import { capitalised, code, type Message, say, shortList } from '../../text/message.ts'
import type { Cause } from '../reasons.ts'
import { cause, type Evidence, type Particulars } from './evidence.ts'

/** After this time a check that nobody has reported is late, and so is a job that no runner has taken. */
const LATE_AFTER_MS = 10 * 60_000

export function failedCheck(evidence: Evidence): Cause | null {
  const { failed, whereTested } = evidence
  if (failed.length === 0) return null
  const message = say`${capitalised(whereTested)}, ${checksInWords(failed)}.`
  return cause('required-status-failed', message, failureParticulars(failed, evidence))
}

export function noChecks({ run, runAgeMs, whereTested, pullRequest }: Evidence): Cause | null {
  const wasQueuedByWorkflow = pullRequest?.queuedByWorkflow === true
  if (run?.status !== 'in_progress' || !run.reportedIsWhole) return null
  if (run.reported.length > 0 || run.hasUncountedReports) return null
  if (!wasQueuedByWorkflow && !isLate(runAgeMs)) return null
  const message = `No check has started ${whereTested}${forDuration(runAgeMs)}`
  if (!wasQueuedByWorkflow) return cause('no-merge-group-runs', `${message}.`)
  const why = `${message}: a workflow queued it with its own token, and that starts no workflows.`
  const remedy = 'Take it out, and queue it by hand or with the token of a GitHub App.'
  return cause('no-merge-group-runs', why, { remedy })
}

export function awaitsApproval({ pending, whereTested }: Evidence): Cause | null {
  const waiting = pending.filter(({ word }) => word === 'waiting')
  if (waiting.length === 0) return null
  return cause('awaits-approval', say`${capitalised(whereTested)}, ${checksInWords(waiting)}.`)
}

export function noRunner({ pending, whereTested, now }: Evidence): Cause | null {
  const found = pending.find(each => each.word === 'queued' && isLate(msSince(each.since, now)))
  if (!found) return null
  const queued = say`${code(found.name, found.url)} has been queued${forDuration(msSince(found.since, now))}`
  return cause('no-runner', say`${capitalised(whereTested)}, ${queued}, and no runner took it.`)
}

/** A missing check is a cause at once if it can never be reported, else only after a while. */
export function missingChecks(evidence: Evidence): Cause | null {
  const { run, missing, pending, runAgeMs, whereTested } = evidence
  if (missing.length === 0 || run?.status !== 'in_progress') return null
  const isRunLate = isLate(runAgeMs)
  const haveOthersEnded = pending.length === 0
  const explained = missing.filter(({ why }) => why !== 'unknown')
  const willNotCome = explained.some(({ why }) => !MAY_STILL_COME.has(why))
  // For a known reason, one sign is enough: the run is late, or no other check is pending. An unknown one takes both.
  const isOverdue = explained.length > 0 ? isRunLate || haveOthersEnded : isRunLate && haveOthersEnded
  if (!willNotCome && !isOverdue) return null
  const lasting = isRunLate ? forDuration(runAgeMs) : ''
  const message = say`Nothing has reported ${namesOfMissing(missing)} ${whereTested}${lasting}.`
  return cause('required-status-missing', message, {
    alsoKnown: whyMissing(missing),
    remedy: remedyForMissing(evidence),
  })
}

// With these reasons, a check may still come, since each is only a sign: GitHub Actions (`no-trigger`) or another app
// (`pull-requests-only`) reports it on pull requests, or a similar name was reported (`other-name`).
const MAY_STILL_COME: ReadonlySet<MissingCheck['why']> = new Set(['no-trigger', 'pull-requests-only', 'other-name'])

/** A rule that asks for no check by name is the cause only if no required check is open. */
export function ruleWaits({ explanation, statuses, hasAllPassed, subject, runAgeMs }: Evidence): Cause | null {
  const rule = valueIn(explanation.otherRuleType)
  if (rule === null || (statuses.length > 0 && !hasAllPassed)) return null
  const limit = valueIn(explanation.checkTimeoutMinutes)
  const ofLimit = limit === null ? '' : `; the queue's time-out is ${limit} minutes`
  const passed = hasAllPassed ? ', and every required check passed' : ''
  const message = say`The rule ${code(rule)} has kept ${subject} waiting${forDuration(runAgeMs)}${passed}${ofLimit}.`
  return cause('rule-waits', message, { remedy: RULE_REMEDIES[rule] })
}

const RULE_REMEDIES: Readonly<Record<string, Message>> = {
  code_scanning: say`Have a workflow upload code scanning results ${code('on: merge_group')}, too, or take the rule off the branch.`,
  workflows: say`See that the workflows which the rule requires have ${code('on: merge_group')}.`,
}

function isLate(ageMs: number | null): boolean {
  return ageMs !== null && ageMs >= LATE_AFTER_MS
}

function forDuration(ageMs: number | null): string {
  return ageMs === null ? '' : ` for ${formatAge(ageMs)}`
}

/** What to add to the names of the failed checks: where else they fail, which jobs failed beneath them, what to do. */
export function failureParticulars(failed: NamedCheck[], evidence: Evidence): Particulars {
  const leg = legThatFailed(failed, evidence.run?.reported ?? [])
  const byFailFast = leg ? [say`${checksInWords([leg])} in the same matrix, and that cancels its other jobs.`] : []
  const elsewhere = sameCheckElsewhere(evidence)
  const beneath = valueIn(evidence.explanation.failedJobs) ?? []
  const jobs = beneath.length === 0 ? [] : [say`Beneath ${code(failed[0]?.name ?? '')}, ${checksInWords(beneath)}.`]
  const remedy = elsewhere.remedy ?? remedyForFailedChecks(leg ? [leg] : failed)
  return { alsoKnown: [...byFailFast, ...(elsewhere.alsoKnown ?? []), ...jobs], remedy }
}

/** The leg of a matrix whose failure cancelled all of `failed`, by `fail-fast`; undefined if any was not cancelled. */
function legThatFailed(failed: readonly NamedCheck[], reported: TestRun['reported']): NamedCheck | undefined {
  if (failed.some(({ word }) => word !== 'cancelled')) return undefined
  const matrices = new Set(failed.map(({ name }) => matrixNameOf(name)))
  const isFailure = (word = '') => word === 'failure' || word === 'timed_out'
  return reported.find(
    ({ name, word }) => isFailure(word) && matrixNameOf(name) !== null && matrices.has(matrixNameOf(name)),
  )
}

/** How the failed check ended on the target branch and on the pull request's own head. */
function sameCheckElsewhere({ explanation, snapshot, subject }: Evidence): Particulars {
  const found = valueIn(explanation.checkElsewhere)
  if (!found) return {}
  const { name, onHead, onTarget } = found
  const branch = snapshot.context.targetBranch ?? ''
  if (onTarget && hasFailed(onTarget)) {
    const onBranch = say`It fails on ${code(branch, onTarget.url)}, too, so ${subject} is not at fault.`
    return { alsoKnown: [onBranch], remedy: say`Have ${code(branch)} mended, then submit the pull request again.` }
  }
  const check = code(name, onHead?.url ?? null)
  if (onHead && hasFailed(onHead)) return { alsoKnown: [say`${check} fails on ${subject}'s own head, too.`] }
  if (onHead?.word !== 'success') return {}
  const onBranch = onTarget?.word === 'success' ? say` and on ${code(branch)}` : ''
  const passed = say`It passed on ${subject}'s own head${onBranch}, so it fails only together with what is merged before it, or it is flaky.`
  const remedy = say`Update it with ${code(branch)}. If the check fails then, fix it; else submit it again.`
  return { alsoKnown: [passed], remedy }
}

function hasFailed({ word }: CheckState): boolean {
  return outcomeOfWord(word) === 'failed'
}

export function namesOfMissing(missing: readonly MissingCheck[]): Message {
  return shortList(missing, MOST_NAMED, ({ name }) => code(name))
}

/** A sentence on each missing check whose reason is known; those that lack only the trigger share one. */
export function whyMissing(missing: readonly MissingCheck[]): Message[] {
  const others = missing.flatMap(whyOneIsMissing).slice(0, MOST_NAMED)
  const untriggered = missing.filter(({ why }) => why === 'no-trigger')
  if (untriggered.length === 0) return others
  const [pronoun, are] = untriggered.length === 1 ? ['It', 'is'] : ['They', 'are']
  const which = untriggered.length < missing.length ? namesOfMissing(untriggered) : pronoun
  return [say`${which} ${are} reported on pull requests, but not on merge groups.`, ...others]
}

function whyOneIsMissing({ name, why, similarName, reporter }: MissingCheck): Message[] {
  if (why === 'pull-requests-only') {
    const by = reporter ? say`${code(reporter)} reports ${code(name)}` : say`${code(name)} is reported`
    return [say`${by} on pull requests only.`]
  }
  const difference = WHY_NAMES_DIFFER[why]
  return difference === undefined ? [] : [say`${code(similarName ?? '')} was reported instead: ${difference}.`]
}

const WHY_NAMES_DIFFER: Partial<Record<MissingCheck['why'], string>> = {
  'reusable-workflow': 'a job of a reusable workflow is called "caller / job"',
  'unexpanded-matrix': 'its matrix was skipped before it was expanded',
  'other-name': 'the names have to be equal, letter by letter',
}

/** The remedy for the first check with a known reason. With a service, undefined: its checks may come from anywhere. */
export function remedyForMissing({ missing, isGitHubQueue }: Evidence): Message | undefined {
  const first = missing.find(({ why }) => why !== 'unknown')
  return isGitHubQueue ? MISSING_REMEDIES[first?.why ?? 'unknown'] : undefined
}

const MISSING_REMEDIES: Record<MissingCheck['why'], Message> = {
  'reusable-workflow': 'Require the name that is reported.',
  'unexpanded-matrix':
    'Require a job that needs the matrix and always runs, or do not skip the matrix on merge groups.',
  'other-name': 'Require the name that is reported, or give the job the required name.',
  'no-trigger': say`Add ${code('on: merge_group')} to the workflows that run on pull requests only.`,
  'pull-requests-only': say`Let a job of that name run ${code('on: merge_group')}, or do not require the check.`,
  unknown: say`Let a workflow with ${code('on: merge_group')} report it under this very name, or do not require it.`,
}
