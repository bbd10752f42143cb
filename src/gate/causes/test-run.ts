import { endsInWords, matrixOf, type NamedCheck, namesOf, outcomeInWord, remedyForEnds } from '../../facts/commit.ts'
import type { Snapshot } from '../../facts/context.ts'
import type { Removal, TestRun } from '../../facts/facts.ts'
import { valueIn } from '../../facts/facts.ts'
import type { CheckEnd, Explanation } from '../../facts/source.ts'
import { formatAge, since, timeOf } from '../../text/duration.ts'
import { code, type Message, say } from '../../text/message.ts'
import type { Status } from '../statuses.ts'
import { shownRun } from '../subject.ts'
import { leftBecause } from './removal.ts'
import {
  type CauseRule,
  FORGOTTEN_MS,
  type Found,
  haveAllPassed,
  inState,
  isAboutRun,
  isIn,
  isOut,
  removalIn,
  statusesIn,
  subjectOf,
} from './rule.ts'

/** What the test run itself tells. */
export const TEST_RUN_CAUSES: readonly CauseRule[] = [
  {
    code: 'required-status-failed',
    when: isAboutRun,
    needs: ['run', 'checks', 'jobs', 'sameCheck'],
    find(snapshot, explanation) {
      const failed = inState('failed', statusesIn(snapshot, explanation))
      if (failed.length === 0) return null
      return {
        message: say`In the test run of ${subjectOf(snapshot)}, ${endsInWords(failed)}.`,
        ...aboutFailed(failed, snapshot, explanation),
      }
    },
  },
  {
    code: 'no-merge-group-runs',
    when: isAboutRun,
    needs: ['run'],
    find(snapshot, explanation, now) {
      const run = unfinishedRun(snapshot, explanation, now)
      if (!run || run.reported.length > 0) return null
      return { message: `No check has started for ${subjectOf(snapshot)} in ${ageOf(run, now)}.` }
    },
  },
  {
    code: 'no-runner',
    when: isAboutRun,
    needs: ['run', 'checks'],
    find(snapshot, explanation, now) {
      const pending = inState('pending', statusesIn(snapshot, explanation))
      const waiting = (each: (typeof pending)[number]) => since(each.since, now) ?? 0
      const queued = pending.filter(each => each.word === 'queued' && waiting(each) >= FORGOTTEN_MS)
      const [first] = queued
      if (!first) return null
      return {
        message: say`For ${subjectOf(snapshot)}, ${code(first.name, first.url)} has been queued for ${formatAge(waiting(first))}, and no runner took it.`,
      }
    },
  },
  {
    code: 'required-status-missing',
    when: isAboutRun,
    needs: ['run', 'checks'],
    find(snapshot, explanation, now) {
      const run = unfinishedRun(snapshot, explanation, now)
      const statuses = statusesIn(snapshot, explanation)
      const missing = inState('missing', statuses)
      if (!run || missing.length === 0 || inState('pending', statuses).length > 0) return null
      return {
        message: say`Nothing has reported ${namesOf(missing)} for ${subjectOf(snapshot)} in ${ageOf(run, now)}.`,
      }
    },
  },
  {
    code: 'waiting-on-own-check',
    when: isIn,
    needs: ['run'],
    find(snapshot, explanation) {
      const own = shownRun(snapshot.facts, explanation, snapshot.context)?.ownCheck
      const isOpen = statusesIn(snapshot, explanation).some(({ state }) => state !== 'passed')
      if (own === undefined || isOpen) return null
      return { message: say`The queue waits only for ${code(own)}, the check that this step runs in.` }
    },
  },
  {
    code: 'queue-stalled',
    when: isIn,
    needs: ['run', 'timeoutMinutes'],
    find(snapshot, explanation, now) {
      const statuses = statusesIn(snapshot, explanation)
      const limit = (valueIn(explanation.timeoutMinutes) ?? 0) * 60_000
      const ended = statuses.map(each => timeOf(each.since) ?? now)
      const age = now - Math.max(...ended)
      const isWhole = shownRun(snapshot.facts, explanation, snapshot.context)?.moreRequired === undefined
      if (statuses.length === 0 || limit === 0 || age <= limit || statuses.some(({ state }) => state !== 'passed'))
        return null
      return {
        message: `Every ${isWhole ? '' : 'known '}required check of ${subjectOf(snapshot)} passed ${formatAge(age)} ago, and it has not merged; the queue's time-out is ${formatAge(limit)}.`,
      }
    },
  },
]

/** The run if it is in progress, is known whole, and began so long ago that a missing report is no accident. */
function unfinishedRun({ facts, context }: Snapshot, explanation: Explanation, now: number): TestRun | null {
  const run = shownRun(facts, explanation, context)
  if (run?.status !== 'in_progress' || !run.reportedIsWhole) return null
  const age = since(run.createdAt, now)
  return age !== null && age >= FORGOTTEN_MS ? run : null
}

function ageOf({ createdAt }: TestRun, now: number): string {
  return formatAge(since(createdAt, now) ?? 0)
}

export const FAILED_CHECK_CAUSES: readonly CauseRule[] = [
  {
    code: 'required-status-failed',
    when: isOut,
    needs: ['removal', 'run', 'checks', 'sameCheck', 'jobs', 'removalCount', 'pushedSince'],
    find(snapshot, explanation) {
      const removal = removalIn(snapshot, explanation)
      if (removal?.reason !== 'checks-failed') return null
      const failed = failedChecks(removal, snapshot, explanation)
      const known =
        failed.length > 0
          ? { why: endsInWords(failed), ...aboutFailed(failed, snapshot, explanation) }
          : withoutCheck(removal, snapshot, explanation)
      const { message, evidence = [], remedy } = leftBecause(known.why, removal, snapshot, explanation)
      return { message, evidence: [...known.evidence, ...evidence], remedy: remedy ?? known.remedy }
    },
  },
]

