import { endsInWords, matrixOf, type NamedCheck, outcomeInWord, remedyForEnds } from '../../facts/commit.ts'
import { type TestRun, valueIn } from '../../facts/facts.ts'
import type { CheckEnd, MissingCheck } from '../../facts/source.ts'
import { formatAge, since } from '../../text/duration.ts'
import { capitalised, code, firstOf, type Message, say } from '../../text/message.ts'
import type { Cause } from '../reasons.ts'
import { cause, type Evidence } from './evidence.ts'

/** Milliseconds after which a run without a report counts as forgotten, and a queued job as without a runner. */
const FORGOTTEN_MS = 10 * 60_000

const MOST_TOLD = 3

export function failedCheck(evidence: Evidence): Cause | null {
  const { failed, place } = evidence
  if (failed.length === 0) return null
  const message = say`${capitalised(place)}, ${endsInWords(failed)}.`
  return cause('required-status-failed', message, aboutFailed(failed, evidence))
}

export function noRuns({ run, age, place, pullRequest }: Evidence): Cause | null {
  const isByWorkflow = pullRequest?.queuedByWorkflow === true
  if (run?.status !== 'in_progress' || !run.reportedIsWhole || run.reported.length > 0) return null
  if (run.hasOtherReports) return null
  if (!isByWorkflow && !isLate(age)) return null
  const message = `No check has started ${place}${forAge(age)}`
  if (!isByWorkflow) return cause('no-merge-group-runs', `${message}.`)
  const why = `${message}: a workflow queued it with its own token, and that starts no workflows.`
  const remedy = 'Take it out, and queue it by hand or with the token of a GitHub App.'
  return cause('no-merge-group-runs', why, { remedy })
}

export function awaitsApproval({ pending, place }: Evidence): Cause | null {
  const waiting = pending.filter(({ word }) => word === 'waiting')
  return waiting.length === 0 ? null : cause('awaits-approval', say`${capitalised(place)}, ${endsInWords(waiting)}.`)
}

export function noRunner({ pending, place, now }: Evidence): Cause | null {
  const found = pending.find(each => each.word === 'queued' && isLate(since(each.since, now)))
  if (!found) return null
  const queued = say`${code(found.name, found.url)} has been queued${forAge(since(found.since, now))}`
  return cause('no-runner', say`${capitalised(place)}, ${queued}, and no runner took it.`)
}

