import { endsInWords, matrixOf, type NamedCheck, outcomeInWord, remedyForEnds } from '../../facts/commit.ts'
import { type TestRun, valueIn } from '../../facts/facts.ts'
import type { CheckEnd, MissingCheck } from '../../facts/source.ts'
import { code, firstOf, type Message, say } from '../../text/message.ts'
import type { Evidence } from './evidence.ts'

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

/** What the check that failed says on the same commit since then, on the target branch and on the pull request's own head. */
function sameCheckElsewhere({ explanation, snapshot, subject }: Evidence): [evidence?: Message, remedy?: Message] {
  const found = valueIn(explanation.sameCheck)
  if (!found) return []
  const { name, onHead, onTarget, sinceThen } = found
  const branch = snapshot.context.targetBranch?.value ?? ''
  if (hasPassed(sinceThen)) {
    const evidence = say`${code(name, sinceThen.url)} has passed on this very commit since: a re-run.`
    return [evidence, 'Submit the pull request again.']
  }
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

const MOST_TOLD = 3

export function namesOfMissing(missing: readonly MissingCheck[]): Message {
  return firstOf(missing, MOST_TOLD, ({ name }) => code(name))
}

export function isExplained({ why }: MissingCheck): boolean {
  return why !== 'unknown'
}

/** Sentences on the checks of which it is known why nothing has reported them. */
export function whyMissing(missing: readonly MissingCheck[]): Message[] {
  const alike = missing.filter(({ why }) => why === 'no-trigger')
  const others = missing.filter(each => isExplained(each) && each.why !== 'no-trigger').slice(0, MOST_TOLD)
  const all = alike.length === 1 ? 'It is' : 'They are'
  const which =
    alike.length === missing.length ? all : say`${namesOfMissing(alike)} ${alike.length === 1 ? 'is' : 'are'}`
  const untriggered = say`${which} reported on pull requests, but not on merge groups.`
  return [...(alike.length > 0 ? [untriggered] : []), ...others.map(oneMissing)]
}

function oneMissing({ name, why, near }: MissingCheck): Message {
  if (why === 'pull-requests-only') {
    const by = near === null ? say`${code(name)} is reported` : say`${code(near)} reports ${code(name)}`
    return say`${by} on pull requests only.`
  }
  return say`${code(near ?? '')} was reported instead: ${INSTEAD[why] ?? ''}.`
}

/** Why a name that nearly fits was reported instead of the required one. */
const INSTEAD: Partial<Record<MissingCheck['why'], string>> = {
  'reusable-workflow': 'a job of a reusable workflow is called "caller / job"',
  'workflow-name': 'a check has the name of its job alone, though pages show "workflow / job"',
  'other-leg': 'the matrix has other values there',
  'unexpanded-matrix': 'its matrix was skipped before it was expanded',
  'other-letters': 'the names have to be equal, letter by letter',
}

/** By the first check that is explained. A service's required checks may come from anywhere. */
export function remedyForMissing({ missing, onGitHub }: Evidence): Message | undefined {
  const why = (missing.find(isExplained) ?? missing[0])?.why ?? 'unknown'
  const isOne = missing.filter(each => each.why === why).length === 1
  if (why === 'no-trigger' && isOne) return say`Add ${code('on: merge_group')} to the workflow that reports it.`
  return onGitHub ? REMEDIES[why] : undefined
}

const REMEDIES: Record<MissingCheck['why'], Message> = {
  'reusable-workflow': 'Require the name that is reported.',
  'workflow-name': 'Require the name that is reported.',
  'other-leg': 'Require the names that are reported, or one job that needs the whole matrix and always runs.',
  'unexpanded-matrix':
    'Require a job that needs the matrix and always runs, or do not skip the matrix on merge groups.',
  'other-letters': 'Require the name that is reported, or give the job the required name.',
  'no-trigger': say`Add ${code('on: merge_group')} to the workflows that report them.`,
  'pull-requests-only': say`Let a job of that name run ${code('on: merge_group')}, or do not require the check.`,
  unknown: say`Let a workflow with ${code('on: merge_group')} report it under this very name, or do not require it.`,
}