interface Known {
  why: Message
  evidence: Message[]
  remedy: Message
}

/** The checks that the source names as the reason, else those of its test run that failed. */
function failedChecks({ failedChecks }: Removal, snapshot: Snapshot, explanation: Explanation): NamedCheck[] {
  return failedChecks.length > 0 ? failedChecks : inState('failed', statusesIn(snapshot, explanation))
}

function aboutFailed(
  failed: NamedCheck[],
  snapshot: Snapshot,
  explanation: Explanation,
): Pick<Known, 'evidence' | 'remedy'> {
  const elsewhere = sameCheckElsewhere(snapshot, explanation)
  const run = shownRun(snapshot.facts, explanation, snapshot.context)
  const leg = legThatFailed(failed, run?.reported ?? [])
  const byFailFast = leg ? [say`${endsInWords([leg])} in the same matrix, and that cancels its other jobs.`] : []
  return {
    evidence: [...byFailFast, ...elsewhere.evidence, ...jobsBeneath(failed, explanation)],
    remedy: elsewhere.remedy ?? remedyForEnds(leg ? [leg] : failed),
  }
}

/** The failed leg of a matrix for which `fail-fast` cancelled the others; nothing if more than a cancellation is known. */
function legThatFailed(failed: readonly NamedCheck[], reported: TestRun['reported']): NamedCheck | undefined {
  if (failed.some(({ word }) => word !== 'cancelled')) return undefined
  const matrices = new Set(failed.map(({ name }) => matrixOf(name)))
  const isOther = (word = '') => word === 'failure' || word === 'timed_out'
  return reported.find(({ name, word }) => isOther(word) && matrixOf(name) !== null && matrices.has(matrixOf(name)))
}

/** The source says that a check failed, but none is known that did: what was read is told instead. */
function withoutCheck({ why, at }: Removal, snapshot: Snapshot, explanation: Explanation): Known {
  const { facts, context } = snapshot
  const run = shownRun(facts, explanation, context)
  const statuses = statusesIn(snapshot, explanation)
  const again = 'Submit the pull request again.'
  if (run?.reportedIsWhole && run.reported.length === 0) {
    return { why: 'a check failed', evidence: ['But no check ran on the commit that was thrown out.'], remedy: again }
  }
  if (haveAllPassed(statuses)) {
    return { why: 'a check failed', evidence: [whyAllPassed(statuses, run, at)], remedy: again }
  }
  const others = run?.reported.filter(({ outcome }) => outcome === 'failed') ?? []
  const which =
    others.length === 0
      ? 'Which one is not known.'
      : say`On its group, ${endsInWords(others)}. Which checks are required is not known.`
  return {
    why: why ?? 'a required check failed',
    evidence: why === undefined ? [which] : [],
    remedy: 'Fix what failed, then submit the pull request again.',
  }
}

/** Every required check is green: by a re-run, if one ended after the removal. */
export function whyAllPassed(statuses: readonly Status[], run: TestRun | null, at: string | null): Message {
  const removedAt = timeOf(at)
  const isLater = ({ since }: Status) => removedAt !== null && (timeOf(since) ?? 0) > removedAt
  if (statuses.some(isLater)) return 'But every required check of that commit has passed since: a re-run.'
  const required = new Set(run?.requiredStatuses)
  const others = run?.reported.filter(({ name, outcome }) => outcome === 'failed' && !required.has(name)) ?? []
  const beside = others.length === 0 ? '' : say`, and of the others ${endsInWords(others)}`
  return say`But every required check of that commit is green${beside}.`
}

/** What the check that threw it out says on the pull request's own head, on the target branch, and there since then. */
function sameCheckElsewhere(
  snapshot: Snapshot,
  { sameCheck }: Explanation,
): Pick<Found, 'remedy'> & { evidence: Message[] } {
  const found = valueIn(sameCheck)
  if (!found) return { evidence: [] }
  const { onHead, onTarget, sinceThen } = found
  const subject = subjectOf(snapshot)
  const name = snapshot.context.targetBranch?.value ?? ''
  const branch = code(name)
  if (hasPassed(sinceThen)) {
    const evidence = say`${code(found.name, sinceThen.url)} has passed on this very commit since: a re-run.`
    return { evidence: [evidence], remedy: 'Submit the pull request again.' }
  }
  if (onTarget && outcomeInWord(onTarget.word) === 'failed') {
    const evidence = say`It fails on ${code(name, onTarget.url)}, too, so ${subject} is not at fault.`
    return { evidence: [evidence], remedy: say`Have ${branch} mended, then submit the pull request again.` }
  }
  if (onHead && outcomeInWord(onHead.word) === 'failed') {
    return { evidence: [say`${code(found.name, onHead.url)} fails on ${subject}'s own head, too.`] }
  }
  if (!hasPassed(onHead)) return { evidence: [] }
  const onBranch = hasPassed(onTarget) ? say` and on ${branch}` : ''
  const evidence = say`It passed on ${subject}'s own head${onBranch}, so it fails only together with what is merged before it, or it is flaky.`
  return {
    evidence: [evidence],
    remedy: say`Update it with ${branch}. If the check fails then, fix it; else submit it again.`,
  }
}

function hasPassed(end: CheckEnd | null): end is CheckEnd {
  return end?.word === 'success'
}

/** The jobs beneath a required check that only sums up others. */
function jobsBeneath([first]: readonly NamedCheck[], { jobs }: Explanation): Message[] {
  const beneath = valueIn(jobs) ?? []
  if (beneath.length === 0 || !first) return []
  return [say`Beneath ${code(first.name)}, ${endsInWords(beneath)}.`]
}