/** Checks that are missing; at once where a fact says why they will not come, else only after a while. */
export function missingChecks(evidence: Evidence): Cause | null {
  const { run, missing, pending, age, place } = evidence
  if (missing.length === 0 || run?.status !== 'in_progress') return null
  const explained = missing.filter(({ why }) => why !== 'unknown')
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
const MAY_COME: ReadonlySet<MissingCheck['why']> = new Set(['no-trigger', 'pull-requests-only', 'other-name'])

export function ruleWaits({ explanation, statuses, hasAllPassed, subject, age }: Evidence): Cause | null {
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

/** What is known of checks that failed beside how they ended, and what to do. */
export function aboutFailed(failed: NamedCheck[], evidence: Evidence): { evidence: Message[]; remedy: Message } {
  const leg = legThatFailed(failed, evidence.run?.reported ?? [])
  const byFailFast = leg ? [say`${endsInWords([leg])} in the same matrix, and that cancels its other jobs.`] : []
  const [elsewhere, remedy = remedyForEnds(leg ? [leg] : failed)] = sameCheckElsewhere(evidence)
  const beneath = valueIn(evidence.explanation.jobs) ?? []
  const jobs = beneath.length === 0 ? [] : [say`Beneath ${code(failed[0]?.name ?? '')}, ${endsInWords(beneath)}.`]
  return { evidence: [...byFailFast, ...(elsewhere ? [elsewhere] : []), ...jobs], remedy }
}

/** The failed leg of a matrix for which `fail-fast` cancelled the others; nothing if more than a cancellation is known. */
function legThatFailed(failed: readonly NamedCheck[], reported: TestRun['reported']): NamedCheck | undefined {
  if (failed.some(({ word }) => word !== 'cancelled')) return undefined
  const matrices = new Set(failed.map(({ name }) => matrixOf(name)))
  const isOther = (word = '') => word === 'failure' || word === 'timed_out'
  return reported.find(({ name, word }) => isOther(word) && matrixOf(name) !== null && matrices.has(matrixOf(name)))
}

/** What the check that failed says on the target branch and on the pull request's own head. */
function sameCheckElsewhere({ explanation, snapshot, subject }: Evidence): [evidence?: Message, remedy?: Message] {
  const found = valueIn(explanation.sameCheck)
  if (!found) return []
  const { name, onHead, onTarget } = found
  const branch = snapshot.context.targetBranch ?? ''
  if (hasFailed(onTarget)) {
    const evidence = say`It fails on ${code(branch, onTarget.url)}, too, so ${subject} is not at fault.`
    return [evidence, say`Have ${code(branch)} mended, then submit the pull request again.`]
  }
  if (hasFailed(onHead)) return [say`${code(name, onHead.url)} fails on ${subject}'s own head, too.`]
  if (!hasPassed(onHead)) return []
  const onBranch = hasPassed(onTarget) ? say` and on ${code(branch)}` : ''
  return [
    say`It passed on ${subject}'s own head${onBranch}, so it fails only together with what is merged before it, or it is flaky.`,
    say`Update it with ${code(branch)}. If the check fails then, fix it; else submit it again.`,
  ]
}

function hasPassed(end: CheckEnd | null): end is CheckEnd {
  return end?.word === 'success'
}

function hasFailed(end: CheckEnd | null): end is CheckEnd {
  return end !== null && outcomeInWord(end.word) === 'failed'
}

export function namesOfMissing(missing: readonly MissingCheck[]): Message {
  return firstOf(missing, MOST_TOLD, ({ name }) => code(name))
}

/** Sentences on the checks of which it is known why nothing has reported them. */
export function whyMissing(missing: readonly MissingCheck[]): Message[] {
  const alike = missing.filter(({ why }) => why === 'no-trigger')
  const others = missing.filter(({ why }) => why !== 'no-trigger' && why !== 'unknown').slice(0, MOST_TOLD)
  const are = alike.length === 1 ? 'is' : 'are'
  const which = alike.length < missing.length ? namesOfMissing(alike) : alike.length === 1 ? 'It' : 'They'
  const untriggered = say`${which} ${are} reported on pull requests, but not on merge groups.`
  return [...(alike.length > 0 ? [untriggered] : []), ...others.map(oneMissing)]
}

function oneMissing({ name, why, near }: MissingCheck): Message {
  if (why === 'pull-requests-only') {
    const by = near === null ? say`${code(name)} is reported` : say`${code(near)} reports ${code(name)}`
    return say`${by} on pull requests only.`
  }
  return say`${code(near ?? '')} was reported instead: ${MISSING[why][0]}.`
}

/** By the first check of which it is known why; undefined with a service, whose checks may come from anywhere. */
export function remedyForMissing({ missing, onGitHub }: Evidence): Message | undefined {
  const first = missing.find(({ why }) => why !== 'unknown')
  return onGitHub ? MISSING[first?.why ?? 'unknown'][1] : undefined
}

const REQUIRE_OTHER = 'Require the name that is reported.'

/** Why a name that nearly fits was reported instead of the required one, and what to do. */
const MISSING: Record<MissingCheck['why'], [why: string, remedy: Message]> = {
  'reusable-workflow': ['a job of a reusable workflow is called "caller / job"', REQUIRE_OTHER],
  'unexpanded-matrix': [
    'its matrix was skipped before it was expanded',
    'Require a job that needs the matrix and always runs, or do not skip the matrix on merge groups.',
  ],
  'other-name': [
    'the names have to be equal, letter by letter',
    'Require the name that is reported, or give the job the required name.',
  ],
  'no-trigger': ['', say`Add ${code('on: merge_group')} to the workflows that run on pull requests only.`],
  'pull-requests-only': ['', say`Let a job of that name run ${code('on: merge_group')}, or do not require the check.`],
  unknown: [
    '',
    say`Let a workflow with ${code('on: merge_group')} report it under this very name, or do not require it.`,
  ],
}
